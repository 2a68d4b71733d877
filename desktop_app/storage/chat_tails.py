"""The ends of the visible branches of recently used chats, held in memory. Used by ``session_cache`` alone.

A tail is told of each change that its chat went through, or is forgotten; it never grows old by itself. It knows whether it
reaches back to the root, so that a part of a chat is never taken for the whole.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.message import FlagsPatch, Message, MessageFlags, MessageState
from desktop_app.storage.byte_cache import ByteCache

DEFAULT_LIMIT = 10_000_000

# Twice what the window reads at once when it opens a chat.
KEPT_MESSAGES = 120

# What a message and an entry weigh beside their texts, as measured (tests/unit/storage/test_chat_tails.py).
MESSAGE_BYTES = 650
ENTRY_BYTES = 500


@dataclass(frozen=True, slots=True)
class _Tail:
    """The newest messages, the oldest first. ``whole``: the first of them is the root, or there are none in the chat."""

    messages: tuple[Message, ...]
    whole: bool


class ChatTails:
    """Tails by chat, together at most ``limit`` bytes."""

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        self.cache: ByteCache[_Tail] = ByteCache(limit)

    def find(self, chat_id: str, limit: int) -> list[Message] | None:
        """The last ``limit`` messages (1 or more) of the visible branch, or None where not all of them are held."""
        tail = self.cache.peek(chat_id)
        if tail is None or not (tail.whole or len(tail.messages) >= limit):
            return None
        self.cache.get(chat_id)
        return list(tail.messages[-limit:])

    def keep(self, chat_id: str, limit: int, messages: Sequence[Message]) -> None:
        """Holds what the database gave when it was asked for the last ``limit`` messages."""
        self._put(chat_id, tuple(messages), whole=len(messages) < limit)

    def append(self, message: Message) -> None:
        """``message`` is the new tip. The branch above its parent is the same as before; below it, it is another now."""
        tail = self.cache.peek(message.chat_id)
        if message.parent_id is None:
            self._put(message.chat_id, (message,), whole=True)
        elif tail is not None:
            above = _up_to(tail.messages, message.parent_id)
            if above:
                self._put(message.chat_id, (*above, message), whole=tail.whole)
            else:
                self.forget(message.chat_id)

    def revise(self, message: Message) -> None:
        """``message`` is the current revision of one that may be held in an earlier one."""
        self._change(message.chat_id, [message.id], lambda held: message if message.revision > held.revision else held)

    def rewrite(self, message: Message, *, only_streaming: bool) -> None:
        """Parts and state within a revision; ``only_streaming``: parts alone, and not of one that has ended."""

        def edit(held: Message) -> Message:
            if held.revision != message.revision or (only_streaming and held.state is not MessageState.STREAMING):
                return held
            return replace(held, parts=message.parts, state=held.state if only_streaming else message.state)

        self._change(message.chat_id, [message.id], edit)

    def set_flags(self, chat_id: str, message_ids: Sequence[str], flags: MessageFlags) -> None:
        """Other flags for these messages."""
        self._change(chat_id, message_ids, lambda held: replace(held, flags=flags))

    def change_flags(self, chat_id: str, changes: Mapping[str, FlagsPatch]) -> None:
        """Some other flags for these messages, to each its own."""

        def edit(held: Message) -> Message:
            return replace(held, flags=changes[held.id].applied_to(held.flags))

        self._change(chat_id, changes, edit)

    def forget(self, chat_id: str) -> None:
        """The chat must be read again."""
        self.cache.remove(chat_id)

    def clear(self) -> None:
        """All chats must be read again."""
        self.cache.clear()

    def _change(self, chat_id: str, message_ids: Collection[str], edit: Callable[[Message], Message]) -> None:
        tail = self.cache.peek(chat_id)
        if tail is not None:
            changed = tuple(edit(message) if message.id in message_ids else message for message in tail.messages)
            self._put(chat_id, changed, whole=tail.whole)

    def _put(self, chat_id: str, messages: tuple[Message, ...], *, whole: bool) -> None:
        kept = messages[-KEPT_MESSAGES:]
        tail = _Tail(kept, whole and len(kept) == len(messages))
        self.cache.put(chat_id, tail, ENTRY_BYTES + sum(map(weight_of, kept)))


def weight_of(message: Message) -> int:
    """About the bytes of memory that a message holds."""
    return MESSAGE_BYTES + sum(map(sys.getsizeof, _texts_of(message)))


def _texts_of(message: Message) -> Iterable[str]:
    yield from (message.id, message.parent_id or "", message.speaker.name)
    for part in message.parts:
        yield from (value for name in part.__slots__ if isinstance(value := getattr(part, name), str))
    if message.origin is not None:
        yield from message.origin.foreign.values()


def _up_to(messages: tuple[Message, ...], message_id: str) -> tuple[Message, ...]:
    """The messages down to this one; none where it is not among them."""
    for end in range(len(messages), 0, -1):
        if messages[end - 1].id == message_id:
            return messages[:end]
    return ()
