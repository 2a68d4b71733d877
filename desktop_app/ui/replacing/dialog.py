"""The window of find and replace: what is looked for, every place with what it would become, and one step for all of them.

Opened beside the main window for one chat. Nothing changes before *Replace*; *Undo* takes all of it back.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.errors import AppError
from desktop_app.language.replacing import Wanted
from desktop_app.services.import_run import Watch
from desktop_app.services.replace_service import FoundPlaces, Replaced, ReplaceService, Where
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.buttons import plain_button
from desktop_app.ui.editors.inputs import Tick
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.replacing.delegate import ExcerptDelegate
from desktop_app.ui.replacing.forms import FormsTable
from desktop_app.ui.replacing.model import HitModel, where_names
from desktop_app.ui.row_tree import RowTree
from desktop_app.ui.text import plain_label
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, SPACE_24

TASK = "find and replace"
FIRST_SIZE, LEAST_SIZE = (840, 640), (600, 500)
WAIT_MS = 250
"""How long after the last key it is looked for."""

WHERE_WIDTH, LIST_HEIGHT = 190, 96


class ReplaceDialog(QDialog):
    """All of it. ``undoable``: what was replaced last in this chat, which can still be taken back."""

    def __init__(
        self,
        service: ReplaceService,
        launch: Launcher,
        chat_id: str,
        undoable: Replaced | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self._found: FoundPlaces | None = None
        self._watch = Watch()
        self._searches = self._shown = self._runs = 0
        self._working = False
        super().__init__(parent)
        self._service = service
        self._launch = launch
        self._chat_id = chat_id
        self.undoable = undoable
        self.setWindowTitle(self.tr("Find and replace in this chat"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setMinimumSize(*LEAST_SIZE)
        self.resize(*FIRST_SIZE)
        self._make()
        self._lay_out()
        self._connect()
        self._show_state()

    def _make(self) -> None:
        self.word, self.instead = LineEdit(), LineEdit()
        self.word.setAccessibleName(self.tr("Find"))
        self.instead.setAccessibleName(self.tr("Replace with"))
        self.case, self.words = Tick(self.tr("Match case")), Tick(self.tr("Whole words"))
        self.words.show_value(value=True)
        self.with_forms = Tick(self.tr("Inflected forms too"))
        self.places = {where: Tick(name) for where, name in where_names().items()}
        for tick in self.places.values():
            tick.show_value(value=True)
        self.model = HitModel(self)
        self.list = RowTree()
        self.list.setModel(self.model)
        self.list.setAccessibleName(self.tr("Places"))
        self.list.setRootIsDecorated(False)
        self.list.setMinimumHeight(LIST_HEIGHT)
        self.list.setUniformRowHeights(True)
        self.list.setItemDelegate(ExcerptDelegate(self.list))
        header = self.list.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.list.setColumnWidth(0, WHERE_WIDTH)
        self.forms = FormsTable()
        self.forms_hint = plain_label(
            self.tr("Forms of the word. Tick those that are meant; what comes in their place can be changed."),
            look="secondary",
            wrap=True,
        )
        self.forms_hint.hide()
        self.told = plain_label(look="secondary", wrap=True)
        self.problem = plain_label(look="error", wrap=True)
        self.progress = ProgressRow()
        self.all = plain_button(self.tr("All"), look="link")
        self.none = plain_button(self.tr("None"), look="link")
        self.undo_button = plain_button(self.tr("Undo the last replacement"))
        self.replace_button = plain_button(self.tr("Replace"), look="primary")
        self.close_button = plain_button(self.tr("Close"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT_MS)

    def _lay_out(self) -> None:
        fields = QGridLayout()
        fields.setHorizontalSpacing(SPACE_12)
        fields.setVerticalSpacing(SPACE_8)
        for row, (name, field) in enumerate(((self.tr("Find"), self.word), (self.tr("Replace with"), self.instead))):
            fields.addWidget(plain_label(name), row, 0)
            fields.addWidget(field, row, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addLayout(fields)
        layout.addLayout(_row(self.case, self.words, self.with_forms))
        layout.addLayout(_row(*self.places.values()))
        layout.addWidget(self.forms_hint)
        layout.addWidget(self.forms)
        told = QHBoxLayout()
        told.addWidget(self.told, 1)
        told.addWidget(self.all)
        told.addWidget(self.none)
        layout.addLayout(told)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.progress)
        layout.addWidget(self.problem)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_8)
        foot.addWidget(self.undo_button)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        foot.addWidget(self.replace_button)
        layout.addLayout(foot)

    def _connect(self) -> None:
        for field in (self.word, self.instead):
            field.textChanged.connect(self._on_edited)
        for tick in (self.case, self.words, self.with_forms, *self.places.values()):
            tick.edited.connect(self._on_edited)
        self._timer.timeout.connect(self.search)
        self.model.ticked.connect(self._show_state)
        self.all.clicked.connect(lambda: self.model.tick_all(on=True))
        self.none.clicked.connect(lambda: self.model.tick_all(on=False))
        self.forms.ticked.connect(self._on_form)
        self.forms.worded.connect(self.model.set_form)
        self.progress.cancel_pressed.connect(self._on_cancel)
        self.replace_button.clicked.connect(self._on_replace)
        self.undo_button.clicked.connect(self._on_undo)
        self.close_button.clicked.connect(self.reject)
        self.finished.connect(self._on_cancel)
        self.finished.connect(self._timer.stop)
        for keys, slot in (("Ctrl+Return", self._on_replace), ("Ctrl+H", self.word.setFocus)):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        undo = QShortcut(QKeySequence.StandardKey.Undo, self.list)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(self._on_undo)

    def search(self) -> None:
        """Looks for it now; or, while something is being changed, afterwards."""
        if self._working:
            self._timer.start()
            return
        self._timer.stop()
        self._watch.cancel()
        self._searches += 1
        wanted = Wanted(
            self.word.text(),
            self.instead.text(),
            match_case=self.case.value(),
            whole_words=self.words.value(),
            forms=self.with_forms.value(),
        )
        where = [place for place, tick in self.places.items() if tick.value()]
        self._run(self._search(wanted, where, self._searches))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._runs += 1
        self.problem.hide()
        self._launch(TASK, self._watched(work, self._runs))

    async def _watched(self, work: Coroutine[Any, Any, None], number: int) -> None:
        try:
            await work
        except AppError as error:
            self.problem.setText(error_sentence(error))
            self.problem.show()
        finally:
            work.close()
            if number == self._runs:  # and nothing else has begun since
                self.progress.end()
                self._working = False
            self._show_state()

    async def _search(self, wanted: Wanted, where: list[Where], number: int) -> None:
        watch = self._watch = Watch(self.progress.show_share)
        found = None
        if wanted.find.strip():
            self.progress.begin(self.tr("Looking …"))
            found = await self._service.find(self._chat_id, wanted, where, watch)
        if number == self._searches:
            self._shown = number
            self._show_found(found)

    def _show_found(self, found: FoundPlaces | None) -> None:
        self._found = found
        self.model.show_found(found or FoundPlaces(self._chat_id, Wanted("", "")))
        forms = found.forms if found is not None else ()
        self.forms.show_forms(forms)
        self.forms_hint.setVisible(bool(forms))

    def _show_state(self) -> None:
        count, all_of_them = len(self.model.numbers), self.model.count
        self.replace_button.setEnabled(self._can_replace)
        self.undo_button.setVisible(self.undoable is not None)
        self.undo_button.setEnabled(not self._working)
        for button in (self.all, self.none):
            button.setVisible(all_of_them > 0)
        self.told.setText(self._sentence(count, all_of_them))

    def _sentence(self, count: int, all_of_them: int) -> str:
        if self._found is None:
            return self.tr("Every place is shown first; nothing changes before you press Replace.")
        if not all_of_them:
            return self.tr("Nothing found that would change.")
        told = self.tr("Ticked: {count} of {all} places.")
        text = told.format(count=self.locale().toString(count), all=self.locale().toString(all_of_them))
        if self._found.more:
            text = f"{text} {self.tr('There are more; replace these first.')}"
        return text

    @property
    def _can_replace(self) -> bool:
        """Whether something is ticked, and what is shown is what was asked for last."""
        is_current = self._shown == self._searches and not self._timer.isActive()
        return is_current and not self._working and self._found is not None and bool(self.model.numbers)

    def _on_edited(self) -> None:
        self._timer.start()
        self.replace_button.setEnabled(False)

    def _on_form(self, form: str, on: bool) -> None:
        self.model.tick_form(form, on=on)

    def _on_cancel(self) -> None:
        self._watch.cancel()

    def _on_replace(self) -> None:
        if self._found is not None and self._can_replace:
            self._working = True
            self._show_state()
            self._run(self._replace(self._found))

    async def _replace(self, found: FoundPlaces) -> None:
        self._watch = Watch()
        self.progress.begin(self.tr("Replacing; a backup is made first …"))
        done = await self._service.replace(found, self.model.numbers, forms=self.model.forms, watch=self._watch)
        if done is None:
            return
        self.undoable = done
        self._show_found(None)
        template = QCoreApplication.translate("Replacing", "Replaced. Places: {places}, texts: {things}.")
        number = self.locale().toString
        QTimer.singleShot(
            0, self, lambda: self.told.setText(template.format(places=number(done.places), things=number(done.things)))
        )

    def _on_undo(self) -> None:
        if self.undoable is not None and not self._working:
            self._working = True
            self._show_state()
            self._run(self._undo(self.undoable))

    async def _undo(self, replaced: Replaced) -> None:
        self.progress.begin(self.tr("Taking it back …"))
        await self._service.undo(replaced)
        self.undoable = None
        self._working = False
        self.search()


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(SPACE_16)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
