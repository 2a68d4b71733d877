"""``kill -9`` at any moment: what was acknowledged is there, the rest is whole or absent (reliability page, D1)."""

from __future__ import annotations

import asyncio
import random
import sys
import time

import pytest

from desktop_app.domain.message import Message, MessageState
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from tests.examples import repeated
from tests.fakes.clock import FakeClock
from tests.fakes.killable import nursery
from tests.unit.storage.victims import WORDS, question

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")

KILLS = repeated(12)


async def _after_the_crash(paths: Paths) -> tuple[dict[str, Message], list[str]]:
    """All messages as the next start finds them, and the interrupted ones."""
    storage = await open_storage(paths, FakeClock())
    try:
        kept = await storage.turns.recover()
        assert await storage.database.check() == "ok"
        rows = await storage.chats.branch("chat")
        found = await storage.chats.messages([row.id for row in rows])
        assert list(found) == [row.id for row in rows]
        assert all(row.length == len(found[row.id].text) for row in rows)
        for row in rows[-3:]:
            turn = await storage.turns.turn_of(row.id)
            assert (turn is not None) == row.id.startswith("answer")
            assert turn is None or turn.plan is not None
        return found, kept
    finally:
        await storage.close()


def _check_whole(found: dict[str, Message]) -> None:
    """Every message is what it was meant to be; an interrupted answer is a beginning of it."""
    for message_id, message in found.items():
        kind, number = message_id.split("-")
        if kind == "user":
            assert message.text == question(int(number))
        elif message.state is MessageState.COMPLETE:
            assert message.text == " ".join(WORDS)
        else:
            assert message.state is MessageState.INTERRUPTED
            assert message.text
            assert message.text.split(" ") == WORDS[: len(message.text.split(" "))]


@pytest.mark.kills
def test_nothing_acknowledged_is_lost(paths: Paths) -> None:
    chance = random.Random(5)
    acknowledged: dict[str, int] = {}
    interrupted = 0
    with nursery("tests.unit.storage.victims:write_for_ever") as children:
        for kill in range(KILLS):
            victim = children.start(str(paths.data), kill * 1000)
            printed = victim.lines(chance.randrange(2, 40)) + victim.kill()
            for line in printed[1:] if kill == 0 else printed:
                message_id, _space, progress = line.partition(" ")
                acknowledged[message_id] = {"": 0, "done": len(WORDS)}.get(progress) or int(progress or 0)
            found, kept = asyncio.run(_after_the_crash(paths))
            _check_whole(found)
            interrupted += len(kept)
            for message_id, words in acknowledged.items():
                assert message_id in found
                assert message_id.startswith("user") or len(found[message_id].text.split(" ")) >= words
    assert len(acknowledged) > KILLS
    assert interrupted > 0


def test_a_first_start_that_was_killed_is_a_first_start_again(paths: Paths) -> None:
    chance = random.Random(6)
    with nursery("tests.unit.storage.victims:open_and_close") as children:
        for _kill in range(10):
            for file in paths.data.glob("talespan*"):
                file.unlink()
            victim = children.start(str(paths.data))
            time.sleep(chance.random() * 0.1)
            victim.kill()
            victim = children.start(str(paths.data))
            assert victim.rest() == []
            assert paths.database.stat().st_size > 0
            assert not list(paths.data.glob("*.new*"))
