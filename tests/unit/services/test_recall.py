"""Recall through the services: cases H-24, H-25 and H-26 with their kinds, off means off, and what is kept over restarts."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.settings import RecallSettings
from desktop_app.services.events import CountsChanged, RecallProgressed, RecallState
from desktop_app.services.marks_service import MessageMark
from tests.fakes.embedders import WordEmbedder
from tests.fakes.program import Program
from tests.unit.services.recall_material import (
    RECALLING,
    Recording,
    after_restart,
    passages,
    plan_of,
    recalled,
    recalling,
    recalling_chat,
    small_talk,
    told,
)
from tests.unit.services.request_material import book
from tests.unit.services.scenario import run, until

FACT = "My cat is called Fluff and she sleeps in the wardrobe."
QUESTION = "cat called Fluff wardrobe"


async def long_chat(program: Program, *facts: str, talk: int = 60) -> tuple[str, list[str]]:
    """A chat that begins with these facts, far longer than the window; the ids of the facts."""
    chat_id = await recalling_chat(program)
    ids = await told(program, chat_id, *facts)
    await told(program, chat_id, *small_talk(talk))
    return chat_id, ids


async def settle(program: Program) -> None:
    """Waits until nothing is read any more."""
    await until(lambda: not program.tasks.running("read for recall"))


def has(texts: list[str], part: str) -> bool:
    return any(part in text for text in texts)


def test_what_was_said_long_ago_is_in_the_plan_with_its_place() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, FACT)

        plan = await plan_of(program, chat_id, QUESTION)

        assert has(passages(plan), FACT)
        assert "1" in next(text for text in passages(plan) if FACT in text).split("\n")[0]
        assert plan.pending == ()

    run(scenario, recalling())


@pytest.mark.parametrize("restarted", [False, True])
def test_h24_an_edited_text_is_no_ghost(restarted: bool) -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, FACT)
        assert has(await recalled(program, chat_id, QUESTION), "Fluff")

        await program.chats.edit(ids[0], "My dog is called Rex and he sleeps in the wardrobe.")
        if restarted:
            program = after_restart(program)

        found = await recalled(program, chat_id, QUESTION)
        assert not has(found, "Fluff")
        assert has(found, "Rex")

    run(scenario, recalling())


def test_h24_not_after_another_embedder_was_chosen_either() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, FACT)
        await recalled(program, chat_id, QUESTION)

        await choose(program, "other")
        await program.chats.edit(ids[0], "My dog is called Rex and he sleeps in the wardrobe.")
        await choose(program, "")

        assert not has(await recalled(program, chat_id, QUESTION), "Fluff")

    run(scenario, recalling())


@pytest.mark.parametrize("kind", ["delete", "exclude", "never-send"])
def test_h24_what_was_taken_out_is_not_recalled_and_restored_it_is_at_once(kind: str) -> None:
    async def scenario(program: Program) -> None:
        embedder = recording(program)
        chat_id, ids = await long_chat(program, FACT)
        assert has(await recalled(program, chat_id, QUESTION), "Fluff")

        await take_out(program, chat_id, ids[0], kind)
        assert not has(await recalled(program, chat_id, QUESTION), "Fluff")
        read = len(embedder.read)

        await put_back(program, chat_id, ids[0], kind)
        assert has(await recalled(program, chat_id, QUESTION), "Fluff")
        assert len(embedder.read) == read

    run(scenario, recalling())


async def take_out(program: Program, chat_id: str, message_id: str, kind: str) -> None:
    if kind == "delete":
        await program.chats.delete_message(message_id)
    else:
        mark = MessageMark.EXCLUDE if kind == "exclude" else MessageMark.NEVER_SEND
        await program.marks.mark(chat_id, [message_id], mark)


async def put_back(program: Program, chat_id: str, message_id: str, kind: str) -> None:
    if kind == "delete":
        await program.chats.restore_message(message_id)
    else:
        await program.marks.mark(chat_id, [message_id], MessageMark.RESTORE)


def test_h25_nothing_is_recalled_that_is_in_the_window() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await recalling_chat(program)
        texts = small_talk(15)
        await told(program, chat_id, *texts)

        plan = await plan_of(program, chat_id, texts[13])

        assert passages(plan) == []
        assert sum(text in message.content for text in texts for message in plan.messages) >= len(texts)

    run(scenario, recalling(limit=4_000))


def test_h25_nothing_that_has_nothing_to_do_with_it() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, FACT)

        assert not has(await recalled(program, chat_id, "zzyzx qwerty plugh"), "Fluff")

    run(scenario, recalling())


def test_h26_another_embedder_means_words_until_all_is_read_and_then_meaning() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, FACT)
        await recalled(program, chat_id, QUESTION)
        before = set(await program.vectors.embedders())
        assert program.recall is not None
        await program.recall.reader.keep_read(first=0)
        await settle(program)

        await choose(program, "other")
        states = [event.state for event in program.of_kind(RecallProgressed)]
        assert RecallState.WORDS_ONLY in states
        assert before <= set(await program.vectors.embedders())
        await settle(program)

        assert program.recall.reader.status().state is RecallState.READY
        assert len(await program.vectors.embedders()) == 1
        assert not before & set(await program.vectors.embedders())
        assert has(await recalled(program, chat_id, QUESTION), "Fluff")

    run(scenario, recalling())


def test_h26_an_embedder_that_does_not_answer_leaves_words() -> None:
    async def scenario(program: Program) -> None:
        embedder = recording(program)
        embedder.failure = ProviderError(kind=ProviderErrorKind.NETWORK, detail="gone")
        chat_id, _ = await long_chat(program, FACT)

        assert has(await recalled(program, chat_id, QUESTION), "Fluff")
        assert program.recall is not None
        assert program.recall.reader.status().state is RecallState.FAILED
        asked = len(embedder.asked)
        await recalled(program, chat_id, "wardrobe cat")
        assert len(embedder.asked) == asked  # left alone for a while

        embedder.failure = None
        program.recall.reader.rebuild()
        await settle(program)
        assert program.recall.reader.status().state is RecallState.READY

    run(scenario, recalling())


@pytest.mark.parametrize("where", ["settings", "chat"])
def test_off_means_that_nothing_is_embedded(where: str) -> None:
    async def scenario(program: Program) -> None:
        embedder = recording(program)
        chat_id, _ = await long_chat(program, FACT)
        await book(program, "Lore", dragon="The dragon sleeps.")
        if where == "chat":
            await program.chats.set_context(chat_id, lambda known: replace(known, recall_enabled=False))
        assert program.recall is not None
        await program.recall.reader.keep_read(first=0)
        await settle(program)

        assert await recalled(program, chat_id, QUESTION) == []
        await program.chats.send(chat_id, QUESTION)
        await settle(program)

        assert embedder.given == []

    run(scenario, recalling(enabled=where != "settings"))


def test_what_is_never_sent_goes_to_no_embedder_elsewhere() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, FACT, "The safe opens with 1234.")
        await program.marks.mark(chat_id, [ids[1]], MessageMark.NEVER_SEND)

        await choose(program, "far")
        await recalled(program, chat_id, QUESTION)

        far = [text for texts, _ in chosen(program).asked for text in texts]
        assert FACT in far
        assert not has(far, "1234")

    run(scenario, recalling())


def test_nothing_is_embedded_twice_also_after_a_restart() -> None:
    async def scenario(program: Program) -> None:
        embedder = recording(program)
        chat_id, ids = await long_chat(program, FACT)
        await recalled(program, chat_id, QUESTION)
        program = after_restart(program)
        await recalled(program, chat_id, QUESTION)
        await program.chats.edit(ids[0], "Something else.")
        await recalled(program, chat_id, QUESTION)
        await program.chats.edit(ids[0], FACT)
        await recalled(program, chat_id, QUESTION)

        assert len(embedder.read) == len(set(embedder.read))

    run(scenario, recalling())


def test_a_reading_that_was_ended_goes_on_where_it_was() -> None:
    async def scenario(program: Program) -> None:
        embedder = recording(program)
        chat_id, _ = await long_chat(program, FACT)
        assert program.recall is not None
        reader = program.recall.reader
        embedder.hold = asyncio.Event()
        await reader.keep_read(first=0)
        await until(lambda: bool(embedder.asked))
        reader.cancel()
        await settle(program)
        assert reader.status().state is RecallState.WORDS_ONLY

        embedder.hold.set()
        embedder.asked.clear()
        reader.rebuild()
        await settle(program)

        assert reader.status().state is RecallState.READY
        assert len(embedder.read) == len(set(embedder.read))
        vectors = await program.vectors.vectors(embedder.identity, chat_id)
        assert {vector.source_id for vector in vectors} == {row.id for row in await program.chats.branch(chat_id)}

    run(scenario, recalling())


def test_a_slow_embedder_is_not_waited_for_by_the_preview() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, FACT)
        await recalled(program, chat_id, "something")
        await choose(program, "slow")
        held = chosen(program).hold = asyncio.Event()
        program.told.clear()

        plan = await program.context.preview(chat_id, QUESTION, what_if=RECALLING)

        assert has(passages(plan), "Fluff")  # by its words
        assert "recall" in plan.pending
        held.set()
        await until(lambda: bool(program.of_kind(CountsChanged)))

    run(scenario, recalling())


def test_memory_without_keywords_is_found_by_meaning_under_every_strategy() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Memory")
        await program.memory.save(
            replace(program.memory.new_entry(), content="The user is allergic to peanuts and almonds.")
        )

        plan = await program.context.preview(chat.id, "allergic to peanuts and almonds?", wait=True)

        trace = next(trace for trace in plan.entries if trace.entry_id)
        assert trace.included
        request = await program.context.request(chat.id, "allergic to peanuts and almonds?")
        assert {relevance.source.value for relevance in request.relevance.values()} == {"meaning"}

    run(scenario, recalling())


def recording(program: Program) -> Recording:
    assert program.recall is not None
    embedder = program.recall.meaning.builtin
    assert isinstance(embedder, Recording)
    return embedder


async def choose(program: Program, model: str) -> None:
    """An embedder of the server far away; an empty name: the one that comes with the program."""
    wanted = RecallSettings(embedder_connection_id="s" if model else "", embedder_model=model)
    await program.settings.change(lambda known: replace(known, recall=wanted))


def chosen(program: Program) -> WordEmbedder:
    """Who embeds now."""
    assert program.recall is not None
    embedder = program.recall.meaning.embedder
    assert isinstance(embedder, WordEmbedder)
    return embedder
