"""The promise of the limit, asked a hundred thousand times (``bash packaging/long.sh``): any request, under any strategy.

Books, memories, passages and summaries are in half of the requests; a third of the strategies are hostile. Making up a
request takes many times as long as planning it, so each is asked ``WAYS`` times: every time with another limit, another
reserve and another strategy. What becomes of it is a plan of its own each time.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.context.asking import ask
from desktop_app.context.builder import build, finish, prepare
from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.context.request import ContextRequest
from desktop_app.context.strategies import BUILT_IN
from desktop_app.context.strategies.base import Strategy
from desktop_app.context.tool_calls import wire_text
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.ports import TokenCounter
from tests.unit.context.chances import asked, deciders
from tests.unit.context.wire_check import complaints

PARTS = 100
WAYS = 4
TOO_MUCH = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
REQUESTS = 100_000 // PARTS // WAYS

_WAY = st.tuples(st.integers(0, 250), st.integers(0, 40), deciders())


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))  # each is told as it ends
@settings(max_examples=REQUESTS, suppress_health_check=TOO_MUCH)
@given(asked(), st.lists(_WAY, min_size=WAYS, max_size=WAYS))
def test_no_request_of_a_hundred_thousand_is_over_its_budget(
    part: int, question: tuple[ContextRequest, TokenCounter], ways: list[tuple[int, int, Strategy]]
) -> None:
    request, counter = question
    for limit, reserve, strategy in ways:
        check_plan(replace(request, limit=limit, reserve=reserve), counter, strategy)


def check_plan(request: ContextRequest, counter: TokenCounter, strategy: Strategy) -> None:
    """The plan, where there is one, holds the limit, adds up, can be sent and tells nothing twice."""
    try:
        plan = _plan(request, counter, strategy)
    except ContextTooLargeError:
        return
    assert plan.used + request.reserve + request.safety <= request.limit
    assert sum(counter.count(wire_text(message)).tokens for message in plan.messages) <= plan.used
    assert complaints(plan.messages) == []
    assert _told_twice(plan, request) == set()


def _plan(request: ContextRequest, counter: TokenCounter, strategy: Strategy) -> ContextPlan:
    """As ``build`` makes it with a strategy of the house, as a service makes it with a plugin's."""
    if strategy in BUILT_IN.values():
        return build(replace(request, strategy=strategy.name), counter)
    prepared = prepare(request, counter)
    answer = ask(strategy, prepared.question)
    return finish(prepared, answer.strategy, answer.decision, answer.warnings)


def _told_twice(plan: ContextPlan, request: ContextRequest) -> set[str]:
    """The messages of the branch that are in the window and told once more by a passage or the summary."""
    branch = {row.id for row in request.branch}
    own_recall = {f"recall.{candidate.id}" for candidate in request.recall if not candidate.chat_title}
    inside = [block for block in plan.blocks if block.rendered]
    window = {block.origin_id for block in inside if block.kind in {BlockKind.HISTORY, BlockKind.INPUT}}
    recalled = {source for block in inside if block.id in own_recall for source in block.sources}
    summarised = {source for block in inside if block.kind is BlockKind.SUMMARY for source in block.sources}
    return branch & ((window & recalled) | (window & summarised) | (recalled & summarised))
