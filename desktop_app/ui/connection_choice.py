"""Which connection answers in the open chat: shows it in the chat's header, and keeps the one that is chosen there.

Made by the main window, which tells it the open chat.
"""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.domain.chat import Chat
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.connection_button import ConnectionButton
from desktop_app.ui.services import UiServices


class ConnectionChoice:
    """Between the button and the services. ``open_connections``: shows all connections, the one with this id chosen."""

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        button: ConnectionButton,
        open_connections: Callable[[str], None],
    ) -> None:
        self._services = services
        self._launch = launch
        self._button = button
        self._open_connections = open_connections
        self._chat = Chat(id="")
        button.chosen.connect(self._choose)

    def show_chat(self, chat: Chat) -> None:
        """Shows the connection of this chat; one with an empty id: none is open."""
        self._chat = chat
        self.show_settings()

    def show_settings(self) -> None:
        """Shows the connections as they are now."""
        self._button.show_choices(self._services.settings.settings, self._chat.connection_id)

    def manage(self) -> None:
        """Opens all connections at the one of the open chat."""
        self._open_connections(self._services.settings.settings.connection(self._chat.connection_id).id)

    def _choose(self, connection_id: str) -> None:
        if self._chat.id:
            work = self._services.chat.set_connection(self._chat.id, connection_id)
            self._launch("choose connection", work)
