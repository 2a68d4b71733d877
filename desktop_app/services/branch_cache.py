"""The visible branch of each open chat as the engine wants it: one immutable tuple, texts only where a plan could use them.

Owned by the context service. A message is counted once per revision and tokenizer, however often plans are made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop_app.context.request import BranchMessage
from desktop_app.domain.chat import BranchRow
from desktop_app.domain.message import Message, MessageState, sendable_text
from desktop_app.domain.ports import ChatRepository, TokenCounter

# Texts are read newest first in steps of this many messages, until twice the limit is covered.
STEP = 100

# A branch is kept for so many limits.
LIMITS = 3

# For messages so far back that their text is not read: only a figure to show beside "left out".
CHARACTERS_PER_TOKEN = 3


@dataclass(slots=True)
class _Kept:
    """What is known of one chat: the rows as last read, and the messages by id as ``counter`` counted them.

    ``changes``: how often something was told that makes what is being read just now stale. ``branches``: by limit, since a
    larger one has more texts; a preview may suppose another limit.
    """

    rows: list[BranchRow] | None = None
    counted: dict[str, BranchMessage] = field(default_factory=dict[str, BranchMessage])
    counter: TokenCounter | None = None
    changes: int = 0
    branches: dict[int, tuple[BranchMessage, ...]] = field(default_factory=dict[int, tuple[BranchMessage, ...]])
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class BranchCache:
    """Reads branches from the repository and keeps the last few. Whoever changes a chat calls ``forget``."""

    def __init__(self, chats: ChatRepository, *, keep: int = 4) -> None:
        self._chats = chats
        self._keep = keep
        self._kept: dict[str, _Kept] = {}

    def forget(self, chat_id: str) -> None:
        """The chat's branch changed; what was counted stays good, since it is known by revision."""
        kept = self._kept.get(chat_id)
        if kept is not None:
            kept.changes += 1
            kept.rows = None
            kept.branches.clear()

    def drop(self, chat_id: str) -> None:
        """The chat is gone."""
        self.forget(chat_id)
        self._kept.pop(chat_id, None)

    def recount(self, chat_id: str) -> None:
        """Estimates may be exact by now: count again what was only estimated."""
        kept = self._kept.get(chat_id)
        if kept is not None:
            kept.changes += 1
            kept.counted = _exact(kept.counted)
            kept.branches.clear()

    async def branch(self, chat_id: str, counter: TokenCounter, limit: int) -> tuple[BranchMessage, ...]:
        """The branch from root to tip without what is still streaming; the same tuple as long as nothing changed."""
        kept = self._touch(chat_id)
        async with kept.lock:
            if kept.counter is not counter:  # its name would not do: each server's own tokenizer has the same one
                kept.counted = await asyncio.to_thread(_count_again, kept.counted, counter)
                kept.counter = counter
                kept.branches.clear()
            if limit not in kept.branches:
                await self._read(kept, chat_id, counter, limit)
            return kept.branches[limit]

    async def _read(self, kept: _Kept, chat_id: str, counter: TokenCounter, limit: int) -> None:
        while True:
            changes = kept.changes
            rows = kept.rows
            if rows is None:
                rows = await self._chats.branch(chat_id)
                rows = [row for row in rows if row.state is not MessageState.STREAMING]
            counted = await self._counted(kept, rows, counter, 2 * limit)
            branch = await asyncio.to_thread(_joined, rows, counted)  # ten thousand rows hold the window up for a frame
            if kept.changes == changes:
                kept.rows = rows
                kept.counted = kept.counted | counted if kept.branches else counted
                while len(kept.branches) >= LIMITS:
                    del kept.branches[next(iter(kept.branches))]
                kept.branches[limit] = branch
                return
            kept.counted = _exact(counted)  # what was told meanwhile may be missing in what was read: read again

    async def _counted(
        self, kept: _Kept, rows: Sequence[BranchRow], counter: TokenCounter, wanted: int
    ) -> dict[str, BranchMessage]:
        """The newest messages until ``wanted`` tokens are covered, and those that are always in context.

        The first one too: entries of lorebooks can be for one greeting only. What is excluded, or too large for any plan,
        covers nothing: what is behind it may be in.
        """
        found: dict[str, BranchMessage] = {}
        far = [row for row in rows[:1] if not row.flags.always_in_context]
        for item in await self._batch(kept, [*far, *(row for row in rows if row.flags.always_in_context)], counter):
            found[item.id] = item
        covered = 0
        for end in range(len(rows), 0, -STEP):
            if covered >= wanted:
                break
            for item in await self._batch(kept, rows[max(0, end - STEP) : end], counter):
                found[item.id] = item
                covered += item.tokens if item.flags.sendable and item.tokens <= wanted else 0
        return found

    async def _batch(self, kept: _Kept, rows: Sequence[BranchRow], counter: TokenCounter) -> list[BranchMessage]:
        known = {row.id: kept.counted[row.id] for row in rows if _is_known(kept.counted.get(row.id), row)}
        unread = [row.id for row in rows if row.id not in known]
        if unread:
            messages = await self._chats.messages(unread)
            # A hundred long messages are too much for the window's thread.
            known |= await asyncio.to_thread(_count_all, list(messages.values()), counter)
        return [_with_flags(known[row.id], row) for row in rows if row.id in known]

    def _touch(self, chat_id: str) -> _Kept:
        kept = self._kept.pop(chat_id, None) or _Kept()
        self._kept[chat_id] = kept
        while len(self._kept) > self._keep:
            del self._kept[next(iter(self._kept))]
        return kept


def _exact(counted: dict[str, BranchMessage]) -> dict[str, BranchMessage]:
    return {key: item for key, item in counted.items() if item.exact}


def _is_known(item: BranchMessage | None, row: BranchRow) -> bool:
    return item is not None and item.revision == row.revision


def _count_again(counted: Mapping[str, BranchMessage], counter: TokenCounter) -> dict[str, BranchMessage]:
    """By another counter, without reading the messages again."""
    again: dict[str, BranchMessage] = {}
    for key, item in counted.items():
        count = counter.count(sendable_text(item.parts or ()))
        again[key] = replace(item, tokens=count.tokens, exact=count.exact)
    return again


def _count_all(messages: Sequence[Message], counter: TokenCounter) -> dict[str, BranchMessage]:
    return {message.id: _count(message, counter) for message in messages}


def _count(message: Message, counter: TokenCounter) -> BranchMessage:
    count = counter.count(sendable_text(message.parts))
    return BranchMessage(
        id=message.id,
        revision=message.revision,
        role=message.role,
        tokens=count.tokens,
        exact=count.exact,
        flags=message.flags,
        kind=message.kind,
        speaker_name=message.speaker.name,
        parts=message.parts,
    )


def _with_flags(item: BranchMessage, row: BranchRow) -> BranchMessage:
    return item if item.flags == row.flags else replace(item, flags=row.flags)


def _joined(rows: Sequence[BranchRow], counted: Mapping[str, BranchMessage]) -> tuple[BranchMessage, ...]:
    return tuple(counted.get(row.id) or _without_text(row) for row in rows)


def _without_text(row: BranchRow) -> BranchMessage:
    return BranchMessage(
        id=row.id,
        revision=row.revision,
        role=row.role,
        tokens=row.length // CHARACTERS_PER_TOKEN + 1,
        exact=False,
        flags=row.flags,
        kind=row.kind,
        speaker_name=row.speaker_name,
    )
