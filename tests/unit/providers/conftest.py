"""What several tests of providers need."""

from __future__ import annotations

from tests.fakes.local_model import local_models

__all__ = ["local_models"]
