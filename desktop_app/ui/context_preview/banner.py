"""The line that says when what the dock shows is not what would be sent now, and leads back."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

MARK_SIZE = 16


class Banner(QFrame):
    """A sentence, what follows from it, and up to two buttons.

    Signals:
        back_pressed: back to what would be sent now.
        compare_pressed: this and what would be sent now, side by side.
    """

    back_pressed = Signal()
    compare_pressed = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("look", "notice")
        self._mark = _Mark(icons, self)
        self._title = plain_label(wrap=True)
        self._more = plain_label(look="secondary", wrap=True)
        self._compare = QPushButton(self.tr("Compare with now"))
        self._back = QPushButton()
        self._compare.clicked.connect(self.compare_pressed)
        self._back.clicked.connect(self.back_pressed)
        words = QVBoxLayout()
        words.setSpacing(SPACE_4)
        words.addWidget(self._title)
        words.addWidget(self._more)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for button in (self._back, self._compare):
            button.setProperty("look", "link")
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        words.addLayout(self._buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_4)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        self._place_buttons()
        self.hide()

    def show_sentence(self, sentence: str, icon: str, back: str = "", *, compares: bool = False) -> None:
        """Shows a sentence with an icon; ``back`` is what the button says that leads back (empty: none is needed)."""
        self._mark.name = icon
        self._mark.update()
        self._title.setText(sentence)
        self._back.setText(back)
        self._back.setVisible(bool(back))
        self._compare.setVisible(compares)
        self._place_buttons()
        self.show_more("")
        self.setAccessibleName(sentence)
        self.setVisible(True)

    def show_more(self, sentence: str) -> None:
        """What follows from it, once that is known."""
        self._more.setText(sentence)
        self._more.setVisible(bool(sentence))

    def sentence(self) -> str:
        """What it says; empty while it is hidden."""
        return self._title.text() if not self.isHidden() else ""

    def _place_buttons(self) -> None:
        """Beside each other where there is room for their words, else below each other; never cut."""
        margins = self.contentsMargins()
        room = self.width() - margins.left() - margins.right() - SPACE_12 - MARK_SIZE - 2 * SPACE_8
        shown = [button for button in (self._back, self._compare) if not button.isHidden()]
        needed = sum(button.sizeHint().width() for button in shown) + SPACE_8 * (len(shown) - 1)
        beside = needed <= room
        directions = QBoxLayout.Direction
        self._buttons.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self._buttons.setSpacing(SPACE_8 if beside else 0)

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """The dock is as wide as the person makes it."""
        super().resizeEvent(event)
        self._place_buttons()

    def minimumSizeHint(self) -> QSize:
        """As narrow as the dock may be: the buttons find their places in any width."""
        return QSize(0, super().minimumSizeHint().height())


class _Mark(QWidget):
    """The icon; it says nothing of its own."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        self.name = "info"
        super().__init__(parent)
        self._icons = icons
        self.setFixedSize(MARK_SIZE, MARK_SIZE + SPACE_4)

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """In the colour of today's theme."""
        picture = self._icons.pixmap(self.name, "accent", MARK_SIZE, self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, 1, picture)
