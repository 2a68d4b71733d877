"""An inline bar that says what happened, what was kept, and offers one action. Shown over the composer and in the dock."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

MARK_SIZE = 16

NARROW = 560
"""Pixels: in a bar that is not wider the action stands below the sentence."""

LONGEST = 600
"""Characters shown of a sentence; a server's own words are cut to 500 before."""


class NoticeBar(QFrame):
    """A sentence with an icon, at most one action, and a way to put it away.

    Signals:
        action_pressed: the person wants what the button says.
        closed: the person has read it.
    """

    action_pressed = Signal()
    closed = Signal()

    def __init__(self, icons: Icons, *, closable: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "bar")
        self._sentence = plain_label(wrap=True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action = QPushButton()
        self._action.clicked.connect(self.action_pressed)
        self._close = QToolButton()
        icons.bind(self._close, "x")
        self._close.setAccessibleName(self.tr("Close"))
        set_plain_tooltip(self._close, self.tr("Close"))
        self._close.clicked.connect(self._on_close)
        self._close.setVisible(closable)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_4, SPACE_8, SPACE_4)
        layout.setSpacing(SPACE_12)
        layout.addWidget(_Mark(icons, self), 0, Qt.AlignmentFlag.AlignTop)
        self._words = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words.setSpacing(SPACE_8)
        self._words.addWidget(self._sentence, 1)
        self._words.addWidget(self._action, 0, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(self._words, 1)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_notice(self, sentence: str, action: str = "") -> None:
        """Shows a sentence, with a button that says ``action`` where there is one."""
        self._sentence.setText(sentence[:LONGEST])
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self.setAccessibleName(sentence[:LONGEST])
        self.setVisible(True)

    def sentence(self) -> str:
        """What it says now; empty while it is not shown."""
        return self._sentence.text() if not self.isHidden() else ""

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Beside a button a narrow bar would have no room for words."""
        super().resizeEvent(event)
        narrow = self.width() <= NARROW
        self._words.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)

    def _on_close(self) -> None:
        self.hide()
        self.closed.emit()


class _Mark(QWidget):
    """The sign that something needs a look. It says nothing of its own: the sentence does."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setFixedSize(MARK_SIZE, 2 * MARK_SIZE)

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """The icon in the colour of today's theme."""
        picture = self._icons.pixmap("alert-triangle", "warning", MARK_SIZE, self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, MARK_SIZE // 2, picture)
