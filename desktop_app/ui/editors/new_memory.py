"""A small dialog for memory entries one after the other: written, Ctrl+Enter, and the next. Opened beside the window."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from desktop_app.domain.errors import AppError
from desktop_app.domain.lore import Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.desk import LeaveBar
from desktop_app.ui.editors.form import FormArea
from desktop_app.ui.editors.key_test import KeyTester
from desktop_app.ui.editors.memories import MemoryForm
from desktop_app.ui.editors.places import Places, places_of
from desktop_app.ui.editors.save_row import SaveRow
from desktop_app.ui.icons import Icons
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import SPACE_12, SPACE_16, SPACE_24

TASK = "new memory entry"
FIRST_SIZE = (480, 520)

Store = Callable[[MemoryEntry], Awaitable[object]]
"""What stores an entry in the place of the service of memory entries."""


class NewMemoryDialog(QDialog):
    """Stays open after *Save*, for the next entry, which counts where the last one did."""

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._over = False
        self._saving = False
        self._scope: Scope | None = None
        self._then: Callable[[], None] | None = None
        self._given = False
        self._given_store: Store | None = None
        self._places = Places()
        super().__init__(parent)
        self._services = services
        self._launch = launch
        self.setWindowTitle(self.tr("New memory entry"))
        self.resize(*FIRST_SIZE)
        self._form = MemoryForm(icons, brief=True)
        self._ask = LeaveBar(self)
        self._foot = SaveRow(self.tr("Save and next"), "Ctrl+Enter")
        self._key_tester = KeyTester(services, launch, self._form.key_test)
        self._lay_out()
        self._connect()
        self._next()

    async def open_chat(self, chat_id: str) -> None:
        """The open chat; its id may be empty. What has nothing written yet is for it."""
        self._places = await places_of(self._services, chat_id)
        self._form.scope.show_places(self._places)
        if not (self._form.is_changed() or self._given):
            self._scope = None
            self._next()
        else:
            self._form.refresh()

    def begin(self) -> None:
        """The keyboard goes to the text."""
        self._form.focus_first()

    def begin_with(self, entry: MemoryEntry, store: Store | None = None) -> None:
        """An entry that was made elsewhere; it is closed when that is saved, by ``store`` where there is one.

        What is written already comes first: then a sentence says so.
        """
        if self.has_changes:
            self._foot.say(self.tr("Save or close this one first, then remember the next."), look="error")
            self._form.focus_first()
            return
        self._given, self._given_store = True, store
        self._form.show_item(entry)
        self._form.focus_first()

    @property
    def has_changes(self) -> bool:
        """Whether something was written that is not stored."""
        item = self._form.item()
        return bool(item.content.strip() or item.keywords)

    def leave(self, then: Callable[[], None]) -> None:
        """Closes it and does ``then``, or asks first what becomes of what is written."""
        self._then = then
        self.reject()

    async def put_away(self) -> None:
        """The window goes: what is written is stored, and nobody is asked."""
        self._over = True
        self._key_tester.clear()
        if self.has_changes and self._form.check():
            await self._save_item(self._form.item())
        super().reject()

    def _lay_out(self) -> None:
        area = FormArea(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_12, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(area, 1)
        layout.addWidget(self._ask)
        layout.addWidget(self._foot)
        area.take(self._form)

    def _connect(self) -> None:
        self._form.looked_at.connect(self._try_keywords)
        self._form.edited.connect(self._foot.clear)
        self._foot.save_pressed.connect(self._save)
        self._foot.close_pressed.connect(self.reject)
        self._ask.save_pressed.connect(self._save)
        self._ask.discard_pressed.connect(self._close)
        self._ask.stay_pressed.connect(self._stay)
        for keys in ("Ctrl+Return", "Ctrl+Enter", "Ctrl+S"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._save)

    def _next(self) -> None:
        entry = self._services.memory.new_entry(self._scope or self._places.usual)
        self._form.show_item(entry)
        self._form.focus_first()

    def _try_keywords(self, entry: MemoryEntry) -> None:
        self._key_tester.try_memory(self._places.chat.id, entry, counts=self._places.counts((entry.scope,)))

    def _save(self) -> None:
        if not self._saving and self._form.check():
            self._saving = True
            self._launch(TASK, self._store(self._form.item()))

    async def _store(self, item: MemoryEntry) -> None:
        closes = self._given or not self._ask.isHidden()
        try:
            await self._save_item(item)
        except AppError as error:
            self._foot.say(error_sentence(error), look="error")
            return
        finally:
            self._saving = False
        if closes:
            self._close()
            return
        self._scope = item.scope
        self._ask.hide()
        self._next()
        self._foot.say(self.tr("Saved. The next one can be written."), look="ok")

    async def _save_item(self, item: MemoryEntry) -> None:
        if self._given_store is not None:
            await self._given_store(item)
        else:
            await self._services.memory.save(item)

    def _stay(self) -> None:
        self._then = None
        self._ask.hide()
        self._form.focus_first()

    def _close(self) -> None:
        self._over = True
        self._key_tester.clear()
        super().reject()
        if self._then is not None:
            self._then()

    def reject(self) -> None:
        """Esc: what is written first."""
        if self._over:
            super().reject()
        elif self.has_changes:
            self._ask.ask("")
        else:
            self._close()

    def closeEvent(self, event: QCloseEvent, /) -> None:
        """Stays where something is asked."""
        if self._over:
            super().closeEvent(event)
            return
        event.ignore()
        self.reject()
