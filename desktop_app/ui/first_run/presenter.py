"""Between the first-run page and the services: looks for servers, carries out the choice, opens the first chat."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.domain.errors import AppError
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.models import FoundServer
from desktop_app.services.connection_presets import HostedProvider, of_hosted, of_server
from desktop_app.services.events import ChatAdded
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.dialogs.model_file import ask_for_model_file
from desktop_app.ui.first_run.page import FirstRunPage
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices
from desktop_app.ui.window_dialogs import WindowDialogs

LOOK_TASK = "look for servers"
CHOOSE_TASK = "first run"


class FirstRunPresenter(QObject):
    """Shows the page where it is wanted, until a chat is begun.

    Signals:
        begun: (chat id) the person has chosen.
    """

    begun = Signal(str)

    def __init__(self, services: UiServices, launch: Launcher, page: FirstRunPage, dialogs: WindowDialogs) -> None:
        super().__init__(page)
        self._services = services
        self._first_run = services.first_run
        self._launch = launch
        self._page = page
        self._dialogs = dialogs
        self._open = False
        self._busy = False
        self._unsubscribe = services.bus.subscribe(ChatAdded, lambda _event: self._on_chat_added())
        page.servers.look_pressed.connect(self._look)
        page.servers.chosen.connect(self._on_server)
        page.key_pressed.connect(self._on_key)
        page.file_pressed.connect(lambda: self._choose(self._use_file()))
        page.download_pressed.connect(lambda: self._choose(self._download()))
        page.demo_pressed.connect(lambda: self._choose(self._use_demo()))
        page.skip_pressed.connect(lambda: self._choose(self._begin(None, sample="")))

    async def wanted(self) -> bool:
        """Whether the page has something to ask."""
        return await self._first_run.wanted()

    def open(self) -> None:
        """The page is shown now."""
        self._open = True
        self._page.take_focus()
        self._look()

    def close(self) -> None:
        """Stops listening and looking."""
        self._open = False
        self._unsubscribe()
        self._launch.cancel(LOOK_TASK)

    def _look(self) -> None:
        self._page.servers.show_looking()
        self._launch(LOOK_TASK, self._find())

    def _on_server(self, server: FoundServer, model: str) -> None:
        self._choose(self._use_server(server, model))

    def _on_key(self, provider: HostedProvider | None) -> None:
        self._choose(self._enter_key(provider))

    async def _find(self) -> None:
        servers = await self._services.settings.find_servers()
        self._page.servers.show_servers(servers)
        if self._page.untouched():
            self._page.take_focus()

    def _choose(self, work: Coroutine[Any, Any, None]) -> None:
        """One choice at a time: a second click while the first is carried out means nothing."""
        if self._busy:
            work.close()
            return
        self._busy = True
        self._launch(CHOOSE_TASK, self._carried_out(work))

    async def _carried_out(self, work: Coroutine[Any, Any, None]) -> None:
        """What goes wrong is said on the page, and it can be tried again."""
        self._page.show_problem("")
        try:
            await work
        except AppError as error:
            self._page.show_problem(error_sentence(error))
        finally:
            work.close()
            self._busy = False

    async def _use_server(self, server: FoundServer, model: str) -> None:
        await self._begin(of_server(server, model), sample=self._language())

    async def _enter_key(self, provider: HostedProvider | None) -> None:
        """By the dialog of connections; only a connection that was stored there counts."""
        profile = of_hosted(provider, self.tr("New connection"))
        await self._dialogs.add_connection(profile)
        stored = self._services.settings.settings.connection(profile.id)
        if stored.id == profile.id:
            await self._begin(stored, sample=self._language())

    async def _use_file(self) -> None:
        path = await ask_for_model_file(self._page)
        if path is None:
            return
        self._page.show_file_error("")
        try:
            profile = await self._first_run.open_file(path, self.tr("Model file"))
        except AppError as error:
            self._page.show_file_error(error_sentence(error))
            return
        await self._begin(profile, sample=self._language())

    async def _download(self) -> None:
        """By the settings' page of model files; only a model that was put to use there counts."""
        settings = self._services.settings
        before = settings.settings.default_connection_id
        await self._dialogs.settings(models=True)
        if settings.settings.default_connection_id != before:
            await self._begin(settings.settings.connection(None), sample=self._language())

    async def _use_demo(self) -> None:
        await self._begin(None, sample="en")  # all that this model knows

    async def _begin(self, connection: ConnectionProfile | None, *, sample: str) -> None:
        self._open = False
        self._launch.cancel(LOOK_TASK)
        wanted = sample if self._page.wants_sample() else ""
        chat = await self._first_run.begin(connection, sample=wanted, user_name=self.tr("You"))
        self.begun.emit(chat.id)

    def _language(self) -> str:
        return self.tr("en", "the code of the language that you translate into: en, ru, zh")

    def _on_chat_added(self) -> None:
        """A chat that was begun in another way is an answer too."""
        if self._open:
            self._open = False
            self._launch.cancel(LOOK_TASK)
            self._launch("pass the first run over", self._first_run.pass_over())
