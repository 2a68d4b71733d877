"""Backups of all chats: what they are called and what is in them. Used by storage, the backup service, window and commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from desktop_app.domain.errors import StorageError

# Told the share that is done (0 to 1), from whatever thread does the work; answers whether to go on.
Progress: TypeAlias = Callable[[float], bool]

# Why a backup was made, as its file's name says. An upgrade's is ``before-upgrade-from-<version>``.
BY_HAND = "by-hand"
DAILY = "daily"
BEFORE_RESTORE = "before-restore"
BEFORE_IMPORT = "before-import"
BEFORE_REPAIR = "before-repair"
BEFORE_DELETING = "before-deleting"
BEFORE_REPLACING = "before-replacing"


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy. ``made_at``: Unix milliseconds, UTC, to the second. ``size`` in bytes."""

    path: Path
    reason: str
    made_at: int
    size: int


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What a person would get back. ``chats`` without those in the trash; ``changed_at``: the last change of any chat."""

    chats: int
    messages: int
    changed_at: int | None
    lorebooks: int = 0
    memory_entries: int = 0
    summary_segments: int = 0


@dataclass(frozen=True, slots=True)
class Restored:
    """A restore that was carried out. ``former`` is where the data from before are kept; None where there were none."""

    former: Path | None


class DataReplacedError(StorageError):
    """No failure: what a restore or a rescue laid ready took its place, ``file`` keeps what was there before."""

    code = "storage.replaced"
    template = "What was laid ready (a backup, or what could be read of damaged data) is in its place now. What was there before is kept in {file}."
