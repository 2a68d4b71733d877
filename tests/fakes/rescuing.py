"""A rescue in memory: what ``RescueStore`` promises, without files."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from desktop_app.domain.backup import BackupContents, Progress
from desktop_app.domain.errors import StorageError
from desktop_app.domain.rescue import Rescued


@dataclass
class FakeRescueStore:
    """``saved`` is what can be read, or the error. ``hold`` set: work waits until it is released. ``noted``: damage was met."""

    saved: Rescued | StorageError = field(default_factory=lambda: Rescued(BackupContents(2, 30, None)))
    noted: bool = False
    hold: threading.Event | None = None
    titles: list[str] = field(default_factory=list[str])
    ready: bool = False

    def rescue(self, title: str, progress: Progress) -> Rescued:
        """Lays it ready, unless it is told to stop."""
        self.titles.append(title)
        if self.hold is not None:
            self.hold.wait(10)
        if not progress(0.5):
            raise InterruptedError
        if isinstance(self.saved, StorageError):
            raise self.saved
        self.ready = True
        return self.saved

    def withdraw(self) -> None:
        """Nothing lies ready."""
        self.ready = False

    def damage_noted(self) -> bool:
        """What the test says."""
        return self.noted

    def forget_damage(self) -> None:
        """Until it is met again."""
        self.noted = False
