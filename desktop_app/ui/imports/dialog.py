"""The one window for every way in: reads, shows what would come, imports, and reports. Nothing is stored before *Import*.

Made by ``windows``; asks the import service by itself, in tasks of the launcher.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from enum import Enum, auto
from itertools import islice

from PySide6.QtCore import QItemSelection, QModelIndex, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.errors import AppError
from desktop_app.domain.import_notes import NoteCode
from desktop_app.domain.transfer import ObjectKind
from desktop_app.services.import_plan import (
    Choice,
    Imported,
    ImportOutcome,
    ImportPreview,
    PreviewItem,
)
from desktop_app.services.import_run import Watch
from desktop_app.services.import_service import ImportService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors import inputs
from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.rows import Row, file_rows
from desktop_app.ui.imports.sentences import ImportSentences
from desktop_app.ui.imports.tree_model import ImportTreeModel
from desktop_app.ui.imports.tree_view import ImportTree
from desktop_app.ui.imports.words import choice_phrase, choice_word, outcome_phrase
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, AppTheme

TASK = "import"
SIZE = (820, 560)
LEAST_SIZE = (560, 420)
# So many of the selected objects say what can be chosen for all.
_LOOKED_AT = 200

Plan = Callable[[Watch], Awaitable[ImportPreview]]


class Stage(Enum):
    """How far the window is."""

    READING = auto()
    PREVIEW = auto()
    IMPORTING = auto()
    REPORT = auto()


class ImportDialog(QDialog):
    """Reads, shows, imports, reports.

    Attributes:
        model, tree: what is shown.

    Signals:
        open_wanted: (kind, id) show this object of the library, or this chat.
        chat_wanted: (character id) begin a chat with this character.
    """

    open_wanted = Signal(object, str)
    chat_wanted = Signal(str)

    def __init__(
        self, service: ImportService, launch: Launcher, look: tuple[AppTheme, Icons], parent: QWidget | None = None
    ) -> None:
        self._over = False
        self.stage = Stage.READING
        super().__init__(parent)
        self._service = service
        self._launch = launch
        self._preview = ImportPreview()
        self._outcome: ImportOutcome | None = None
        self._choices: dict[str, Choice] = {}
        self._ends: dict[str, Imported] = {}
        self._watch = Watch()
        self._sentences = ImportSentences(self)
        self.setWindowTitle(self.tr("Import"))
        self.setMinimumSize(*LEAST_SIZE)
        self.resize(*SIZE)
        self.model = ImportTreeModel(*look, self)
        self.tree = ImportTree(self.model)
        self.tree.setAccessibleName(self.tr("Files and what is in them"))
        self._head = plain_label(look="title", wrap=True)
        self._summary = plain_label(look="muted", wrap=True)
        self._scripts = plain_label(wrap=True)
        self._problem = plain_label(look="error", wrap=True)
        self._told = plain_label(wrap=True)
        self._progress = ProgressRow()
        self._choice = inputs.Choice()
        self._choice_label = plain_label(self.tr("What to do with the selected:"))
        self._make_buttons()
        self._lay_out()
        self._connect_signals()
        self._show_stage(Stage.READING)

    def start(self, plan: Plan) -> None:
        """Reads, and shows what would come."""
        self._launch(TASK, self._read(plan))

    def selected(self) -> Iterator[Row]:
        """The rows that are selected."""
        return self.tree.selected_rows()

    def choose(self, choice: Choice) -> None:
        """For all selected objects that it fits; a selected file means the objects in it."""
        fitting = (item for row in self.selected() for item in row.items if choice in item.choices)
        self._choices.update((item.key, choice) for item in fitting)
        self.model.states_changed()
        self.tree.viewport().update()
        self._show_summary()

    def import_all(self) -> None:
        """What is chosen."""
        self._launch(TASK, self._run())

    def undo(self) -> None:
        """Takes it out again."""
        if self._outcome is not None:
            self._launch(TASK, self._undo(self._outcome))

    def done(self, result: int, /) -> None:
        """Closing stops what is under way; what is stored stays."""
        self._over = True
        self._watch.cancel()
        super().done(result)

    async def _read(self, plan: Plan) -> None:
        self._watch = Watch(self._on_share)
        self._progress.begin(self.tr("Reading …"))
        try:
            preview = await plan(self._watch)
        except AppError as error:
            self._fail(error)
            return
        if not self._over:
            self._show_preview(preview)

    async def _read_as(self, name: str, kind: str) -> None:
        preview = await self._service.plan_again(self._preview, {name: kind})
        if not self._over:
            self._show_preview(preview)

    async def _run(self) -> None:
        self._show_stage(Stage.IMPORTING)
        self._watch = Watch(self._on_share)
        self._progress.begin(self.tr("Importing …"))
        try:
            outcome = await self._service.run(self._preview, self._choices, self._watch)
        except (AppError, InterruptedError) as error:
            if isinstance(error, AppError):
                self._fail(error)
            if not self._over:
                self._show_stage(Stage.PREVIEW)
            return
        if not self._over:
            self._show_report(outcome)

    async def _undo(self, outcome: ImportOutcome) -> None:
        self._undo_button.setEnabled(False)
        undone = await self._service.undo(outcome)
        if self._over:
            return
        self._summary.setText(self._sentences.undone(undone))
        self._open.setEnabled(False)
        self._chat.setEnabled(False)

    def _fail(self, error: AppError) -> None:
        if self._over:
            raise error
        self._progress.end()
        self._problem.setText(error_sentence(error))
        self._problem.show()

    def _on_share(self, share: float) -> None:
        if not self._over:
            self._progress.show_share(share)

    def _show_preview(self, preview: ImportPreview) -> None:
        self._preview = preview
        known = self._choices
        self._choices = {item.key: known.get(item.key, item.choice) for item in preview.items}
        self._fill()
        self._show_stage(Stage.PREVIEW)

    def _show_report(self, outcome: ImportOutcome) -> None:
        self._outcome = outcome
        self._ends = {one.item.key: one for one in outcome.items}
        self.model.over = True
        self._fill()
        self._show_stage(Stage.REPORT)

    def _fill(self) -> None:
        self.model.show_rows(file_rows(self._preview.files, self._state))
        self.tree.open_few()
        self.tree.setCurrentIndex(self._first())

    def _first(self) -> QModelIndex:
        """What is looked at first: an object that comes in, or came; where there is none, what the first file holds."""
        for row in self.model.top:
            for place, item in enumerate(row.items):
                if self._comes(item):
                    return self.model.index(place, 0, self.model.index(row.place, 0))
        first = self.model.index(0, 0)
        inside = self.model.index(0, 0, first)
        return inside if inside.isValid() else first

    def _comes(self, item: PreviewItem) -> bool:
        ended = self._ended(item)
        return ended.came if ended is not None else self._choices[item.key] is not Choice.SKIP

    def _state(self, item: PreviewItem) -> str:
        ended = self._ended(item)
        if ended is not None:
            return outcome_phrase(ended)
        return choice_phrase(self._choices[item.key], item.known)

    def _ended(self, item: PreviewItem) -> Imported | None:
        return self._ends.get(item.key)

    def _looked_at(self) -> list[PreviewItem]:
        """The first of the selected objects: enough to know what can be chosen."""
        return list(islice((item for row in self.selected() for item in row.items), _LOOKED_AT))

    def _show_stage(self, stage: Stage) -> None:
        self.stage = stage
        busy = stage in {Stage.READING, Stage.IMPORTING}
        self.tree.setVisible(stage is not Stage.READING)
        self.tree.setEnabled(not busy)
        self._problem.setVisible(stage is Stage.PREVIEW and bool(self._problem.text()))
        if not busy:
            self._progress.end()
        for part in (self._import, self._cancel):
            part.setVisible(stage is not Stage.REPORT)
        for part in (self._open, self._chat, self._undo_button, self._close):
            part.setVisible(stage is Stage.REPORT)
        self._import.setEnabled(stage is Stage.PREVIEW)
        self._show_summary()
        self._show_choice()
        if stage is Stage.PREVIEW:
            (self.tree if self._import.isEnabled() else self._cancel).setFocus()
        elif stage is Stage.REPORT:
            self._close.setFocus()

    def _show_summary(self) -> None:
        self._head.setText(
            {
                Stage.READING: self.tr("Looking at the files"),
                Stage.PREVIEW: self.tr("This would come in"),
                Stage.IMPORTING: self.tr("Importing"),
                Stage.REPORT: self.tr("This came in"),
            }[self.stage]
        )
        self._summary.setText(self._sentences.summary(self._preview, self._outcome, self._wanted()))
        self._summary.setVisible(self.stage is not Stage.READING)
        told = (note.code for file in self._preview.files if file.report for note in file.report.warnings)
        self._scripts.setText(self.tr("These cards contain scripts. They are kept and not run."))
        self._scripts.setVisible(NoteCode.SCRIPTS in told)
        if self.stage is Stage.PREVIEW:
            self._import.setEnabled(self._wanted() > 0)

    def _wanted(self) -> int:
        return sum(choice is not Choice.SKIP for choice in self._choices.values())

    def _show_choice(self) -> None:
        """What can be chosen for the selected rows; for a file of two kinds, which one it is; of a sentence all of it."""
        rows = list(islice(self.selected(), 2))
        one = rows[0] if len(rows) == 1 else None
        kinds = one.kinds if one is not None and self.stage is Stage.PREVIEW else []
        told = one is not None and one.wide and not kinds
        self._told.setText(one.sentence if told and one is not None else "")
        self._told.setVisible(told and self.stage in {Stage.PREVIEW, Stage.REPORT})
        items = self._looked_at()
        options = [choice for choice in Choice if any(choice in item.choices for item in items)]
        self._choice.show_options(
            [(kind, kind) for kind in kinds] or [(choice, choice_word(choice)) for choice in options]
        )
        chosen = {self._choices[item.key] for item in items} if not kinds else set[Choice]()
        self._choice.show_value(next(iter(chosen)) if len(chosen) == 1 else None)
        for part in (self._choice, self._choice_label):
            part.setVisible(self.stage is Stage.PREVIEW and not told)
            part.setEnabled(bool(kinds or options))
        text = self.tr("Read this file as:") if kinds else self.tr("What to do with the selected:")
        self._choice_label.setText(text)
        self._choice.setAccessibleName(text)
        self._show_links()

    def _show_links(self) -> None:
        one = self._one_ended()
        there = one is not None and bool(one.object_id)
        self._open.setEnabled(there)
        self._chat.setEnabled(there and one is not None and one.item.kind is ObjectKind.CHARACTER)
        self._undo_button.setEnabled(bool(self._outcome and self._outcome.can_undo))

    def _one_ended(self) -> Imported | None:
        items = self._looked_at()
        return self._ended(items[0]) if len(items) == 1 else None

    def _on_cancel(self) -> None:
        self._watch.cancel()

    def _on_choice(self) -> None:
        value = self._choice.value()
        if isinstance(value, Choice):
            self.choose(value)
        elif isinstance(value, str) and (row := next(self.selected(), None)) is not None:
            self._launch(TASK, self._read_as(row.file.source.name, value))

    def _on_open(self) -> None:
        if (one := self._one_ended()) is not None:
            self.open_wanted.emit(one.item.kind, one.object_id)

    def _on_chat(self) -> None:
        if (one := self._one_ended()) is not None:
            self.chat_wanted.emit(one.object_id)
            self.accept()

    def _make_buttons(self) -> None:
        self._import = QPushButton(self.tr("Import"))
        self._import.setProperty("look", "primary")
        self._import.setDefault(True)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._close = QPushButton(self.tr("Close"))
        self._open = QPushButton(self.tr("Open"))
        self._chat = QPushButton(self.tr("Start a chat"))
        self._undo_button = QPushButton(self.tr("Undo import"))
        for button in (self._cancel, self._close, self._open, self._chat, self._undo_button):
            button.setAutoDefault(False)

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        choice.setSpacing(SPACE_8)
        choice.addWidget(self._choice_label)
        choice.addWidget(self._choice)
        choice.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        for button in (self._undo_button, self._open, self._chat):
            buttons.addWidget(button)
        buttons.addStretch(1)
        for button in (self._cancel, self._close, self._import):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_16, SPACE_16, SPACE_16, SPACE_16)
        layout.setSpacing(SPACE_12)
        for part in (self._head, self._summary, self._scripts, self._problem, self._progress):
            layout.addWidget(part)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self._told)
        layout.addLayout(choice)
        layout.addLayout(buttons)

    def _connect_signals(self) -> None:
        self._import.clicked.connect(self.import_all)
        self._cancel.clicked.connect(self.reject)
        self._close.clicked.connect(self.accept)
        self._open.clicked.connect(self._on_open)
        self._chat.clicked.connect(self._on_chat)
        self._undo_button.clicked.connect(self.undo)
        self._progress.cancel_pressed.connect(self._on_cancel)
        self._choice.edited.connect(self._on_choice)
        self.tree.selectionModel().selectionChanged.connect(self._on_selection)

    def _on_selection(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        self._show_choice()
