"""Books in memory: they weigh what they are said to weigh, and are never anything but what the database holds."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope
from desktop_app.storage.codec import from_json, to_json
from desktop_app.storage.held_books import HeldBooks, weight_of
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.fakes.clock import FakeClock


def _book(book_id: str = "book", entries: int = 10, text: str = "Text") -> Lorebook:
    made = (
        LorebookEntry(f"{book_id}-entry-{n}", f"Entry {n}", (f"key{n}", f"ключ{n}"), f"{text}{n}")
        for n in range(entries)
    )
    return Lorebook(book_id, book_id, entries=tuple(made))


@pytest.mark.parametrize("text", ["Hello.", "Привет, как дела? " * 60, "北京 🎄" * 100])
def test_the_weight_is_the_memory_that_is_used(text: str) -> None:
    gc.collect()
    tracemalloc.start()
    try:
        book = from_json(to_json(_book(entries=500, text=text)), Lorebook)
        used, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used * 0.75 < weight_of(book) < used * 1.3


def test_a_book_is_found_in_its_revision_alone() -> None:
    held, book = HeldBooks(), _book()
    assert held.find("book", 1) is None
    held.keep(book)
    assert held.find("book", 1) is book
    assert held.find("book", 2) is None
    held.keep(replace(book, revision=2))
    assert held.find("book", 1) is None
    held.forget("book")
    assert held.find("book", 2) is None


def test_books_never_weigh_more_than_the_limit() -> None:
    books = [_book(f"book{number}", 50) for number in range(20)]
    held = HeldBooks(limit=sum(map(weight_of, books[:5])))
    for book in books:
        held.keep(book)
    kept = [book for book in books if held.find(book.id, 1)]
    assert 3 <= len(kept) <= 5
    held.keep(_book("huge", 500))
    assert held.find("huge", 1) is None


async def _run(storage: Storage, statement: str) -> Any:
    return await storage.database.write(lambda connection: connection.exec_driver_sql(statement).scalar())


async def _do(storage: Storage, statement: str) -> None:
    await storage.database.write(lambda connection: connection.exec_driver_sql(statement) and None)


def _in_storage(paths: Paths, scenario: Callable[[Storage], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        storage = await open_storage(paths, FakeClock())
        await storage.lore.save_book(_book(entries=1000))
        await storage.lore.set_links("book", [Scope()])
        try:
            await scenario(storage)
        finally:
            await storage.close()

    asyncio.run(whole())


def _with(book: Lorebook, place: int, content: str) -> Lorebook:
    entries = list(book.entries)
    entries[place] = replace(entries[place], content=content)
    return replace(book, entries=tuple(entries))


async def _rows_written(storage: Storage, book: Lorebook) -> int:
    before = await _run(storage, "SELECT total_changes()")
    await storage.lore.save_book(book)
    return int(await _run(storage, "SELECT total_changes()")) - before


def test_of_a_thousand_entries_the_changed_one_is_written(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        book = await storage.lore.get_book("book")
        assert await _rows_written(storage, _with(book, 500, "Changed.")) == 2  # the entry and its book
        assert await _rows_written(storage, _with(book, 500, "Changed.")) == 0
        book = await storage.lore.get_book("book")
        copied = replace(book, entries=tuple(replace(entry) for entry in book.entries))
        assert await _rows_written(storage, _with(copied, 3, "Changed.")) == 2
        book = await storage.lore.get_book("book")
        assert await _rows_written(storage, replace(book, name="Renamed")) == 1
        assert await _rows_written(storage, replace(book, entries=book.entries[:-1])) == 2
        assert await _rows_written(storage, replace(book, entries=book.entries)) == 2

    _in_storage(paths, scenario)


def test_linked_books_are_taken_from_memory_until_they_change(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        book = await storage.lore.get_book("book")
        await _do(storage, "UPDATE lorebook_entries SET entry = replace(entry, 'Text', 'Other')")
        assert (await storage.lore.linked_books([Scope()]))[0][0] is book
        await _do(
            storage, "UPDATE lorebooks SET revision = 2, book = replace(book, '\"revision\":1', '\"revision\":2')"
        )
        ((read, _scopes),) = await storage.lore.linked_books([Scope()])
        assert (read.revision, read.entries[7].content) == (2, "Other7")
        assert (await storage.lore.books())[0] is read

    _in_storage(paths, scenario)


def test_a_saving_that_failed_is_not_held(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        book = await storage.lore.get_book("book")
        await _do(storage, "CREATE TRIGGER no BEFORE UPDATE ON lorebook_entries BEGIN SELECT RAISE(ABORT, 'no'); END")
        with pytest.raises(Exception, match="no"):
            await storage.lore.save_book(_with(book, 1, "Never."))
        await _do(storage, "DROP TRIGGER no")
        assert await storage.lore.get_book("book") == book
        saved = await storage.lore.save_book(_with(book, 2, "Well."))
        assert saved.revision == 2
        assert await storage.lore.get_book("book") == saved
        assert saved.entries[1].content == "Text1"

    _in_storage(paths, scenario)


def test_a_deleted_book_that_comes_back_is_the_new_one(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        await storage.lore.delete_book("book")
        with pytest.raises(NotFoundError):
            await storage.lore.get_book("book")
        again = await storage.lore.save_book(_book(entries=2, text="New"))
        assert (await storage.lore.get_book("book")).entries == again.entries

    _in_storage(paths, scenario)
