"""What a word is: boundaries and tokens, by the rule of section 2 of the context engine.

Called by the key matcher and whoever needs words, with folded or ordinary text. A boundary is where no letter, mark or
digit stands on the other side. Scripts that write no spaces (Han, kana, Thai, Lao, Khmer, Burmese) have no boundaries, and
Hangul, whose particles grow on the words, is treated alike: there a key is found anywhere, and a letter of such a script
beside a word of another script ends that word. (UAX #29 is the wrong rule here: it glues "cat's", "3.14" and "カナダ".)
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from desktop_app.language.fold import Span

if TYPE_CHECKING:
    import regex

_HAN = (
    r"\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
)
_KANA = r"\u3031-\u3035\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\U0001aff0-\U0001b16f"
_THAI_LAO_KHMER = r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0edf\u1780-\u17d3\u17d7\u17dc-\u17ff"
_BURMESE = r"\u1000-\u1049\u1050-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"
_HANGUL = r"\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff"
_SPACELESS = _HAN + _KANA + _THAI_LAO_KHMER + _BURMESE + _HANGUL

_FIRST_SPACELESS = "\u0e00"
# Nothing a reader could see: white space, control and format characters, fillers.
_BLANK = r"[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]*"
_LETTERS = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_SPACELESS}]]"

# Texts of these characters alone, nearly all there are, have no marks: there Python's own idea of a letter is the same (a test
# goes through all of them), and found in a quarter of the time.
_WITHOUT_MARKS = re.compile(
    r"[\x00-\u02ff\u0370-\u0482\u048a-\u0557\u0559-\u058a\u05d0-\u05ea\u2000-\u208e\u20a0-\u20cf\u2100-\u2bff"
    r"\u3000-\u3029\u3030-\u9fff\uac00-\ud7a3\uff00-\uffef\U0001f300-\U0001faff]*"
)
_PLAIN_WORD = re.compile(rf"[^\W_{_SPACELESS}]+")
_SPACELESS_RUN = re.compile(f"[{_SPACELESS}]+")


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in it, as in an empty key."""
    if text[:1].isalnum() and text < _FIRST_SPACELESS:  # nearly always, and quick; Hangul has letters that fill a place
        return False
    return _compiled(_BLANK).fullmatch(text) is not None


def tokens(text: str) -> list[Span]:
    """The words of all scripts with boundaries, in order; letters of scripts without spaces are in none of them."""
    if text.isalnum() and max(text) < _FIRST_SPACELESS:
        return [(0, len(text))]
    if _WITHOUT_MARKS.fullmatch(text):
        return [found.span() for found in _PLAIN_WORD.finditer(text)]
    return [found.span() for found in _compiled(_LETTERS + "++").finditer(text)]


def spaceless_runs(text: str) -> list[Span]:
    """The runs of letters of scripts that write no spaces, in order: what ``tokens`` leaves out."""
    if text.isascii():
        return []
    return [found.span() for found in _SPACELESS_RUN.finditer(text)]


def starts_at_boundary(text: str, start: int) -> bool:
    """Whether a key found at ``start`` begins a word (or is of a script where nothing has to)."""
    return start == 0 or _is_boundary(text[start - 1], text[start])


def ends_at_boundary(text: str, end: int) -> bool:
    """Whether a key found up to ``end`` (> 0) ends a word (or is of a script where nothing has to)."""
    return end == len(text) or _is_boundary(text[end], text[end - 1])


def _is_boundary(beside: str, own: str) -> bool:
    return not _compiled(_LETTERS).match(beside) or _compiled(f"[{_SPACELESS}]").match(own) is not None


@cache
def _compiled(pattern: str) -> regex.Pattern[str]:
    """The library takes .05 s to import: only where words are read."""
    import regex

    return regex.compile(pattern, regex.VERSION1)
