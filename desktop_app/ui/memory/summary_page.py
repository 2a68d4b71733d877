"""The page of a chat's summary: its sentences, what they replaced, and where each message went; made anew, paused, carried on.

``summary_presenter`` fills it and hears its signals; nothing is asked of a service here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QTabBar, QVBoxLayout, QWidget

from desktop_app.ui.buttons import plain_button
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.lines import LINE_ROLE, Line, LineDelegate, LineModel
from desktop_app.ui.memory.summary_detail import SummaryDetail
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, AppTheme
from desktop_app.ui.undo_bar import UndoBar


class List(IntEnum):
    """Which of the three lists is shown, by its tab."""

    SENTENCES = 0
    OLD = 1
    MESSAGES = 2


class SummaryPage(QWidget):
    """Lists above, the chosen row below them, then how far the summary is.

    Attributes:
        detail, undo_bar: the parts.

    Signals:
        list_changed, line_chosen: another list or row is looked at.
        line_activated: (id) Enter or a double click.
        now_pressed: make what is missing at once.
        pause_pressed: pause the model, or let it go on.
        hand_over_agreed: begin a new chat that carries this one on.
    """

    list_changed = Signal()
    line_chosen = Signal()
    line_activated = Signal(str)
    now_pressed = Signal()
    pause_pressed = Signal()
    hand_over_agreed = Signal()

    def __init__(
        self, theme: AppTheme, icons: Icons, words: Callable[[str], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._tabs = QTabBar()
        self._tabs.setDocumentMode(True)
        self._tabs.setDrawBase(False)
        for title in (self.tr("Sentences"), self.tr("Replaced"), self.tr("Messages")):
            self._tabs.addTab(title)
        self._tabs.setAccessibleName(self.tr("What is listed"))
        self._model = LineModel(words, self)
        self._view = QListView()
        self._view.setModel(self._model)
        self._view.setItemDelegate(LineDelegate(theme, icons, self))
        self._view.setUniformItemSizes(True)
        self._view.setMouseTracking(True)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._empty = plain_label(look="muted", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.detail = SummaryDetail(icons)
        self.undo_bar = UndoBar()
        self._status = plain_label(look="secondary", wrap=True)
        self._now = plain_button(self.tr("Make anew now"), pressed=self.now_pressed.emit)
        icons.bind(self._now, "refresh-cw")
        self._pause = plain_button("", pressed=self.pause_pressed.emit)
        self._carry = plain_button(self.tr("Carry on in a new chat …"), pressed=self._ask_to_carry_on)
        icons.bind(self._carry, "message-square-plus")
        self._question = self._make_question()
        self._lay_out()
        self._connect()

    @property
    def shown_list(self) -> List:
        """Which list is shown."""
        return List(self._tabs.currentIndex())

    def show_list(self, which: List) -> None:
        """Another list."""
        self._tabs.setCurrentIndex(which)

    def set_lines(self, lines: Sequence[Line], empty: str) -> None:
        """The rows of the list that is shown; ``empty`` is said where there are none. What was chosen stays so."""
        chosen = self.line()
        row = self._view.currentIndex().row()
        self._model.set_lines(lines)
        self._view.setAccessibleName(self._tabs.tabText(self._tabs.currentIndex()))
        self._view.setVisible(bool(lines))
        self._empty.setVisible(not lines)
        self._empty.setText(empty)
        found = self._model.row_of(chosen.id) if chosen else -1
        self.choose(found if found >= 0 else min(max(row, 0), len(lines) - 1), scroll=found < 0)
        self.line_chosen.emit()

    def line(self) -> Line | None:
        """The chosen row."""
        line = self._view.currentIndex().data(LINE_ROLE)
        return line if isinstance(line, Line) else None

    def lines(self) -> list[Line]:
        """All rows of the list."""
        return [self._model.index(row).data(LINE_ROLE) for row in range(self._model.rowCount())]

    def choose(self, row: int, *, scroll: bool = True) -> None:
        """Makes a row the chosen one; -1: none."""
        index = self._model.index(row)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self._view.selectionModel().setCurrentIndex(index, flags)
            if scroll:
                self._view.scrollTo(index)

    def choose_id(self, line_id: str) -> bool:
        """Makes the row of a message or sentence the chosen one; False where it is not listed."""
        row = self._model.row_of(line_id)
        self.choose(row)
        return row >= 0

    def focus_list(self) -> None:
        """The keyboard walks in the list."""
        (self._view if self._view.isVisibleTo(self) else self._tabs).setFocus()

    def words_found(self) -> None:
        """How messages begin is known now."""
        self._view.viewport().update()

    def show_status(self, sentence: str, *, pausable: bool, paused: bool, has_messages: bool) -> None:
        """How far it is; ``pausable``: a model is wanted, so that it can be paused."""
        self._status.setText(sentence)
        self._pause.setVisible(pausable)
        self._pause.setText(self.tr("Let the model go on") if paused else self.tr("Pause the model"))
        self._now.setEnabled(has_messages)
        self._carry.setEnabled(has_messages)

    def status(self) -> str:
        """What is said of how far it is."""
        return self._status.text()

    def _make_question(self) -> QFrame:
        bar = QFrame()
        bar.setProperty("look", "notice")
        sentence = plain_label(
            self.tr(
                "The new chat has the same people, settings, lorebooks and memory entries. It begins with a summary of this one,"
                " which you can change, and the last exchange word for word. Nothing changes here."
            ),
            wrap=True,
        )
        agree = plain_button(self.tr("Begin the new chat"), pressed=self._on_agreed)
        agree.setProperty("look", "primary")
        stay = plain_button(self.tr("Not now"), pressed=self._on_declined)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        buttons.addStretch(1)
        buttons.addWidget(stay)
        buttons.addWidget(agree)
        layout = QVBoxLayout(bar)
        layout.setContentsMargins(SPACE_16, SPACE_12, SPACE_16, SPACE_12)
        layout.setSpacing(SPACE_8)
        layout.addWidget(sentence)
        layout.addLayout(buttons)
        bar.hide()
        self.agree = agree
        return bar

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_8)
        foot.addWidget(self._now)
        foot.addWidget(self._pause)
        foot.addStretch(1)
        foot.addWidget(self._carry)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_8, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._tabs, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.detail)
        layout.addWidget(self.undo_bar)
        layout.addWidget(self._status)
        layout.addWidget(self._question)
        layout.addLayout(foot)
        self._empty.hide()

    def _connect(self) -> None:
        self._tabs.currentChanged.connect(self.list_changed)
        self._view.selectionModel().currentChanged.connect(self.line_chosen)
        self._view.activated.connect(self._on_activated)
        delete = QShortcut(QKeySequence("Delete"), self._view, context=Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._on_delete)

    def _on_activated(self) -> None:
        line = self.line()
        if line is not None:
            self.line_activated.emit(line.id)

    def _on_delete(self) -> None:
        if self.detail.remove.isVisibleTo(self):
            self.detail.remove.click()

    def _ask_to_carry_on(self) -> None:
        self._question.show()
        self.agree.setFocus()

    def _on_agreed(self) -> None:
        self._question.hide()
        self.hand_over_agreed.emit()

    def _on_declined(self) -> None:
        self._question.hide()
        self._carry.setFocus()
