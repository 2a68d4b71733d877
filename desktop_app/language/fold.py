"""Folding: texts that a reader takes for the same become the same, and every offset leads back to the text as it was.

Called by the key matcher and by search. NFKC and case folding (Unicode, "NFKC_Casefold": what is not seen, such as soft
hyphens and joiners, is dropped), and besides: ё = е, typographic apostrophes, quotes and dashes = plain ones, a run of
white space = one space, a stress mark on a Cyrillic vowel is dropped, İ = i.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# What stands for one character: keys are what case folding leaves, so capitals need no rows of their own.
_SAME = {
    **dict.fromkeys(map(ord, "‘’‚‛‹›ʼ"), "'"),
    **dict.fromkeys(map(ord, "“”„‟«»"), '"'),
    **dict.fromkeys(map(ord, "‐‑‒–—―−"), "-"),
    **dict.fromkeys(map(ord, "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u00a0\u2028\u2029\u3000"), " "),
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
}
_SAME_AND_YO = _SAME | {ord("ё"): "е", ord("Ё"): "Е"}

# In long runs few characters are of these: finding them is much quicker than asking for each.
_IS_SAME = {
    yo: re.compile("[" + re.escape("".join(map(chr, same))) + "]")
    for yo, same in ((False, _SAME), (True, _SAME_AND_YO))
}

# Characters of which each becomes exactly one, whatever stands beside it (a test goes through all of them): runs of these
# are folded as a whole. Anything else is folded piece by piece.
_PLAIN = (
    "\x00-\x7f\x85\xa0-\xa7\xa9\xab\xac\xae\xb0\xb1\xb6\xb7\xbb\xbf-\xde\xe0-\xff"
    "\u0100-\u012f\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e"
    "\u0386\u0388-\u038a\u038c\u038e\u038f\u0391-\u03a1\u03a3-\u03af\u03b1-\u03ce"
    "\u0400-\u0482\u048a-\u052f\u0531-\u0556\u0561-\u0586\u05d0-\u05ea\u0621-\u063a\u0641-\u064a"
    "\u0904-\u0939\u093e-\u094c\u0e01-\u0e32\u0e34-\u0e37\u0e40-\u0e47\u10d0-\u10fa"
    "\u2010-\u2015\u2018-\u201f\u2028\u2029\u2039\u203a\u2212\u3000-\u3029\u3041-\u3096\u30a1-\u30fc"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e\U0001f300-\U0001faff"
)
_UNEVEN = re.compile(rf"\s{{2,}}|[^\s{_PLAIN}]+|[^\S{_PLAIN}]")

# Default_Ignorable_Code_Point, without the Hangul fillers (letters) and what no standard has given a meaning yet.
_UNSEEN = "\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff"
_IS_UNSEEN = re.compile(f"[{_UNSEEN}]")
_STRESS = re.compile("(?<=[аеёиоуыэюяАЕЁИОУЫЭЮЯ])\u0301")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

# Accents and points over and under letters. The vowel signs of Thai or Hindi and the breve of й are parts of words.
_ACCENT = re.compile("[\u0300-\u0305\u0307-\u036f\u0591-\u05c7\u064b-\u065f\u0670]|(?<![иИ])\u0306")

# What has an accent among what is folded as a whole (a test goes through all of it).
_HAS_ACCENT = re.compile(
    "[\u00c0-\u017e\u0386-\u0390\u03aa-\u03b0\u03ca-\u03ce\u0400-\u040e\u0450-\u045e\u0476\u0477\u04c1\u04c2\u04d0-\u04f9"
    "\u0622-\u0626]"
)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FoldRules:
    """What is the same.

    ``accents``: é = e, for search. ``dotless``: with ``case``, capitals as in Turkish (I = ı, İ = i).
    """

    case: bool = True
    yo: bool = True
    accents: bool = False
    dotless: bool = False


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text. Its character ``i`` came from ``starts[i]`` up to ``ends[i]`` of the text as it was."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def original(self, start: int, end: int) -> Span:
        """The span in the text as it was that ``text[start:end]`` (not empty) came from, whole characters always."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str, rules: FoldRules = FoldRules()) -> Folded:
    """The folded text with its way back. Runs of ordinary characters are folded at once."""
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    done = 0
    for found in _UNEVEN.finditer(text):
        start, end = found.span()
        if start > done and not text[start].isspace() and not text[start - 1].isspace():
            start -= 1  # the letter that marks may belong to
        _add_run(text[done:start], done, rules, pieces, starts, ends)
        for first, behind, piece in _uneven(text[start:end], start, rules):
            pieces.append(piece)
            starts += [first] * len(piece)
            ends += [behind] * len(piece)
        done = end
    if not done:
        return Folded(_fold_run(text, rules), range(len(text)), range(1, len(text) + 1))
    _add_run(text[done:], done, rules, pieces, starts, ends)
    return Folded("".join(pieces), starts, ends)


def fold_text(text: str, rules: FoldRules = FoldRules()) -> str:
    """Only the folded text."""
    return fold(text, rules).text if _UNEVEN.search(text) else _fold_run(text, rules)


def _add_run(run: str, at: int, rules: FoldRules, pieces: list[str], starts: list[int], ends: list[int]) -> None:
    if run:
        pieces.append(_fold_run(run, rules))
        starts += range(at, at + len(run))
        ends += range(at + 1, at + len(run) + 1)


def _fold_run(run: str, rules: FoldRules) -> str:
    """Of plain characters: as many as before."""
    if rules.case:
        run = (run.replace("I", "ı") if rules.dotless else run).casefold()
    same = _SAME_AND_YO if rules.yo else _SAME
    run = _IS_SAME[rules.yo].sub(lambda found: same[ord(found[0])], run)
    return _without_accents(run) if rules.accents and _HAS_ACCENT.search(run) else run


def _uneven(run: str, at: int, rules: FoldRules) -> Iterator[tuple[int, int, str]]:
    """Start, end and folded text of each piece of a run that is not folded character by character."""
    if run.isspace():
        yield at, at + len(run), " "
        return
    for cluster in _clusters(run):
        yield at, at + len(cluster), _fold_cluster(cluster, rules)
        at += len(cluster)


def _clusters(run: str) -> Iterator[str]:
    """A run cut wherever the parts fold alike alone and together: a letter stays with its marks, a syllable with its parts."""
    cluster = seen = run[0]
    for character in run[1:]:
        unseen = _IS_UNSEEN.match(character)
        if unseen or unicodedata.combining(character) or _grow_together(seen, character):
            cluster += character
            seen += "" if unseen else character
        else:
            yield cluster
            cluster = seen = character
    yield cluster


def _grow_together(first: str, second: str) -> bool:
    return _nfkc(first + second) != _nfkc(first) + _nfkc(second)


def _fold_cluster(cluster: str, rules: FoldRules) -> str:
    text = _IS_UNSEEN.sub("", _LONE_SURROGATE.sub("\ufffd", cluster))
    text = _nfkc(text)
    if rules.case:
        if rules.dotless:
            text = text.replace("İ", "i").replace("I", "ı")
        text = _nfkc(text.casefold()).replace("i\u0307", "i")
    text = _STRESS.sub("", text).translate(_SAME_AND_YO if rules.yo else _SAME)
    return _without_accents(text) if rules.accents else text


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFD", text)))


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
