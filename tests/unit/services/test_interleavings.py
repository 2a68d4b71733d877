"""Whatever is done at the same moment, in whatever order it comes to the data: no chat is left half changed.

Each seed is one hectic minute of two chats: sending, stopping, deleting, regenerating, editing, choosing variants, typing,
over a model that fails in all its ways.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from desktop_app.domain.errors import ChatBusyError, NotFoundError, ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    ChatRequest,
    FinishReason,
    StreamEvent,
    StreamFailed,
    StreamFinished,
    TextDelta,
)
from desktop_app.domain.message import MessageState
from tests.fakes.paced import Paced
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider
from tests.unit.services.scenario import run

DEEDS = (
    *("send",) * 4,
    *("preview",) * 3,
    *("stop", "regenerate") * 2,
    *("draft", "delete-chat", "edit", "resend", "choose", "delete", "restore"),
)
ENDS: list[StreamEvent | None] = [
    StreamFinished(FinishReason.STOP),
    StreamFinished(FinishReason.LENGTH),
    StreamFailed(ProviderError(ProviderErrorKind.CONTEXT_TOO_LONG)),
    StreamFailed(ProviderError(ProviderErrorKind.NETWORK)),
    None,
]


@dataclass
class MoodyProvider(ScriptedProvider):
    """Says a few words, or none, slowly, and ends as it likes."""

    chance: Random = Random(0)  # noqa: RUF009 - every test gives its own

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """See ``ENDS``."""
        self.requests.append(request)
        self.open_streams += 1
        try:
            for number in range(self.chance.randrange(4)):
                await self._wait()
                yield TextDelta(f"word {number} ")
            await self._wait()
            if (end := self.chance.choice(ENDS)) is not None:
                yield end
        finally:
            self.open_streams -= 1

    async def _wait(self) -> None:
        for _ in range(self.chance.randrange(6)):
            await asyncio.sleep(0)


async def do(program: Program, deed: str, chat_id: str, chance: Random) -> None:
    """One thing that a person may do; being told that the chat is busy is an answer."""
    chats = program.chats
    try:
        match deed:
            case "send":
                await chats.send(chat_id, f"message {chance.random()}")
            case "preview":
                await program.context.preview(chat_id, chance.choice(["", "a draft"]))
            case "draft":
                await chats.save_draft(chat_id, chance.choice(["", "a draft"]))
            case "stop":
                chats.stop(chat_id)
            case "delete-chat":
                await chats.delete_chat(chat_id)
                await chats.restore_chat(chat_id)
            case _:
                rows = await chats.branch(chat_id)
                if rows:
                    await do_to_message(program, deed, chance.choice(rows).id, chance)
    except ChatBusyError:
        pass
    except NotFoundError as error:
        if error.params["kind"] != "message":  # a failed try that was taken back in the meantime
            raise


async def do_to_message(program: Program, deed: str, message_id: str, chance: Random) -> None:
    """One thing that a person may do to a message."""
    chats = program.chats
    match deed:
        case "regenerate":
            await chats.regenerate(message_id)
        case "edit":
            await chats.edit(message_id, f"edited {chance.random()}")
        case "resend":
            await chats.edit_and_resend(message_id, f"resent {chance.random()}")
        case "choose":
            await chats.choose_variant(message_id, chance.choice([-1, 1]))
        case "delete":
            await chats.delete_message(message_id)
        case _:
            await chats.restore_message(message_id)


async def check_chat(program: Program, chat_id: str) -> None:
    """Nothing is unfinished, nothing is blank, and what the preview shows is what is sent."""
    assert not program.chats.is_streaming(chat_id)
    for message in await program.branch_messages(chat_id):
        assert message.text.strip()
        assert message.state is not MessageState.STREAMING
        for revision in await program.chat_repository.revisions(message.id):
            assert revision.state is not MessageState.STREAMING
    before = len(program.provider.requests)
    preview = await program.context.preview(chat_id, "the last word")
    turn = await program.chats.send(chat_id, "the last word")
    assert program.provider.requests[before].messages == preview.messages
    assert turn.finish_reason is not None


@pytest.mark.parametrize("seed", range(40))
def test_no_order_of_things_leaves_a_chat_half_changed(seed: int) -> None:
    chance = Random(seed)

    async def scenario(program: Program) -> None:
        ids = [(await program.chats.new_chat(f"Chat {number}")).id for number in range(2)]
        tasks: list[asyncio.Task[Any]] = []
        for _ in range(25):
            deed, chat_id = chance.choice(DEEDS), chance.choice(ids)
            tasks.append(program.tasks.launch(deed, do(program, deed, chat_id, chance)))
            for _ in range(chance.randrange(20)):
                await asyncio.sleep(0)
        await asyncio.wait(tasks)
        for chat_id in ids:
            await check_chat(program, chat_id)

    provider = MoodyProvider(chance=chance)
    run(scenario, make_program(provider, save_every_seconds=0.0005, pace=lambda inner: Paced(inner, chance)))
