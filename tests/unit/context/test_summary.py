"""The summary's sentences: exactly of what is dropped, all of it covered, nothing stale, newest in more detail."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.context.places import Places
from desktop_app.context.summary import Sentence, choose, offered, summary_text
from desktop_app.domain.memory import SummaryMaker, SummarySentence
from desktop_app.domain.message import MessageFlags, MessageKind
from tests.examples import examples
from tests.fakes.providers import WordCounter
from tests.unit.context.groups import sentence, span
from tests.unit.context.material import dialogue

COUNTER = WordCounter()
BRANCH = dialogue(6)


def of(message_id: str, text: str = "It rained.", **more: object) -> SummarySentence:
    """A sentence made of one message."""
    return replace(SummarySentence(f"s.{message_id}", text, (span(message_id),)), **more)


def names(sentences: Sequence[Sentence]) -> list[str]:
    """Their ids."""
    return [item.id for item in sentences]


def tenths(sentences: Sequence[Sentence], count: int) -> dict[int, int]:
    """Tokens by tenth of a range of ``count`` messages."""
    used: dict[int, int] = {}
    for item in sentences:
        used[item.place * 10 // count] = used.get(item.place * 10 // count, 0) + item.cost
    return used


def test_what_is_offered_is_in_order_of_time_and_counted() -> None:
    found = offered([of("m4", "A  longer\n sentence."), of("m2")], Places(BRANCH), COUNTER)
    assert [(item.id, item.place, item.cost, item.text) for item in found] == [
        ("s.m2", 1, 2, "It rained."),
        ("s.m4", 3, 3, "A longer sentence."),
    ]


@pytest.mark.parametrize("flag", ["excluded", "never_send", "hidden", "deleted"])
def test_nothing_is_offered_of_what_may_not_be_sent(flag: str) -> None:
    """Case H-22: a hidden message never goes to the summary, nor does a sentence that it is only one source of."""
    branch = [replace(row, flags=MessageFlags(**{flag: row.id == "m2"})) for row in BRANCH]
    two = replace(of("m3"), id="both", sources=(span("m2"), span("m3")))
    assert names(offered([of("m1"), of("m2"), two], Places(branch), COUNTER)) == ["s.m1"]
    assert names(offered([of("m1"), of("m2"), two], Places(BRANCH), COUNTER)) == ["s.m1", "both", "s.m2"]


def test_nothing_is_offered_of_a_note_another_revision_or_another_branch() -> None:
    """Case H-23: a summary never describes events that were changed or deleted."""
    branch = [replace(row, kind=MessageKind.NOTE if row.id == "m1" else row.kind) for row in BRANCH]
    stale = replace(of("m2"), sources=(span("m2", revision=2),))
    assert offered([of("m1"), stale, of("m77")], Places(branch), COUNTER) == ()


def test_without_a_source_only_the_persons_own_words_are_offered() -> None:
    own = SummarySentence("own", "They are friends.", (), locked=True)
    model = SummarySentence("model", "They are foes.", (), made_by=SummaryMaker.MODEL)
    blank = of("m1", " \n")
    assert names(offered([model, own, blank], Places(BRANCH), COUNTER)) == ["own"]


def test_all_is_told_where_there_is_room_and_in_order() -> None:
    sentences = [sentence(number, 10) for number in range(1, 6)]
    assert names(choose(sentences, (), 50)) == ["s1", "s2", "s3", "s4", "s5"]


def test_exactly_what_is_not_in_the_prompt_otherwise() -> None:
    sentences = [sentence(number, 10) for number in range(1, 6)]
    both = replace(sentence(1, 10), id="both", sources=(span("m1", 200, 300), span("m4")), places=(0, 3))
    assert names(choose([both, *sentences], {"m4", "m5"}, 100)) == ["s1", "s2", "s3"]


def test_a_thousand_messages_in_six_hundred_tokens() -> None:
    """Section 7: every tenth of the history has a sentence and none takes more than 30 %."""
    chance = random.Random(7)
    sentences = [sentence(number, chance.randint(6, 40), weight=chance.random()) for number in range(1, 1001)]
    chosen = choose(sentences, (), 600)
    used = tenths(chosen, 1000)
    assert sorted(used) == list(range(10))
    total = sum(used.values())
    assert 570 <= total <= 600
    assert max(used.values()) <= 0.3 * total
    assert used[9] > 2 * used[0]
    assert names(chosen) == [item.id for item in sorted(chosen, key=lambda item: item.place)]


def test_no_part_takes_more_than_its_share_though_only_it_has_short_sentences() -> None:
    """The newest tenth could fill the room: of the others only the first sentences are short enough."""
    sentences = [sentence(number, 3 if number % 10 == 1 or number > 90 else 500) for number in range(1, 101)]
    used = tenths(choose(sentences, (), 200), 100)
    assert sorted(used) == list(range(10))
    assert used[9] <= 0.3 * sum(used.values())


def test_unscored_messages_are_told_evenly_spread() -> None:
    chosen = choose([sentence(number, 10) for number in range(1, 101)], (), 300)
    newest = [item.place for item in chosen if item.place >= 90]
    assert len(newest) >= 4
    assert max(newest) - min(newest) >= 5


def test_what_weighs_more_is_told_first() -> None:
    sentences = [sentence(number, 10, weight=float(number % 10 == 5)) for number in range(1, 101)]
    assert [item.place % 10 for item in choose(sentences, (), 100)] == [4] * 10


def test_one_long_sentence_does_not_silence_the_rest() -> None:
    sentences = [sentence(1, 90, weight=9.0), *(sentence(number, 10) for number in range(2, 11))]
    assert names(choose(sentences, (), 100)) == [f"s{number}" for number in range(2, 11)]


def test_where_not_every_part_can_have_a_sentence_as_many_have_one_as_can() -> None:
    sentences = [sentence(number, 20 + number) for number in range(1, 11)]
    assert names(choose(sentences, (), 70)) == ["s1", "s2", "s3"]


def test_the_persons_own_words_come_first_then_a_models_and_nothing_is_told_twice() -> None:
    own = replace(sentence(3, 10), id="own", rank=2)
    model = Sentence("model", "m1 to m4", 10, tuple(span(f"m{n}") for n in range(1, 5)), (0, 1, 2, 3), rank=1)
    later = Sentence("later", "m4 and m5", 10, (span("m4"), span("m5")), (3, 4), rank=1)
    sentences = [model, *(sentence(number, 10) for number in range(1, 7)), own, later]
    assert names(choose(sentences, (), 1000)) == ["s1", "s2", "own", "later", "s6"]
    assert names(choose(sentences, (), 10)) == ["own"]


def test_the_same_words_are_told_once_where_nothing_depends_on_them() -> None:
    """A hundred times "Good night.": each part of the history has a sentence, and no more of these."""
    same = [replace(sentence(number, 5), text="Good night.") for number in range(1, 101)]
    assert len(choose(same, (), 300)) == 10
    other = [sentence(number, 20) for number in range(5, 101, 10)]
    texts = [item.text for item in choose(sorted([*same, *other], key=lambda item: item.place), (), 300)]
    assert texts.count("Good night.") <= 10
    assert len(set(texts)) == 11


def test_a_far_past_with_few_sentences_is_told_in_all_its_parts() -> None:
    """Of the far past only the best sentences are offered: its tenths are tenths of the messages all the same."""
    sentences = [sentence(number, 10) for number in (*range(1, 9001, 50), *range(9001, 10_001))]
    used = tenths(choose(sentences, (), 600), 10_000)
    assert sorted(used) == list(range(10))
    assert max(used.values()) <= 0.3 * sum(used.values())


def test_two_sentences_of_different_places_in_one_message_are_both_told() -> None:
    first, second = (
        replace(sentence(1, 10), id=name, sources=(span("m1", start, start + 20),))
        for name, start in (("a", 0), ("b", 20))
    )
    assert names(choose([first, second], (), 100)) == ["a", "b"]


def test_the_oldest_is_told_more_coarsely() -> None:
    """In the older half one sentence for a scene is better than one for a message, in the newer half it is not."""
    fine = [sentence(number, 10) for number in range(1, 101)]
    coarse = [
        Sentence(
            f"scene{n}", f"scene {n}", 10, tuple(span(f"m{m + 1}") for m in range(n, n + 5)), tuple(range(n, n + 5))
        )
        for n in range(0, 100, 5)
    ]
    chosen = choose(sorted([*fine, *coarse], key=lambda item: item.place), (), 200)
    scenes = [item.place for item in chosen if item.id.startswith("scene")]
    assert scenes
    assert max(scenes) < 50
    assert [item.place for item in chosen if item.place < 50] == scenes


def test_a_line_for_each_sentence() -> None:
    assert summary_text([sentence(1, 2), sentence(2, 3)]) == "m1 word\nm2 word word"


@st.composite
def offers(draw: st.DrawFn) -> list[Sentence]:
    """Sentences of one to three messages, of every maker."""
    made: list[Sentence] = []
    for number in range(draw(st.integers(0, 40))):
        places = tuple(sorted(draw(st.sets(st.integers(0, 39), min_size=1, max_size=3))))
        start = draw(st.integers(0, 80))
        sources = tuple(span(f"m{place + 1}", start, start + draw(st.integers(1, 60))) for place in places)
        weight, rank = draw(st.floats(0, 3, width=16)), draw(st.sampled_from([0, 0, 0, 1, 2]))
        made.append(
            Sentence(f"s{number:02}", f"text {number}", draw(st.integers(1, 30)), sources, places, weight, rank)
        )
    return sorted(made, key=lambda item: (item.place, item.sources[0].start, item.id))


@given(offers(), st.sets(st.integers(1, 40)), st.integers(-10, 300))
@examples(60)
def test_the_laws_of_choosing(sentences: list[Sentence], inside: set[int], room: int) -> None:
    told = {f"m{number}" for number in inside}
    chosen = choose(sentences, told, room)
    assert sum(item.cost for item in chosen) <= max(0, room)
    assert not any(source.message_id in told for item in chosen for source in item.sources)
    assert list(chosen) == [item for item in sentences if item in chosen]
    spans = [(source.message_id, source.start, source.end) for item in chosen for source in item.sources]
    for index, (message_id, start, end) in enumerate(spans):
        for other_id, other_start, other_end in spans[index + 1 :]:
            assert message_id != other_id or start >= other_end or other_start >= end
    assert choose(list(sentences), told, room) == chosen
