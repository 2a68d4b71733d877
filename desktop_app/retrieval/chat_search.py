"""What of a chat has to do with a question: words and meaning fused, neighbours, age, diversity, and passages of the wanted size.

Called by ``retriever``. All of it is arithmetic over the small passages along a branch; the order is total.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from desktop_app.domain.knowledge_ports import Score
from desktop_app.domain.recalling import RecallFound, RecallHit, RecallQuestion
from desktop_app.language.content_words import content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import THRESHOLD as BY_WORDS
from desktop_app.retrieval.chat_index import ChatIndex, Held
from desktop_app.retrieval.chunks import estimated_tokens
from desktop_app.retrieval.embedders import Background
from desktop_app.retrieval.fusion import OF_MESSAGES, RELEVANT, as_share, by_words, standing_out
from desktop_app.retrieval.matrix import EXACT_UP_TO, Mask, Matrix, Positions, Rows
from desktop_app.retrieval.word_scores import coverage

# A passage takes these shares of how far its neighbours are above the threshold, one and two texts away, and of the sentences
# beside it. (Of all that its neighbours score, as in a list of texts, small talk beside small talk would lend each other: of
# 123 planted facts 101 were then among the first ten instead of 114.)
_OF_NEIGHBOURS = (0.35, 0.15)
_OF_SENTENCES = 0.35

# What was said so many texts ago has lost half of the little that age takes: what was told long ago must be found.
_HALF_LIFE = 200
_AGE_TAKES = 0.1

# By so much at most a match of something beside the input is above the threshold.
_BEHIND = 0.1

# Passages that are more alike than this tell the same; one that is the same word for word counts half.
_ALIKE = 0.75
_SAME_COUNTS = 0.5

# The threshold where only words find, in the measure of meaning.
_BY_WORDS = float(by_words(np.array([BY_WORDS], np.float32), OF_MESSAGES)[0])

# A passage that stands out so much is as likely as not what was asked for, among some thousand; and how soon that changes.
EVEN = 4.0
_STEEPNESS = 2.2

# So many times as many passages as are wanted are looked at.
_LOOKED_AT = 4

# Above ``EXACT_UP_TO`` rows so many of the nearest are compared, and the rest are as far away as any.
_NEAREST = 2_000


@dataclass(frozen=True, slots=True)
class Along:
    """The passages along a branch: their places, the number of the text of each, and which may be found.

    ``ordered``: so many of the texts, the first ones, are each other's neighbours.
    """

    places: Positions
    of_text: Positions
    texts: tuple[Held, ...]
    allowed: Mask
    ordered: int


def along(index: ChatIndex, question: RecallQuestion) -> Along:
    """Lays out what is searched. The same for all questions about one branch."""
    texts: list[Held] = []
    ordered = 0
    for row, (id_, revision) in enumerate((*question.order, *question.besides)):
        held = index.texts.get(id_)
        if held is not None and held.text.revision == revision and held.spans:
            texts.append(held)
            ordered += row < len(question.order)
    counts = np.array([len(held.spans) for held in texts], np.intp)
    firsts = np.array([held.first for held in texts], np.intp)
    of_text = np.repeat(np.arange(len(texts)), counts)
    starts = np.cumsum(counts) - counts
    places = np.arange(len(of_text)) - starts[of_text] + firsts[of_text]
    may = np.array([held.text.id in question.allowed for held in texts], np.bool_)
    return Along(places, of_text, tuple(texts), may[of_text] if texts else np.empty(0, np.bool_), ordered)


def search(index: ChatIndex, question: RecallQuestion, branch: Along, lemmas: Lemmas) -> RecallFound:
    """The passages that have to do with the question, and the scores of the texts that are ``measured``."""
    if not len(branch.places) or not question.queries:
        return RecallFound()
    by_meaning = question.vectors is not None and index.matrix is not None
    plain = _fused(index, question, branch, lemmas)
    scorer = _Scorer(by_meaning)
    scores = _aged(_with_neighbours(plain, branch), branch, scorer.least)
    measured = tuple(_measured(question, branch, scores, scorer))
    scores[~branch.allowed] = -np.inf
    return RecallFound(tuple(_hits(index, question, branch, scores, scorer)), measured)


@dataclass(frozen=True, slots=True)
class _Scorer:
    by_meaning: bool

    @property
    def least(self) -> float:
        """From which score on something is relevant."""
        return RELEVANT if self.by_meaning else _BY_WORDS

    def score(self, value: float) -> Score:
        """From 0 to 1, on the scale of all texts that are ranked."""
        threshold = round(as_share(self.least, OF_MESSAGES), 4)
        share = as_share(value, OF_MESSAGES) if np.isfinite(value) else 0.0
        return Score(round(share, 4), threshold, by_meaning=self.by_meaning)

    def chance(self, value: float) -> Score:
        """From 0 to 1: about the chance that a passage is what was asked for, so that two poor ones are not worth a good one."""
        return Score(round(_chance(value), 4), round(_chance(self.least), 4), by_meaning=self.by_meaning)


def _chance(value: float) -> float:
    return 1 / (1 + math.exp(-_STEEPNESS * (value - EVEN)))


def _fused(index: ChatIndex, question: RecallQuestion, branch: Along, lemmas: Lemmas) -> Rows:
    """The best that any query makes of each passage."""
    best = np.zeros(len(branch.places), np.float32)
    meaning = _meaning(index, question, branch)
    for at, query in enumerate(question.queries):
        score = np.zeros(len(branch.places), np.float32) if meaning is None else meaning[:, at].copy()
        terms = tuple(dict.fromkeys(content_words(query.text, lemmas)))
        if terms:
            score += by_words(coverage(index.words, terms)[branch.places], OF_MESSAGES)
        score *= np.float32(query.weight)
        np.maximum(best, _behind(score) if query.beside else score, out=best)
    return best


def _behind(scores: Rows) -> Rows:
    """The same order, but hardly above the threshold: what has to do with the input goes before."""
    excess = np.maximum(scores - np.float32(RELEVANT), 0)
    return np.minimum(scores, np.float32(RELEVANT)) + np.float32(_BEHIND) * (1 - np.exp(-excess / 4))


def _meaning(index: ChatIndex, question: RecallQuestion, branch: Along) -> Rows | None:
    """By how many deviations each passage stands out for each query; 0 where it has no vector."""
    if question.vectors is None or index.matrix is None or not len(question.vectors):
        return None
    if question.vectors.dimension != index.matrix.dimension:
        return None
    queries = np.frombuffer(question.vectors.data, "<f4").reshape(-1, question.vectors.dimension)
    rows = index.rows[branch.places]
    has = np.flatnonzero(rows >= 0)
    found = np.zeros((len(rows), len(queries)), np.float32)
    if not len(has):
        return found
    crowding = index.crowding[rows[has]]
    for at, query in enumerate(queries):
        if not np.any(query):
            continue
        cosines = _cosines(index.matrix, index.background, rows[has], query) - crowding
        found[has, at] = standing_out(cosines, index.background)
    return found


def _cosines(matrix: Matrix, background: Background, rows: Positions, query: Rows) -> Rows:
    if matrix.size <= EXACT_UP_TO:
        return matrix.similarities(query)[rows]
    mask = np.zeros(matrix.size, np.bool_)
    mask[rows] = True
    nearest, cosines = matrix.search(query, _NEAREST, mask)
    all_ = np.full(matrix.size, background.mean, np.float32)
    all_[nearest] = cosines
    return all_[rows]


def _with_neighbours(scores: Rows, branch: Along) -> Rows:
    """What stands beside something relevant belongs to it; in one text, and from one text to the next."""
    excess = np.maximum(scores - np.float32(RELEVANT), 0)
    if not excess.any():
        return scores
    raised = scores.copy()
    together = branch.of_text[1:] == branch.of_text[:-1]
    raised[1:] += np.float32(_OF_SENTENCES) * excess[:-1] * together
    raised[:-1] += np.float32(_OF_SENTENCES) * excess[1:] * together
    of_texts = np.zeros(len(branch.texts), np.float32)
    np.maximum.at(of_texts, branch.of_text, excess)
    lent = np.zeros(len(branch.texts), np.float32)
    ordered = of_texts[: branch.ordered]
    for distance, share in enumerate(_OF_NEIGHBOURS, 1):
        if branch.ordered > distance:
            lent[distance : branch.ordered] += np.float32(share) * ordered[:-distance]
            lent[: branch.ordered - distance] += np.float32(share) * ordered[distance:]
    return raised + lent[branch.of_text]


def _aged(scores: Rows, branch: Along, least: float) -> Rows:
    """Age takes a little of what is above the threshold, so that nothing is forgotten for its age alone."""
    ago = branch.ordered - 1 - np.arange(len(branch.texts))
    taken = np.where(ago > 0, _AGE_TAKES * (1 - np.exp2(-np.maximum(ago, 0) / _HALF_LIFE)), 0.0).astype(np.float32)
    return scores - taken[branch.of_text] * np.maximum(scores - np.float32(least), 0)


def _measured(question: RecallQuestion, branch: Along, scores: Rows, scorer: _Scorer) -> list[tuple[str, Score]]:
    if not question.measured:
        return []
    best = np.full(len(branch.texts), -np.inf, np.float32)
    np.maximum.at(best, branch.of_text, scores)
    values = {held.text.id: float(value) for held, value in zip(branch.texts, best, strict=True)}
    return [(id_, scorer.score(values[id_])) for id_ in question.measured if id_ in values]


def _hits(index: ChatIndex, question: RecallQuestion, branch: Along, scores: Rows, scorer: _Scorer) -> list[RecallHit]:
    """The best first, each as different from those before it as may be; with the sentences around where these fit."""
    able = np.flatnonzero(scores >= scorer.least)
    able = able[np.argsort(-scores[able], kind="stable")][: _LOOKED_AT * question.most]
    alike = _alike(index, branch, able)
    nearest = np.zeros(len(able), np.float32)
    left = np.ones(len(able), np.bool_)
    taken: set[int] = set()
    hits: list[RecallHit] = []
    while len(hits) < question.most and left.any():
        worth = scores[able] * (1 - (1 - _SAME_COUNTS) * np.clip((nearest - _ALIKE) / (1 - _ALIKE), 0, 1))
        worth[~left] = -np.inf
        at = int(np.argmax(worth))
        left[at] = False
        if worth[at] < scorer.least:
            break
        if alike is not None:
            np.maximum(nearest, alike[at], out=nearest)
        place = int(able[at])
        if place in taken:
            continue
        first, last = _widened(branch, place, question.tokens, taken)
        taken.update(range(first, last + 1))
        number = int(branch.of_text[place])
        held = branch.texts[number]
        begin = int(np.searchsorted(branch.of_text, number))
        start, end = held.spans[first - begin][0], held.spans[last - begin][1]
        score = scorer.chance(float(worth[at]))
        hits.append(RecallHit(held.text.id, held.text.revision, start, end, held.text.text[start:end], score))
    return hits


def _alike(index: ChatIndex, branch: Along, able: Positions) -> Rows | None:
    """How alike each two of these passages are; ``None`` where nothing has vectors."""
    if index.matrix is None:
        return None
    rows = index.rows[branch.places[able]]
    vectors = index.matrix.rows(np.maximum(rows, 0))
    vectors[rows < 0] = 0.0
    # A block says again what a passage does; which of them comes in is the engine's business.
    beside = branch.of_text[able] >= branch.ordered
    return (vectors @ vectors.T) * (beside[:, np.newaxis] == beside)


def _widened(branch: Along, place: int, tokens: int, taken: set[int]) -> tuple[int, int]:
    """The passage with those of its text behind and before it, as long as all are of ``tokens`` at most and not yet told."""
    number = int(branch.of_text[place])
    held = branch.texts[number]
    begin = int(np.searchsorted(branch.of_text, number))
    first = last = place
    used = _tokens(held, place - begin)
    grown = True
    while grown:
        grown = False
        for near in (last + 1, first - 1):
            if not begin <= near < begin + len(held.spans) or near in taken:
                continue
            more = _tokens(held, near - begin)
            if used + more <= tokens:
                used, grown = used + more, True
                first, last = min(first, near), max(last, near)
    return first, last


def _tokens(held: Held, number: int) -> float:
    start, end = held.spans[number]
    return estimated_tokens(held.text.text[start:end])
