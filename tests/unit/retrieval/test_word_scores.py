"""What words cover, for many texts at once, is what the index of words says of each."""

from __future__ import annotations

import random

import pytest

from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.language import word_index
from desktop_app.language.content_words import Term, content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.word_index import WordIndex
from desktop_app.retrieval.word_scores import coverage

LEMMAS = Lemmas()
WORDS = "lamp lamps harbour tea отец отца дракон драконы чай 茶 绿茶 北京 wardrobe running ran".split()


def texts(count: int, seed: int) -> tuple[RankedText, ...]:
    chance = random.Random(seed)
    return tuple(
        RankedText(f"t{number}", 1, " ".join(chance.choices(WORDS, k=chance.randint(0, 9)))) for number in range(count)
    )


def indexed(told: tuple[RankedText, ...]) -> WordIndex:
    index = WordIndex()
    index.hold(told, LEMMAS)
    return index


def assert_the_same(index: WordIndex, terms: tuple[Term, ...]) -> None:
    expected = index.coverage(terms)
    found = coverage(index, terms)
    assert len(found) == len(index.lengths)
    assert {at: share for at, share in enumerate(found.tolist()) if share} == pytest.approx(
        {at: share for at, share in expected.items() if share}, rel=1e-6
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_same_as_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    told = texts(60, seed)
    index = indexed(told)
    for _ in range(6):
        index.hold(tuple(chance.sample(told, 45)), LEMMAS)  # some go, some come back
        asked = " ".join(chance.choices([*WORDS, "nowhere"], k=4))
        assert_the_same(index, tuple(dict.fromkeys(content_words(asked, LEMMAS))))


def test_nothing_asked_and_nothing_there() -> None:
    assert coverage(indexed(texts(5, 1)), ()).tolist() == [0.0] * 5
    assert coverage(WordIndex(), (("lamp",),)).tolist() == []
    assert coverage(indexed(texts(5, 1)), (("nowhere",), ("no", "where"))).tolist() == [0.0] * 5


def test_among_very_many_frequent_words_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_index, "_MANY", 50)
    index = indexed(
        (*(RankedText(f"t{n}", 1, "tea in the harbour") for n in range(80)), RankedText("x", 1, "a lamp and tea"))
    )
    terms = (*content_words("lamp", LEMMAS), *content_words("tea", LEMMAS))
    assert_the_same(index, terms)
    assert [at for at, share in enumerate(coverage(index, terms)) if share] == [80]


def test_the_index_grows_on_after_somebody_looked() -> None:
    index = indexed(texts(5, 1))
    coverage(index, (("tea",),))
    index.hold(texts(50, 1), LEMMAS)
    assert len(coverage(index, (("tea",),))) == 50
