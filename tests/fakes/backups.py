"""Backups in memory: what ``BackupStore`` promises, without files."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.domain.backup import Backup, BackupContents, Progress
from desktop_app.domain.errors import BackupUnusableError, DiskFullError

STEPS = 10


@dataclass
class FakeBackupStore:
    """``now`` is what there is; each backup has a copy of it. ``hold`` set: work waits in its middle until it is released.

    ``full``: nothing can be written.
    """

    now: BackupContents = field(default_factory=lambda: BackupContents(2, 30, 1_700_000_000_000))
    kept: list[tuple[Backup, BackupContents]] = field(default_factory=list[tuple[Backup, BackupContents]])
    staged: Path | None = None
    hold: threading.Event | None = None
    full: bool = False
    stopped: int = 0

    def back_up(self, reason: str, progress: Progress) -> Backup:
        """Keeps a copy of ``now``, unless it is told to stop."""
        self._work(progress)
        made_at = 1_700_000_000_000 + 1000 * len(self.kept)
        backup = Backup(Path(f"/backups/talespan-{len(self.kept)}.db"), reason, made_at, 4096)
        self.kept.append((backup, self.now))
        return backup

    def backups(self) -> list[Backup]:
        """The newest first."""
        return [backup for backup, _contents in reversed(self.kept)]

    def present(self) -> BackupContents | None:
        """What there is."""
        return self.now

    def contents(self, file: Path) -> BackupContents:
        """What was there when it was made."""
        for backup, contents in self.kept:
            if backup.path == file:
                return contents
        raise BackupUnusableError(file=file.name, detail="It is no database.")

    def stage(self, file: Path, progress: Progress) -> BackupContents:
        """Lays it ready, unless it is told to stop."""
        contents = self.contents(file)
        self._work(progress)
        self.staged = file
        return contents

    def withdraw(self) -> None:
        """Takes it back."""
        self.staged = None

    def waiting(self) -> bool:
        """Whether one lies ready."""
        return self.staged is not None

    def changed_since(self, moment: int) -> bool:
        """By the time of the last change."""
        return (self.now.changed_at or 0) > moment

    def prune(self, now: int) -> list[Backup]:
        """Keeps all."""
        del now
        return []

    def _work(self, progress: Progress) -> None:
        if self.full:
            raise DiskFullError
        for step in range(STEPS):
            if not progress(step / STEPS):
                self.stopped += 1
                raise InterruptedError
            if self.hold is not None and step == STEPS // 2:
                self.hold.wait(10)
