"""Random changes of a chat against its messages themselves: nothing stale is told, nothing of another branch."""

from __future__ import annotations

import asyncio
import random

import pytest

from desktop_app.domain.memory import SummaryMaker
from desktop_app.domain.message import Message, Role
from desktop_app.services import events
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.summary_branch import standing
from tests.fakes.program import Program, make_program
from tests.unit.services.summary_material import add_message, branch_of, told_chat


def test_no_stale_sentence_is_told_after_a_thousand_random_operations() -> None:
    """Send, edit, delete, exclude, restore, fork, variant; against the messages themselves, the summary made now and then."""

    async def scenario() -> None:
        chance = random.Random(5)
        program = make_program()
        chat, ids = await told_chat(program, 44)
        for step in range(1_000):
            branch = [each for each in await program.branch_messages(chat.id) if each.role is not Role.SYSTEM]
            await _change(program, chat.id, branch, chance, ids, step)
            if chance.random() < 0.3:
                await program.summaries.keep_up(chat.id)
            texts = {each.id: each for each in await program.branch_messages(chat.id)}
            told = await program.summaries.sentences(chat.id, await branch_of(program, chat.id))
            for sentence in told:
                for source in sentence.sources:
                    message = texts[source.message_id]  # of this branch
                    assert message.flags.sendable
                    assert message.text[source.start : source.end] == sentence.text
            if step % 50 == 0:
                await program.summaries.keep_up(chat.id)
                sources = {source.message_id for each in told for source in each.sources}
                assert sources == {each.id for each in texts.values() if each.flags.sendable}, "and nobody is forgotten"

    asyncio.run(scenario())


async def _change(
    program: Program, chat_id: str, branch: list[Message], chance: random.Random, ids: list[str], step: int
) -> None:
    message = chance.choice(branch)
    match chance.randrange(7):
        case 0:
            await add_message(program, chat_id, f"Step {step}: Olga has {step} crowns.", ids, parent=branch[-1].id)
        case 1:
            await program.chats.edit(message.id, f"Changed in {step}, said Marten.")
        case 2:
            await program.chats.delete_message(message.id)
        case 3:
            await program.marks.mark(
                chat_id, [message.id], chance.choice([MessageMark.EXCLUDE, MessageMark.NEVER_SEND])
            )
        case 4:
            await program.marks.mark(chat_id, [each.id for each in branch], MessageMark.RESTORE)
            await program.chats.restore_message(message.id)
        case 5:
            below = branch[max(0, len(branch) - chance.randint(2, 12))]
            await add_message(program, chat_id, f"A fork in {step} by Anna.", ids, parent=below.id)
        case _:
            await program.chats.choose_variant(message.id, chance.choice([-1, 1]))
    if chance.random() < 0.5:
        program.bus.publish(events.BranchChanged(chat_id))


def _steps(long: bool) -> int:
    return 10_000 if long else 500


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_nothing_leaks_from_one_branch_to_another(long: bool) -> None:
    """Random forks, variants and edits: every sentence is of the visible branch, and a fork stores nothing."""

    async def scenario() -> None:
        chance = random.Random(9)
        program = make_program()
        chat, ids = await told_chat(program, 30)
        for step in range(_steps(long)):
            branch = await program.branch_messages(chat.id)
            before = list(program.state.segments)
            match chance.randrange(3):
                case 0:
                    below = branch[max(0, len(branch) - chance.randint(2, 9))]
                    await add_message(program, chat.id, f"Fork {step} of Anna.", ids, parent=below.id)
                    assert program.state.segments == before
                case 1:
                    await program.chats.choose_variant(chance.choice(branch).id, chance.choice([-1, 1]))
                case _:
                    await program.chats.edit(chance.choice(branch).id, f"Edit {step} by Olga.")
            if len(branch) < 30:
                await add_message(program, chat.id, f"Step {step} further.", ids, parent=await _tip(program, chat.id))
            await program.summaries.keep_up(chat.id)
            rows = await branch_of(program, chat.id)
            texts = {each.id: each.text for each in await program.branch_messages(chat.id)}
            for sentence in await program.summaries.sentences(chat.id, rows):
                for source in sentence.sources:
                    assert texts[source.message_id][source.start : source.end] == sentence.text
            on_branch = {(row.id, row.revision) for row in rows}
            for segment in await program.summaries.valid_segments(chat.id, rows):
                assert {(each.message_id, each.revision) for each in segment.covers} <= on_branch
            stands = standing(rows, program.state.segments, SummaryMaker.EXTRACTIVE)
            assert not any(gap.stale_to > gap.start or not gap.last for gap in stands.gaps), (
                "all that was stale is made"
            )

    asyncio.run(scenario())


async def _tip(program: Program, chat_id: str) -> str:
    return (await program.chats.get_chat(chat_id)).tip_id or ""
