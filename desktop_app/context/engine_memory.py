"""What the engine keeps from one plan to the next, so that one more character costs little: never a part of an answer.

Held by whoever plans again and again (the context service, the benchmark) and given to ``build``; may be used from several
threads. Without it the same plan comes, only later.
"""

from __future__ import annotations

from desktop_app.context.activation import ScanMemory
from desktop_app.context.hashes import Digests
from desktop_app.context.history import BranchMemory


class EngineMemory:
    """Prepared branches, matchers of books, and hashes of what seldom changes."""

    def __init__(self) -> None:
        self.branches = BranchMemory()
        self.scans = ScanMemory()
        self.digests = Digests()
