"""The context's budget as one bar: what each kind of block takes, what is free, what is reserved. Shown by the dock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QEvent, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.ui.context_preview.lanes import lane_sentences, lanes_of
from desktop_app.ui.context_preview.parts import Part, PartKind, part_brushes, part_name, parts_of
from desktop_app.ui.context_preview.summary import kept_free_line
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
        self._lanes: Mapping[BlockKind | PartKind, str] = {}
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_plan(self, plan: ContextPlan) -> None:
        """Shows the plan's parts of the limit, from left to right."""
        parts = parts_of(plan)
        told: dict[BlockKind | PartKind, str] = {part.kind: lane_sentences(lanes_of(plan, part.kind)) for part in parts}
        self.show_parts(parts, told | {PartKind.FREE: kept_free_line(plan)})

    def show_parts(self, parts: Sequence[Part], lanes: Mapping[BlockKind | PartKind, str] | None = None) -> None:
        """Shows these parts; ``lanes``: what is said of a kind besides."""
        self._parts, self._lanes = parts, lanes or {}
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

    def explained(self, part: Part) -> str:
        """The tooltip of a segment: name, tokens, share, and how full its lanes are."""
        return "\n".join(line for line in (self._sentence(part), self._lanes.get(part.kind, "")) if line)

    def _sentence(self, part: Part) -> str:
        total = sum(part.tokens for part in self._parts)
        share = QLocale().toString(100 * part.tokens / total, "f", 1 if part.tokens * 10 < total else 0)
        template = self.tr("{name}: {tokens}, {share} % of the limit")
        return template.format(name=part_name(part.kind), tokens=tokens_phrase(part.tokens), share=share)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(200, HEIGHT)

    def event(self, event: QEvent, /) -> bool:
        """The tooltip of the segment under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            for rect, part in self.segments():
                if rect.left() <= event.pos().x() <= rect.right() + GAP:
                    QToolTip.showText(event.globalPos(), plain_tooltip(self.explained(part)), self)
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
