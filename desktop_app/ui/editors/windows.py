"""Opens what the main window has of the library: the library itself, the lore trace, and new memory entries.

Made by the main window, which tells of the chat it shows. Each is opened once and brought forward afterwards; each stays
beside the window, so that a chat can go on while a book is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.events import LibraryKind
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.forward import bring_forward
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme

if TYPE_CHECKING:
    from desktop_app.ui.editors.library_dialog import LibraryDialog
    from desktop_app.ui.editors.lore_trace import LoreTraceDialog
    from desktop_app.ui.editors.new_memory import NewMemoryDialog, Store

_KINDS = {
    "character": LibraryKind.CHARACTER,
    "persona": LibraryKind.PERSONA,
    "lore": LibraryKind.LOREBOOK,
    "memory": LibraryKind.MEMORY,
}
"""The kinds as the context preview tells them."""


class LibraryWindows(QObject):
    """Keeps which of them are open. They are imported when they are first wanted: the window is painted sooner.

    Signals:
        chat_wanted: (character id) a chat with a character is to be started.
        place_wanted: (chat id, message id, start, end) go to this place of a message.
    """

    chat_wanted = Signal(str)
    place_wanted = Signal(str, str, int, int)

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        look: tuple[AppTheme, Icons],
        open_beside: Callable[[QDialog], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._look = look
        self._open_beside = open_beside
        self._window = window
        self._chat_id = ""
        self._library: LibraryDialog | None = None
        self._trace: LoreTraceDialog | None = None
        self._memory: NewMemoryDialog | None = None

    def open_chat(self, chat_id: str) -> None:
        """The window shows another chat; an empty id: none."""
        self._chat_id = chat_id
        if self._library is not None:
            self._library.open_chat(chat_id)
        if self._trace is not None:
            self._trace.open_chat(chat_id)
        if self._memory is not None:
            self._launch("new memory entry: chat", self._memory.open_chat(chat_id))

    def open_library(self) -> None:
        """The library, as it was left."""
        self._launch("open library", self._bring_library())

    def new_character(self) -> None:
        """The library, with a character that is to be written."""
        self._launch("open library", self._new_character())

    def open_thing(self, kind: str, book_id: str, item_id: str) -> None:
        """The library at a ``character``, ``persona``, ``memory`` entry or ``lore`` entry."""
        self._launch("open library", self._show_thing(_KINDS[kind], book_id, item_id))

    def open_trace(self) -> None:
        """The lore trace of the open chat."""
        from desktop_app.ui.editors.lore_trace import LoreTraceDialog

        if self._trace is not None:
            bring_forward(self._trace)
            return
        self._trace = LoreTraceDialog(self._services, self._launch, self._look, self._window)
        self._trace.entry_activated.connect(self.open_thing)
        self._trace.finished.connect(self._on_trace_finished)
        self._trace.open_chat(self._chat_id)
        self._open_beside(self._trace)

    def open_new_memory(self) -> None:
        """A form for memory entries one after the other."""
        if self._memory is not None:
            bring_forward(self._memory)
            self._memory.begin()
            return
        self._launch("new memory entry: chat", self._made_memory().open_chat(self._chat_id))

    def remember(self, entry: MemoryEntry, store: Store | None = None) -> None:
        """The form with an entry that was made elsewhere; ``store`` takes the place of saving it."""
        self._launch("remember this", self._remember(entry, store))

    def leave(self, then: Callable[[], None]) -> None:
        """Does ``then`` when nothing is left unsaved; asks where something is."""
        for dialog in (self._library, self._memory):
            if dialog is not None and dialog.has_changes:
                bring_forward(dialog)
                dialog.leave(lambda: self.leave(then))
                return
        then()

    async def close(self) -> None:
        """Puts all of them away; what was typed and is not wrong is stored."""
        for dialog in (self._library, self._memory):
            if dialog is not None:
                await dialog.put_away()
        if self._trace is not None:
            self._trace.reject()

    def _made_memory(self) -> NewMemoryDialog:
        from desktop_app.ui.editors.new_memory import NewMemoryDialog

        dialog = self._memory = NewMemoryDialog(self._services, self._launch, self._look[1], self._window)
        dialog.finished.connect(self._on_memory_finished)
        self._open_beside(dialog)
        return dialog

    async def _remember(self, entry: MemoryEntry, store: Store | None) -> None:
        dialog = self._memory
        if dialog is None:
            dialog = self._made_memory()
            await dialog.open_chat(self._chat_id)
        bring_forward(dialog)
        dialog.begin_with(entry, store)

    async def _bring_library(self) -> LibraryDialog:
        from desktop_app.ui.editors.library_dialog import LibraryDialog

        if self._library is None:
            self._library = LibraryDialog(self._services, self._launch, self._look[1], self._window)
            self._library.chat_wanted.connect(self.chat_wanted)
            self._library.place_wanted.connect(self.place_wanted)
            self._library.finished.connect(self._on_library_finished)
            await self._library.load(self._chat_id)
            self._open_beside(self._library)
        else:
            bring_forward(self._library)
        return self._library

    async def _show_thing(self, kind: LibraryKind, book_id: str, item_id: str) -> None:
        await (await self._bring_library()).show_thing(kind, book_id, item_id)

    async def _new_character(self) -> None:
        library = await self._bring_library()
        library.show_page(LibraryKind.CHARACTER)
        library.characters.add()

    def _on_library_finished(self) -> None:
        self._library = None

    def _on_trace_finished(self) -> None:
        self._trace = None

    def _on_memory_finished(self) -> None:
        self._memory = None
