"""What a chat, or its folder, decides about how it is remembered. Called by the dialog *Memory settings of this chat*."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from desktop_app.domain.chat import Chat, ChatContext, Folder
from desktop_app.domain.errors import NoFolderError
from desktop_app.domain.message import MessageKind, Role
from desktop_app.domain.ports import ChatRepository
from desktop_app.services.chat_service import ChatService
from desktop_app.services.compress_advice import advised_every, inherited_every
from desktop_app.services.events import EventBus, StrategyChanged
from desktop_app.services.settings_service import SettingsService


@dataclass(frozen=True, slots=True)
class ChatMemory:
    """How a chat is remembered. ``user_turns``: so many messages of the user stand on its visible branch.

    ``folder``: what its folder decides; None: it is in none. ``default``: what the settings say. For both, None: as is advised.
    ``recall_by_default``: whether chats that say nothing themselves are embedded.
    """

    chat: Chat
    user_turns: int
    folder: Folder | None
    default: int | None
    recall_by_default: bool

    def advised(self, *, code_review: bool) -> int | None:
        """The advice for its length."""
        return advised_every(self.user_turns, code_review=code_review)

    @property
    def inherited(self) -> int | None:
        """What counts where the chat says nothing itself; None: the advice."""
        return inherited_every(self.chat.folder, [self.folder] if self.folder else [], self.default)


class ChatMemoryService:
    """Reads and changes it; ``ChatChanged`` and ``StrategyChanged`` tell."""

    def __init__(
        self, *, chats: ChatRepository, chat_service: ChatService, settings: SettingsService, bus: EventBus
    ) -> None:
        self._chats = chats
        self._chat_service = chat_service
        self._settings = settings
        self._bus = bus

    async def memory(self, chat_id: str) -> ChatMemory:
        """How this chat is remembered now. Raises ``NotFoundError``."""
        chat = await self._chats.get_chat(chat_id)
        turns = sum(
            row.role is Role.USER and row.kind is MessageKind.NORMAL and not row.flags.deleted
            for row in await self._chats.branch(chat_id)
        )
        settings = self._settings.settings
        return ChatMemory(
            chat,
            turns,
            await self._folder(chat.folder) if chat.folder else None,
            settings.context.compress_every_n,
            settings.recall.enabled,
        )

    async def decide(self, chat_id: str, edit: Callable[[ChatContext], ChatContext]) -> None:
        """The chat decides otherwise. Raises ``NotFoundError`` and ``StorageError``."""
        await self._chat_service.set_context(chat_id, edit)

    async def decide_for_folder(self, chat_id: str, every: int | None) -> None:
        """The folder of this chat says after how many messages; None: nothing. Raises ``NoFolderError``."""
        chat = await self._chats.get_chat(chat_id)
        if not chat.folder:
            raise NoFolderError
        known = await self._folder(chat.folder)
        if known.compress_every_n != every:
            await self._chats.save_folder(replace(known, compress_every_n=every))
            self._bus.publish(StrategyChanged(""))

    async def _folder(self, name: str) -> Folder:
        folders = {folder.name: folder for folder in await self._chats.folders()}
        return folders.get(name, Folder(name))
