"""The extractive summary: which sentences a run of messages is told by, and how much each of them matters.

``SentenceMaker`` is the ``SegmentMaker`` of the program and of its commands, in any language, without a model. What counts:
that something was settled, who, how many, when; how central a sentence is among its neighbours by words (and by meaning,
where rows are given); that it says nothing twice. Questions, doubts, greetings and fillers count little.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.memory import SourceSpan, SummarySentence
from desktop_app.domain.summary import ToldMessage
from desktop_app.language.content_words import Term, content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.sentences import sentences
from desktop_app.retrieval.importance import length
from desktop_app.retrieval.sentence_signs import SignReader, Signs, small_words_of

# A longer sentence (a list, a table) is told in parts, cut behind a comma or at a word.
LONGEST = 240
_CUT = re.compile(r"[,;:，；：、—–]\s*|\s+")

# So much of a message is read: what stands behind is told by nothing but its beginning.
READ = 20_000

# Of one message so many sentences are told at most; each behind the first must weigh so much.
_MOST = 3
_WORTH_A_SECOND = 0.9

# Sentences that share so many of their terms say the same; the lighter one counts so much.
_ALIKE = 0.7
_SAID_BEFORE = 0.5
# With so many that have a word in common a sentence is compared: the heaviest of them.
_COMPARED = 20

# Letters: what is shorter says little, what is longer costs room (a Han character counts three).
_SHORT, _LONG = 24, 140

# A short sentence that only says that something is settled, and how much of that the next one takes over.
_CUE = 45
_CARRIED = 0.8

_FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)

# Rows of length 1, one for each text, or nothing to do with numpy where there is none: only their products are asked for.
Likeness = Callable[[Sequence[str]], Sequence[Sequence[float]]]


@dataclass(slots=True)
class _Told:
    """A sentence on its way: of which message, where, what it is about."""

    message: int
    start: int
    end: int
    text: str
    terms: frozenset[Term]
    signs: Signs
    weight: float = 0.0


class SentenceMaker:
    """Fulfils ``SegmentMaker``. ``likeness``: how near each two of some texts are by meaning, as a matrix; may be left out.

    Safe to use from several threads; the same messages give the same sentences.
    """

    def __init__(self, lemmas: Lemmas, likeness: Likeness | None = None) -> None:
        self._lemmas = lemmas
        self._likeness = likeness
        self._signs = SignReader(lemmas)

    def make(self, messages: Sequence[ToldMessage]) -> tuple[SummarySentence, ...]:
        """See ``SegmentMaker``."""
        told = self._told(messages)
        _carry_on(told)
        central = self._central(told)
        for sentence, centrality in zip(told, central, strict=True):
            sentence.weight = _weight(sentence, centrality)
        _weigh_down_what_is_said_again(told)
        chosen = sorted(_of_each_message(told), key=lambda sentence: (sentence.message, sentence.start))
        return tuple(_sentence(number, sentence, messages) for number, sentence in enumerate(chosen))

    def _told(self, messages: Sequence[ToldMessage]) -> list[_Told]:
        texts = [message.text[:READ] for message in messages]
        small = small_words_of(texts)
        told: list[_Told] = []
        for number, text in enumerate(texts):
            for start, end in spans(text):
                piece = text[start:end]
                terms = frozenset(content_words(piece, self._lemmas))
                told.append(_Told(number, start, end, piece, terms, self._signs.signs(piece, small)))
        return told

    def _central(self, told: Sequence[_Told]) -> list[float]:
        """From 0 to 1: what share of what the others are about each sentence is about too."""
        by_words = _by_words(told)
        if self._likeness is None or len(told) < 2:
            return by_words
        matrix = self._likeness([sentence.text for sentence in told])
        means = [(sum(row) - row[at]) / (len(told) - 1) for at, row in enumerate(matrix)]
        return [(words + max(0.0, mean)) / 2 for words, mean in zip(by_words, means, strict=True)]


def spans(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text, the long ones in parts; code between fences is none, unless there is nothing else."""
    code = _fenced(text)
    every = sentences(text)
    said = [span for span in every if not any(first < span[1] and span[0] < last for first, last in code)]
    for start, end in said or every[:1]:
        yield from _parts(text, start, end)


def _fenced(text: str) -> list[tuple[int, int]]:
    if "```" not in text and "~~~" not in text:
        return []
    marks = [mark.start() for mark in _FENCE.finditer(text)]
    ends = [*marks[1::2], len(text)]
    return [(start, end + 3) for start, end in zip(marks[::2], ends, strict=False)]


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        cuts = [cut.end() for cut in _CUT.finditer(text, start + LONGEST // 2, start + LONGEST)]
        marks = [at for at in cuts if not text[at - 1].isspace() or text[at - 2 : at - 1] in ",;:，；：、—–"]
        at = (marks or cuts or [start + LONGEST])[-1]
        yield start, start + len(text[start:at].rstrip())
        start = at
    if text[start:end].strip():
        yield start, end


def _carry_on(told: Sequence[_Told]) -> None:
    """After a "Deal!" what was settled is said by the sentence behind it."""
    for before, sentence in itertools.pairwise(told):
        short = length(before.text) <= _CUE and not before.signs.number
        if before.signs.settles == 1 and short and before.message == sentence.message and not sentence.signs.settles:
            sentence.signs = replace(sentence.signs, settles=_CARRIED)


def _by_words(told: Sequence[_Told]) -> list[float]:
    common = Counter(term for sentence in told for term in sentence.terms)
    most = max((count for count in common.values()), default=1)
    found: list[float] = []
    for sentence in told:
        shared = sum(common[term] - 1 for term in sentence.terms)
        found.append(shared / (len(sentence.terms) * max(1, most - 1)) if sentence.terms else 0.0)
    return found


def _weight(sentence: _Told, central: float) -> float:
    signs = sentence.signs
    who = min(signs.names, 2.0) / 2
    said = 0.9 * signs.settles + (0.25 if signs.settles else 0.5) * signs.binds
    how_many = 0.4 * signs.number
    weight = 0.2 + said + 0.45 * who + how_many + 0.15 * signs.date + 0.2 * central
    weight += (0.3 if said else 0.15) * (bool(signs.names) + signs.number)
    weight += 0.25 * min(len(sentence.terms), 8) / 8
    if signs.question:
        weight *= 0.4
    if signs.doubt:
        weight *= 0.65
    size = length(sentence.text)
    if size < _SHORT or len(sentence.terms) < 2:
        weight *= 0.5
    return weight / (1 + max(0, size - _LONG) / (2 * _LONG))


def _weigh_down_what_is_said_again(told: Sequence[_Told]) -> None:
    """The heaviest of those that say the same keeps its weight."""
    by_term: dict[Term, list[_Told]] = {}
    for sentence in sorted(told, key=lambda sentence: (-sentence.weight, sentence.message, sentence.start)):
        if not sentence.terms:
            continue
        shared = Counter(id(other) for term in sentence.terms for other in by_term.get(term, ()))
        if shared and max(shared.values()) >= math.ceil(_ALIKE * len(sentence.terms)):
            sentence.weight *= _SAID_BEFORE
        for term in sentence.terms:
            others = by_term.setdefault(term, [])
            if len(others) < _COMPARED:
                others.append(sentence)


def _of_each_message(told: Sequence[_Told]) -> Iterator[_Told]:
    by_message: Mapping[int, list[_Told]] = {sentence.message: [] for sentence in told}
    for sentence in told:
        by_message[sentence.message].append(sentence)
    for own in by_message.values():
        best = sorted(own, key=lambda sentence: (-sentence.weight, sentence.start))[:_MOST]
        yield best[0]
        yield from (sentence for sentence in best[1:] if sentence.weight >= _WORTH_A_SECOND)


def _sentence(number: int, sentence: _Told, messages: Sequence[ToldMessage]) -> SummarySentence:
    message = messages[sentence.message]
    source = SourceSpan(message.id, message.revision, sentence.start, sentence.end)
    return SummarySentence(str(number), sentence.text, (source,), round(sentence.weight, 4))
