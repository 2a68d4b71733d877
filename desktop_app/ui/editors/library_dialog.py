"""The library: characters, personas, lorebooks, memory, and which lorebooks count where. Opened beside the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QPushButton, QTabWidget, QVBoxLayout, QWidget

from desktop_app.services.events import (
    BranchChanged,
    ChatAdded,
    ChatChanged,
    ChatRemoved,
    LibraryChanged,
    LibraryKind,
    MessageAdded,
    TurnFinished,
)
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.links_page import LinksPage
from desktop_app.ui.editors.lorebooks import LorebooksPage
from desktop_app.ui.editors.memory_page import MemoryPage
from desktop_app.ui.editors.page import EditorPage
from desktop_app.ui.editors.people import CharactersPage, PersonasPage
from desktop_app.ui.editors.places import Places, places_of
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import SPACE_12, SPACE_16, SPACE_24

TASK = "load library"
FIRST_SIZE = (1080, 700)
LEAST_SIZE = (720, 440)


class LibraryDialog(QDialog):
    """Five pages. Closing it asks what becomes of changes that are not saved.

    Signals:
        chat_wanted: (character id) a chat with a character is to be started.
        place_wanted: (chat id, message id, start, end) go to this place of a message.
    """

    chat_wanted = Signal(str)
    place_wanted = Signal(str, str, int, int)

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._over = False
        self._chat_id = ""
        self._stale: set[LibraryKind] = set()
        self._columns: list[QVBoxLayout] = []
        super().__init__(parent)
        self._services = services
        self._launch = launch
        self.setWindowTitle(self.tr("Library"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setMinimumSize(*LEAST_SIZE)
        self.resize(*FIRST_SIZE)
        self._tabs = QTabWidget(self)
        self._lay_out()
        self.characters = CharactersPage(services, launch, icons, self._place(self.tr("Characters")))
        self.personas = PersonasPage(services, launch, icons, self._place(self.tr("Personas")))
        self.lorebooks = LorebooksPage(services, launch, icons, self._place(self.tr("Lorebooks")))
        self.memory = MemoryPage(services, launch, icons, self._place(self.tr("Memory")))
        self._pages: dict[LibraryKind, EditorPage] = {
            LibraryKind.CHARACTER: self.characters,
            LibraryKind.PERSONA: self.personas,
            LibraryKind.LOREBOOK: self.lorebooks,
            LibraryKind.MEMORY: self.memory,
        }
        self.links = LinksPage(services, launch, icons, self._place(self.tr("Links")))
        self._links_stale = False
        self._shown_places: Places | None = None
        self._fill_places()
        self._add_shortcuts()
        self.memory.place_wanted.connect(self.place_wanted)
        self.characters.chat_wanted.connect(self.chat_wanted)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(lambda: self._launch(TASK, self._load_stale()))
        self._unsubscribe = self._subscribe()
        self._tabs.currentChanged.connect(self._on_turned)

    @property
    def pages(self) -> tuple[EditorPage, ...]:
        """All of them."""
        return (*self._pages.values(), self.links)

    async def load(self, chat_id: str) -> None:
        """Fills all pages; ``chat_id`` of the open chat may be empty."""
        self._chat_id = chat_id
        for page in self.pages:
            await page.load()
        await self._show_places()

    def open_chat(self, chat_id: str) -> None:
        """Another chat is open in the window."""
        if chat_id != self._chat_id:
            self._chat_id = chat_id
            self._timer.start()

    def show_page(self, kind: LibraryKind) -> None:
        """Brings a page to the front, with the keyboard on it."""
        self._show(self._pages[kind])

    async def show_thing(self, kind: LibraryKind, book_id: str, item_id: str) -> None:
        """Opens a thing, also one that was made just now; an entry with its ``book_id``."""
        await self._load_stale()
        self._turn_to(self._pages[kind])
        match kind:
            case LibraryKind.CHARACTER:
                self.characters.show_id(item_id)
            case LibraryKind.PERSONA:
                self.personas.show_id(item_id)
            case LibraryKind.MEMORY:
                self.memory.show_id(item_id)
            case LibraryKind.LOREBOOK:
                self.lorebooks.show_entry(book_id, item_id)

    @property
    def has_changes(self) -> bool:
        """Whether something was typed that is not stored."""
        return any(page.has_changes for page in self.pages)

    def leave(self, then: Callable[[], None]) -> None:
        """Does ``then`` when no page has changes any more; asks on the first that has."""
        for page in self.pages:
            if page.has_changes or page.is_storing:
                self._turn_to(page)
                page.leave(lambda: self.leave(then))
                return
        then()

    async def put_away(self) -> None:
        """The window goes: what was typed and is not wrong is stored, and nobody is asked; what is being asked is not done."""
        for question in self.findChildren(QDialog):
            question.reject()
        for page in self.pages:
            await page.save_what_can_be()
        self._end()
        super().reject()

    def _lay_out(self) -> None:
        self._tabs.setDocumentMode(True)
        self._tabs.tabBar().setDrawBase(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_12, SPACE_24, SPACE_16)
        layout.addWidget(self._tabs)

    def _place(self, title: str) -> QWidget:
        """Where a page will be; it is made in its place, for with every new parent its widgets are styled anew."""
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(0, SPACE_12, 0, 0)
        self._columns.append(column)
        self._tabs.addTab(place, title)
        return place

    def _fill_places(self) -> None:
        for column, page in zip(self._columns, self.pages, strict=True):
            column.addWidget(page)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter in a field presses none

    def _add_shortcuts(self) -> None:
        for keys, slot in (("Ctrl+S", self._save), ("Ctrl+N", self._add), ("Ctrl+F", self._find)):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        for number, page in enumerate(self.pages):
            shortcut = QShortcut(QKeySequence(f"Alt+{number + 1}"), self)
            shortcut.activated.connect(lambda page=page: self._show(page))

    @property
    def _page(self) -> EditorPage:
        return self.pages[self._tabs.currentIndex()]

    def _turn_to(self, page: EditorPage) -> None:
        self._tabs.setCurrentIndex(self.pages.index(page))

    def _show(self, page: EditorPage) -> None:
        self._turn_to(page)
        page.focus_list()

    def _save(self) -> None:
        self._page.save()

    def _add(self) -> None:
        self._page.add()

    def _find(self) -> None:
        self._page.focus_search()

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(LibraryChanged, self._on_library),
            bus.subscribe(ChatAdded, lambda _event: self._timer.start()),
            bus.subscribe(ChatChanged, lambda _event: self._timer.start()),
            bus.subscribe(ChatRemoved, lambda _event: self._timer.start()),
            bus.subscribe(MessageAdded, lambda _event: self._try_again()),
            bus.subscribe(BranchChanged, lambda _event: self._try_again()),
            bus.subscribe(TurnFinished, lambda _event: self._try_again()),
        ]

    def _on_turned(self) -> None:
        if self._page is self.links and self._links_stale:
            self._timer.start()

    def _on_library(self, event: LibraryChanged) -> None:
        """Others' changes are read; a page's own are on it already."""
        if not self._pages[event.kind].is_storing:
            self._stale.add(event.kind)
        if event.kind is LibraryKind.LOREBOOK and not self.links.is_storing:
            self._links_stale = True
        self._timer.start()

    async def _load_stale(self) -> None:
        stale, self._stale = self._stale, set[LibraryKind]()
        for kind in stale:
            await self._pages[kind].load()
        await self._load_links()
        await self._show_places()

    async def _load_links(self) -> None:
        """Where they are seen: every change of a lorebook could be one of them."""
        if self._links_stale and self._page is self.links:
            self._links_stale = False
            await self.links.load()

    async def _show_places(self) -> None:
        places = await places_of(self._services, self._chat_id)
        if places == self._shown_places:
            return
        self._shown_places = places
        self.personas.open_chat(places.chat)
        self.lorebooks.show_places(places)
        self.memory.show_places(places)
        self.links.show_places(places)
        for page in (self.characters, self.personas):
            page.cost.open_chat(places.chat.id)

    def _try_again(self) -> None:
        self.lorebooks.key_tester.again()
        self.memory.key_tester.again()

    def _end(self) -> None:
        self._over = True
        self._timer.stop()
        self._launch.cancel(TASK)
        for page in self.pages:
            page.end()
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe = []

    def _close(self) -> None:
        self._end()
        super().reject()

    def changeEvent(self, event: QEvent, /) -> None:
        """Whoever comes back from the chat may have typed there."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self._try_again()

    def reject(self) -> None:
        """Esc and the frame's button: changes first."""
        if self._over:
            super().reject()
        else:
            self.leave(self._close)

    def closeEvent(self, event: QCloseEvent, /) -> None:
        """Stays where something is asked."""
        if self._over:
            super().closeEvent(event)
            return
        event.ignore()
        self.reject()
