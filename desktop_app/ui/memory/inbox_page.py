"""The page of proposals: memory entries that wait for the person's word, one card below the list. All by keyboard.

``inbox_presenter`` fills it and hears its signals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.buttons import plain_button
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.line_page import LinePage
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_8, SPACE_12, AppTheme
from desktop_app.ui.undo_bar import UndoBar


@dataclass(frozen=True, slots=True)
class Card:
    """What is proposed, in words. ``remarks``: its keywords, what it replaces, what says nearly the same; ``link``: its source."""

    id: str = ""
    content: str = ""
    remarks: tuple[str, ...] = ()
    link: str = ""


class InboxPage(LinePage):
    """List, card, what was just decided.

    Signals:
        accepted, edit_pressed, refused, never_again, source_pressed: (proposal id)
    """

    accepted = Signal(str)
    edit_pressed = Signal(str)
    refused = Signal(str)
    never_again = Signal(str)
    source_pressed = Signal(str)

    def __init__(self, theme: AppTheme, icons: Icons, parent: QWidget | None = None) -> None:
        self._card = Card()
        super().__init__(theme, icons, parent)
        self._view.setAccessibleName(self.tr("Proposed memory entries"))
        self._content = plain_label(wrap=True)
        self._remarks = plain_label(look="secondary", wrap=True)
        for label in (self._content, self._remarks):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._source = self._button("", lambda: self.source_pressed.emit(self._card.id))
        self._source.setProperty("look", "line")
        self._source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.accept = self._button(self.tr("Remember"), lambda: self._decide(self.accepted.emit), "Return")
        self.accept.setProperty("look", "primary")
        self.edit = self._button(self.tr("Edit …"), lambda: self._decide(self.edit_pressed.emit), "F2")
        self.refuse = self._button(self.tr("Refuse"), lambda: self._decide(self.refused.emit), "Delete")
        self.never = self._button(
            self.tr("Not like this again"), lambda: self._decide(self.never_again.emit), "Shift+Delete"
        )
        self.undo_bar = UndoBar()
        self._lay_out()

    def show_card(self, card: Card) -> None:
        """The chosen proposal."""
        self._card = card
        self._frame.setVisible(bool(card.id))
        self._content.setText(card.content)
        self._remarks.setText("\n".join(card.remarks))
        self._source.setText(card.link.replace("&", "&&"))
        self._source.setAccessibleName(card.link)
        self._source.setVisible(bool(card.link))

    def card(self) -> Card:
        """What is shown of the chosen proposal."""
        return self._card

    def _decide(self, emit: Callable[[str], object]) -> None:
        if self._card.id:
            emit(self._card.id)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        for button in (self.accept, self.edit, self.refuse, self.never):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._frame = QFrame()
        self._frame.setProperty("look", "card")
        card = QVBoxLayout(self._frame)
        card.setContentsMargins(SPACE_12, SPACE_12, SPACE_12, SPACE_12)
        card.setSpacing(SPACE_8)
        card.addWidget(self._content)
        card.addWidget(self._remarks)
        card.addWidget(self._source)
        card.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_8, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self._frame)
        layout.addWidget(self.undo_bar)
        self._empty.hide()
        self._frame.hide()

    def _button(self, text: str, pressed: Callable[[], object], keys: str = "") -> QPushButton:
        button = plain_button(text, pressed=pressed)
        if keys:
            shortcut = QShortcut(QKeySequence(keys), self._view, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(button.click)
            set_plain_tooltip(button, f"{text} ({shortcut.key().toString(QKeySequence.SequenceFormat.NativeText)})")
        return button
