"""A change of a book's entries is put onto whatever the book is by then, and moved entries stand where they were put."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Lorebook, LorebookEntry, Position, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.lore_changes import in_prompt_order, merged, moved
from tests.fakes.program import make_program

ONE, TWO, THREE, FOUR = (LorebookEntry(id=name, name=name) for name in ("1", "2", "3", "4"))
BOOK = (ONE, TWO, THREE, FOUR)

ids = st.sampled_from("abcdefgh")
books = st.lists(st.tuples(ids, st.integers(0, 4)), unique_by=lambda pair: pair[0], max_size=8).map(
    lambda pairs: tuple(LorebookEntry(id=name, insertion_order=order) for name, order in pairs)
)


@settings(max_examples=30, deadline=None)
@given(before=books, after=books)
def test_a_change_makes_the_one_of_the_other_and_back(
    before: tuple[LorebookEntry, ...], after: tuple[LorebookEntry, ...]
) -> None:
    assert merged(before, before, after) == after
    assert merged(after, after, before) == before


def test_undo_leaves_what_somebody_else_changed_since() -> None:
    changed = tuple(replace(entry, enabled=False) for entry in BOOK)
    since = (replace(changed[0], content="new", position=Position.OUTLET), *changed[1:3], LorebookEntry(id="5"))
    undone = merged(since, changed, BOOK)
    assert undone == (replace(ONE, content="new", position=Position.OUTLET), TWO, THREE, LorebookEntry(id="5"))


def test_what_was_deleted_comes_back_where_it_stood_among_those_that_are_left() -> None:
    gone = (ONE, FOUR)
    now = (ONE, replace(FOUR, name="other"), LorebookEntry(id="5"))
    assert [entry.id for entry in merged(now, gone, BOOK)] == ["1", "2", "3", "4", "5"]


@settings(max_examples=40, deadline=None)
@given(book=books, data=st.data())
def test_moved_entries_stand_where_they_were_put_and_no_other_is_touched(
    book: tuple[LorebookEntry, ...], data: st.DataObject
) -> None:
    names = [entry.id for entry in book]
    chosen = set(data.draw(st.lists(st.sampled_from(names), unique=True))) if names else set[str]()
    before = data.draw(st.sampled_from(["", *(name for name in names if name not in chosen)]))
    after = moved(book, chosen, before)
    known = {entry.id: entry for entry in book}
    assert [entry for entry in after if entry.id not in chosen] == [entry for entry in book if entry.id not in chosen]
    shown = [entry.id for entry in in_prompt_order(after)]
    rest = [entry.id for entry in in_prompt_order(book) if entry.id not in chosen]
    at = rest.index(before) if before else len(rest)
    taken = [entry.id for entry in in_prompt_order(book) if entry.id in chosen]
    assert shown == [*rest[:at], *taken, *rest[at:]]
    assert all(replace(entry, insertion_order=known[entry.id].insertion_order) == known[entry.id] for entry in after)


@pytest.mark.parametrize(
    ("orders", "before", "expected"),
    [
        ((10, 20, 30, 40), "2", 15),
        ((10, 20, 30, 40), "1", 0),
        ((10, 20, 30, 35), "", 35),
        ((10, 11, 30, 40), "2", 10),
    ],
)
def test_the_order_is_one_that_was_free(orders: tuple[int, ...], before: str, expected: int) -> None:
    book = tuple(replace(entry, insertion_order=order) for entry, order in zip(BOOK, orders, strict=True))
    last = next(entry for entry in moved(book, {"4"}, before) if entry.id == "4")
    assert last.insertion_order == expected


def test_a_change_of_many_is_stored_in_one_and_told_once() -> None:
    async def story() -> None:
        program = make_program()
        await program.lore.save_book(Lorebook(id="b", name="B", entries=BOOK))
        off = tuple(replace(entry, enabled=False) for entry in BOOK)
        stored = await program.lore.change_entries("b", BOOK, off)
        assert [entry.enabled for entry in stored.entries] == [False] * 4
        assert stored.revision == 2
        back = await program.lore.change_entries("b", off, BOOK)
        assert [replace(entry, revision=1) for entry in back.entries] == list(BOOK)
        with pytest.raises(NotFoundError):
            await program.lore.change_entries("gone", BOOK, off)

    asyncio.run(story())


def test_copies_have_ids_of_their_own_and_links_are_told_by_book() -> None:
    async def story() -> None:
        program = make_program()
        copies = program.lore.copies(BOOK)
        assert not {entry.id for entry in copies} & {entry.id for entry in BOOK}
        assert [entry.name for entry in copies] == ["1", "2", "3", "4"]
        await program.lore.save_book(Lorebook(id="b", name="B"))
        await program.lore.set_scopes("b", (Scope(), Scope(ScopeKind.CHAT, "c")))
        assert set((await program.lore.links())["b"]) == {Scope(), Scope(ScopeKind.CHAT, "c")}

    asyncio.run(story())


def test_memory_entries_change_together_and_back_and_what_is_gone_stays_gone() -> None:
    async def story() -> None:
        program = make_program()
        stored = [await program.memory.save(MemoryEntry(id=name, content=name)) for name in "abc"]
        after = [replace(stored[0], enabled=False), replace(stored[1], enabled=False)]
        await program.memory.change(stored, after)
        assert [(entry.id, entry.enabled) for entry in await program.memory.entries()] == [("a", False), ("b", False)]
        await program.memory.delete("a")
        await program.memory.save(replace(stored[1], enabled=False, content="since"))
        await program.memory.change(after, stored)
        found = {entry.id: entry for entry in await program.memory.entries()}
        assert set(found) == {"b", "c"}
        assert (found["b"].enabled, found["b"].content, found["c"].content) == (True, "since", "c")

    asyncio.run(story())
