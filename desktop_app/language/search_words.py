"""Words of the index of search: what of a text is looked up, and where in it the parts of a question stand.

Called by the index in ``storage`` and by whoever explains a search. Both sides are folded alike (accents too), so that café
is found by cafe, ЁЛКА by елка and ﬁnger by finger. The words of a text are

- all its runs of three characters, blanks and punctuation too: a part of three and more is found anywhere;
- the first one and the first two letters of each word: a shorter part is found at the beginning of words;
- of scripts that write no spaces (and of symbols and emoji) each character and each two neighbours: found anywhere.

They only say where a part *may* be: ``found_spans`` has the last word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from desktop_app.domain.message import clean_text
from desktop_app.language.fold import Folded, FoldRules, Span, fold, fold_text

# Rises with every change of what ``index_words`` makes of a text: an index that was made otherwise is made anew.
INDEX_VERSION = 1

LONG = 3
"""From so many characters on a part is found in the middle of words too."""

# A question of more words than these is no better answered by looking up all of them.
_MOST_RUNS = 40
_MOST_PARTS = 16

MOST_SPANS = 64
"""So many places are told of one text."""

_RULES = FoldRules(accents=True)

# Everything from Thai on: scripts without spaces, their punctuation, symbols, emoji. Georgian comes with them and loses nothing.
_LETTER = "[^\\W_\u0e00-\U0010ffff]"
_BEGINNINGS = re.compile(f"(?<!{_LETTER}){_LETTER}{_LETTER}?")
_HIGH_RUNS = re.compile("[\u0e00-\U0010ffff]+")
_IN_A_WORD = re.compile(_LETTER)

# Texts of these alone (English, Russian, Chinese, Japanese as they are mostly written) are folded by changing case and ё;
# and letters that then come from nothing else.
_MORE_THAN_SIMPLE = re.compile(
    "[^\x00-\x7f\xa0\u00ab\u00b7\u00bb\u0401\u0410-\u044f\u0451\u2013\u2014\u2018-\u201e\u2026\u3001-\u3017\u3041-\u3096\u30a1-\u30fc"
    "\u4e00-\u9fff\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]"
)
_SIMPLE_LETTERS = re.compile(
    "[0-9a-zа-я\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]+(?: [0-9a-zа-я\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]+)*"
)
_QUOTED_OR_BARE = re.compile(r'"([^"]*)(?:"|$)|([^\s"]+)')

# SQLite's plain tokenizer parts words at everything of ASCII that is neither letter nor digit: there each has a stand-in.
_STAND_INS = {code: 0xE000 + code for code in range(128) if not chr(code).isalnum()}


@dataclass(frozen=True, slots=True)
class SoughtPart:
    """A part of a question, folded.

    ``words``: what the index has of every text that holds it; none: it cannot be looked up. ``letters``: its runs of letters
    and blanks as they stand in a simple text, in small letters.
    """

    text: str
    words: tuple[str, ...]
    letters: tuple[re.Pattern[str], ...]


def searchable(text: str) -> Folded:
    """A text as search sees it, with its way back."""
    return fold(text, _RULES)


def index_words(text: str) -> set[str]:
    """All words of a text, none of which holds a blank or anything else that parts words."""
    folded = fold_text(text, _RULES)
    words: set[str] = set()
    for beginning in set(_BEGINNINGS.findall(folded)):
        words.add(beginning)
        words.add(beginning[0])
    if not folded.isascii():
        for run in _HIGH_RUNS.findall(folded):
            words.update(run)
            words.update(map("".join, pairwise(run)))
    words.update(_runs(folded))
    return words


def stand_in(text: str) -> str:
    """``text`` as one word, whatever is in it."""
    return text.translate(_STAND_INS)


def question_parts(text: str) -> tuple[SoughtPart, ...]:
    """What a question asks for: its pieces between white space, and each "quoted phrase" as one."""
    folded = fold_text(clean_text(text), _RULES)
    pieces = dict.fromkeys((quoted or bare).strip() for quoted, bare in _QUOTED_OR_BARE.findall(folded))
    return tuple(_part(piece) for piece in pieces if piece)[:_MOST_PARTS]


def found_spans(text: str, parts: Sequence[SoughtPart]) -> tuple[Span, ...] | None:
    """The places of ``text`` (characters, in order, none in another) where the parts stand; None unless each does."""
    if not _MORE_THAN_SIMPLE.search(text):
        lowered = text.casefold().replace("ё", "е")
        if not all(letters.search(lowered) for part in parts for letters in part.letters):
            return None  # nearly always, and quick
    folded = searchable(text)
    spans: list[Span] = []
    for part in parts:
        places = _places(folded, part.text)
        if not places:
            return None
        spans += places
    return _joined(sorted(spans))[:MOST_SPANS]


def _runs(folded: str) -> Iterable[str]:
    plain = folded.translate(_STAND_INS)
    return map("".join, zip(plain, plain[1:], plain[2:], strict=False))


def _part(text: str) -> SoughtPart:
    runs = [run.replace(" ", r"\s+") for run in _SIMPLE_LETTERS.findall(text)]
    return SoughtPart(text, _words_of_part(text), tuple(map(re.compile, runs)))


def _words_of_part(part: str) -> tuple[str, ...]:
    if len(part) >= LONG:
        runs = list(dict.fromkeys(_runs(part)))
        return tuple(runs[:: max(1, -(-len(runs) // _MOST_RUNS))])
    high = _HIGH_RUNS.findall(part)
    return (*_BEGINNINGS.findall(part), *high)


def _places(folded: Folded, part: str) -> list[Span]:
    at_a_beginning = len(part) < LONG and _IN_A_WORD.match(part) is not None
    letters = re.escape(part)
    # The letters first: what has them is found many times quicker than a place with nothing before it.
    pattern = f"{letters}(?<!{_LETTER}{letters})" if at_a_beginning else letters
    found = re.finditer(pattern, folded.text)
    return [folded.original(*place.span()) for place, _ in zip(found, range(MOST_SPANS), strict=False)]


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans that touch or overlap as one."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return tuple(joined)
