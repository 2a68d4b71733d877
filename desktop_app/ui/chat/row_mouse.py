"""The mouse over the messages: hovering, selecting text, following links, opening and folding. Used by ``chat_view`` only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QHelpEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QScrollBar, QToolTip, QWidget

from desktop_app.ui.chat.picking import Picking
from desktop_app.ui.chat.row_layout import RowLayout
from desktop_app.ui.chat.row_looks import switch_text
from desktop_app.ui.chat.text_selection import TextPlace, TextSelection
from desktop_app.ui.markdown_source import is_allowed, shown_address
from desktop_app.ui.text import plain_tooltip

SCROLL_EVERY_MS = 40
"""How often a selection that is dragged out of the view scrolls it."""


class Target(Enum):
    """What lies under the mouse."""

    NOTHING = auto()
    TEXT = auto()
    LINK = auto()
    THOUGHT = auto()
    SHOW_ALL = auto()
    RESTORE = auto()
    MARK = auto()
    SWITCH = auto()
    PICTURE = auto()


@dataclass(frozen=True, slots=True)
class Hit:
    """What lies at a point: the row (-1: none), the nearest place in its text, and the address of a link or picture."""

    row: int
    target: Target
    place: TextPlace | None = None
    address: str = ""


class MouseView(Protocol):
    """What the mouse needs of the view."""

    @property
    def selection(self) -> TextSelection | None:
        """What is selected."""
        ...

    def select(self, selection: TextSelection | None) -> None:
        """Selects."""
        ...

    def activate(self, row: int) -> None:
        """Makes the actions be for a row."""
        ...

    def layout_of(self, row: int) -> RowLayout:
        """The laid-out row."""
        ...

    def out_reason(self, row: int) -> str:
        """Why the model does not see a message; empty where it does."""
        ...

    @property
    def has_switches(self) -> bool:
        """Whether every message has a switch to exclude it."""
        ...

    def row_at(self, y: int) -> tuple[int, int]:
        """The row at ``y`` and the distance from its top."""
        ...

    def viewport(self) -> QWidget:
        """Where the rows are painted."""
        ...

    def verticalScrollBar(self) -> QScrollBar:
        """The scroll bar."""
        ...


class RowMouse(QObject):
    """Turns mouse events into selections and calls of ``act`` (with what was clicked)."""

    def __init__(self, view: MouseView, act: Callable[[Hit], None]) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._act = act
        self._pressed: Hit | None = None
        self._pressed_at = QPoint()
        self._last_at = QPoint()
        self._scroll_timer = QTimer(self)
        self._scroll_timer.setInterval(SCROLL_EVERY_MS)
        self._scroll_timer.timeout.connect(self._on_scroll_timer)

    def hit(self, point: QPoint) -> Hit:
        """What lies at a point of the viewport."""
        row, y = self._view.row_at(point.y())
        if row < 0:
            return Hit(-1, Target.NOTHING)
        layout = self._view.layout_of(row)
        inside = QPoint(point.x(), y)
        for place, target in (
            (layout.mark if self._view.out_reason(row) else None, Target.MARK),
            (layout.switch if self._view.has_switches else None, Target.SWITCH),
            (layout.thought, Target.THOUGHT),
            (layout.show_all, Target.SHOW_ALL),
            (layout.restore, Target.RESTORE),
        ):
            if place is not None and place.contains(inside):
                return Hit(row, target)
        for place, picture in layout.pictures:
            if place.contains(inside):
                return Hit(row, Target.PICTURE, address=picture.digest)
        if layout.text is None:
            return Hit(row, Target.NOTHING, TextPlace(layout.content.row.id, 0))
        at = QPointF(inside - layout.text_at)
        lines = layout.text.documentLayout()
        place = TextPlace(layout.content.row.id, max(0, lines.hitTest(at, Qt.HitTestAccuracy.FuzzyHit)))
        address = lines.anchorAt(at)
        if address and is_allowed(address):
            return Hit(row, Target.LINK, place, address)
        return Hit(row, Target.TEXT, place)

    def picks(self, event: QMouseEvent, picking: Picking, current: int) -> bool:
        """Chooses messages where Ctrl is held, or Shift beside the text or while some are chosen; else ends choosing.

        ``current`` is the row that the keyboard is on. True where the press meant only that.
        """
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        point, modifiers = event.position().toPoint(), event.modifiers()
        row, _ = self._view.row_at(point.y())
        beside = row >= 0 and point.x() < self._view.layout_of(row).column.text_left
        if row >= 0 and modifiers & Qt.KeyboardModifier.ControlModifier:
            picking.toggle(row)
        elif row >= 0 and modifiers & Qt.KeyboardModifier.ShiftModifier and (picking.any or beside):
            picking.extend(row, current)
        else:
            picking.clear()
            return False
        return True

    def pressed(self, event: QMouseEvent) -> None:
        """Begins a selection, or goes on with one where Shift is held."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed_at = event.position().toPoint()
        self._pressed = self.hit(self._pressed_at)
        place = self._pressed.place
        selection = self._view.selection
        extends = selection is not None and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if place is None:
            self._view.select(None)
        else:
            self._view.select(TextSelection(selection.anchor if selection and extends else place, place))

    def moved(self, event: QMouseEvent) -> None:
        """Hovers or drags."""
        self._last_at = event.position().toPoint()
        if event.buttons() & Qt.MouseButton.LeftButton and self._pressed is not None:
            self._drag(self._last_at)
            outside = not 0 <= self._last_at.y() < self._view.viewport().height()
            self._scroll_timer.start() if outside else self._scroll_timer.stop()
            return
        hit = self.hit(self._last_at)
        self._view.activate(hit.row)
        self._view.viewport().setCursor(_CURSORS.get(hit.target, Qt.CursorShape.PointingHandCursor))

    def released(self, event: QMouseEvent) -> None:
        """Ends a selection; a click that dragged nothing does what it was on."""
        self._scroll_timer.stop()
        pressed, self._pressed = self._pressed, None
        if event.button() != Qt.MouseButton.LeftButton or pressed is None:
            return
        point = event.position().toPoint()
        distance = (point - self._pressed_at).manhattanLength()
        hit = self.hit(point)
        same = (hit.row, hit.target, hit.address) == (pressed.row, pressed.target, pressed.address)
        if distance < QApplication.startDragDistance() and same and hit.target not in (Target.TEXT, Target.NOTHING):
            self._act(hit)

    def double_clicked(self, event: QMouseEvent) -> None:
        """Selects a word."""
        hit = self.hit(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or hit.place is None:
            return
        document = self._view.layout_of(hit.row).text
        if document is None:
            return
        cursor = QTextCursor(document)
        cursor.setPosition(min(hit.place.offset, document.characterCount() - 1))
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        message_id = hit.place.message_id
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        self._view.select(TextSelection(TextPlace(message_id, start), TextPlace(message_id, end)))

    def explain(self, event: QHelpEvent) -> None:
        """Shows where a link leads, what a switch does, or why a message is out of what the model sees."""
        hit = self.hit(event.pos())
        text = self._view.out_reason(hit.row) if hit.row >= 0 else ""
        if hit.target is Target.LINK:
            text = shown_address(hit.address)
        elif hit.target is Target.SWITCH:
            text = switch_text(self._view.layout_of(hit.row).content.row)
        QToolTip.showText(event.globalPos(), plain_tooltip(text), self._view.viewport())

    def _drag(self, point: QPoint) -> None:
        height = self._view.viewport().height()
        hit = self.hit(QPoint(point.x(), max(0, min(point.y(), height - 1))))
        selection = self._view.selection
        if hit.place is None:
            return
        self._view.select(TextSelection(selection.anchor if selection is not None else hit.place, hit.place))

    def _on_scroll_timer(self) -> None:
        height = self._view.viewport().height()
        beyond = self._last_at.y() if self._last_at.y() < 0 else self._last_at.y() - height
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + beyond // 2)
        self._drag(self._last_at)


_CURSORS = {
    Target.NOTHING: Qt.CursorShape.ArrowCursor,
    Target.TEXT: Qt.CursorShape.IBeamCursor,
}
"""The mouse's shapes; over everything else it is the hand."""
