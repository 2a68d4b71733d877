"""Send finds what the preview showed, whatever the background made in between; what the person changed counts at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.context.request import BranchMessage, ContextRequest, RecallCandidate, Relevance
from desktop_app.domain.chat import Chat, ChatContext
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.message import MessageFlags, Role, TextPart
from desktop_app.domain.settings import RecallSettings, Settings
from desktop_app.services.answering import WhatIf
from desktop_app.services.events import (
    BranchChanged,
    ChatChanged,
    ChatRemoved,
    Event,
    EventBus,
    SettingsChanged,
    SummaryChanged,
)
from desktop_app.services.shown_requests import ShownRequests
from tests.fakes.program import Program
from tests.unit.services.recall_material import recalling, recalling_chat, small_talk, told
from tests.unit.services.scenario import in_a_loop, run

INPUT = "And what of the lamp in the window?"
WANTS = ChatContext()


async def chat_without_segments(program: Program, strategy: str) -> str:
    """A chat whose summary and recall the background has yet to take up."""
    chat_id = await recalling_chat(program)
    await program.chats.set_context(chat_id, lambda known: replace(known, use_summary=True))
    await program.chats.set_strategy(chat_id, strategy)
    await told(program, chat_id, *small_talk(60))
    return chat_id


async def sent(program: Program, chat_id: str) -> ContextPlan:
    """The plan by which the input was answered."""
    turn = await program.chats.send(chat_id, INPUT)
    plan = await program.context.stored_plan(turn.message_id)
    assert plan is not None
    return plan


@pytest.mark.parametrize("strategy", ["truncate", "summarize", "vector-recall", "manual"])
def test_what_the_background_makes_between_preview_and_send_is_for_the_next_preview(strategy: str) -> None:
    async def scenario(program: Program) -> None:
        chat_id = await chat_without_segments(program, strategy)
        shown = await program.context.preview(chat_id, INPUT, wait=True)
        await program.summaries.keep_up(chat_id)
        assert program.state.segments

        plan = await sent(program, chat_id)

        assert (plan.fingerprint, plan.messages) == (shown.fingerprint, shown.messages)

    run(scenario, recalling(limit=900))


def test_a_preview_after_it_shows_what_the_background_made_and_send_keeps_to_that() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await chat_without_segments(program, "summarize")
        before = await program.context.preview(chat_id, INPUT, wait=True)
        await program.summaries.keep_up(chat_id)
        after = await program.context.preview(chat_id, INPUT, wait=True)
        tried = await program.context.preview(chat_id, INPUT, what_if=WhatIf("manual", limit=600), wait=True)

        plan = await sent(program, chat_id)

        assert plan.fingerprint == after.fingerprint
        assert len({before.fingerprint, after.fingerprint, tried.fingerprint}) == 3

    run(scenario, recalling(limit=900))


def test_what_the_person_took_out_of_the_summary_is_not_sent() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await chat_without_segments(program, "summarize")
        secret = await program.summaries.add(chat_id, "The safe code is four seven one one.")
        shown = await program.context.preview(chat_id, INPUT, wait=True)
        assert any("four seven" in message.content for message in shown.messages)
        await program.summaries.remove(chat_id, secret.id)

        plan = await sent(program, chat_id)

        assert not any("four seven" in message.content for message in plan.messages)

    run(scenario, recalling(limit=900))


def test_recall_that_was_switched_off_recalls_nothing() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await chat_without_segments(program, "truncate")
        shown = await program.context.preview(chat_id, INPUT, wait=True)
        assert any(block.kind is BlockKind.RECALL for block in shown.blocks)
        await program.settings.change(lambda known: replace(known, recall=replace(known.recall, enabled=False)))

        plan = await sent(program, chat_id)

        assert not any(block.kind is BlockKind.RECALL for block in plan.blocks)

    run(scenario, recalling(limit=900))


# ---- the memory itself


def row(number: int, **changes: object) -> BranchMessage:
    made = BranchMessage(f"m{number}", 1, Role.USER, 3, parts=(TextPart(f"Text {number}."),))
    return replace(made, **changes)


def asked(**changes: object) -> ContextRequest:
    """A question for which nothing is found yet."""
    plain = ContextRequest("chat", "model", 1000, 100, "summarize", branch=(row(0), row(1)), now_minutes=500)
    return replace(plain, **changes)


def found(request: ContextRequest, *, minutes_ago: int = 10, chat_title: str = "") -> ContextRequest:
    """The same question, with something of each kind found for it."""
    relevance = Relevance(0.5, 0.2)
    passage = RecallCandidate("p", "Old.", (), relevance, minutes_ago=minutes_ago, chat_title=chat_title)
    return replace(request, relevance={"m0": relevance}, recall=(passage,), summary=(SummarySentence("s", "So.", ()),))


def shown_on(bus: EventBus, request: ContextRequest) -> ShownRequests:
    shown = ShownRequests(bus)
    shown.show(request, WANTS, shown.changes)
    return shown


@in_a_loop
async def test_the_same_question_finds_the_same_and_what_is_old_grows_older() -> None:
    shown = shown_on(EventBus(), replace(found(asked()), safety=40))

    again = await shown.as_shown(asked(now_minutes=503), WANTS)

    assert again == replace(found(asked(), minutes_ago=13), now_minutes=503)


@in_a_loop
async def test_an_age_that_nobody_knows_stays_unknown() -> None:
    shown = shown_on(EventBus(), found(asked(), minutes_ago=0))

    again = await shown.as_shown(asked(now_minutes=503), WANTS)

    assert again is not None
    assert again.recall[0].minutes_ago == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"chat_id": "another"},
        {"strategy": "truncate"},
        {"reroll": 1},
        {"branch": (row(0),)},
        {"branch": (row(0), row(2))},
        {"branch": (row(0), row(1, revision=2))},
        {"branch": (row(0), row(1, flags=MessageFlags(never_send=True)))},
        {"branch": (row(0, parts=None, flags=MessageFlags(never_send=True)), row(1))},
    ],
)
@in_a_loop
async def test_another_question_is_looked_for_anew(changes: dict[str, object]) -> None:
    shown = shown_on(EventBus(), found(asked()))

    assert await shown.as_shown(asked(**changes), WANTS) is None


@in_a_loop
async def test_a_chat_that_wants_something_else_of_the_engine_asks_anew() -> None:
    shown = shown_on(EventBus(), found(asked()))

    assert await shown.as_shown(asked(), replace(WANTS, recall_enabled=False)) is None


@in_a_loop
async def test_a_text_that_is_too_far_back_to_be_read_makes_no_other_question() -> None:
    shown = shown_on(EventBus(), found(asked()))

    assert await shown.as_shown(asked(branch=(row(0, parts=None, tokens=9, exact=False), row(1))), WANTS) is not None


@in_a_loop
async def test_where_something_is_pending_nothing_is_kept_to() -> None:
    shown = shown_on(EventBus(), found(asked()))
    shown.show(replace(found(asked()), pending=("recall",)), WANTS, shown.changes)

    assert await shown.as_shown(asked(), WANTS) is None


@in_a_loop
async def test_what_a_change_overtook_is_not_kept() -> None:
    bus = EventBus()
    shown = ShownRequests(bus)
    begun_at = shown.changes
    bus.publish(SummaryChanged("chat"))
    shown.show(found(asked()), WANTS, begun_at)

    assert await shown.as_shown(asked(), WANTS) is None


@pytest.mark.parametrize(
    ("event", "of_another", "kept"),
    [
        (SummaryChanged("chat", in_background=True), False, True),
        (SummaryChanged("chat"), False, False),
        (SettingsChanged(Settings(recall=RecallSettings(enabled=False))), False, False),
        (BranchChanged("chat"), True, True),
        (BranchChanged("other"), False, True),
        (BranchChanged("other"), True, False),
        (ChatChanged(Chat("other", "Title")), True, False),
        (ChatRemoved("other"), True, False),
        (ChatRemoved("chat"), False, False),
    ],
)
@in_a_loop
async def test_what_ends_it(event: Event, of_another: bool, kept: bool) -> None:
    """``of_another``: a passage of another chat was recalled."""
    bus = EventBus()
    shown = shown_on(bus, found(asked(), chat_title="Other" if of_another else ""))

    bus.publish(event)

    assert (await shown.as_shown(asked(), WANTS) is not None) is kept


@in_a_loop
async def test_only_the_last_few_chats_are_remembered() -> None:
    shown = ShownRequests(EventBus())
    for number in range(5):
        shown.show(found(asked(chat_id=f"chat{number}")), WANTS, shown.changes)

    known = [await shown.as_shown(asked(chat_id=f"chat{number}"), WANTS) is not None for number in range(5)]

    assert known == [False, True, True, True, True]
