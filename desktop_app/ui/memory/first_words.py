"""How messages begin, for lists and tooltips that name many of them: read in batches when they are asked for, and kept.

Used by the window of what a chat remembers, and by the map of the chat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.domain.message import Message
from desktop_app.ui.async_bridge import Launcher

TASK = "first words of messages"

LONGEST = 160
"""Characters that are kept of a message."""

BATCH = 100
KEPT = 5_000


class Messages(Protocol):
    """What it needs of ``ChatService``."""

    async def messages(self, ids: Sequence[str]) -> dict[str, Message]:
        """Those that are there, with their texts."""
        ...


class FirstWords(QObject):
    """Asks once for each message; ``forget`` when one has changed.

    Signals:
        found: some that were asked for are there.
    """

    found = Signal()

    def __init__(self, messages: Messages, launch: Launcher, parent: QObject | None = None) -> None:
        self._kept: dict[str, tuple[str, int]] = {}
        self._wanted: dict[str, None] = {}
        super().__init__(parent)
        self._messages = messages
        self._launch = launch
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask)

    def of(self, message_id: str) -> str:
        """How a message begins; empty while it is not known."""
        return self._known(message_id)[0]

    def date(self, message_id: str) -> int:
        """When it was written, in Unix milliseconds; 0 while it is not known."""
        return self._known(message_id)[1]

    def forget(self, message_id: str) -> None:
        """It says something else now."""
        self._kept.pop(message_id, None)

    def close(self) -> None:
        """Nothing is asked for any more."""
        self._timer.stop()
        self._launch.cancel(TASK)

    def _known(self, message_id: str) -> tuple[str, int]:
        known = self._kept.get(message_id)
        if known is None and message_id:
            self._wanted[message_id] = None
            if not self._timer.isActive():
                self._timer.start(0)
        return known or ("", 0)

    def _ask(self) -> None:
        wanted = list(self._wanted)[-BATCH:]  # the last asked for are those that are seen
        self._wanted.clear()
        if wanted:
            self._launch(TASK, self._read(wanted))

    async def _read(self, wanted: list[str]) -> None:
        found: Mapping[str, Message] = await self._messages.messages(wanted)
        for message_id in wanted:
            message = found.get(message_id)
            text = " ".join(message.text[: 2 * LONGEST].split())[:LONGEST] if message else ""
            self._kept[message_id] = (text, message.created_at if message else 0)
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        self.found.emit()
