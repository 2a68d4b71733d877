"""What stands in the window: its widgets, and who drives each of them. The base of ``main_window.MainWindow``, which connects them."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError
from desktop_app.ui.actions import Actions
from desktop_app.ui.appearance import AppearanceChoices
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_presenter import ChatPresenter
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat_list.menu import ChatMenu
from desktop_app.ui.chat_list.model import ChatListModel
from desktop_app.ui.chat_list.presenter import ChatListPresenter
from desktop_app.ui.chat_list.view import ChatListPanel
from desktop_app.ui.chat_page import ChatPage
from desktop_app.ui.composer.presenter import ComposerPresenter
from desktop_app.ui.composer.strategy_presenter import StrategyPresenter
from desktop_app.ui.connection_choice import ConnectionChoice
from desktop_app.ui.context_preview.comparisons import Comparisons
from desktop_app.ui.context_preview.orders import Orders
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.context_tools import ContextTools
from desktop_app.ui.docks import Docks
from desktop_app.ui.editors.windows import LibraryWindows
from desktop_app.ui.first_run.presenter import FirstRunPresenter
from desktop_app.ui.gallery.windows import GalleryWindows, Neighbours
from desktop_app.ui.group.presenter import GroupPresenter, Places
from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.windows import ImportWindows
from desktop_app.ui.main_menu import MainMenu
from desktop_app.ui.memory.map_presenter import MapPresenter
from desktop_app.ui.memory.remember import RememberThis
from desktop_app.ui.memory.windows import MemoryWindows
from desktop_app.ui.notices import Notices
from desktop_app.ui.persona_choice import PersonaChoice
from desktop_app.ui.pictures.windows import PictureWindows
from desktop_app.ui.replacing.windows import ReplaceWindows
from desktop_app.ui.search.opening import Conversation
from desktop_app.ui.search.windows import SearchWindows
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme
from desktop_app.ui.window_dialogs import Licences, WindowDialogs
from desktop_app.ui.window_state import WindowState

MINIMUM_SIZE = (680, 480)


class WindowParts(QMainWindow):
    """Chat list, conversation with composer, context preview, and the windows that open beside them. Nothing is connected yet.

    Attributes:
        composer, notice_bar, chat_view, preview: for whoever drives the window from outside (``cli.window_hand``).
    """

    def __init__(self, services: UiServices, theme: AppTheme, icons: Icons, licences: Licences) -> None:
        self._open_chat = Chat(id="")
        super().__init__()
        self.setObjectName("mainWindow")
        self.setWindowTitle("Talespan")
        self.setMinimumSize(*MINIMUM_SIZE)
        self._services = services
        self._theme = theme
        self._icons = icons
        self._look = theme, icons
        self._launch = Launcher(services.tasks, self.report)
        self._actions = Actions(self, icons)
        self._make_widgets()
        self._make_talk()
        self._make_dialogs(licences)
        self._make_windows()
        self._make_people()

    def open_chat(self, chat_id: str) -> None:
        """Shows a chat in all parts; an empty id: none."""
        raise NotImplementedError

    def report(self, error: BaseException) -> None:
        """Tells the person that something they did failed."""
        raise NotImplementedError

    def _make_widgets(self) -> None:
        self._chat_model = ChatModel(self)
        self.chat_view = ChatView(self._chat_model, self._theme, self._icons, self)
        self._page = ChatPage(self.chat_view, self._theme, self._icons, self._actions, self)
        self.composer = self._page.composer
        self.notice_bar = self._page.notice_bar
        self._list_model = ChatListModel(self)
        self._list_panel = ChatListPanel(self._list_model, self._theme, self._icons, self)
        self.preview = ContextPreview(self._theme, self._icons)
        self.setCentralWidget(self._page)
        self._docks = Docks(self, self._list_panel, self.preview, self._actions, self._icons)
        self._menu = MainMenu(self._actions, self)
        self._list_panel.menu_button.set_popup_menu(self._menu.menu)

    def _make_talk(self) -> None:
        """Who drives what stands in the window all the time."""
        services, launch = self._services, self._launch
        self._chat_list = ChatListPresenter(services, launch, self._list_model, self._list_panel)
        self._conversation = ChatPresenter(
            services.chat, services.bus, self._chat_model, self.chat_view, launch, describe=_told_by_the_bar
        )
        self._composer_presenter = ComposerPresenter(services, launch, self.composer)
        self._preview_presenter = preview = ContextPreviewPresenter(services, launch, self.preview)
        self._strategy = StrategyPresenter(services, launch, self.composer, preview)
        self._tools = ContextTools(services, launch, preview, self._chat_model, self.chat_view, self._page, self._icons)
        self._notices = Notices(services, self._page.notice_bar)
        self._state = WindowState(services.settings, launch, self)
        self._looks = AppearanceChoices(services.settings, launch)

    def _make_dialogs(self, licences: Licences) -> None:
        """What opens over the window, and what is chosen for the open chat."""
        services, launch, preview, look = self._services, self._launch, self._preview_presenter, self._look
        self._dialogs = dialogs = WindowDialogs(services, launch, self._icons, licences, self, self.composer)
        button = self._page.header.connection_button
        self._connection = ConnectionChoice(services, launch, button, dialogs.open_connections)
        memory = self._actions["chat-memory"]
        self._chat_menu = ChatMenu(
            self._list_model, self._chat_list, self._icons, memory, dialogs.open_chat_memory, self
        )
        self._comparisons = Comparisons(services, launch, preview, look, dialogs.open_dialog, self)
        self._orders = Orders(services, launch, preview, look, dialogs.open_dialog, self)

    def _make_windows(self) -> None:
        """What opens beside the window: library, search, memory, and what changes many messages."""
        services, launch, look, beside = self._services, self._launch, self._look, self._dialogs.open_beside
        self._library = LibraryWindows(services, launch, look, beside, self)
        self._persona = PersonaChoice(services, launch, self._page.header.persona, self._library.open_thing)
        conversation = Conversation(self._chat_model, self.chat_view, self.open_chat, lambda: self._open_chat.id)
        self._search = SearchWindows(services, launch, look, conversation, beside, self)
        strip, toggle = self._page.map_strip, self._actions["toggle-map"]
        self._map = MapPresenter(services, launch, self._chat_model, strip, toggle)
        self._remember_this = RememberThis(services, launch, self._chat_model, self.chat_view)
        self._remembered = MemoryWindows(services, launch, self._chat_model, look, beside, self)
        self._replacing = ReplaceWindows(services, launch, beside, self)

    def _make_people(self) -> None:
        """Where characters, chats and pictures come in, and who speaks."""
        services, launch, look, beside = self._services, self._launch, self._look, self._dialogs.open_beside
        self._imports = ImportWindows(services, launch, look, self._dialogs.open_dialog, self)
        neighbours = Neighbours(self.chat_view, self._list_panel, self._library, self._imports)
        take_files = self._imports.import_paths
        self._pictures = PictureWindows(services, launch, self.chat_view, self.composer, take_files, self)
        self._gallery = GalleryWindows(services, launch, look, neighbours, beside, self)
        header, preview = self._page.header, self._preview_presenter
        places = Places(self._page.speaker_bar, header, self.composer, preview, self._actions, beside, self)
        self._group = GroupPresenter(services, launch, places)
        self._first_run = FirstRunPresenter(services, launch, self._page.first_run, self._dialogs)


def _told_by_the_bar(_error: AppError) -> str:
    """A failed turn is told once, by the bar over the composer, and not again in its row."""
    return ""
