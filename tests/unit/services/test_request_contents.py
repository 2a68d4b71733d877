"""What is computed for a request: relevance, sentences for a summary, traces; and that nothing hidden is in any of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from desktop_app.context.request import RelevanceSource
from desktop_app.domain.lore import LorebookEntry, Scope
from desktop_app.services.answering import WhatIf
from desktop_app.services.context_service import TRACED_TEXT_ID
from desktop_app.services.events import CountsChanged
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.relevance import MOST_ENTRIES
from desktop_app.services.request_maker import RANKED_AT_ONCE
from desktop_app.services.strategy_choice import StrategyOrigin
from tests.fakes.program import Program, make_program
from tests.fakes.providers import words
from tests.unit.services.request_material import STRATEGIES, book, long_chat, remote, request
from tests.unit.services.scenario import run, until


def test_relevance_is_measured_by_words_for_entries_and_where_it_decides_for_messages() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, 12)
        world = await book(program, "World", Scope(), dragon="The dragon sleeps.", castle="Stones.")
        memory = await program.memory.save(replace(program.memory.new_entry(), content="Fact 3 matters to Ilya."))
        made = await request(program, chat_id, "tell me of the dragon and of fact 3")
        scores = {id_: known.score for id_, known in made.relevance.items()}
        assert scores.keys() == {*(entry.id for entry in world.entries), memory.id}
        assert scores[world.entries[0].id] > scores[world.entries[1].id] == 0
        assert {known.source for known in made.relevance.values()} == {RelevanceSource.WORDS}
        await program.chats.set_strategy(chat_id, "vector-recall")
        made = await request(program, chat_id, "tell me of fact 3")
        assert set(ids) <= made.relevance.keys()
        assert max(ids, key=lambda id_: made.relevance[id_].score) == "m00003"
        assert made.relevance["m00004"].score > made.relevance["m00009"].score, "a neighbour takes a share"

    run(scenario, make_program(settings=remote(8000)))


def test_entries_that_are_many_and_new_are_ranked_beside_the_preview_and_before_a_send() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        entries = tuple(
            LorebookEntry(f"e{number}", keys=(f"key{number}",), content=f"Content {number}.")
            for number in range(RANKED_AT_ONCE + 1)
        )
        made = await program.lore.new_book("Large")
        await program.lore.save_book(replace(made, entries=entries))
        await program.lore.set_scopes(made.id, (Scope(),))
        first = await program.context.preview(chat.id, "content 7")
        assert first.pending == ("relevance",)
        await until(lambda: bool(program.of_kind(CountsChanged)))
        second = await program.context.preview(chat.id, "content 7")
        assert second.pending == ()
        assert len((await request(program, chat.id)).relevance) == len(entries) < MOST_ENTRIES
        turn = await program.chats.send(chat.id, "content 7")
        assert (await program.context.stored_plan(turn.message_id) or first).pending == ()

    run(scenario, make_program())


def test_sentences_for_a_summary_are_of_all_that_may_be_told_and_nothing_else() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, 300)
        await program.chats.set_strategy(chat_id, "summarize")
        await program.marks.mark(chat_id, [ids[3]], MessageMark.EXCLUDE)
        await program.marks.mark(chat_id, [ids[4]], MessageMark.NEVER_SEND)
        await program.chats.delete_message(ids[5])
        made = await request(program, chat_id)
        told = [span.message_id for sentence in made.summary for span in sentence.sources]
        assert told == [*ids[:3], *ids[6:]]
        assert made.summary[0].text == "Fact 0 is known."
        await program.chats.edit(ids[0], "Another first sentence. And more.")
        assert (await request(program, chat_id)).summary[0].text == "Another first sentence."
        await program.marks.mark(chat_id, [ids[3]], MessageMark.RESTORE)
        assert "Fact 3 is known." in [sentence.text for sentence in (await request(program, chat_id)).summary]
        for strategy, wanted in (("truncate", False), ("manual", False), ("vector-recall", True)):
            await program.chats.set_strategy(chat_id, strategy)
            assert bool((await request(program, chat_id)).summary) is wanted
        assert (await program.context.request(chat_id, "word " * 900)).draft is not None, "too large, and yet a request"
        await program.chats.set_context(chat_id, lambda known: replace(known, use_summary=False))
        assert (await request(program, chat_id)).summary == ()

    run(scenario, make_program(settings=remote(900)))


def test_a_long_chat_is_summarised_beside_the_preview() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, 2_600)
        await program.chats.set_strategy(chat_id, "summarize")
        first = await program.context.preview(chat_id, "hello")
        assert first.pending == ("summary",)
        await until(lambda: bool(program.of_kind(CountsChanged)))
        second = await program.context.preview(chat_id, "hello")
        assert second.pending == ()
        assert any(block.kind == "summary" and block.rendered for block in second.blocks)
        # The newest thousand one by one, of those before them every second.
        assert len((await request(program, chat_id)).summary) == 1_000 + 800

    run(scenario, make_program(settings=remote(2000)))


def test_a_text_is_traced_as_if_nothing_else_were_said() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        world = await book(program, "World", Scope(), dragon="It sleeps.", castle="Stones.")
        await program.chats.send(chat.id, "the castle")
        dragon, castle = (entry.id for entry in world.entries)
        traced = {entry.entry_id: entry for entry in await program.context.trace(chat.id, "A dragon, two dragons")}
        assert (traced[dragon].included, traced[castle].included) == (True, False)
        hit = traced[dragon].hits[0]
        assert (hit.where, hit.start, hit.end) == (TRACED_TEXT_ID, 2, 8)
        own = {entry.entry_id: entry for entry in await program.context.trace(chat.id, "  ")}
        assert (own[dragon].included, own[castle].included) == (False, True)

    run(scenario, make_program())


def test_so_many_tokens_more_and_a_message_is_in() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, 60)
        needed = await program.context.tokens_needed(chat_id, "hello", ids[0])
        assert needed is not None
        assert needed > 0
        limit = (await program.context.preview(chat_id, "hello")).limit
        for more, inside in ((needed, True), (needed - 1, False)):
            plan = await program.context.preview(chat_id, "hello", what_if=WhatIf(limit=limit + more))
            assert any(block.id == ids[0] and block.rendered for block in plan.blocks) is inside

    run(scenario, make_program(settings=remote(700)))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_h22_what_is_hidden_is_in_no_form_of_the_prompt(strategy: str) -> None:
    """The prompt half of case H-22: hide, rebuild, unhide, hide again."""

    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, 80)
        secret = "the safe code is 4711"
        await program.chats.edit(ids[10], secret)
        await program.chats.edit(ids[70], secret)
        await program.chats.set_strategy(chat_id, strategy)
        await program.chats.set_context(chat_id, lambda known: replace(known, use_summary=True, use_recall=True))
        hidden = [ids[10], ids[70]]

        async def told(texts: Sequence[str] = ("what was the safe code?", "fact 9")) -> bool:
            plans = [await program.context.preview(chat_id, text) for text in texts]
            return any("4711" in message.content for plan in plans for message in plan.messages)

        assert await told()
        for mark in (MessageMark.EXCLUDE, MessageMark.NEVER_SEND):
            await program.marks.mark(chat_id, hidden, mark)
            assert not await told()
            await program.marks.mark(chat_id, hidden, MessageMark.RESTORE)
            assert await told()

    run(scenario, make_program(settings=remote(900)))


def test_what_is_previewed_is_what_is_sent_and_what_is_stored() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, 80)
        await book(program, "World", Scope(), dragon="It sleeps.")
        program.provider.scripts = [words("Fine.")]
        for strategy in STRATEGIES:
            await program.strategies.choose(chat_id, strategy, StrategyOrigin.ONCE)
            plan = await program.context.preview(chat_id, f"the dragon, {strategy}")
            turn = await program.chats.send(chat_id, f"the dragon, {strategy}")
            stored = await program.context.stored_plan(turn.message_id)
            assert stored is not None
            assert stored.fingerprint == plan.fingerprint
            assert stored.messages == plan.messages == program.provider.requests[-1].messages
            assert turn.activated == plan.activated != ()

    run(scenario, make_program(settings=remote(900)))
