"""What a failure means where the server is an Ollama: which model is missing, or that this is none. For ``ollama`` and ``embedders``."""

from __future__ import annotations

import re

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers.errors import reasoned

_MISSING_MODEL = re.compile(r"model.*not found|try pulling", re.IGNORECASE | re.DOTALL)
_NO_API = frozenset({ProviderErrorKind.NOT_FOUND, ProviderErrorKind.BAD_RESPONSE})


def is_missing_model(error: ProviderError) -> bool:
    """Whether the server says that it does not have the model."""
    return bool(_MISSING_MODEL.search(error.detail))


def explained(error: ProviderError, model: str, url: str) -> ProviderError:
    """``error`` in Ollama's terms: which model is missing and how to get it, or that there is no Ollama at ``url``."""
    if error.kind not in _NO_API or (error.reason and error.reason != "answer.no-reply"):
        return error
    if is_missing_model(error):
        return reasoned(ProviderErrorKind.NOT_FOUND, "ollama.missing-model", status=error.status, model=model)
    if error.kind is ProviderErrorKind.NOT_FOUND or error.reason:
        return reasoned(ProviderErrorKind.NOT_FOUND, "ollama.not-there", status=error.status, url=url)
    return error
