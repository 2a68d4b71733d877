"""What could be saved of a database that cannot be read, and the port of what saves it. Used by storage, services and window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from desktop_app.domain.backup import BackupContents, Progress
from desktop_app.domain.errors import StorageError


class NothingToRescueError(StorageError):
    """There is no file, or nothing in it that Talespan wrote."""

    code = "storage.nothing-to-rescue"
    template = "Nothing that Talespan wrote could be found in the database {file}. It was left as it is."


@dataclass(frozen=True, slots=True)
class Rescued:
    """What lies ready to take the damaged database's place.

    ``lost_messages``: messages that something still speaks of and whose text is nowhere. ``homeless_messages``: those whose
    chat is lost; they are in a chat of their own. ``unreadable``: pages and rows that could not be read. ``strayed``: rows that
    were found beside their table; deleted ones may be among them. ``damaged_files``: pictures that were not as they were stored.
    """

    contents: BackupContents
    characters: int = 0
    lost_messages: int = 0
    homeless_messages: int = 0
    damaged_texts: int = 0
    damaged_files: int = 0
    unreadable: int = 0
    strayed: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be lost."""
        return not (self.lost_messages or self.unreadable or self.damaged_files or self.strayed)


class RescueStore(Protocol):
    """Saves what can be read. Methods block, a minute for a gigabyte: call them in a thread. They raise ``StorageError``."""

    def rescue(self, title: str, progress: Progress) -> Rescued:
        """Lays a new database of all that can be read ready, as ``BackupStore.stage`` lays a backup.

        ``title``: of chats and books for what has lost its own. Raises ``NothingToRescueError``, ``DatabaseTooNewError``, and
        ``InterruptedError`` where ``progress`` says no; then nothing lies ready that did not before.
        """
        ...

    def withdraw(self) -> None:
        """Takes back what lies ready."""
        ...

    def damage_noted(self) -> bool:
        """Whether the last program that had the database open met a damage in it. Quick."""
        ...

    def forget_damage(self) -> None:
        """As if it had met none."""
        ...
