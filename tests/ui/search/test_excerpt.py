"""What is shown of a found message."""

from __future__ import annotations

from desktop_app.ui.search.excerpt import BEFORE, LENGTH, WHOLE, excerpt


def _marked(text: str, words: str) -> list[str]:
    start = text.index(words)
    shown = excerpt(text, [(start, start + len(words))])
    return [shown.text[first:last] for first, last in shown.marks]


def test_a_short_text_is_whole_and_on_one_line() -> None:
    shown = excerpt("The\n\n  lamp\tis lit.", [(7, 11)])
    assert shown.text == "The lamp is lit."
    assert [shown.text[first:last] for first, last in shown.marks] == ["lamp"]


def test_a_text_that_fits_is_not_cut_before_a_place_at_its_end() -> None:
    text = "word " * 13 + "lamp"
    assert BEFORE < len(text) < WHOLE
    assert excerpt(text, [(65, 69)]).text == text
    assert excerpt("word " + text, [(70, 74)]).text.startswith("…")


def test_a_long_text_is_cut_around_the_first_place() -> None:
    text = "word " * 200 + "lamp" + " more" * 200
    shown = excerpt(text, [(1000, 1004)])
    assert shown.text.startswith("…word ")
    assert shown.text.endswith("…")
    assert 0 < shown.text.index("lamp") <= BEFORE + 1
    assert len(shown.text) <= LENGTH + 2
    assert _marked(text, "lamp") == ["lamp"]


def test_a_text_without_blanks_and_places_behind_the_cut() -> None:
    text = "京" * 1000
    shown = excerpt(text, [(500, 502), (898, 900), (950, 951)])
    assert shown.marks == ((1 + BEFORE, 3 + BEFORE), (447, 449))
    assert len(shown.text) == LENGTH + 2


def test_without_places_it_begins_at_its_beginning() -> None:
    assert excerpt("  near in meaning", []).text == "near in meaning"
    assert excerpt("", []).text == ""


def test_bold_is_not_shown_as_stars_unless_they_are_looked_for() -> None:
    assert excerpt("a **red** lamp", [(4, 7)]).text == "a red lamp"
    assert excerpt("a **red** lamp", [(2, 7)]).text == "a **red lamp"


def test_several_places_are_marked_where_they_stand() -> None:
    text = "  a red lamp\nand a red door"
    shown = excerpt(text, [(4, 7), (19, 22)])
    assert shown.text == "a red lamp and a red door"
    assert [shown.text[first:last] for first, last in shown.marks] == ["red", "red"]
