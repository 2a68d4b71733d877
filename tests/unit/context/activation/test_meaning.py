"""Meaning: its modes, thresholds, what is not measured yet, and the relevance that every active entry carries."""

from __future__ import annotations

import pytest

from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.lore import MeaningMode
from tests.unit.context.activation.material import asked, book, chat, entry, lore, memory, names, scan, trace, why


@pytest.mark.parametrize(
    ("mode", "key", "score", "expected"),
    [
        (MeaningMode.KEYS, True, 0.0, ReasonCode.KEY_IN_INPUT),
        (MeaningMode.KEYS, False, 1.0, ReasonCode.NO_KEY_HIT),
        (MeaningMode.KEYS, True, None, ReasonCode.KEY_IN_INPUT),
        (MeaningMode.MEANING, True, 0.499, ReasonCode.BELOW_THRESHOLD),
        (MeaningMode.MEANING, False, 0.5, ReasonCode.BY_MEANING),
        (MeaningMode.MEANING, True, None, ReasonCode.NOT_MEASURED),
        (MeaningMode.EITHER, True, 0.1, ReasonCode.KEY_IN_INPUT),
        (MeaningMode.EITHER, False, 0.6, ReasonCode.BY_MEANING),
        (MeaningMode.EITHER, False, 0.1, ReasonCode.BELOW_THRESHOLD),
        (MeaningMode.EITHER, False, None, ReasonCode.NOT_MEASURED),
        (MeaningMode.BOTH, True, 0.6, ReasonCode.KEY_IN_INPUT),
        (MeaningMode.BOTH, True, 0.1, ReasonCode.BELOW_THRESHOLD),
        (MeaningMode.BOTH, False, 0.6, ReasonCode.NO_KEY_HIT),
        (MeaningMode.BOTH, True, None, ReasonCode.NOT_MEASURED),
    ],
)
def test_modes(mode: MeaningMode, key: bool, score: float | None, expected: ReasonCode) -> None:
    one = lore("castle", "castle", meaning=mode)
    measured = {} if score is None else {"castle": score}
    found = scan(asked(*chat("the castle" if key else "x"), relevance=measured, books=(book(one),)))
    assert why(found, "castle") is expected
    assert (names(found) == ["castle"]) == expected.value.startswith("included")


def test_the_reason_has_score_and_threshold() -> None:
    one = lore("castle", meaning=MeaningMode.MEANING)
    below = scan(asked(*chat("x"), relevance={"castle": 0.49996}, books=(book(one),)))
    assert trace(below, "castle").reason.params == {"score": 0.49996, "threshold": 0.5}
    above = scan(asked(*chat("x"), relevance={"castle": 0.7}, books=(book(one),)))
    assert entry(above, "castle").reason.params == {"score": 0.7, "threshold": 0.5}
    assert entry(above, "castle").score == 0.7
    assert trace(below, "castle").score == 0.49996
    rounded = scan(asked(*chat("x"), relevance={"castle": 0.123456}, books=(book(one),)))
    assert trace(rounded, "castle").reason.params["score"] == 0.123


def test_secondary_keys_are_for_keys_and_anti_keys_for_meaning_too() -> None:
    entries = (
        lore("secondary", secondary_keys=("dragon",), meaning=MeaningMode.MEANING),
        lore("anti", anti_keys=("castle",), meaning=MeaningMode.MEANING),
    )
    found = scan(asked(*chat("castle"), relevance={"secondary": 0.9, "anti": 0.9}, books=(book(*entries),)))
    assert names(found) == ["secondary"]
    assert why(found, "anti") is ReasonCode.ANTI_KEY


def test_every_active_entry_carries_its_relevance() -> None:
    entries = (
        lore("measured", "castle"),
        lore("low", "castle"),
        lore("unknown", "castle"),
        lore("always", constant=True),
    )
    memories = memory("weighed", "castle", importance=2.0), memory("light", "castle", importance=0.5)
    measured = {"measured": 0.9, "low": 0.1, "always": 0.2, "weighed": 0.3}
    found = scan(asked(*chat("castle"), relevance=measured, books=(book(*entries),), memories=memories))
    assert {item.entry_id: (item.relevance, item.relevant) for item in found.active} == {
        "measured": (0.9, True),
        "low": (0.1, False),
        "unknown": (1.0, True),
        "always": (0.2, False),
        "weighed": (0.6, False),
        "light": (0.5, True),
    }
