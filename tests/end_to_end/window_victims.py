"""The real window in forked processes, to be killed while it shows an answer (``tests.fakes.killable``)."""

from __future__ import annotations

import os
from importlib import import_module

from tests.end_to_end.window_driver import main

# Loaded before the first fork, so that each victim is at work at once.
for _name in ("httpx", "desktop_app.ui.run"):
    import_module(_name)


def stream(home: str) -> None:
    """Opens the window in this home and sends."""
    os.environ["TALESPAN_HOME"] = home
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    main("stream")
