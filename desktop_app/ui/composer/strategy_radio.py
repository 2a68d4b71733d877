"""One button of the strategy selector's group, as the keyboard and a screen reader know it. It paints nothing."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QRadioButton, QWidget


class KeyKeeper(Protocol):
    """What hears the keys of all the buttons: the track."""

    def take_key(self, event: QKeyEvent) -> bool:
        """A key in one of the buttons. False where it means nothing to the group."""
        ...

    def takes_escape(self) -> bool:
        """Whether Esc means *back* here, and not what it means in the window."""
        ...

    def note_keyboard(self, event: QFocusEvent, *, came: bool) -> None:
        """The keyboard came to one of the buttons, or left it."""
        ...


class StrategyRadio(QRadioButton):
    """A real button without a look. The mouse is the track's, the keys are this one's."""

    def __init__(self, name: str, keys: KeyKeeper, parent: QWidget) -> None:
        super().__init__(parent)
        self._keys = keys
        self.setText(name.replace("&", "&&"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # for a screen reader: no click gets here

    def hitButton(self, pos: QPoint, /) -> bool:
        """All of it is the button."""
        return self.rect().contains(pos)

    def event(self, event: QEvent, /) -> bool:
        """Esc is taken from the window only where there is something to go back to."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self._keys.takes_escape()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Arrows, Home, End and Esc are the group's; Space is the button's own."""
        if self._keys.take_key(event):
            event.accept()
        elif event.key() == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent, /) -> None:
        """The ring is painted by the track."""
        super().focusInEvent(event)
        self._keys.note_keyboard(event, came=True)

    def focusOutEvent(self, event: QFocusEvent, /) -> None:
        """The ring is painted by the track."""
        super().focusOutEvent(event)
        self._keys.note_keyboard(event, came=False)

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """Nothing: the track paints all of them together, the thumb over their borders."""
