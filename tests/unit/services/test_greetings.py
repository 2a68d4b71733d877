"""The greetings of a card as variants of the first message of a chat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.exporting import ChatFormat
from desktop_app.services.events import MessageAdded
from desktop_app.services.greeting import greetings_of
from desktop_app.services.speaking_persona import bound_to
from tests.fakes.program import Program, make_program

ANN = Character(
    "c",
    "Ann",
    description="tall",
    first_mes="Hello, {{user}}.",
    alternate_greetings=("Rain, {{user}}?", " ", "{{char}} nods."),
)
TEXTS = ["Hello, You.", "Rain, You?", "Ann nods."]


def run(story: Callable[[Program], Awaitable[None]]) -> None:
    async def whole() -> None:
        program = make_program()
        await program.library.save_character(ANN)
        await story(program)
        await program.tasks.close()

    asyncio.run(whole())


def test_blank_greetings_and_repetitions_are_none() -> None:
    card = replace(ANN, first_mes=" ", alternate_greetings=("Rain?", "Rain? ", "", "Sun."))
    assert greetings_of(card) == ("Rain?", "Sun.")


@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_all_greetings_are_variants_of_the_first_message_and_the_chosen_one_is_shown(chosen: int) -> None:
    async def story(program: Program) -> None:
        opening = await program.chats.opening(ANN)
        assert [message.text for message in opening.messages] == TEXTS
        chat = await program.chats.start_chat(ANN, opening, chosen)
        (row,) = await program.chats.branch(chat.id)
        assert (row.variant, row.variants) == (chosen + 1, 3)
        assert await program.branch_texts(chat.id) == [TEXTS[chosen]]
        assert chat.tip_id == opening.messages[chosen].id
        assert [event.message.text for event in program.of_kind(MessageAdded)] == [TEXTS[chosen]]

    run(story)


def test_looking_at_the_greetings_stores_nothing() -> None:
    async def story(program: Program) -> None:
        await program.chats.opening(ANN)
        assert await program.chats.list_chats() == []

    run(story)


def test_what_is_shown_before_the_choice_is_what_is_stored() -> None:
    async def story(program: Program) -> None:
        card = replace(ANN, first_mes="{{random::a::b::c::d::e::f::g}} {{roll:d100}}", alternate_greetings=())
        opening = await program.chats.opening(card)
        chat = await program.chats.start_chat(card, opening)
        assert await program.branch_texts(chat.id) == [opening.messages[0].text]

    run(story)


def test_another_greeting_can_be_chosen_later_and_each_keeps_its_own_story() -> None:
    async def story(program: Program) -> None:
        chat = await program.chats.start_chat(ANN)
        await program.chats.send(chat.id, "Hi")
        first = (await program.chats.branch(chat.id))[0].id
        await program.chats.choose_variant(first, 2)
        assert await program.branch_texts(chat.id) == ["Ann nods."]
        plan = await program.context.preview(chat.id, "And?")
        sent = "\n".join(message.content for message in plan.messages)
        assert "Ann nods." in sent
        assert "Hello, You." not in sent
        third = (await program.chats.branch(chat.id))[0].id
        await program.chats.choose_variant(third, -2)
        assert (await program.branch_texts(chat.id))[:2] == ["Hello, You.", "Hi"]

    run(story)


def test_a_greeting_written_anew_is_one_more_variant() -> None:
    async def story(program: Program) -> None:
        chat = await program.chats.start_chat(ANN)
        first = (await program.chats.branch(chat.id))[0].id
        await program.chats.regenerate(first)
        (row,) = await program.chats.branch(chat.id)
        assert (row.variant, row.variants) == (4, 4)

    run(story)


def test_the_tavern_file_has_the_other_greetings_as_swipes() -> None:
    async def story(program: Program) -> None:
        chat = await program.chats.start_chat(ANN, await program.chats.opening(ANN), 1)
        made = await program.exports.chat(chat.id, ChatFormat.TAVERN)
        (_, data), *_ = made.files
        message = json.loads(data.decode().splitlines()[1])
        assert (message["mes"], message["swipes"], message["swipe_id"]) == (TEXTS[1], TEXTS, 1)

    run(story)


def test_an_archive_brings_every_greeting_and_which_one_was_shown() -> None:
    async def story(program: Program) -> None:
        chat = await program.chats.start_chat(ANN, await program.chats.opening(ANN), 1)
        made = await program.exports.chat(chat.id, ChatFormat.ARCHIVE)
        (_, data), *_ = made.files
        other = make_program()
        preview = await other.imports.plan_pasted(data, "chat.talespan")
        await other.imports.run(preview)
        (came,) = await other.chats.list_chats()
        (row,) = await other.chats.branch(came.id)
        assert (row.variant, row.variants) == (2, 3)
        assert await other.branch_texts(came.id) == [TEXTS[1]]
        await other.tasks.close()

    run(story)


def test_a_greeting_calls_the_person_by_the_persona_of_the_character() -> None:
    async def story(program: Program) -> None:
        await program.library.save_persona(bound_to(Persona("p", "Ilya"), [ANN.id]))
        chat = await program.chats.start_chat(ANN)
        assert await program.branch_texts(chat.id) == ["Hello, Ilya."]

    run(story)
