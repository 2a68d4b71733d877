"""The preview dock's content: header, bar, tree and prompt. Shows a plan that it is given; asks for none."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop_app.context.plan import ContextPlan
from desktop_app.ui.context_preview.budget_bar import BudgetBar
from desktop_app.ui.context_preview.nodes import Node, disposition_name, tree_of
from desktop_app.ui.context_preview.parts import parts_of, tabular
from desktop_app.ui.context_preview.prompt import prompt_text
from desktop_app.ui.context_preview.summary import header_line, strategy_line, warnings_text
from desktop_app.ui.context_preview.tree_model import NODE_ROLE, Index, PlanTreeDelegate, PlanTreeModel
from desktop_app.ui.counts import tokens_phrase
from desktop_app.ui.fonts import fixed_font
from desktop_app.ui.icons import Icons
from desktop_app.ui.notice_bar import NoticeBar
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SIZE_INTERFACE, SIZE_SECONDARY, SPACE_4, SPACE_8, SPACE_12, AppTheme

PROMPT_LIMIT = 200_000
"""Characters of the prompt that are laid out on screen; *Copy prompt* always copies all of it."""


class ContextPreview(QWidget):
    """A plan, or the sentence why there is none.

    Signals:
        back_pressed: from an old answer's plan to what would be sent now.
    """

    back_pressed = Signal()

    def __init__(self, theme: AppTheme, icons: Icons, parent: QWidget | None = None) -> None:
        self._plan: ContextPlan | None = None
        self._prompt_of: ContextPlan | None = None
        super().__init__(parent)
        self.setObjectName("contextPreview")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = PlanTreeModel(self)
        self._old = _OldPlanBar(self)
        self._bar = BudgetBar(theme, self)
        self._strategy = plain_label(look="secondary", wrap=True)
        self._used = plain_label(wrap=True)
        self._used.setFont(tabular(self._used.font()))
        self._problem = NoticeBar(icons, closable=False, parent=self)
        self._warnings = plain_label(look="secondary", wrap=True)
        self._tree = _PlanTree(self._model, PlanTreeDelegate(theme, icons, self), self)
        self._detail = _BlockDetail(self)
        self._prompt = _PromptPage(icons, self)
        self._tabs = QTabWidget(self)
        self._lay_out()
        self._tree.chosen.connect(self._detail.show_node)
        self._prompt.copy_pressed.connect(self.copy_prompt)
        self._tabs.currentChanged.connect(self._show_prompt)
        self._old.back_pressed.connect(self.back_pressed)
        self.show_nothing()

    @property
    def plan(self) -> ContextPlan | None:
        """The plan on screen."""
        return self._plan

    def show_plan(self, plan: ContextPlan) -> None:
        """Shows a plan; what was open, chosen and scrolled to in the tree stays."""
        self._plan = plan
        self._problem.hide()
        for part in (self._bar, self._strategy, self._used):
            part.show()
        self._bar.show_parts(parts_of(plan))
        self._strategy.setText(strategy_line(plan))
        self._used.setText(header_line(plan))
        warnings = warnings_text(plan)
        self._warnings.setText(warnings)
        self._warnings.setVisible(bool(warnings))
        self._tree.show_nodes(tree_of(plan))
        self._show_prompt()

    def show_problem(self, sentence: str) -> None:
        """Says why there is no plan. An earlier one would be taken for what is sent now."""
        self.show_nothing()
        self._problem.show_notice(sentence)

    def show_nothing(self) -> None:
        """There is no plan, or no chat."""
        self._plan = None
        self._problem.hide()
        self._warnings.hide()
        for part in (self._bar, self._strategy, self._used):
            part.hide()
        self._tree.show_nodes([])
        self._show_prompt()

    def show_old(self, title: str) -> None:
        """Marks what is shown as the plan of an old answer; an empty title marks it as the present one."""
        self._old.show_title(title)

    def copy_prompt(self) -> None:
        """Puts the whole prompt on the clipboard."""
        if self._plan is not None:
            QGuiApplication.clipboard().setText(prompt_text(self._plan))

    def _lay_out(self) -> None:
        blocks = QSplitter(Qt.Orientation.Vertical)
        blocks.addWidget(self._tree)
        blocks.addWidget(self._detail)
        blocks.setStretchFactor(0, 3)
        blocks.setStretchFactor(1, 2)
        blocks.setChildrenCollapsible(False)
        blocks.setHandleWidth(1)
        self._detail.hide()
        self._tabs.setDocumentMode(True)
        self._tabs.addTab(blocks, self.tr("Blocks"))
        self._tabs.addTab(self._prompt, self.tr("Prompt"))
        head = QVBoxLayout()
        head.setContentsMargins(SPACE_12, SPACE_4, SPACE_12, SPACE_8)
        head.setSpacing(SPACE_8)
        for widget in (self._old, self._bar, self._used, self._strategy, self._problem, self._warnings):
            head.addWidget(widget)
        self._warnings.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._tabs, 1)

    def _show_prompt(self) -> None:
        """Lays the prompt out only where somebody looks at it."""
        if self._tabs.currentWidget() is self._prompt and self._prompt_of is not self._plan:
            self._prompt_of = self._plan
            self._prompt.show_text(prompt_text(self._plan) if self._plan is not None else "")


class _PlanTree(QTreeView):
    """The tree of blocks.

    Signals:
        chosen: (node or None) the row that the detail is about.
    """

    chosen = Signal(object)

    def __init__(self, model: PlanTreeModel, delegate: PlanTreeDelegate, parent: QWidget) -> None:
        self._opened: set[str] = set()
        self._current = ""
        self._replacing = False
        super().__init__(parent)
        self._nodes = model
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setHeaderHidden(True)
        self.setIndentation(0)  # the delegate draws levels and arrows: the whole row is the target
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Blocks of the context"))
        self.clicked.connect(self._on_clicked)
        self.expanded.connect(partial(self._note_open, opened=True))
        self.collapsed.connect(partial(self._note_open, opened=False))

    def show_nodes(self, top: list[Node]) -> None:
        """Replaces the rows and puts open rows, choice and scroll position back."""
        place = self.verticalScrollBar().value()
        self._replacing = True
        self._nodes.show_nodes(top)
        indexes = self._nodes.indexes(self._opened)
        for key in self._opened & indexes.keys():
            self.expand(indexes[key])
        if self._current in indexes:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(indexes[self._current], flags)
        self._replacing = False
        self.verticalScrollBar().setValue(place)
        self._tell()

    def _on_clicked(self, index: QModelIndex) -> None:
        self.setExpanded(index, not self.isExpanded(index))

    def _note_open(self, index: QModelIndex, *, opened: bool) -> None:
        node = index.data(NODE_ROLE)
        if isinstance(node, Node):
            (self._opened.add if opened else self._opened.discard)(node.key)

    def _tell(self) -> None:
        node = self.currentIndex().data(NODE_ROLE)
        self.chosen.emit(node if isinstance(node, Node) and not node.is_group else None)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Another row is asked about."""
        super().currentChanged(current, previous)
        if not self._replacing:
            node = current.data(NODE_ROLE)
            self._current = node.key if isinstance(node, Node) else ""
            self._tell()


class _BlockDetail(QWidget):
    """Why a block is in or out, and its whole text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = plain_label(wrap=True)
        self._reason = plain_label(look="secondary", wrap=True)
        self._text = _reader(self.tr("Text of the block"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_12)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self._title)
        layout.addWidget(self._reason)
        layout.addWidget(self._text, 1)

    def show_node(self, node: Node | None) -> None:
        """Shows a block or a run of messages; nothing hides the pane."""
        self.setVisible(node is not None)
        if node is None:
            return
        what = disposition_name(node.disposition) if node.disposition is not None else ""
        count = tokens_phrase(node.tokens, exact=node.exact)
        self._title.setText(f"{what} · {count}" if what else count)
        self._reason.setText(node.reason)
        self._text.setVisible(bool(node.text))
        if self._text.toPlainText() != node.text[:PROMPT_LIMIT]:
            self._text.setPlainText(node.text[:PROMPT_LIMIT])


class _PromptPage(QWidget):
    """The prompt to the letter.

    Signals:
        copy_pressed: the whole prompt is wanted on the clipboard.
    """

    copy_pressed = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = _reader(self.tr("Prompt as it will be sent"))
        self._fixed = QCheckBox(self.tr("Fixed width"))
        self._fixed.toggled.connect(self._show_font)
        self._fixed.setChecked(True)
        copy = QPushButton(self.tr("Copy prompt"))
        icons.bind(copy, "copy")
        copy.clicked.connect(self.copy_pressed)
        row = QHBoxLayout()
        row.addWidget(self._fixed)
        row.addStretch(1)
        row.addWidget(copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_12)
        layout.setSpacing(SPACE_8)
        layout.addLayout(row)
        layout.addWidget(self._text, 1)

    def show_text(self, text: str) -> None:
        """Shows the prompt, keeping the scroll position; a very long one is shown by its beginning."""
        place = self._text.verticalScrollBar().value()
        shown = text[:PROMPT_LIMIT]
        if len(text) > PROMPT_LIMIT:
            shown += "\n\n" + self.tr("The rest is not shown here; Copy prompt copies all of it.")
        self._text.setPlainText(shown)
        self._text.verticalScrollBar().setValue(place)

    def _show_font(self) -> None:
        font = fixed_font() if self._fixed.isChecked() else QFont(self.font())
        font.setPixelSize(SIZE_SECONDARY if self._fixed.isChecked() else SIZE_INTERFACE)
        self._text.setFont(font)


class _OldPlanBar(QWidget):
    """Says that an old answer's plan is shown, and leads back.

    Signals:
        back_pressed: back to now.
    """

    back_pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = plain_label(wrap=True)
        back = QPushButton(self.tr("Back to now"))
        back.clicked.connect(self.back_pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._title, 1)
        layout.addWidget(back)
        self.hide()

    def show_title(self, title: str) -> None:
        """Which answer it was; an empty title hides the bar."""
        self._title.setText(title)
        self.setVisible(bool(title))


def _reader(name: str) -> QPlainTextEdit:
    """A text to read and copy from."""
    text = QPlainTextEdit()
    text.setReadOnly(True)
    text.setAccessibleName(name)
    text.setTabChangesFocus(True)
    return text
