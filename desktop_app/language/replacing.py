"""Finds a word to be replaced in any script, and says what would stand in its place. Called by the replace service.

The rules are those of keys: whole words where words have borders, and a string where they have none (Han, kana, Thai …).
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.language.fold import FoldRules, Span, fold_text
from desktop_app.language.keys import KeyRules, Reading, key_spans, read_literal
from desktop_app.language.lemmas import Lemmas, russian_form_like


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for, and how. ``forms``: inflected forms of it too, where its language has any."""

    find: str
    replace: str
    match_case: bool = False
    whole_words: bool = True
    forms: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Characters ``start`` to ``end`` of a text, where ``found`` stands. ``is_form``: in another form than it was looked for."""

    start: int
    end: int
    found: str
    is_form: bool = False


class Finder:
    """Looks for one word in many texts; a blank one is nowhere."""

    def __init__(self, wanted: Wanted, lemmas: Lemmas) -> None:
        self._wanted = wanted
        self._lemmas = lemmas
        rules = KeyRules(wanted.match_case, wanted.whole_words or wanted.forms, wanted.forms)
        self._key = read_literal(wanted.find, rules)
        self._exact = read_literal(wanted.find, KeyRules(wanted.match_case, wanted.whole_words, inflected=False))

    def places(self, text: str) -> list[Place]:
        """Where it stands, in order; nothing overlaps."""
        key = self._key
        if key is None or not text:
            return []
        rules = key.fold_rules
        return [self._place(text, span, rules) for span in key_spans(key, Reading(text, rules), self._lemmas)]

    def instead_of(self, place: Place) -> str:
        """What would stand there: as typed, in the form of what is there, and in its capitals where they are others than typed."""
        found, find, new = place.found, self._wanted.find.strip(), self._wanted.replace
        if place.is_form:
            made = russian_form_like(found.lower(), find.lower(), new.lower())
            new = _in_case_of(new, made) if made is not None else new
        if len(found) > 1 and found.isupper() and not find.isupper():
            return new.upper()
        if self._wanted.match_case:
            return new
        if found.islower() and not find.islower():
            return new.lower()
        if found[:1].isupper() and not find[:1].isupper():
            return new[:1].upper() + new[1:]
        return new

    def _place(self, text: str, span: Span, rules: FoldRules) -> Place:
        found = text[span[0] : span[1]]
        is_form = self._exact is not None and fold_text(found, rules).strip() != self._exact.text
        return Place(*span, found, is_form)


def _in_case_of(typed: str, word: str) -> str:
    """A word in lower case with the capital that was typed."""
    return (
        word.upper()
        if typed.isupper() and len(typed) > 1
        else word[:1].upper() + word[1:]
        if typed[:1].isupper()
        else word
    )
