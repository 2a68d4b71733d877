"""A person's first day: whether they are asked who shall answer, and what follows from what they say.

Called by the first-run page of the window.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.settings import Settings
from desktop_app.services.chat_service import ChatService
from desktop_app.services.connection_presets import of_file
from desktop_app.services.samples import Samples
from desktop_app.services.settings_service import SettingsService


class FirstRunService:
    """Asks once; stores the choice and begins the first chat."""

    def __init__(self, settings: SettingsService, chats: ChatService, samples: Samples) -> None:
        self._settings = settings
        self._chats = chats
        self._samples = samples

    async def wanted(self) -> bool:
        """Whether nothing was ever chosen, and no chat is there."""
        settings = self._settings.settings
        return not (settings.first_run_done or settings.connections or await self._chats.list_chats())

    async def open_file(self, path: Path, name: str) -> ConnectionProfile:
        """A connection to a model file that can chat; ``name`` is what it will be called. Not stored yet.

        Only the file's header is read. Raises ``ProviderError`` with the reason where it is no such model.
        """
        (model,) = await self._settings.models(of_file(path, name), None)
        return of_file(path, name, model.context_limit)

    async def begin(self, connection: ConnectionProfile | None, *, sample: str = "", user_name: str = "") -> Chat:
        """Lets ``connection`` (None: as it is, the built-in model) answer new chats, and begins the first one.

        ``sample`` is the language of a sample chat, empty for an empty chat. ``user_name`` is what a person is called who
        never said a name. Raises ``SettingsError`` and ``StorageError``.
        """
        if connection is not None and connection not in self._settings.settings.connections:
            await self._settings.save_connection(connection, None)
        await self._settings.change(lambda settings: _decided(settings, connection, user_name))
        return await self._samples.start_chat(sample) if sample else await self._chats.new_chat()

    async def pass_over(self) -> None:
        """The person went their own way: they are not asked again."""
        await self._settings.change(lambda settings: _decided(settings, None, ""))


def _decided(settings: Settings, connection: ConnectionProfile | None, user_name: str) -> Settings:
    unnamed = settings.user_name == Settings().user_name
    return replace(
        settings,
        first_run_done=True,
        default_connection_id=connection.id if connection else settings.default_connection_id,
        user_name=user_name if user_name and unnamed else settings.user_name,
    )
