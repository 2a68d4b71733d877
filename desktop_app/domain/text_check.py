"""Texts of messages that were changed on the disk by something else than the program: as storage finds them (D7).

The service of the check reads this; the port is fulfilled by ``storage.text_check``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from desktop_app.domain.message import Part


@dataclass(frozen=True, slots=True)
class DamagedText:
    """A message whose current revision is not what its checksum says; ``text`` as it can be read. Unix milliseconds."""

    message_id: str
    chat_id: str
    chat_title: str
    revision: int
    text: str
    checksum: int
    created_at: int


@dataclass(frozen=True, slots=True)
class CheckedTexts:
    """Some messages that were looked at: where to go on (None: they were the last), and what is damaged among them."""

    next_after: int | None
    damaged: tuple[DamagedText, ...] = ()


class TextCheck(Protocol):
    """Looks at stored texts. Changes nothing. Raises ``StorageError``."""

    async def check(self, after: int, limit: int, chat_id: str = "") -> CheckedTexts:
        """The next messages behind the place ``after`` (0: from the first), ``limit`` of them; of one chat, or of all.

        Without those that are deleted and chats in the trash.
        """
        ...

    async def whole(self, file: Path, damaged: Sequence[DamagedText]) -> Mapping[str, tuple[Part, ...]]:
        """What a backup has whole of these, by the message's id. Raises ``BackupUnusableError``."""
        ...
