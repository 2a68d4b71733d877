"""Folding, and the way back to the text as it was."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.language.fold import _ACCENT, _PLAIN, _SAME, Folded, FoldRules, fold, fold_text

PIECES = (
    "İ|ß|ﬁ|e\u0301|é|ё|Ё|и\u0306|ｶﾞ|\u1112\u1161\u11ab|…|\u00ad|\u200d|❤️|’|«|—|\u00a0|  |\n\n|a|Я|北|ก|ำ|½|\u0301|x\u0302\u0323"
    "|\ud800|ı|I|Å|𝐝|ﬃ|ΐ|ς"
).split("|")
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3))).map("".join)
RULES = st.builds(FoldRules, st.booleans(), st.booleans(), st.booleans(), st.booleans())


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("STRASSE Straße", "strasse strasse"),
        ("İstanbul", "istanbul"),
        ("ﬁre oﬃce", "fire office"),
        ("Cafe\u0301 Café", "café café"),
        ("Ёлка", "елка"),
        ("ＡＢＣ１２３！", "abc123!"),
        ("ｶﾞﾝﾀﾞﾑ", "ガンダム"),
        ("don’t “say” «that» — ever…", 'don\'t "say" "that" - ever...'),
        ("a \n\n b\u00a0c\u3000d\u2003e", "a b c d e"),
        ("dra\u00adgon\u200b\ufeff", "dragon"),
        ("за\u0301мок", "замок"),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", "한국"),
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
        ("\ud800x", "\ufffdx"),
    ],
)
def test_what_is_the_same(text: str, folded: str) -> None:
    assert fold_text(text) == folded


def test_rules_are_switches() -> None:
    assert fold_text("Ёлка", FoldRules(yo=False)) == "ёлка"
    assert fold_text("Café ’", FoldRules(case=False)) == "Café '"
    assert fold_text("Café naïve ёлка мой が กิ", FoldRules(accents=True)) == "cafe naive елка мой が กิ"
    assert fold_text("IŞIK İl", FoldRules(dotless=True)) == "ışık il"


def test_spans_lead_back_to_whole_characters() -> None:
    text = "Straße, ﬁre… cafe\u0301!"
    folded = fold(text)

    def shown(part: str) -> str:
        start = folded.text.index(part)
        first, end = folded.original(start, start + len(part))
        return text[first:end]

    assert shown("strasse") == "Straße"
    assert shown("fire") == "ﬁre"
    assert shown("ire") == "ﬁre"
    assert shown("...") == "…"
    assert shown("café") == "cafe\u0301"


def test_ordinary_texts_need_no_table() -> None:
    folded = fold("Дракон said “hi” — 北京！")

    assert isinstance(folded.starts, range)


@given(TEXTS, RULES)
def test_every_character_leads_back_to_text_that_folds_to_it(text: str, rules: FoldRules) -> None:
    folded = fold(text, rules)

    assert len(folded.starts) == len(folded.ends) == len(folded.text)
    for at in range(len(folded.text)):
        start, end = folded.original(at, at + 1)
        own = _same_origin(folded, at)
        assert 0 <= start < end <= len(text)
        assert fold_text(text[start:end], rules) == folded.text[own[0] : own[1]]


@given(TEXTS, RULES)
def test_every_whole_span_folds_to_the_same(text: str, rules: FoldRules) -> None:
    folded = fold(text, rules)

    for start in range(0, len(folded.text), 3):
        for end in range(start + 1, min(start + 12, len(folded.text)) + 1):
            first, last = _same_origin(folded, start)[0], _same_origin(folded, end - 1)[1]
            begin, behind = folded.original(first, last)
            assert fold_text(text[begin:behind], rules) == folded.text[first:last]


@given(TEXTS, RULES)
def test_folding_twice_changes_no_letter(text: str, rules: FoldRules) -> None:
    once = fold_text(text, rules)

    assert "".join(fold_text(once, rules).split()) == "".join(once.split())


@given(TEXTS)
def test_composed_is_decomposed(text: str) -> None:
    assert fold_text(unicodedata.normalize("NFD", text)) == fold_text(unicodedata.normalize("NFC", text))


def test_plain_characters_fold_one_to_one_whatever_is_beside_them() -> None:
    plain = [chr(code) for first, last in _ranges() for code in range(first, last + 1)]
    second = {_decomposed(chr(code))[1:] for code in range(sys.maxunicode + 1)}

    for character in plain:
        assert len(fold_text(character)) == 1, hex(ord(character))
        assert unicodedata.combining(character) == 0
        assert character not in second
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", character).casefold())
        same = ord(character.casefold()) in _SAME or character in "ёЁ"
        assert same or fold_text(character) == folded, hex(ord(character))
        bare = _ACCENT.sub("", unicodedata.normalize("NFD", fold_text(character)))
        assert fold_text(character, FoldRules(accents=True)) == unicodedata.normalize("NFC", bare), hex(ord(character))


def _ranges() -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(_PLAIN):
        last = at + 2 if _PLAIN[at + 1 : at + 2] == "-" else at
        found.append((ord(_PLAIN[at]), ord(_PLAIN[last])))
        at = last + 1
    return found


def _decomposed(character: str) -> str:
    mapping = unicodedata.decomposition(character)
    return "" if not mapping or mapping.startswith("<") else "".join(chr(int(code, 16)) for code in mapping.split())


def _same_origin(folded: Folded, at: int) -> tuple[int, int]:
    """The run of folded characters that came from the same piece of the text."""
    start, end = at, at + 1
    while start and folded.starts[start - 1] == folded.starts[at]:
        start -= 1
    while end < len(folded.text) and folded.starts[end] == folded.starts[at]:
        end += 1
    return start, end
