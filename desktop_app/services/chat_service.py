"""The use cases of chats: make, rename, delete and restore them; write, answer, edit, and choose among variants.

Called by the window's presenters and the commands. Every change is stored first and then told as an event.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from desktop_app.domain.character import Character
from desktop_app.domain.chat import BranchRow, Chat, ChatContext, Draft
from desktop_app.domain.errors import AppError, ChatBusyError, EmptyMessageError
from desktop_app.domain.generation import Turn
from desktop_app.domain.lore import GenerationKind, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import (
    FlagsPatch,
    ImagePart,
    Message,
    MessageState,
    Role,
    Speaker,
    clean_text,
)
from desktop_app.domain.pictures import pictures_of, said_parts, with_text
from desktop_app.domain.ports import ChatRepository, Clock
from desktop_app.services.answering import Asked
from desktop_app.services.drafts import Drafts
from desktop_app.services.events import (
    BranchChanged,
    ChatAdded,
    ChatChanged,
    ChatRemoved,
    EventBus,
    MessageAdded,
    MessageChanged,
    StrategyChanged,
)
from desktop_app.services.greeting import Opening, greeting, greetings_of
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.rounds import Rounds
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.speaking_persona import SpeakingPersona
from desktop_app.services.turn_runner import TurnRunner

# A chat without a name is called by the beginning of its first message.
TITLE_LENGTH = 60


class ChatService:
    """The one door through which chats change."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        memory: MemoryService,
        runner: TurnRunner,
        rounds: Rounds,
        drafts: Drafts,
        settings: SettingsService,
        personas: SpeakingPersona,
        bus: EventBus,
        clock: Clock,
        new_id: Callable[[], str],
    ) -> None:
        self._chats = chats
        self._memory = memory
        self._runner = runner
        self._rounds = rounds
        self._drafts = drafts
        self._settings = settings
        self._personas = personas
        self._bus = bus
        self._clock = clock
        self._new_id = new_id
        self._updating = asyncio.Lock()

    async def list_chats(self) -> list[Chat]:
        """The chats outside the trash, pinned first, then the last changed first."""
        return await self._chats.list_chats()

    async def get_chat(self, chat_id: str) -> Chat:
        """One chat. Raises ``NotFoundError``."""
        return await self._chats.get_chat(chat_id)

    async def new_chat(self, title: str = "", *, character_id: str | None = None) -> Chat:
        """A new, empty chat."""
        return await self._add_chat(self._new_id(), title, (character_id,) if character_id else ())

    async def opening(self, character: Character) -> Opening:
        """How a new chat with this character can begin: its greetings as ``start_chat`` would store them. Stores nothing."""
        chat_id = self._new_id()
        now, minutes = self._clock.now(), self._clock.local_minutes()
        user_name = await self._name_in(Chat(chat_id, character_ids=(character.id,)))
        return Opening(
            chat_id,
            tuple(
                greeting(
                    character,
                    self._new_id(),
                    chat_id,
                    user_name=user_name,
                    now=now,
                    local_minutes=minutes,
                    text=text,
                )
                for text in greetings_of(character)
            ),
        )

    async def start_chat(self, character: Character, opening: Opening | None = None, chosen: int = 0) -> Chat:
        """A new chat with a character of the library, which says a greeting, if it has one.

        All its greetings become variants of the first message; ``chosen`` of ``opening.messages`` (made now where there is
        none) is the one that is shown.
        """
        opening = opening or await self.opening(character)
        chat = await self._add_chat(opening.chat_id, character.name, (character.id,))
        for message in opening.messages:
            await self._chats.append(message)
        if opening.messages:
            shown = opening.messages[chosen]
            if shown != opening.messages[-1]:
                await self._chats.choose(shown.id)
            self._bus.publish(MessageAdded(chat.id, shown))
        return await self._chats.get_chat(chat.id)

    async def rename(self, chat_id: str, title: str) -> None:
        """Gives the chat another title; an empty one leaves it as it is."""
        if title.strip():
            await self._change(chat_id, lambda chat: replace(chat, title=clean_text(title.strip())))

    async def set_pinned(self, chat_id: str, pinned: bool) -> None:
        """Pins the chat to the top of the list, or unpins it."""
        await self._change(chat_id, lambda chat: replace(chat, pinned=pinned))

    async def set_connection(self, chat_id: str, connection_id: str | None) -> None:
        """Chooses who answers in this chat; None goes back to the default."""
        await self._change(chat_id, lambda chat: replace(chat, connection_id=connection_id))

    async def set_folder(self, chat_id: str, folder: str) -> None:
        """Puts the chat into a folder; an empty name takes it out of its folder."""
        await self._change(chat_id, lambda chat: replace(chat, folder=clean_text(folder.strip())))

    async def set_persona(self, chat_id: str, persona_id: str | None) -> None:
        """Chooses who the person is in this chat. Raises ``NotFoundError``."""
        await self._change(chat_id, lambda chat: replace(chat, persona_id=persona_id))

    async def set_characters(self, chat_id: str, character_ids: Sequence[str]) -> None:
        """Chooses who the model plays in this chat, the one who speaks first. Raises ``NotFoundError``."""
        await self._change(chat_id, lambda chat: replace(chat, character_ids=tuple(character_ids)))

    async def set_strategy(self, chat_id: str, strategy: str | None) -> None:
        """Chooses the chat's own strategy; None: it decides nothing itself."""
        await self._change(chat_id, lambda chat: replace(chat, strategy=strategy))

    async def set_context(self, chat_id: str, edit: Callable[[ChatContext], ChatContext]) -> None:
        """Changes what the chat decides about its context, as it is when its turn comes."""
        await self._change(chat_id, lambda chat: replace(chat, context=edit(chat.context)))

    def claimed(self, chat_id: str) -> AbstractContextManager[object]:
        """The chat for a change of several steps, as ``send`` has it. Raises ``ChatBusyError``."""
        return self._runner.claim(chat_id)

    async def delete_chat(self, chat_id: str, *, with_memory: bool = False) -> tuple[MemoryEntry, ...]:
        """Puts the chat into the trash. A running answer is stopped; what came of it is kept.

        ``with_memory``: its memory entries go too. Returns them: ``restore_chat`` takes them back.
        """
        await self._runner.stop_and_wait(chat_id)
        with self._runner.claim(chat_id):
            await self._update(chat_id, lambda chat: replace(chat, deleted_at=self._clock.now()))
        self._bus.publish(ChatRemoved(chat_id))
        return await self._memory.delete_all(Scope(ScopeKind.CHAT, chat_id)) if with_memory else ()

    async def restore_chat(self, chat_id: str, memories: Sequence[MemoryEntry] = ()) -> None:
        """Takes the chat out of the trash. ``memories``: what ``delete_chat`` returned."""
        _, chat = await self._update(chat_id, lambda chat: replace(chat, deleted_at=None))
        self._bus.publish(ChatAdded(chat))
        await self._memory.put_back(memories)

    async def branch(self, chat_id: str) -> list[BranchRow]:
        """The visible branch without texts, root first."""
        return await self._chats.branch(chat_id)

    async def messages(self, ids: Sequence[str]) -> dict[str, Message]:
        """Messages by id; unknown ids are left out."""
        return await self._chats.messages(ids)

    async def tail(self, chat_id: str, limit: int) -> list[Message]:
        """The newest ``limit`` messages of the visible branch, oldest first."""
        return await self._chats.tail(chat_id, limit)

    async def get_draft(self, chat_id: str) -> Draft | None:
        """What stood in the chat's composer."""
        return await self._drafts.get(chat_id)

    async def save_draft(self, chat_id: str, text: str) -> None:
        """Keeps what stands in the chat's composer."""
        await self._drafts.save(chat_id, text)

    def is_streaming(self, chat_id: str) -> bool:
        """Whether an answer is being written in this chat, or is about to be."""
        return chat_id in self._runner.streaming()

    def partial(self, chat_id: str) -> Message | None:
        """The answer so far that is being written in this chat."""
        return self._runner.partial(chat_id)

    def stop(self, chat_id: str) -> bool:
        """Stops the answer that is being written; what came is kept. False where nothing runs."""
        return self._runner.stop(chat_id)

    async def stop_all(self) -> None:
        """Stops every answer and waits until what came is stored: the beginning of the program's end."""
        for chat_id in self._runner.streaming():
            await self._runner.stop_and_wait(chat_id)

    async def send(self, chat_id: str, text: str, speaker_id: str | None = None) -> Turn:
        """Stores the person's message and has it answered; returns when the turn is over.

        In a chat of several characters all whose turn it is answer (``speaker_id``: this one alone), and the last turn is
        returned.
        Raises ``EmptyMessageError``, ``ChatBusyError`` and ``StorageError`` before anything is stored; failures of the
        model end the turn and are told by ``TurnFinished``.
        """
        with self._runner.claim(chat_id) as claim:
            chat = await self._chats.get_chat(chat_id)
            draft = await self._drafts.current(chat_id)
            message = await self._user_message(chat, chat.tip_id, text, draft.message_id, draft.pictures)
            # Before it is stored: the id must not serve twice, even where nobody waits for this any more.
            draft = self._drafts.take(chat_id) or draft
            message = replace(message, parts=said_parts(clean_text(text), draft.pictures))  # those of now
            try:
                await self._chats.append(message, drop_draft=True)
            except AppError:
                self._drafts.give_back(draft)
                raise
            self._bus.publish(MessageAdded(chat_id, message))
            if draft.strategy_once is not None:
                self._bus.publish(StrategyChanged(chat_id))
            await self._touch(chat_id, message.text)
            asked = Asked(draft.strategy_once, draft.reroll)
            return await self._rounds.answer(claim, chat, message.id, asked, speaker_id=speaker_id)

    async def go_on(self, chat_id: str, speaker_id: str | None = None) -> Turn:
        """Lets the chat of several characters go on without a message of the person's: the next round, or this member's turn.

        Raises ``ChatBusyError``; failures of the model end the turn and are told by ``TurnFinished``.
        """
        with self._runner.claim(chat_id) as claim:
            chat = await self._chats.get_chat(chat_id)
            return await self._rounds.answer(claim, chat, chat.tip_id, speaker_id=speaker_id)

    async def regenerate(self, message_id: str) -> Turn:
        """Another answer beside this one, which stays; for a user message: an answer below it (the *retry* of a failed turn).

        The message must be in the visible branch, else the turn ends with a ``NotFoundError``.
        """
        message = await self._chats.get_message(message_id)
        with self._runner.claim(message.chat_id) as claim:
            chat = await self._chats.get_chat(message.chat_id)
            if message.role is Role.ASSISTANT:
                asked = Asked(kind=GenerationKind.REGENERATE)
                return await self._rounds.again(chat, message, asked)
            at_the_tip = chat.tip_id == message_id
            return await self._rounds.answer(claim, chat, message.id, beside=None if at_the_tip else chat.tip_id)

    async def edit(self, message_id: str, text: str) -> Message:
        """Another text for this message, in place: a new revision; the earlier one stays stored. Raises ``EmptyMessageError``."""
        message = await self._chats.get_message(message_id)
        _refuse_while_written(message)
        text = _checked(text, pictures_of(message.parts))
        revised = await self._chats.revise(replace(message, parts=with_text(message.parts, text)))
        self._bus.publish(MessageChanged(revised.chat_id, revised))
        return revised

    async def edit_and_resend(self, message_id: str, text: str) -> Turn:
        """The same message said otherwise: a sibling of it, and an answer below; the old branch stays beside it."""
        message = await self._chats.get_message(message_id)
        chat = await self._chats.get_chat(message.chat_id)
        pictures = pictures_of(message.parts)
        sibling = await self._user_message(chat, message.parent_id, text, self._new_id(), pictures)
        with self._runner.claim(message.chat_id) as claim:
            await self._chats.append(sibling)
            self._bus.publish(BranchChanged(message.chat_id))
            await self._touch(message.chat_id, sibling.text)
            chat = await self._chats.get_chat(message.chat_id)
            return await self._rounds.answer(claim, chat, sibling.id)

    async def choose_variant(self, message_id: str, step: int) -> None:
        """Goes ``step`` variants further (-1: back) from this message; nothing happens past the ends."""
        message = await self._chats.get_message(message_id)
        with self._runner.claim(message.chat_id):
            variants = await self._chats.variants(message_id)
            wanted = variants.index(message_id) + step
            if step and 0 <= wanted < len(variants):
                await self._chats.choose(variants[wanted])
                self._bus.publish(BranchChanged(message.chat_id))

    async def show_message(self, message_id: str) -> None:
        """Makes the branch of a message the one that its chat shows. Raises ``NotFoundError`` and ``ChatBusyError``."""
        message = await self._chats.get_message(message_id)
        with self._runner.claim(message.chat_id):
            await self._chats.choose(message_id)
            self._bus.publish(BranchChanged(message.chat_id))

    async def delete_message(self, message_id: str) -> None:
        """Marks a message as deleted: it is not sent any more; what was said after it stays."""
        await self._mark_deleted(message_id, deleted=True)

    async def restore_message(self, message_id: str) -> None:
        """Takes the mark of ``delete_message`` back."""
        await self._mark_deleted(message_id, deleted=False)

    async def _add_chat(self, chat_id: str, title: str, character_ids: tuple[str, ...]) -> Chat:
        now = self._clock.now()
        chat = Chat(
            id=chat_id, title=clean_text(title.strip()), created_at=now, updated_at=now, character_ids=character_ids
        )
        await self._chats.add_chat(chat)
        self._bus.publish(ChatAdded(chat))
        return chat

    async def _mark_deleted(self, message_id: str, *, deleted: bool) -> None:
        message = await self._chats.get_message(message_id)
        _refuse_while_written(message)
        await self._chats.change_flags(message.chat_id, {message_id: FlagsPatch(deleted=deleted)})
        self._bus.publish(MessageChanged(message.chat_id, await self._chats.get_message(message_id)))

    async def _user_message(
        self, chat: Chat, parent_id: str | None, text: str, message_id: str, pictures: tuple[ImagePart, ...]
    ) -> Message:
        """What the person says, under the name of who they are in this chat."""
        name = await self._name_in(chat)
        return Message(
            id=message_id,
            chat_id=chat.id,
            parent_id=parent_id,
            role=Role.USER,
            parts=said_parts(_checked(text, pictures), pictures),
            speaker=Speaker(name),
            created_at=self._clock.now(),
        )

    async def _name_in(self, chat: Chat) -> str:
        """What the person is called in a chat."""
        persona = await self._personas.of(chat)
        return self._settings.settings.user_name if persona is None else persona.persona.name

    async def _touch(self, chat_id: str, text: str) -> None:
        """The chat moves up in the list, and takes its name from its first message."""
        title = _title_of(text)
        await self._change(chat_id, lambda chat: replace(chat, title=chat.title or title, updated_at=self._clock.now()))

    async def _change(self, chat_id: str, edit: Callable[[Chat], Chat]) -> None:
        before, chat = await self._update(chat_id, edit)
        if chat != before:
            self._bus.publish(ChatChanged(chat))
        if (chat.strategy, chat.folder) != (before.strategy, before.folder):
            self._bus.publish(StrategyChanged(chat_id))

    async def _update(self, chat_id: str, edit: Callable[[Chat], Chat]) -> tuple[Chat, Chat]:
        """The chat before and after ``edit``; one at a time, so that none takes back what another has just written."""
        async with self._updating:
            before = await self._chats.get_chat(chat_id)
            chat = edit(before)
            if chat != before:
                await self._chats.update_chat(chat)
            return before, chat


def _title_of(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= TITLE_LENGTH:
        return line
    begin = line[: TITLE_LENGTH - 1]
    words, _, _ = begin.rpartition(" ")
    return (words or begin) + "…"


def _checked(text: str, pictures: tuple[ImagePart, ...]) -> str:
    if not (text.strip() or pictures):
        raise EmptyMessageError
    return clean_text(text)


def _refuse_while_written(message: Message) -> None:
    """Asks what was read, not what runs: an answer that has ended since would be stored as if it went on."""
    if message.state is MessageState.STREAMING:
        raise ChatBusyError
