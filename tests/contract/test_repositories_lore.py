"""What every ``LoreRepository`` does: the fake one and the one on SQLite."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.lore import (
    EntryFilter,
    GenerationKind,
    Lorebook,
    LorebookEntry,
    LorebookLink,
    MeaningMode,
    Position,
    ScanSource,
    Scope,
    ScopeKind,
    SecondaryLogic,
    TrimDirection,
)
from desktop_app.domain.message import Role
from tests.contract.worlds import World

_RICH_ENTRY = LorebookEntry(
    "rich",
    "Фонарь",
    ("lamp", "/ламп[аы]/i", "灯"),
    "The lamp shows what was.\n北京 🎄",
    enabled=False,
    constant=True,
    insertion_order=-5,
    priority=7,
    position=Position.AT_DEPTH,
    depth=0,
    role=Role.ASSISTANT,
    outlet="door",
    secondary_keys=("red",),
    secondary_logic=SecondaryLogic.NOT_ALL,
    anti_keys=("sun",),
    case_sensitive=True,
    whole_words=False,
    inflected=True,
    near_names=False,
    scan_depth=0,
    scan_sources=(ScanSource.SCENARIO, ScanSource.AUTHORS_NOTE),
    meaning=MeaningMode.EITHER,
    probability=33,
    groups=("lights", "вещи"),
    group_weight=5,
    group_by_order=True,
    group_scoring=False,
    cannot_be_pulled=True,
    cannot_pull=True,
    recursion_level=2,
    sticky=1,
    cooldown=2,
    delay=3,
    token_cap=120,
    trim=TrimDirection.BOTTOM,
    ignore_budget=True,
    only_for=EntryFilter(("Aria",), ("elf",), exclude=True),
    kinds=(GenerationKind.CONTINUE,),
    revision=4,
    extensions={"uid": "17", "ключ": "null"},
)
_RICH_BOOK = Lorebook(
    "book",
    "Ёлка 北京",
    "What is where.",
    (_RICH_ENTRY, LorebookEntry("plain")),
    scan_depth=9,
    token_budget=500,
    budget_percent=20,
    recursive_scanning=True,
    max_recursion_steps=3,
    min_activations=1,
    max_depth=50,
    case_sensitive=True,
    whole_words=False,
    inflected=False,
    near_names=True,
    yo_as_ye=False,
    include_names=True,
    group_scoring=True,
    behind_history=True,
    enabled=False,
    revision=6,
    extensions={"x": '{"y": 1}'},
    created_at=5,
    updated_at=7,
)


def _book(book_id: str = "book", entries: str = "abc", **changes: object) -> Lorebook:
    """A book with an entry for each letter."""
    made = Lorebook(
        book_id, book_id.title(), entries=tuple(LorebookEntry(letter, content=letter) for letter in entries)
    )
    return replace(made, **changes)


def _revisions(book: Lorebook) -> str:
    return f"{book.revision}: " + " ".join(f"{entry.id}{entry.revision}" for entry in book.entries)


def test_the_rich_book_leaves_nothing_at_its_default() -> None:
    for value, default in ((_RICH_ENTRY, LorebookEntry("")), (_RICH_BOOK, Lorebook("", ""))):
        same = [entry.name for entry in fields(value) if getattr(value, entry.name) == getattr(default, entry.name)]
        assert same == []


def test_a_book_comes_back_as_it_was_added(world: World) -> None:
    assert world.run(world.lore.save_book(_RICH_BOOK)) == _RICH_BOOK
    assert world.run(world.lore.get_book("book")) == _RICH_BOOK
    assert world.run(world.lore.books()) == [_RICH_BOOK]


def test_books_are_listed_by_name(world: World) -> None:
    for book_id, name in (("1", "Ёж"), ("2", "bo"), ("3", "Cy"), ("4", "bo")):
        world.run(world.lore.save_book(Lorebook(book_id, name)))
    assert [book.id for book in world.run(world.lore.books())] == ["2", "4", "3", "1"]


def test_only_what_changed_has_its_next_revision(world: World) -> None:
    stored = world.run(world.lore.save_book(_book()))
    assert _revisions(stored) == "1: a1 b1 c1"
    a, b, c = stored.entries
    stored = world.run(world.lore.save_book(replace(stored, entries=(a, replace(b, content="B"), c))))
    assert _revisions(stored) == "2: a1 b2 c1"
    assert world.run(world.lore.get_book("book")) == stored
    stored = world.run(world.lore.save_book(replace(stored, scan_depth=1)))
    assert _revisions(stored) == "3: a1 b2 c1"
    # Made anew from its parts, with revisions of its own: compared is what it says.
    stored = world.run(world.lore.save_book(_book(scan_depth=1, revision=40)))
    assert _revisions(stored) == "4: a1 b3 c1"
    assert world.run(world.lore.get_book("book")) == stored


def test_saving_the_same_again_changes_nothing(world: World) -> None:
    stored = world.run(world.lore.save_book(_book(created_at=1, updated_at=2)))
    again = _book(created_at=8, updated_at=9, revision=7)
    again = replace(again, entries=tuple(replace(entry, revision=5) for entry in again.entries))
    assert world.run(world.lore.save_book(again)) == stored
    assert world.run(world.lore.get_book("book")) == stored


def test_a_change_keeps_the_time_of_making(world: World) -> None:
    world.run(world.lore.save_book(_book(created_at=1, updated_at=2)))
    stored = world.run(world.lore.save_book(_book(entries="ab", created_at=8, updated_at=9)))
    assert (stored.created_at, stored.updated_at) == (1, 9)


def test_entries_are_added_moved_and_removed(world: World) -> None:
    stored = world.run(world.lore.save_book(_book()))
    a, b, c = stored.entries
    new = LorebookEntry("n", content="new", revision=3)
    for number, entries in enumerate([(c, a, b), (new, c, b), (b,), (b, a, new), ()], start=2):
        stored = world.run(world.lore.save_book(replace(stored, entries=entries)))
        assert (stored.revision, stored.entries) == (number, entries)
        assert world.run(world.lore.get_book("book")) == stored


def test_books_may_have_entries_with_the_ids_of_others_but_no_twins(world: World) -> None:
    first, second = world.run(world.lore.save_book(_book("one"))), world.run(world.lore.save_book(_book("two")))
    with pytest.raises(StorageError, match="same id"):
        world.run(world.lore.save_book(replace(second, entries=(*second.entries, LorebookEntry("a")))))
    with pytest.raises(StorageError, match="same id"):
        world.run(world.lore.save_book(_book("three", "xx")))
    assert world.run(world.lore.books()) == [first, second]
    world.run(world.lore.delete_book("one"))
    assert world.run(world.lore.books()) == [second]


def test_a_large_book_is_kept_in_order(world: World) -> None:
    entries = tuple(LorebookEntry(f"e{number}", content=f"entry {number}") for number in range(1200))
    stored = world.run(world.lore.save_book(Lorebook("book", "Book", entries=entries)))
    assert world.run(world.lore.get_book("book")).entries == entries
    fewer = tuple(reversed(entries[100:]))
    world.run(world.lore.save_book(replace(stored, entries=fewer)))
    assert world.run(world.lore.get_book("book")).entries == fewer
    stored = world.run(world.lore.save_book(replace(stored, entries=fewer[:3])))
    assert world.run(world.lore.get_book("book")).entries == fewer[:3]


def test_what_comes_in_is_made_storable(world: World) -> None:
    broken, clean = "half an emoji \ud83d", "half an emoji \ufffd"
    entry = LorebookEntry("e", content=broken, keys=(broken,), extensions={broken: broken})
    stored = world.run(world.lore.save_book(Lorebook("book", broken, entries=(entry,))))
    expected = Lorebook("book", clean, entries=(LorebookEntry("e", "", (clean,), clean, extensions={clean: clean}),))
    assert stored == expected
    assert world.run(world.lore.save_book(Lorebook("book", broken, entries=(entry,)))) == expected
    scope = Scope(ScopeKind.FOLDER, broken)
    world.run(world.lore.set_links("book", [scope]))
    assert world.run(world.lore.links()) == [LorebookLink("book", Scope(ScopeKind.FOLDER, clean))]


_GLOBAL, _CHAT, _ARIA = Scope(), Scope(ScopeKind.CHAT, "x"), Scope(ScopeKind.CHARACTER, "x")


def test_links_are_set_and_go_with_their_book(world: World) -> None:
    for book_id in ("one", "two"):
        world.run(world.lore.save_book(_book(book_id)))
    assert world.run(world.lore.links()) == []
    world.run(world.lore.set_links("two", [_GLOBAL, _CHAT, _GLOBAL]))
    world.run(world.lore.set_links("one", [_CHAT]))
    expected = [LorebookLink("one", _CHAT), LorebookLink("two", _CHAT), LorebookLink("two", _GLOBAL)]
    assert world.run(world.lore.links()) == expected
    world.run(world.lore.set_links("two", [_ARIA]))
    assert world.run(world.lore.links()) == [LorebookLink("one", _CHAT), LorebookLink("two", _ARIA)]
    world.run(world.lore.set_links("one", []))
    world.run(world.lore.delete_book("two"))
    assert world.run(world.lore.links()) == []
    assert [book.id for book in world.run(world.lore.books())] == ["one"]
    with pytest.raises(NotFoundError):
        world.run(world.lore.get_book("two"))


def test_linked_books_come_once_in_the_order_of_the_scopes(world: World) -> None:
    links = {"b": [_GLOBAL], "A": [_GLOBAL, _ARIA], "c": [_CHAT, _GLOBAL], "off": [_CHAT], "other": [_CHAT], "none": []}
    for book_id, scopes in links.items():
        world.run(world.lore.save_book(Lorebook(book_id, book_id, enabled=book_id != "off")))
        world.run(world.lore.set_links(book_id, scopes))
    world.run(world.lore.set_links("other", [Scope(ScopeKind.CHAT, "y"), Scope(ScopeKind.PERSONA, "x")]))

    def linked(*scopes: Scope) -> list[tuple[str, tuple[Scope, ...]]]:
        return [(book.id, met) for book, met in world.run(world.lore.linked_books(scopes))]

    assert linked(_CHAT, _ARIA, _GLOBAL) == [("c", (_CHAT, _GLOBAL)), ("A", (_ARIA, _GLOBAL)), ("b", (_GLOBAL,))]
    assert linked(_GLOBAL, _GLOBAL, _CHAT) == [("A", (_GLOBAL,)), ("b", (_GLOBAL,)), ("c", (_GLOBAL, _CHAT))]
    assert linked(Scope(ScopeKind.CHAT, "z")) == []
    assert linked() == []


def test_linked_books_are_as_they_were_saved_last(world: World) -> None:
    stored = world.run(world.lore.save_book(_book()))
    world.run(world.lore.set_links("book", [_CHAT]))
    for entries in ("ab", "abd", "a"):
        assert world.run(world.lore.linked_books([_CHAT])) == [(stored, (_CHAT,))]
        stored = world.run(world.lore.save_book(_book(entries=entries)))
    assert world.run(world.lore.linked_books([_CHAT])) == [(stored, (_CHAT,))]
    world.run(world.lore.save_book(replace(stored, enabled=False)))
    assert world.run(world.lore.linked_books([_CHAT])) == []
    world.run(world.lore.delete_book("book"))
    again = world.run(world.lore.save_book(_book(entries="z")))
    world.run(world.lore.set_links("book", [_CHAT]))
    assert world.run(world.lore.linked_books([_CHAT])) == [(again, (_CHAT,))]
