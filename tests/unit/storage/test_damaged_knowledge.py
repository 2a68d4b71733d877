"""Damaged entries, books, memories and decisions: told in the log, left out, and never removed by a later saving."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.chat import Chat, ChatContext
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.generation import Activated
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import a_turn, an_answer
from tests.fakes.clock import FakeClock

_ENTRIES = tuple(LorebookEntry(letter, content=f"Secret {letter}") for letter in "abc")


def _after_damage(
    paths: Paths, statements: list[str], scenario: Callable[[Storage], Coroutine[Any, Any, None]]
) -> None:
    """Fills a database, damages it, and opens it again, since nothing that is held in memory may help."""

    async def fill() -> None:
        storage = await open_storage(paths, FakeClock())
        await storage.lore.save_book(Lorebook("book", "Book", "What is where.", _ENTRIES, scan_depth=9))
        await storage.lore.set_links("book", [Scope()])
        await storage.memory.save_entry(MemoryEntry("m1", "Secret 1"))
        await storage.memory.save_entry(MemoryEntry("m2", "Secret 2"))
        await storage.chats.add_chat(Chat("chat", "A chat", context=ChatContext(use_recall=True)))
        turn = replace(a_turn(), activated=(Activated("a", 1, "fresh"),))
        await storage.turns.open_turn(turn, an_answer())
        for statement in statements:
            await storage.database.write(lambda connection, what=statement: connection.exec_driver_sql(what) and None)
        await storage.close()

    async def look() -> None:
        storage = await open_storage(paths, FakeClock())
        try:
            await scenario(storage)
        finally:
            await storage.close()

    asyncio.run(fill())
    asyncio.run(look())


async def _entry_rows(storage: Storage) -> list[str]:
    query = "SELECT id FROM lorebook_entries ORDER BY position, rowid"
    return await storage.database.read(lambda connection: list(connection.exec_driver_sql(query).scalars()))


@pytest.mark.parametrize("damage", ["'{\"id\"'", "'{}'", "CAST(x'7BFF' AS TEXT)"])
def test_a_damaged_entry_is_left_out_and_stays_on_the_disk(
    paths: Paths, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    async def scenario(storage: Storage) -> None:
        ((book, _scopes),) = await storage.lore.linked_books([Scope()])
        assert book.entries == (_ENTRIES[0], _ENTRIES[2])
        await storage.lore.save_book(replace(book, entries=(*book.entries, LorebookEntry("d"))))
        assert sorted(await _entry_rows(storage)) == ["a", "b", "c", "d"]
        saved = await storage.lore.save_book(replace(book, entries=(_ENTRIES[1], _ENTRIES[0])))
        assert await _entry_rows(storage) == ["b", "a"]
        assert saved.entries == (_ENTRIES[1], _ENTRIES[0])
        await storage.lore.delete_book("book")

    with caplog.at_level(logging.WARNING):
        _after_damage(paths, [f"UPDATE lorebook_entries SET entry = {damage} WHERE id = 'b'"], scenario)
    assert [record.getMessage().split(" was")[0] for record in caplog.records] == ["The lorebook entry b"]
    assert "Secret" not in caplog.text


def test_a_damaged_book_keeps_its_name_and_its_entries(paths: Paths, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(storage: Storage) -> None:
        expected = Lorebook("book", "Book", entries=_ENTRIES)
        assert await storage.lore.books() == [expected]
        assert (await storage.lore.save_book(replace(expected, scan_depth=2))).revision == 2

    with caplog.at_level(logging.WARNING):
        _after_damage(paths, ["UPDATE lorebooks SET book = '[]'"], scenario)
    assert "The lorebook book was changed on the disk" in caplog.text


def test_a_damaged_memory_entry_is_left_out_until_it_is_written_anew(
    paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(storage: Storage) -> None:
        assert [entry.id for entry in await storage.memory.entries()] == ["m2"]
        with pytest.raises(NotFoundError):
            await storage.memory.get_entry("m1")
        saved = await storage.memory.save_entry(MemoryEntry("m1", "Again"))
        assert (saved.revision, await storage.memory.get_entry("m1")) == (2, saved)

    with caplog.at_level(logging.WARNING):
        _after_damage(paths, ["UPDATE memory_entries SET entry = '' WHERE id = 'm1'"], scenario)
    assert "memory entry m1" in caplog.text
    assert "Secret" not in caplog.text


def test_damaged_decisions_and_activations_hide_no_chat_and_no_turn(
    paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(storage: Storage) -> None:
        (chat,) = await storage.chats.list_chats()
        assert (chat.title, chat.context) == ("A chat", ChatContext())
        turn = await storage.turns.turn_of("answer")
        assert turn is not None
        assert turn.activated == ()
        assert await storage.turns.activations("chat") == []

    with caplog.at_level(logging.WARNING):
        _after_damage(paths, ["UPDATE chats SET context = '{'", "UPDATE turns SET activated = '{'"], scenario)
    assert "context of chat chat" in caplog.text
