"""What is asked of a strategy that does not do what it should."""

from __future__ import annotations

import pytest

from desktop_app.context.asking import ask
from desktop_app.context.builder import build, finish, prepare
from desktop_app.context.strategies.base import Question, Strategy
from desktop_app.context.strategies.truncate import Truncate
from tests.fakes.providers import WordCounter
from tests.fakes.strategies import FakeStrategy, hostile_strategies
from tests.unit.context.groups import messages, said
from tests.unit.context.material import dialogue, request

QUESTION = Question((*messages(*[40] * 6), said(20, 6)), 150)
FAILING = [item for item in hostile_strategies() if item.name.startswith(("fails", "answers", "gives", "drops-a"))]


@pytest.mark.parametrize("strategy", FAILING, ids=lambda item: item.name)
def test_one_that_fails_or_talks_nonsense_is_replaced_by_truncate_with_a_notice(strategy: Strategy) -> None:
    answer = ask(strategy, QUESTION)
    assert answer.strategy == "truncate"
    assert answer.decision == Truncate().decide(QUESTION)
    assert [notice.code for notice in answer.warnings] == ["warning.strategy-failed"]
    assert answer.warnings[0].params["strategy"] == strategy.name
    assert answer.warnings[0].sentence.endswith("the oldest messages were left out instead.")


def test_the_notice_says_what_went_wrong() -> None:
    fails = next(item for item in hostile_strategies() if item.name == "fails")
    assert ask(fails, QUESTION).warnings[0].params["error"] == "ZeroDivisionError"


def test_a_sensible_answer_is_taken_as_it_is() -> None:
    answer = ask(Truncate(), QUESTION)
    assert answer.decision == Truncate().decide(QUESTION)
    assert answer.strategy == "truncate"
    assert not answer.warnings


def test_a_note_is_no_longer_than_a_note() -> None:
    chatty = FakeStrategy("chatty", lambda question: type(Truncate().decide(question))(note="very " * 1000))
    assert len(ask(chatty, QUESTION).decision.note) == 300


@pytest.mark.parametrize("strategy", hostile_strategies(), ids=lambda item: item.name)
def test_a_plan_comes_of_every_answer(strategy: Strategy) -> None:
    asked = request(*dialogue(20), draft="Hi", limit=140, reserve=20)
    prepared = prepare(asked, WordCounter())
    answer = ask(strategy, prepared.question)
    plan = finish(prepared, answer.strategy, answer.decision, answer.warnings)
    assert plan.used <= 120
    assert plan.messages[-1].content == "Hi"
    fallback = build(asked, WordCounter())
    assert (plan.messages == fallback.messages) or strategy.name not in {item.name for item in FAILING}
