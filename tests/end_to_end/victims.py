"""``talespan send`` in forked processes, to be killed (``tests.fakes.killable``): loaded once, started in milliseconds.

A forked program is the real one from ``main`` on. ``packaging/long.sh`` kills programs that were started anew each time.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

from desktop_app.__main__ import main

# Loaded before the first fork, so that each victim is at work at once.
for _name in ("httpx", "desktop_app.cli.send"):
    import_module(_name)


def send(home: str, *words: str) -> None:
    """Sends in this home."""
    os.environ["TALESPAN_HOME"] = home
    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - the nursery's own was read already
    main(["send", *words])
