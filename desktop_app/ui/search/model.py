"""Found messages as rows, loaded page by page. Filled by ``SearchPresenter``, shown by ``ResultList``; asks no service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QDate,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from desktop_app.domain.message import Role
from desktop_app.domain.searching import SearchHit
from desktop_app.ui.search.excerpt import Excerpt, excerpt
from desktop_app.ui.speakers import speaker

HIT_ROLE = Qt.ItemDataRole.UserRole + 1
"""The ``SearchHit`` of a row."""

EXCERPT_ROLE = Qt.ItemDataRole.UserRole + 2
"""Its ``Excerpt``."""

CHAT_ROLE = Qt.ItemDataRole.UserRole + 3
"""The title of its chat."""

WHO_ROLE = Qt.ItemDataRole.UserRole + 4
"""Who said it."""

WHEN_ROLE = Qt.ItemDataRole.UserRole + 5
"""The day, or the time of today, by locale."""

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class SearchModel(QAbstractListModel):
    """One group of hits.

    Signals:
        more_wanted: the end is near, and there is more to load.
    """

    more_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[SearchHit] = []
        self._titles: Mapping[str, str] = {}
        self._more = False
        self._loading = False

    @property
    def has_more(self) -> bool:
        """Whether there is more to load."""
        return self._more

    def set_titles(self, titles: Mapping[str, str]) -> None:
        """What the chats are called, by their ids."""
        self._titles = titles
        if self._hits:
            self.dataChanged.emit(self.index(0), self.index(len(self._hits) - 1))

    def set_hits(self, hits: Iterable[SearchHit], *, more: bool = False) -> None:
        """Replaces all. ``more``: there are others behind them."""
        self.beginResetModel()
        self._hits = list(hits)
        self._more, self._loading = more, False
        self.endResetModel()

    def add(self, hits: Iterable[SearchHit], *, more: bool) -> None:
        """The next page."""
        known = {hit.message_id for hit in self._hits}
        new = [hit for hit in hits if hit.message_id not in known]
        self._more, self._loading = more, False
        if new:
            self.beginInsertRows(_NO_PARENT, len(self._hits), len(self._hits) + len(new) - 1)
            self._hits += new
            self.endInsertRows()

    def stop_loading(self) -> None:
        """The next page did not come; it is asked for when it is wanted again."""
        self._loading = False

    def hit(self, row: int) -> SearchHit | None:
        """The hit of a row, if there is one."""
        return self._hits[row] if 0 <= row < len(self._hits) else None

    def row_of(self, message_id: str) -> int:
        """The row of a message; -1 where it is not loaded."""
        return next((row for row, hit in enumerate(self._hits) if hit.message_id == message_id), -1)

    def ids(self) -> set[str]:
        """The messages that are loaded."""
        return {hit.message_id for hit in self._hits}

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """How many are loaded."""
        return 0 if parent.isValid() else len(self._hits)

    def canFetchMore(self, parent: Index, /) -> bool:
        """Whether a page can be asked for now."""
        return not parent.isValid() and self._more and not self._loading

    def fetchMore(self, parent: Index, /) -> None:
        """Asks for the next page."""
        if self.canFetchMore(parent):
            self._loading = True
            self.more_wanted.emit()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The parts of a row; together, as they are read aloud."""
        hit = self.hit(index.row())
        if hit is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _excerpt(hit).text
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(hit)
            case _:
                return self._own(hit, role)

    def _own(self, hit: SearchHit, role: int) -> Any:
        if role == HIT_ROLE:
            return hit
        if role == EXCERPT_ROLE:
            return _excerpt(hit)
        if role == CHAT_ROLE:
            return self._titles.get(hit.chat_id) or self.tr("New chat")
        if role == WHO_ROLE:
            return self._who(hit)
        return _when(hit) if role == WHEN_ROLE else None

    def _who(self, hit: SearchHit) -> str:
        if hit.speaker_name:
            return speaker(hit.speaker_name)
        return {
            Role.USER: self.tr("You"),
            Role.ASSISTANT: self.tr("Assistant"),
            Role.SYSTEM: self.tr("System"),
            Role.TOOL: self.tr("Tool"),
        }[hit.role]

    def _spoken(self, hit: SearchHit) -> str:
        chat, name, date, text = self._own(hit, CHAT_ROLE), self._who(hit), _when(hit), _excerpt(hit).text
        if not date:
            return self.tr("{chat}, {name}: {text}").format(chat=chat, name=name, text=text)
        return self.tr("{chat}, {name}, {date}: {text}").format(chat=chat, name=name, date=date, text=text)


def _excerpt(hit: SearchHit) -> Excerpt:
    return excerpt(hit.text, hit.spans)


def _when(hit: SearchHit) -> str:
    """Nothing where it is not known, as in chats of programs that keep no dates."""
    if not hit.created_at:
        return ""
    moment = QDateTime.fromMSecsSinceEpoch(hit.created_at)
    locale = QLocale()
    if moment.date() == QDate.currentDate():
        return locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
    return locale.toString(moment.date(), QLocale.FormatType.ShortFormat)
