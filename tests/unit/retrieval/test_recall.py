"""Recall with the embedder that comes with the program, on texts and questions written by hand (``data``).

Of each language 42 facts with a question each, half of which share no content word with their fact, among texts that are like
them or about other things. The bars for larger sets are in lab.md; ``talespan recall`` prints the figures of these files.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from desktop_app.language.content_words import content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.retrieval import matrix
from desktop_app.retrieval import recall as recall_module
from desktop_app.retrieval.embedders import BuiltInEmbedder
from desktop_app.retrieval.recall import Recall, Way, open_recall
from tests.planted.material import chat_of

DATA = Path(__file__).parent / "data"
LANGUAGES = ("en", "ru", "zh")


@cache
def embedder() -> BuiltInEmbedder:
    return BuiltInEmbedder()


@cache
def rows(language: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / f"{language}.jsonl").read_text("utf-8").splitlines()]


def texts(language: str) -> dict[str, str]:
    return {str(row["id"]): str(row["text"]) for row in rows(language) if "id" in row}


def questions(language: str, kind: str = "") -> list[tuple[str, str]]:
    """Each question with the id of the fact that answers it."""
    asked = [(str(row["query"]), str(row["relevant"])[2:-2]) for row in rows(language) if "query" in row]
    return [(query, fact) for query, fact in asked if fact.startswith(kind)]


@cache
def recall(language: str, *, ordered: bool = False) -> Recall:
    return open_recall(list(texts(language).values()), ordered, embedder())


@cache
def ranks(language: str, way: Way, kind: str = "", *, among: str = "") -> np.ndarray[tuple[int], np.dtype[np.int_]]:
    """At what place each question found its fact, from 0."""
    ids = list(texts(among or language))
    found = (
        recall(among or language).ranked(query, len(ids), way).index(ids.index(fact))
        for query, fact in questions(language, kind)
    )
    return np.array(list(found))


def at_most(places: np.ndarray[tuple[int], np.dtype[np.int_]], k: int) -> float:
    return float(np.mean(places < k))


def mean_reciprocal(places: np.ndarray[tuple[int], np.dtype[np.int_]]) -> float:
    return float(np.mean(1 / (places + 1)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_of_the_questions_share_no_content_word_with_their_fact(language: str) -> None:
    def forms(text: str) -> set[str]:
        return {form for term in content_words(text, lemmas) for form in term}

    lemmas = Lemmas()
    facts = texts(language)
    shared = {kind: [forms(query) & forms(facts[fact]) for query, fact in questions(language, kind)] for kind in KINDS}

    assert len(shared["named"]) == len(shared["paraphrase"]) == 21
    assert all(shared["named"])
    assert not any(shared["paraphrase"])


KINDS = ("named", "paraphrase")


@pytest.mark.parametrize("language", LANGUAGES)
def test_fused_is_above_words_alone_and_above_meaning_alone(language: str) -> None:
    words, meaning, fused = (ranks(language, way) for way in Way)

    assert mean_reciprocal(fused) > max(mean_reciprocal(words), mean_reciprocal(meaning))
    assert at_most(fused, 5) >= max(at_most(words, 5), at_most(meaning, 5))


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_word_is_shared_words_cost_meaning_at_most_two_questions(language: str) -> None:
    """Words can only mislead there (they find none among the first five), and among so few texts a crowd says little."""
    words, meaning, fused = (ranks(language, way, "paraphrase") for way in Way)

    assert at_most(words, 5) == 0
    assert mean_reciprocal(fused) > 10 * mean_reciprocal(words)
    assert at_most(fused, 5) >= at_most(meaning, 5) - 2.01 / len(meaning)
    assert mean_reciprocal(fused) >= mean_reciprocal(meaning) - 0.04


@pytest.mark.parametrize("language", LANGUAGES)
def test_among_small_talk_what_is_near_to_everything_stands_back(language: str) -> None:
    """Facts that were planted for the long run, asked for in other words: small talk is near to any question."""
    told, planted = chat_of(language, 400)
    opened = open_recall(told, False, embedder())

    def mean(way: Way) -> float:
        places = [opened.ranked(each.question, len(told), way).index(each.place) for each in planted]
        return mean_reciprocal(np.array(places))

    assert mean(Way.FUSED) > mean(Way.MEANING) + 0.05
    assert mean(Way.FUSED) > 2 * mean(Way.WORDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bars_of_the_lab(language: str) -> None:
    assert at_most(ranks(language, Way.FUSED), 5) >= 0.75
    assert at_most(ranks(language, Way.FUSED), 1) >= 0.45
    assert at_most(ranks(language, Way.FUSED, "named"), 5) >= 0.98
    assert at_most(ranks(language, Way.FUSED, "paraphrase"), 5) >= 0.75


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("among", LANGUAGES)
def test_questions_in_one_language_find_facts_in_another(language: str, among: str) -> None:
    if language != among:
        assert at_most(ranks(language, Way.FUSED, "paraphrase", among=among), 5) >= 0.68


def test_neighbours_in_time_lend_of_their_score() -> None:
    told = [f"We spoke about the weather on day {day}, and it was as grey as ever." for day in range(30)]
    told[10] = "Do you remember the name of the ferryman at the Orlo crossing?"
    told[11] = "Sure. He told us that day, it was Benedek."
    question = "What was the ferryman at the Orlo crossing called?"

    assert open_recall(told, True, embedder()).search(question, 2) == [10, 11]
    assert open_recall(told, False, embedder()).search(question, 1) == [10]


def test_long_texts_are_found_by_one_of_their_passages() -> None:
    chatter = "The soup was warm and the evening long. " * 60
    told = [chatter, chatter + "The lighthouse keeper keeps his savings in a violin case. " + chatter, chatter]

    assert recall("en").search("anything", 0) == []
    assert open_recall(told, False, embedder()).ranked("Where does he hide money?", 1, Way.MEANING) == [1]


def test_a_question_of_several_sentences_asks_each() -> None:
    asked = "I had a long day and cooked pasta with my friends, we laughed a lot. Where is Edith's ring?"
    ids = list(texts("en"))

    assert ids[recall("en").search(asked, 1)[0]] == "named-08"


def test_of_very_many_texts_the_nearest_are_told_from_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [query for query, _ in questions("en")]
    exact = [recall("en").search(query, 1) for query in asked]
    for module in (matrix, recall_module):
        monkeypatch.setattr(module, "EXACT_UP_TO", 20)

    found = [recall("en").search(query, 5) for query in asked]
    # What is farther than usual counts as usual then, which may turn two that are nearly alike.
    assert all(best in five for (best,), five in zip(exact, found, strict=True))
    assert sum(five[:1] == best for best, five in zip(exact, found, strict=True)) >= 0.95 * len(asked)


def test_nothing_to_search() -> None:
    assert open_recall([], True, embedder()).search("anything", 5) == []
    assert set(open_recall(["", "  ", "A cat."], True, embedder()).search("cat", 5)) == {0, 1, 2}
    assert sorted(recall("zh").search("", 1_000)) == list(range(len(texts("zh"))))
