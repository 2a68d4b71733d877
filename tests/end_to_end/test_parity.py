"""Preview and Send are the same: what a local server received, message for message, is what the preview showed before.

Through the services of the real program, over the real wire, for every strategy and every style of roles.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from desktop_app.app import App, opened
from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.generation import GenerationSettings, RoleStyle
from desktop_app.domain.lore import LorebookEntry, MeaningMode, Position, Scope
from desktop_app.domain.message import Message, Part, Role, TextPart, ToolCallPart, ToolResultPart
from desktop_app.providers.openai_encode import encode_messages
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.strategy_choice import StrategyOrigin
from tests.end_to_end.home import Home
from tests.fakes.model_replies import refuses_blank, refuses_late_system, words
from tests.fakes.model_server import ModelServer

T = TypeVar("T")

STRATEGIES = ("truncate", "summarize", "vector-recall", "manual")
LIMIT = 1_400
SECRET = "the safe code is 4711"

# Memory and what changes with every turn first, who answers behind the history.
OTHER_ORDER = ("memory", "found-memory", "recall", "system", "history", "character", "examples")


def with_app(home: Home, server: ModelServer, style: RoleStyle, work: Callable[[App], Awaitable[T]]) -> T:
    """Does ``work`` with the program of somebody whose connection is this server."""
    home.change_connection(
        home.connect_to(server.url),
        tokenizer="o200k_base",
        context_limit=LIMIT,
        role_style=style,
        generation=GenerationSettings(max_tokens=100),
    )

    async def run() -> T:
        async with opened(argparse.Namespace(data_dir=None, debug=False), writes=True) as app:
            return await work(app)

    return asyncio.run(run())


async def make_story(app: App, order: tuple[str, ...] | None) -> str:
    """A chat that needs every part of the engine: card, lore everywhere, memory, tools, marks, a note, more than fits."""
    character = await app.library.save_character(
        Character(
            id="",
            name="Mira",
            description="{{char}} keeps the lighthouse.",
            mes_example="<START>{{user}}: Hello\n{{char}}: Good evening.",
            post_history_instructions="Stay with the sea.",
        )
    )
    me = await app.library.save_persona(Persona(id="", name="Ilya", description="A sailor."))
    chat = await app.chats.new_chat("Story", character_id=character.id)
    await app.chats.set_persona(chat.id, me.id)
    await app.chats.set_context(
        chat.id,
        lambda known: replace(known, note=AuthorsNote("Keep it short.", depth=2), use_summary=True, order=order),
    )
    book = await app.lore.new_book("Coast")
    await app.lore.save_book(replace(book, entries=tuple(_entries())))
    await app.lore.set_scopes(book.id, (Scope(),))
    await app.memory.save(
        replace(app.memory.new_entry(), content="Ilya lost his ship.", keywords=("ship",), always_in_context=True)
    )
    await app.memory.save(replace(app.memory.new_entry(), content="The storm of March broke the pier."))
    ids = await _talk(app, chat.id)
    await app.marks.mark(chat.id, [ids[2]], MessageMark.EXCLUDE)
    await app.marks.mark(chat.id, [ids[36]], MessageMark.NEVER_SEND)
    await app.marks.mark(chat.id, [ids[4]], MessageMark.ALWAYS_IN_CONTEXT)
    return chat.id


def _entries() -> list[LorebookEntry]:
    def entry(number: int, content: str, **more: object) -> LorebookEntry:
        return replace(LorebookEntry(f"lore{number}", name=f"Lore {number}", content=content), **more)

    return [
        entry(1, "The lamp burns whale oil.", keys=("lamp",), position=Position.AT_DEPTH, depth=0),
        entry(2, "The sea here is cold.", constant=True, position=Position.AT_DEPTH, depth=3, role=Role.USER),
        entry(3, "The pier is of oak.", keys=("pier",), position=Position.AFTER_CHARACTER),
        entry(4, "Gulls nest on the rock.", keys=("gulls", "маяк", "灯塔"), position=Position.BEFORE_HISTORY),
        entry(5, "Storms come in March.", meaning=MeaningMode.MEANING, position=Position.AFTER_HISTORY),
    ]


async def _talk(app: App, chat_id: str) -> list[str]:
    said: list[tuple[Role, tuple[Part, ...]]] = []
    for number in range(24):
        text = f"Night {number}. The keeper wrote that the sea was calm, the lamp burned well and ships went by."
        said.append((Role.USER, (TextPart(SECRET if number in {1, 18} else text),)))
        said.append((Role.ASSISTANT, (TextPart(f"Answer {number}: and so the night went, {text.lower()}"),)))
        if number == 21:
            said.append((Role.USER, (TextPart("How is the weather at the pier?"),)))
            said.append((Role.ASSISTANT, (ToolCallPart("w1", "weather", '{"at": "pier"}'),)))
            said.append((Role.TOOL, (ToolResultPart("w1", "weather", "wind from the west"),)))
            said.append((Role.ASSISTANT, (TextPart(""),)))
    ids: list[str] = []
    for number, (role, parts) in enumerate(said):
        message = Message(f"m{number:03}", chat_id, ids[-1] if ids else None, role, parts)
        await app.storage.chats.append(message)
        ids.append(message.id)
    return ids


@pytest.mark.parametrize(
    ("style", "order"),
    [
        *((style, None) for style in RoleStyle),
        *((style, OTHER_ORDER) for style in (RoleStyle.AS_IS, RoleStyle.ALTERNATE)),
    ],
)
def test_what_the_server_received_is_what_the_preview_showed(
    home: Home, style: RoleStyle, order: tuple[str, ...] | None
) -> None:
    strict = [refuses_blank, refuses_late_system] if style is RoleStyle.ALTERNATE else [refuses_blank]

    async def story(app: App) -> list[ContextPlan]:
        chat_id = await make_story(app, order)
        plans: list[ContextPlan] = []
        for number, strategy in enumerate(STRATEGIES):
            await app.strategies.choose(chat_id, strategy, StrategyOrigin.ONCE)
            text = f"The gulls at the lamp of the маяк in that storm, {number}"
            plan = await app.context.preview(chat_id, text, wait=True)
            turn = await app.chats.send(chat_id, text)
            assert turn.error_text == ""
            stored = await app.context.stored_plan(turn.message_id)
            assert stored is not None
            assert (stored.strategy, stored.fingerprint, stored.messages) == (strategy, plan.fingerprint, plan.messages)
            plans.append(plan)
        return plans

    with ModelServer([words("So it was.")], rules=strict) as server:
        plans = with_app(home, server, style, story)
        received = [request.messages for request in server.chats]

    assert [encode_messages(plan.messages) for plan in plans] == received
    for plan in plans:
        assert_the_story_is_whole(plan)
        assert_memory_is_first(plan, yes=order is not None)
    assert any(block.kind is BlockKind.SUMMARY and block.rendered for block in plans[1].blocks)


def assert_the_story_is_whole(plan: ContextPlan) -> None:
    """The plan is full, adds up, holds what must be in and nothing that must not."""
    prompt = "\n".join(message.content for message in plan.messages)
    assert plan.dropped
    assert plan.used <= plan.available == LIMIT - 100
    assert sum(block.tokens for block in plan.blocks if block.rendered) + plan.overhead == plan.used
    assert "4711" not in prompt
    for known in ("whale oil", "sea here is cold", "Gulls nest", "lost his ship", "Stay with the sea", "Keep it short"):
        assert known in prompt, known
    calls = [call.call_id for message in plan.messages for call in message.tool_calls]
    results = [message.tool_call_id for message in plan.messages if message.role is Role.TOOL]
    assert calls == results
    assert results


def assert_memory_is_first(plan: ContextPlan, *, yes: bool) -> None:
    """Memory stands before the history in both orders; who answers stands before it, or behind it in the other one."""
    prompt = "\n".join(message.content for message in plan.messages)
    memory, card, history = (prompt.index(text) for text in ("lost his ship", "keeps the lighthouse", "Night "))
    assert memory < history
    assert (memory < card) is yes
    assert (history < card) is yes
