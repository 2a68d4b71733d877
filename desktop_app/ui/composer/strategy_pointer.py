"""What the mouse does on the strategy selector: a click, a drag, a rest. Knows places, not strategies; used by ``StrategyTrack``.

The wheel is not heard here, nor anywhere else in the selector: it never changes the strategy.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

from desktop_app.ui.composer.strategy_geometry import TrackGeometry

DRAG_DISTANCE = 4
"""Pixels from which a press becomes a drag."""

AWAY = 48
"""Pixels outside the track from which a drag counts as given up."""

REST_MS = 500
"""How long the mouse rests on a segment before it is a candidate."""

NONE = -1


class TrackPointer(QObject):
    """The mouse over a track. Places are indices of segments, ``NONE`` for no segment.

    Attributes:
        hovered: the segment under the mouse.
        candidate: the segment that would be chosen, while it is not the one that counts.
        drag_position: where the thumb is held, or None while it lies in its place.

    Signals:
        moved: one of the attributes is another now.
        candidate_changed: (index or ``NONE``)
        chosen: (index) by a click or the end of a drag. It is no candidate any more, of which no other signal tells.
        attended: (whether) the mouse rests on the track, or has left it.
    """

    moved = Signal()
    candidate_changed = Signal(int)
    chosen = Signal(int)
    attended = Signal(bool)

    def __init__(
        self,
        geometry: Callable[[], TrackGeometry],
        home: Callable[[], int],
        application: QObject,
        parent: QObject | None = None,
    ) -> None:
        """``home`` gives the index of the segment that counts; ``application`` is where all keys of the program pass by."""
        self.hovered = NONE
        self.candidate = NONE
        self.drag_position: float | None = None
        self._pressed: QPointF | None = None
        self._offset = 0.0
        self._dragging = False
        super().__init__(parent)
        self._geometry = geometry
        self._home = home
        self._application = application
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._on_rest)

    @property
    def dragging(self) -> bool:
        """Whether the thumb is held."""
        return self._dragging

    def press(self, point: QPointF) -> None:
        """The left button goes down."""
        self._rest.stop()
        self._pressed = point
        geometry, home = self._geometry(), self._home()
        on_thumb = home != NONE and home == geometry.index_at(point)
        self._offset = geometry.along(point) - geometry.centre(home) if on_thumb else 0.0

    def move(self, point: QPointF, *, held: bool) -> None:
        """The mouse moves, with the left button ``held`` down or not."""
        if self._pressed is not None and not held:
            self.cancel()  # the button went up where nobody saw it
        if self._pressed is None:
            self._hover(self._geometry().index_at(point))
        elif self._dragging or (point - self._pressed).manhattanLength() >= DRAG_DISTANCE:
            self._drag(point)

    def release(self, point: QPointF) -> None:
        """The left button goes up: a click, or the end of a drag."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        target = self.candidate
        if not self._dragging:
            under = self._geometry().index_at(point)
            target = under if under == self._geometry().index_at(pressed) else NONE
        self._let_go()
        if target != NONE:
            self.candidate = NONE
            self.chosen.emit(target)
        self.moved.emit()

    def leave(self) -> None:
        """The mouse has left the track."""
        self._rest.stop()
        self.hovered = NONE
        if not self._dragging:
            self._propose(NONE)
            self.attended.emit(False)
        self.moved.emit()

    def cancel(self) -> None:
        """Everything is as before the press; what the mouse does until the button is up means nothing."""
        self._rest.stop()
        self._pressed = None
        self._let_go()
        self._propose(NONE)
        self.moved.emit()

    def _hover(self, index: int) -> None:
        if index == self.hovered:
            return
        self.hovered = index
        self._propose(NONE)
        self._rest.start()
        self.moved.emit()

    def _on_rest(self) -> None:
        self.attended.emit(True)
        self._propose(self.hovered)
        self.moved.emit()

    def _drag(self, point: QPointF) -> None:
        if not self._dragging:
            self._dragging = True
            self.hovered = NONE
            self._application.installEventFilter(self)  # Esc, wherever the keyboard is
        geometry = self._geometry()
        if _distance(point, QRectF(QPointF(), geometry.size)) > AWAY:
            self.drag_position = None
            self._propose(NONE)
        else:
            self.drag_position = geometry.held(geometry.along(point) - self._offset)
            self._propose(geometry.nearest(self.drag_position))
        self.moved.emit()

    def _propose(self, index: int) -> None:
        wanted = NONE if index == self._home() else index
        if wanted != self.candidate:
            self.candidate = wanted
            self.candidate_changed.emit(wanted)

    def _let_go(self) -> None:
        self.drag_position = None
        if self._dragging:
            self._dragging = False
            self._application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """Esc gives up the drag and means nothing else meanwhile."""
        kinds = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if event.type() in kinds and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            if event.type() is QEvent.Type.KeyPress:
                self.cancel()
            return True
        return False


def _distance(point: QPointF, rect: QRectF) -> float:
    """How far a point is outside a rectangle, along the axis that is farther."""
    across = max(rect.left() - point.x(), point.x() - rect.right(), 0.0)
    down = max(rect.top() - point.y(), point.y() - rect.bottom(), 0.0)
    return max(across, down)
