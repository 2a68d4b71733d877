"""A page of the library: what is chosen at the left is open at the right, and no change is lost by going elsewhere.

``item_page.ItemPage`` is the page of one kind of thing; the page of lorebooks has two and stands on ``EditorPage`` itself.
Ctrl+Z and Ctrl+Y go through the edits of the open form, then through what was stored on the page before. A page that
``saves_itself`` stores what is typed a moment after the last key and when it is left: nothing is lost over a crash but that
moment, nobody is asked, and undo takes back what was not meant. Things are done one after the other, each with what is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from desktop_app.domain.errors import AppError
from desktop_app.domain.lore import LorebookEntry
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.lore_changes import merged_entry
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.desk import Desk
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.steps import Done, Steps
from desktop_app.ui.icons import Icons
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.undo_bar import UndoBar

T = TypeVar("T", LorebookEntry, MemoryEntry)

TASK = "library"

SAVED_AFTER_MS = 800
"""From the last key until a page that saves itself does."""

Undo = Callable[[], Awaitable[object]]
"""Puts back what was taken out."""


class EditorPage(QWidget):
    """What the pages share: the desk, the question before leaving, undo and redo, and one thing done at a time.

    Attributes:
        desk: the form, and what can be done with what is open.
        steps: what was stored, to be undone.

    Signals:
        stored: something was stored or taken out.
    """

    stored = Signal()

    saves_itself = False

    def __init__(self, launch: Launcher, empty: str, parent: QWidget | None = None) -> None:
        self._then: Callable[[], None] | None = None
        self._over = False
        self._turn = asyncio.Lock()
        self._later: Callable[[], None] | None = None
        self._working: set[asyncio.Task[None]] = set()
        super().__init__(parent)
        self._launch = launch
        self.desk = Desk(empty, self)
        self.undo_bar = UndoBar(self)
        self.steps = Steps(self)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(SAVED_AFTER_MS)
        self._quiet.timeout.connect(self._save_quietly)
        self.desk.edited.connect(self._on_form_edited)
        for keys, slot in (("Ctrl+Z", self.undo), ("Ctrl+Y", self.redo), ("Ctrl+Shift+Z", self.redo)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        self.desk.save_pressed.connect(self.save)
        self.desk.discard_pressed.connect(self.discard)
        self.desk.delete_pressed.connect(self.delete)
        self.desk.ask.save_pressed.connect(self._on_save_and_leave)
        self.desk.ask.discard_pressed.connect(self._on_discard_and_leave)
        self.desk.ask.stay_pressed.connect(self._on_stay)
        self.steps.changed.connect(self.undo_bar.hide)  # until it offers the newer step
        self.undo_bar.undo_pressed.connect(self._undo_stored)

    @property
    def is_storing(self) -> bool:
        """Whether the events of now are an echo of what this page does."""
        return bool(self._working)

    @property
    def has_changes(self) -> bool:
        """Whether something was typed that is not stored."""
        return self.desk.form is not None and self.desk.form.is_changed()

    def leave(self, then: Callable[[], None]) -> None:
        """Does ``then`` at once, or when what is being stored is, or the person has said what becomes of the changes."""
        if self.is_storing:
            self._later = then
            return
        if not self.has_changes:
            then()
            return
        if self.saves_itself and self.is_fine():
            self.run(self._saved(then))
            return
        self._then = then
        self.desk.ask.ask(self.open_name())
        self.mark_open()

    def save(self) -> None:
        """Stores the form, where nothing in it is wrong."""
        self.run(self._saved())

    def discard(self) -> None:
        """Shows what is stored."""
        form = self.desk.form
        if form is not None:
            self.reopen()
            form.focus_first()

    def delete(self) -> None:
        """Takes out what is open, after all that was typed: undo brings it back."""
        self.run(self.remove_open())

    def undo(self) -> None:
        """Takes the last edit of the form back, else what was stored last."""
        self.undo_bar.hide()
        form = self.desk.form
        if form is not None and form.can_undo:
            form.undo()
            return
        self._undo_stored()

    def redo(self) -> None:
        """Does again what was undone last."""
        form = self.desk.form
        if form is not None and form.can_redo:
            form.redo()
            return
        step = self.steps.forward()
        if step is not None and step.redo is not None:
            self.run(self._carry_out(step.redo))

    async def save_what_can_be(self) -> None:
        """The window goes: what is being stored is waited for, and what was typed and is not wrong is kept."""
        if self._working:
            await asyncio.wait(self._working)
        if self.has_changes and self.desk.form is not None and self.desk.form.check():
            await self.store()

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        """Does something beside the window; a known error is said under the form."""
        task = self._launch(TASK, self._watched(work))
        self._working.add(task)
        task.add_done_callback(self._on_done)
        self.desk.set_busy(busy=True)

    def add_menu(self, view: QWidget, delete: Callable[[], None], icons: Icons) -> None:
        """What can be done with the rows of a list, by its menu and by keys."""
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._add_action(view, self.tr("Delete"), "Delete", delete, (icons, "trash-2"))
        self._add_action(view, self.tr("Undo"), "", self.undo, (icons, "undo-2"))

    def end(self) -> None:
        """The window is closed: nothing is shown any more."""
        self._over = True
        self._quiet.stop()

    def offer_undo(self, sentence: str, undo: Undo, redo: Undo | None = None) -> None:
        """Something was stored at once, and can be undone; ``redo`` does it again."""
        self.steps.add(Done(sentence, undo, redo))
        self.undo_bar.offer(sentence)

    def take_in(self, form: Form[T], known: T, fresh: T) -> None:
        """What was opened as ``known`` is ``fresh`` in the storage by now; what is being typed stays in its fields.

        A field that both changed is as it is in the storage, and undo brings the person's own back.
        """
        own = merged_entry(fresh, known, form.item())
        stored = merged_entry(own, known, fresh)
        form.rebase(fresh)
        if own != stored:
            form.take_over(stored)
            self.desk.say(self.tr("This was changed elsewhere too: that is shown now. Ctrl+Z brings yours back."))

    def add(self) -> None:
        """Another thing, when what is open may be left."""
        raise NotImplementedError

    def focus_list(self) -> None:
        """The keyboard goes to the list."""
        raise NotImplementedError

    def focus_search(self) -> None:
        """The keyboard goes to the search."""
        raise NotImplementedError

    def open_name(self) -> str:
        """What the thing that is open is called."""
        raise NotImplementedError

    def mark_open(self) -> None:
        """Marks what is open in the list."""
        raise NotImplementedError

    def reopen(self) -> None:
        """Shows what is open as it is stored."""
        raise NotImplementedError

    async def store(self) -> None:
        """Stores what the form has."""
        raise NotImplementedError

    async def remove_open(self) -> None:
        """Takes out what is open."""
        raise NotImplementedError

    async def load(self) -> None:
        """Reads everything anew; what is open and being changed stays."""
        raise NotImplementedError

    async def _saved(self, then: Callable[[], None] | None = None) -> None:
        form = self.desk.form
        if form is None:
            return
        self.desk.ask.hide()
        if not form.check():
            self.desk.say(self.tr("Something is missing; see above."), look="error")
            return
        await self.store()
        self.stored.emit()
        if then is not None:
            then()
        else:
            self.desk.say(self.tr("Saved."), look="ok")

    def _undo_stored(self) -> None:
        """What the bar speaks of, whatever was typed before it."""
        step = self.steps.back()
        if step is not None:
            self.run(self._carry_out(step.undo))

    async def _carry_out(self, work: Undo) -> None:
        await work()
        self.stored.emit()
        await self.load()

    def _on_form_edited(self) -> None:
        if self.saves_itself:
            self._quiet.start()

    def is_fine(self) -> bool:
        """Whether what was typed can be stored as it is."""
        form = self.desk.form
        return form is not None and not form.problems(form.item())

    def _save_quietly(self) -> None:
        """What is wrong, or unfinished, waits for the person."""
        if self.has_changes and self.is_fine():
            self.run(self._stored_quietly())

    async def _stored_quietly(self) -> None:
        if self.has_changes and self.is_fine():
            await self.store()
            self.stored.emit()

    async def _watched(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            async with self._turn:
                await work
        except AppError as error:
            self.desk.say(error_sentence(error), look="error")
        finally:
            work.close()

    @staticmethod
    def _add_action(view: QWidget, text: str, keys: str, done: Callable[[], None], icon: tuple[Icons, str]) -> None:
        action = QAction(text, view)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: done())
        icon[0].bind(action, icon[1])
        view.addAction(action)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if self._over:
            return
        self.desk.set_busy(busy=self.is_storing)
        later = self._later
        if later is not None and not self.is_storing:
            self._later = None
            self.leave(later)

    def _on_save_and_leave(self) -> None:
        self.run(self._saved(self._take_then()))

    def _on_discard_and_leave(self) -> None:
        then = self._take_then()
        self.reopen()
        if then is not None:
            then()

    def _on_stay(self) -> None:
        self._take_then()
        self.desk.ask.hide()
        if self.desk.form is not None:
            self.desk.form.focus_first()

    def _take_then(self) -> Callable[[], None] | None:
        then, self._then = self._then, None
        return then
