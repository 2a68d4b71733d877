"""The choice of the sentences of the rolling summary, for exactly the messages that are not in the window.

``offered`` is called by ``builder`` when the question is made, ``choose`` by ``budget`` once it is known what is dropped.
Pure: scoring sentences is background work of others.
"""

from __future__ import annotations

import bisect
import itertools
import math
import operator
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from desktop_app.context.places import Places
from desktop_app.domain.memory import SourceSpan, SummaryMaker, SummarySentence
from desktop_app.domain.ports import TokenCounter

# The id of the block of a plan that holds the summary.
SUMMARY_ID = "prompt.summary"

# Between sentences: one fact a line.
SENTENCE_END = "\n"

# The dropped messages in so many parts, each of which has a sentence, the newest the most.
_PARTS = 10
_OLDEST_WEIGHT = 2

# No part takes more than 30 %; with fewer parts than these that could not be.
_MOST_OF_TEN = 3
_PARTS_FOR_A_LIMIT = 4

# The golden ratio's fraction of 2 ** 32: its multiples lie evenly spread, however many of them are taken.
_SPREAD = 2_654_435_769
_BITS = 2**32 - 1

# Weights are compared in millionths.
_MILLION = 1_000_000

_RANKS = {SummaryMaker.EXTRACTIVE: 0, SummaryMaker.MODEL: 1, SummaryMaker.PERSON: 2}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that may be sent, with its ``cost`` in tokens within a summary, the line break behind it included.

    ``places`` are those of its sources in the branch, in order. ``rank``: the person's own words before a model's, these
    before the extractive ones. ``place``: where it stands in the order of time; what the person wrote of nothing in
    particular comes first. ``coarse`` and ``fine``: how good it is where one sentence should stand for many messages, and
    where it should not.
    """

    id: str
    text: str
    cost: int
    sources: tuple[SourceSpan, ...]
    places: tuple[int, ...]
    weight: float = 0.0
    rank: int = 0
    place: int = field(init=False, compare=False, repr=False)
    coarse: int = field(init=False, compare=False, repr=False)
    fine: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        place = self.places[0] if self.places else -1
        weight = min(max(0, round(self.weight * _MILLION)), _BITS) if math.isfinite(self.weight) else 0
        # Among equals those that lie evenly spread.
        behind = weight << 32 | (_BITS - place * _SPREAD & _BITS)
        messages = min(len(self.places), _BITS)
        object.__setattr__(self, "place", place)
        object.__setattr__(self, "coarse", (self.rank << 32 | messages) << 64 | behind)
        object.__setattr__(self, "fine", (self.rank << 32 | _BITS - messages) << 64 | behind)


def offered(sentences: Iterable[SummarySentence], places: Places, counter: TokenCounter) -> tuple[Sentence, ...]:
    """What a summary may be made of, in order of time.

    Not a sentence of which any source is excluded, hidden, deleted, not in this branch or changed since; and of those
    without a source only the person's own.
    """
    made: dict[str, Sentence] = {}
    for sentence in sentences:
        text = " ".join(sentence.text.split())
        own = sentence.locked or sentence.made_by is SummaryMaker.PERSON
        if not text or not (sentence.sources or own) or places.refusal(sentence.sources) is not None:
            continue
        sources = tuple(sorted(sentence.sources, key=lambda span: (places.of(span.message_id), span.start)))
        made[sentence.id] = Sentence(
            id=sentence.id,
            text=text,
            cost=counter.count(text + SENTENCE_END).tokens,
            sources=sources,
            places=tuple(places.of(source.message_id) for source in sources),
            weight=sentence.weight,
            rank=_RANKS[SummaryMaker.PERSON if own else sentence.made_by],
        )
    return tuple(sorted(made.values(), key=_in_time))


def choose(sentences: Sequence[Sentence], told: Collection[str], room: int) -> tuple[Sentence, ...]:
    """The best of ``sentences`` in ``room`` tokens, in order of time.

    ``told``: the messages that are in the prompt in another form; a sentence that says any of them again is not chosen.
    Every part of the dropped messages has a sentence if that can be, the newest are told in more detail than the oldest.
    """
    if room <= 0:
        return ()
    eligible = [sentence for sentence in sentences if not _tells_any(sentence, told)]
    choice = _Choice(room)
    own = [sentence for sentence in eligible if sentence.rank == _RANKS[SummaryMaker.PERSON]]
    for sentence in sorted(own, key=lambda sentence: (-sentence.place, sentence.id)):
        choice.add(sentence)
    if sum([sentence.cost for sentence in eligible]) <= room:
        for sentence in sorted(eligible, key=lambda sentence: -sentence.rank):
            choice.add(sentence)
    else:
        _fill(choice, eligible)
    return tuple(sorted(choice.chosen, key=_in_time))


def summary_text(sentences: Iterable[Sentence]) -> str:
    """The chosen sentences as one text."""
    return SENTENCE_END.join(sentence.text for sentence in sentences)


@dataclass(slots=True)
class _Choice:
    """The sentences chosen so far; no place of a message is told twice."""

    room: int
    used: int = 0
    chosen: list[Sentence] = field(default_factory=list[Sentence])
    _spans: dict[str, list[tuple[int, int]]] = field(default_factory=dict[str, list[tuple[int, int]]])
    _ids: set[str] = field(default_factory=set[str])
    _texts: set[str] = field(default_factory=set[str])

    def add_other(self, sentence: Sentence) -> bool:
        """The same for one that nothing depends on: not if these very words are there."""
        return sentence.text not in self._texts and self.add(sentence)

    def add(self, sentence: Sentence) -> bool:
        """Takes a sentence in, if it fits and says something new."""
        if sentence.cost > self.room - self.used or sentence.id in self._ids or self._says_again(sentence):
            return False
        self.chosen.append(sentence)
        self.used += sentence.cost
        self._ids.add(sentence.id)
        self._texts.add(sentence.text)
        for source in sentence.sources:
            self._spans.setdefault(source.message_id, []).append((source.start, source.end))
        return True

    def _says_again(self, sentence: Sentence) -> bool:
        return any(
            source.start < end and start < source.end
            for source in sentence.sources
            for start, end in self._spans.get(source.message_id, ())
        )


def _tells_any(sentence: Sentence, told: Collection[str]) -> bool:
    # Thousands of sentences come through here, nearly all of them of one message.
    if len(sentence.sources) == 1:
        return sentence.sources[0].message_id in told
    return any(source.message_id in told for source in sentence.sources)


def _fill(choice: _Choice, eligible: Sequence[Sentence]) -> None:
    """First a sentence for every part, then one after the other for the part that is furthest behind its share."""
    parts = _Parts(eligible)
    used = dict.fromkeys(parts.queues, 0)
    covered: set[int] = set()
    for sentence in choice.chosen:
        covered |= parts.of(sentence)
        if sentence.places:
            used[parts.first(sentence)] += sentence.cost
    for sentence in _first_of_each(parts.queues, choice.room // _PARTS):
        if not parts.of(sentence) <= covered and choice.add(sentence):
            covered |= parts.of(sentence)
            used[parts.first(sentence)] += sentence.cost
    limited = len(parts.queues) >= _PARTS_FOR_A_LIMIT
    cheapest = min([sentence.cost for sentence in eligible])
    while choice.room - choice.used >= cheapest:
        behind = sorted(parts.queues, key=lambda part: (used[part] / (part + _OLDEST_WEIGHT), -part))
        added = (part for part in behind if _add_next(choice, parts.queues[part], used[part], limited=limited))
        part = next(added, None)
        if part is None:
            return
        used[part] += choice.chosen[-1].cost


class _Parts:
    """The parts of the dropped messages, 0 the oldest: all are equally long, however few sentences of the far past are offered.

    ``queues``: the sentences of each part, the best at the end. In the older half what stands for more messages is better,
    in the newer half what stands for fewer.
    """

    def __init__(self, eligible: Sequence[Sentence]) -> None:
        firsts = [sentence.place for sentence in eligible]
        several = {place for sentence in eligible if len(sentence.places) > 1 for place in sentence.places}
        places = several.union(firsts) - {-1}
        count = min(_PARTS, len(places))
        first, length = min(places, default=0), max(places, default=0) + 1 - min(places, default=0)
        self._borders = [first + part * length // count for part in range(1, count)]
        cuts = [bisect.bisect_left(firsts, 0), *(bisect.bisect_left(firsts, at) for at in self._borders), len(firsts)]
        self.queues: dict[int, list[Sentence]] = {}
        for part, (start, end) in enumerate(itertools.pairwise(cuts)):
            if start < end:
                worth = operator.attrgetter("coarse" if part < count // 2 else "fine")
                self.queues[part] = sorted(eligible[start:end], key=worth)

    def first(self, sentence: Sentence) -> int:
        """The part that a sentence begins in."""
        return bisect.bisect_right(self._borders, sentence.place)

    def of(self, sentence: Sentence) -> set[int]:
        """The parts that a sentence stands for."""
        return {bisect.bisect_right(self._borders, place) for place in sentence.places}


def _first_of_each(queues: Mapping[int, Sequence[Sentence]], fair: int) -> list[Sentence]:
    """The best sentence of each part that takes no more than its fair share, else the shortest; the shortest of all first."""
    first: list[Sentence] = []
    for queue in queues.values():
        short = next((sentence for sentence in reversed(queue) if sentence.cost <= fair), None)
        first.append(short or min(queue, key=lambda sentence: (sentence.cost, sentence.place, sentence.id)))
    return sorted(first, key=lambda sentence: (sentence.cost, -sentence.place, sentence.id))


def _add_next(choice: _Choice, queue: list[Sentence], used: int, *, limited: bool) -> bool:
    """Takes the next sentence of a part that fits; False where none does, or where the part would have too much."""
    while queue:
        cost = queue[-1].cost
        if limited and (used + cost) * 10 > (choice.used + cost) * _MOST_OF_TEN:
            return False
        if choice.add_other(queue.pop()):
            return True
    return False


def _in_time(sentence: Sentence) -> tuple[int, int, str]:
    return sentence.place, sentence.sources[0].start if sentence.sources else 0, sentence.id
