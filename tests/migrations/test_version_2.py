"""What version 2 kept is all there in this version, and what has come since works with it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.domain.character import Persona
from desktop_app.domain.chat import AuthorsNote, Chat, ChatContext, Draft, Folder
from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.generation import Activated, FinishReason, StoredPlan, Usage
from desktop_app.domain.lore import Lorebook, LorebookEntry, LorebookLink, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import FlagsPatch, MessageFlags, MessageState, ReasoningPart, Role, TextPart
from desktop_app.domain.summary import Covered, SummarySegment
from desktop_app.storage.backup import list_backups
from desktop_app.storage.inspection import inspect_database
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.tables import DATA_VERSION
from tests.fakes.clock import FakeClock

# What version 2 left on the disk, as SQL. Never changed.
_SECOND = Path(__file__).parent / "data" / "version-2.sql"


@pytest.fixture
def second(paths: Paths) -> Paths:
    """Folders with a database of version 2."""
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.executescript(_SECOND.read_text("utf-8"))
        connection.execute("PRAGMA journal_mode=WAL")
    return paths


async def _chats_are_there(storage: Storage) -> None:
    assert await storage.turns.recover() == ["m4"]
    chat, plain = await storage.chats.get_chat("chat"), await storage.chats.get_chat("plain")
    context = ChatContext(AuthorsNote("Тише.", 2, Role.USER, 3), use_summary=True, use_recall=False, cut_in_steps=True)
    assert (chat.title, chat.folder, chat.character_ids, chat.context) == ("Ёлка 北京 🎄", "Winter", ("aria",), context)
    assert (plain.context, plain.tip_id) == (Chat("").context, "p1")
    assert await storage.chats.folders() == [Folder("Winter", "summarize")]
    assert await storage.chats.get_draft("plain") == Draft("plain", "d1", "I look ar", "manual", 2)
    first, second, third, fourth = await storage.chats.tail("chat", 9)
    assert (first.text, first.revision, first.flags) == ("Where is the red lamp?", 2, MessageFlags(excluded=True))
    assert (await storage.chats.revisions("m1"))[0].text == "Where is the lamp?"
    assert second.parts == (ReasoningPart("Hm."), TextPart("In the cellar."))
    assert (third.text, fourth.text, fourth.state) == ("And the key? 钥匙", "Half a sen", MessageState.INTERRUPTED)
    assert (await storage.chats.get_message("p1")).flags.deleted
    turn = await storage.turns.turn_of("m2")
    assert turn is not None
    assert (turn.plan, turn.reroll) == (StoredPlan(b"\x00skeleton", {"h1": "You are Aria. Ёлка"}), 3)
    assert (turn.usage, turn.finish_reason) == (Usage(10, 2, 12), FinishReason.STOP)
    assert await storage.turns.activations("chat") == [("m2", (Activated("lamp", 1, "fresh"),))]


async def _knowledge_is_there(storage: Storage) -> None:
    assert (await storage.library.get_character("aria")).tags == ("elf",)
    assert await storage.library.get_persona("me") == Persona("me", "Ilya", "A traveller.")
    entries = (
        LorebookEntry("lamp", keys=("lamp", "лампа"), content="It is red."),
        LorebookEntry("key", content="Under the mat."),
    )
    assert await storage.lore.books() == [Lorebook("book", "Bestiary", "What lives here.", entries)]
    links = [LorebookLink("book", scope) for scope in (Scope(ScopeKind.CHARACTER, "aria"), Scope())]
    assert await storage.lore.links() == links
    assert await storage.memory.entries() == [
        MemoryEntry(
            "tea",
            "She drinks tea.",
            keywords=("tea",),
            scope=Scope(ScopeKind.CHAT, "chat"),
            sources=(SourceSpan("m1", 1, 0, 5),),
            created_at=5,
            updated_at=6,
        )
    ]
    assert await storage.calibrations.calibration("gpt") == '{"факт": 2}'


async def _what_is_new_works(storage: Storage) -> None:
    sentence = SummarySentence("s-0", "The lamp is in the cellar.", (SourceSpan("m2", 1, 0, 14),))
    segment = SummarySegment("s", "chat", (Covered("m1", 2), Covered("m2", 1)), (sentence,))
    await storage.summaries.add_segments([segment])
    await storage.vectors.save_vectors("small", "chat", [PassageVector("m2", 1, 0, 14, b"xx")])
    await storage.chats.save_folder(Folder("Winter", "summarize", 20))
    await storage.library.save_persona(Persona("me", "Ilya", extensions={"a": "1"}))
    assert await storage.summaries.segments("chat") == [segment]
    await storage.chats.change_flags("chat", {"m2": FlagsPatch(deleted=True)})
    assert (await storage.summaries.segments("chat"))[0].stale == {"s-0"}
    assert await storage.vectors.vectors("small", "chat") == []
    assert await storage.chats.folders() == [Folder("Winter", "summarize", 20)]


def test_what_version_2_kept_is_all_there_and_what_is_new_works_with_it(second: Paths) -> None:
    facts = inspect_database(second)
    assert facts is not None
    assert (facts.version, facts.integrity, facts.memory_entries) == (2, "ok", 1)
    assert facts.derived is not None
    assert (facts.derived.vectors, facts.derived.summary_segments, facts.derived.waiting_proposals) == ({}, 0, 0)

    async def scenario() -> None:
        storage = await open_storage(second, FakeClock())
        try:
            await _chats_are_there(storage)
            await _knowledge_is_there(storage)
            await _what_is_new_works(storage)
        finally:
            await storage.close()

    asyncio.run(scenario())
    facts = inspect_database(second)
    assert facts is not None
    assert (facts.version, facts.integrity) == (DATA_VERSION, "ok")
    (backup,) = list_backups(second)
    assert backup.reason == "before-upgrade-from-2"
