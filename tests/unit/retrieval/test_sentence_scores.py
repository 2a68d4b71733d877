"""The extractive summary: the decisions of a thousand messages are found, every message is told, each sentence is a place."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.context.request import BranchMessage
from desktop_app.domain.message import Role
from desktop_app.domain.summary import ToldMessage
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.novelty import novelties
from desktop_app.providers.token_counter import TiktokenCounter
from desktop_app.retrieval.sentence_scores import LONGEST, SentenceMaker
from desktop_app.services.summary_whole import Chosen, sentences_of, told_whole
from tests.unit.retrieval.planted import LANGUAGES, PLAIN, Language, known_again, told
from tests.unit.retrieval.planted_blind import BLIND

LEMMAS = Lemmas()
MAKER = SentenceMaker(LEMMAS)


def said(*texts: str) -> list[ToldMessage]:
    return [ToldMessage(f"m{number}", 1, text) for number, text in enumerate(texts, 1)]


def weights(*texts: str) -> list[float]:
    """The weight of each of these one-sentence messages."""
    made = MAKER.make(said(*texts))
    assert [sentence.text for sentence in made] == list(texts)
    return [sentence.weight for sentence in made]


def summary(language: Language, seed: int) -> tuple[Chosen, ...]:
    """The summary of a thousand messages in 600 tokens."""
    counter = TiktokenCounter("o200k_base")
    counter.count("a")
    asyncio.run(counter.settle())
    messages = told(language, 1_000, seed)
    branch = [BranchMessage(message.id, 1, Role.USER, 0) for message in messages]
    return told_whole(sentences_of(messages, MAKER, 8), branch, counter, 600)


@pytest.mark.parametrize(
    ("name", "seed"),
    [*((name, 7) for name in LANGUAGES), *((name, 19) for name in PLAIN), *((name, 3) for name in BLIND)],
)
def test_most_decisions_of_a_thousand_messages_are_in_six_hundred_tokens(name: str, seed: int) -> None:
    """Section 7: at least 12 of 20, every tenth of the history has a sentence, none takes more than 30 %."""
    language = {**LANGUAGES, **PLAIN, **BLIND}[name]
    chosen = summary(language, seed)
    assert known_again([item.text for item in chosen], language) >= 12
    used: dict[int, int] = {}
    for item in chosen:
        tenth = (item.numbers[0] - 1) // 100
        used[tenth] = used.get(tenth, 0) + item.tokens
    assert sorted(used) == list(range(10))
    assert sum(used.values()) <= 600
    assert max(used.values()) <= 0.3 * sum(used.values())


def test_the_same_messages_give_the_same_sentences() -> None:
    messages = told(LANGUAGES["ru"], 60)
    assert MAKER.make(messages) == SentenceMaker(Lemmas()).make(messages)


def test_every_message_that_says_anything_is_told_by_a_place_in_it() -> None:
    texts = ("Ok.", "```\nprint(1)\n```", "  \n", "Long " + "and long, " * 60, "一二三。四五六！", "- one\n- two")
    messages = said(*texts)
    made = MAKER.make(messages)
    assert {sentence.sources[0].message_id for sentence in made} == {"m1", "m2", "m4", "m5", "m6"}
    assert [sentence.id for sentence in made] == [str(number) for number in range(len(made))]
    for sentence in made:
        (source,) = sentence.sources
        text = texts[int(source.message_id[1:]) - 1]
        assert text[source.start : source.end] == sentence.text
        assert len(sentence.text) <= LONGEST
    assert made == tuple(sorted(made, key=lambda each: (each.sources[0].message_id, each.sources[0].start)))


def test_code_is_told_only_where_nothing_else_is_said() -> None:
    made = MAKER.make(said("Here you are.\n```python\nprice = decide(100)\n```\nWe agreed on 5 euros for Anna."))
    assert [sentence.text for sentence in made][-1] == "We agreed on 5 euros for Anna."
    assert not any("decide(" in sentence.text for sentence in made)


@pytest.mark.parametrize(
    ("heavy", "light"),
    [
        ("We decided that Olga gets 300 crowns.", "Olga walked along the river for 3 hours."),
        ("We decided that Olga gets 300 crowns.", "Should we decide what Olga gets?"),
        ("We agreed to meet Olga at nine.", "Maybe we could agree to meet Olga some day."),
        ("The bill was 45 euros for Marten.", "The bill was high, as it is so often."),
        ("Мы решили, что Ольга получит 300 крон.", "Ольга гуляла вдоль реки 3 часа."),
        ("Обещаю вернуть Ивану книгу завтра.", "Как думаешь, вернуть ли Ивану книгу?"),
        ("我们决定给李梅300元。", "李梅在河边散步了3个小时。"),
        ("我答应明天把书还给王强。", "要不要把书还给王强呢？"),
        ("Anna hat 300 Euro von Peter bekommen.", "Es hat wieder den ganzen Tag geregnet."),
    ],
)
def test_what_must_not_be_forgotten_weighs_more(heavy: str, light: str) -> None:
    first, second = weights(heavy, light)
    assert first > second


def test_what_is_said_twice_weighs_less_the_second_time() -> None:
    first, second = weights("We decided to sell the boat to Olga.", "So we decided to sell the boat to Olga!")
    assert min(first, second) < 0.7 * max(first, second)


def test_a_short_word_of_agreement_goes_over_to_what_was_agreed() -> None:
    alone = MAKER.make(said("Casimir brings 24 barrels."))[0].weight
    after = next(each for each in MAKER.make(said("Deal! Casimir brings 24 barrels.")) if "24" in each.text)
    assert after.weight > alone + 0.5


def test_nearness_by_meaning_counts_where_it_is_given() -> None:
    texts = ("The cat sleeps.", "Taxes rise soon.", "A kitten dozes.")

    def likeness(given: list[str]) -> list[list[float]]:
        near = [text != texts[1] for text in given]
        return [[1.0 if one == two else 0.9 * (near[one] and near[two]) for two in range(3)] for one in range(3)]

    made = SentenceMaker(LEMMAS, likeness).make(said(*texts))  # pyright: ignore[reportArgumentType] - lists are sequences
    without = MAKER.make(said(*texts))
    more = [with_.weight - plain.weight for with_, plain in zip(made, without, strict=True)]
    assert min(more[0], more[2]) > more[1]


def test_what_is_said_everywhere_is_not_new() -> None:
    again = [f"It was {number} degrees in the old town today." for number in range(40)]
    values = novelties([*again, "Marguerite inherits the vineyard.", "玛格丽特继承了葡萄园。", ""])
    assert max(values[:40]) < min(values[40:42]) - 0.1
    assert values[41] == 1
    assert values[42] == 0
