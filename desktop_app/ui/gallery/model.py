"""The cards of the gallery that the search leaves, as a list model. Filled by ``GalleryPresenter``; asks no service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QDateTime, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_app.services.gallery_service import GalleryCard
from desktop_app.ui.counts import chats_phrase
from desktop_app.ui.text import plain_tooltip

CARD_ROLE = Qt.ItemDataRole.UserRole + 1
"""The ``GalleryCard``."""

USE_ROLE = Qt.ItemDataRole.UserRole + 2
"""How it is used, in words."""

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class GalleryModel(QAbstractListModel):
    """The cards in their order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cards: list[GalleryCard] = []
        self._uses: dict[str, str] = {}

    @property
    def cards(self) -> Sequence[GalleryCard]:
        """Those that are shown."""
        return self._cards

    def show_cards(self, cards: Sequence[GalleryCard]) -> None:
        """These and no others. Where only their contents are others, the view keeps its place."""
        self._uses.clear()
        if [card.id for card in cards] == [card.id for card in self._cards]:
            self._cards = list(cards)
            if cards:
                self.dataChanged.emit(self.index(0), self.index(len(cards) - 1))
            return
        self.beginResetModel()
        self._cards = list(cards)
        self.endResetModel()

    def index_of(self, character_id: str) -> QModelIndex:
        """The card of a character; an invalid index where it is not shown."""
        return next((self.index(at) for at, card in enumerate(self._cards) if card.id == character_id), QModelIndex())

    def card(self, index: Index) -> GalleryCard | None:
        """What is there."""
        return self._cards[index.row()] if 0 <= index.row() < len(self._cards) else None

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """How many are shown."""
        return 0 if parent.isValid() else len(self._cards)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The name, what is said of the rest, and our own roles."""
        card = self.card(index)
        if card is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return card.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(card)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip("\n".join(filter(None, (card.name, card.author, ", ".join(card.tags)))))
            case _:
                return self._use(card) if role == USE_ROLE else card if role == CARD_ROLE else None

    def _spoken(self, card: GalleryCard) -> str:
        favourite = self.tr("favourite") if card.is_favourite else ""
        return ", ".join(filter(None, (card.name, favourite, *card.tags, self._use(card))))

    def _use(self, card: GalleryCard) -> str:
        known = self._uses.get(card.id)
        if known is None:
            known = self._uses[card.id] = self._use_in_words(card)
        return known

    def _use_in_words(self, card: GalleryCard) -> str:
        if not card.usage.chats:
            return self.tr("No chats yet")
        day = QDateTime.fromMSecsSinceEpoch(card.usage.last).date()
        when = QLocale().toString(day, QLocale.FormatType.ShortFormat)
        return self.tr("{chats} · {date}").format(chats=chats_phrase(card.usage.chats), date=when)
