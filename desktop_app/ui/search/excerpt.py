"""What is shown of a found message: its text on one line, cut around the first place that was found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.language.fold import Span

BEFORE = 48
"""Characters shown before the first place, at most."""

WHOLE = 72
"""A text of so many characters is not cut: it fits into the two lines of the narrowest window, of Han characters too."""

LENGTH = 480
"""Characters shown at most: more than two lines of a wide window hold."""

_BLANKS = re.compile(r"\s+")
_MARKUP = re.compile(r"\*\*|__|```")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a text with single blanks. ``marks``: the found places in it (characters)."""

    text: str
    marks: tuple[Span, ...] = ()


def excerpt(text: str, spans: Sequence[Span]) -> Excerpt:
    """``spans`` in order, none in another; without any the text is shown from its beginning."""
    start = _start(text, spans[0][0]) if spans and len(text) > WHOLE else 0
    end = min(len(text), start + LENGTH)
    pieces: list[str] = ["…"] if start else []
    marks: list[Span] = []
    length, done = len(pieces), start
    for first, last in spans:
        if first >= end:
            break
        before, found = _plain(text[done:first]), _BLANKS.sub(" ", text[first : min(last, end)])
        if not length:
            before = before.lstrip()
        marks.append((length + len(before), length + len(before) + len(found)))
        pieces += (before, found)
        length += len(before) + len(found)
        done = min(last, end)
    rest = _plain(text[done:end])
    pieces.append(rest if length else rest.lstrip())
    if end < len(text):
        pieces.append("…")
    return Excerpt("".join(pieces), tuple(marks))


def _start(text: str, found: int) -> int:
    """A little before the place, at the beginning of a word where one is near."""
    if found <= BEFORE:
        return 0
    blank = _BLANKS.search(text, found - BEFORE, found)
    return blank.end() if blank else found - BEFORE


def _plain(text: str) -> str:
    """Between the places, without the commonest markup."""
    return _BLANKS.sub(" ", _MARKUP.sub("", text))
