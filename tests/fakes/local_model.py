"""The real built-in model for tests: one child process for a whole run, since loading it takes half a second."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from desktop_app.domain.settings import builtin_connection

if TYPE_CHECKING:
    from desktop_app.providers.local_models import LocalModels

# Small, so that a prompt that is too long is soon made, and loading is quick.
CONTEXT = 512
BUILTIN_PROFILE = replace(builtin_connection(), context_limit=CONTEXT)


@pytest.fixture(scope="session")
def local_models() -> Iterator[LocalModels]:
    """Model processes that all tests of the run share; none is started before it is used. Do not kill these."""
    from desktop_app.providers.local_models import LocalModels

    models = LocalModels()
    yield models
    asyncio.run(models.aclose())
