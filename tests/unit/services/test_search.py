"""Search over all chats: pages by words, what is near in meaning, and the index that catches up behind the window."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.domain.errors import StorageError
from desktop_app.domain.searching import SearchQuestion
from desktop_app.services.events import OlderIndexed
from desktop_app.services.search_service import SLICE, TASK
from tests.contract.worlds import text_message
from tests.fakes.program import Program, make_program


async def _program(count: int = 3) -> tuple[Program, str]:
    program = make_program()
    chat = await program.chats.new_chat("A chat")
    for number in range(count):
        parent = f"m{number - 1}" if number else None
        await program.chat_repository.append(text_message(f"m{number}", parent, f"The lamp {number}", chat_id=chat.id))
    return program, chat.id


def test_pages_lead_from_the_newest_to_the_oldest() -> None:
    async def scenario() -> None:
        program, _ = await _program(5)
        first = await program.search.search(SearchQuestion("lamp"), 2)
        second = await program.search.search(SearchQuestion("lamp"), 2, first.more)
        last = await program.search.search(SearchQuestion("lamp"), 2, second.more)
        pages = [[hit.message_id for hit in page.hits] for page in (first, second, last)]
        assert pages == [["m4", "m3"], ["m2", "m1"], ["m0"]]
        assert last.more is None

    asyncio.run(scenario())


def test_what_cannot_be_looked_up_is_told() -> None:
    async def scenario() -> None:
        program, _ = await _program()
        page = await program.search.search(SearchQuestion("lamp :) 2"))
        assert ([hit.message_id for hit in page.hits], page.passed_over) == (["m2"], (":)",))
        page = await program.search.search(SearchQuestion("?!"))
        assert (page.hits, page.passed_over) == ((), ("?!",))

    asyncio.run(scenario())


def test_by_meaning_comes_what_the_words_have_not_found() -> None:
    async def scenario() -> None:
        program, _ = await _program(4)
        program.meaning_search.nearest["light of the sea"] = ["m3", "m1", "m0"]
        question = SearchQuestion('"light of the sea"')
        found = await program.search.by_meaning(question, {"m3"}, 1)
        assert [hit.message_id for hit in found] == ["m1"]
        assert await program.search.by_meaning(SearchQuestion(' " " ')) == ()

    asyncio.run(scenario())


def test_a_failure_of_the_meaning_is_the_callers_to_tell() -> None:
    async def scenario() -> None:
        program, _ = await _program()
        program.meaning_search.fail_with = StorageError(detail="gone")
        with pytest.raises(StorageError):
            await program.search.by_meaning(SearchQuestion("lamp"))

    asyncio.run(scenario())


def _has_failed(program: Program) -> bool:
    return program.state.fail_next is None


async def _caught_up(program: Program) -> None:
    while await program.message_search.waiting():
        await asyncio.sleep(0)


def test_older_messages_are_taken_up_slice_by_slice_and_told() -> None:
    async def scenario() -> None:
        program, _ = await _program()
        program.message_search.late = [f"old{number}" for number in range(SLICE * 2)] + ["m1"]
        before = await program.search.search(SearchQuestion("lamp"))
        assert (len(before.hits), before.waiting) == (2, SLICE * 2 + 1)
        program.tasks.launch(TASK, program.search.keep_indexed(first=0, pause=0))
        await _caught_up(program)
        after = await program.search.search(SearchQuestion("lamp"))
        assert (len(after.hits), after.waiting) == (3, 0)
        assert [event.left for event in program.of_kind(OlderIndexed)] == [SLICE + 1, 1, 0]
        await program.tasks.close()
        assert program.bugs == []

    asyncio.run(scenario())


def test_what_comes_in_later_wakes_it_also_after_a_failure() -> None:
    async def scenario() -> None:
        program, chat_id = await _program()
        program.message_search.late = ["m0"]
        program.state.fail_next = StorageError(detail="busy")
        program.tasks.launch(TASK, program.search.keep_indexed(first=0, pause=0))
        while not _has_failed(program):
            await asyncio.sleep(0)
        assert program.message_search.late == ["m0"]
        await program.chats.rename(chat_id, "Another name")
        await _caught_up(program)
        program.message_search.late = ["m1", "m2"]
        await program.chats.new_chat("Imported")
        await _caught_up(program)
        await program.tasks.close()
        assert program.bugs == []

    asyncio.run(scenario())


def test_an_edit_is_found_by_its_new_words_only() -> None:
    async def scenario() -> None:
        program, chat_id = await _program()
        message = (await program.chats.tail(chat_id, 1))[0]
        await program.chats.edit(message.id, "The door")
        found = await program.search.search(SearchQuestion("door", chat_id=chat_id))
        assert [hit.message_id for hit in found.hits] == [message.id]
        old = await program.search.search(replace(SearchQuestion("lamp"), all_variants=True))
        assert message.id not in [hit.message_id for hit in old.hits]

    asyncio.run(scenario())
