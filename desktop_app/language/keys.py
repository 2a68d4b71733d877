"""What a key of a lorebook or memory entry means, and where it is found in a text: ``find_key``.

Called by the key matcher, which asks the same questions for many keys at once, and by editors that try a single key.
The rules are those of section 2 of the context engine. Offsets are those of the text as it was given.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop_app.language.fold import Folded, FoldRules, Span, fold, fold_text
from desktop_app.language.languages import languages
from desktop_app.language.lemmas import Lemmas, is_latin, is_russian
from desktop_app.language.patterns import PatternBudget, PatternKey, PatternMemory, Trouble, compile_pattern
from desktop_app.language.words import ends_at_boundary, is_blank, starts_at_boundary, tokens

# Names of at least this many letters may differ by one (``KeyRules.near``).
SHORTEST_NEAR = 5

_ACCENTS = re.compile("[\u0300-\u0302]")
_POSSESSIVE = re.compile("'s?")
# What is not the possessive of its first word.
_SHORT_FOR_IS = frozenset("it he she that there here what who where how when let".split())


@dataclass(frozen=True, slots=True)
class KeyRules:
    """How a key is compared: per book and entry. ``near``: a name of five letters or more may differ by one letter."""

    case_sensitive: bool = False
    whole_words: bool = True
    inflected: bool = True
    yo: bool = True
    near: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A word of a key, or what stands between words."""

    text: str
    is_word: bool


@dataclass(frozen=True, slots=True)
class LiteralKey:
    """A folded key. ``parts``: how it is compared word by word; empty where it is only looked for as a string."""

    text: str
    rules: KeyRules
    fold_rules: FoldRules
    parts: tuple[Part, ...]

    @property
    def first_word(self) -> str:
        """The word that ``anchors`` looks for."""
        return next(part.text for part in self.parts if part.is_word)

    @property
    def is_string(self) -> bool:
        """Whether it is looked for as a string, also or only."""
        return not self.parts or not self.rules.whole_words


class Reading:
    """A text prepared for one kind of folding: its words, and the languages they may be in."""

    def __init__(self, text: str, rules: FoldRules) -> None:
        self.folded: Folded = fold(text, rules)
        self.text = self.folded.text
        self.words = tokens(self.text)
        self.word_at = dict(self.words)  # where a word begins: where it ends
        self.places: dict[str, list[int]] = {}
        for start, end in self.words:
            self.places.setdefault(self.text[start:end], []).append(start)
        self.languages = languages(word.lower() for word in self.places)


def find_key(
    key: str,
    text: str,
    *,
    case_sensitive: bool = False,
    whole_words: bool = True,
    inflected: bool = True,
    lemmas: Lemmas | None = None,
) -> list[Span]:
    """Where ``key`` hits ``text``: spans in order that do not overlap. ``/…/flags`` keys bring their own rules.

    A pattern that is wrong or too slow hits nothing. Whoever asks often passes ``lemmas``, which remember.
    """
    rules = KeyRules(case_sensitive, whole_words, inflected)
    read = read_key(key, rules)
    if isinstance(read, LiteralKey):
        return key_spans(read, Reading(text, read.fold_rules), lemmas or Lemmas())
    if isinstance(read, PatternKey):
        found = PatternMemory().find(read, text, PatternBudget())
        return [] if isinstance(found, Trouble) else list(found)
    return []


def read_key(key: str, rules: KeyRules) -> LiteralKey | PatternKey | None:
    """What is to be looked for; None where the key can never hit: blank, or a pattern that is wrong."""
    if key.startswith("/"):
        pattern = compile_pattern(key)
        if pattern is not None:
            return pattern if isinstance(pattern, PatternKey) else None
    return read_literal(key, rules)


def read_literal(key: str, rules: KeyRules) -> LiteralKey | None:
    """The key as a plain text, whatever it begins with; None where it is blank."""
    if is_blank(key):
        return None
    fold_rules = FoldRules(case=not rules.case_sensitive, yo=rules.yo, dotless="ı" in key)
    text = fold_text(key, fold_rules).strip()
    parts = _parts(text, rules) if rules.whole_words or rules.inflected or rules.near else ()
    if not any(part.is_word for part in parts):
        parts = ()
    return LiteralKey(text, rules, fold_rules, parts) if text else None


def key_spans(key: LiteralKey, reading: Reading, lemmas: Lemmas) -> list[Span]:
    """Where a key hits, without any help from the matcher: its law."""
    strings = occurrences(key, reading.text) if key.is_string else ()
    aligned = alignments(key, reading, lemmas, anchors(key, reading, lemmas)) if key.parts else ()
    return originals(reading, [*strings, *aligned])


def occurrences(key: LiteralKey, text: str) -> Iterator[Span]:
    """All places of the key's string in a folded text, at boundaries where it asks for whole words."""
    start = text.find(key.text)
    while start >= 0:
        if is_allowed(key, text, start, start + len(key.text)):
            yield start, start + len(key.text)
        start = text.find(key.text, start + 1)


def is_allowed(key: LiteralKey, text: str, start: int, end: int) -> bool:
    """Whether the key may stand there."""
    return not key.rules.whole_words or (starts_at_boundary(text, start) and ends_at_boundary(text, end))


def anchors(key: LiteralKey, reading: Reading, lemmas: Lemmas) -> Iterator[int]:
    """Where words begin that may be the first word of the key."""
    for word, places in reading.places.items():
        if is_same(key.first_word, word, key.rules, lemmas, reading.languages):
            yield from places


def is_same(word: str, found: str, rules: KeyRules, lemmas: Lemmas, among: tuple[str, ...]) -> bool:
    """Whether a word of a key and a word of a text are the same, or forms of the same in one of these languages."""
    if word == found:
        return True
    if rules.inflected and _same_case(word, found):
        one, other = word.lower(), found.lower()
        if not lemmas.of_key(one, among).isdisjoint(lemmas.of_text(other, among)) and not _differ_in_accents(
            one, other
        ):
            return True
    return rules.near and any(is_near(word, name) for name in names(found, rules, lemmas))


def names(found: str, rules: KeyRules, lemmas: Lemmas) -> Iterable[str]:
    """What a name in a text may be meant for: itself, and in Russian its basic forms."""
    if rules.inflected and is_russian(found):
        return {found, *(form for form in lemmas.of_text(found, ()) if is_russian(form))}
    return (found,)


def is_near(name: str, other: str) -> bool:
    """Whether a name is long enough, and one letter more, less or another makes the other of it."""
    short, long = sorted((name, other), key=len)
    if len(name) < SHORTEST_NEAR or len(long) - len(short) > 1:
        return False
    same = next((at for at, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]


def alignments(key: LiteralKey, reading: Reading, lemmas: Lemmas, starts: Iterable[int]) -> Iterator[Span]:
    """The places where all parts of the key follow one another. ``starts``: where its first word stands (``anchors``)."""
    if len(key.parts) == 1:
        yield from ((start, reading.word_at[start]) for start in starts)
        return
    head, tail = key.parts[0], key.parts[-1]
    before = 0 if head.is_word else len(head.text)
    for start in starts:
        end = _end_of_parts(key, reading, lemmas, start - before) if start >= before else None
        # A word of the text has boundaries already.
        if (
            end is not None
            and (head.is_word or starts_at_boundary(reading.text, start - before))
            and (tail.is_word or ends_at_boundary(reading.text, end))
        ):
            yield start - before, end


def originals(reading: Reading, spans: Iterable[Span]) -> list[Span]:
    """Spans of the folded text as those of the text as it was: in order, the longer one first, what overlaps left out."""
    kept: list[Span] = []
    for start, end in sorted(set(spans), key=lambda span: (span[0], -span[1])):
        found = reading.folded.original(start, end)
        if not kept or found[0] >= kept[-1][1]:
            kept.append(found)
    return kept


def _end_of_parts(key: LiteralKey, reading: Reading, lemmas: Lemmas, at: int) -> int | None:
    """Where the last part ends if all of them begin at ``at``."""
    text = reading.text
    for number, part in enumerate(key.parts):
        if part.is_word:
            end = reading.word_at.get(at)
            if end is None or not is_same(part.text, text[at:end], key.rules, lemmas, reading.languages):
                return None
            at = end
            continue
        if number and not text.startswith(part.text, at) and key.rules.inflected:
            possessive = _POSSESSIVE.match(text, at)
            at = possessive.end() if possessive else at
        if not text.startswith(part.text, at):
            return None
        at += len(part.text)
    return at


def _parts(text: str, rules: KeyRules) -> tuple[Part, ...]:
    parts: list[Part] = []
    done = 0
    for start, end in tokens(text):
        if start < done:
            continue
        if done < start:
            parts.append(Part(text[done:start], is_word=False))
        parts.append(Part(text[start:end], is_word=True))
        done = _behind_possessive(text, start, end) if rules.inflected else end
    return (*parts, Part(text[done:], is_word=False)) if done < len(text) else tuple(parts)


def _behind_possessive(text: str, start: int, end: int) -> int:
    """As a key, "king's" asks for "king": in the text the ending may be there or not."""
    word = text[start:end].lower()
    if not is_latin(word) or word in _SHORT_FOR_IS:
        return end
    if text.startswith("'s", end) and ends_at_boundary(text, end + 2):
        return end + 2
    return end + 1 if word.endswith("s") and text[end:] == "'" else end


def _differ_in_accents(word: str, found: str) -> bool:
    """Whether two words of Latin letters are the same but for accents: "cafe" is no form of "café". Umlauts make plurals."""
    if word.isascii() and found.isascii():
        return False
    one, other = (_ACCENTS.sub("", unicodedata.normalize("NFD", text)) for text in (word, found))
    return one == other and is_latin(word)


def _same_case(word: str, found: str) -> bool:
    """Where case counts, a form keeps the capitals of its key."""
    return word[0].isupper() == found[0].isupper() and (
        len(word) == 1 or len(found) == 1 or word.isupper() == found.isupper()
    )
