"""English words without their inflection: plurals, -ed, -ing, but not what makes another word of one.

Called by ``lemmas``. These are the steps of Porter's second stemmer (snowballstem.org/algorithms/english) that undo
inflection, 1 and the last; the others would make "universe" and "university", "organ" and "organization" the same. Added:
irregular plurals and those of abbreviations.
"""

from __future__ import annotations

import re

_IRREGULAR = {
    "children": "child", "feet": "foot", "geese": "goose", "mice": "mouse", "lice": "louse", "teeth": "tooth", "oxen": "ox",
    "people": "person", "dice": "die", "brethren": "brother", "men": "man", "kine": "cow",
    "elves": "elf", "selves": "self", "shelves": "shelf", "wolves": "wolf", "halves": "half", "calves": "calf",
    "knives": "knife", "wives": "wife", "lives": "life", "leaves": "leaf", "thieves": "thief", "loaves": "loaf",
    "sheaves": "sheaf", "dwarves": "dwarf", "scarves": "scarf", "wharves": "wharf", "hooves": "hoof", "werewolves": "werewolf",
    "housewives": "housewife", "midwives": "midwife", "bookshelves": "bookshelf", "grandchildren": "grandchild",
    "formulae": "formula", "nebulae": "nebula", "cacti": "cactus", "fungi": "fungus", "phenomena": "phenomenon",
    "criteria": "criterion", "crises": "crisis", "oases": "oasis", "indices": "index", "matrices": "matrix",
    "vertices": "vertex", "buses": "bus", "gases": "gas", "quizzes": "quiz", "axes": "axe",
    "lying": "lie", "dying": "die", "tying": "tie", "agreed": "agree", "freed": "free",
}  # fmt: skip
# No plurals and no forms of verbs, though they look so.
_AS_THEY_ARE = frozenset(
    "news species series chaos atlas cosmos bias always perhaps lens james evening morning ceiling wedding herring darling "
    "sibling earring shilling viking nothing something anything everything during naked sacred wicked hundred".split()
)
# swordsmen, fishermen, horsemen, women; but not omen, specimen, abdomen, stamen.
_MEN = re.compile(r"(?:.{2,}[bcdefgklmnprstw]|wo)men")
_VOWEL = re.compile(r"[aeiouy]")
# A vowel, but not just before the s; or an abbreviation, as in NPCs.
_PLURAL_S = re.compile(r".*[aeiouy].+s|[^aeiouy]{2,}s")
_SHORT = re.compile(r"(?:[^aeiouy]|qu)*[aeiouy](?:[^aeiouywx])|[aeiouy][^aeiouy]")
_DOUBLED = re.compile(r"(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$")
_REGION = re.compile(r"[^aeiouy]*[aeiouy]+[^aeiouy]")
_SHORT_SYLLABLE = re.compile(r"(?:[^aeiouy][aeiouy][^aeiouywx]|^[aeiouy][^aeiouy])$")


def english_base(word: str) -> str:
    """What all forms of a word share (it need not be a word). ``word`` is folded and has only Latin letters."""
    if len(word) < 3 or word in _AS_THEY_ARE:
        return word
    if _MEN.fullmatch(word):
        word = word[:-2] + "an"
    word = _IRREGULAR.get(word, word)
    return _without_e(_with_i(_without_tense(_without_plural(word))))


def _without_plural(word: str) -> str:
    if word.endswith(("us", "ss")):
        return word
    if word.endswith("ies"):
        return word[:-2] if len(word) > 4 else word[:-1]
    return word[:-1] if _PLURAL_S.fullmatch(word) else word


def _without_tense(word: str) -> str:
    if word.endswith("ied"):
        return word[:-2] if len(word) > 4 else word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and not word.endswith("eed"):
            return _mended(stem) if _VOWEL.search(stem) and len(stem) > 1 else word
    return word


def _mended(stem: str) -> str:
    """What stood before -ed or -ing: hoping, hopping."""
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if _DOUBLED.search(stem):
        return stem[:-1]
    return stem + "e" if _SHORT.fullmatch(stem) else stem


def _with_i(word: str) -> str:
    return word[:-1] + "i" if len(word) > 2 and word.endswith("y") and not _VOWEL.match(word[-2]) else word


def _without_e(word: str) -> str:
    """As the last step of the stemmer: "universe", but not the e of "plane", which would make a "plan" of it."""
    if not word.endswith("e"):
        return word
    first = _REGION.match(word)
    if first is None or first.end() >= len(word):
        return word
    second = _REGION.match(word, first.end())
    if second is not None and second.end() < len(word):
        return word[:-1]
    return word if _SHORT_SYLLABLE.search(word[:-1]) else word[:-1]
