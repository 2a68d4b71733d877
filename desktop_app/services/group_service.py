"""Chats of several characters: who is in them, who is muted, the order of turns, and how such a chat begins.

Called by the window. What is chosen is kept in the chat (``ChatContext.group``) and told as ``ChatChanged``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.group import CardsSent, GroupChoices, TurnOrder
from desktop_app.domain.message import Message
from desktop_app.domain.ports import ChatRepository, Clock, LibraryRepository
from desktop_app.services.chat_service import ChatService
from desktop_app.services.events import BranchChanged, EventBus
from desktop_app.services.greeting import greeting
from desktop_app.services.settings_service import SettingsService


@dataclass(frozen=True, slots=True)
class GroupState:
    """A chat with its ``members``, the ``candidates`` to become one, and whether it is ``empty`` of messages."""

    chat: Chat
    members: tuple[Character, ...]
    candidates: tuple[Character, ...]
    empty: bool


class GroupService:
    """Changes the group of a chat."""

    def __init__(
        self,
        *,
        service: ChatService,
        chats: ChatRepository,
        library: LibraryRepository,
        settings: SettingsService,
        bus: EventBus,
        clock: Clock,
        new_id: Callable[[], str],
    ) -> None:
        self._service = service
        self._chats = chats
        self._library = library
        self._settings = settings
        self._bus = bus
        self._clock = clock
        self._new_id = new_id

    async def state(self, chat_id: str) -> GroupState:
        """The chat as it is now: members in their order, as far as the library has them, candidates by name."""
        chat = await self._chats.get_chat(chat_id)
        known = {card.id: card for card in await self._library.characters()}
        others = (card for card in known.values() if card.id not in chat.character_ids)
        return GroupState(
            chat=chat,
            members=tuple(known[one] for one in chat.character_ids if one in known),
            candidates=tuple(sorted(others, key=lambda card: (card.name.casefold(), card.id))),
            empty=chat.tip_id is None,
        )

    async def set_members(self, chat_id: str, character_ids: Sequence[str]) -> None:
        """Who is in the chat, in the order of their turns; what was chosen of others is forgotten. Raises ``NotFoundError``."""
        ids = tuple(dict.fromkeys(character_ids))
        await self._service.set_characters(chat_id, ids)
        await self.choose(chat_id, lambda known: _without_strangers(known, ids))

    async def choose(self, chat_id: str, edit: Callable[[GroupChoices], GroupChoices]) -> None:
        """Changes the choices of the group, as they are when its turn comes."""
        await self._service.set_context(chat_id, lambda context: replace(context, group=edit(context.group)))

    async def set_order(self, chat_id: str, order: TurnOrder) -> None:
        """Chooses the order of turns."""
        await self.choose(chat_id, lambda known: replace(known, order=order))

    async def set_most_answers(self, chat_id: str, most: int) -> None:
        """At most so many speak after a message; 0: as many as the order says."""
        await self.choose(chat_id, lambda known: replace(known, most_answers=max(0, most)))

    async def set_cards(self, chat_id: str, cards: CardsSent) -> None:
        """Chooses whose cards are sent."""
        await self.choose(chat_id, lambda known: replace(known, cards=cards))

    async def set_muted(self, chat_id: str, character_id: str, *, muted: bool) -> None:
        """Mutes a member, or lets it be chosen again."""

        def edit(known: GroupChoices) -> GroupChoices:
            others = tuple(one for one in known.muted if one != character_id)
            return replace(known, muted=(*others, character_id) if muted else others)

        await self.choose(chat_id, edit)

    async def pick(self, chat_id: str, character_id: str | None) -> None:
        """Picks who speaks next where the person decides it."""
        await self.choose(chat_id, lambda known: replace(known, next_id=character_id))

    async def greet(self, chat_id: str) -> bool:
        """Lets all members greet, one after the other, in a chat in which nothing has been said. False: nobody greets.

        Greetings for groups alone come before the ordinary first one; those a card has besides are variants.
        """
        with self._service.claimed(chat_id):
            if await self._chats.branch(chat_id):
                return False
            members = (await self.state(chat_id)).members
            group = ", ".join(member.called for member in members)
            parent_id: str | None = None
            for member in members:
                parent_id = await self._greet_as(chat_id, member, group, parent_id)
        if parent_id is not None:
            self._bus.publish(BranchChanged(chat_id))
        return parent_id is not None

    async def _greet_as(self, chat_id: str, member: Character, group: str, parent_id: str | None) -> str | None:
        """The member's greetings below a message; returns the shown one, or that message where there is none."""
        shown: Message | None = None
        for text in _greetings(member):
            message = greeting(
                member,
                self._new_id(),
                chat_id,
                user_name=self._settings.settings.user_name,
                now=self._clock.now(),
                local_minutes=self._clock.local_minutes(),
                text=text,
                group=group,
            )
            message = replace(message, parent_id=parent_id)
            await self._chats.append(message)
            shown = shown or message
        if shown is None:
            return parent_id
        await self._chats.choose(shown.id)
        return shown.id


def _greetings(member: Character) -> tuple[str, ...]:
    own = tuple(dict.fromkeys(text.strip() for text in member.group_only_greetings if text.strip()))
    return own or ((member.first_mes,) if member.first_mes.strip() else ())


def _without_strangers(known: GroupChoices, ids: Sequence[str]) -> GroupChoices:
    return replace(
        known,
        muted=tuple(one for one in known.muted if one in ids),
        next_id=known.next_id if known.next_id in ids else None,
    )
