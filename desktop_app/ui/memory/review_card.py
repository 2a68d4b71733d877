"""A memory entry under review: its words, what is to be known of it, and what can be done with it alone.

A part of ``review_page``, which has one of them for one entry and two side by side for two.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.buttons import plain_button
from desktop_app.ui.memory.review_words import EntryCard
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12


class ReviewCard(QFrame):
    """One entry.

    Signals:
        preferred: (entry id) of two it is the one that stays.
        switched_off, source_pressed: (entry id)
    """

    preferred = Signal(str)
    switched_off = Signal(str)
    source_pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._card = EntryCard("", "")
        super().__init__(parent)
        self.setProperty("look", "card")
        self._content = plain_label(wrap=True)
        self._remarks = plain_label(look="secondary", wrap=True)
        for label in (self._content, self._remarks):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._source = plain_button("", pressed=lambda: self.source_pressed.emit(self._card.entry_id))
        self._source.setProperty("look", "line")
        self._source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.prefer = plain_button("", pressed=lambda: self.preferred.emit(self._card.entry_id))
        self.off = plain_button(self.tr("Switch off"), pressed=lambda: self.switched_off.emit(self._card.entry_id))
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        buttons.addWidget(self.prefer)
        buttons.addWidget(self.off)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_12, SPACE_12, SPACE_12)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._content)
        layout.addWidget(self._remarks)
        layout.addWidget(self._source)
        layout.addStretch(1)
        layout.addLayout(buttons)

    def show_card(self, card: EntryCard, prefer: str) -> None:
        """Another entry. ``prefer``: what the button says that prefers it; empty: there is no other."""
        self._card = card
        self._content.setText(card.content)
        self._remarks.setText("\n".join(card.remarks))
        self._source.setText(card.link.replace("&", "&&"))
        self._source.setAccessibleName(card.link)
        self._source.setVisible(bool(card.link))
        self.prefer.setText(prefer)
        self.prefer.setVisible(bool(prefer))
        self.off.setVisible(bool(prefer))

    def card(self) -> EntryCard:
        """What is shown."""
        return self._card
