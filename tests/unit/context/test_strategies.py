"""The four strategies: the worked example of section 5, and each rule by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from desktop_app.context.pieces import Group
from desktop_app.context.plan import Lane, Reason
from desktop_app.context.request import RelevanceSource
from desktop_app.context.strategies import BUILT_IN
from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.manual import Manual
from desktop_app.context.strategies.summarize import Summarize
from desktop_app.context.strategies.truncate import Truncate
from desktop_app.context.strategies.vector_recall import VectorRecall
from desktop_app.domain.settings import Lanes
from tests.unit.context.groups import (
    LANES_OFF,
    fixed,
    group,
    lore,
    memory,
    messages,
    passage,
    said,
    sentence,
    span,
)


def example(*history: Group, **more: object) -> Question:
    """The worked example: 800 tokens, lore A and B, memory C, ten messages of 60 unless told otherwise."""
    groups = (
        fixed("system", 100),
        lore("A", 150, 0.90, 0.35),
        lore("B", 150, 0.10, 0.35),
        *(history or messages(*[60] * 10)),
        memory("C", 150, 0.40, 0.35),
        said(50, 10),
    )
    return replace(Question(groups, 800, lanes=LANES_OFF), **more)


def used(question: Question, decision: Decision) -> int:
    """The cost of what stays."""
    return sum(
        item.cost for item in question.groups if item.id not in decision.dropped and item.lane is not Lane.RECALL
    )


def codes(dropped: Mapping[str, Reason]) -> dict[str, str]:
    """The code of each reason."""
    return {id_: why.code for id_, why in dropped.items()}


def test_truncate_drops_the_seven_oldest_of_the_example() -> None:
    decision = Truncate().decide(example())
    assert list(decision.dropped) == [f"m{n}" for n in range(1, 8)]
    assert used(example(), decision) == 780
    assert not decision.summary
    assert not decision.recall


def test_summarize_drops_eight_of_the_example_and_has_room_to_tell_them() -> None:
    question = example(sentences=tuple(sentence(n, 8) for n in range(1, 11)), summary_overhead=6)
    decision = Summarize().decide(question)
    assert list(decision.dropped) == [f"m{n}" for n in range(1, 9)]
    assert decision.summary
    assert not decision.recall
    assert used(question, decision) + 6 + 8 * 8 <= 800


def test_what_was_out_before_is_told_too_and_messages_leave_for_it() -> None:
    """Sentences of messages so old that they are no groups any more."""
    old = tuple(replace(sentence(n, 20), id=f"old{n}", sources=(span(f"old{n}"),)) for n in range(1, 4))
    question = Question((*messages(*[60] * 5), said(20, 5)), 325, lanes=LANES_OFF, sentences=old, summary_overhead=5)
    assert list(Summarize().decide(question).dropped) == ["m1"]
    assert not Summarize().decide(replace(question, room=385)).dropped


def test_summarize_without_anything_to_tell_keeps_no_room_for_it() -> None:
    assert list(Summarize().decide(example()).dropped) == [f"m{n}" for n in range(1, 8)]


def test_vector_recall_drops_what_has_nothing_to_do_with_the_input_and_three_exchanges_of_the_example() -> None:
    question = example(use_summary=False)
    decision = VectorRecall().decide(question)
    assert codes(decision.dropped) == {
        "B": "trimmed.below-threshold",
        **{f"m{n}": "trimmed.older-than-window" for n in range(1, 7)},
    }
    assert decision.dropped["B"].params == {"score": 0.1, "threshold": 0.35}
    assert used(question, decision) == 690
    assert decision.note == "messages ranked by age"
    assert decision.recall


def test_vector_recall_by_relevance_and_age_together() -> None:
    worth = {"m1": 0.9, "m2": 0.1, "m3": 0.2, "m5": 0.2, "m7": 0.9}
    history = [replace(item, relevance=worth.get(item.id, 0.0)) for item in messages(*[60] * 10)]
    question = example(*history, use_summary=False, measured=RelevanceSource.WORDS, keep_exchanges=1)
    decision = VectorRecall().decide(question)
    assert set(decision.dropped) == {"B", "m3", "m4", "m5", "m6"} | {"m1", "m2"}
    assert decision.dropped["m3"] == decision.dropped["m4"]
    assert decision.dropped["m3"].sentence == (
        "An exchange of relevance 0.2, 4 exchanges ago: more relevant or newer ones come first."
    )
    assert decision.note == "ranked by words"
    assert not decision.stays
    wider = VectorRecall().decide(replace(question, room=940))
    assert set(wider.dropped) == {"B", "m3", "m4"}
    assert {id_: why.sentence for id_, why in wider.stays.items()} == dict.fromkeys(
        ("m1", "m2"), "Of an exchange that stays: relevance 0.9, 5 exchanges ago."
    )


def test_manual_says_where_exclusions_were_not_enough() -> None:
    """In the example messages 1 to 3 are excluded, so four more leave."""
    question = example(*messages(*[60] * 7, first=4))
    decision = Manual().decide(question)
    assert list(decision.dropped) == ["m4", "m5", "m6", "m7"]
    assert used(question, decision) == 780
    assert decision.note == "still too much: the oldest left as in truncate"
    assert Manual().decide(replace(question, room=2000)).note == ""


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_nothing_leaves_where_everything_fits(name: str) -> None:
    question = replace(example(sentences=(sentence(1, 500),)), room=1200)
    assert BUILT_IN[name].name == name
    assert not BUILT_IN[name].decide(question).dropped


@pytest.mark.parametrize(
    ("name", "summary", "recall"),
    [("truncate", False, False), ("summarize", True, False), ("vector-recall", True, True), ("manual", False, False)],
)
def test_what_each_uses_and_the_person_decides_otherwise(name: str, *, summary: bool, recall: bool) -> None:
    decision = BUILT_IN[name].decide(example())
    assert (decision.summary, decision.recall) == (summary, recall)
    other = BUILT_IN[name].decide(example(use_summary=not summary, use_recall=not recall))
    assert (other.summary, other.recall) == (not summary, not recall)


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_lore_and_memory_are_ranked_by_relevance_under_every_strategy(name: str) -> None:
    groups = (lore("a", 90, 0.2), lore("b", 90, 0.9), memory("c", 60, 0.1), memory("d", 60, 0.3), said(10, 0))
    decision = BUILT_IN[name].decide(Question(groups, 410, lanes=Lanes()))
    assert codes(decision.dropped) == {"a": "trimmed.over-lane", "c": "trimmed.over-lane"}
    assert decision.dropped["a"].sentence == "Needs 90 tokens, had 10 after b."


def test_example_dialogue_goes_before_any_message_the_last_block_first() -> None:
    groups = (group("e1", Lane.EXAMPLES, 40), group("e2", Lane.EXAMPLES, 40), *messages(40, 40, 40))
    assert list(Truncate().decide(Question(groups, 160)).dropped) == ["e2"]
    assert list(Truncate().decide(Question(groups, 119)).dropped) == ["e2", "e1", "m1"]
    assert list(VectorRecall().decide(Question(groups, 100, keep_exchanges=0)).dropped) == ["e2", "e1", "m1", "m2"]


def test_what_was_looked_up_leaves_last() -> None:
    groups = (lore("a", 30), *messages(40, 40, 40))
    full = Lanes(keyed_lore=100, history=0)
    assert list(Truncate().decide(Question(groups, 70, lanes=full)).dropped) == ["m1", "m2"]
    assert list(VectorRecall().decide(Question(groups, 70, lanes=full)).dropped) == ["m1", "m2"]
    assert Truncate().decide(Question(groups, 40, lanes=full)).dropped.keys() == {"a", "m1", "m2"}


def test_the_newest_exchanges_stay_to_the_very_end_while_they_fit_in_half_the_budget() -> None:
    groups = (lore("a", 60), *messages(*[40] * 6), said(20, 6))
    off = replace(LANES_OFF, summary_tokens=0)
    question = Question(groups, 250, lanes=off, keep_exchanges=1)
    # m6 is protected, so m5 is its question in any case.
    assert list(VectorRecall().decide(question).dropped) == ["m1", "m2"]
    assert list(VectorRecall().decide(replace(question, room=159)).dropped) == ["m1", "m2", "m3", "m4", "a"]
    assert set(VectorRecall().decide(replace(question, room=61)).dropped) == {"a", "m1", "m2", "m3", "m4", "m5"}


def test_exchanges_that_do_not_fit_in_half_the_budget_are_not_kept() -> None:
    history = [replace(item, relevance=0.9 if item.id == "m1" else 0.0) for item in messages(*[60] * 6)]
    question = Question(
        (*history, said(20, 6)), 300, lanes=LANES_OFF, keep_exchanges=2, measured=RelevanceSource.MEANING
    )
    decision = VectorRecall().decide(question)
    # m3 and m4 would be the second newest exchange; together with the newest they are more than 150 tokens.
    assert set(decision.dropped) == {"m3", "m4"}
    assert decision.note == ""


def test_an_exchange_with_something_pinned_stays_whole() -> None:
    history = messages(*[60] * 8)
    history[1] = replace(history[1], protected=True, lane=Lane.PROTECTED)
    decision = VectorRecall().decide(Question((*history, said(20, 8)), 379, lanes=LANES_OFF, keep_exchanges=0))
    assert set(decision.dropped) == {"m3", "m4", "m5", "m6"}


def test_room_is_kept_for_passages_that_may_be_recalled() -> None:
    old = passage("p", 50, span("m1"))
    question = replace(example(use_summary=False), groups=(*example().groups, old))
    decision = VectorRecall().decide(question)
    assert used(question, decision) == 690
    tight = replace(question, room=730)
    assert used(tight, VectorRecall().decide(tight)) + 50 <= 730


def test_cutting_in_steps_leaves_a_quarter_free_and_keeps_the_cut_point() -> None:
    lanes = replace(LANES_OFF, summary_tokens=0)
    question = Question(
        (fixed("system", 100), *messages(*[60] * 20), said(50, 20)), 800, lanes=lanes, cut_in_steps=True
    )
    first = Truncate().decide(question)
    # 650 tokens for messages: a quarter is 162, so eight of the ten that would fit stay.
    assert len(first.dropped) == 12
    oldest = "m13"
    for more in (1, 2):
        groups = (fixed("system", 100), *messages(*[60] * (20 + more)), said(50, 20 + more))
        again = Truncate().decide(replace(question, groups=groups, first_kept_id=oldest))
        assert list(again.dropped) == [f"m{n}" for n in range(1, 13)]
    groups = (fixed("system", 100), *messages(*[60] * 23), said(50, 23))
    full = Truncate().decide(replace(question, groups=groups, first_kept_id=oldest))
    assert len(full.dropped) == 15


def test_a_cut_point_is_given_up_where_the_window_became_much_larger() -> None:
    groups = (*messages(*[60] * 40), said(50, 40))
    question = Question(groups, 1250, cut_in_steps=True, first_kept_id="m35")
    assert len(Truncate().decide(question).dropped) == 25
    assert not Truncate().decide(replace(question, room=2500)).dropped


def test_without_steps_no_more_leaves_than_must() -> None:
    question = Question((*messages(*[60] * 40), said(50, 40)), 1250, first_kept_id="m35")
    assert len(Truncate().decide(question).dropped) == 20


def test_the_same_question_has_the_same_answer() -> None:
    question = example(sentences=tuple(sentence(n, 8) for n in range(1, 11)), measured=RelevanceSource.WORDS)
    for strategy in BUILT_IN.values():
        assert strategy.decide(question) == strategy.decide(question)
