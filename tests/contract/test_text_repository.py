"""What every ``TextRepository`` does: the fake one, the one on SQLite, and with a cache before it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummaryMaker, SummarySentence
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.replacing import ChangedMeanwhileError, TextBatch
from desktop_app.domain.summary import SummarySegment
from desktop_app.storage.open import open_storage
from tests.contract.worlds import copied_world, paths_below
from tests.fakes.clock import FakeClock
from tests.fakes.knowledge import FakeLoreRepository, FakeMemoryRepository
from tests.fakes.replacing import FakeTextRepository
from tests.fakes.repositories import FakeChatRepository, FakeLibraryRepository, FakeState
from tests.fakes.summaries import FakeSummaryRepository


@dataclass
class Here:
    """The repositories that a replacing touches, and a loop to call them in."""

    runner: asyncio.Runner
    texts: Any
    chats: Any
    summaries: Any
    lore: Any
    memory: Any
    library: Any

    def run(self, work: Any) -> Any:
        return self.runner.run(work)


@pytest.fixture(params=["fake", "real", "cached"])
def here(request: pytest.FixtureRequest, tmp_path: Path, database_template: Path) -> Iterator[Here]:
    with asyncio.Runner() as runner:
        if request.param == "fake":
            state = FakeState()
            made = Here(
                runner,
                FakeTextRepository(state),
                FakeChatRepository(state),
                FakeSummaryRepository(state),
                FakeLoreRepository(state),
                FakeMemoryRepository(state),
                FakeLibraryRepository(state),
            )
            runner.run(_fill(made))
            yield made
            return
        copied_world(database_template, tmp_path / "world").close()
        storage = runner.run(open_storage(paths_below(tmp_path / "world"), FakeClock()))
        used = storage.cached() if request.param == "cached" else storage
        made = Here(runner, used.replacing, used.chats, used.summaries, used.lore, used.memory, used.library)
        runner.run(_fill(made))
        yield made
        runner.run(storage.close())


CARD = Character("c", "Mira", description="Mira is here.", updated_at=5)
SPAN = SourceSpan("m1", 1, 0, 4)


async def _fill(here: Here) -> None:
    await here.chats.add_chat(Chat("chat"))
    await here.chats.append(Message("m1", "chat", None, Role.USER, (TextPart("Mira"),)))
    await here.chats.append(Message("m2", "chat", "m1", Role.ASSISTANT, (TextPart("I am Mira"),)))
    own = SummarySentence("own", "Mira came.", (SPAN,), 1.0, SummaryMaker.PERSON, locked=True)
    await here.summaries.add_segments([SummarySegment("own:s", "chat", (), (own,), SummaryMaker.PERSON)])
    await here.lore.save_book(Lorebook("b", "Mira's world", entries=(LorebookEntry("e", keys=("Mira",), content="x"),)))
    await here.memory.save_entry(MemoryEntry("k", "Mira is kind"))
    await here.library.save_character(CARD)
    await here.chats.tail("chat", 10)


async def _batch(here: Here) -> TextBatch:
    messages = await here.chats.messages(["m1", "m2"])
    (segment,) = await here.summaries.segments("chat")
    book, entry = await here.lore.get_book("b"), await here.memory.get_entry("k")
    return TextBatch(
        "chat",
        tuple(replace(m, parts=(TextPart(m.text.replace("Mira", "Maya")),)) for m in messages.values()),
        (replace(segment.sentences[0], text="Maya came."),),
        (replace(book, name="Maya's world", entries=(replace(book.entries[0], keys=("Maya",)),)),),
        (replace(entry, content="Maya is kind"),),
        (replace(await here.library.get_character("c"), name="Maya"),),
    )


async def _said(here: Here) -> list[str]:
    (segment,) = await here.summaries.segments("chat")
    book = await here.lore.get_book("b")
    return [
        *(message.text for message in await here.chats.tail("chat", 10)),
        segment.sentences[0].text,
        book.name,
        book.entries[0].keys[0],
        (await here.memory.get_entry("k")).content,
        (await here.library.get_character("c")).name,
    ]


MIRA = ["Mira", "I am Mira", "Mira came.", "Mira's world", "Mira", "Mira is kind", "Mira"]
MAYA = [text.replace("Mira", "Maya") for text in MIRA]


def test_everything_changes_at_once_and_is_taken_back_at_once(here: Here) -> None:
    batch = here.run(_batch(here))
    before = here.run(here.texts.change(batch))
    assert here.run(_said(here)) == MAYA
    messages = here.run(here.chats.messages(["m1", "m2"]))
    assert [message.revision for message in messages.values()] == [2, 2]
    (segment,) = here.run(here.summaries.segments("chat"))
    assert segment.sentences[0].sources == (replace(SPAN, revision=2),)
    assert segment.sentences[0].locked
    assert not segment.stale
    here.run(here.texts.change(before))
    assert here.run(_said(here)) == MIRA
    assert [message.text for message in here.run(here.chats.revisions("m1"))] == ["Mira", "Maya", "Mira"]
    (segment,) = here.run(here.summaries.segments("chat"))
    assert segment.sentences[0].sources == (replace(SPAN, revision=3),)
    assert not segment.stale


@pytest.mark.parametrize("what", ["message", "book", "memory", "character"])
def test_what_was_changed_meanwhile_stops_all_of_it(here: Here, what: str) -> None:
    batch = here.run(_batch(here))
    match what:
        case "message":
            here.run(here.chats.revise(Message("m2", "chat", "m1", Role.ASSISTANT, (TextPart("other"),))))
        case "book":
            here.run(here.lore.save_book(replace(here.run(here.lore.get_book("b")), description="other")))
        case "memory":
            here.run(here.memory.save_entry(replace(here.run(here.memory.get_entry("k")), title="other")))
        case _:
            here.run(here.library.save_character(replace(CARD, updated_at=6)))
    before = here.run(_said(here))
    with pytest.raises(ChangedMeanwhileError):
        here.run(here.texts.change(batch))
    assert here.run(_said(here)) == before


def _no(_share: float) -> bool:
    return False


def test_whoever_cancels_has_changed_nothing(here: Here) -> None:
    with pytest.raises(InterruptedError):
        here.run(here.texts.change(here.run(_batch(here)), _no))
    assert here.run(_said(here)) == MIRA
