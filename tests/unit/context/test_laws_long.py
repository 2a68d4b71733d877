"""The promise of the limit, asked a hundred thousand times (``bash packaging/long.sh``)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from desktop_app.context.builder import finish, prepare
from desktop_app.context.request import ContextRequest
from desktop_app.context.strategies.base import Decision
from desktop_app.context.tool_calls import wire_text
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.ports import TokenCounter
from tests.unit.context.chances import asked, decisions
from tests.unit.context.wire_check import complaints


@pytest.mark.long
@pytest.mark.parametrize("part", range(50))  # a single test may take five minutes
@settings(max_examples=2_000, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(asked(), decisions())
def test_no_request_of_a_hundred_thousand_is_over_its_budget(
    part: int, question: tuple[ContextRequest, TokenCounter], decision: Decision
) -> None:
    request, counter = question
    try:
        plan = finish(prepare(request, counter), "plugin", decision)
    except ContextTooLargeError:
        return
    assert plan.used + request.reserve + request.safety <= request.limit
    assert sum(counter.count(wire_text(message)).tokens for message in plan.messages) <= plan.used
    assert complaints(plan.messages) == []
