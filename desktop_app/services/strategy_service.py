"""Which strategy counts in a chat, and who decided so; and in which order its prompt is. Called by the window and the commands.

Once (for the next message alone) goes before the chat, the chat before its folder, the folder before the settings. Of the order
only the chat and the settings decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.chat import Folder
from desktop_app.domain.errors import NoFolderError
from desktop_app.domain.ports import ChatRepository
from desktop_app.domain.prompt_order import DEFAULT_ROWS, PromptRow, completed
from desktop_app.services.chat_service import ChatService
from desktop_app.services.drafts import Drafts
from desktop_app.services.events import EventBus, SettingsChanged, StrategyChanged
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.strategy_choice import StrategyChoice, StrategyOrigin, strategy_choice


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """The order of a chat's prompt; ``of_chat``: the chat decides it itself. ``default``: what the settings say."""

    rows: tuple[PromptRow, ...]
    of_chat: bool
    default: tuple[PromptRow, ...]


class StrategyService:
    """Chooses strategies and orders, and tells when another one may count."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        chat_service: ChatService,
        drafts: Drafts,
        settings: SettingsService,
        bus: EventBus,
    ) -> None:
        self._chats = chats
        self._chat_service = chat_service
        self._drafts = drafts
        self._settings = settings
        self._bus = bus
        self._default = settings.settings.context.strategy
        bus.subscribe(SettingsChanged, self._on_settings_changed)

    async def choice(self, chat_id: str) -> StrategyChoice:
        """What counts for the next message of this chat. Raises ``NotFoundError``."""
        chat = await self._chats.get_chat(chat_id)
        once = (await self._drafts.current(chat_id)).strategy_once
        return strategy_choice(chat, once, await self._chats.folders(), self._settings.settings.context.strategy)

    async def choose(self, chat_id: str, strategy: str, origin: StrategyOrigin) -> None:
        """Decides at one place: with the draft, for the chat, for its folder, or in the settings.

        What was chosen for once is given up where the chat itself decides anew. Raises ``NoFolderError``.
        """
        match origin:
            case StrategyOrigin.ONCE:
                await self._drafts.choose_strategy(chat_id, strategy)
                self._bus.publish(StrategyChanged(chat_id))
            case StrategyOrigin.CHAT:
                await self._decide_for_chat(chat_id, strategy)
            case StrategyOrigin.FOLDER:
                await self._decide_for_folder(chat_id, strategy)
            case StrategyOrigin.DEFAULT:
                await self._settings.change(
                    lambda known: replace(known, context=replace(known.context, strategy=strategy))
                )

    async def reset(self, chat_id: str) -> None:
        """The chat decides nothing itself, and nothing is chosen for once."""
        await self._decide_for_chat(chat_id, None)

    async def order(self, chat_id: str) -> OrderChoice:
        """The order that counts for this chat. Raises ``NotFoundError``."""
        own = (await self._chats.get_chat(chat_id)).context.order
        default = completed(self._settings.settings.context.order)
        return OrderChoice(default if own is None else completed(own), own is not None, default)

    async def choose_order(self, chat_id: str, rows: Sequence[PromptRow]) -> None:
        """Decides for a chat; as the settings say, it decides nothing itself. Raises ``NotFoundError``, ``StorageError``."""
        chosen = completed(rows)
        own = None if chosen == completed(self._settings.settings.context.order) else _names(chosen)
        await self._chat_service.set_context(chat_id, lambda known: replace(known, order=own))

    async def choose_order_everywhere(self, chat_id: str, rows: Sequence[PromptRow]) -> None:
        """Decides for all chats that decide nothing themselves; this one no longer does. Raises as ``choose_order``."""
        chosen = completed(rows)
        names = () if chosen == DEFAULT_ROWS else _names(chosen)
        await self._settings.change(lambda known: replace(known, context=replace(known.context, order=names)))
        await self._chat_service.set_context(chat_id, lambda known: replace(known, order=None))

    async def _decide_for_chat(self, chat_id: str, strategy: str | None) -> None:
        await self._chat_service.set_strategy(chat_id, strategy)
        if (await self._drafts.current(chat_id)).strategy_once is not None:
            await self._drafts.choose_strategy(chat_id, None)
            self._bus.publish(StrategyChanged(chat_id))

    async def _decide_for_folder(self, chat_id: str, strategy: str) -> None:
        chat = await self._chats.get_chat(chat_id)
        if not chat.folder:
            raise NoFolderError
        known = next((folder for folder in await self._chats.folders() if folder.name == chat.folder), None)
        await self._chats.save_folder(replace(known or Folder(chat.folder), strategy=strategy))
        self._bus.publish(StrategyChanged(""))

    def _on_settings_changed(self, event: SettingsChanged) -> None:
        default = event.settings.context.strategy
        if default != self._default:
            self._default = default
            self._bus.publish(StrategyChanged(""))


def _names(rows: Sequence[PromptRow]) -> tuple[str, ...]:
    """As they are stored."""
    return tuple(row.value for row in rows)
