"""The map of the chat: a thin strip beside the conversation, in which each message has its place and shows where it is.

In the context, summarised, recalled, excluded, out of date, or out without a trace: told by the colours of the kinds and by how
wide, whole or broken the mark is. Ten thousand messages are aggregated to its pixels once for each change, not for each painting.
Filled by ``map_presenter``.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.context.plan import BlockKind
from desktop_app.services.summary_told import Went
from desktop_app.ui.text import plain_tooltip
from desktop_app.ui.theme import AppTheme, mixed

WIDTH = 14
INSET = 4
_PALE = 0.3

RANK = (
    Went.OTHER,
    Went.WINDOW,
    Went.SEGMENT,
    Went.SENTENCE,
    Went.RECALLED,
    Went.EXCLUDED,
    Went.NOWHERE,
    Went.STALE,
)
"""Where several messages share a pixel, the last of these is shown: what wants a look must not be lost."""

_CODES = {went: code for code, went in enumerate(RANK)}


class MapStrip(QWidget):
    """From the oldest message at the top to the newest at the bottom.

    Signals:
        row_chosen: (row) take the reader there.
        row_asked: (row) it is looked at: say what it is by ``show_words``.
    """

    row_chosen = Signal(int)
    row_asked = Signal(int)

    def __init__(self, theme: AppTheme, parent: QWidget | None = None) -> None:
        self._codes = b""
        self._runs: list[tuple[int, int, int]] = []
        self._row = -1
        self._words = ""
        self._picture = QPixmap()
        super().__init__(parent)
        self._theme = theme
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Map of the chat"))
        theme.changed.connect(self._paint_anew)

    def set_states(self, states: Sequence[Went], description: str) -> None:
        """Where each message is, from the first on; ``description`` says it in numbers."""
        self._codes = bytes([_CODES[went] for went in states])
        self._row = min(self._row, len(self._codes) - 1)
        self.setAccessibleDescription(description)
        self._aggregate()
        self._paint_anew()

    @property
    def runs(self) -> list[tuple[int, int, Went]]:
        """What is painted: from which pixel, how many of them, which state."""
        return [(top, height, RANK[code]) for top, height, code in self._runs]

    def row_at(self, y: int) -> int:
        """The message at a height; -1 where there is none."""
        count, height = len(self._codes), max(1, self.height())
        return min(count - 1, max(0, y * count // height)) if count else -1

    def show_words(self, row: int, words: str) -> None:
        """What a row is: the tooltip and what is read aloud, if it is still the one that is looked at."""
        if row == self._row:
            self._words = words
            self.setAccessibleDescription(words)

    def sizeHint(self) -> QSize:
        """Thin."""
        return QSize(WIDTH, 100)

    def _aggregate(self) -> None:
        count, height = len(self._codes), self.height()
        self._runs = []
        if not count or height <= 0:
            return
        last = -1
        for y in range(height):
            first = y * count // height
            code = max(self._codes[first : max(first + 1, (y + 1) * count // height)])
            if code == last:
                top, tall, _ = self._runs[-1]
                self._runs[-1] = (top, tall + 1, code)
            else:
                self._runs.append((y, 1, code))
            last = code

    def _look_at(self, row: int) -> None:
        if row != self._row and row >= 0:
            self._row = row
            self._words = ""
            self.row_asked.emit(row)
            self.update()

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """The runs, as they were painted once; then where the keyboard is."""
        del event
        if self._picture.isNull() or self._picture.devicePixelRatio() != self.devicePixelRatioF():
            self._picture = self._painted()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        if self.hasFocus():
            self._paint_focus(painter)

    def _paint_anew(self) -> None:
        self._picture = QPixmap()
        self.update()

    def _painted(self) -> QPixmap:
        """Each state is painted once over the whole height; of that the runs are cut."""
        whole = {code: self._blank() for code in {code for *_, code in self._runs}}
        for code, picture in whole.items():
            painter = QPainter(picture)
            self._paint_run(painter, RANK[code], QRect(INSET, 0, self.width() - 2 * INSET, self.height()))
            painter.end()
        picture, ratio = self._blank(), self.devicePixelRatioF()
        painter = QPainter(picture)
        for top, tall, code in self._runs:
            part = QRectF(0, top * ratio, self.width() * ratio, tall * ratio)
            painter.drawPixmap(QRectF(0, top, self.width(), tall), whole[code], part)
        painter.end()
        return picture

    def _blank(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        return picture

    def _paint_run(self, painter: QPainter, went: Went, place: QRect) -> None:
        """Whole: in the context; half: a sentence of it; a third: summarised; right half: recalled; broken: not right."""
        tokens, width = self._theme.tokens, place.width()
        kinds = tokens.kinds
        match went:
            case Went.WINDOW:
                # Pale: this is the usual case, and the conversation is what is looked at.
                painter.fillRect(place, mixed(kinds[BlockKind.HISTORY], tokens.background, _PALE))
            case Went.SENTENCE:
                place.setWidth(width * 2 // 3)
                painter.fillRect(place, QColor(kinds[BlockKind.SUMMARY]))
            case Went.SEGMENT:
                place.setWidth(max(2, width // 4))
                painter.fillRect(place, QColor(kinds[BlockKind.SUMMARY]))
            case Went.RECALLED:
                painter.fillRect(place.adjusted(width // 2, 0, 0, 0), QColor(kinds[BlockKind.RECALL]))
            case Went.STALE:
                self._paint_broken(painter, place, QColor(tokens.warning), 4)
            case Went.NOWHERE:
                self._paint_broken(
                    painter, place.adjusted(width // 2 - 1, 0, -width // 2 + 1, 0), QColor(tokens.muted), 6
                )
            case Went.EXCLUDED:
                painter.fillRect(place.adjusted(width // 2 - 1, 0, -width // 2 + 1, 0), QColor(tokens.reserve))
            case Went.OTHER:
                pass

    def _paint_broken(self, painter: QPainter, place: QRect, color: QColor, step: int) -> None:
        """Bars across, in the same places wherever the run begins."""
        for y in range(place.top() - place.top() % step, place.bottom() + 1, step):
            painter.fillRect(QRect(place.left(), y, place.width(), step // 2).intersected(place), color)

    def _paint_focus(self, painter: QPainter) -> None:
        tokens, count = self._theme.tokens, len(self._codes)
        painter.setPen(QPen(QColor(tokens.focus), 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        if 0 <= self._row < count:
            y = (2 * self._row + 1) * self.height() / (2 * count)
            painter.drawLine(QPointF(0, y), QPointF(self.width(), y))

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Other pixels."""
        super().resizeEvent(event)
        self._aggregate()
        self._paint_anew()

    def mouseMoveEvent(self, event: QMouseEvent, /) -> None:
        """What is under the mouse is looked up before its tooltip is wanted."""
        self._look_at(self.row_at(round(event.position().y())))

    def mousePressEvent(self, event: QMouseEvent, /) -> None:
        """Goes there."""
        row = self.row_at(round(event.position().y()))
        if event.button() is Qt.MouseButton.LeftButton and row >= 0:
            self._look_at(row)
            self.row_chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Up and Down walk, in larger steps with Page; Enter goes there."""
        count = len(self._codes)
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -max(1, count // 10),
            Qt.Key.Key_PageDown: max(1, count // 10),
            Qt.Key.Key_Home: -count,
            Qt.Key.Key_End: count,
        }
        key = Qt.Key(event.key())
        if key in steps and count:
            self._look_at(min(count - 1, max(0, self._row + steps[key])))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and 0 <= self._row < count:
            self.row_chosen.emit(self._row)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent, /) -> bool:
        """The tooltip of the message under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tooltip(self._words), self)
            return True
        return super().event(event)
