"""One entry tried alone, as it stands in a form, and what a text costs."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.lore import Lorebook, LorebookEntry, MeaningMode, Scope, SecondaryLogic
from desktop_app.domain.memory import KeywordMatch, MemoryEntry
from tests.fakes.program import make_program

LAMP = LorebookEntry(id="lamp", name="Lamp", keys=("lamp",), content="It is old.")
BOOK = Lorebook(id="harbour", name="Harbour", entries=(LAMP,))


def _alone(entry: LorebookEntry) -> Lorebook:
    return replace(BOOK, entries=(entry,))


def test_an_entry_that_is_stored_nowhere_is_tried_in_the_chat_and_its_draft() -> None:
    async def story() -> None:
        program = make_program()
        chat = await program.chats.new_chat()
        nothing = await program.context.try_alone(chat.id, BOOK)
        assert not nothing.included
        assert nothing.reason.code == ReasonCode.NO_KEY_HIT
        await program.chats.save_draft(chat.id, "Look at the lamps, lamp after lamp")
        draft = await program.chats.get_draft(chat.id)
        found = await program.context.try_alone(chat.id, BOOK)
        assert found.included
        assert draft is not None
        assert {draft.text[hit.start : hit.end] for hit in found.hits if hit.where == draft.message_id} == {
            "lamps",
            "lamp",
        }
        assert await program.lore.books() == []

    asyncio.run(story())


def test_every_gate_of_the_entry_counts_and_no_other_entry_does() -> None:
    async def story() -> None:
        program = make_program()
        chat = await program.chats.new_chat()
        book = await program.lore.save_book(
            replace(BOOK, recursive_scanning=True, entries=(replace(LAMP, groups=("g",)),))
        )
        await program.lore.set_scopes(book.id, (Scope(),))
        await program.chats.save_draft(chat.id, "the lamp")
        rival = replace(LAMP, id="rival", groups=("g",), group_weight=0)
        assert (await program.context.try_alone(chat.id, _alone(rival))).included
        gated = replace(LAMP, secondary_keys=("oil",), secondary_logic=SecondaryLogic.AND_ALL)
        assert (await program.context.try_alone(chat.id, _alone(gated))).reason.code == ReasonCode.SECONDARY_LOGIC
        blocked = await program.context.try_alone(chat.id, _alone(replace(LAMP, anti_keys=("the",))))
        assert blocked.reason.code == ReasonCode.ANTI_KEY
        unmeasured = await program.context.try_alone(chat.id, _alone(replace(rival, meaning=MeaningMode.MEANING)))
        assert unmeasured.reason.code == ReasonCode.NOT_MEASURED

    asyncio.run(story())


def test_the_two_ways_of_comparing_keywords_differ_inside_words() -> None:
    async def story() -> None:
        program = make_program()
        chat = await program.chats.new_chat()
        await program.chats.save_draft(chat.id, "примерно так")
        rome = MemoryEntry(id="rome", content="Рим далеко.", keywords=("рим",))
        assert (await program.context.try_alone(chat.id, rome)).included
        whole = replace(rome, match=KeywordMatch.WHOLE_WORDS)
        assert not (await program.context.try_alone(chat.id, whole)).included

    asyncio.run(story())


def test_a_blank_trace_is_of_the_chat_with_its_draft() -> None:
    async def story() -> None:
        program = make_program()
        chat = await program.chats.new_chat()
        await program.lore.save_book(BOOK)
        await program.lore.set_scopes(BOOK.id, (Scope(),))
        assert [trace.included for trace in await program.context.trace(chat.id, "")] == [False]
        await program.chats.save_draft(chat.id, "a lamp")
        assert [trace.included for trace in await program.context.trace(chat.id, "")] == [True]
        assert [trace.included for trace in await program.context.trace(chat.id, "dark")] == [False]

    asyncio.run(story())


def test_a_text_is_counted_for_a_chat_and_for_none() -> None:
    async def story() -> None:
        program = make_program()
        chat = await program.chats.new_chat()
        one = await program.context.count_text(chat.id, "one")
        more = await program.context.count_text("", "one two three four")
        assert 0 < one.tokens < more.tokens
        assert (await program.context.count_text("", "")).tokens == 0

    asyncio.run(story())
