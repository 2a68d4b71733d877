"""Texts of many things changed at once: what find and replace stores in one transaction, and the port that stores it.

Used by the replace service; the repository is in ``storage``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from desktop_app.domain.backup import Progress
from desktop_app.domain.character import Character
from desktop_app.domain.errors import AppError
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.memory import MemoryEntry, SummarySentence
from desktop_app.domain.message import Message


class ChangedMeanwhileError(AppError):
    """Something was changed since it was looked at; nothing was replaced."""

    code = "replace.changed"
    template = "“{name}” was changed meanwhile. Nothing was replaced; look for it again."


@dataclass(frozen=True, slots=True)
class TextBatch:
    """Things with other texts. Each says by its revision (a character by ``updated_at``) of which state it was made.

    ``sentences`` are of the summary of ``chat_id``, as are ``messages``.
    """

    chat_id: str
    messages: tuple[Message, ...] = ()
    sentences: tuple[SummarySentence, ...] = ()
    books: tuple[Lorebook, ...] = ()
    memories: tuple[MemoryEntry, ...] = ()
    characters: tuple[Character, ...] = ()


class TextRepository(Protocol):
    """Stores a batch in one transaction, or nothing of it."""

    async def change(self, batch: TextBatch, progress: Progress | None = None) -> TextBatch:
        """Makes new revisions. Returns the batch that takes it back, as long as nothing of it is changed again.

        Raises ``ChangedMeanwhileError`` where something is not as it was looked at, ``InterruptedError`` where ``progress``
        (asked in the writer's thread) says no; then nothing has changed.
        """
        ...
