"""``kill -9`` while a chat is read for recall: after the next start nothing is missing, no ghost is there, nothing is embedded twice."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from sqlalchemy import select

from desktop_app.adapters import load_recall, recall_identity
from desktop_app.app import App
from desktop_app.domain.chat import Chat
from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.meaning import AT_ONCE
from desktop_app.storage.bulk import append_many
from desktop_app.storage.open import Storage
from desktop_app.storage.tables import embedding_cache
from tests.end_to_end.home import Home
from tests.end_to_end.recall_victims import DONE
from tests.end_to_end.test_summaries import with_app
from tests.fakes.killable import DEAD, Nursery, nursery

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill -9")

KILLS = 3
LONG_KILLS = 30
CHAT = "long"

# Before a kill some slices are read, so that the next start meets what is stored and what was cut short.
FEWEST, MOST = 3 * AT_ONCE, 4 * AT_ONCE


def fill(home: Home, count: int) -> None:
    """A chat of messages of a sentence or two, each said once."""

    async def work(app: App) -> None:
        await app.storage.chats.add_chat(Chat(CHAT, "Long talk"))
        await append_many(
            app.storage,
            [
                Message(
                    f"m{number:04}",
                    CHAT,
                    f"m{number - 1:04}" if number else None,
                    Role.ASSISTANT if number % 2 else Role.USER,
                    (
                        TextPart(
                            f"This is what was said as number {number}." + " And a word more about it." * (number % 3)
                        ),
                    ),
                )
                for number in range(count)
            ],
        )

    with_app(home, work)


def change(home: Home, number: int) -> None:
    """One message says something else now, and another is deleted: their vectors must go with their words."""

    async def work(app: App) -> None:
        ids = [row.id for row in await app.storage.chats.branch(CHAT)]
        await app.chats.edit(ids[-2 - 2 * number], f"It was said otherwise for the {number}th time.")
        await app.chats.delete_message(ids[-3 - 2 * number])

    with_app(home, work)


def stored(home: Home) -> list[PassageVector]:
    """All vectors of the chat."""
    return home.with_storage(lambda storage: storage.vectors.vectors(recall_identity(), CHAT))


def wanted(home: Home) -> set[tuple[str, int, int, int]]:
    """Source, revision, start and end of all vectors that there must be in the end."""

    async def read(storage: Storage) -> list[Message]:
        return await storage.chats.tail(CHAT, 100_000)

    texts = [
        RankedText(message.id, message.revision, message.text)
        for message in home.with_storage(read)
        if not message.flags.deleted
    ]
    passages = load_recall(Lemmas()).retriever.passages(texts)
    return {(passage.source_id, passage.revision, passage.start, passage.end) for passage in passages}


def cached(home: Home) -> int:
    """How many texts have their vectors in the cache."""

    async def read(storage: Storage) -> int:
        return await storage.database.read(
            lambda connection: len(connection.execute(select(embedding_cache.c.key)).all())
        )

    return home.with_storage(read)


def places(vectors: list[PassageVector]) -> set[tuple[str, int, int, int]]:
    return {(vector.source_id, vector.revision, vector.start, vector.end) for vector in vectors}


def check_kills(home: Home, program: Nursery, kills: int, seed: int) -> list[str]:
    """Kills as often, each time after some more texts; what was embedded in the end. Nothing of what is stored may be wrong."""
    chance = random.Random(seed)
    embedded: list[str] = []
    lost = 0
    for number in range(kills):
        before = cached(home)
        victim = program.start(str(home.folder))
        seen = victim.lines(chance.randrange(FEWEST, MOST))
        seen += victim.kill()
        assert DEAD not in seen
        assert DONE not in seen, "it was done before it was killed: the test is not what it says"
        embedded += seen
        of_this = len(set(seen)) - (cached(home) - before)
        assert of_this <= 2 * AT_ONCE, "what was embedded is not kept"
        lost += of_this
        assert places(stored(home)) <= wanted(home)
        change(home, number)
        assert places(stored(home)) <= wanted(home), "a ghost"
    *rest, done = program.start(str(home.folder)).rest()
    assert done == DONE
    embedded += rest
    # What was given to the embedder and not yet stored when it died is given again; of what was stored nothing is.
    assert len(embedded) - len(set(embedded)) <= lost
    return embedded


def check_reading(home: Home, other: Home, kills: int, seed: int) -> None:
    """The same as if nobody had killed anything."""
    for each in (home, other):
        fill(each, MOST * kills)
    with nursery("tests.end_to_end.recall_victims:read") as program:
        embedded = check_kills(home, program, kills, seed)
        for number in range(kills):
            change(other, number)
        never_killed = program.start(str(other.folder)).rest()
        assert program.start(str(home.folder)).rest() == [DONE], "nothing is left to be embedded"
    assert places(stored(home)) == wanted(home)
    assert stored(home) == stored(other)
    assert set(never_killed) - {DONE} <= set(embedded)


def test_killed_while_reading_nothing_is_missing_and_nothing_is_embedded_twice(home: Home, tmp_path: Path) -> None:
    check_reading(home, Home(tmp_path / "other"), KILLS, seed=41)


@pytest.mark.long
def test_killed_many_times_while_reading(home: Home, tmp_path: Path) -> None:
    check_reading(home, Home(tmp_path / "other"), LONG_KILLS, seed=42)
