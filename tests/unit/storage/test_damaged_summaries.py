"""Damaged sentences, segments and proposals are told in the log and left out; what another version wrote is read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from desktop_app.domain.character import Persona
from desktop_app.domain.chat import AuthorsNote, Chat, ChatContext
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import FlagsPatch
from desktop_app.domain.summary import Covered, Proposal, SummarySegment
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import text_message
from tests.fakes.clock import FakeClock


def _segment(segment_id: str, *sentences: str) -> SummarySegment:
    said = tuple(SummarySentence(each, "Secret words.", (SourceSpan("m1", 1, 0, 5),)) for each in sentences)
    return SummarySegment(segment_id, "chat", (Covered("m1", 1),), said)


def _after(paths: Paths, statement: str, scenario: Callable[[Storage], Coroutine[Any, Any, None]]) -> None:
    """Fills a database, has something else write to it, and looks."""

    async def run() -> None:
        storage = await open_storage(paths, FakeClock())
        try:
            await storage.chats.add_chat(Chat("chat", context=ChatContext(use_recall=True)))
            await storage.chats.append(text_message("m1"))
            await storage.library.save_persona(Persona("me", "Ilya", extensions={"a": "1"}))
            await storage.summaries.add_segments([_segment("S1", "s1", "s2"), _segment("S2", "s3")])
            proposals = [
                Proposal(each, "chat", "m1", "fact", "x", MemoryEntry(each, "Secret")) for each in ("p1", "p2")
            ]
            await storage.proposals.save_proposals(proposals)
            await storage.database.write(lambda connection: connection.exec_driver_sql(statement) and None)
            await scenario(storage)
        finally:
            await storage.close()

    asyncio.run(run())


@pytest.mark.parametrize("damage", ["'{\"id\"'", "'{}'", "CAST(x'7BFF' AS TEXT)"])
def test_a_damaged_sentence_is_left_out_and_can_be_replaced(
    paths: Paths, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(storage: Storage) -> None:
        assert await storage.summaries.segments("chat") == [_segment("S1", "s2"), _segment("S2", "s3")]
        mine = SummarySentence("s1", "Mine.", (), locked=True)
        await storage.summaries.revise_sentence(mine)
        await storage.chats.change_flags("chat", {"m1": FlagsPatch(excluded=True)})
        first, _second = await storage.summaries.segments("chat")
        assert (first.sentences[0], first.stale, first.revision) == (mine, {"s2"}, 2)
        assert await storage.summaries.history("chat") == []

    with caplog.at_level(logging.WARNING):
        _after(paths, f"UPDATE summary_sentences SET sentence = {damage} WHERE id = 's1'", scenario)
    assert "summary sentence s1" in caplog.text
    assert "Secret" not in caplog.text


def test_a_segment_that_does_not_say_what_it_covers_is_left_out_until_it_is_replaced(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        assert await storage.summaries.segments("chat") == [_segment("S2", "s3")]
        await storage.summaries.add_segments([_segment("S3", "s4")], instead_of=["S1"])
        assert await storage.summaries.segments("chat") == [_segment("S2", "s3"), _segment("S3", "s4")]

    _after(paths, "UPDATE summary_segments SET covers = '[{' WHERE id = 'S1'", scenario)


def test_a_damaged_proposal_and_extensions_are_left_out(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        assert [proposal.id for proposal in await storage.proposals.proposals(None)] == ["p2"]
        assert await storage.library.get_persona("me") == Persona("me", "Ilya", extensions={"a": "1"})

    _after(paths, "UPDATE memory_proposals SET proposal = '{' WHERE id = 'p1'", scenario)


def test_extensions_that_cannot_be_read_cost_no_persona(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        assert await storage.library.personas() == [Persona("me", "Ilya")]

    _after(paths, "UPDATE personas SET extensions = '[1'", scenario)


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ('{"note":{"text":"Hush."},"use_summary":true}', ChatContext(AuthorsNote("Hush."), use_summary=True)),
        (
            '{"compress_every_n":9,"order":["memory","from tomorrow"],"from_a_newer_program":[1]}',
            ChatContext(compress_every_n=9, order=("memory", "from tomorrow")),
        ),
    ],
)
def test_what_a_chat_of_an_older_or_newer_program_decided_is_read(
    paths: Paths, stored: str, expected: ChatContext
) -> None:
    async def scenario(storage: Storage) -> None:
        assert (await storage.chats.get_chat("chat")).context == expected

    _after(paths, f"UPDATE chats SET context = '{stored}'", scenario)
