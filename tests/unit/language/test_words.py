"""Words are the same whether they are looked for the quick way or the way that every writing needs."""

from __future__ import annotations

import pytest

from desktop_app.language import words


def every_character(first: int, last: int) -> str:
    """All characters from one to another that may stand in a text."""
    return " ".join(chr(code) for code in range(first, last + 1) if not 0xD800 <= code <= 0xDFFF)


@pytest.mark.parametrize("plane", range(0, 0x20000, 0x4000))
def test_the_quick_way_finds_the_same_letters(plane: int) -> None:
    plain = "".join(found for found in words._WITHOUT_MARKS.findall(every_character(plane, plane + 0x3FFF)) if found)

    slow = [found.span() for found in words._compiled(words._LETTERS + "++").finditer(plain)]

    assert words._WITHOUT_MARKS.fullmatch(plain)
    assert words.tokens(plain) == slow


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cat's 3.14 naïve", ["cat", "s", "3", "14", "naïve"]),
        ("снег_и лёд", ["снег", "и", "лёд"]),
        ("e\u0301te\u0301 and нарве\u0301й", ["e\u0301te\u0301", "and", "нарве\u0301й"]),
        ("我喜欢 green茶 と コーヒー", ["green"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("", []),
    ],
)
def test_words_of_many_writings(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in words.tokens(text)] == found


def test_runs_without_spaces() -> None:
    text = "我喜欢 green茶 と コーヒー"

    assert [text[start:end] for start, end in words.spaceless_runs(text)] == ["我喜欢", "茶", "と", "コーヒー"]
