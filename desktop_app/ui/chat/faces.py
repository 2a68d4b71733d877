"""Whose picture stands beside a row of the chat. Made by the main window, asked by ``RowPainter`` with every painted row."""

from __future__ import annotations

from PySide6.QtGui import QPixmap

from desktop_app.domain.message import Role
from desktop_app.ui.chat.row_layout import AVATAR, RowContent
from desktop_app.ui.portraits import Portraits

MOST_NAMES = 64
"""So many speakers of one chat are known by name."""


class Faces:
    """The pictures of the open chat.

    ``user_id``: the persona that the person is in this chat, whose picture stands beside what has no other.
    """

    def __init__(self, portraits: Portraits) -> None:
        self.user_id: str | None = None
        self._portraits = portraits
        self._ids: dict[str, str] = {}  # by name: a row whose text is not here yet knows no more

    def open(self, user_id: str | None) -> None:
        """Another chat, in which others have these names."""
        self.user_id = user_id
        self._ids.clear()

    def of(self, content: RowContent, ratio: float) -> QPixmap | None:
        """The round picture of who speaks in a row, if there is one and it is here. ``ratio``: the screen's pixel ratio."""
        return self._portraits.circle(self._owner(content), AVATAR, ratio)

    def _owner(self, content: RowContent) -> str | None:
        message = content.message
        known = None if message is None else message.speaker.id
        if content.row.role is Role.USER:
            return known or self.user_id
        if known and len(self._ids) < MOST_NAMES:
            self._ids[content.name] = known
        return known or self._ids.get(content.name)
