"""For whom an entry is: characters, tags, kinds of answers; switched off; linked twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.character import Character
from desktop_app.domain.lore import EntryFilter, GenerationKind, Position
from tests.fakes.providers import WordCounter
from tests.unit.context.activation.material import asked, book, chat, lore, names, scan, scanned, trace, why

MIRA = Character("card", "Mira", tags=("Elf", "mage"))


@pytest.mark.parametrize(
    ("only", "is_for"),
    [
        (EntryFilter(), True),
        (EntryFilter(exclude=True), True),
        (EntryFilter(characters=("Anna", " mira ")), True),
        (EntryFilter(characters=("Anna",)), False),
        (EntryFilter(tags=("ELF",)), True),
        (EntryFilter(tags=("orc",)), False),
        (EntryFilter(characters=("Anna",), tags=("elf",)), True),
        (EntryFilter(characters=("Mira",), exclude=True), False),
        (EntryFilter(tags=("elf", "orc"), exclude=True), False),
        (EntryFilter(characters=("Anna",), tags=("orc",), exclude=True), True),
    ],
)
def test_characters_and_tags(only: EntryFilter, is_for: bool) -> None:
    question = asked(*chat("castle"), character=MIRA, books=(book(lore("one", "castle", only_for=only)),))
    found = scan(question)
    assert (names(found) == ["one"]) == is_for
    if not is_for:
        assert why(found, "one") is ReasonCode.FILTERED
    nobody = scan(replace(question, character=None))
    assert (names(nobody) == ["one"]) == (only.exclude or only == EntryFilter())


@pytest.mark.parametrize("kind", list(GenerationKind))
def test_kinds_of_answers(kind: GenerationKind) -> None:
    entries = [lore(item.value, "castle", kinds=(item,)) for item in GenerationKind]
    several = lore("several", "castle", kinds=(GenerationKind.NORMAL, GenerationKind.QUIET))
    found = scan(asked(*chat("castle"), kind=kind, books=(book(*entries, several, lore("all", "castle")),)))
    expected = {kind.value, "all", *(["several"] if kind in several.kinds else [])}
    assert set(names(found)) == expected
    assert {item.reason.code for item in found.inactive} == {ReasonCode.FILTERED}


def test_filters_hold_for_what_needs_no_key() -> None:
    filtered = EntryFilter(characters=("Anna",))
    entries = lore("constant", constant=True, only_for=filtered), lore("sticky", "x", sticky=9, only_for=filtered)
    assert names(scanned("x", *entries)) == []


def test_what_is_switched_off_is_never_active() -> None:
    entries = lore("off", "castle", enabled=False), lore("constant", constant=True, enabled=False)
    found = scanned("castle", *entries)
    assert {why(found, item.id) for item in entries} == {ReasonCode.DISABLED}
    off = scan(asked(*chat("castle"), books=(book(lore("in it", "castle"), enabled=False),)))
    assert why(off, "in it") is ReasonCode.DISABLED


def test_a_book_that_is_linked_twice_counts_once() -> None:
    one = book(lore("a", "castle"), lore("b", "tower"))
    other = book(lore("c", "castle"), id="other")
    found = scan(asked(*chat("castle"), books=(one, other, one)))
    assert names(found) == ["a", "c"]
    assert [item.entry_id for item in found.inactive] == ["b"]
    plan = build(asked(*chat("castle"), books=(one, other, one), limit=5_000), WordCounter())
    assert [item.entry_id for item in plan.entries] == ["a", "b", "c"]


def test_constant_is_always_active_and_always_in() -> None:
    found = scanned("x", lore("c", "castle", constant=True))
    assert why(found, "c") is ReasonCode.CONSTANT
    assert found.active[0].always


def test_the_order_is_total() -> None:
    deep, one, two = lore("deep", "castle", position=Position.AT_DEPTH), lore("one", "castle"), lore("two", "castle")
    first, second = lore("z", "castle", insertion_order=1), lore("y", "castle", insertion_order=1)
    found = scan(asked(*chat("castle"), books=(book(deep, one, first, second, id="a"), book(two, id="b"))))
    assert names(found) == ["z", "y", "one", "two", "deep"]


def test_titles() -> None:
    entries = (
        replace(lore("id", "", "castle"), name=" "),
        replace(lore("id2"), name="", content="A long  story.\n" * 9),
        replace(lore("id3", "x"), name="Name"),
    )
    found = scanned("nothing", *entries)
    assert [trace(found, item.id).title for item in entries] == [
        "castle",
        "A long story. A long story. A long story…",
        "Name",
    ]
