"""Where is searched: one chat, the chats with a character, whose messages, of which time. Told names by the presenter."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from PySide6.QtCore import QDate, QDateTime, QTime, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDateEdit, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_app.domain.message import Role
from desktop_app.domain.searching import SearchQuestion
from desktop_app.ui.editors.inputs import Choice, Tick
from desktop_app.ui.text import plain_label, shortened
from desktop_app.ui.theme import SPACE_4, SPACE_8

LONGEST_NAME = 60
"""Characters of a chat's or character's name in the menus."""


ROOM_BESIDE = 44
"""Pixels of a choice beside its text: padding and arrow."""


class Time(Enum):
    """Which time; the value is how many days back it goes."""

    ANY = -1
    TODAY = 0
    WEEK = 6
    MONTH = 29
    YEAR = 364
    BETWEEN = -2


class SearchFilters(QWidget):
    """A row of choices, and one for the days where they are chosen by hand.

    Signals:
        changed: something else was chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chat = Choice([("", self.tr("All chats"))])
        self.character = Choice([("", self.tr("Any character"))])
        self.who = Choice(self._people())
        self.time = Choice(self._times())
        self.variants = Tick(self.tr("Also variants that were not chosen"))
        self.first, self.last = QDateEdit(), QDateEdit()
        self._days = QWidget()
        self._grid = QGridLayout()
        self._columns = 0
        self._choices = (self.chat, self.character, self.who, self.time)
        for choice, name in zip(self._choices, self._names(), strict=True):
            choice.setAccessibleName(name)
            choice.setCurrentIndex(0)
            choice.edited.connect(self._on_edited)
        self.variants.edited.connect(self.changed)
        self._make_days()
        self._lay_out()

    def show_chats(self, chats: Iterable[tuple[str, str]]) -> None:
        """Ids and titles."""
        self._offer(self.chat, self.tr("All chats"), chats)

    def show_characters(self, characters: Iterable[tuple[str, str]]) -> None:
        """Ids and names."""
        self._offer(self.character, self.tr("Any character"), characters)

    def question(self, text: str) -> SearchQuestion:
        """``text`` within what is chosen."""
        since, until = self._between()
        return SearchQuestion(
            text,
            chat_id=self.chat.value() or "",
            character_id=self.character.value() or "",
            role=self.who.value(),
            since=since,
            until=until,
            all_variants=self.variants.value(),
        )

    @property
    def any_set(self) -> bool:
        """Whether not everything is searched."""
        return any(choice.currentIndex() > 0 for choice in self._choices)

    @property
    def shows_days(self) -> bool:
        """Whether days are chosen by hand."""
        return not self._days.isHidden()

    def clear(self) -> None:
        """Everything is searched."""
        for choice in self._choices:
            choice.setCurrentIndex(0)
        self._on_edited()

    def _people(self) -> list[tuple[Role | None, str]]:
        return [
            (None, self.tr("Anyone")),
            (Role.USER, self.tr("You")),
            (Role.ASSISTANT, self.tr("The model")),
            (Role.SYSTEM, self.tr("System")),
            (Role.TOOL, self.tr("Tools")),
        ]

    def _times(self) -> list[tuple[Time, str]]:
        return [
            (Time.ANY, self.tr("Any time")),
            (Time.TODAY, self.tr("Today")),
            (Time.WEEK, self.tr("Last 7 days")),
            (Time.MONTH, self.tr("Last 30 days")),
            (Time.YEAR, self.tr("Last year")),
            (Time.BETWEEN, self.tr("Between …")),
        ]

    def _names(self) -> tuple[str, ...]:
        return self.tr("Chat"), self.tr("Character"), self.tr("Said by"), self.tr("Time")

    def _make_days(self) -> None:
        today = QDate.currentDate()
        for edit, day, name in (
            (self.first, today.addMonths(-1), self.tr("First day")),
            (self.last, today, self.tr("Last day")),
        ):
            edit.setDate(day)
            edit.setAccessibleName(name)
            field = edit.findChild(QLineEdit)
            if field is not None:
                field.setTextMargins(SPACE_4, 0, 0, 0)
            edit.dateChanged.connect(self._on_day_changed)
        self._days.hide()

    def _lay_out(self) -> None:
        self._grid.setSpacing(SPACE_8)
        self._place_choices(len(self._choices))
        days = QHBoxLayout(self._days)
        days.setContentsMargins(0, 0, 0, 0)
        days.setSpacing(SPACE_8)
        for name, edit in ((self.tr("From"), self.first), (self.tr("to"), self.last)):
            days.addWidget(plain_label(name, look="secondary"))
            days.addWidget(edit)
        days.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addLayout(self._grid)
        layout.addWidget(self._days)
        layout.addWidget(self.variants)

    def _place_choices(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for at, choice in enumerate(self._choices):
            self._grid.addWidget(choice, at // columns, at % columns)
        for column in range(len(self._choices)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """In a narrow window two below two, so that what is chosen can be read."""
        super().resizeEvent(event)
        metrics = self.fontMetrics()
        names = (*(choice.itemText(0) for choice in self._choices), *(name for _, name in self._times()))
        wanted = max(map(metrics.horizontalAdvance, names)) + ROOM_BESIDE
        count = len(self._choices)
        self._place_choices(count if self.width() >= count * (wanted + SPACE_8) else 2)

    def _offer(self, choice: Choice, everything: str, names: Iterable[tuple[str, str]]) -> None:
        choice.show_options([("", everything), *((value, shortened(name, LONGEST_NAME)) for value, name in names)])
        if choice.currentIndex() < 0:  # what was chosen is gone
            choice.setCurrentIndex(0)

    def _on_edited(self) -> None:
        self._days.setVisible(self.time.value() is Time.BETWEEN)
        self.changed.emit()

    def _on_day_changed(self, _day: QDate) -> None:
        self.changed.emit()

    def _between(self) -> tuple[int | None, int | None]:
        """Unix milliseconds of the first moment, and of the first one after."""
        time = self.time.value()
        if time is Time.ANY:
            return None, None
        if time is Time.BETWEEN:
            first, last = sorted((self.first.date(), self.last.date()), key=lambda day: day.toJulianDay())
            return _midnight(first), _midnight(last.addDays(1))
        return _midnight(QDate.currentDate().addDays(-time.value)), None


def _midnight(day: QDate) -> int:
    return QDateTime(day, QTime(0, 0)).toMSecsSinceEpoch()
