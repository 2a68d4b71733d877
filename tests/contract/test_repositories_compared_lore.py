"""Any chain of changes of lorebooks, links and memory entries leaves all repositories in the same state.

The fake ones, those on SQLite that read everything anew, and those that hold books in memory.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from desktop_app.domain.character import Character
from desktop_app.domain.errors import StorageError
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from tests.contract.worlds import World, cached_world, copied_world, fake_world
from tests.examples import examples

_ARIA = Scope(ScopeKind.CHARACTER, "aria")
_SCOPES = (Scope(), _ARIA, Scope(ScopeKind.CHAT, "aria"))
_IDS = st.sampled_from(["one", "Two"])
_TEXTS = st.sampled_from(["", "Привет", "北京 🎄", "a\ud800b"])
_TIMES = st.integers(0, 3)

# From few letters, so that entries are often kept, moved, changed, or given twice.
_ENTRIES = st.builds(LorebookEntry, st.sampled_from("abcd"), content=_TEXTS, revision=st.integers(1, 3))
_BOOKS = st.builds(
    Lorebook,
    _IDS,
    st.sampled_from(["Name", "name", "Ёж\ud800"]),
    entries=st.lists(_ENTRIES, max_size=4).map(tuple),
    enabled=st.booleans(),
    revision=st.integers(1, 3),
    created_at=_TIMES,
    updated_at=_TIMES,
)
_MEMORIES = st.builds(
    MemoryEntry,
    st.sampled_from("mn"),
    _TEXTS,
    scope=st.sampled_from(_SCOPES),
    revision=st.integers(1, 3),
    created_at=_TIMES,
    updated_at=_TIMES,
)


class KnowledgeMachine(RuleBasedStateMachine):
    """Does everything thrice, and compares. ``template``: a folder with a fresh database."""

    template: ClassVar[Path]

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory(prefix="talespan-knowledge-")
        folder = Path(self._folder.name)
        self._worlds: list[World] = [
            fake_world(),
            copied_world(self.template, folder / "world"),
            copied_world(self.template, folder / "held", cached_world),
        ]

    @initialize()
    def a_character(self) -> None:
        self._same(lambda world: world.run(world.library.save_character(Character("aria", "Aria"))))

    @rule(book=_BOOKS)
    def save_book(self, book: Lorebook) -> None:
        self._same(lambda world: world.run(world.lore.save_book(book)))

    @rule(book_id=_IDS)
    def save_backwards(self, book_id: str) -> None:
        def backwards(world: World) -> object:
            book = world.run(world.lore.get_book(book_id))
            turned = Lorebook(book.id, book.name, entries=book.entries[::-1], enabled=book.enabled)
            return world.run(world.lore.save_book(turned))

        self._same(backwards)

    @rule(book_id=_IDS)
    def delete_book(self, book_id: str) -> None:
        self._same(lambda world: world.run(world.lore.delete_book(book_id)))

    @rule(book_id=_IDS, scopes=st.lists(st.sampled_from(_SCOPES), max_size=3))
    def set_links(self, book_id: str, scopes: list[Scope]) -> None:
        self._same(lambda world: world.run(world.lore.set_links(book_id, scopes)))

    @rule()
    def delete_and_make_the_character(self) -> None:
        self._same(lambda world: world.run(world.library.delete_character("aria")))
        self.a_character()

    @rule(entry=_MEMORIES)
    def save_memory(self, entry: MemoryEntry) -> None:
        self._same(lambda world: world.run(world.memory.save_entry(entry)))

    @rule(entry_id=st.sampled_from("mn"))
    def delete_memory(self, entry_id: str) -> None:
        self._same(lambda world: world.run(world.memory.delete_entry(entry_id)))

    @invariant()
    def all_is_the_same(self) -> None:
        fake, *others = (_state_of(world) for world in self._worlds)
        assert others == [fake] * len(others)

    def teardown(self) -> None:
        for world in self._worlds:
            world.close()
        self._folder.cleanup()

    def _same(self, act: Callable[[World], object]) -> None:
        fake, *others = (_outcome(act, world) for world in self._worlds)
        assert others == [fake] * len(others)


def _state_of(world: World) -> object:
    return (
        world.run(world.lore.books()),
        world.run(world.lore.links()),
        world.run(world.lore.linked_books(_SCOPES)),
        world.run(world.lore.linked_books(_SCOPES[::-1])),
        world.run(world.memory.entries()),
        world.run(world.memory.entries([_ARIA])),
    )


def _outcome(act: Callable[[World], object], world: World) -> object:
    """What came of it; of an error its kind, since the sentence may differ."""
    try:
        return act(world)
    except StorageError as error:
        return type(error)


@pytest.fixture(autouse=True, scope="module")
def _template(database_template: Path) -> None:
    KnowledgeMachine.template = database_template


TestKnowledge = KnowledgeMachine.TestCase
TestKnowledge.settings = examples(10, steps=25)
