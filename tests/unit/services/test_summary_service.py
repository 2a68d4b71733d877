"""Every chat's summary is kept up beside it: only what is new or stale is made, nothing stale is said, forks copy nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.memory import SourceSpan, SummaryMaker, SummarySentence
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.summary import SummarySegment, ToldMessage
from desktop_app.language.lemmas import Lemmas
from desktop_app.retrieval.sentence_scores import SentenceMaker
from desktop_app.services import events
from desktop_app.services.answering import WhatIf
from desktop_app.services.first_sentences import LONGEST, FirstSentences
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.summary_branch import standing
from desktop_app.services.summary_told import Went
from tests.fakes.program import Program, make_program
from tests.unit.services.request_material import long_chat, remote
from tests.unit.services.summary_material import add_message, branch_of, texts_told, told_chat


class CountingMaker:
    """The real maker, with a memory of what it was given."""

    def __init__(self) -> None:
        self._maker = SentenceMaker(Lemmas())
        self.read: list[list[str]] = []

    def make(self, messages: Sequence[ToldMessage]) -> tuple[SummarySentence, ...]:
        """As the real one."""
        self.read.append([message.id for message in messages])
        return self._maker.make(messages)


def counted(program: Program) -> CountingMaker:
    """The maker of this program, which counts from now on."""
    maker = CountingMaker()
    program.summaries._jobs._extractive._maker = maker
    return maker


async def never(_seconds: float) -> None:
    """Nobody is tried again in these tests."""
    await asyncio.Event().wait()


def covers(segments: Sequence[SummarySegment]) -> list[list[str]]:
    """The messages of each segment."""
    return [[each.message_id for each in segment.covers] for segment in segments]


async def said_in_prompt(program: Program, chat_id: str) -> str:
    """The summary that would be sent now; empty: none."""
    plan = await program.context.preview(
        chat_id, "go on", what_if=WhatIf("summarize", limit=400, reserve=40), wait=True
    )
    return next((block.text for block in plan.blocks if block.id == "prompt.summary"), "")


def test_only_what_is_new_is_read_and_all_is_covered() -> None:
    async def scenario() -> None:
        program = make_program()
        maker = counted(program)
        chat, ids = await told_chat(program, 45)
        await program.summaries.keep_up(chat.id)
        assert maker.read == [ids[start : start + 10] for start in range(0, 40, 10)]
        await program.summaries.keep_up(chat.id)
        for number in range(6):
            await add_message(program, chat.id, f"And {number} more.", ids)
        await program.summaries.keep_up(chat.id)
        assert maker.read[4:] == [ids[40:50]]
        told = await program.summaries.valid_segments(chat.id, await branch_of(program, chat.id))
        assert [id_ for run in covers(told) for id_ in run] == ids[:50]

    asyncio.run(scenario())


def test_under_twenty_turns_there_are_no_blocks_and_messages_are_told_by_how_they_begin() -> None:
    async def scenario() -> None:
        program = make_program()
        maker = counted(program)
        chat, ids = await told_chat(program, 38)
        await program.summaries.keep_up(chat.id)
        assert maker.read == []
        branch = await branch_of(program, chat.id)
        assert await program.summaries.valid_segments(chat.id, branch) == ()
        sentences = await program.summaries.sentences(chat.id, branch)
        assert [each.sources[0].message_id for each in sentences] == ids
        assert sentences[1].text == "The river was high."
        assert await program.summaries.sentences(chat.id, branch) is sentences

    asyncio.run(scenario())


def test_the_chat_its_folder_and_the_settings_say_after_how_many_messages() -> None:
    async def scenario() -> None:
        program = make_program()
        maker = counted(program)
        chat, _ = await told_chat(program, 12)
        await program.settings.change(lambda all_: replace(all_, context=replace(all_.context, compress_every_n=6)))
        await program.summaries.keep_up(chat.id)
        assert [len(run) for run in maker.read] == [6, 6]
        await program.chats.set_context(chat.id, lambda context: replace(context, compress_every_n=4))
        _, ids = chat, [each.id for each in await program.branch_messages(chat.id)]
        for number in range(4):
            await add_message(program, chat.id, f"Again {number}.", ids)
        await program.summaries.keep_up(chat.id)
        assert [len(run) for run in maker.read] == [6, 6, 4]

    asyncio.run(scenario())


def test_a_summary_is_kept_up_beside_the_chat() -> None:
    """Also of a chat that was there before: it is made when the chat is first looked at."""

    async def scenario() -> None:
        program = make_program(summarises=never)
        chat, _ = await told_chat(program, 40)
        assert program.state.segments == []
        await texts_told(program, chat.id)
        await _idle(program, chat.id)
        assert len(program.state.segments) == 4
        assert program.of_kind(events.SummaryChanged)
        for number in range(5):
            await program.chats.send(chat.id, f"Message {number} of the evening.")
        await _idle(program, chat.id)
        assert len(program.state.segments) == 5
        await program.tasks.close()
        assert program.bugs == []

    asyncio.run(scenario())


def test_a_growing_chat_is_looked_at_when_there_may_be_enough_and_a_changed_one_at_once() -> None:
    async def scenario() -> None:
        program = make_program(summarises=never)
        jobs = program.summaries._jobs
        chat, ids = await told_chat(program, 40)
        looks: list[str] = []
        keep_up = jobs.keep_up

        async def counted_keep_up(chat_id: str) -> None:
            looks.append(chat_id)
            await keep_up(chat_id)

        jobs.keep_up = counted_keep_up
        await texts_told(program, chat.id)
        await _idle(program, chat.id)
        assert len(program.state.segments) == 4
        before = len(looks)
        for number in range(4):
            await program.chats.send(chat.id, f"Message {number} of the evening.")
            await _idle(program, chat.id)
        assert len(looks) - before <= 3, "eight messages are not enough"
        await program.chats.send(chat.id, "And one more.")
        await _idle(program, chat.id)
        assert len(program.state.segments) == 5
        await program.chats.edit(ids[3], "It was not so.")
        await _idle(program, chat.id)
        assert "It was not so." in {each.text for part in program.state.segments for each in part.sentences}
        newest = (await program.branch_messages(chat.id))[-1]
        await program.chats.edit(newest.id, "The answer was otherwise.")
        await _idle(program, chat.id)
        assert "The answer was otherwise." in {each.text for part in program.state.segments for each in part.sentences}
        await program.chats.set_context(chat.id, lambda context: replace(context, compress_every_n=2))
        for number in range(2):
            await program.chats.send(chat.id, f"Good night {number}.")
        await _idle(program, chat.id)
        assert len(program.state.segments) == 7
        await program.tasks.close()
        assert program.bugs == []

    asyncio.run(scenario())


async def _idle(program: Program, chat_id: str) -> None:
    """Until the chat's job is over."""
    while program.tasks.running(f"summary:{chat_id}"):
        await asyncio.sleep(0)


def test_at_once_and_again_makes_each_range_once() -> None:
    async def scenario() -> None:
        program = make_program()
        maker = counted(program)
        chat, ids = await told_chat(program, 60)
        await asyncio.gather(*(program.summaries.keep_up(chat.id) for _ in range(4)))
        assert sorted(id_ for run in maker.read for id_ in run) == ids

    asyncio.run(scenario())


def test_after_a_restart_the_same_sentences_and_sources_are_there() -> None:
    async def scenario() -> None:
        programs = [make_program(), make_program()]
        found: list[Any] = []
        for program in programs:
            chat, _ = await told_chat(program, 60)
            await program.summaries.keep_up(chat.id)
            found.append(program.state.segments)
        assert [replace(each, created_at=0) for each in found[0]] == [replace(each, created_at=0) for each in found[1]]

    asyncio.run(scenario())


def test_hiding_what_was_summarised_takes_it_out_and_hiding_it_again_too() -> None:
    """Case H-22: "the safe code is 4711" hidden, shown, hidden again; it is never told while it is hidden."""

    async def scenario() -> None:
        program = make_program(settings=remote(2000))
        chat, ids = await told_chat(program, 30, ("We agreed that it stays here, number {n}.",))
        secret = ids[11]
        await program.chats.edit(secret, "We agreed that the safe code is 4711.")
        await program.summaries.keep_up(chat.id)
        for mark in (MessageMark.EXCLUDE, MessageMark.NEVER_SEND):
            assert "4711" in "".join(await texts_told(program, chat.id))
            await program.marks.mark(chat.id, [secret], mark)
            assert "4711" not in "".join(await texts_told(program, chat.id)), "before anything was made anew"
            assert "4711" not in await said_in_prompt(program, chat.id)
            await program.summaries.keep_up(chat.id)
            assert "4711" not in "".join(await texts_told(program, chat.id))
            assert not any(secret in run for run in covers(program.state.segments)), "it is in no block"
            await program.marks.mark(chat.id, [secret], MessageMark.RESTORE)
            await program.summaries.keep_up(chat.id)

    asyncio.run(scenario())


@pytest.mark.parametrize("change", ["delete 12", "edit 5", "delete 25"])
def test_a_change_of_a_summarised_message_is_followed_at_once(change: str) -> None:
    """Case H-23: 30 messages, a summary of 1 to 20; what is told of the changed one is neither used nor lost for the others."""

    async def scenario() -> None:
        program = make_program(settings=remote(2000))
        chat, ids = await told_chat(program, 20)
        await program.summaries.keep_up(chat.id)
        for number in range(10):
            await add_message(program, chat.id, f"The {number}th day at sea, said Olga.", ids)
        kind, number = change.split()
        touched = ids[int(number) - 1]
        before = {each.id for each in program.state.segments if touched not in covers([each])[0]}
        old = {
            each.text
            for segment in program.state.segments
            for each in segment.sentences
            if each.sources[0].message_id == touched
        }
        await (
            program.chats.delete_message(touched) if kind == "delete" else program.chats.edit(touched, "No more gulls.")
        )
        assert not old & await texts_told(program, chat.id)
        await program.summaries.keep_up(chat.id)
        assert before <= {each.id for each in program.state.segments}, "what is not touched stays"
        told = await program.summaries.sentences(chat.id, await branch_of(program, chat.id))
        wanted = set(ids) - ({touched} if kind == "delete" else set())
        assert {source.message_id for each in told for source in each.sources} == wanted
        if kind == "edit":
            assert "No more gulls." in {each.text for each in told}
        history = await program.summaries.history(chat.id)
        assert {each.sentence.text for each in history} <= old | ({"No more gulls."} if kind == "edit" else old)

    asyncio.run(scenario())


def test_another_variant_is_told_in_the_place_of_the_first() -> None:
    async def scenario() -> None:
        program = make_program()
        chat, ids = await told_chat(program, 40)
        await program.summaries.keep_up(chat.id)
        await program.chat_repository.append(
            Message("variant", chat.id, ids[38], Role.ASSISTANT, (TextPart("We decided that Olga stays 7 days."),))
        )
        told = await texts_told(program, chat.id)
        assert "We decided that Olga stays 7 days." in told
        assert not any("room 139" in text for text in told)
        await program.summaries.keep_up(chat.id)
        await program.chat_repository.choose(ids[39])
        program.bus.publish(events.BranchChanged(chat.id))
        told = await texts_told(program, chat.id)
        assert "We decided that Olga stays 7 days." not in told
        assert any("room 139" in text for text in told)

    asyncio.run(scenario())


def test_the_persons_words_are_never_remade_and_stand_on_every_branch_that_has_their_source() -> None:
    async def scenario() -> None:
        program = make_program(settings=remote(2000))
        chat, ids = await told_chat(program, 40)
        await program.summaries.keep_up(chat.id)
        first = program.state.segments[0].sentences[0]
        await program.summaries.revise(chat.id, first.id, "  Olga has the roof money. ")
        own = await program.summaries.add(chat.id, "They trust each other.")
        await program.chats.edit(ids[4], "Something else was said here.")
        await program.summaries.keep_up(chat.id)
        told = await texts_told(program, chat.id)
        assert {"Olga has the roof money.", "They trust each other.", "Something else was said here."} <= told
        assert (await said_in_prompt(program, chat.id)).count("Olga has the roof money.") == 1
        await add_message(program, chat.id, "Another way.", ids, parent=ids[2])
        program.bus.publish(events.BranchChanged(chat.id))
        assert {"Olga has the roof money.", "They trust each other."} <= await texts_told(program, chat.id)
        await program.summaries.remove(chat.id, own.id)
        assert "They trust each other." not in await texts_told(program, chat.id)
        assert any(each.sentence.id == own.id for each in await program.summaries.history(chat.id))
        await program.chats.edit(ids[0], "There is no roof.")
        await program.summaries.keep_up(chat.id)
        assert "Olga has the roof money." not in await texts_told(program, chat.id), "its source says something else"
        assert any(
            each.text == "Olga has the roof money." for part in program.state.segments for each in part.sentences
        )

    asyncio.run(scenario())


def test_a_long_unread_chat_is_pending_and_then_whole() -> None:
    async def scenario() -> None:
        program = make_program(settings=remote(2000))
        chat_id, _ = await long_chat(program, 700)
        branch = await branch_of(program, chat_id)
        assert await program.summaries.sentences_at_once(chat_id, branch) is None
        assert len(await program.summaries.sentences(chat_id, branch)) == 700
        assert await program.summaries.sentences_at_once(chat_id, branch) is not None

    asyncio.run(scenario())


def test_the_first_sentence_is_cut_where_it_is_none() -> None:
    async def scenario() -> None:
        program = make_program()
        endless = "word " * 200
        texts = ("  \n", "「終わり。」次", endless, "x" * 900)
        chat, ids = await told_chat(program, 4, texts)
        found = await FirstSentences(program.chat_repository).of(
            standing(await branch_of(program, chat.id), (), SummaryMaker.EXTRACTIVE).told, {}
        )
        assert [sentence.sources[0].message_id for sentence in found] == ids[1:]
        assert found[0].text == "「終わり。」"
        for sentence, said in zip(found[1:], (endless, "x" * 900), strict=True):
            source = sentence.sources[0]
            assert said[source.start : source.end] == sentence.text
            assert LONGEST // 2 < len(sentence.text) <= LONGEST

    asyncio.run(scenario())


def test_where_each_sentence_came_from_and_each_message_went() -> None:
    async def scenario() -> None:
        program = make_program(settings=remote(2000))
        chat, ids = await told_chat(program, 44)
        await program.summaries.keep_up(chat.id)
        await program.marks.mark(chat.id, [ids[3]], MessageMark.EXCLUDE)
        await program.chats.edit(ids[13], "It was not so.")
        await program.summaries.add(chat.id, "They trust each other.")
        plan = await program.context.preview(
            chat.id, "go on", what_if=WhatIf("summarize", limit=400, reserve=40), wait=True
        )
        seen = await program.summaries.told(chat.id, plan)
        went = {message.number: message.went for message in seen.messages}
        assert (went[4], went[14], went[44]) == (Went.EXCLUDED, Went.STALE, Went.WINDOW)
        assert {Went.SENTENCE, Went.SEGMENT} <= set(went.values())
        assert [message.id for message in seen.messages] == ids
        assert (seen.sentences[0].text, seen.sentences[0].numbers) == ("They trust each other.", ())
        texts = {message.id: message.text for message in await program.branch_messages(chat.id)}
        for sentence in seen.sentences[1:]:
            (source,) = sentence.sources
            assert sentence.numbers == (ids.index(source.message_id) + 1,)
            assert sentence.stale == (source.message_id in {ids[3], ids[13]})
            assert sentence.stale or texts[source.message_id][source.start : source.end] == sentence.text
        told = {message.id: message.sentences for message in seen.messages}
        in_prompt = [each for each in seen.sentences if each.in_prompt]
        assert in_prompt
        assert all(each.id in told[source.message_id] for each in in_prompt for source in each.sources)
        alone = await program.summaries.told(chat.id)
        assert not any(each.in_prompt for each in alone.sentences)
        assert alone.messages[43].went is Went.NOWHERE

    asyncio.run(scenario())


def test_a_source_span_of_the_persons_own_is_kept() -> None:
    async def scenario() -> None:
        program = make_program()
        chat, ids = await told_chat(program, 6)
        place = SourceSpan(ids[2], 1, 0, 9)
        await program.summaries.add(chat.id, "It rains.", (place,))
        told = await program.summaries.sentences(chat.id, await branch_of(program, chat.id))
        assert [each.sources for each in told if each.text == "It rains."] == [(place,)]
        await program.chats.edit(ids[2], "The sun shone.")
        assert "It rains." not in await texts_told(program, chat.id)

    asyncio.run(scenario())
