"""The first form of a summary's sentences: of each message its first one, found by ``language.sentences``.

Owned by the context service, which offers them to the engine; the engine chooses those of exactly what left the window.
Background work that scores sentences takes this one's place without a change of contract.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from desktop_app.context.places import why_out
from desktop_app.context.request import BranchMessage
from desktop_app.domain.memory import SourceSpan, SummarySentence
from desktop_app.domain.message import Message, Part, Role, text_of
from desktop_app.domain.ports import ChatRepository
from desktop_app.language.sentences import sentences

# Each of the newest messages has its sentence; of those before them evenly spread ones, at most as many again.
EVERY_MESSAGE = 1_000

# A longer "sentence" (a list, a table, code) is cut at a word.
LONGEST = 240

# Messages that are read at once.
STEP = 250

# As many messages are read while the preview waits; for more it comes without them first.
READ_AT_ONCE = 500

_TOLD = (Role.USER, Role.ASSISTANT)

_Key = tuple[str, int]


class Extracts:
    """Finds sentences and keeps them by message and revision; ``keep`` of them at most."""

    def __init__(self, chats: ChatRepository, *, keep: int = 40_000) -> None:
        self._chats = chats
        self._keep = keep
        self._found: dict[_Key, SummarySentence | None] = {}
        self._last: tuple[tuple[BranchMessage, ...], tuple[SummarySentence, ...]] | None = None

    def unread(self, branch: tuple[BranchMessage, ...]) -> int:
        """How many messages have to be read first."""
        if self._last is not None and self._last[0] is branch:
            return 0
        return sum(_key(row) not in self._found for row in candidates(branch))

    async def sentences(self, branch: tuple[BranchMessage, ...]) -> tuple[SummarySentence, ...]:
        """The sentences of a branch in order of time; the same tuple for the same branch."""
        if self._last is None or self._last[0] is not branch:
            rows = candidates(branch)
            unread = [row for row in rows if _key(row) not in self._found]
            for start in range(0, len(unread), STEP):
                await self._read(unread[start : start + STEP])
            found = tuple(sentence for row in rows if (sentence := self._found.get(_key(row))) is not None)
            self._last = (branch, found)
            self._forget(rows)
        return self._last[1]

    async def _read(self, rows: Sequence[BranchMessage]) -> None:
        missing = [row.id for row in rows if row.parts is None]
        messages = await self._chats.messages(missing) if missing else {}
        self._found |= await asyncio.to_thread(_first_sentences, rows, messages)

    def _forget(self, rows: Iterable[BranchMessage]) -> None:
        if len(self._found) > self._keep:
            keys = [_key(row) for row in rows]
            self._found = {key: self._found[key] for key in keys if key in self._found}


def candidates(branch: Sequence[BranchMessage]) -> list[BranchMessage]:
    """The messages whose sentences are offered. The spread of the old ones stays the same until there are twice as many."""
    told = [row for row in branch if row.role in _TOLD and why_out(row) is None]
    old = told[:-EVERY_MESSAGE]
    stride = 1
    while len(old) > stride * EVERY_MESSAGE:
        stride *= 2
    return old[::stride] + told[-EVERY_MESSAGE:]


def _key(row: BranchMessage) -> _Key:
    return row.id, row.revision


def _first_sentences(
    rows: Iterable[BranchMessage], messages: Mapping[str, Message]
) -> dict[_Key, SummarySentence | None]:
    found: dict[_Key, SummarySentence | None] = {}
    for row in rows:
        parts: tuple[Part, ...] = row.parts or ()
        if row.parts is None and (message := messages.get(row.id)) is not None and message.revision == row.revision:
            parts = message.parts
        found[_key(row)] = _first_sentence(row, text_of(parts))
    return found


def _first_sentence(row: BranchMessage, text: str) -> SummarySentence | None:
    spans = sentences(text)
    if not spans:
        return None
    start, end = spans[0]
    end = _cut(text, start, end)
    source = SourceSpan(row.id, row.revision, start, end)
    return SummarySentence(f"first:{row.id}:{row.revision}", text[start:end], (source,))


def _cut(text: str, start: int, end: int) -> int:
    """The end of the part that is told."""
    if end - start <= LONGEST:
        return end
    space = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
    return space if space > 0 else start + LONGEST
