"""Two plans side by side: two strategies, or what the model saw for an old answer and what it would see now.

Asks for nothing itself: ``Comparisons`` gives it the plans of the sides that are wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.context.compare import difference
from desktop_app.context.plan import ContextPlan
from desktop_app.ui.context_preview.budget_bar import BudgetBar
from desktop_app.ui.context_preview.compare_rows import Total, changed_rows, totals
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.parts import part_name, tabular
from desktop_app.ui.context_preview.summary import header_line
from desktop_app.ui.context_preview.tree_delegate import PlanTreeDelegate
from desktop_app.ui.context_preview.tree_model import PlanTreeModel
from desktop_app.ui.context_preview.tree_view import PlanTree
from desktop_app.ui.icons import Icons
from desktop_app.ui.notice_bar import NoticeBar
from desktop_app.ui.plan_difference import MINUS, difference_sentence
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, SPACE_24, AppTheme


@dataclass(frozen=True, slots=True)
class Side:
    """A plan that can be on one side: what would be sent under ``strategy``, or, with an empty one, a plan that is known."""

    name: str
    strategy: str = ""


class CompareDialog(QDialog):
    """Two columns with a bar each, the totals of every kind, and what leaves and comes from the first to the second.

    Signals:
        wanted: (0 for the first side or 1, Side) a plan is wanted; it is given by ``show_plan``.
        message_activated: (message id) to a message of the chat.
    """

    wanted = Signal(int, object)
    message_activated = Signal(str)

    def __init__(
        self, sides: tuple[Side, ...], chosen: tuple[int, int], theme: AppTheme, icons: Icons, parent: QWidget
    ) -> None:
        """``chosen``: the places in ``sides`` of the first and the second."""
        self._plans: list[ContextPlan | None] = [None, None]
        super().__init__(parent)
        self.setWindowTitle(self.tr("Compare contexts"))
        self.setModal(True)
        self.resize(880, 640)
        self._columns = [_Column(sides, number, theme, self) for number in chosen]
        self._sentence = plain_label(wrap=True, look="heading")
        self._problem = NoticeBar(icons, closable=False, parent=self)
        self._totals = _Totals(self)
        self._model = PlanTreeModel(self)
        self._tree = PlanTree(self._model, PlanTreeDelegate(theme, icons, self), self)
        self._tree.opened.connect(self._on_opened)
        self._lay_out()
        for number, column in enumerate(self._columns):
            column.chosen.connect(partial(self._on_chosen, number))

    def side(self, number: int) -> Side:
        """What is chosen on a side."""
        return self._columns[number].side

    def ask(self) -> None:
        """Asks for both plans; call it once somebody listens."""
        for number, column in enumerate(self._columns):
            self._on_chosen(number, column.side)

    def show_plan(self, number: int, plan: ContextPlan) -> None:
        """The plan of a side is there."""
        self._plans[number] = plan
        self._columns[number].show_plan(plan)
        self._problem.hide()
        before, after = self._plans
        if before is not None and after is not None:
            self._sentence.setText(difference_sentence(difference(before, after)))
            self._totals.show_totals(totals(before, after), [column.side.name for column in self._columns])
            self._tree.show_nodes(changed_rows(before, after), all_open=True)

    def show_problem(self, number: int, sentence: str) -> None:
        """There is no plan of a side."""
        self._plans[number] = None
        self._columns[number].show_nothing()
        self._sentence.setText("")
        self._totals.show_totals([], [])
        self._tree.show_nodes([])
        self._problem.show_notice(sentence)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(SPACE_24)
        for column in self._columns:
            top.addWidget(column, 1)
        below = QHBoxLayout()
        below.setSpacing(SPACE_24)
        below.addWidget(self._totals, 0, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self._tree, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addLayout(top)
        layout.addWidget(self._problem)
        layout.addWidget(self._sentence)
        layout.addLayout(below, 1)
        layout.addWidget(buttons)

    def _on_chosen(self, number: int, side: Side) -> None:
        self.wanted.emit(number, side)

    def _on_opened(self, node: Node) -> None:
        if node.message_id:
            self.message_activated.emit(node.message_id)
            self.accept()


class _Column(QWidget):
    """One side: what it is, its bar, what it takes.

    Signals:
        chosen: (Side) another plan is wanted here.
    """

    chosen = Signal(object)

    def __init__(self, sides: tuple[Side, ...], chosen: int, theme: AppTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self._sides = sides
        self._choice = QComboBox(self)
        for side in sides:
            self._choice.addItem(side.name)
        self._choice.setCurrentIndex(chosen)
        self._choice.setAccessibleName(self.tr("What is compared"))
        self._choice.currentIndexChanged.connect(lambda: self.chosen.emit(self.side))
        self._bar = BudgetBar(theme, self)
        self._used = plain_label(look="secondary", wrap=True)
        self._used.setFont(tabular(self._used.font()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        for widget in (self._choice, self._bar, self._used):
            layout.addWidget(widget)

    @property
    def side(self) -> Side:
        """What is chosen."""
        return self._sides[self._choice.currentIndex()]

    def show_plan(self, plan: ContextPlan) -> None:
        """Shows a plan."""
        self._bar.show_plan(plan)
        self._used.setText(header_line(plan))

    def show_nothing(self) -> None:
        """There is no plan."""
        self._bar.show_parts([])
        self._used.setText("")


class _Totals(QWidget):
    """A line for each kind: tokens on both sides, and the difference."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE_16)
        self._grid.setVerticalSpacing(SPACE_8)

    def show_totals(self, found: list[Total], names: list[str]) -> None:
        """Shows these lines under the names of both sides."""
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        locale = QLocale()
        for column, name in enumerate(names, 1):
            self._put(0, column, name, look="secondary")
        for row, total in enumerate(found, 1):
            self._put(row, 0, part_name(total.kind), right=False)
            self._put(row, 1, locale.toString(total.before))
            self._put(row, 2, locale.toString(total.after))
            self._put(row, 3, _signed(total.after - total.before), look="muted")

    def _put(self, row: int, column: int, text: str, *, look: str = "", right: bool = True) -> None:
        label = plain_label(text, self, look=look)
        label.setFont(tabular(label.font()))
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(label, row, column, side | Qt.AlignmentFlag.AlignVCenter)


def _signed(tokens: int) -> str:
    if not tokens:
        return ""
    return f"{'+' if tokens > 0 else MINUS}{QLocale().toString(abs(tokens))}"
