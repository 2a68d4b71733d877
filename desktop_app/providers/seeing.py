"""Whether a model behind an OpenAI-compatible server sees pictures, as far as the server tells. Used by ``openai_compatible``.

There is no common word for it: OpenRouter lists ``architecture.input_modalities``, llama.cpp ``capabilities`` and, at ``/props``,
``modalities``; Mistral lists ``capabilities.vision``. OpenAI itself tells nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers import json_values
from desktop_app.providers.addresses import host_of, is_near, server_root
from desktop_app.providers.endpoint import Endpoint

# Where a server has no such address, or answers with something else, it does not tell.
_NOT_TOLD = frozenset({ProviderErrorKind.NOT_FOUND, ProviderErrorKind.BAD_RESPONSE, ProviderErrorKind.BAD_REQUEST})
_WORDS = frozenset({"image", "vision", "multimodal"})


async def ask_for_sight(endpoint: Endpoint, model: str, seconds: float) -> bool | None:
    """What the server tells; None: nothing. Raises ``ProviderError`` where it cannot be asked."""
    listed = sight_in_list(await _asked(endpoint, f"{endpoint.base_url}/models", seconds), model)
    if listed is not None:
        return listed
    if not is_near(host_of(endpoint.base_url)):
        return None
    return sight_in_props(await _asked(endpoint, f"{server_root(endpoint.base_url)}/props", seconds))


def sight_in_list(value: object, model: str) -> bool | None:
    """What a list of models tells of one of them."""
    entries = [json_values.mapping(entry) for entry in json_values.array(json_values.mapping(value).get("data"))]
    found = next((entry for entry in entries if json_values.text(entry.get("id")) == model), None)
    if found is None:
        return None
    told = json_values.mapping(found.get("architecture")).get("input_modalities", found.get("capabilities"))
    if words := json_values.array(told):
        return any(json_values.text(word) in _WORDS for word in words)
    sees = json_values.mapping(told).get("vision")
    return sees if isinstance(sees, bool) else None


def sight_in_props(value: object) -> bool | None:
    """What llama.cpp's server tells of the model that it has loaded."""
    modalities: Mapping[str, object] = json_values.mapping(json_values.mapping(value).get("modalities"))
    sees = modalities.get("vision")
    return sees if isinstance(sees, bool) else None


async def _asked(endpoint: Endpoint, url: str, seconds: float) -> object:
    try:
        return await endpoint.fetch("GET", url, seconds)
    except ProviderError as error:
        if error.kind in _NOT_TOLD:
            return None
        raise
