"""The pictures in the rows of a chat: where they come from, and which of them is to be shown large. Owned by ``chat_view``."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from desktop_app.domain.message import ImagePart
from desktop_app.domain.pictures import pictures_of
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.theme import RADIUS_CONTROL


class RowPictures(QObject):
    """Asked while rows are painted and when one is pressed.

    Signals:
        opened: (the ImagePart) it is to be shown large.
    """

    opened = Signal(object)

    def __init__(self, model: ChatModel, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._model = model
        self._viewport = viewport
        self._small: Portraits | None = None

    def show_with(self, small: Portraits) -> None:
        """Where small ones come from."""
        self._small = small
        small.arrived.connect(self._viewport.update)

    def paint(self, painter: QPainter, place: QRect, picture: ImagePart, ground: QColor) -> bool:
        """Paints one of them; False where only the quiet ``ground`` could be painted yet."""
        ratio = painter.device().devicePixelRatioF()
        small = self._small and self._small.picture(picture.digest, place.width(), place.height(), ratio)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        if small is None:
            painter.drawRoundedRect(place, RADIUS_CONTROL, RADIUS_CONTROL)
            return False
        painter.save()
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(place), RADIUS_CONTROL, RADIUS_CONTROL)
        painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(place, small)
        painter.restore()
        return True

    def open_one(self, row: int, digest: str) -> None:
        """Tells that a picture of a row was pressed."""
        for picture in self._of(row):
            if picture.digest == digest:
                self.opened.emit(picture)
                return

    def open_first(self, row: int) -> bool:
        """Tells that the first picture of a row is wanted; False where there is none."""
        pictures = self._of(row)
        if pictures:
            self.opened.emit(pictures[0])
        return bool(pictures)

    def _of(self, row: int) -> tuple[ImagePart, ...]:
        message = self._model.message(row) if row >= 0 else None
        return pictures_of(message.parts) if message is not None else ()
