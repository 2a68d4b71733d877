"""What the person decides about messages: in context, excluded, never sent, always in context. Called by chat view and dock.

A tool call and its results are marked together, whichever of them was meant: no model may see half of them. Nothing else of
a message changes, so a mark is taken back by the opposite one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from desktop_app.context.request import BranchMessage
from desktop_app.context.tool_calls import group_spans
from desktop_app.domain.chat import BranchRow
from desktop_app.domain.errors import ChatBusyError, NotFoundError
from desktop_app.domain.message import FlagsPatch, Message, MessageFlags, MessageState, Role
from desktop_app.domain.ports import ChatRepository
from desktop_app.language.fold import FoldRules, fold_text
from desktop_app.services.events import BranchChanged, EventBus, MessageChanged

# From so many changed messages on, the branch is told as changed, not each of them.
MANY = 20

# Messages that are read at once for a search.
STEP = 500


class MessageMark(StrEnum):
    """A decision about messages.

    ``RESTORE`` takes exclusion back; *never send* only where nothing else among the messages was to be restored, so that
    a large range does not give away what was to stay here.
    """

    EXCLUDE = "exclude"
    RESTORE = "restore"
    NEVER_SEND = "never-send"
    ALWAYS_IN_CONTEXT = "always-in-context"
    NOT_ALWAYS = "not-always"


class MarksService:
    """The one door through which messages get their marks. All ids are of a chat's visible branch."""

    def __init__(self, chats: ChatRepository, bus: EventBus) -> None:
        self._chats = chats
        self._bus = bus

    async def mark(self, chat_id: str, message_ids: Sequence[str], mark: MessageMark) -> tuple[str, ...]:
        """Marks messages, and returns the ids of all that changed, in the order of the branch.

        Raises ``NotFoundError`` where one is not in the visible branch, ``ChatBusyError`` where one is still being written.
        """
        rows = await self._with_partners(await self._chats.branch(chat_id), message_ids)
        if any(row.state is MessageState.STREAMING for row in rows):
            raise ChatBusyError
        changed = await self._chats.change_flags(chat_id, _changes(rows, mark))
        await self._tell(chat_id, list(changed))
        return tuple(changed)

    async def take_back(self, chat_id: str, before: Mapping[str, MessageFlags]) -> tuple[str, ...]:
        """Gives messages the marks again that they had ``before``; returns the ids of those that changed.

        For *undo*: the opposite mark would make all of many messages alike that were not.
        """
        patches = {
            message_id: FlagsPatch(flags.hidden, flags.excluded, flags.never_send, flags.always_in_context)
            for message_id, flags in before.items()
        }
        changed = await self._chats.change_flags(chat_id, patches)
        await self._tell(chat_id, list(changed))
        return tuple(changed)

    async def from_here_up(self, chat_id: str, message_id: str) -> list[str]:
        """The ids from the chat's beginning to this message, with it, without deleted ones. Raises ``NotFoundError``."""
        rows = await self._chats.branch(chat_id)
        ids = [row.id for row in rows]
        if message_id not in ids:
            raise NotFoundError(kind="message", id=message_id)
        return [row.id for row in rows[: ids.index(message_id) + 1] if not row.flags.deleted]

    async def search(self, chat_id: str, text: str) -> list[str]:
        """The ids of the messages that hold ``text``, in order, without deleted ones; case, accents and ё do not matter."""
        wanted = fold_text(text, _SEARCH).strip()
        if not wanted:
            return []
        ids = [row.id for row in await self._chats.branch(chat_id) if not row.flags.deleted]
        found: list[str] = []
        for start in range(0, len(ids), STEP):
            step = ids[start : start + STEP]
            messages = await self._chats.messages(step)
            holding = await asyncio.to_thread(_holding, messages.values(), wanted)
            found += [message_id for message_id in step if message_id in holding]
        return found

    async def _with_partners(self, rows: Sequence[BranchRow], message_ids: Sequence[str]) -> list[BranchRow]:
        """The rows of these messages and of their tools' partners, in the order of the branch."""
        places = {row.id: place for place, row in enumerate(rows)}
        unknown = next((message_id for message_id in message_ids if message_id not in places), None)
        if unknown is not None:
            raise NotFoundError(kind="message", id=unknown)
        wanted = {places[message_id] for message_id in message_ids}
        around = sorted({near for place in wanted for near in _neighbours(rows, place)})
        messages = await self._chats.messages([rows[place].id for place in around])
        for start, stop in _runs(around):
            known = [_light(rows[place], messages) for place in range(start, stop)]
            for first, last in group_spans(known):
                group = range(start + first, start + last)
                if not wanted.isdisjoint(group):
                    wanted.update(group)
        return [rows[place] for place in sorted(wanted)]

    async def _tell(self, chat_id: str, ids: list[str]) -> None:
        if len(ids) >= MANY:
            self._bus.publish(BranchChanged(chat_id))
            return
        messages = await self._chats.messages(ids)
        for message_id in ids:
            self._bus.publish(MessageChanged(chat_id, messages[message_id]))


_SEARCH = FoldRules(accents=True)


def _holding(messages: Iterable[Message], wanted: str) -> set[str]:
    return {message.id for message in messages if wanted in fold_text(message.text, _SEARCH)}


def _neighbours(rows: Sequence[BranchRow], place: int) -> range:
    """Where the partners of a message may be: up to the call, down to the last result. Empty where there are no tools."""
    start, stop = place, place + 1
    while start > 0 and rows[start].role is Role.TOOL:
        start -= 1
    while stop < len(rows) and rows[stop].role is Role.TOOL:
        stop += 1
    return range(start, stop) if stop - start > 1 else range(0)


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring places as ranges."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _light(row: BranchRow, messages: Mapping[str, Message]) -> BranchMessage:
    return BranchMessage(id=row.id, revision=row.revision, role=row.role, tokens=0, parts=messages[row.id].parts)


def _changes(rows: Sequence[BranchRow], mark: MessageMark) -> dict[str, FlagsPatch]:
    """What becomes of the flags of those that change, in order."""
    merely_out = any(row.flags.excluded or row.flags.hidden for row in rows)
    marked = ((row, _marked(row.flags, mark, spare_never_send=merely_out)) for row in rows)
    return {row.id: FlagsPatch.between(row.flags, flags) for row, flags in marked if flags != row.flags}


def _marked(flags: MessageFlags, mark: MessageMark, *, spare_never_send: bool) -> MessageFlags:
    match mark:
        case MessageMark.EXCLUDE:  # never sent is excluded, and more
            return flags if flags.never_send else replace(flags, excluded=True)
        case MessageMark.NEVER_SEND:
            return replace(flags, never_send=True, excluded=False)
        case MessageMark.RESTORE if spare_never_send:
            return replace(flags, excluded=False, hidden=False)
        case MessageMark.RESTORE:
            return replace(flags, never_send=False)
        case (
            MessageMark.ALWAYS_IN_CONTEXT
        ):  # puts in what is excluded; what must not be sent waits until it is restored
            return replace(flags, always_in_context=True, excluded=False, hidden=False)
        case MessageMark.NOT_ALWAYS:
            return replace(flags, always_in_context=False)
