"""Laws of strategies and budget, for any question: the contract that plugins are held to as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.context.asking import ask
from desktop_app.context.budget import Fitted, fit
from desktop_app.context.packing import value
from desktop_app.context.pieces import Group
from desktop_app.context.plan import Lane
from desktop_app.context.reasons import ReasonCode
from desktop_app.context.render import Prompt
from desktop_app.context.strategies import BUILT_IN
from desktop_app.context.strategies.base import Question, Strategy
from desktop_app.context.strategies.exchanges import exchanges
from desktop_app.context.summary import Sentence
from desktop_app.domain.errors import ContextTooLargeError
from tests.examples import examples
from tests.fakes.strategies import hostile_strategies
from tests.unit.context.question_chances import questions

THOROUGH = examples(40)
OURS = st.sampled_from(list(BUILT_IN.values()))
EVERYONE = st.one_of(OURS, st.sampled_from(hostile_strategies()))


def fitted(question: Question, strategy: Strategy) -> Fitted | None:
    """What comes of it, where every group costs what it says; None where the protected alone are too much."""
    kept: list[Group] = []

    def measure(groups: Sequence[Group], summary: Sequence[Sentence]) -> Prompt:
        kept[:] = groups
        told = question.summary_overhead + sum(item.cost for item in summary) if summary else 0
        used = sum(group.cost for group in groups) + told
        return Prompt(tuple(piece for group in groups for piece in group.pieces), (), 0, used, True)

    answer = ask(strategy, question)
    try:
        found = fit(question, answer.decision, question.room, measure)
    except ContextTooLargeError:
        assert sum(group.cost for group in question.groups if group.protected) > question.room
        return None
    assert [group.id for group in kept] == [item.id for item in question.groups if item.id not in found.dropped]
    return found


def staying(question: Question, found: Fitted) -> list[Group]:
    """The groups that are in."""
    return [group for group in question.groups if group.id not in found.dropped]


@THOROUGH
@given(EVERYONE, questions())
def test_the_limit_holds_and_the_protected_are_in(strategy: Strategy, question: Question) -> None:
    found = fitted(question, strategy)
    if found is None:
        return
    assert found.prompt.used <= question.room
    assert not any(group.protected and group.id in found.dropped for group in question.groups)
    assert found.dropped.keys() <= {group.id for group in question.groups}
    used = {use.lane: use.used for use in found.lanes}
    assert sum(used.values()) == found.prompt.used


@THOROUGH
@given(EVERYONE, questions(), st.integers(100, 200))
def test_the_limit_holds_where_texts_turn_out_longer_than_they_were_counted(
    strategy: Strategy, question: Question, percent: int
) -> None:
    """What was looked up and what is told in short go before any entry does.

    A strategy says itself who leaves next and why; where it has not named an entry, that is over its lane.
    """

    def measure(groups: Sequence[Group], summary: Sequence[Sentence]) -> Prompt:
        told = question.summary_overhead + sum(item.cost for item in summary) if summary else 0
        used = (sum(group.cost for group in groups) + told) * percent // 100
        return Prompt((), (), 0, used, True)

    decision = ask(strategy, question).decision
    try:
        found = fit(question, decision, question.room, measure)
    except ContextTooLargeError:
        assert sum(group.cost for group in question.groups if group.protected) * percent // 100 > question.room
        return
    assert found.prompt.used <= question.room
    staying_groups = staying(question, found)
    over_lane = (ReasonCode.OVER_LANE, ReasonCode.OVER_LANE_ALONE)
    named = {id_: why for step in reversed(decision.then) for id_, why in step.items()}
    entries = [group for group in question.groups if group.lane in {Lane.KEYED_LORE, Lane.MEMORY} and group.relevant]
    cut = [group for group in entries if group.id in found.dropped and group.id not in decision.dropped]
    for group in cut:
        why = found.dropped[group.id]
        assert why == named[group.id] if group.id in named else why.code in over_lane
    if cut:
        assert not found.summary
        assert not any(group.lane is Lane.RECALL for group in staying_groups)


@THOROUGH
@given(EVERYONE, questions())
def test_a_message_is_told_once(strategy: Strategy, question: Question) -> None:
    found = fitted(question, strategy)
    if found is None:
        return
    window = {piece.id for group in staying(question, found) if group.place >= 0 for piece in group.pieces}
    recalled = {
        (span.message_id, group.rank)
        for group in staying(question, found)
        if group.lane is Lane.RECALL
        for span in group.sources
    }
    summarised = {span.message_id for item in found.summary for span in item.sources}
    assert len({message_id for message_id, _ in recalled}) == len(recalled)
    assert not window & {message_id for message_id, _ in recalled}
    assert not summarised & (window | {message_id for message_id, _ in recalled})


@THOROUGH
@given(EVERYONE, questions())
def test_summary_and_recall_are_where_they_are_wanted_and_within_their_lanes(
    strategy: Strategy, question: Question
) -> None:
    found = fitted(question, strategy)
    if found is None:
        return
    uses = {use.lane: use for use in found.lanes}
    for lane in (Lane.SUMMARY, Lane.RECALL):
        assert uses[lane].used <= uses[lane].room
    if question.use_summary is False:
        assert not found.summary
    if question.use_recall is False:
        assert not any(group.lane is Lane.RECALL for group in staying(question, found))
    assert all(group.relevant for group in staying(question, found) if group.lane is Lane.RECALL)


@THOROUGH
@given(OURS, questions())
def test_no_correction_is_needed_and_no_lane_is_overdrawn(strategy: Strategy, question: Question) -> None:
    found = fitted(question, strategy)
    if found is None:
        return
    assert found.restored == 0
    assert found.cut == 0
    for use in found.lanes:
        assert use.used <= use.room or use.lane is Lane.CONSTANT_LORE
    over = any(use.used > use.room for use in found.lanes)
    assert over == any(warning.code == ReasonCode.CONSTANT_LORE_OVER for warning in found.warnings)


@THOROUGH
@given(OURS, questions())
def test_everything_stays_where_everything_fits(strategy: Strategy, question: Question) -> None:
    """Only the lanes hold back what is over them, and nothing is summarised that was not out before."""
    room = 100 * sum(group.cost for group in question.groups) + 10_000
    lanes = replace(question.lanes, keyed_lore=40, memory=40, history=0, recall=20, summary=20)
    question = replace(question, room=room, lanes=lanes)
    found = fitted(question, strategy)
    assert found is not None
    assert all(group.lane is Lane.RECALL for group in question.groups if group.id in found.dropped)
    window = {piece.id for group in question.groups if group.place >= 0 for piece in group.pieces}
    assert not any(span.message_id in window for item in found.summary for span in item.sources)


@THOROUGH
@given(st.sampled_from(["truncate", "summarize", "manual"]), questions())
def test_the_oldest_leave_first(name: str, question: Question) -> None:
    found = fitted(question, BUILT_IN[name])
    if found is None:
        return
    history = [group for group in question.groups if group.lane is Lane.HISTORY]
    out = [group.id in found.dropped for group in history]
    assert out == sorted(out, reverse=True)
    if any(out):
        assert all(group.id in found.dropped for group in question.groups if group.lane is Lane.EXAMPLES)


@THOROUGH
@given(questions())
def test_vector_recall_never_parts_an_answer_from_its_question(question: Question) -> None:
    found = fitted(question, BUILT_IN["vector-recall"])
    if found is None:
        return
    for exchange in exchanges(question.groups):
        out = {group.id in found.dropped for group in exchange.groups if not group.protected}
        assert len(out) <= 1


@THOROUGH
@given(questions())
def test_vector_recall_lets_nothing_relevant_leave_while_an_exchange_might(question: Question) -> None:
    found = fitted(question, BUILT_IN["vector-recall"])
    if found is None or found.dropped.keys() <= {group.id for group in question.groups if group.lane is Lane.RECALL}:
        return
    left = {id_ for id_, why in found.dropped.items() if not why.code.startswith("trimmed.over-lane")}
    history = [group for group in question.groups if group.lane is Lane.HISTORY]
    lookups = [group for group in question.groups if group.lane in {Lane.KEYED_LORE, Lane.MEMORY}]
    if any(group.id in left for group in history):
        assert not any(group.id not in found.dropped and not group.relevant for group in lookups)


@THOROUGH
@given(OURS, questions(), st.integers(1, 120))
def test_more_room_loses_nothing_of_a_higher_class_for_something_lower(
    strategy: Strategy, question: Question, more: int
) -> None:
    plain = replace(question, cut_in_steps=False, sentences=(), use_recall=False)
    before, after = fitted(plain, strategy), fitted(replace(plain, room=plain.room + more), strategy)
    if before is None or after is None:
        return
    for lane in (Lane.KEYED_LORE, Lane.MEMORY):
        members = [group for group in plain.groups if group.lane is lane]
        worths = [
            [
                sum(value(group) for group in members if group.rank == rank and group.id not in found.dropped)
                for rank in (2, 1, 0)
            ]
            for found in (before, after)
        ]
        assert worths[1] >= worths[0]


@THOROUGH
@given(OURS, questions())
def test_the_same_question_has_the_same_answer(strategy: Strategy, question: Question) -> None:
    first = fitted(question, strategy)
    again = fitted(replace(question, groups=tuple(question.groups)), strategy)
    assert first == again
