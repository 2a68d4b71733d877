"""The places that find and replace found, as a list with a tick each. Filled by ``dialog``; asks no service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from desktop_app.services.replace_service import FoundPlaces, ReplaceHit, Where
from desktop_app.ui.speakers import speaker
from desktop_app.ui.text import plain_tooltip

WHERE, BEFORE, AFTER = range(3)

ROWS = 1_000
"""Rows that a list is given at once: it asks the model about each, and for more as it is scrolled."""

AROUND = 32
"""Characters of a text shown on each side of a place."""

EXCERPT = Qt.ItemDataRole.UserRole
"""The role of an ``Excerpt``, which the delegate paints."""

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line of text with the place in it, from ``start``, ``length`` characters long."""

    text: str
    start: int
    length: int


class HitModel(QAbstractTableModel):
    """Places with their ticks.

    Signals:
        ticked: (number) so many are ticked now.
    """

    ticked = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        self._hits: tuple[ReplaceHit, ...] = ()
        self._rows = 0
        self._ticks: set[int] = set()
        self._forms: dict[str, str] = {}
        super().__init__(parent)

    @property
    def count(self) -> int:
        """How many places there are, shown or not yet."""
        return len(self._hits)

    @property
    def numbers(self) -> frozenset[int]:
        """Of the places that are ticked."""
        return frozenset(self._ticks)

    @property
    def forms(self) -> Mapping[str, str]:
        """What the person would have in the place of inflected forms."""
        return dict(self._forms)

    def show_found(self, found: FoundPlaces) -> None:
        """Other places. What stands there as it was looked for is ticked, inflected forms are not."""
        self.beginResetModel()
        self._hits = found.hits
        self._rows = min(ROWS, len(found.hits))
        self._ticks = {hit.number for hit in found.hits if not hit.place.is_form}
        self._forms = {}
        self.endResetModel()
        self.ticked.emit(len(self._ticks))

    def tick_all(self, *, on: bool) -> None:
        """All, or none."""
        self._tick((hit.number for hit in self._hits), on=on)

    def tick_form(self, form: str, *, on: bool) -> None:
        """All places where this form stands."""
        self._tick((hit.number for hit in self._hits if hit.place.is_form and hit.place.found == form), on=on)

    def set_form(self, form: str, instead: str) -> None:
        """Another word in the place of a form."""
        self._forms[form] = instead
        self._tell()

    def _tick(self, numbers: Iterable[int], *, on: bool) -> None:
        if on:
            self._ticks.update(numbers)
        else:
            self._ticks.difference_update(numbers)
        self._tell()
        self.ticked.emit(len(self._ticks))

    def _tell(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, AFTER))

    def _instead(self, hit: ReplaceHit) -> str:
        return self._forms.get(hit.place.found, hit.instead) if hit.place.is_form else hit.instead

    # Qt

    def rowCount(self, parent: Index = _NO_PARENT, /) -> int:
        """One for each place, as far as the list has asked."""
        return 0 if parent.isValid() else self._rows

    def canFetchMore(self, parent: Index, /) -> bool:
        """Whether there are places that the list was not given yet."""
        return not parent.isValid() and self._rows < len(self._hits)

    def fetchMore(self, parent: Index, /) -> None:
        """The next ones."""
        if self.canFetchMore(parent):
            more = min(self._rows + ROWS, len(self._hits))
            self.beginInsertRows(QModelIndex(), self._rows, more - 1)
            self._rows = more
            self.endInsertRows()

    def columnCount(self, parent: Index = _NO_PARENT, /) -> int:
        """Where, before, after."""
        return 0 if parent.isValid() else AFTER + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole, /) -> Any:
        """Texts, excerpts, ticks."""
        hit, column = self._hits[index.row()], index.column()
        if column == WHERE:
            if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
                return where_name(hit)
            if role == Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if hit.number in self._ticks else Qt.CheckState.Unchecked
            return plain_tooltip(where_name(hit)) if role == Qt.ItemDataRole.ToolTipRole else None
        excerpt = excerpt_of(hit, hit.place.found if column == BEFORE else self._instead(hit))
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return excerpt.text
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(excerpt.text)
            case int(value) if value == EXCERPT:
                return excerpt
            case _:
                return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole, /) -> bool:
        """Ticks, one by one."""
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != WHERE:
            return False
        self._tick([self._hits[index.row()].number], on=Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def flags(self, index: Index, /) -> Qt.ItemFlag:
        """The first column has the tick."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == WHERE else flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole, /) -> Any:
        """The columns' names."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Where"), self.tr("Now"), self.tr("Then"))[section]
        return None


def excerpt_of(hit: ReplaceHit, word: str) -> Excerpt:
    """The place with ``word`` in it and what stands around, in one line."""
    start, end = hit.place.start, hit.place.end
    before = _line(hit.text[max(0, start - AROUND) : start])
    after = _line(hit.text[end : end + AROUND])
    before = f"…{before}" if start > AROUND else before
    after = f"{after}…" if end + AROUND < len(hit.text) else after
    word = _line(word)
    return Excerpt(f"{before}{word}{after}", len(before), len(word))


def where_name(hit: ReplaceHit) -> str:
    """What a place is in, by its kind and its name."""
    name = speaker(hit.title) if hit.where is Where.MESSAGES else hit.title
    kind = where_names()[hit.where]
    return f"{kind} · {name}" if name else kind


def where_names() -> dict[Where, str]:
    """The kinds of things that are looked through."""
    translate = QCoreApplication.translate
    return {
        Where.MESSAGES: translate("Replacing", "Messages"),
        Where.SUMMARY: translate("Replacing", "Summary"),
        Where.LORE: translate("Replacing", "Lorebooks"),
        Where.MEMORY: translate("Replacing", "Memory"),
        Where.CHARACTERS: translate("Replacing", "Characters"),
    }


def _line(text: str) -> str:
    return "".join(" " if letter.isspace() else letter for letter in text)
