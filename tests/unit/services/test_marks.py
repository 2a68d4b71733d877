"""Exclude, never send, always in context, restore: single messages, ranges, search results, tools with their partners."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from desktop_app.domain.errors import ChatBusyError, NotFoundError
from desktop_app.domain.message import (
    Message,
    MessageFlags,
    Part,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from desktop_app.services.events import BranchChanged, MessageChanged
from desktop_app.services.marks_service import MANY, MessageMark
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider
from tests.unit.services.scenario import run, until

TOOLS: list[tuple[Role, tuple[Part, ...]]] = [
    (Role.USER, (TextPart("What is the weather in Paris and Rome?"),)),
    (Role.ASSISTANT, (ToolCallPart("a", "weather", "Paris"), ToolCallPart("b", "weather", "Rome"))),
    (Role.TOOL, (ToolResultPart("a", "weather", "rain"),)),
    (Role.TOOL, (ToolResultPart("b", "weather", "sun"),)),
    (Role.ASSISTANT, (TextPart("Rain in Paris, sun in Rome."),)),
]


async def chat_of(program: Program, said: Iterable[tuple[Role, tuple[Part, ...]]]) -> tuple[str, list[str]]:
    chat = await program.chats.new_chat("Marks")
    ids: list[str] = []
    for number, (role, parts) in enumerate(said):
        message = Message(f"m{number}", chat.id, ids[-1] if ids else None, role, parts)
        await program.chat_repository.append(message)
        ids.append(message.id)
    return chat.id, ids


def talk(*texts: str) -> list[tuple[Role, tuple[Part, ...]]]:
    roles = (Role.USER, Role.ASSISTANT)
    return [(roles[number % 2], (TextPart(text),)) for number, text in enumerate(texts)]


async def flags_of(program: Program, message_id: str) -> MessageFlags:
    return (await program.chat_repository.get_message(message_id)).flags


async def sent(program: Program, chat_id: str) -> list[str]:
    return [message.content for message in (await program.context.preview(chat_id, "and now?")).messages]


@pytest.mark.parametrize("mark", [MessageMark.EXCLUDE, MessageMark.NEVER_SEND])
def test_what_is_out_is_in_no_prompt_and_comes_back_as_it_was(mark: MessageMark) -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(program, talk("the safe code is 4711", "noted", "thanks"))
        before = await sent(program, chat_id)
        assert await program.marks.mark(chat_id, [ids[0]], mark) == (ids[0],)
        assert not any("4711" in text for text in await sent(program, chat_id))
        assert [event.message.id for event in program.of_kind(MessageChanged)] == [ids[0]]
        assert await program.marks.mark(chat_id, [ids[0]], mark) == ()
        assert await program.marks.mark(chat_id, [ids[0]], MessageMark.RESTORE) == (ids[0],)
        assert await sent(program, chat_id) == before
        assert await flags_of(program, ids[0]) == MessageFlags()

    run(scenario, make_program())


@pytest.mark.parametrize("meant", [1, 2, 3])
def test_a_tool_call_and_its_results_go_together(meant: int) -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(program, TOOLS)
        changed = await program.marks.mark(chat_id, [ids[meant]], MessageMark.EXCLUDE)
        assert changed == tuple(ids[1:4])
        roles = [message.role for message in (await program.context.preview(chat_id, "x")).messages]
        assert Role.TOOL not in roles
        assert await program.marks.mark(chat_id, [ids[meant]], MessageMark.RESTORE) == changed

    run(scenario, make_program())


def test_a_message_beside_a_tool_goes_alone() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(program, TOOLS)
        assert await program.marks.mark(chat_id, [ids[4]], MessageMark.EXCLUDE) == (ids[4],)
        assert await program.marks.mark(chat_id, [ids[0]], MessageMark.EXCLUDE) == (ids[0],)

    run(scenario, make_program())


def test_from_here_up_and_a_large_range_is_told_once() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(program, talk(*(f"message {number}" for number in range(MANY + 5))))
        await program.chats.delete_message(ids[1])
        program.told.clear()
        upper = await program.marks.from_here_up(chat_id, ids[MANY + 2])
        assert upper == [ids[0], *ids[2 : MANY + 3]]
        assert await program.marks.mark(chat_id, upper, MessageMark.EXCLUDE) == tuple(upper)
        assert [type(event) for event in program.told] == [BranchChanged]
        texts = await sent(program, chat_id)
        assert texts[-3:] == [f"message {MANY + 3}", f"message {MANY + 4}", "and now?"]
        assert len(texts) == 4

    run(scenario, make_program())


def test_search_finds_what_a_reader_would_and_its_results_can_be_marked() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(
            program, talk("Ёлка у кафе", "le CAFÉ est fermé", "昨天去北京", "nothing", "another cafe")
        )
        await program.chats.delete_message(ids[4])
        assert await program.marks.search(chat_id, "елка") == [ids[0]]
        assert await program.marks.search(chat_id, "cafe") == [ids[1]]
        assert await program.marks.search(chat_id, "北京") == [ids[2]]
        assert await program.marks.search(chat_id, "   ") == []
        found = await program.marks.search(chat_id, "кафе")
        assert await program.marks.mark(chat_id, found, MessageMark.NEVER_SEND) == (ids[0],)

    run(scenario, make_program())


def test_always_in_context_brings_back_what_was_excluded_but_not_what_must_never_be_sent() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(program, talk("one", "two", "three"))
        await program.marks.mark(chat_id, [ids[0]], MessageMark.EXCLUDE)
        await program.marks.mark(chat_id, [ids[1]], MessageMark.NEVER_SEND)
        await program.marks.mark(chat_id, ids[:2], MessageMark.ALWAYS_IN_CONTEXT)
        assert await flags_of(program, ids[0]) == MessageFlags(always_in_context=True)
        assert await flags_of(program, ids[1]) == MessageFlags(always_in_context=True, never_send=True)
        assert "two" not in await sent(program, chat_id)
        await program.marks.mark(chat_id, ids[:2], MessageMark.NOT_ALWAYS)
        assert await flags_of(program, ids[0]) == MessageFlags()

    run(scenario, make_program())


def test_a_range_that_is_restored_gives_nothing_away_that_must_never_be_sent() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(program, talk("one", "my password", "three"))
        await program.marks.mark(chat_id, [ids[1]], MessageMark.NEVER_SEND)
        await program.marks.mark(chat_id, ids, MessageMark.EXCLUDE)
        assert await program.marks.mark(chat_id, ids, MessageMark.RESTORE) == (ids[0], ids[2])
        assert (await flags_of(program, ids[1])).never_send
        assert await program.marks.mark(chat_id, ids, MessageMark.RESTORE) == (ids[1],)

    run(scenario, make_program())


def test_what_is_hidden_by_another_program_can_be_restored() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(program, talk("one", "two", "three"))
        await program.chat_repository.set_flags([ids[0]], MessageFlags(hidden=True))
        assert await program.marks.mark(chat_id, [ids[0]], MessageMark.RESTORE) == (ids[0],)
        assert "one" in await sent(program, chat_id)

    run(scenario, make_program())


def test_only_messages_of_the_visible_branch_that_are_complete() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await chat_of(program, talk("one", "two", "three"))
        with pytest.raises(NotFoundError):
            await program.marks.mark(chat_id, [ids[0], "nobody"], MessageMark.EXCLUDE)
        with pytest.raises(NotFoundError):
            await program.marks.from_here_up(chat_id, "nobody")
        assert await flags_of(program, ids[0]) == MessageFlags()

    run(scenario, make_program())


def test_a_message_that_is_being_written_is_left_alone() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        sending = program.tasks.launch("send", program.chats.send(chat.id, "hello"))
        await until(lambda: program.provider.open_streams == 1)
        answer = (await program.chats.branch(chat.id))[-1]
        with pytest.raises(ChatBusyError):
            await program.marks.mark(chat.id, [answer.id], MessageMark.EXCLUDE)
        assert program.provider.hold is not None
        program.provider.hold.set()
        await sending
        assert await program.marks.mark(chat.id, [answer.id], MessageMark.EXCLUDE) == (answer.id,)

    run(scenario, make_program(ScriptedProvider(hold=asyncio.Event())))
