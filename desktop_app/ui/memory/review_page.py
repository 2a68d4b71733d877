"""The page that reviews memory: a choice of lists, the list, the entry below it or two side by side. All by keyboard.

``review_presenter`` fills it and hears its signals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.buttons import plain_button
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.line_page import LinePage
from desktop_app.ui.memory.review_card import ReviewCard
from desktop_app.ui.memory.review_words import EntryCard, Shown, shown_title
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.theme import SPACE_8, AppTheme
from desktop_app.ui.undo_bar import UndoBar


class ReviewPage(LinePage):
    """Choice, list, cards, what was just decided.

    Signals:
        came_up: the page is looked at.
        shown_changed: another list is wanted.
        kept, edit_pressed, off_pressed, delete_pressed: what is done about the chosen finding.
        preferred, switched_off, source_pressed: (entry id) see ``ReviewCard``.
    """

    came_up = Signal()
    shown_changed = Signal()
    kept = Signal()
    edit_pressed = Signal()
    off_pressed = Signal()
    delete_pressed = Signal()
    preferred = Signal(str)
    switched_off = Signal(str)
    source_pressed = Signal(str)

    def __init__(self, theme: AppTheme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(theme, icons, parent)
        self._choice = QComboBox()
        self._choice.setAccessibleName(self.tr("What is listed"))
        for shown in Shown:
            self._choice.addItem(shown_title(shown), shown)
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setRange(0, 100)
        self._progress.setAccessibleName(self.tr("Memory is being looked through"))
        self._view.setAccessibleName(self.tr("Memory entries under review"))
        self.cards = (ReviewCard(), ReviewCard())
        self.keep = self._button(self.tr("Keep as it is"), self.kept.emit, "Return")
        self.keep.setProperty("look", "primary")
        self.edit = self._button(self.tr("Edit …"), self.edit_pressed.emit, "F2")
        self.off = self._button(self.tr("Switch off"), self.off_pressed.emit, "Delete")
        self.delete = self._button(self.tr("Delete"), self.delete_pressed.emit, "Shift+Delete")
        for card, keys in zip(self.cards, ("Ctrl+Left", "Ctrl+Right"), strict=True):
            self._add_keys(card.prefer, keys)
        self.undo_bar = UndoBar()
        self._lay_out()
        self._connect()

    @property
    def shown(self) -> Shown:
        """Which list is wanted."""
        return Shown(self._choice.currentData())

    def show_list(self, shown: Shown) -> None:
        """Another list."""
        self._choice.setCurrentIndex(self._choice.findData(shown))

    def set_counts(self, counts: Mapping[Shown, int]) -> None:
        """How many each list names."""
        for place in range(self._choice.count()):
            shown = Shown(self._choice.itemData(place))
            title = self.tr("{list} ({count})").format(
                list=shown_title(shown), count=QLocale().toString(counts.get(shown, 0))
            )
            self._choice.setItemText(place, title)

    def show_progress(self, share: float | None) -> None:
        """So much of the entries was looked through (0 to 1); None: nothing is being done."""
        self._progress.setVisible(share is not None)
        self._progress.setValue(round(100 * (share or 0)))

    def show_cards(self, cards: Sequence[EntryCard], prefer: str, *, keep: bool) -> None:
        """The chosen finding: no entry, one, or two, of which each may be preferred in these words.

        ``keep``: there is something to be left as it is.
        """
        pair = len(cards) > 1
        for place, card in enumerate(self.cards):
            card.setVisible(place < len(cards))
            card.show_card(cards[place] if place < len(cards) else EntryCard("", ""), prefer if pair else "")
        self.keep.setText(self.tr("Keep both") if pair else self.tr("Keep as it is"))
        self.keep.setVisible(keep)
        for button in (self.edit, self.off, self.delete):
            button.setVisible(bool(cards) and not pair)

    def focus_list(self) -> None:
        """As every list; where nothing is in this one, another can be chosen."""
        super().focus_list()
        if self._waits_for_lines:
            self._choice.setFocus()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_8)
        head.addWidget(self._choice)
        head.addStretch(1)
        side_by_side = QHBoxLayout()
        side_by_side.setSpacing(SPACE_8)
        for card in self.cards:
            side_by_side.addWidget(card, 1)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_8)
        for button in (self.keep, self.edit, self.off, self.delete):
            foot.addWidget(button)
        foot.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_8, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addLayout(head)
        layout.addWidget(self._progress)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._empty, 1)
        layout.addLayout(side_by_side)
        layout.addLayout(foot)
        layout.addWidget(self.undo_bar)
        self._empty.hide()
        self._progress.hide()
        self.show_cards((), "", keep=False)

    def _connect(self) -> None:
        self._choice.currentIndexChanged.connect(self.shown_changed)
        for card in self.cards:
            card.preferred.connect(self.preferred)
            card.switched_off.connect(self.switched_off)
            card.source_pressed.connect(self.source_pressed)

    def _button(self, text: str, pressed: Callable[[], Any], keys: str) -> QPushButton:
        button = plain_button(text, pressed=pressed)
        self._add_keys(button, keys)
        return button

    def _add_keys(self, button: QPushButton, keys: str) -> None:
        """Keys that press the button while the keyboard is in the list."""
        shortcut = QShortcut(QKeySequence(keys), self._view, context=Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(lambda: button.click() if button.isVisibleTo(self) else None)
        set_plain_tooltip(button, shortcut.key().toString(QKeySequence.SequenceFormat.NativeText))

    def showEvent(self, event: QShowEvent) -> None:
        """The review is made when it is looked at."""
        super().showEvent(event)
        self.came_up.emit()
