"""Texts that say the same in nearly the same words."""

from __future__ import annotations

import pytest

from desktop_app.language.lemmas import Lemmas
from desktop_app.language.sameness import SAME, Sameness

SAMENESS = Sameness(Lemmas())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann is allergic to shellfish.", "Ann: I'm allergic to shellfish"),
        ("The red lamp hangs over the harbour.", "Over the harbour hangs the red lamp!"),
        ("У Анны аллергия на орехи.", "Анна: у меня аллергия на орех"),
        ("我对花生过敏。", "我对花生过敏"),
        ("...", "..."),
    ],
)
def test_the_same_in_other_forms_is_the_same(one: str, other: str) -> None:
    assert SAMENESS.same(one, other)
    assert SAMENESS.same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna lives in Oslo.", "Olga lives in Oslo."),
        ("The code of the gate is 9920.", "The code of the gate is 9921."),
        ("Ann loves tea.", "Ann loves tea, and she hates the cold rooms of the old castle."),
        ("我住在苏州", "我住在杭州"),
        ("...", "!!!"),
    ],
)
def test_another_name_number_or_thing_is_something_else(one: str, other: str) -> None:
    assert SAMENESS.share(one, other) < SAME


def test_all_pairs_are_found_once_and_in_order() -> None:
    texts = ["Red lamps.", "A blue door.", "The red lamp!", "...", "The lamp is red.", "..."]
    assert list(SAMENESS.pairs(texts)) == [(0, 2), (0, 4), (2, 4), (3, 5)]
