"""Texts cut into passages: a few sentences each to be read, a sentence each to be found by its vector.

Called by whoever indexes texts. Sentences are those of ``language.sentences``, in any script; a passage begins with the last
sentence of the one before it, and says which part of which text it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.language.sentences import sentences

# About so many tokens a passage has (context-engine page, section 4).
PASSAGE_TOKENS = 200

# A sentence of fewer says nothing alone ("Yes."); and a text has at most so many small passages.
SMALLEST_TOKENS = 4
_MOST_OF_A_TEXT = 64

# Tokens of a character, roughly: Han, kana and Hangul are one each, other letters outside Latin a third, Latin a quarter.
_DENSE = re.compile(r"[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]+")
_LATIN = re.compile(r"[\x00-\x7f\u00c0-\u024f]+")

# Where a sentence that is too long may be cut, best first: after a comma or the like, at white space, anywhere.
_CUTS = (re.compile(r"[,;:，；：、—–][\"'”’»]?\s*"), re.compile(r"\s+"))


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the text ``source`` (in its ``revision``): characters ``start`` to ``end``."""

    source: str
    revision: int
    start: int
    end: int
    text: str


def passages(source: str, text: str, *, revision: int = 1, tokens: int = PASSAGE_TOKENS) -> list[Passage]:
    """The passages of a text in order, each of at most ``tokens`` by estimate; none of a text that says nothing."""
    return [Passage(source, revision, start, end, text[start:end]) for start, end in _spans(text, tokens)]


def small_passages(source: str, text: str, *, revision: int = 1) -> list[Passage]:
    """The sentences of a text in order, for one vector each: a fact says little beside three other sentences.

    A very short one is joined with the next (the last with the one before), a very long one is cut. Of a text of very many
    sentences several make one.
    """
    pieces = [piece for start, end in sentences(text) for piece in _cut(text, start, end, PASSAGE_TOKENS)]
    least = max(SMALLEST_TOKENS, estimated_tokens(text) / _MOST_OF_A_TEXT)
    joined: list[tuple[int, int]] = []
    open_ = False
    for start, end in pieces:
        if open_:
            start = joined.pop()[0]
        joined.append((start, end))
        open_ = estimated_tokens(text[start:end]) < least
    if open_ and len(joined) > 1:
        _, end = joined.pop()
        joined.append((joined.pop()[0], end))
    return [Passage(source, revision, start, end, text[start:end]) for start, end in joined]


def estimated_tokens(text: str) -> float:
    """About how many tokens a model would make of it; within a third for ordinary texts."""
    if text.isascii():
        return len(text) / 4
    dense = sum(map(len, _DENSE.findall(text)))
    latin = sum(map(len, _LATIN.findall(text)))
    return dense + latin / 4 + (len(text) - dense - latin) / 3


def _spans(text: str, tokens: int) -> Iterator[tuple[int, int]]:
    pieces = [piece for start, end in sentences(text) for piece in _cut(text, start, end, tokens)]
    first = 0
    while first < len(pieces):
        last, used = first, estimated_tokens(text[slice(*pieces[first])])
        while last + 1 < len(pieces):
            used += estimated_tokens(text[slice(*pieces[last + 1])])
            if used > tokens:
                break
            last += 1
        yield pieces[first][0], pieces[last][1]
        if last + 1 == len(pieces):
            return
        first = _overlapping(text, pieces, first, last, tokens)


def _overlapping(text: str, pieces: list[tuple[int, int]], first: int, last: int, tokens: int) -> int:
    """Where the next passage begins: with the last sentence of this one, if the one behind it fits beside it."""
    again = estimated_tokens(text[slice(*pieces[last])]) + estimated_tokens(text[slice(*pieces[last + 1])])
    return last if last > first and again <= tokens else last + 1


def _cut(text: str, start: int, end: int, tokens: int) -> Iterator[tuple[int, int]]:
    """A sentence, in parts where it is longer than a passage."""
    while estimated_tokens(text[start:end]) > tokens:
        at = _place_to_cut(text, start, end, tokens)
        yield start, start + len(text[start:at].rstrip())
        start = at
    yield start, end


def _place_to_cut(text: str, start: int, end: int, tokens: int) -> int:
    longest = start + max(1, int((end - start) * tokens / estimated_tokens(text[start:end])))
    while longest > start + 1 and estimated_tokens(text[start:longest]) > tokens:
        longest -= max(1, (longest - start) // 8)
    for cuts in _CUTS:
        places = [found.end() for found in cuts.finditer(text, start, longest)]
        if places and places[-1] > start + (longest - start) // 2:
            return places[-1]
    return longest
