"""What can be done with several chosen messages: a bar at the lower edge of the conversation, while any are chosen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from desktop_app.domain.chat import BranchRow
from desktop_app.ui.chat.mark_actions import MarkActions
from desktop_app.ui.counts import messages_phrase
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

ICON_SIZE = QSize(16, 16)


class PickBar(QFrame):
    """The number of chosen messages and the actions for all of them.

    Attributes:
        marks: the actions, aimed at the chosen messages.
    """

    def __init__(self, owner: QWidget, viewport: QWidget, icons: Icons, leave: Callable[[], None]) -> None:
        super().__init__(viewport)
        self._viewport = viewport
        self.setProperty("look", "bar")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.marks = MarkActions(owner, icons, keys=False)
        self._count = plain_label(look="secondary")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_4, SPACE_4, SPACE_4)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self._count)
        layout.addSpacing(SPACE_8)
        marks = self.marks
        self._buttons = [self._button() for _ in range(5)]
        actions = (marks.exclude, marks.put_back, marks.never_send, marks.always, marks.not_always)
        for button, action in zip(self._buttons, actions, strict=True):
            button.setDefaultAction(action)
            layout.addWidget(button)
        close = self._button()
        icons.bind(close, "x")
        close.setAccessibleName(self.tr("Choose no messages"))
        set_plain_tooltip(close, self.tr("Choose no messages (Esc)"))
        close.clicked.connect(leave)
        layout.addWidget(close)
        self.hide()

    def show_rows(self, rows: list[BranchRow]) -> None:
        """These are chosen; without any the bar goes."""
        self.marks.aim(rows)
        self._count.setText(self.tr("Chosen: {messages}").format(messages=messages_phrase(len(rows))))
        self.setAccessibleName(self._count.text())
        for button in self._buttons:
            action = button.defaultAction()
            button.setVisible(action.isEnabled())
            button.setAccessibleName(action.text())
        self.setVisible(bool(rows))
        self.place()

    def place(self) -> None:
        """In the middle of the lower edge."""
        self.adjustSize()
        area = self._viewport.rect()
        self.move(area.center().x() - self.width() // 2, area.bottom() - self.height() - SPACE_8)
        self.raise_()

    def _button(self) -> QToolButton:
        button = QToolButton(self)
        button.setIconSize(ICON_SIZE)
        return button
