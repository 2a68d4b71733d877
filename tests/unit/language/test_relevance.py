"""Relevance by words: what people write, and which entries that has to do with."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.language.content_words import content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import THRESHOLD, WordRanker
from desktop_app.language.word_index import WordIndex

ENTRIES = {
    "maren": "Maren is the innkeeper of the northern village; old and kind, she keeps secrets.",
    "dragon": "The dragon Vharax sleeps under the mountain and wakes every hundred years.",
    "sword": "The sword of dawn was forged by dwarves from a fallen star.",
    "cat": "The user's cat is called Fluff and hates fish.",
    "peanut": "У пользователя аллергия на арахис.",
    "tower": "Старая башня стоит на севере, в ней живёт колдунья Мирра.",
    "king": "Король Эдвард правит уже сорок лет и боится драконов.",
    "gate": "北方的门由守卫看守，晚上不开。",
    "tea": "用户喜欢喝绿茶，不喜欢咖啡。",
}
TEXTS = tuple(RankedText(id_, 1, text) for id_, text in ENTRIES.items())


@pytest.fixture(scope="module")
def ranker() -> WordRanker:
    return WordRanker(Lemmas())


def relevant(ranker: WordRanker, *queries: str, texts: Sequence[RankedText] = TEXTS) -> set[str]:
    return {id_ for id_, score in ranker.rank(queries, texts).items() if score.score >= score.threshold}


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("Tell me about the dragon under the mountain.", {"dragon"}),
        ("We went through the northern gate and saw old Maren waiting beside the well.", {"maren"}),
        ("What does my cat like to eat?", {"cat"}),
        ("Whose swords were forged by the dwarf?", {"sword"}),
        ("Мы идём на север, к башне. Там холодно.", {"tower"}),
        ("Расскажи мне про короля Эдварда", {"king"}),
        ("А колдунью зовут Мирра?", {"tower"}),
        ("Есть ли в этом печенье арахис?", {"peanut"}),
        ("北方的门现在开着吗？", {"gate"}),
        ("他想喝绿茶", {"tea"}),
        ("Hello there!", set[str]()),
        ("Как у тебя дела сегодня?", set[str]()),
        ("今天天气很好", set[str]()),
        ("I bought some bread at the market today, it was cheap and fresh.", set[str]()),
        ("", set[str]()),
    ],
)
def test_what_is_said_and_what_it_is_about(ranker: WordRanker, said: str, about: set[str]) -> None:
    assert relevant(ranker, said) == about


def test_one_common_word_is_not_enough_and_a_name_is() -> None:
    villages = tuple(RankedText(f"v{number}", 1, f"A village by the river, number {number}.") for number in range(60))
    named = RankedText("named", 1, "The village of Ostrava.")
    found = WordRanker(Lemmas()).rank(
        ["In which village did the old miller of Ostrava hide his gold?"], (*villages, named)
    )
    assert found["named"].score >= THRESHOLD > found["v3"].score > 0


def test_two_ordinary_words_say_less_than_a_rare_one() -> None:
    talk = tuple(RankedText(f"t{number}", 1, f"We talked all day about number {number}.") for number in range(200))
    rare = RankedText("rare", 1, "A kestrel sat on the roof.")
    found = WordRanker(Lemmas()).rank(["On which day was the kestrel talked about?"], (*talk, rare))
    assert found["rare"].score > 20 * found["t3"].score > 0


def test_a_sentence_of_a_long_input_is_enough(ranker: WordRanker) -> None:
    long = "I walked for hours through fields, thought of dinner, of letters and of rent. " * 3
    assert relevant(ranker, long + "Then the dragon Vharax woke. " + long) == {"dragon"}


def test_what_was_said_before_counts_less_than_the_input(ranker: WordRanker) -> None:
    now = ranker.rank(["the dragon Vharax"], TEXTS)["dragon"].score
    before = ranker.rank(["and then?", "the dragon Vharax"], TEXTS)["dragon"].score
    assert now > before >= THRESHOLD


def test_the_same_question_has_the_same_answer_whatever_was_asked_between() -> None:
    ranker = WordRanker(Lemmas())
    first = ranker.rank(["dragons of the north"], TEXTS)
    ranker.rank(["dragons of the north"], TEXTS[:6])
    changed = (RankedText("dragon", 2, "The dragon is dead."), *TEXTS[2:])
    ranker.rank(["dragons of the north"], changed)
    assert ranker.rank(["dragons of the north"], TEXTS) == first
    assert WordRanker(Lemmas()).rank(["dragons of the north"], TEXTS) == first


def test_a_changed_text_is_ranked_by_its_new_words(ranker: WordRanker) -> None:
    changed = (*TEXTS[:-1], RankedText("tea", 2, "The user prefers the dragon's own coffee."))
    assert "tea" in relevant(ranker, "dragon coffee", texts=changed)
    assert "tea" not in relevant(ranker, "绿茶", texts=changed)


def test_every_text_has_a_score_and_none_is_by_meaning(ranker: WordRanker) -> None:
    found = ranker.rank(["dragon"], TEXTS)
    assert found.keys() == ENTRIES.keys()
    assert all(0 <= score.score <= 1 and not score.by_meaning for score in found.values())
    assert ranker.rank([], TEXTS)["dragon"].score == 0
    assert ranker.rank(["dragon"], ()) == {}


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The knights were riding", {"english:knight", "english:ride"}),
        ("Это было очень давно", {"давно", "stem:давн"}),
        ("绿茶", {"绿茶", "绿", "茶"}),
        ("x 42!", {"english:x", "42"}),
        ("", set[str]()),
    ],
)
def test_terms(text: str, terms: set[str]) -> None:
    assert {form for term in content_words(text, Lemmas()) for form in term} == terms


@pytest.mark.parametrize("question", ["What do we know about Vharax?", "Do we dare? Vharax!", "Was ist Vharax?"])
def test_a_question_of_a_few_words_is_compared_in_english_too(question: str) -> None:
    terms = content_words(question, Lemmas())
    assert {form for term in terms for form in term} & {
        form for term in content_words(ENTRIES["dragon"], Lemmas()) for form in term
    }


def test_among_very_many_texts_a_common_word_is_not_looked_up_beside_a_rare_one() -> None:
    lemmas = Lemmas()
    index = WordIndex()
    texts = [RankedText(str(at), 1, f"dragon {at % 97:x}q" + (" tower" if at % 20 else "")) for at in range(20_000)]
    index.hold((*texts, RankedText("vharax", 1, "the dragon Vharax")), lemmas)

    def covered(query: str) -> dict[str, float]:
        terms = tuple(content_words(query, lemmas))
        return {index.id_at(place): share for place, share in index.coverage(terms).items()}

    assert set(covered("Vharax the dragon in the tower")) == {"vharax"}
    assert len(covered("the dragon")) == len(texts) + 1
