"""The context's budget as one bar: what each kind of block takes, what is free, what is reserved. Shown by the dock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.ui.context_preview.parts import Part, part_brushes, part_name
from desktop_app.ui.counts import tokens_phrase
from desktop_app.ui.text import plain_tooltip
from desktop_app.ui.theme import RADIUS_CONTROL, AppTheme

HEIGHT = 16
GAP = 1
MINIMUM_SEGMENT = 2.0


class BudgetBar(QWidget):
    """A horizontal bar whose segments are as wide as their share of the limit. Painted from the theme's tokens."""

    def __init__(self, theme: AppTheme, parent: QWidget | None = None) -> None:
        self._parts: Sequence[Part] = ()
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Shows these parts of the limit, from left to right."""
        self._parts = parts
        spoken = "; ".join(self._sentence(part) for part in parts)
        self.setAccessibleName(self.tr("Context budget"))
        self.setAccessibleDescription(spoken)
        self.update()

    def segments(self) -> Iterator[tuple[QRectF, Part]]:
        """Where each part is painted. A part that is there is never invisible: it takes at least two pixels."""
        total = sum(part.tokens for part in self._parts)
        if not total:
            return
        room = self.width() - GAP * (len(self._parts) - 1)
        widths = [max(MINIMUM_SEGMENT, room * part.tokens / total) for part in self._parts]
        widths[widths.index(max(widths))] -= sum(widths) - room
        left = 0.0
        for part, width in zip(self._parts, widths, strict=True):
            yield QRectF(left, 0, max(0.0, width), self.height()), part
            left += width + GAP

    def _sentence(self, part: Part) -> str:
        return f"{part_name(part.kind)}: {tokens_phrase(part.tokens)}"

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(200, HEIGHT)

    def event(self, event: QEvent, /) -> bool:
        """The tooltip of the segment under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            for rect, part in self.segments():
                if rect.left() <= event.pos().x() <= rect.right() + GAP:
                    QToolTip.showText(event.globalPos(), plain_tooltip(self._sentence(part)), self)
                    return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """The segments, with rounded ends."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ends = QPainterPath()
        ends.addRoundedRect(QRectF(self.rect()), RADIUS_CONTROL / 2, RADIUS_CONTROL / 2)
        painter.setClipPath(ends)
        painter.setPen(Qt.PenStyle.NoPen)
        for rect, part in self.segments():
            for brush in part_brushes(part.kind, self._theme.tokens):
                painter.fillRect(rect, brush)
