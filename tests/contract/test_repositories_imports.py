"""What every ``ImportRepository`` and ``FileRepository`` does: the fake ones, those on SQLite, and with a cache before them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.generation import FinishReason, GenerationSettings, StoredPlan, Turn
from desktop_app.domain.knowledge_ports import LoreRepository, MemoryRepository
from desktop_app.domain.lore import Lorebook, LorebookEntry, LorebookLink, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import Message, MessageFlags, Role, TextPart
from desktop_app.domain.ports import ChatRepository, LibraryRepository, TurnRepository
from desktop_app.domain.transfer import (
    PORTRAIT,
    Added,
    ChatTree,
    FileRepository,
    ImportBatch,
    ImportRecord,
    ImportRepository,
    ObjectKind,
)
from desktop_app.storage.open import open_storage
from tests.contract.worlds import copied_world, paths_below
from tests.fakes.clock import FakeClock
from tests.fakes.knowledge import FakeLoreRepository, FakeMemoryRepository
from tests.fakes.repositories import FakeChatRepository, FakeLibraryRepository, FakeState, FakeTurnRepository
from tests.fakes.transfer import FakeFileRepository, FakeImportRepository, Transfers

T = TypeVar("T")


@dataclass
class Here:
    """The repositories that an import touches, and a loop to call them in."""

    runner: asyncio.Runner
    imports: ImportRepository
    files: FileRepository
    chats: ChatRepository
    turns: TurnRepository
    library: LibraryRepository
    lore: LoreRepository
    memory: MemoryRepository

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What a call returns."""
        return self.runner.run(work)


@pytest.fixture(params=["fake", "real", "cached"])
def here(request: pytest.FixtureRequest, tmp_path: Path, database_template: Path) -> Iterator[Here]:
    """All worlds, one after the other."""
    with asyncio.Runner() as runner:
        if request.param == "fake":
            state, transfers = FakeState(), Transfers()
            yield Here(
                runner,
                FakeImportRepository(state, transfers),
                FakeFileRepository(state, transfers),
                FakeChatRepository(state),
                FakeTurnRepository(state),
                FakeLibraryRepository(state),
                FakeLoreRepository(state),
                FakeMemoryRepository(state),
            )
            return
        copied_world(database_template, tmp_path / "world").close()
        storage = runner.run(open_storage(paths_below(tmp_path / "world"), FakeClock()))
        used = storage.cached() if request.param == "cached" else storage
        yield Here(runner, used.imports, used.files, used.chats, used.turns, used.library, used.lore, used.memory)
        runner.run(storage.close())


def said(message_id: str, parent: str | None, text: str, role: Role = Role.USER, revision: int = 1) -> Message:
    """A message of the chat."""
    return Message(message_id, "chat", parent, role, (TextPart(text),), revision=revision, created_at=5)


MIRA = Character("mira", "Mira", first_mes="Hello.", created_at=1, updated_at=1)
BOOK = Lorebook(
    "book", "Sea", entries=(LorebookEntry("e", keys=("sea",), content="Deep."),), created_at=1, updated_at=1
)
TURN = Turn(
    "turn",
    "chat",
    "a2",
    "c",
    "C",
    "m",
    GenerationSettings(),
    StoredPlan(b"plan", {"h": "text"}),
    finish_reason=FinishReason.STOP,
)
TREE = ChatTree(
    Chat("chat", "The sea", created_at=1, updated_at=9, tip_id="a2", character_ids=("mira",)),
    (
        said("u1", None, "Hi.", revision=1),
        said("u1", None, "Hi there.", revision=2),
        said("a1", "u1", "No.", Role.ASSISTANT),
        replace(said("a2", "u1", "Yes.", Role.ASSISTANT), flags=MessageFlags(hidden=True)),
        said("u2", "a1", "Why?"),
    ),
    {"u1": "a2", "a1": "u2"},
    (TURN,),
)
ALL = ImportBatch(
    characters=(MIRA,),
    personas=(Persona("me", "Anna"),),
    books=(BOOK,),
    memories=(MemoryEntry("m", "Tea.", created_at=1, updated_at=1),),
    chats=(TREE,),
    links=(LorebookLink("book", Scope(ScopeKind.CHARACTER, "mira")),),
    files={"mira": {PORTRAIT: b"\x89PNG\r\n\x1a\nx", "embeded://a": b"\xff\xd8\xff"}},
    records=(ImportRecord(ObjectKind.CHARACTER, "mira", "mira|", "d1", "mira.png", 7),),
)


def added(here: Here) -> tuple[Added, ...]:
    """What undo is told of ``ALL``."""
    return (
        Added(ObjectKind.CHARACTER, "mira", MIRA),
        Added(ObjectKind.PERSONA, "me", Persona("me", "Anna")),
        Added(ObjectKind.LOREBOOK, "book", BOOK),
        Added(ObjectKind.MEMORY, "m", here.run(here.memory.get_entry("m"))),
        Added(ObjectKind.CHAT, "chat", here.run(here.chats.get_chat("chat"))),
    )


def test_a_batch_is_there_as_it_was_given(here: Here) -> None:
    here.run(here.imports.store(ALL))
    assert here.run(here.library.characters()) == [MIRA]
    assert here.run(here.library.personas()) == [Persona("me", "Anna")]
    assert here.run(here.lore.books()) == [BOOK]
    assert here.run(here.lore.links()) == list(ALL.links)
    assert [entry.content for entry in here.run(here.memory.entries())] == ["Tea."]
    assert here.run(here.imports.tree("chat")) == TREE
    assert [message.text for message in here.run(here.chats.tail("chat", 9))] == ["Hi there.", "Yes."]
    assert here.run(here.chats.variants("a1")) == ["a1", "a2"]
    assert [message.text for message in here.run(here.chats.revisions("u1"))] == ["Hi.", "Hi there."]
    assert here.run(here.turns.turn_of("a2")) == TURN
    assert here.run(here.imports.records()) == list(ALL.records)
    portrait = here.run(here.files.portrait("mira"))
    assert portrait is not None
    assert (portrait.media_type, portrait.data) == ("image/png", ALL.files["mira"][PORTRAIT])
    assert here.run(here.chats.choose("a1")) == "u2"


def test_a_batch_comes_whole_or_not_at_all(here: Here) -> None:
    homeless = replace(TREE, messages=(*TREE.messages, said("u9", "nobody", "?")))
    with pytest.raises(NotFoundError):
        here.run(here.imports.store(replace(ALL, chats=(homeless,))))
    with pytest.raises(InterruptedError):
        here.run(here.imports.store(ALL, lambda share: share == 0))
    assert here.run(here.library.characters()) == []
    assert here.run(here.lore.books()) == []
    assert here.run(here.chats.list_chats()) == []
    assert here.run(here.imports.records()) == []


def test_a_chat_that_is_there_gets_only_what_it_has_not(here: Here) -> None:
    here.run(here.imports.store(ALL))
    here.run(here.chats.tail("chat", 9))
    grown = replace(
        TREE,
        chat=replace(TREE.chat, tip_id="a3", updated_at=20),
        messages=(said("u1", None, "Hi again.", revision=3), said("u3", "a2", "And?"), said("a3", "u3", "So.")),
        chosen={"a2": "u3", "u3": "a3"},
    )
    for _time in range(2):
        here.run(here.imports.store(ImportBatch(chats=(grown,))))
    tree = here.run(here.imports.tree("chat"))
    assert [message.text for message in here.run(here.chats.tail("chat", 9))] == ["Hi again.", "Yes.", "And?", "So."]
    assert len(tree.messages) == len(TREE.messages) + 3
    assert tree.turns == (TURN,)
    assert here.run(here.chats.choose("u2")) == "u2"


def test_undo_takes_out_what_came_and_puts_the_chat_into_the_trash(here: Here) -> None:
    here.run(here.imports.store(ALL))
    assert here.run(here.imports.take_out(added(here), 50)) == ()
    assert here.run(here.library.characters()) == []
    assert here.run(here.library.personas()) == []
    assert here.run(here.lore.books()) == []
    assert here.run(here.lore.links()) == []
    assert here.run(here.memory.entries()) == []
    assert here.run(here.files.files("mira")) == {}
    assert here.run(here.imports.records()) == []
    (chat,) = here.run(here.chats.list_chats(deleted=True))
    assert (chat.deleted_at, chat.character_ids) == (50, ())


def test_undo_leaves_what_was_changed_or_is_in_use(here: Here) -> None:
    here.run(here.imports.store(ALL))
    items = added(here)
    here.run(here.lore.save_book(replace(BOOK, description="Mine.")))
    here.run(here.chats.append(said("u5", "a2", "Go on.")))
    kept = here.run(here.imports.take_out(items, 50))
    assert [item.kind for item in kept] == [ObjectKind.CHARACTER, ObjectKind.LOREBOOK, ObjectKind.CHAT]
    assert here.run(here.library.characters()) == [MIRA]
    assert [message.text for message in here.run(here.chats.tail("chat", 1))] == ["Go on."]


def test_undo_of_an_update_gives_the_former_state_back(here: Here) -> None:
    here.run(here.imports.store(ALL))
    before = here.run(here.chats.get_chat("chat"))
    newer = replace(MIRA, description="Old.", updated_at=30)
    grown = ChatTree(replace(before, tip_id="u3", updated_at=30), (said("u3", "a2", "And?"),), {"a2": "u3"})
    here.run(here.imports.store(ImportBatch(characters=(newer,), chats=(grown,), versions=(MIRA,))))
    after = here.run(here.chats.get_chat("chat"))
    assert after.tip_id == "u3"
    items = (
        Added(ObjectKind.CHARACTER, "mira", newer, MIRA),
        Added(ObjectKind.CHAT, "chat", after, before, ("u3",)),
    )
    assert here.run(here.imports.take_out(items, 50)) == ()
    assert here.run(here.library.get_character("mira")) == MIRA
    assert here.run(here.chats.get_chat("chat")) == before
    assert [message.id for message in here.run(here.chats.tail("chat", 9))] == ["u1", "a2"]


def test_files_of_an_owner_are_replaced_and_equal_ones_are_shared(here: Here) -> None:
    here.run(here.files.set_files("a", {PORTRAIT: b"one", "x": b"two"}))
    here.run(here.files.set_files("b", {PORTRAIT: b"one"}))
    here.run(here.files.set_files("a", {"x": b"three"}))
    assert {uri: file.data for uri, file in here.run(here.files.files("a")).items()} == {"x": b"three"}
    portrait = here.run(here.files.portrait("b"))
    assert portrait is not None
    assert portrait.data == b"one"
    assert here.run(here.files.portrait("a")) is None
