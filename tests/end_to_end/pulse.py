"""Feels the machine's pulse: how long a small write to the disk takes just now, and how long a thread waits for its turn.

Promises about seconds are tested against this: where everything stands still, a program cannot keep them.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

BEAT_SECONDS = 0.02


class Pulse:
    """Beats from ``__enter__`` to ``__exit__`` in a thread of its own; ``longest`` is the longest standstill in seconds."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "pulse"
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="pulse")
        self.longest = 0.0

    def __enter__(self) -> Pulse:
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._over.set()
        self._thread.join()
        self._file.unlink()

    def _beat(self) -> None:
        with self._file.open("wb", buffering=0) as file:
            while not self._over.is_set():
                start = time.monotonic()
                file.write(b".")
                os.fsync(file.fileno())
                self._over.wait(BEAT_SECONDS)
                self.longest = max(self.longest, time.monotonic() - start - BEAT_SECONDS)
