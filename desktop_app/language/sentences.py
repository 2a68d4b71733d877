"""Sentences of a text in Latin, Cyrillic, Chinese or Japanese writing, as spans.

Called by whoever must cut at the end of a sentence: entries that are trimmed, passages, summaries. A line break ends a
sentence; a full stop behind an initial or an abbreviation does not, nor does what is followed by a small letter, as in
«— Стой! — крикнул он.» Offsets are those of the text as it was given.
"""

from __future__ import annotations

import re

from desktop_app.language.fold import Span

_CLOSERS = "\"'”’»›)\\]）」』】》〉*_"
# What may end a sentence, with what closes behind it. The signs of full width need no space behind them, nor do "!" and "?"
# before Chinese or Japanese writing: "好的!再说".
_END = re.compile(
    rf"\n+|[。！？｡]+[{_CLOSERS}]*|[!?]+[{_CLOSERS}]*(?=[\u3041-\u30ff\u3400-\u9fff])|(?:[.!?…؟।]|\.\.\.)+[{_CLOSERS}]*(?=\s|$)"
)
_GOES_ON = re.compile(r"[ \t\u00a0]*(?:[-–—]+\s*|[\"'“‘«„(\[]+)?(?=[^\W\d_])(.)", re.DOTALL)
_LAST_WORD = re.compile(r"[^\W_]+$")
_INNER_STOPS = re.compile(r"(?:\b[^\W\d_]\.\s?)+$")

_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st sr jr vs etc cf ca approx fig vol no gen col capt lt sgt rev hon inc ltd co "
    "г гг в вв ул д кв стр рис см ср им св проф акад гос тыс млн млрд руб коп др пр "
    "z bzw usw nr abb bd evtl ggf inkl m mme mlle".split()
)
# Abbreviations that may well end a sentence: they do where a capital follows.
_MAY_END = frozenset("etc co inc ltd г гг в вв др пр руб коп тыс млн млрд usw".split())


def sentences(text: str) -> list[Span]:
    """The spans of all sentences in order, without the white space around them; none where there is nothing but that."""
    spans: list[Span] = []
    start = 0
    for end in _END.finditer(text):
        if end.group().startswith("\n") or _ends_sentence(text, end):
            _add(text, start, end.end(), spans)
            start = end.end()
    _add(text, start, len(text), spans)
    return spans


def _add(text: str, start: int, end: int, spans: list[Span]) -> None:
    piece = text[start:end]
    bare = piece.strip()
    if bare:
        first = start + len(piece) - len(piece.lstrip())
        spans.append((first, first + len(bare)))


def _ends_sentence(text: str, end: re.Match[str]) -> bool:
    following = _GOES_ON.match(text, end.end())
    if following is not None and following[1].islower():
        # Behind a full stop too: it was an abbreviation, or typed so.
        return False
    signs = end.group()
    return not (signs == "." and following is not None and _is_abbreviation(text[: end.start()], text[: end.end()]))


def _is_abbreviation(before: str, with_stop: str) -> bool:
    word = _LAST_WORD.search(before[-20:])
    if word is None:
        return False
    lower = word.group().lower()
    if lower in _ABBREVIATIONS:
        return lower not in _MAY_END
    if len(lower) > 1 or not word.group().isalpha():
        return False
    # One letter: an initial ("J. Smith"), or the last of several stops ("U.S. Army", "т. е. Анна"); "I." ends a sentence.
    return word.group() != "I" or _INNER_STOPS.search(with_stop[-20:-2]) is not None
