"""The chosen row of the page of the summary: its whole text, where it came from, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.buttons import plain_button
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_8, SPACE_12

TEXT_HEIGHT = 68

LINKS = 4
"""So many places are offered; a sentence with more names the others in its remark."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence came from: a span of a message (-1: all of it), and what the link says."""

    message_id: str
    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is shown. ``editable``: the words can be changed, and locked or taken out; ``old``: they can be put back."""

    id: str
    text: str
    note: str
    places: tuple[Place, ...] = ()
    editable: bool = False
    locked: bool = False
    old: bool = False


class SummaryDetail(QFrame):
    """Stays as it is while somebody writes in it, whatever the list does.

    Signals:
        saved: (id, text) the person's own words.
        lock_pressed: (id, locked) keep it as it is, or let it be made anew.
        removed, put_back: (id)
        place_pressed: (message id, start, end) show it in the chat.
    """

    saved = Signal(str, str)
    lock_pressed = Signal(str, bool)
    removed = Signal(str)
    put_back = Signal(str)
    place_pressed = Signal(str, int, int)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        self._chosen = Chosen("", "", "")
        super().__init__(parent)
        self.setProperty("look", "card")
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(TEXT_HEIGHT)
        self.text.setAccessibleName(self.tr("Text of the sentence"))
        self._note = plain_label(look="secondary", wrap=True)
        self._links = QVBoxLayout()
        self._links.setSpacing(0)
        self.save = self._button(self.tr("Save"), self._on_save, "Ctrl+Return")
        self.save.setProperty("look", "primary")
        self.lock = self._button(self.tr("Lock"), self._on_lock)
        icons.bind(self.lock, "lock")
        self.remove = self._button(self.tr("Take out"), lambda: self.removed.emit(self._chosen.id))
        icons.bind(self.remove, "trash-2")
        self.back = self._button(self.tr("Put back"), lambda: self.put_back.emit(self._chosen.id))
        icons.bind(self.back, "undo-2")
        self._lay_out()
        self.text.textChanged.connect(self._show_buttons)
        self._show()

    @property
    def is_changed(self) -> bool:
        """Whether something is written that is not saved."""
        return self._chosen.editable and self.text.toPlainText().strip() != self._chosen.text.strip()

    @property
    def chosen(self) -> Chosen:
        """What is shown."""
        return self._chosen

    def show_chosen(self, chosen: Chosen) -> None:
        """Another row, or the same one as it is now: what is being written in it stays."""
        if chosen == self._chosen or (chosen.id == self._chosen.id and chosen.editable and self.is_changed):
            return
        self._chosen = chosen
        self._show()

    def drop_changes(self) -> None:
        """What was written is not wanted."""
        self._show()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        for button in (self.save, self.lock, self.remove, self.back):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_12, SPACE_12, SPACE_12)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self.text)
        layout.addWidget(self._note)
        layout.addLayout(self._links)
        layout.addLayout(buttons)

    def _show(self) -> None:
        chosen = self._chosen
        self.setVisible(bool(chosen.id))
        self.text.setReadOnly(not chosen.editable)
        self.text.setPlainText(chosen.text)
        self._note.setText(chosen.note)
        self._show_links(chosen.places[:LINKS])
        self.lock.setText(self.tr("Unlock") if chosen.locked else self.tr("Lock"))
        why = self.tr("Locked words are never made anew.")
        set_plain_tooltip(self.lock, why)
        for button in (self.lock, self.remove):
            button.setVisible(chosen.editable)
        self.back.setVisible(chosen.old)
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.save.setVisible(self._chosen.editable)
        self.save.setEnabled(self.is_changed and bool(self.text.toPlainText().strip()))

    def _show_links(self, places: Sequence[Place]) -> None:
        while (item := self._links.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place in places:
            button = QPushButton(place.label.replace("&", "&&"))
            button.setProperty("look", "line")
            button.setAutoDefault(False)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setAccessibleName(place.label)
            set_plain_tooltip(button, self.tr("Show in the chat"))
            button.clicked.connect(partial(self._on_place, place))
            self._links.addWidget(button)

    def _button(self, text: str, pressed: Callable[[], None], keys: str = "") -> QPushButton:
        button = plain_button(text, pressed=pressed)
        if keys:
            QShortcut(
                QKeySequence(keys), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut
            ).activated.connect(button.click)
        return button

    def _on_save(self) -> None:
        self.saved.emit(self._chosen.id, self.text.toPlainText().strip())

    def _on_lock(self) -> None:
        self.lock_pressed.emit(self._chosen.id, not self._chosen.locked)

    def _on_place(self, place: Place) -> None:
        self.place_pressed.emit(place.message_id, place.start, place.end)
