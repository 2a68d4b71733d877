"""The preview dock's content: head, *what if*, search, tree and prompt. Shows a plan that it is given; asks for none."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QSplitter, QTabWidget, QVBoxLayout, QWidget

from desktop_app.context.plan import ContextPlan
from desktop_app.context.speaking import next_speaker
from desktop_app.ui.context_preview.detail import BlockDetail
from desktop_app.ui.context_preview.head import PreviewHead
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.plan_filter import PlanFilter
from desktop_app.ui.context_preview.plan_tree import tree_of
from desktop_app.ui.context_preview.prompt import prompt_text
from desktop_app.ui.context_preview.prompt_page import PromptPage
from desktop_app.ui.context_preview.search_row import SearchRow
from desktop_app.ui.context_preview.tree_delegate import PlanTreeDelegate
from desktop_app.ui.context_preview.tree_model import PlanTreeModel
from desktop_app.ui.context_preview.tree_view import PlanTree
from desktop_app.ui.context_preview.what_if_panel import WhatIfPanel
from desktop_app.ui.context_preview.why import Line
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_12, AppTheme


class Mode(Enum):
    """What the plan on screen is: what would be sent now, or something else."""

    NOW = auto()
    OLD = auto()
    CANDIDATE = auto()
    WHAT_IF = auto()


class ContextPreview(QWidget):
    """A plan, or the sentence why there is none.

    Attributes:
        what_if: the controls of *what if*.

    Signals:
        back_pressed: from what is shown to what would be sent now.
        compare_pressed: what is shown and what would be sent now, side by side.
        message_activated: (message id, start, end) to a message, and to these characters of it (-1: to none of them).
        entry_activated: (kind, book id, entry id) to an entry: ``lore`` or ``memory``; or to a ``character`` or
            ``persona``, without a book.
        room_asked: (block or message id, or empty) how many tokens more context would let it in?
        row_menu_requested: (node, menu) a row's menu is about to open; whoever can do something with it adds an action.
    """

    back_pressed = Signal()
    compare_pressed = Signal()
    message_activated = Signal(str, int, int)
    entry_activated = Signal(str, str, str)
    room_asked = Signal(str)
    row_menu_requested = Signal(object, object)

    def __init__(self, theme: AppTheme, icons: Icons, parent: QWidget | None = None) -> None:
        self._plan: ContextPlan | None = None
        self._prompt_of: ContextPlan | None = None
        self._filter = PlanFilter()
        self._character = self._persona = ""
        self._is_old = False
        super().__init__(parent)
        self.setObjectName("contextPreview")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._icons = icons
        self.head = PreviewHead(theme, icons, self)
        self.what_if = WhatIfPanel(icons, self)
        self._search = SearchRow(icons, self)
        self._model = PlanTreeModel(self)
        self._tree = PlanTree(self._model, PlanTreeDelegate(theme, icons, self), self)
        self._nothing = plain_label(self.tr("Nothing in the context has this."), self, look="muted", wrap=True)
        self._detail = BlockDetail(icons, self)
        self._prompt = PromptPage(theme, icons, self)
        self._tabs = QTabWidget(self)
        self._lay_out()
        self._connect()
        self.show_nothing()

    @property
    def plan(self) -> ContextPlan | None:
        """The plan on screen."""
        return self._plan

    def show_plan(self, plan: ContextPlan) -> None:
        """Shows a plan; what was open, chosen and scrolled to in the tree stays."""
        self._plan = plan
        self.head.show_plan(plan)
        self.what_if.show_uses(plan)
        self._show_rows()
        self._show_prompt()

    def show_needed(self, asked: str, tokens: int | None) -> None:
        """What was asked for by ``room_asked``; None: no size of the context would do."""
        self._detail.show_needed(asked, tokens)

    def set_character(self, name: str) -> None:
        """Who speaks in the chat; empty: whom the plan names."""
        changed, self._character = name != self._character, name
        if changed and self._plan is not None and next_speaker(self._plan):
            self._show_rows()

    def set_persona(self, name: str) -> None:
        """As whom the person writes in the chat; empty: as nobody in particular."""
        if name != self._persona:
            self._persona = name
            self._show_rows()

    def show_problem(self, sentence: str) -> None:
        """Says why there is no plan. An earlier one would be taken for what is sent now."""
        self.show_nothing()
        self.head.show_problem(sentence)

    def show_nothing(self) -> None:
        """There is no plan, or no chat."""
        self._plan = None
        self.head.show_nothing()
        self._show_rows()
        self._show_prompt()

    def show_mode(self, mode: Mode, title: str = "") -> None:
        """Says what the plan on screen is; ``title`` names the old answer.

        A candidate changes with every move of the mouse: it gets no banner, which would push all else down and up again.
        """
        banner = self.head.banner
        self._is_old = mode is Mode.OLD
        self.head.mark_candidate(mode is Mode.CANDIDATE)
        if mode is Mode.OLD:
            banner.show_sentence(title, "info", self.tr("Back to now"), compares=True)
        elif mode is Mode.WHAT_IF:
            sentence = self.tr("What if — nothing is changed")
            banner.show_sentence(sentence, "flask-conical", self.tr("Reset"), compares=True)
        else:
            banner.hide()

    def copy_prompt(self) -> None:
        """Puts the whole prompt on the clipboard."""
        if self._plan is not None:
            QGuiApplication.clipboard().setText(prompt_text(self._plan))

    def show_row(self, wanted: Callable[[Node], bool]) -> bool:
        """Shows and chooses the first row of the tree that is ``wanted``. False where there is none."""
        self._tabs.setCurrentIndex(0)
        if not self._filter.is_idle:
            self._search.clear()
        return self._tree.reveal(wanted)

    def focus_search(self) -> None:
        """Gives the search the keyboard."""
        self._tabs.setCurrentIndex(0)
        self._search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _lay_out(self) -> None:
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._search)
        column.addWidget(self._tree, 1)
        column.addWidget(self._nothing, 1)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._nothing.setContentsMargins(SPACE_12, SPACE_12, SPACE_12, SPACE_12)
        blocks = QSplitter(Qt.Orientation.Vertical)
        blocks.addWidget(rows)
        blocks.addWidget(self._detail)
        blocks.setStretchFactor(0, 3)
        blocks.setStretchFactor(1, 2)
        blocks.setChildrenCollapsible(False)
        blocks.setHandleWidth(1)
        self._tabs.setDocumentMode(True)
        self._tabs.addTab(blocks, self.tr("Blocks"))
        self._tabs.addTab(self._prompt, self.tr("Prompt"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.what_if)
        layout.addWidget(self._tabs, 1)

    def _connect(self) -> None:
        self.head.banner.back_pressed.connect(self.back_pressed)
        self.head.banner.compare_pressed.connect(self.compare_pressed)
        self._search.changed.connect(self._on_looked_for)
        self._search.left.connect(self._tree.setFocus)
        self._tree.chosen.connect(self._show_detail)
        self._tree.pressed_on.connect(self._on_pressed)
        self._tree.opened.connect(self._on_opened)
        self._tree.menu_requested.connect(self._open_menu)
        self._tree.typed.connect(self._search.type)
        self._detail.line_pressed.connect(self._on_line)
        self._detail.message_pressed.connect(self._go_to_message)
        self._detail.entry_pressed.connect(self.entry_activated)
        self._detail.room_asked.connect(self.room_asked)
        self._prompt.copy_pressed.connect(self.copy_prompt)
        self._tabs.currentChanged.connect(self._show_prompt)

    def _show_rows(self) -> None:
        """The tree; what is looked for stands open."""
        looking = not self._filter.is_idle
        keep = self._filter if looking else None
        persona = "" if self._is_old else self._persona  # then it may have been another
        shown = self._plan
        rows = tree_of(shown, keep, character=self._character, persona=persona) if shown is not None else []
        nothing = looking and not rows and self._plan is not None
        self._nothing.setVisible(nothing)
        self._tree.setVisible(not nothing)
        self._search.setVisible(self._plan is not None)
        self._tree.show_nodes(rows, all_open=looking)

    def _show_prompt(self) -> None:
        """Lays the prompt out only where somebody looks at it."""
        if self._tabs.currentWidget() is self._prompt and self._prompt_of is not self._plan:
            self._prompt_of = self._plan
            self._prompt.show_plan(self._plan)

    def _show_detail(self, node: Node | None) -> None:
        self._detail.show_node(node, self._plan)

    def _on_looked_for(self, words: str, only_out: bool) -> None:
        self._filter = PlanFilter(words, only_out)
        self._show_rows()

    def _on_pressed(self, node: Node) -> None:
        if node.message_id:
            self._go_to_message(node.message_id)

    def _go_to_message(self, message_id: str) -> None:
        self.message_activated.emit(message_id, -1, -1)

    def _on_opened(self, node: Node) -> None:
        if node.entry is not None:
            self.entry_activated.emit(*node.entry)
        else:
            self._on_pressed(node)

    def _on_line(self, line: Line) -> None:
        if line.entry_id:
            self.show_row(lambda node: node.trace is not None and node.trace.entry_id == line.entry_id)
        else:
            self.message_activated.emit(line.message_id, line.start, line.end)

    def _open_menu(self, node: Node, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if node.message_id:
            show = menu.addAction(self._icons.icon("message-square"), self.tr("Show in the chat"))
            show.triggered.connect(lambda: self._on_pressed(node))
        if node.entry is not None:
            entry = node.entry
            opened = menu.addAction(self._icons.icon("square-arrow-out-up-right"), self.tr("Open"))
            opened.triggered.connect(lambda: self.entry_activated.emit(*entry))
        self.row_menu_requested.emit(node, menu)
        copy = menu.addAction(self._icons.icon("copy"), self.tr("Copy row"))
        copy.triggered.connect(self._tree.copy_row)
        menu.popup(place)
