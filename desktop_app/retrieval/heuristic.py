"""Compression without a model: the beginning and the end of a session, and what is important in between."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_app.language.lemmas import Lemmas
from desktop_app.retrieval.importance import Importance, length
from desktop_app.retrieval.session import (
    TURN_RANGE,
    ChatMessage,
    CompressedBlock,
    Llm,
    Session,
    quoted,
    text_of,
    turn_range,
)

# At most so many characters of a message are quoted.
_QUOTE = 400

# A long middle is cut into parts of about so many messages, but not into more parts than these; of each the most important
# ones are quoted. So what comes out is bounded however long the session is: about 20,000 characters with the usual counts.
_PART = 40
_MOST_PARTS = 8
_MOST_OF_PART = 5


# A part of so many messages is not passed over because it has no keyword: what is rarest in it is quoted.
_NEVER_NOTHING = 20


@dataclass(frozen=True, slots=True)
class _Part:
    """Messages that become one block: ``quoted_at`` of those from ``start`` up to ``end`` (not included)."""

    segment: str
    end: int
    quoted_at: Sequence[int]


class HeuristicStrategy:
    """Keeps ``head_count`` messages of the beginning, ``tail_count`` of the end, and important ones between them.

    Those must be ``min_length`` letters long (Han and kana count three times). A block stands for all messages behind the
    block before it; so blocks cover everything, also what was not worth quoting. Never calls the llm.
    """

    def __init__(
        self,
        head_count: int = 3,
        tail_count: int = 5,
        min_length: int = 80,
        *,
        keywords: Sequence[str] = (),
        lemmas: Lemmas | None = None,
    ) -> None:
        if head_count < 0 or tail_count < 0:
            raise ValueError("head_count and tail_count must not be negative.")
        self._head = head_count
        self._tail = tail_count
        self._min_length = min_length
        self._importance = Importance(lemmas or Lemmas(), keywords)

    async def compress(self, session: Session, llm: Llm) -> list[CompressedBlock]:  # noqa: ARG002 - other strategies ask it
        """See ``CompressionStrategy``. Reads in a worker thread: a long chat takes tenths of a second."""
        return await asyncio.to_thread(self._blocks, session.messages)

    def _blocks(self, messages: Sequence[ChatMessage]) -> list[CompressedBlock]:
        blocks: list[CompressedBlock] = []
        start = 0
        for part in self._parts(messages) or _longest(messages):
            lines = [line for at in part.quoted_at if (line := quoted(messages[at], _QUOTE))]
            if lines:
                metadata = {"segment": part.segment, TURN_RANGE: turn_range(start, part.end - 1)}
                blocks.append(CompressedBlock("\n".join(lines), metadata))
                start = part.end
        return _up_to_the_end(blocks, len(messages))

    def _parts(self, messages: Sequence[ChatMessage]) -> list[_Part]:
        count = len(messages)
        head = min(self._head, count)
        tail = max(head, count - self._tail)
        parts = [
            _Part("head", head, range(head)),
            *self._middle(messages, head, tail),
            _Part("tail", count, range(tail, count)),
        ]
        return [part for part in parts if any(text_of(messages[at]) for at in part.quoted_at)]

    def _middle(self, messages: Sequence[ChatMessage], start: int, end: int) -> Iterator[_Part]:
        texts = [text_of(message) for message in messages[start:end]]
        long = [at for at, text in enumerate(texts) if length(text) >= self._min_length]
        weights = dict(zip(long, self._importance.of([texts[at] for at in long]), strict=True)) if long else {}
        parts = min(_MOST_PARTS, math.ceil(len(texts) / _PART))
        for number in range(parts):
            first, behind = len(texts) * number // parts, len(texts) * (number + 1) // parts
            important = [at for at in range(first, behind) if weights.get(at)]
            if not important and behind - first >= _NEVER_NOTHING:
                important = [at for at in long if first <= at < behind]
                weights |= zip(important, self._importance.by_statistics([texts[at] for at in important]), strict=True)
            best = sorted(important, key=lambda at: (-weights[at], at))[:_MOST_OF_PART]
            if best:
                yield _Part("important", start + behind, [start + at for at in sorted(best)])


def _longest(messages: Sequence[ChatMessage]) -> list[_Part]:
    """Where nothing else is to be quoted."""
    best = max(range(len(messages)), key=lambda at: length(text_of(messages[at])), default=None)
    return [] if best is None else [_Part("important", len(messages), [best])]


def _up_to_the_end(blocks: list[CompressedBlock], count: int) -> list[CompressedBlock]:
    """The last block stands for what is behind it too."""
    if not blocks or blocks[-1].turns[1] == count - 1:
        return blocks
    last = blocks[-1]
    return [
        *blocks[:-1],
        CompressedBlock(last.text, {**last.metadata, TURN_RANGE: turn_range(last.turns[0], count - 1)}),
    ]
