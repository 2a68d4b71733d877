"""What a chat and its folder decide about how they are remembered."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.domain.chat import Folder
from desktop_app.domain.errors import NoFolderError
from desktop_app.domain.settings import ContextSettings, RecallSettings, Settings
from desktop_app.services.events import ChatChanged, StrategyChanged
from desktop_app.services.strategy_choice import StrategyOrigin
from tests.fakes.program import Program, make_program

SETTINGS = Settings(
    context=ContextSettings(compress_every_n=30), recall=RecallSettings(enabled=False), first_run_done=True
)


async def chat_in(program: Program, folder: str = "") -> str:
    chat = await program.chats.new_chat("A chat")
    if folder:
        await program.chats.set_folder(chat.id, folder)
    return chat.id


def test_the_advice_counts_the_users_messages_of_the_visible_branch() -> None:
    async def run() -> None:
        program = make_program()
        chat_id = await chat_in(program)
        for number in range(20):
            await program.chats.send(chat_id, f"message {number}")
        memory = await program.chat_memory.memory(chat_id)

        assert (memory.user_turns, memory.advised(code_review=False), memory.advised(code_review=True)) == (20, 10, 6)
        last = next(message for message in await program.branch_messages(chat_id) if message.text == "message 19")
        await program.chats.delete_message(last.id)
        assert (await program.chat_memory.memory(chat_id)).advised(code_review=False) is None

    asyncio.run(run())


def test_the_folder_goes_before_the_settings_and_keeps_its_strategy() -> None:
    async def run() -> None:
        program = make_program(settings=SETTINGS)
        chat_id = await chat_in(program, "Work")
        assert (await program.chat_memory.memory(chat_id)).inherited == 30
        await program.strategies.choose(chat_id, "manual", StrategyOrigin.FOLDER)
        await program.chat_memory.decide_for_folder(chat_id, 12)
        told = len(program.of_kind(StrategyChanged))
        await program.chat_memory.decide_for_folder(chat_id, 12)
        assert len(program.of_kind(StrategyChanged)) == told

        memory = await program.chat_memory.memory(chat_id)
        assert (memory.folder, memory.inherited) == (Folder("Work", "manual", 12), 12)
        await program.strategies.choose(chat_id, "truncate", StrategyOrigin.FOLDER)
        assert (await program.chat_memory.memory(chat_id)).folder == Folder("Work", "truncate", 12)

    asyncio.run(run())


def test_a_chat_decides_for_itself() -> None:
    async def run() -> None:
        program = make_program(settings=SETTINGS)
        chat_id = await chat_in(program)
        await program.chat_memory.decide(chat_id, lambda known: replace(known, compress_every_n=4, recall_enabled=True))
        memory = await program.chat_memory.memory(chat_id)

        assert (memory.chat.context.compress_every_n, memory.chat.context.recall_enabled) == (4, True)
        assert (memory.folder, memory.default, memory.recall_by_default) == (None, 30, False)
        assert program.of_kind(ChatChanged)[-1].chat == memory.chat
        with pytest.raises(NoFolderError):
            await program.chat_memory.decide_for_folder(chat_id, 12)

    asyncio.run(run())
