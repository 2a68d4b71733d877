"""A failed read never becomes a write: whichever SQL call fails, the data are as before or as after (D12)."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat, Draft, Folder
from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.errors import StorageError
from desktop_app.domain.generation import Activated, FinishReason, StoredPlan
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import FlagsPatch, ImagePart, MessageFlags, MessageState, TextPart
from desktop_app.domain.replacing import TextBatch
from desktop_app.domain.summary import Covered, Proposal, SummarySegment
from desktop_app.domain.transfer import Added, ChatTree, ImportBatch, ObjectKind
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import a_turn, an_answer, text_message
from tests.fakes.clock import FakeClock
from tests.fakes.faulty_sqlite import Faults

_TURN = replace(
    a_turn(plan=StoredPlan(b"skeleton", {"h1": "You are Aria.", "h2": "Hello."})),
    activated=(Activated("a", 1, "fresh"),),
)
_PARTIAL = an_answer("m2", text="Once upon")
_FINAL = replace(_PARTIAL, parts=(TextPart("Once upon a time."),), state=MessageState.COMPLETE)
_ARIA = Scope(ScopeKind.CHARACTER, "aria")
_BOOK = Lorebook("book", "Book", entries=tuple(LorebookEntry(letter) for letter in "abcd"))
_EDITED = replace(
    _BOOK, entries=(_BOOK.entries[2], replace(_BOOK.entries[0], name="A"), LorebookEntry("e"), _BOOK.entries[3])
)
_VECTORS = [PassageVector(source_id, 1, 0, 5, b"xx") for source_id in ("m1", "m2", "answer")]
_SEGMENT = SummarySegment(
    "s",
    "chat",
    tuple(Covered(message_id, 1) for message_id in ("m1", "m2")),
    tuple(SummarySentence(f"s-{source}", "Said.", (SourceSpan(source, 1, 0, 5),)) for source in ("m1", "m2")),
)
_AGAIN = replace(_SEGMENT, id="t", covers=(Covered("m2", 2),), sentences=(_SEGMENT.sentences[1],))
_PROPOSAL = Proposal("p", "chat", "m1", "fact", "lamp", MemoryEntry("e", "A lamp.", scope=_ARIA))

_PICTURE = b"\x89PNG and so on"
_SEEN = ImagePart(hashlib.sha256(_PICTURE).hexdigest(), "image/png", 1, 1)
_CAME_IN = ImportBatch(
    characters=(Character("ivan", "Ivan"),),
    books=(Lorebook("lamps", "Lamps", entries=(LorebookEntry("l"),)),),
    chats=(ChatTree(Chat("in", tip_id="in1"), (text_message("in1", chat_id="in"),)),),
)
_ADDED = (
    Added(ObjectKind.CHARACTER, "ivan", _CAME_IN.characters[0]),
    Added(ObjectKind.CHAT, "in", _CAME_IN.chats[0].chat, message_ids=("in1",)),
)
_UNDO: list[TextBatch] = []


async def _replace_words(storage: Storage) -> None:
    """Takes what takes it back."""
    newest = (await storage.chats.tail("chat", 1))[0]
    changed = replace(newest, parts=(TextPart("The lamp is out."),))
    batch = TextBatch("chat", (changed,), books=(replace(_CAME_IN.books[0], name="Lanterns"),))
    _UNDO[:] = [await storage.replacing.change(batch)]


# In this order they make a whole session. Each starts from what the one before left.
_STEPS: dict[str, Callable[[Storage], Coroutine[Any, Any, object]]] = {
    "list chats": lambda storage: storage.chats.list_chats(),
    "new chat": lambda storage: storage.chats.add_chat(Chat("other", "Other")),
    "open chat": lambda storage: storage.chats.branch("chat"),
    "open chat's tail": lambda storage: storage.chats.tail("chat", 5),
    "open draft": lambda storage: storage.chats.get_draft("chat"),
    "type": lambda storage: storage.chats.save_draft(Draft("chat", "m2", "Hel")),
    "send": lambda storage: storage.chats.append(text_message("m2", "m1"), drop_draft=True),
    "begin": lambda storage: storage.turns.open_turn(_TURN, an_answer("m2")),
    "stream": lambda storage: storage.turns.save_partial(_PARTIAL),
    "finish": lambda storage: storage.turns.finish_turn(replace(_TURN, finish_reason=FinishReason.STOP), _FINAL),
    "why": lambda storage: storage.turns.turn_of("answer"),
    "regenerate": lambda storage: storage.turns.open_turn(a_turn("turn-2", "answer-2"), an_answer("m2", "answer-2")),
    "fail": lambda storage: storage.chats.remove_message("answer-2"),
    "edit and resend": lambda storage: storage.chats.append(text_message("m1b", None, "Another beginning.")),
    "choose": lambda storage: storage.chats.choose("m1"),
    "remember": lambda storage: storage.vectors.save_vectors("small", "chat", _VECTORS),
    "remember again": lambda storage: storage.vectors.save_vectors("small", "chat", _VECTORS[:2]),
    "recall": lambda storage: storage.vectors.vectors("small", "chat"),
    "summarise": lambda storage: storage.summaries.add_segments([_SEGMENT]),
    "edit": lambda storage: storage.chats.revise(text_message("m2", text="Changed.")),
    "delete": lambda storage: storage.chats.set_flags(["m1", "m2"], MessageFlags(deleted=True)),
    "exclude": lambda storage: storage.chats.change_flags(
        "chat", dict.fromkeys(["m1", "m2"], FlagsPatch(excluded=True))
    ),
    "summary": lambda storage: storage.summaries.segments("chat"),
    "restore": lambda storage: storage.chats.set_flags(["m1", "m2"], MessageFlags()),
    "summarise again": lambda storage: storage.summaries.add_segments([_AGAIN], instead_of=["s"]),
    "own words": lambda storage: storage.summaries.revise_sentence(replace(_AGAIN.sentences[0], text="My own.")),
    "take out": lambda storage: storage.summaries.remove_sentence("s-m2"),
    "history": lambda storage: storage.summaries.history("chat"),
    "keep vectors": lambda storage: storage.embeddings.put_many({"k1": b"xx", "k2": b"yy"}),
    "use vectors": lambda storage: storage.embeddings.get_many(["k1", "k3"]),
    "forget embedder": lambda storage: storage.vectors.forget_embedder("small"),
    "propose": lambda storage: storage.proposals.save_proposals([_PROPOSAL]),
    "proposals": lambda storage: storage.proposals.proposals(),
    "look through": lambda storage: storage.proposals.mark_read("chat", _SEGMENT.covers),
    "timers": lambda storage: storage.turns.activations("chat"),
    "last prompt": lambda storage: storage.turns.last_turn("chat"),
    "decide for a folder": lambda storage: storage.chats.save_folder(Folder("Winter", "manual")),
    "new character": lambda storage: storage.library.save_character(Character("aria", "Aria")),
    "new book": lambda storage: storage.lore.save_book(_BOOK),
    "link book": lambda storage: storage.lore.set_links("book", [_ARIA, Scope()]),
    "preview's books": lambda storage: storage.lore.linked_books([_ARIA]),
    "edit book": lambda storage: storage.lore.save_book(_EDITED),
    "edited book": lambda storage: storage.lore.get_book("book"),
    "new memory": lambda storage: storage.memory.save_entry(MemoryEntry("m", "Tea.", scope=_ARIA)),
    "edit memory": lambda storage: storage.memory.save_entry(MemoryEntry("m", "Green tea.")),
    "preview's memories": lambda storage: storage.memory.entries([Scope()]),
    "delete character": lambda storage: storage.library.delete_character("aria"),
    "delete memory": lambda storage: storage.memory.delete_entry("m"),
    "delete book": lambda storage: storage.lore.delete_book("book"),
    "calibrate": lambda storage: storage.calibrations.save_calibration("smollm2", "{}"),
    "begin again": lambda storage: storage.turns.open_turn(a_turn("turn-3", "answer-3"), an_answer("m2", "answer-3")),
    "crash": lambda storage: storage.turns.recover(),
    "attach a picture": lambda storage: storage.chats.save_draft(
        Draft("other", "d", "See", pictures=(_SEEN,)), {_SEEN.digest: _PICTURE}
    ),
    "detach it": lambda storage: storage.chats.save_draft(Draft("other", "d", "See"), {}),
    "import": lambda storage: storage.imports.store(_CAME_IN),
    "replace": _replace_words,
    "replace no more": lambda storage: storage.replacing.change(_UNDO[0]),
    "take the import out": lambda storage: storage.imports.take_out(_ADDED, 7),
    "rename": lambda storage: storage.chats.update_chat(Chat("chat", "Renamed", deleted_at=5)),
    "empty the trash": lambda storage: storage.trash.remove_some("chat"),
    "tidy": lambda storage: storage.trash.tidy(),
}


def _content(paths: Paths) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table; those of a virtual one are in the tables beside it."""
    with closing(sqlite3.connect(f"{paths.database.as_uri()}?mode=ro", uri=True)) as connection:
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE rootpage > 0 AND type = 'table'")
        ]
        return {table: connection.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables}


async def _first_chat(paths: Paths) -> None:
    storage = await open_storage(paths, FakeClock())
    await storage.chats.add_chat(Chat("chat", "A chat"))
    await storage.chats.append(text_message("m1"))
    await storage.close()


async def _session(paths: Paths) -> list[dict[str, list[tuple[object, ...]]]]:
    """What a session without faults leaves after each step."""
    storage = await open_storage(paths, FakeClock())
    found = [_content(paths)]
    for step in _STEPS.values():
        await step(storage)
        found.append(_content(paths))
    await storage.close()
    return found


def test_every_fault_in_a_session_leaves_the_data_as_before(
    tmp_path_factory: pytest.TempPathFactory, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    ideal = Paths.find(environ={"TALESPAN_HOME": str(tmp_path_factory.mktemp("ideal"))})
    ideal.create()
    for each in (ideal, paths):
        asyncio.run(_first_chat(each))
    expected = asyncio.run(_session(ideal))
    faults = Faults()

    async def faulty_session() -> int:
        faults.install(monkeypatch)
        storage = await open_storage(paths, FakeClock())
        total = 0
        for (name, step), before, after in zip(_STEPS.items(), expected, expected[1:], strict=False):
            fail_at = 1
            while not await _survives(storage, step, faults, fail_at):
                assert _content(paths) == before, f"call {fail_at} of {name}"
                fail_at += 1
            assert fail_at > 1, f"{name} made no call"
            assert _content(paths) == after, name
            total += fail_at
        await storage.close()
        return total

    assert asyncio.run(faulty_session()) > 100


async def _survives(
    storage: Storage, step: Callable[[Storage], Coroutine[Any, Any, object]], faults: Faults, fail_at: int
) -> bool:
    """Whether a step ended before its call number ``fail_at``; if not, it must have failed as a known error."""
    faults.arm(fail_at)
    try:
        await step(storage)
    except StorageError:
        assert faults.happened
        return False
    finally:
        faults.arm(0)
    assert not faults.calls
    return True


def test_every_fault_while_opening_leaves_the_file_alone(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(_first_chat(paths))
    before, content = paths.database.read_bytes(), _content(paths)
    faults = Faults()
    faults.install(monkeypatch)

    async def opens(fail_at: int) -> bool:
        faults.arm(fail_at)
        try:
            storage = await open_storage(paths, FakeClock())
        except StorageError:
            assert faults.happened
            return False
        happened = faults.happened
        faults.arm(0)
        await storage.close()
        return not happened

    fail_at = 1
    while not asyncio.run(opens(fail_at)):
        faults.arm(0)
        assert paths.database.read_bytes() == before
        assert _content(paths) == content
        fail_at += 1
    assert fail_at > 8


def test_every_fault_in_a_first_start_leaves_nothing_or_a_whole_database(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = Faults()
    faults.install(monkeypatch)
    failures = 0
    for fail_at in range(1, 1000, 3):
        for leftover in (path for path in paths.data.iterdir() if path.is_file()):
            leftover.unlink()
        faults.arm(fail_at)
        try:
            storage = asyncio.run(open_storage(paths, FakeClock()))
        except StorageError:
            failures += 1
        else:
            faults.arm(0)
            asyncio.run(storage.close())
            break
        faults.arm(0)
        assert not paths.database.exists() or _content(paths)["meta"] == [("min_reader", "1")]
        if fail_at % 5 == 0:
            asyncio.run(_first_chat(paths))
            assert len(_content(paths)["chats"]) == 1
    assert failures > 10
