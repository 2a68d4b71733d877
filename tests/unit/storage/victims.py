"""What the processes do that the tests kill."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from pathlib import Path

import alembic.command  # noqa: F401  # pyright: ignore[reportUnusedImport] - once for all victims that make a database

from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import FinishReason, StoredPlan
from desktop_app.domain.message import MessageState, TextPart
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.restore import stage_restore
from tests.contract.worlds import a_turn, an_answer, text_message
from tests.fakes.clock import FakeClock
from tests.fakes.killable import say

WORDS = [f"word{number}" for number in range(12)]


def question(number: int) -> str:
    """The text of a question."""
    return f"Question {number}? Вопрос 北京. " * 20


def write_for_ever(folder: str, first: int) -> None:
    """Asks, streams, ends, and again; prints what is stored as soon as it is."""
    asyncio.run(_write(Paths.find(Path(folder)), first))


def open_and_close(folder: str) -> None:
    """A start and an end."""

    async def session() -> None:
        storage = await open_storage(Paths.find(Path(folder)), FakeClock())
        await storage.close()

    asyncio.run(session())


def restore(folder: str, backup: str) -> None:
    """Restores a backup and opens it."""
    paths = Paths.find(Path(folder))
    say("begun")
    stage_restore(paths, Path(backup), lambda _share: True)
    open_and_close(folder)


async def _write(paths: Paths, first: int) -> None:
    storage = await open_storage(paths, FakeClock())
    if first == 0:
        await storage.chats.add_chat(Chat("chat"))
        say("chat")
    parent = (await storage.chats.get_chat("chat")).tip_id
    for number in count(first):
        user = text_message(f"user-{number:05}", parent, question(number))
        await storage.chats.append(user, drop_draft=True)
        say(user.id)
        answer = an_answer(user.id, f"answer-{number:05}")
        plan = StoredPlan(b"skeleton", {user.id: question(number)})
        turn = a_turn(f"turn-{number:05}", answer.id, plan)
        await storage.turns.open_turn(turn, answer)
        for end in range(len(WORDS)):
            answer = replace(answer, parts=(TextPart(" ".join(WORDS[: end + 1])),))
            await storage.turns.save_partial(answer)
            say(f"{answer.id} {end + 1}")
        final = replace(answer, state=MessageState.COMPLETE)
        await storage.turns.finish_turn(replace(turn, finish_reason=FinishReason.STOP), final)
        say(f"{answer.id} done")
        parent = answer.id
