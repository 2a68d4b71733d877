"""One or two letters that stand for a name in an avatar."""

from __future__ import annotations

from functools import lru_cache

import regex

_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*")
_SYMBOL = regex.compile(r"\X")
_NO_CASE = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")


@lru_cache(maxsize=256)  # asked for with every painted row
def initials(name: str) -> str:
    """The first letters of the first and the last word; one for a name of one word or without capitals (林晓 → 林).

    A name of no letters at all gives its first symbol, joined emoji whole; an empty one gives nothing.
    """
    words: list[str] = _WORD.findall(name)
    if not words:
        found = _SYMBOL.search(name.strip())
        return found.group() if found else ""
    first = _first(words[0])
    if len(words) == 1 or _NO_CASE.match(first):
        return first
    return first + _first(words[-1])


def _first(word: str) -> str:
    found = _SYMBOL.match(word)
    return found.group().upper()[:2] if found else ""
