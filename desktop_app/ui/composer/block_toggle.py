"""The small switches beside the strategy selector: summary and recalled passages, as the strategy says, on, or off."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from desktop_app.ui.composer.strategy_geometry import HEIGHT
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.theme import RADIUS_CONTROL, AppTheme

PADDING, BOX, MARK, ICON, GAP = 6, 14, 12, 16, 5


class BlockToggle(QCheckBox):
    """A check box of three states. What is inherited is hollow, as the thumb of the selector is.

    Signals:
        chosen: (True, False or None) the person's decision; None: as the strategy says.
    """

    chosen = Signal(object)

    def __init__(
        self, label: str, name: str, icon: str, theme: AppTheme, icons: Icons, parent: QWidget | None = None
    ) -> None:
        """``label`` is what is written, ``name`` the whole of it for tooltip and screen reader."""
        self._label = label
        self._name = name
        self._icon = icon
        self._labelled = True
        self._decided: bool | None = None
        self._by_strategy = False
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self.setProperty("look", "small")
        self.setTristate(True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setFixedHeight(HEIGHT)
        theme.changed.connect(self.update)
        self.show_state(None, by_strategy=False)

    @property
    def on(self) -> bool:
        """Whether it counts as on, whoever decides."""
        return self._by_strategy if self._decided is None else self._decided

    def show_state(self, decided: bool | None, *, by_strategy: bool) -> None:
        """``decided`` by the chat (None: not), and what the strategy says."""
        self._decided, self._by_strategy = decided, by_strategy
        states = {None: Qt.CheckState.PartiallyChecked, True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}
        self.setCheckState(states[decided])
        set_plain_tooltip(self, f"{self._name}: {self._state_words()}")
        self.update()

    def set_labelled(self, labelled: bool) -> None:
        """With its label, or with its icon only."""
        if labelled != self._labelled:
            self._labelled = labelled
            self.updateGeometry()
            self.update()

    def width_as(self, *, labelled: bool) -> int:
        """The width it would need."""
        self.ensurePolished()
        content = self.fontMetrics().horizontalAdvance(self._label) + 1 if labelled else ICON
        return 2 * PADDING + BOX + GAP + content

    def _state_words(self) -> str:
        if self._decided is not None:
            return self.tr("always") if self._decided else self.tr("never")
        return self.tr("as the strategy says, yes") if self._by_strategy else self.tr("as the strategy says, no")

    def _color(self) -> str:
        return "text" if self.on else "muted"

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        tokens = self._theme.tokens
        filled = self._decided is True
        painter.setPen(QPen(QColor(tokens.accent if self.on else tokens.reserve), 1.5 if self.on else 1.0))
        painter.setBrush(QColor(tokens.accent) if filled else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.75, 0.75, -0.75, -0.75), 3.5, 3.5)
        mark = "check" if self.on else ("x" if self._decided is False else "")
        if mark:
            color = "on_accent" if filled else ("accent" if self.on else "muted")
            pixmap = self._icons.pixmap(mark, color, MARK, painter.device().devicePixelRatioF())
            painter.drawPixmap(box.topLeft() + QPointF(1, 1), pixmap)

    def nextCheckState(self) -> None:
        """The first press changes what is the case, the next ones go round."""
        first = not self._by_strategy
        order = (None, first, not first)
        decided = order[(order.index(self._decided) + 1) % len(order)]
        self.show_state(decided, by_strategy=self._by_strategy)
        self.chosen.emit(decided)

    def hitButton(self, pos: QPoint, /) -> bool:
        """All of it is the button."""
        return self.rect().contains(pos)

    def sizeHint(self) -> QSize:
        """What it needs, and nothing is cut."""
        return QSize(self.width_as(labelled=self._labelled), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """It does not shrink."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """Box, then label or icon; a ring where the keyboard is."""
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        whole = QRectF(self.rect()).adjusted(1, 3, -1, -3)
        painter.setPen(QPen(QColor(tokens.focus), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.hover) if self.underMouse() and self.isEnabled() else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(whole, RADIUS_CONTROL, RADIUS_CONTROL)
        mirrored = self.isRightToLeft()
        top = (self.height() - BOX) / 2
        box = QRectF(self.width() - PADDING - BOX if mirrored else PADDING, top, BOX, BOX)
        self._paint_box(painter, box)
        rest = self.rect().adjusted(PADDING, 0, -(PADDING + BOX + GAP), 0)
        if not mirrored:
            rest = self.rect().adjusted(PADDING + BOX + GAP, 0, -PADDING, 0)
        if self._labelled:
            painter.setPen(tokens.color(self._color()))
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, self._label)
        else:
            ratio = painter.device().devicePixelRatioF()
            pixmap = self._icons.pixmap(self._icon, self._color(), ICON, ratio)
            painter.drawPixmap(QPoint(rest.left(), (self.height() - ICON) // 2), pixmap)
