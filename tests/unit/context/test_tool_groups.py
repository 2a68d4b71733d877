"""H-18: a tool call and its results stay or leave together, and nothing is sent that a server refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.plan import Disposition
from desktop_app.context.request import BranchMessage
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.message import MessageFlags, OpaquePart, Role, TextPart
from tests.fakes.providers import WordCounter
from tests.unit.context.material import (
    FREE,
    assistant,
    block_of,
    call,
    included,
    reasons_of_runs,
    request,
    result,
    tool,
    user,
    words,
)
from tests.unit.context.wire_check import complaints

COUNTER = WordCounter()

PARALLEL = (
    user("m1", words("m1", 10)),
    assistant("m2", "I look.", call("a"), call("b")),
    tool("m3", result("a", words("m3", 10))),
    tool("m4", result("b", words("m4", 10))),
    assistant("m5", words("m5", 10)),
    user("m6", words("m6", 10)),
)


def test_parallel_calls_are_told_with_their_results() -> None:
    plan = build(request(*PARALLEL), COUNTER)
    asked = plan.messages[1]
    assert asked.content == "I look."
    assert [(made.call_id, made.name, made.arguments) for made in asked.tool_calls] == [
        ("a", "search", '{"q": "ships"}'),
        ("b", "search", '{"q": "ships"}'),
    ]
    assert [(message.role, message.tool_call_id) for message in plan.messages[2:4]] == [
        (Role.TOOL, "a"),
        (Role.TOOL, "b"),
    ]
    assert complaints(plan.messages) == []


@pytest.mark.parametrize("limit", range(10, 80))
def test_no_limit_cuts_between_a_call_and_its_results(limit: int) -> None:
    plan = build(replace(request(*PARALLEL), limit=limit, reserve=0, overhead=FREE), COUNTER)
    kept = {"m2", "m3", "m4"} & set(included(plan))
    assert kept in (set(), {"m2", "m3", "m4"})
    assert complaints(plan.messages) == []
    assert plan.used <= limit


def test_excluding_one_part_takes_the_others_along() -> None:
    branch = list(PARALLEL)
    branch[3] = replace(branch[3], flags=MessageFlags(excluded=True))
    plan = build(request(*branch), COUNTER)
    assert included(plan) == ["m1", "m5", "m6"]
    assert reasons_of_runs(plan) == [
        ("m2", "m3", 2, "excluded.tool-partner"),
        ("m4", "m4", 1, "excluded.by-user"),
    ]


def test_one_protected_part_holds_the_others() -> None:
    branch = list(PARALLEL)
    branch[3] = replace(branch[3], flags=MessageFlags(always_in_context=True))
    plan = build(replace(request(*branch), limit=45, reserve=0, overhead=FREE), COUNTER)
    assert included(plan) == ["m2", "m3", "m4", "m6"]
    assert block_of(plan, "m3").reason.code == "included.always-in-context"


def test_a_group_of_which_a_text_is_missing_is_out_as_a_whole() -> None:
    branch = (replace(PARALLEL[1], parts=None), *PARALLEL[2:])
    plan = build(request(*branch), COUNTER)
    assert included(plan) == ["m5", "m6"]
    assert reasons_of_runs(plan) == [("m2", "m4", 3, "trimmed.older-than-window")]


def test_results_without_ids_belong_to_the_calls_in_their_order() -> None:
    plan = build(
        request(assistant("m1", call(""), call("")), tool("m2", result("", "x")), tool("m3", "plain")), COUNTER
    )
    ids = [made.call_id for made in plan.messages[0].tool_calls]
    assert len(set(ids)) == 2
    assert [message.tool_call_id for message in plan.messages[1:]] == ids
    assert [message.content for message in plan.messages[1:]] == ["x", "plain"]


def test_results_in_another_order_find_their_call_by_its_id() -> None:
    plan = build(request(assistant("m1", call("a"), call("b")), tool("m2", result("b"), result("a"))), COUNTER)
    assert [message.tool_call_id for message in plan.messages] == ["", "b", "a"]


def test_one_message_with_call_result_and_answer_becomes_three() -> None:
    plan = build(request(assistant("m1", "I look.", call("a"), result("a"), "Found it."), draft="Good"), COUNTER)
    assert [message.role for message in plan.messages] == [Role.ASSISTANT, Role.TOOL, Role.ASSISTANT, Role.USER]
    assert block_of(plan, "m1").rendered == (0, 1, 2)
    assert complaints(plan.messages) == []


@pytest.mark.parametrize(
    ("branch", "left"),
    [
        ((assistant("m1", call("a")), user("m2")), ["m2"]),
        ((assistant("m1", "Hm.", call("a")), user("m2")), ["m1", "m2"]),
        ((user("m1"), tool("m2", result("a"))), ["m1"]),
        ((assistant("m1", call("a"), call("b")), tool("m2", result("a")), user("m3")), ["m1", "m2", "m3"]),
        ((assistant("m1", call("a")), tool("m2", result("x")), tool("m3", result("a"))), ["m1", "m3"]),
        ((assistant("m1", call("a")), user("m2"), tool("m3", result("a"))), ["m2"]),
        ((assistant("m1", call("a"), call("b"), result("a"), "So."), tool("m2", result("b"))), ["m1"]),
        ((assistant("m1", call("a")), tool("m2", "Text first", result("a"))), ["m2"]),
        ((user("m1", "Look!", call("a"), result("a")),), ["m1"]),
        ((user("m1"), assistant("m2", OpaquePart("x", "{}"))), ["m1"]),
    ],
)
def test_what_has_no_partner_is_not_sent(branch: tuple[BranchMessage, ...], left: list[str]) -> None:
    plan = build(request(*branch), COUNTER)
    assert included(plan) == left
    assert complaints(plan.messages) == []
    out = {block.reason.code for block in plan.blocks if block.disposition is Disposition.EXCLUDED}
    assert out <= {"excluded.unmatched-tool", "excluded.empty"}


def test_an_empty_result_is_told_as_empty() -> None:
    plan = build(request(assistant("m1", call("a")), tool("m2", result("a", " \n"))), COUNTER)
    assert plan.messages[1].content == "(empty)"


def test_alternation_leaves_calls_and_results_alone() -> None:
    branch = (user("m0"), *PARALLEL[1:5], assistant("m7", TextPart("More")), user("m8"))
    plan = build(request(*branch, role_style=RoleStyle.ALTERNATE), COUNTER)
    assert [message.role.value for message in plan.messages] == [
        "user",
        "assistant",
        "tool",
        "tool",
        "assistant",
        "user",
    ]
    assert complaints(plan.messages) == []
