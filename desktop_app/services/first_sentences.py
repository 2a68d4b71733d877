"""The first sentence of messages that no segment of a summary stands for yet: who is not scored is told by how it begins.

Owned by the summary's services, which offer them to the engine beside the sentences of the segments.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from desktop_app.domain.memory import SourceSpan, SummarySentence
from desktop_app.domain.message import Message, Part, text_of
from desktop_app.domain.ports import ChatRepository
from desktop_app.domain.summary import Covered
from desktop_app.language.sentences import sentences

# A longer "sentence" (a list, a table, code) is cut at a word.
LONGEST = 240

# Messages that are read at once.
STEP = 250


class FirstSentences:
    """Finds them and keeps them by message and revision; ``keep`` of them at most."""

    def __init__(self, chats: ChatRepository, *, keep: int = 40_000) -> None:
        self._chats = chats
        self._keep = keep
        self._found: dict[Covered, SummarySentence | None] = {}

    def unread(self, wanted: Iterable[Covered]) -> int:
        """How many of these messages have to be read first."""
        return sum(covered not in self._found for covered in wanted)

    async def of(self, wanted: Sequence[Covered], texts: Mapping[str, tuple[Part, ...]]) -> tuple[SummarySentence, ...]:
        """The first sentences of these messages, in their order. ``texts``: what is at hand already, by message."""
        unread = [covered for covered in wanted if covered not in self._found]
        for start in range(0, len(unread), STEP):
            await self._read(unread[start : start + STEP], texts)
        found = tuple(sentence for covered in wanted if (sentence := self._found.get(covered)) is not None)
        if len(self._found) > self._keep:
            self._found = {covered: self._found[covered] for covered in wanted if covered in self._found}
        return found

    async def _read(self, wanted: Sequence[Covered], texts: Mapping[str, tuple[Part, ...]]) -> None:
        missing = [covered.message_id for covered in wanted if covered.message_id not in texts]
        messages = await self._chats.messages(missing) if missing else {}
        self._found |= await asyncio.to_thread(_first_sentences, wanted, texts, messages)


def _first_sentences(
    wanted: Iterable[Covered], texts: Mapping[str, tuple[Part, ...]], messages: Mapping[str, Message]
) -> dict[Covered, SummarySentence | None]:
    found: dict[Covered, SummarySentence | None] = {}
    for covered in wanted:
        parts = texts.get(covered.message_id, ())
        message = messages.get(covered.message_id)
        if message is not None and message.revision == covered.revision:
            parts = message.parts
        found[covered] = _first_sentence(covered, text_of(parts))
    return found


def _first_sentence(covered: Covered, text: str) -> SummarySentence | None:
    spans = sentences(text)
    if not spans:
        return None
    start, end = spans[0]
    end = _cut(text, start, end)
    source = SourceSpan(covered.message_id, covered.revision, start, end)
    return SummarySentence(f"first:{covered.message_id}:{covered.revision}", text[start:end], (source,))


def _cut(text: str, start: int, end: int) -> int:
    """The end of the part that is told."""
    if end - start <= LONGEST:
        return end
    space = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
    return space if space > 0 else start + LONGEST
