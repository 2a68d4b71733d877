"""The cards side by side, as many in a row as there is room for. Driven by ``GalleryPresenter`` through signals."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from desktop_app.services.gallery_service import GalleryCard
from desktop_app.ui.editors.type_to_find import is_typing
from desktop_app.ui.gallery.delegate import CardDelegate, card_rect, cell_size, star_rect
from desktop_app.ui.gallery.model import GalleryModel
from desktop_app.ui.theme import AppTheme


class GalleryView(QListView):
    """Cards to walk through by arrows; Enter or a double click starts a chat.

    Signals:
        start_wanted: (character id) by Enter or a double click.
        star_pressed: (character id) its star was clicked.
        menu_wanted: (character id, global position) by the right button or the menu key.
        typed: (text) letters, for the search.
        current_changed: another card is marked, or none.
    """

    start_wanted = Signal(str)
    star_pressed = Signal(str)
    menu_wanted = Signal(str, QPoint)
    typed = Signal(str)
    current_changed = Signal()

    def __init__(
        self, model: GalleryModel, delegate: CardDelegate, theme: AppTheme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._cards = model
        self.setObjectName("gallery")
        self.setAccessibleName(self.tr("Characters"))
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(cell_size(self.font()).height() // 4)
        self.doubleClicked.connect(self._start)
        self.selectionModel().currentChanged.connect(self._on_current)
        model.modelReset.connect(self.current_changed)
        theme.changed.connect(self.viewport().update)
        self._fit()

    def current_card(self) -> GalleryCard | None:
        """The card that is marked."""
        return self._cards.card(self.currentIndex())

    def mark(self, character_id: str) -> None:
        """Marks a card and shows it; the first one where it is not there."""
        index = self._cards.index_of(character_id)
        if not index.isValid():
            index = self._cards.index(0)
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(index)

    def step(self, rows: int) -> None:
        """Marks the card so many further on, or back."""
        count = self._cards.rowCount()
        if count:
            at = min(max(0, self.currentIndex().row() + rows), count - 1)
            self.mark(self._cards.cards[at].id)

    def _start(self) -> None:
        card = self.current_card()
        if card is not None:
            self.start_wanted.emit(card.id)

    def _on_current(self) -> None:
        self.current_changed.emit()

    def _star_at(self, place: QPoint) -> GalleryCard | None:
        index = self.indexAt(place)
        card = self._cards.card(index)
        inside = card is not None and star_rect(card_rect(self.visualRect(index), self.font())).contains(place)
        return card if inside else None

    def _fit(self) -> None:
        """The room that is left beside the last card of a row is given to all of them."""
        least, room = cell_size(self.font()), self.viewport().width() - 2
        columns = max(1, room // least.width())
        wanted = QSize(max(least.width(), room // columns), least.height())
        if wanted != self.gridSize():
            self.setGridSize(wanted)

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """As many columns as there is room for."""
        self._fit()
        super().resizeEvent(event)

    def mousePressEvent(self, event: QMouseEvent, /) -> None:
        """The star is a button of its own."""
        card = self._star_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and card is not None:
            event.accept()
            self.star_pressed.emit(card.id)
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent, /) -> None:
        """Two clicks on the star start no chat."""
        if self._star_at(event.position().toPoint()) is None:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter starts a chat, letters are for the search."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._start()
        elif is_typing(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent, /) -> None:
        """The menu of the card under the mouse, or of the marked one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        card = self._cards.card(index)
        if card is not None:
            place = event.globalPos() if by_mouse else self.viewport().mapToGlobal(self.visualRect(index).center())
            self.menu_wanted.emit(card.id, place)
