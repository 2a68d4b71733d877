"""Notices that a stored text was changed on the disk, tells which, and takes it whole from a backup (promise D7).

Owned by the program with the window, and by ``doctor --repair``. It looks in the background, some messages at a time; the
chat that is open comes first. A text that is mended is a new revision: what was damaged stays in the history.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from desktop_app.domain.backup import Backup
from desktop_app.domain.errors import AppError, BackupUnusableError, ErrorAction, TextDamagedError, TextLostError
from desktop_app.domain.message import Part
from desktop_app.domain.ports import ChatRepository
from desktop_app.domain.text_check import DamagedText, TextCheck
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus, MessageChanged, NoticeRaised
from desktop_app.services.tasks import TaskRegistry

# After the start, which has enough to do; then so many messages at once, with a pause. Seconds.
FIRST_SECONDS = 6.0
PAUSE_SECONDS = 0.05
SLICE = 200

# Of a text, as it is told which one it is.
_BEGINNING = 40

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mendable:
    """What of the damaged texts a backup has whole: the parts by the message's id."""

    backup: Backup
    parts: Mapping[str, tuple[Part, ...]]


class TextCheckService:
    """``damaged``: what was found last."""

    def __init__(
        self, check: TextCheck, chats: ChatRepository, backups: BackupService, bus: EventBus, tasks: TaskRegistry
    ) -> None:
        self.damaged: tuple[DamagedText, ...] = ()
        self._check = check
        self._chats = chats
        self._backups = backups
        self._bus = bus
        self._tasks = tasks

    async def look(self, open_chat_id: str = "", *, first: float = FIRST_SECONDS, pause: float = PAUSE_SECONDS) -> None:
        """Looks at all texts once, beside everything else, and tells of what is damaged: of the open chat's first.

        ``first``, ``pause``: seconds.
        """
        await asyncio.sleep(first)
        try:
            if open_chat_id and (found := await self.find(open_chat_id, pause=pause)):
                await self._tell(found)
            if (everywhere := await self.find(pause=pause)) and everywhere != self.damaged:
                await self._tell(everywhere)
        except AppError as error:
            _log.warning("The stored texts could not be checked: %s", error)

    async def find(self, chat_id: str = "", *, pause: float = 0.0) -> tuple[DamagedText, ...]:
        """What is damaged, in one chat or in all. Raises ``StorageError``."""
        found: list[DamagedText] = []
        after: int | None = 0
        while after is not None:
            await self._tasks.step_aside()
            checked = await self._check.check(after, SLICE, chat_id)
            found.extend(checked.damaged)
            after = checked.next_after
            await asyncio.sleep(pause)
        return tuple(found)

    async def mend(self) -> int:
        """Takes what was found damaged from the backups that have it whole; gives how many. Raises ``StorageError``.

        What no backup has stays as it is, is named by ``damaged`` afterwards, and told.
        """
        left, mended = self.damaged, 0
        while left and (mendable := await self._mendable(left)) is not None:
            for one in left:
                if (parts := mendable.parts.get(one.message_id)) is not None:
                    await self._replace(one, parts)
                    mended += 1
            left = tuple(one for one in left if one.message_id not in mendable.parts)
        self.damaged = left
        if left:
            self._bus.publish(NoticeRaised(await self.told(left)))
        return mended

    async def told(self, damaged: tuple[DamagedText, ...]) -> AppError:
        """What is to be said of these: which they are, and whether a backup has them."""
        self.damaged = damaged
        first = damaged[0]
        which: dict[str, str] = {
            "beginning": _beginning(first.text),
            "when": _when(first.created_at),
            "chat": first.chat_title or "–",
        }
        mendable = await self._mendable(damaged)
        if mendable is None:
            return TextLostError(action="", count=len(damaged), **which)
        backup = _when(mendable.backup.made_at)
        return TextDamagedError(
            action=ErrorAction.MEND_TEXTS, count=len(damaged), backup=backup, whole=len(mendable.parts), **which
        )

    async def _tell(self, damaged: tuple[DamagedText, ...]) -> None:
        error = await self.told(damaged)
        _log.warning("%d stored messages were changed on the disk by something else than Talespan.", len(damaged))
        self._bus.publish(NoticeRaised(error))

    async def _mendable(self, damaged: tuple[DamagedText, ...]) -> Mendable | None:
        """The newest backup that has any of these whole."""
        for backup in await self._backups.backups():
            try:
                parts = await self._check.whole(backup.path, damaged)
            except BackupUnusableError:
                continue
            if parts:
                return Mendable(backup, parts)
        return None

    async def _replace(self, one: DamagedText, parts: tuple[Part, ...]) -> None:
        message = await self._chats.get_message(one.message_id)
        revised = await self._chats.revise(replace(message, parts=parts))
        self._bus.publish(MessageChanged(revised.chat_id, revised))


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _BEGINNING else f"{line[:_BEGINNING].rstrip()}…"


def _when(milliseconds: int) -> str:
    """As the log and the commands write a time: the same in every language."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
