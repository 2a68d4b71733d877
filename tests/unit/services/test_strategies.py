"""Which strategy counts: once > chat > folder > settings; and when once is used up."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.domain.errors import NoFolderError, ProviderError, ProviderErrorKind, StorageError
from desktop_app.domain.generation import StreamFailed
from desktop_app.services.events import StrategyChanged
from desktop_app.services.strategy_choice import StrategyChoice, StrategyOrigin
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.unit.services.scenario import run, until

ONCE, CHAT, FOLDER, DEFAULT = StrategyOrigin.ONCE, StrategyOrigin.CHAT, StrategyOrigin.FOLDER, StrategyOrigin.DEFAULT


async def choice(program: Program, chat_id: str) -> tuple[str, StrategyOrigin]:
    found = await program.strategies.choice(chat_id)
    return found.strategy, found.origin


async def strategy_of_answer(program: Program, message_id: str) -> str:
    plan = await program.context.stored_plan(message_id)
    assert plan is not None
    return plan.strategy


def test_the_nearest_decision_counts_and_reset_takes_the_chats_own_back() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.set_folder(chat.id, "Novels")
        assert await choice(program, chat.id) == ("truncate", DEFAULT)
        await program.strategies.choose(chat.id, "manual", DEFAULT)
        assert await choice(program, chat.id) == ("manual", DEFAULT)
        await program.strategies.choose(chat.id, "summarize", FOLDER)
        assert await choice(program, chat.id) == ("summarize", FOLDER)
        await program.strategies.choose(chat.id, "vector-recall", CHAT)
        assert await choice(program, chat.id) == ("vector-recall", CHAT)
        await program.strategies.choose(chat.id, "truncate", ONCE)
        found = await program.strategies.choice(chat.id)
        assert found == StrategyChoice("truncate", ONCE, below="vector-recall")
        assert (await program.context.preview(chat.id, "x")).strategy == "truncate"
        await program.strategies.reset(chat.id)
        assert await choice(program, chat.id) == ("summarize", FOLDER)
        assert (await program.context.preview(chat.id, "x")).strategy == "summarize"
        await program.chats.set_folder(chat.id, "")
        assert (await program.context.preview(chat.id, "x")).strategy == "manual"

    run(scenario, make_program())


def test_a_chat_in_no_folder_has_none_that_could_decide() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        with pytest.raises(NoFolderError):
            await program.strategies.choose(chat.id, "manual", FOLDER)
        assert program.of_kind(StrategyChanged) == []

    run(scenario, make_program())


def test_each_decision_is_told_to_whom_it_concerns() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.set_folder(chat.id, "Novels")
        program.told.clear()
        for origin in (ONCE, CHAT, FOLDER, DEFAULT):
            await program.strategies.choose(chat.id, "manual", origin)
        await program.strategies.choose(chat.id, "manual", CHAT)
        concerned = [event.chat_id for event in program.of_kind(StrategyChanged)]
        # Once; the chat, and that once is given up by it; the folder; the default. The same again is no news.
        assert concerned == [chat.id, chat.id, chat.id, "", ""]

    run(scenario, make_program())


def test_once_is_for_one_message() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.strategies.choose(chat.id, "manual", ONCE)
        await program.chats.save_draft(chat.id, "hel")
        await program.chats.save_draft(chat.id, "")
        assert await choice(program, chat.id) == ("manual", ONCE)
        program.told.clear()
        turn = await program.chats.send(chat.id, "hello")
        assert await strategy_of_answer(program, turn.message_id) == "manual"
        assert [event.chat_id for event in program.of_kind(StrategyChanged)] == [chat.id]
        assert await choice(program, chat.id) == ("truncate", DEFAULT)
        turn = await program.chats.send(chat.id, "again")
        assert await strategy_of_answer(program, turn.message_id) == "truncate"

    run(scenario, make_program())


def test_once_is_stored_with_the_draft() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.save_draft(chat.id, "hello")
        await program.strategies.choose(chat.id, "manual", ONCE)
        draft = await program.chat_repository.get_draft(chat.id)
        assert draft is not None
        assert (draft.text, draft.strategy_once) == ("hello", "manual")

    run(scenario, make_program())


def test_once_stays_where_the_message_could_not_be_stored() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.save_draft(chat.id, "hello")
        await program.strategies.choose(chat.id, "manual", ONCE)
        before = (await program.context.request(chat.id, "hello")).draft
        append = program.chat_repository.append

        async def full_disk(*_args: object, **_more: object) -> None:
            raise StorageError(detail="the disk is full")

        program.chat_repository.append = full_disk
        with pytest.raises(StorageError):
            await program.chats.send(chat.id, "hello")
        program.chat_repository.append = append
        assert await choice(program, chat.id) == ("manual", ONCE)
        after = (await program.context.request(chat.id, "hello")).draft
        assert before is not None
        assert after is not None
        assert before.id != after.id, "an id must not serve twice: nobody knows what became of the first"

    run(scenario, make_program())


@pytest.mark.parametrize("stopped", [True, False])
def test_a_message_that_is_stored_uses_once_up_however_its_answer_ends(stopped: bool) -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.strategies.choose(chat.id, "manual", ONCE)
        sending = program.tasks.launch("send", program.chats.send(chat.id, "hello"))
        if stopped:
            await until(lambda: program.provider.open_streams == 1)
            program.chats.stop(chat.id)
        await sending
        assert await choice(program, chat.id) == ("truncate", DEFAULT)

    held = ScriptedProvider(hold=asyncio.Event())
    failing = ScriptedProvider([[StreamFailed(ProviderError(ProviderErrorKind.NETWORK))], words("fine")])
    run(scenario, make_program(held if stopped else failing))
