"""Cases H-09 to H-16 of people who do this job today, through ``activate``."""

from __future__ import annotations

import time

import pytest

from desktop_app.context.activation import ScanMemory
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.character import Character, Persona
from tests.unit.context.activation.material import asked, book, chat, entry, lore, names, scan, scanned, why
from tests.unit.context.material import words

# Far above what a scan may take, for machines that do other things too.
AT_MOST_SECONDS = 4.0


@pytest.mark.parametrize(
    ("text", "fires"),
    [("it will rain in Maine", False), ("the AI woke", True), ("A.I.", False), ("ai!", True)],
)
def test_h09_short_keys_do_not_fire_inside_words(text: str, fires: bool) -> None:
    assert (names(scanned(text, lore("ai", "AI"))) == ["ai"]) == fires


@pytest.mark.parametrize("whole_words", [True, False])
def test_h10_chinese_keys_fire_with_whole_words(whole_words: bool) -> None:
    assert names(scanned("我昨天到北京出差了", lore("b", "北京"), whole_words=whole_words)) == ["b"]


@pytest.mark.parametrize("text", ["any text", " ", "\u200b", "a\n\nb", "\u200b\u00a0x"])
@pytest.mark.parametrize("whole_words", [True, False])
def test_h11_blank_keys_never_match(text: str, whole_words: bool) -> None:
    entries = lore("blank", "", " ", "\n", "\u200b"), lore("constant", "", constant=True)
    found = scanned(text, *entries, whole_words=whole_words)
    assert names(found) == ["constant"]
    assert why(found, "blank") is ReasonCode.NO_KEYS


def test_h12_a_pattern_gives_the_same_at_every_scan() -> None:
    one = lore("dragon", "/drag(on|oness)/gi")
    memory = ScanMemory()
    same = asked(*chat("a Dragon here"), books=(book(one),))
    assert [names(scan(same, memory)) for _ in range(3)] == [["dragon"]] * 3
    branch = chat("a dragon", "the dragoness", "DRAGON!")
    for length in range(1, 4):
        found = scan(asked(*branch[:length], books=(book(one, scan_depth=1),)), memory)
        assert entry(found, "dragon").hits[0].where == f"m{length}"


def test_h13_slow_patterns_are_off_and_the_others_go_on() -> None:
    entries = (
        lore("nested", "/(a+)+$/"),
        lore("words", r"/(\w+\s?)+:/"),
        lore("harmless", "/(foo|bar)+baz/"),
        lore("plain", "castle"),
    )
    text = "a" * 40 + "! a castle and foobarbaz " + words("paragraph", 200)
    start = time.process_time()
    found = scanned(text, *entries)
    assert time.process_time() - start < AT_MOST_SECONDS
    assert {"harmless", "plain"} <= set(names(found))
    assert {why(found, name) for name in {"nested", "words"} - set(names(found))} <= {
        ReasonCode.PATTERN_TOO_SLOW,
        ReasonCode.NO_KEY_HIT,
    }


def test_h14_recursion_ends_and_its_switches_are_read_the_right_way_round() -> None:
    entries = (
        lore("A", "castle", content="The king."),
        lore("B", "king", content="The castle and the dragon."),
        lore("C", "dragon", cannot_be_pulled=True),
    )
    found = scanned("the castle", *entries, recursive_scanning=True)
    assert names(found) == ["A", "B"]
    assert entry(found, "B").pulled_by == "A"
    assert why(found, "C") is ReasonCode.CANNOT_BE_PULLED


@pytest.mark.parametrize("name", ["{{char}}", "{{reverse:abc}}", "$1 \\1 {{user}}", "{{user}} {{user}}"])
def test_h15_inserted_values_are_literal(name: str) -> None:
    entries = (
        lore("user", "{{user}}", content="Hello {{user}}, I am {{char}}"),
        lore("char", "{{char}}"),
        lore("pattern", "/^x {{char}}/"),
    )
    character, persona = Character("c", "$1 \\1 {{user}}"), Persona("p", name)
    question = asked(
        *chat(f"x {name}", "x $1 \\1 {{user}}"), character=character, persona=persona, books=(book(*entries),)
    )
    found = scan(question)
    assert names(found) == ["user", "char", "pattern"]
    assert entry(found, "user").text == f"Hello {name}, I am $1 \\1 {{{{user}}}}"


def test_h16_one_huge_entry_does_not_drop_the_smaller_ones() -> None:
    sizes = {"huge": 400, "a": 30, "b": 30, "c": 30}
    entries = [lore(name, "castle", content=words(name, size)) for name, size in sizes.items()]
    found = scanned("castle", *entries, token_budget=100)
    assert names(found) == ["a", "b", "c"]
    assert why(found, "huge") is ReasonCode.OVER_BOOK_BUDGET
