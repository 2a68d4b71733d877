"""What the kill tests share: programs to kill, when to do it, and what must be true afterwards (reliability page, D1)."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable
from typing import Protocol

from desktop_app.domain.message import Message, MessageState, Role
from desktop_app.storage.inspection import inspect_database
from desktop_app.storage.open import Storage
from tests.end_to_end.home import Home
from tests.end_to_end.pulse import Pulse
from tests.fakes.killable import DEAD
from tests.fakes.model_replies import Reply, chunk, stream
from tests.fakes.model_server import ModelServer, ReceivedRequest

QUESTION = "Question"
LINES = [f"line {number:03d}" for number in range(100)]
PAUSE_SECONDS = 0.015
ANSWER_SECONDS = len(LINES) * PAUSE_SECONDS

# Promise D1: what was seen longer ago than this is stored.
MAY_BE_LOST_SECONDS = 1.0
# This share of the kills comes before anything is seen of the answer.
EARLY = 0.25


class Killable(Protocol):
    """A running program whose output comes in lines; the last one is ``DEAD``."""

    def lines(self, limit: int) -> list[str]:
        """Waits for that many lines."""
        ...

    def kill(self) -> object:
        """``kill -9``, waiting for its end."""
        ...


class Spawned:
    """A program that was started anew."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def lines(self, limit: int) -> list[str]:
        """Waits for that many lines of its output, or its end."""
        assert self._process.stdout is not None
        found: list[str] = []
        while len(found) < limit and found[-1:] != [DEAD]:
            found.append(self._process.stdout.readline().rstrip("\n") or DEAD)
        return found

    def kill(self) -> None:
        """``kill -9``, waiting for its end."""
        with self._process:
            self._process.kill()
            assert self._process.stdout is not None
            self._process.stdout.read()


def slow_answer(_request: ReceivedRequest) -> Reply:
    """The lines, one after the other; a client that prints what it gets prints whole lines."""
    return stream([*(chunk(f"{line}\n") for line in LINES), chunk(finish="stop")], pause=PAUSE_SECONDS)


def check_kills(home: Home, server: ModelServer, launch: Callable[[], Killable], times: int, seed: int) -> None:
    """Kills as often, each time at another moment, and asserts after each kill that nothing acknowledged is lost."""
    chance = random.Random(seed)
    cut_short = 0
    for _ in range(times):
        with Pulse(home.folder) as pulse:
            seen, killed_at = _kill_at_some_moment(launch(), chance)
        needed = sum(1 for when in seen if when <= killed_at - MAY_BE_LOST_SECONDS - 2 * pulse.longest)
        messages = stored_messages(home)
        _assert_sound(home, messages, questions=len(server.chats))
        answer = messages[-1] if messages and messages[-1].role is Role.ASSISTANT else None
        kept = len(_lines_of(answer))
        assert kept >= needed, (
            f"{needed} of {len(seen)} lines had to be stored, {kept} were ({pulse.longest:.3f} s still)"
        )
        cut_short += answer is not None and answer.state is MessageState.STREAMING and bool(answer.text)
    assert cut_short >= times // 4, "most kills missed the answer: the test is not what it says"


def assert_recovered(messages: list[Message]) -> None:
    """After the next start no answer waits for a program that is dead, and no blank one is left."""
    answers = [message for message in messages if message.role is Role.ASSISTANT]
    assert {message.state for message in answers} <= {MessageState.COMPLETE, MessageState.INTERRUPTED}
    assert any(message.state is MessageState.INTERRUPTED for message in answers)
    assert all(message.text for message in answers)


def stored_messages(home: Home) -> list[Message]:
    """The messages of the one chat, or none where there is no chat yet. Changes nothing."""

    async def read(storage: Storage) -> list[Message]:
        chats = await storage.chats.list_chats()
        assert len(chats) <= 1
        return await storage.chats.tail(chats[0].id, 100_000) if chats else []

    return home.with_storage(read)


def _kill_at_some_moment(victim: Killable, chance: random.Random) -> tuple[list[float], float]:
    """When each line was seen, and when it was killed."""
    seen: list[float] = []
    if chance.random() < EARLY:
        time.sleep(chance.uniform(0, 0.5))
    else:
        victim.lines(1)
        seen.append(time.monotonic())
        deadline = seen[0] + chance.uniform(0, ANSWER_SECONDS)
        while time.monotonic() < deadline and victim.lines(1) != [DEAD]:
            seen.append(time.monotonic())
    killed_at = time.monotonic()
    victim.kill()
    return seen, killed_at


def _assert_sound(home: Home, messages: list[Message], questions: int) -> None:
    """``questions``: how many a server was asked; each had been stored before."""
    facts = inspect_database(home.paths)
    assert facts is None or facts.problem == ""
    asked = [message.text for message in messages if message.role is Role.USER]
    assert set(asked) <= {QUESTION}
    assert len(asked) >= questions
    for message in messages:
        if message.role is Role.ASSISTANT:
            whole = "".join(f"{line}\n" for line in LINES)
            assert whole.startswith(message.text)
            assert message.text == whole or message.state is not MessageState.COMPLETE


def _lines_of(answer: Message | None) -> list[str]:
    return answer.text.split("\n")[:-1] if answer is not None else []
