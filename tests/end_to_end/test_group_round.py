"""A round of two characters: over the real wire of a server, and with the built-in model (llama.cpp in its child process)."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from desktop_app.app import App, opened
from desktop_app.domain.character import Character
from desktop_app.domain.generation import GenerationSettings, RoleStyle
from desktop_app.domain.group import TurnOrder
from desktop_app.providers.openai_encode import encode_messages
from tests.end_to_end.home import Home, with_builtin
from tests.fakes.model_replies import refuses_blank, refuses_late_system, words
from tests.fakes.model_server import ModelServer

T = TypeVar("T")


def with_app(work: Callable[[App], Awaitable[T]]) -> T:
    """Does ``work`` with the program."""

    async def run() -> T:
        async with opened(argparse.Namespace(data_dir=None, debug=False), writes=True) as app:
            return await work(app)

    return asyncio.run(run())


async def two(app: App) -> str:
    """A chat of Mira and Tom, who answer in this order."""
    ids: list[str] = []
    for name, about in (("Mira", "keeps the lamp"), ("Tom", "sails")):
        card = Character("", name, description=f"{{{{char}}}} {about}.")
        ids.append((await app.library.save_character(card)).id)
    chat = await app.chats.new_chat("Harbour")
    await app.groups.set_members(chat.id, ids)
    await app.groups.set_order(chat.id, TurnOrder.LIST)
    return chat.id


@pytest.mark.parametrize("style", [RoleStyle.AS_IS, RoleStyle.ALTERNATE])
def test_the_server_gets_what_the_preview_showed_and_each_turn_is_one_character(home: Home, style: RoleStyle) -> None:
    strict = [refuses_blank, refuses_late_system] if style is RoleStyle.ALTERNATE else [refuses_blank]
    with ModelServer([words("Good evening."), words("Tom: Ahoy.")], rules=strict) as server:
        home.change_connection(
            home.connect_to(server.url), tokenizer="o200k_base", context_limit=2_000, role_style=style
        )

        async def story(app: App) -> list[str]:
            chat_id = await two(app)
            plan = await app.context.preview(chat_id, "Hello, who is there?", wait=True)
            turn = await app.chats.send(chat_id, "Hello, who is there?")
            assert turn.error_text == ""
            assert server.chats[0].messages == encode_messages(plan.messages)
            return [f"{message.speaker.name}: {message.text}" for message in await app.chats.tail(chat_id, 9)]

        assert with_app(story) == ["You: Hello, who is there?", "Mira: Good evening.", "Tom: Ahoy."]
        first, second = ([str(message["content"]) for message in request.messages] for request in server.chats)
    assert "Mira keeps the lamp." in first[0]
    assert "sails" not in str(first)
    assert "Tom sails." in second[0]
    assert any("Mira: Good evening." in text for text in second)
    assert second[-1].endswith("[Write the next reply as Tom and as nobody else.]")


def test_a_round_of_two_with_the_built_in_model(home: Home) -> None:
    home.save_settings(with_builtin(generation=GenerationSettings(max_tokens=12, temperature=0.0, seed=1)))

    async def story(app: App) -> list[tuple[str, str, str]]:
        chat_id = await two(app)
        turn = await app.chats.send(chat_id, "Hello, who is there?")
        messages = await app.chats.tail(chat_id, 9)
        return [(message.speaker.name, message.text.strip(), turn.error_text) for message in messages]

    told = with_app(story)
    assert [name for name, _, _ in told] == ["You", "Mira", "Tom"]
    assert all(text and not error for _, text, error in told)
    assert not any(text.startswith(f"{name}:") for name, text, _ in told)


def test_the_command_tells_who_speaks_and_lets_one_be_named(home: Home) -> None:
    with ModelServer([words("Good evening."), words("Ahoy."), words("Aye.")]) as server:
        home.connect_to(server.url)
        with_app(two)
        everybody, one, nobody, nowhere = home.run_each(
            ("send", "--chat", "Harbour", "Hello"),
            ("send", "--chat", "Harbour", "--as", "tom", "And you?"),
            ("send", "--chat", "Harbour", "--as", "Ann", "And you?"),
            ("send", "--chat", "Elsewhere", "--as", "tom", "And you?"),
        )

        async def titles(app: App) -> list[str]:
            return [chat.title for chat in await app.chats.list_chats()]

        assert with_app(titles) == ["Harbour"], "nothing is made for whom nobody has"

    assert (everybody.code, everybody.out) == (0, "Mira: Good evening.\nTom: Ahoy.\n")
    assert (one.code, one.out) == (0, "Tom: Aye.\n")
    assert (nobody.code != 0, nowhere.code) == (True, nobody.code)
    assert "Ann" in nobody.err
    assert home.texts() == ["Hello", "Good evening.", "Ahoy.", "And you?", "Aye."]
