"""How relevant the entries and messages of a chat are to what is said now: asks the ``Ranker``, for requests.

Owned by the context service. The texts to be ranked are the same objects as long as nothing changed, so that a ranker can
keep what it knows of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from desktop_app.context.request import BranchMessage, InputMessage, LinkedBook, Relevance, RelevanceSource
from desktop_app.domain.knowledge_ports import RankedText, Ranker, Score
from desktop_app.domain.lore import LorebookEntry
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import MessageKind, Role, text_of
from desktop_app.domain.recalling import MeaningRanker
from desktop_app.language.relevance import pieces_of

# As many entries, and as many of the newest messages, are ranked at most; who is not ranked is "not measured".
MOST_ENTRIES = 10_000
MOST_MESSAGES = 4_000

# The last exchange is asked about beside the input, each text by its end.
_BESIDE_INPUT = 2
_LONGEST_QUERY = 4_000
# So far back it is looked for.
_READ_BACK = 50

# A message takes these shares of what its neighbours score, one and two places away (lab.md, recall).
_OF_NEIGHBOURS = (0.35, 0.15)

_MOST_READ = 100_000

_TOLD = (Role.USER, Role.ASSISTANT)


@dataclass(frozen=True, slots=True)
class Ranked:
    """What is ranked, and against what. ``messages``: only where the strategy weighs them."""

    books: tuple[LinkedBook, ...]
    memories: tuple[MemoryEntry, ...]
    branch: tuple[BranchMessage, ...]
    draft: InputMessage | None
    with_messages: bool


class Relevances:
    """Ranks in worker threads. ``keep``: sets of texts that are kept, two a chat."""

    def __init__(self, ranker: Ranker, meaning: MeaningRanker | None = None, *, keep: int = 8) -> None:
        self._ranker = ranker
        self._meaning = meaning
        self._keep = keep
        self._texts: list[tuple[tuple[object, ...], tuple[RankedText, ...]]] = []
        self._read: set[tuple[str, int]] = set()

    def unread(self, ranked: Ranked) -> int:
        """How many texts were never given to the ranker: it has to read them first."""
        texts = (*self._entry_texts(ranked), *self._message_texts(ranked))
        return sum((text.id, text.revision) not in self._read for text in texts)

    def passages(self, ranked: Ranked) -> list[str]:
        """The texts whose vectors are wanted to rank by meaning."""
        return [text.text for text in (*self._entry_texts(ranked), *self._message_texts(ranked))]

    def held(self, ranked: Ranked, embedder: str) -> bool:
        """Whether those vectors are at hand for certain: all was ranked before."""
        texts = (self._entry_texts(ranked), self._message_texts(ranked))
        return self._meaning is not None and all(self._meaning.holds(embedder, some) for some in texts if some)

    def questions(self, ranked: Ranked) -> list[str]:
        """What is asked by meaning, and has to have vectors too."""
        return [piece for query in _queries(ranked) for piece in pieces_of(query) if piece.strip()]

    async def measure(self, ranked: Ranked, embedder: str = "") -> Mapping[str, Relevance]:
        """The relevance of every entry, and of messages, by id. Empty where nobody says anything.

        ``embedder``: its vectors have a say, where all that are wanted are at hand; without one, or else, words alone.
        """
        queries = _queries(ranked)
        entries, messages = self._entry_texts(ranked), self._message_texts(ranked)
        if not queries or not (entries or messages):
            return {}
        scores = await asyncio.to_thread(self._rank, embedder, queries, entries, messages)
        if len(self._read) > _MOST_READ:  # many a revision of long ago
            self._read.clear()
        self._read.update((text.id, text.revision) for text in (*entries, *messages))
        return scores

    def _rank(
        self,
        embedder: str,
        queries: Sequence[str],
        entries: tuple[RankedText, ...],
        messages: tuple[RankedText, ...],
    ) -> dict[str, Relevance]:
        scores = self._scores(embedder, queries, entries) if entries else {}
        if messages:
            of_messages = self._scores(embedder, queries[:1], messages)
            scores |= _with_neighbours([text.id for text in messages], of_messages)
        return _relevances(scores)

    def _scores(self, embedder: str, queries: Sequence[str], texts: tuple[RankedText, ...]) -> dict[str, Score]:
        by_meaning = self._meaning.rank(embedder, queries, texts) if self._meaning is not None and embedder else None
        return self._ranker.rank(queries, texts) if by_meaning is None else dict(by_meaning)

    def _entry_texts(self, ranked: Ranked) -> tuple[RankedText, ...]:
        def make() -> Iterable[RankedText]:
            books = {linked.book.id: linked.book for linked in ranked.books if linked.book.enabled}
            for book in books.values():
                yield from (_of_lore(entry) for entry in book.entries if entry.enabled)
            yield from (_of_memory(memory) for memory in ranked.memories if memory.enabled)

        return self._kept(("entries", ranked.books, ranked.memories), make, MOST_ENTRIES)

    def _message_texts(self, ranked: Ranked) -> tuple[RankedText, ...]:
        if not ranked.with_messages:
            return ()

        def make() -> Iterable[RankedText]:
            for row in reversed(ranked.branch):
                if (
                    row.parts is not None
                    and row.flags.sendable
                    and row.role in _TOLD
                    and row.kind is not MessageKind.NOTE
                ):
                    yield RankedText(row.id, row.revision, text_of(row.parts))

        return self._kept(("messages", ranked.branch), make, MOST_MESSAGES)

    def _kept(
        self, key: tuple[object, ...], make: Callable[[], Iterable[RankedText]], most: int
    ) -> tuple[RankedText, ...]:
        for known in self._texts:
            if len(known[0]) == len(key) and all(ours is theirs for ours, theirs in zip(known[0], key, strict=True)):
                return known[1]
        texts = tuple(islice(make(), most))
        self._texts = [(key, texts), *self._texts][: self._keep]
        return texts


def _of_lore(entry: LorebookEntry) -> RankedText:
    return RankedText(entry.id, entry.revision, "\n".join((entry.name, *entry.keys, entry.content)))


def _of_memory(memory: MemoryEntry) -> RankedText:
    return RankedText(memory.id, memory.revision, "\n".join((memory.title, *memory.keywords, memory.content)))


def _queries(ranked: Ranked) -> tuple[str, ...]:
    """The input first (the draft, else the last thing that the person said), then the end of the branch."""
    said = [(row, text) for row in reversed(ranked.branch[-_READ_BACK:]) if (text := _said(row))]
    if ranked.draft is not None and ranked.draft.text.strip():
        current = ranked.draft.text
    else:
        current = next((text for row, text in said if row.role is Role.USER), "")
    beside = (text for _, text in said[:_BESIDE_INPUT] if text != current)
    return tuple(text[-_LONGEST_QUERY:] for text in (current, *beside) if text)


def _said(row: BranchMessage) -> str:
    told = row.flags.sendable and row.role in _TOLD and row.kind is not MessageKind.NOTE
    return text_of(row.parts).strip() if told and row.parts is not None else ""


def _with_neighbours(ids: Sequence[str], scores: Mapping[str, Score]) -> dict[str, Score]:
    """What stands beside something relevant belongs to it."""
    raised: dict[str, Score] = {}
    for place, id_ in enumerate(ids):
        own = scores[id_]
        score = own.score
        for distance, share in enumerate(_OF_NEIGHBOURS, 1):
            for near in (place - distance, place + distance):
                score += share * scores[ids[near]].score if 0 <= near < len(ids) else 0.0
        raised[id_] = replace(own, score=round(min(1.0, score), 4)) if score else own
    return raised


def _relevances(scores: Mapping[str, Score]) -> dict[str, Relevance]:
    """Most scores are the same nothing: one value for each."""
    made: dict[Score, Relevance] = {}
    found: dict[str, Relevance] = {}
    for id_, score in scores.items():
        if score not in made:
            source = RelevanceSource.MEANING if score.by_meaning else RelevanceSource.WORDS
            made[score] = Relevance(score.score, score.threshold, source)
        found[id_] = made[score]
    return found
