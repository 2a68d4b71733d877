"""Counting around the engine: estimates are replaced when the server can say, and overhead is learned from whole prompts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from desktop_app.domain.generation import ChatMessage, ConnectionKind, ConnectionProfile
from desktop_app.domain.settings import Settings
from desktop_app.services.events import CountsChanged
from tests.fakes.program import Program, make_program
from tests.fakes.providers import LateCounter, ScriptedProvider
from tests.unit.services.scenario import run, until

TEMPLATE_TOKENS = 11


def late_program(limit: int = 8192) -> Program:
    """A server that counts when it is asked, and whose template costs 11 tokens a message."""

    def prompt_count(messages: Sequence[ChatMessage]) -> int:
        return sum(len(message.content.split()) + TEMPLATE_TOKENS for message in messages)

    provider = ScriptedProvider(token_counter=LateCounter(), prompt_count=prompt_count)
    profile = ConnectionProfile(
        "s", "Server", ConnectionKind.OPENAI_COMPATIBLE, tokenizer="server", context_limit=limit
    )
    return make_program(provider, settings=Settings(connections=(profile,), default_connection_id="s"))


def test_an_estimate_has_a_margin_and_becomes_exact_beside_the_preview() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        first = await program.context.preview(chat.id, "one two three")
        assert not first.exact
        assert first.safety > 0
        await until(lambda: bool(program.of_kind(CountsChanged)))
        second = await program.context.preview(chat.id, "one two three")
        assert second.exact
        assert second.safety == 0
        assert second.used < first.used

    run(scenario, late_program())


def test_a_sleeping_model_is_not_woken_by_a_preview() -> None:
    async def scenario(program: Program) -> None:
        program.provider.awake = False
        chat = await program.chats.new_chat()
        await program.context.preview(chat.id, "one two three")
        assert not program.tasks.running(f"count:{chat.id}")
        assert not (await program.context.preview(chat.id, "one two three")).exact

    run(scenario, late_program())


def test_what_is_sent_is_counted_by_the_server_first_and_fits_by_its_own_count() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        dropped = 0
        for number in range(12):
            turn = await program.chats.send(chat.id, f"message {number} " + "word " * 30)
            plan = await program.context.stored_plan(turn.message_id)
            assert plan is not None
            assert plan.exact
            counted = program.provider.prompt_count(plan.messages)
            assert counted is not None
            assert counted <= plan.used <= plan.available
            dropped += len(plan.dropped)
        assert dropped

    run(scenario, late_program(limit=900))


def test_a_long_chat_is_read_in_part_and_every_message_is_accounted_for() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        for number in range(140):
            await program.chats.send(chat.id, f"message {number} word word word word")
        read: list[int] = []
        whole = program.chat_repository.messages

        async def counted(ids: Sequence[str]) -> object:
            read.append(len(ids))
            return await whole(ids)

        program.chat_repository.messages = counted  # pyright: ignore[reportAttributeAccessIssue] - counts the reads
        plan = await program.context.preview(chat.id, "and now")
        shown = sum(block.origin_id != "" and block.kind == "history" for block in plan.blocks)
        assert shown + sum(run.count for run in plan.dropped) == 280
        assert sum(read) < 280
        read.clear()
        await program.context.preview(chat.id, "and now then")
        assert read == []

    run(scenario, make_program(settings=_small()))


def test_a_change_while_a_branch_is_read_is_not_missed() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "first words")
        branch = program.chat_repository.branch

        async def slow(chat_id: str) -> object:
            rows = await branch(chat_id)
            program.chat_repository.branch = branch
            await program.chats.edit(turn.message_id, "another answer")
            return rows

        await program.chats.delete_message((await program.branch_messages(chat.id))[0].id)
        program.chat_repository.branch = slow  # pyright: ignore[reportAttributeAccessIssue] - an edit in the middle of a read
        plan = await program.context.preview(chat.id, "next")
        contents = [message.content for message in plan.messages]
        assert "another answer" in contents
        assert "Hello there" not in contents

    run(scenario, make_program())


def _small() -> Settings:
    profile = ConnectionProfile("s", "Server", tokenizer="server", context_limit=700)
    return Settings(connections=(profile,), default_connection_id="s")


def test_previews_of_one_chat_may_overlap() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        for number in range(5):
            await program.chats.send(chat.id, f"message {number}")
        plans = await asyncio.gather(*(program.context.preview(chat.id, f"draft {n}") for n in range(8)))
        assert [plan.messages[-1].content for plan in plans] == [f"draft {n}" for n in range(8)]
        assert {len(plan.messages) for plan in plans} == {12}

    run(scenario, make_program())
