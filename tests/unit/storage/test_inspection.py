"""Looking at a data folder changes nothing in it, whatever state it is in."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

from desktop_app.domain.chat import Chat
from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import FlagsPatch, Message, Role, TextPart
from desktop_app.domain.summary import Covered, Proposal, ProposalState, SummarySegment
from desktop_app.storage.bulk import append_many
from desktop_app.storage.derived_facts import DerivedFacts
from desktop_app.storage.inspection import inspect_database, lock_is_held
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.tables import DATA_VERSION
from tests.fakes.clock import FakeClock


async def _fill(paths: Paths) -> Storage:
    storage = await open_storage(paths, FakeClock())
    await storage.chats.add_chat(Chat(id="chat"))
    await storage.chats.add_chat(Chat(id="gone", deleted_at=1))
    await storage.lore.save_book(Lorebook("book", "Book", entries=(LorebookEntry("a"), LorebookEntry("b"))))
    await storage.memory.save_entry(MemoryEntry("memory", "Tea."))
    parents = [None, *(f"m{number}" for number in range(9))]
    await append_many(
        storage,
        [Message(f"m{at}", "chat", parent, Role.USER, (TextPart("x"),)) for at, parent in enumerate(parents)],
    )
    said = tuple(SummarySentence(f"s{at}", "Said.", (SourceSpan(f"m{at}", 1, 0, 1),)) for at in (1, 2, 3))
    await storage.summaries.add_segments([SummarySegment("s", "chat", (Covered("m1", 1),), said)])
    await storage.chats.change_flags("chat", dict.fromkeys(("m1", "m2"), FlagsPatch(hidden=True)))
    await storage.summaries.remove_sentence("s2")
    vectors = [PassageVector(source_id, 1, start, 9, b"xx") for source_id in ("m1", "m3") for start in (0, 5)]
    await storage.vectors.save_vectors("small", "chat", vectors)
    await storage.vectors.save_vectors("large", "chat", vectors[:1])
    await storage.embeddings.put_many({"a": b"xx", "b": b"xx"})
    states = {"p1": ProposalState.WAITING, "p2": ProposalState.REFUSED, "p3": ProposalState.WAITING}
    entry = MemoryEntry("proposed", "Tea.")
    await storage.proposals.save_proposals(
        [Proposal(key, "chat", "m1", "fact", "tea", entry, state) for key, state in states.items()]
    )
    return storage


def _snapshot(paths: Paths) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes() for file in paths.data.iterdir() if file.is_file() and file.suffix != ".db-shm"
    }


def test_a_closed_database(paths: Paths) -> None:
    asyncio.run(_close(paths))
    before = _snapshot(paths)

    facts = inspect_database(paths)

    assert facts is not None
    assert (facts.integrity, facts.problem, facts.version) == ("ok", "", DATA_VERSION)
    assert (facts.chats, facts.chats_in_trash, facts.messages, facts.turns) == (1, 1, 10, 0)
    assert (facts.lorebooks, facts.lorebook_entries, facts.memory_entries, facts.damaged_texts) == (1, 2, 1, 0)
    assert facts.derived == DerivedFacts({"large": 1, "small": 2}, 2, 1, 1, 2)
    assert facts.size == paths.database.stat().st_size
    after = _snapshot(paths)
    assert {name: after[name] for name in before} == before


def test_an_open_one_with_a_log_that_is_not_merged(paths: Paths) -> None:
    async def look() -> None:
        storage = await _fill(paths)
        before = _snapshot(paths)
        facts = await asyncio.to_thread(inspect_database, paths)
        assert facts is not None
        assert (facts.integrity, facts.messages) == ("ok", 10)
        assert facts.log_size > 0
        assert _snapshot(paths) == before
        await storage.close()

    asyncio.run(look())


def test_a_damaged_page_is_found(paths: Paths) -> None:
    asyncio.run(_close(paths))
    data = bytearray(paths.database.read_bytes())
    with closing(sqlite3.connect(paths.database)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'message_revisions'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    data[(root - 1) * size : root * size] = bytes(size)
    paths.database.write_bytes(data)

    facts = inspect_database(paths)

    assert facts is not None
    assert facts.problem.startswith("The chat database is damaged")
    assert paths.database.read_bytes() == data


def test_before_the_first_start_there_is_nothing(paths: Paths) -> None:
    assert inspect_database(paths) is None
    assert lock_is_held(paths) is False
    assert not paths.database.exists()
    assert not paths.lock.exists()


def test_the_lock_is_seen_and_left_alone(paths: Paths) -> None:
    lock = DataFolderLock(paths)
    lock.acquire()
    assert lock_is_held(paths)
    lock.release()
    assert not lock_is_held(paths)
    lock.acquire()
    lock.release()


async def _close(paths: Paths) -> None:
    await (await _fill(paths)).close()
