"""Stars where there are no spaces: what is emphasis in Chinese and Japanese, and what stays a star."""

from __future__ import annotations

import pytest

from tests.ui.text_documents import format_of, words_of, written

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(
    ("text", "shown", "marked"),
    [
        ("*她放下杯子。*有些事", "她放下杯子。有些事", "她放下杯子"),
        ("事*（她笑了）*没有", "事（她笑了）没有", "（她笑了）"),
    ],
)
def test_stars_between_characters_without_spaces_are_emphasis(text: str, shown: str, marked: str) -> None:
    document = written(text)
    assert words_of(document) == shown
    assert format_of(document, marked).fontItalic()
    assert not format_of(document, shown[-2:]).fontItalic()


@pytest.mark.parametrize("text", ["2 * 3 * 4", "你 * 好 * 吗", "三*四"])
def test_lonely_stars_stay_stars(text: str) -> None:
    assert words_of(written(text)) == text
