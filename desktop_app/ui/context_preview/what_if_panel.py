"""*What if*: other limits, another strategy, other lanes, tried on the preview alone. Folded away until somebody asks.

Tells what is tried as ``WhatIf``; holds only what differs from what the chat and the settings say.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QScrollArea,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.context.plan import ContextPlan, Lane
from desktop_app.domain.settings import Lanes
from desktop_app.services.context_service import WhatIf
from desktop_app.ui.context_preview.lanes import lane_name, lane_sentence
from desktop_app.ui.icons import Icons
from desktop_app.ui.strategies import strategy_name, strategy_options
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

LARGEST_LIMIT = 16_000_000
STEP = 512

BODY_HEIGHT = 240
"""Pixels of the controls at once, the rest is scrolled to: what follows from them must stay in sight."""

_LANES = (
    ("constant_lore", Lane.CONSTANT_LORE),
    ("keyed_lore", Lane.KEYED_LORE),
    ("memory", Lane.MEMORY),
    ("recall", Lane.RECALL),
    ("summary", Lane.SUMMARY),
    ("history", Lane.HISTORY),
)


class WhatIfPanel(QWidget):
    """The controls, under a line that opens and folds them; beside it the way to the order of the prompt.

    Signals:
        changed: (WhatIf) this is tried now.
        order_wanted: the rows of the prompt are to be put into another order.
    """

    changed = Signal(object)
    order_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        self._base = WhatIf()
        super().__init__(parent)
        self._icons = icons
        self._fold = QToolButton(self)
        self._fold.setText(self.tr("What if …"))
        self._fold.setCheckable(True)
        self._fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_plain_tooltip(self._fold, self.tr("Try other limits, another strategy, other shares; nothing is changed"))
        self._order = QToolButton(self)
        self._order.setText(self.tr("Order …"))
        self._order.setAccessibleName(self.tr("Order of the prompt"))
        set_plain_tooltip(self._order, self.tr("Put the rows of the prompt into another order"))
        self._order.clicked.connect(self.order_wanted)
        self._strategy = QComboBox(self)
        self._limit = _spin(LARGEST_LIMIT, STEP)
        self._reserve = _spin(LARGEST_LIMIT, STEP // 4)
        self._summary_tokens = _spin(LARGEST_LIMIT, 10)
        self._lanes = {name: _percent() for name, _ in _LANES}
        self._body = QScrollArea(self)
        self._lay_out()
        self._connect()
        self._show_open(False)

    @property
    def what_if(self) -> WhatIf:
        """What is tried: only what is otherwise than now."""
        base, lanes = self._base, self._chosen_lanes()
        strategy, limit, reserve = self._strategy.currentData(), self._limit.value(), self._reserve.value()
        return WhatIf(
            strategy=strategy if strategy != base.strategy else None,
            limit=limit if limit != base.limit else None,
            reserve=reserve if reserve != base.reserve else None,
            lanes=lanes if lanes != base.lanes else None,
        )

    def set_base(self, plan: ContextPlan, lanes: Lanes) -> None:
        """What holds now: what is not tried otherwise follows it."""
        base = WhatIf(plan.strategy, plan.limit, plan.reserve, lanes)
        if base != self._base:  # what somebody is just typing stays
            tried = self.what_if if self._base != WhatIf() else WhatIf()
            self._base = base
            self._fill(tried)

    def show_uses(self, plan: ContextPlan) -> None:
        """Tells with each lane's share how full it is in the plan on screen."""
        if self._fold.isChecked():
            uses = {use.lane: lane_sentence(use) for use in plan.lanes}
            for name, lane in _LANES:
                set_plain_tooltip(self._lanes[name], uses.get(lane, ""))

    def reset(self) -> None:
        """Back to what holds now."""
        tried = self.what_if
        self._fill(WhatIf())
        if tried != WhatIf():
            self.changed.emit(WhatIf())

    def open(self) -> None:
        """Unfolds it and gives it the keyboard."""
        self._fold.setChecked(True)
        self._strategy.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        fields = QWidget()
        form = QFormLayout(fields)
        form.setContentsMargins(SPACE_8, SPACE_4, SPACE_8, SPACE_12)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(SPACE_12)
        form.setVerticalSpacing(SPACE_8)
        _row(form, self.tr("Context strategy"), self._strategy)
        _row(form, self.tr("Context limit"), self._limit)
        _row(form, self.tr("Reserved for the reply"), self._reserve)
        for name, lane in _LANES:
            title = self.tr("History, at least") if lane is Lane.HISTORY else lane_name(lane)
            _row(form, title, self._lanes[name])
        _row(form, self.tr("Summary, at least"), self._summary_tokens)
        self._body.setWidget(fields)
        for ground in (fields, self._body.viewport()):
            ground.setAutoFillBackground(False)  # the dock's own colour
        self._body.setWidgetResizable(True)
        self._body.setMaximumHeight(BODY_HEIGHT)
        self._body.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_4, 0, SPACE_4, SPACE_4)
        layout.setSpacing(SPACE_4)
        line = QHBoxLayout()
        line.setSpacing(SPACE_4)
        line.addWidget(self._fold)
        line.addStretch(1)
        line.addWidget(self._order)
        layout.addLayout(line)
        layout.addWidget(self._body)

    def _connect(self) -> None:
        self._fold.toggled.connect(self._show_open)
        self._strategy.currentIndexChanged.connect(self._on_changed)
        for spin in (self._limit, self._reserve, self._summary_tokens, *self._lanes.values()):
            spin.valueChanged.connect(self._on_changed)
        for field in (self._strategy, self._limit, self._reserve, self._summary_tokens, *self._lanes.values()):
            field.installEventFilter(self)

    def _show_open(self, is_open: bool) -> None:
        self._icons.bind(self._fold, "chevron-down" if is_open else "chevron-right")
        self._body.setVisible(is_open)

    def _on_changed(self) -> None:
        self.changed.emit(self.what_if)

    def _chosen_lanes(self) -> Lanes:
        shares = {name: spin.value() for name, spin in self._lanes.items()}
        return replace(Lanes(), **shares, summary_tokens=self._summary_tokens.value())

    def _fill(self, tried: WhatIf) -> None:
        """Shows what is tried, else what holds now, without telling anybody."""
        base = self._base
        lanes = tried.lanes or base.lanes or Lanes()
        fields = (self._strategy, self._limit, self._reserve, self._summary_tokens, *self._lanes.values())
        blockers = [QSignalBlocker(field) for field in fields]
        self._fill_strategies(tried.strategy or base.strategy or "")
        self._limit.setValue(tried.limit or base.limit or 0)
        self._reserve.setValue(tried.reserve if tried.reserve is not None else base.reserve or 0)
        self._summary_tokens.setValue(lanes.summary_tokens)
        for name, spin in self._lanes.items():
            spin.setValue(getattr(lanes, name))
        del blockers

    def _fill_strategies(self, chosen: str) -> None:
        codes = [option.code for option in strategy_options()]
        wanted = codes + [code for code in (self._base.strategy, chosen) if code and code not in codes]
        if [self._strategy.itemData(row) for row in range(self._strategy.count())] != wanted:
            self._strategy.clear()
            for code in dict.fromkeys(wanted):
                self._strategy.addItem(strategy_name(code), code)
        self._strategy.setCurrentIndex(self._strategy.findData(chosen))

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """The wheel scrolls the controls and changes none of them."""
        if event.type() is QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)


def _row(form: QFormLayout, title: str, field: QWidget) -> None:
    """A field with its name before it, which a screen reader hears too."""
    label = plain_label(title, wrap=True)
    label.setBuddy(field)
    field.setAccessibleName(title)
    form.addRow(label, field)


def _spin(largest: int, step: int) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(0, largest)
    spin.setSingleStep(step)
    spin.setGroupSeparatorShown(True)
    spin.setKeyboardTracking(False)
    spin.lineEdit().setTextMargins(SPACE_8, 0, 0, 0)  # the style sheet cannot say it
    spin.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return spin


def _percent() -> QSpinBox:
    spin = _spin(100, 5)
    spin.setSuffix(" %")
    return spin
