"""The order of a prompt and the language of its own words: who decides them, and that what is sent is what was shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.prompt_words import words_of
from desktop_app.domain.character import Character
from desktop_app.domain.chat import ChatContext
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.prompt_order import DEFAULT_ROWS, PromptRow, completed
from desktop_app.services.answering import WhatIf
from desktop_app.services.strategy_service import OrderChoice
from tests.fakes.program import Program, make_program
from tests.unit.services.request_material import remote, request
from tests.unit.services.scenario import run

MEMORY_FIRST = completed(["memory", "system", "history"])
CARD_FIRST = completed(["character", "system", "history"])


def test_the_chat_decides_its_order_else_the_settings_do() -> None:
    async def scenario(program: Program) -> None:
        strategies = program.strategies
        one, other = await program.chats.new_chat("One"), await program.chats.new_chat("Other")
        assert await strategies.order(one.id) == OrderChoice(DEFAULT_ROWS, of_chat=False, default=DEFAULT_ROWS)
        assert (await request(program, one.id)).order == ()

        await strategies.choose_order(one.id, MEMORY_FIRST)
        assert await strategies.order(one.id) == OrderChoice(MEMORY_FIRST, of_chat=True, default=DEFAULT_ROWS)
        assert (await request(program, one.id)).order == tuple(row.value for row in MEMORY_FIRST)
        assert (await request(program, other.id)).order == ()

        await strategies.choose_order_everywhere(other.id, CARD_FIRST)
        assert (await strategies.order(other.id)) == OrderChoice(CARD_FIRST, of_chat=False, default=CARD_FIRST)
        assert completed((await request(program, other.id)).order) == CARD_FIRST
        assert (await strategies.order(one.id)).rows == MEMORY_FIRST

        await strategies.choose_order_everywhere(one.id, DEFAULT_ROWS)
        assert (await program.chats.get_chat(one.id)).context == ChatContext()
        assert program.settings.settings.context.order == ()

    run(scenario, make_program(settings=remote()))


def test_a_chat_that_decides_as_the_settings_decides_nothing() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.strategies.choose_order(chat.id, MEMORY_FIRST)
        await program.strategies.choose_order(chat.id, DEFAULT_ROWS)
        assert (await program.chats.get_chat(chat.id)).context.order is None

    run(scenario, make_program())


def test_a_chat_that_is_not_there_has_no_order() -> None:
    async def scenario(program: Program) -> None:
        with pytest.raises(NotFoundError):
            await program.strategies.order("nobody")
        with pytest.raises(NotFoundError):
            await program.strategies.choose_order("nobody", MEMORY_FIRST)

    run(scenario, make_program())


def test_what_is_sent_in_another_order_is_what_the_preview_showed() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira", description="Keeper."))
        chat = await program.chats.new_chat("Light", character_id=mira.id)
        await program.memory.save(replace(program.memory.new_entry(), content="It rains.", always_in_context=True))
        before = await program.context.preview(chat.id, "Hello")
        supposed = await program.context.preview(
            chat.id, "Hello", what_if=WhatIf(order=("memory", "system", "history"))
        )
        assert supposed.messages != before.messages
        assert await program.context.preview(chat.id, "Hello") == before
        for rows in (MEMORY_FIRST, tuple(reversed(DEFAULT_ROWS))):
            await program.strategies.choose_order(chat.id, rows)
            shown = await program.context.preview(chat.id, "Hello")
            await program.chats.send(chat.id, "Hello")
            assert program.provider.requests[-1].messages == shown.messages
        first = program.provider.requests[0].messages
        assert first == supposed.messages
        assert first[0].content.startswith("It rains.\n\nWrite Mira's next reply")

    run(scenario, make_program(settings=remote()))


@pytest.mark.parametrize(
    ("said", "language"),
    [("Кто зажёг лампу?", "ru"), ("谁点亮了灯？", "zh"), ("Who lit the lamp?", "en"), ("…", "zh")],
)
def test_the_programs_own_words_are_in_the_language_of_the_chat(said: str, language: str) -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira"))
        chat = await program.chats.new_chat("Light", character_id=mira.id)
        made = await request(program, chat.id, said)
        assert (made.language, made.system_prompt) == (language, words_of(language).character_prompt)
        shown = await program.context.preview(chat.id, said)
        await program.chats.send(chat.id, said)
        assert program.provider.requests[-1].messages == shown.messages

    settings = remote()
    settings = replace(settings, appearance=replace(settings.appearance, language="zh"))
    run(scenario, make_program(settings=settings))


def test_without_a_character_the_helper_speaks_the_language_too() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        assert (await request(program, chat.id, "Привет!")).system_prompt == words_of("ru").assistant_prompt

    run(scenario, make_program(settings=remote()))


def test_a_persons_own_prompt_is_in_the_persons_language() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        assert (await request(program, chat.id, "Привет!")).system_prompt == "Be brief."

    settings = remote()
    settings = replace(settings, context=replace(settings.context, assistant_prompt="Be brief."))
    run(scenario, make_program(settings=settings))


def test_every_row_has_a_name_that_is_kept() -> None:
    """They are in settings files and databases: a name is never given to another row."""
    assert [row.value for row in PromptRow] == [
        "system", "lore-before-character", "character", "lore-after-character", "examples", "memory", "history",
        "found-memory", "recall",
    ]  # fmt: skip
