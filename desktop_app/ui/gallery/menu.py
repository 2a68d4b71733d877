"""What can be done with a character of the gallery, by menu and by keys. Made by ``GalleryPresenter``; asks no service."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.domain.chat import Chat
from desktop_app.services.gallery_service import GalleryCard
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import shortened

MOST_CHATS = 15
"""So many of a character's chats are in its menu, the last changed ones."""

LONGEST_TITLE = 48

_KEYS = {
    "edit": "Ctrl+E",
    "favourite": "Ctrl+D",
    "duplicate": "Ctrl+Shift+D",
    "export": "Ctrl+Shift+E",
    "delete": "Delete",
}


class GalleryMenu(QObject):
    """Filled anew for each character.

    Signals:
        start_wanted, edit_wanted, favourite_wanted, export_wanted, duplicate_wanted, delete_wanted: (character id)
        chat_wanted: (chat id) one of the character's chats.
        undo_wanted: the last deletion is to be taken back.
    """

    start_wanted = Signal(str)
    chat_wanted = Signal(str)
    undo_wanted = Signal()
    edit_wanted = Signal(str)
    favourite_wanted = Signal(str)
    export_wanted = Signal(str)
    duplicate_wanted = Signal(str)
    delete_wanted = Signal(str)

    def __init__(self, icons: Icons, window: QWidget, view: QWidget, current: Callable[[], GalleryCard | None]) -> None:
        """``current``: the card that the keys are about; they work in ``view``, where they are no text's."""
        super().__init__(window)
        self._icons = icons
        self._current = current
        self.menu = QMenu(window)
        self._chats = QMenu(self.tr("Its chats"), window)  # one for all: clearing a menu leaves the menus in it
        for name, signal in self._signals().items():
            self._bind(_KEYS[name], view, lambda signal=signal: self._tell(signal))
        self._bind("Ctrl+Z", view, self._undo)

    def fill(self, card: GalleryCard, chats: Sequence[Chat]) -> None:
        """What can be done with this character; ``chats`` are its own, the last changed first."""
        self.menu.clear()
        self._add(self.tr("Start a chat"), "message-square-plus", self.start_wanted, card.id)
        self._add_chats(chats)
        self.menu.addSeparator()
        star = self.tr("Not a favourite any more") if card.is_favourite else self.tr("Mark as a favourite")
        signals = self._signals()
        for name, text, icon in (
            ("edit", self.tr("Edit"), "pencil"),
            ("favourite", star, "star"),
            ("duplicate", self.tr("Duplicate"), "copy"),
            ("export", self.tr("Export …"), "upload"),
        ):
            self._add(text, icon, signals[name], card.id, _KEYS[name])
        self.menu.addSeparator()
        self._add(self.tr("Delete"), "trash-2", self.delete_wanted, card.id, _KEYS["delete"])

    def open_for(self, card: GalleryCard, chats: Sequence[Chat], place: QPoint) -> None:
        """Opens it at a place of the screen."""
        self.fill(card, chats)
        self.menu.popup(place)

    def _signals(self) -> dict[str, SignalInstance]:
        return {
            "edit": self.edit_wanted,
            "favourite": self.favourite_wanted,
            "duplicate": self.duplicate_wanted,
            "export": self.export_wanted,
            "delete": self.delete_wanted,
        }

    @staticmethod
    def _bind(keys: str, view: QWidget, done: Callable[[], None]) -> None:
        shortcut = QShortcut(QKeySequence(keys), view)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(done)

    def _tell(self, signal: SignalInstance) -> None:
        card = self._current()
        if card is not None:
            signal.emit(card.id)

    def _undo(self) -> None:
        self.undo_wanted.emit()

    def _add(self, text: str, icon: str, signal: SignalInstance, character_id: str, keys: str = "") -> None:
        action = self.menu.addAction(self._icons.icon(icon), text)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False: signal.emit(character_id))

    def _add_chats(self, chats: Sequence[Chat]) -> None:
        inner = self._chats
        inner.clear()
        inner.setIcon(self._icons.icon("message-square"))
        inner.menuAction().setEnabled(bool(chats))
        self.menu.addMenu(inner)
        for chat in chats[:MOST_CHATS]:
            action = QAction(_shown_title(chat.title) or self.tr("New chat"), inner)
            action.triggered.connect(lambda _checked=False, chat_id=chat.id: self.chat_wanted.emit(chat_id))
            inner.addAction(action)


def _shown_title(title: str) -> str:
    """One line, not too wide; an ampersand is one and no underline."""
    return shortened(title, LONGEST_TITLE).replace("&", "&&")
