"""Secondary keys and anti-keys: in the same scan text as the keys."""

from __future__ import annotations

import pytest

from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.lore import SecondaryLogic
from tests.unit.context.activation.material import asked, book, chat, entry, lore, names, scan, scanned, trace, why

TEXTS = {0: "the castle", 1: "the castle and a dragon", 2: "the castle, a dragon, a river"}


@pytest.mark.parametrize(
    ("logic", "active_with"),
    [
        (SecondaryLogic.AND_ANY, {1, 2}),
        (SecondaryLogic.AND_ALL, {2}),
        (SecondaryLogic.NOT_ANY, {0}),
        (SecondaryLogic.NOT_ALL, {0, 1}),
    ],
)
def test_secondary_logic(logic: SecondaryLogic, active_with: set[int]) -> None:
    one = lore("castle", "castle", secondary_keys=("dragon", "river", ""), secondary_logic=logic)
    found = {number: scanned(text, one) for number, text in TEXTS.items()}
    assert {number for number, activation in found.items() if names(activation)} == active_with
    assert all(
        why(activation, "castle") is ReasonCode.SECONDARY_LOGIC
        for number, activation in found.items()
        if number not in active_with
    )


def test_the_reason_tells_how_many_secondary_keys_were_found() -> None:
    one = lore("castle", "castle", secondary_keys=("dragon", "river"), secondary_logic=SecondaryLogic.AND_ALL)
    reason = trace(scanned(TEXTS[1], one), "castle").reason
    assert reason.params == {"key": "castle", "count": 2, "found": 1, "logic": "and-all"}


def test_without_secondary_keys_there_is_no_logic() -> None:
    entries = [lore(logic.value, "castle", secondary_keys=(" ",), secondary_logic=logic) for logic in SecondaryLogic]
    assert len(names(scanned("the castle", *entries))) == len(SecondaryLogic)


def test_secondary_keys_alone_activate_nothing() -> None:
    found = scanned("a dragon", lore("castle", "castle", secondary_keys=("dragon",)))
    assert why(found, "castle") is ReasonCode.NO_KEY_HIT


def test_the_scan_text_is_all_that_the_entry_sees() -> None:
    one = lore("castle", "castle", secondary_keys=("dragon",))
    assert names(scan(asked(*chat("dragon", "castle"), books=(book(one),)))) == ["castle"]
    assert names(scan(asked(*chat("dragon", "castle"), books=(book(one, scan_depth=1),)))) == []


def test_hits_of_secondary_keys_are_told_too() -> None:
    found = scanned(TEXTS[1], lore("castle", "castle", secondary_keys=("dragon",)))
    assert [hit.key for hit in entry(found, "castle").hits] == ["castle", "dragon"]


def test_any_anti_key_blocks_whatever_activates() -> None:
    entries = (
        lore("keyed", "castle", anti_keys=("dragon", "moon")),
        lore("constant", constant=True, anti_keys=("dragon",)),
        lore("free", "castle", anti_keys=("moon", "")),
    )
    found = scanned(TEXTS[1], *entries)
    assert names(found) == ["free"]
    assert why(found, "keyed") is why(found, "constant") is ReasonCode.ANTI_KEY
    assert trace(found, "keyed").hits[0].key == "dragon"


def test_an_anti_key_outside_the_scan_depth_does_not_block() -> None:
    one = lore("castle", "castle", anti_keys=("dragon",), scan_depth=1)
    assert names(scan(asked(*chat("dragon", "castle"), books=(book(one),)))) == ["castle"]
