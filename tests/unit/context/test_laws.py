"""The engine's laws, for any request and any decision."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import assume, given, reject
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from desktop_app.assets import read_text
from desktop_app.context.builder import build, finish, prepare
from desktop_app.context.engine_memory import EngineMemory
from desktop_app.context.plan import BlockKind, ContextPlan, Disposition, EntryKind
from desktop_app.context.plan_entries import near
from desktop_app.context.plan_json import plan_to_json
from desktop_app.context.plan_store import dump, load
from desktop_app.context.request import ContextRequest
from desktop_app.context.strategies.base import Decision
from desktop_app.context.tool_calls import wire_text
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.lore import Position
from desktop_app.domain.message import MessageKind, Role, text_of
from desktop_app.domain.ports import TokenCounter
from tests.examples import examples
from tests.unit.context.chances import asked, decisions
from tests.unit.context.wire_check import complaints, turn_complaints

# Enough to find a broken rule; test_laws_long asks a hundred thousand times.
THOROUGH = examples(60)
SCHEMA = Draft202012Validator(json.loads(read_text("schemas/plan.schema.json")))


def fits_the_schema(data: dict[str, Any]) -> bool:
    """Whether a value is what the schema promises."""
    return SCHEMA.is_valid(data)  # pyright: ignore[reportUnknownMemberType]  # jsonschema types its own parameter partly


def plan_of(question: tuple[ContextRequest, TokenCounter], decision: Decision | None = None) -> ContextPlan:
    """The plan for it; requests that cannot have one are passed over."""
    request, counter = question
    try:
        return build(request, counter) if decision is None else finish(prepare(request, counter), "plugin", decision)
    except ContextTooLargeError:
        reject()


@THOROUGH
@given(asked(), decisions())
def test_prompt_and_reserve_fit_whatever_is_decided(
    question: tuple[ContextRequest, TokenCounter], decision: Decision
) -> None:
    request, counter = question
    plan = plan_of(question, decision)
    assert plan.used + request.reserve + request.safety <= request.limit
    assert plan.available == request.limit - request.reserve - request.safety
    within = sum(block.tokens for block in plan.blocks if block.disposition is Disposition.INCLUDED)
    assert within + plan.overhead == plan.used
    overhead = request.overhead
    sent = sum(
        counter.count(wire_text(message)).tokens
        + overhead.per_message
        + (overhead.per_name + counter.count(message.name).tokens if message.name else 0)
        for message in plan.messages
    )
    assert sent + (overhead.per_request if plan.messages else 0) <= plan.used


@THOROUGH
@given(asked(), decisions())
def test_nothing_is_sent_that_servers_refuse(question: tuple[ContextRequest, TokenCounter], decision: Decision) -> None:
    plan = plan_of(question, decision)
    assert complaints(plan.messages) == []
    style = question[0].role_style
    if style is RoleStyle.ALTERNATE:
        assert turn_complaints(plan.messages) == []
    if style in {RoleStyle.SYSTEM_FIRST, RoleStyle.SYSTEM_AS_USER}:
        assert not any(message.role is Role.SYSTEM for message in plan.messages[1:])


@THOROUGH
@given(asked(), decisions())
def test_every_message_is_in_a_block_or_in_exactly_one_run(
    question: tuple[ContextRequest, TokenCounter], decision: Decision
) -> None:
    request = question[0]
    plan = plan_of(question, decision)
    order = [row.id for row in request.branch]
    if request.draft is not None and request.draft.text.strip():
        order.append(request.draft.id)
    found = [block.id for block in plan.blocks if block.kind in {BlockKind.HISTORY, BlockKind.INPUT}]
    for run in plan.dropped:
        first, last = order.index(run.first_id), order.index(run.last_id)
        assert last - first + 1 == run.count
        found.extend(order[first : last + 1])
    assert sorted(found, key=order.index) == order
    assert all(bool(block.rendered) == (block.disposition is Disposition.INCLUDED) for block in plan.blocks)


@THOROUGH
@given(asked(), decisions())
def test_every_entry_has_exactly_one_trace_and_is_in_where_it_says_so(
    question: tuple[ContextRequest, TokenCounter], decision: Decision
) -> None:
    request = question[0]
    plan = plan_of(question, decision)
    lore = [(EntryKind.LORE, linked.book.id, entry.id) for linked in request.books for entry in linked.book.entries]
    memories = [(EntryKind.MEMORY, "", memory.id) for memory in request.memories]
    assert [(trace.kind, trace.book_id, trace.entry_id) for trace in plan.entries] == [*lore, *memories]
    outlets = {
        entry.id for linked in request.books for entry in linked.book.entries if entry.position is Position.OUTLET
    }
    blocks = {block.origin_id: block for block in plan.blocks if block.kind in {BlockKind.LORE, BlockKind.MEMORY}}
    for trace in plan.entries:
        block = blocks.pop(trace.entry_id, None)
        if trace.entry_id in outlets:
            assert block is None
        elif trace.included:
            assert block is not None
            assert block.disposition is Disposition.INCLUDED
        assert block is None or block.reason == trace.reason
    assert not blocks
    assert [item.entry_id for item in plan.activated] == [trace.entry_id for trace in plan.entries if trace.included]


@THOROUGH
@given(asked(), decisions())
def test_the_summary_stands_directly_before_the_input(
    question: tuple[ContextRequest, TokenCounter], decision: Decision
) -> None:
    plan = plan_of(question, decision)
    kinds = [
        block.kind
        for block in plan.blocks
        if block.disposition is Disposition.INCLUDED and block.kind is not BlockKind.LORE
    ]
    if BlockKind.SUMMARY in kinds and BlockKind.INPUT in kinds:
        assert kinds[kinds.index(BlockKind.SUMMARY) + 1] is BlockKind.INPUT


@THOROUGH
@given(asked(), decisions())
def test_what_the_person_keeps_back_is_in_no_block_and_no_message(
    question: tuple[ContextRequest, TokenCounter], decision: Decision
) -> None:
    plan = plan_of(question, decision)
    back = {row.id for row in question[0].branch if not row.flags.sendable or row.kind is MessageKind.NOTE}
    assert not back & {block.id for block in plan.blocks}


@THOROUGH
@given(asked(), decisions())
def test_the_newest_user_message_is_in(question: tuple[ContextRequest, TokenCounter], decision: Decision) -> None:
    request = question[0]
    plan = plan_of(question, decision)
    if request.draft is not None and request.draft.text.strip():
        newest = request.draft.id
    else:
        told = [
            row
            for row in request.branch
            if row.role is Role.USER and row.flags.sendable and row.kind is not MessageKind.NOTE and row.parts
        ]
        assume(told and text_of(told[-1].parts or ()).strip())
        newest = told[-1].id
    inside = {block.id for block in plan.blocks if block.disposition is Disposition.INCLUDED}
    assert newest in inside
    assert next(block.kind for block in plan.blocks if block.id == newest) is BlockKind.INPUT


@THOROUGH
@given(asked(), decisions())
def test_groups_are_never_split(question: tuple[ContextRequest, TokenCounter], decision: Decision) -> None:
    request, counter = question
    try:
        prepared = prepare(request, counter)
        plan = finish(prepared, "plugin", decision)
    except ContextTooLargeError:
        return
    inside = {block.id for block in plan.blocks if block.disposition is Disposition.INCLUDED}
    for group in prepared.question.groups:
        told = [piece.id in inside for piece in group.pieces if piece.silent is None]
        assert all(told) or not any(told)


@THOROUGH
@given(asked())
def test_the_same_request_has_the_same_plan(question: tuple[ContextRequest, TokenCounter]) -> None:
    request, counter = question
    memory = EngineMemory()
    first = plan_of(question)
    assert build(request, counter, memory) == first
    assert build(request, counter, memory) == first
    assert build(replace(request, branch=tuple(request.branch)), counter, memory) == first


@THOROUGH
@given(asked(), decisions())
def test_a_stored_plan_comes_back_exactly(question: tuple[ContextRequest, TokenCounter], decision: Decision) -> None:
    plan = plan_of(question, decision)
    assert load(dump(plan)) == replace(plan, entries=near(plan.entries))


@THOROUGH
@given(asked(), decisions())
def test_the_json_keeps_its_promise(question: tuple[ContextRequest, TokenCounter], decision: Decision) -> None:
    data = json.loads(json.dumps(plan_to_json(plan_of(question, decision))))
    assert fits_the_schema(data)


@given(asked(), st.integers(0, 30_000_000))
@examples(60)
def test_the_minute_counts_only_where_a_clock_was_read(
    question: tuple[ContextRequest, TokenCounter], minute: int
) -> None:
    request, counter = question
    card = request.character
    clock = card is not None and "{{time}}" in card.system_prompt
    assume(minute != request.now_minutes)
    one = prepare(request, counter).fingerprint
    other = prepare(replace(request, now_minutes=minute), counter).fingerprint
    assert (one != other) == clock


def test_the_schema_is_a_schema_and_can_fail() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)
    assert not fits_the_schema({"format": 2})
