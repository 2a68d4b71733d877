"""Builds the program below its window, part by part: what all stand on, the engine, what a person keeps, the rest.

Called by ``app`` and the commands, and by nobody else. ``program`` puts the parts together.
"""

from __future__ import annotations

from desktop_app.assembly.models import make_models
from desktop_app.assembly.program import App, open_app
from desktop_app.assembly.transfers import make_rescue

__all__ = ["App", "make_models", "make_rescue", "open_app"]
