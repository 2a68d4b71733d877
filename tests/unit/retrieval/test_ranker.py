"""The ranker by words and meaning stands where the one by words stood, and finds what has no word in common."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import WordRanker
from desktop_app.retrieval.embedders import BuiltInEmbedder, TextKind
from desktop_app.retrieval.matrix import Rows
from desktop_app.retrieval.ranker import FusedRanker

ENTRIES = {
    "maren": "Maren is the innkeeper of the northern village; old and kind, she keeps secrets.",
    "dragon": "The dragon Vharax sleeps under the mountain and wakes every hundred years.",
    "sword": "The sword of dawn was forged by dwarves from a fallen star.",
    "peanut": "У пользователя аллергия на арахис.",
    "king": "Король Эдвард правит уже сорок лет и боится драконов.",
    "gate": "北方的门由守卫看守，晚上不开。",
    "tea": "用户喜欢喝绿茶，不喜欢咖啡。",
}
TEXTS = tuple(RankedText(id_, 1, text) for id_, text in ENTRIES.items())


class CountingEmbedder(BuiltInEmbedder):
    """Remembers what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[str] = []

    def encode(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> Rows:
        self.given.extend(texts)
        return super().encode(texts, kind)


@pytest.fixture(scope="module")
def embedder() -> CountingEmbedder:
    return CountingEmbedder()


@pytest.fixture(scope="module")
def ranker(embedder: CountingEmbedder) -> FusedRanker:
    return FusedRanker(embedder, Lemmas())


def relevant(ranker: FusedRanker, *queries: str) -> set[str]:
    return {id_ for id_, score in ranker.rank(queries, TEXTS).items() if score.score >= score.threshold}


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("Whose swords were forged by the dwarf?", {"sword"}),
        ("Мне надо купить новый телефон.", set[str]()),
        ("My stock portfolio fell today.", set[str]()),
        ("今天天气很好", set[str]()),
        ("Hello there!", set[str]()),
        ("", set[str]()),
        ("Who guards the entrance?", {"gate"}),
        ("谁在守夜？", {"gate"}),
        ("Is there a hot drink he enjoys?", {"tea"}),
    ],
)
def test_by_words_or_by_meaning_also_of_another_language(ranker: FusedRanker, said: str, about: set[str]) -> None:
    assert relevant(ranker, said) == about


def test_what_words_find_alone_is_found_with_meaning_too(ranker: FusedRanker) -> None:
    asked = ["Tell me about the dragon under the mountain.", "Расскажи мне про короля Эдварда", "他想喝绿茶"]
    for query in asked:
        by_words = WordRanker(Lemmas()).rank([query], TEXTS)
        assert {id_ for id_, score in by_words.items() if score.score >= score.threshold} <= relevant(ranker, query)


def test_what_was_said_before_counts_less(ranker: FusedRanker) -> None:
    now = ranker.rank(["the dragon Vharax"], TEXTS)["dragon"]
    before = ranker.rank(["and then?", "the dragon Vharax"], TEXTS)["dragon"]

    assert 1 >= now.score > before.score >= before.threshold
    assert now.by_meaning


def test_each_text_is_embedded_once(embedder: CountingEmbedder) -> None:
    ranker = FusedRanker(embedder, Lemmas())
    first = ranker.rank(["the dragon"], TEXTS)
    embedder.given.clear()
    changed = (RankedText("dragon", 2, "The dragon is dead."), *TEXTS[2:])

    assert ranker.rank(["the dragon"], TEXTS) == first
    assert set(ranker.rank(["the dragon"], changed)) == {text.id for text in changed}
    assert embedder.given == ["The dragon is dead."]
    assert ranker.rank(["the dragon"], ()) == {}
