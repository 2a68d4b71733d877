"""The summary by a model: in pieces that fit its window, with sources that hold, and no failure of it harms what was good."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    ChatRequest,
    FinishReason,
    ReasoningDelta,
    StreamEvent,
    StreamFailed,
    StreamFinished,
    TextDelta,
    Usage,
    UsageReported,
)
from desktop_app.domain.memory import SummaryMaker
from desktop_app.domain.settings import Settings, SummarySettings
from desktop_app.domain.summary import SummarySegment
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.summary_tries import FIRST_WAIT, MOST_TRIES
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider
from tests.unit.services.request_material import remote
from tests.unit.services.summary_material import add_message, branch_of, texts_told, told_chat

LEMMAS = Lemmas()
NUMBER = re.compile(r"^\[(\d+)\] \S+: (.*)", re.MULTILINE)


class Summariser(ScriptedProvider):
    """A model that does what it is asked: a line for every fourth message; or, for the next call, what is in ``wrong``."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[list[StreamEvent]] = []
        self.largest = 0

    async def stream(self, request: ChatRequest):
        """The events of one answer."""
        self.requests.append(request)
        shown = request.messages[-1].content
        used = sum(len(message.content.split()) for message in request.messages)
        self.largest = max(self.largest, used + request.settings.max_tokens)
        for event in self.wrong.pop(0) if self.wrong else said(*lines_about(shown), used=used):
            await asyncio.sleep(0)
            yield event


def lines_about(shown: str) -> list[str]:
    """In other words, with the numbers of the messages."""
    found = NUMBER.findall(shown)[::4]
    return [f"[{number}] It was told that {text.split('. ')[0].strip('.')}." for number, text in found]


def said(*lines: str, used: int = 100, reason: FinishReason = FinishReason.STOP) -> list[StreamEvent]:
    """A whole answer."""
    return [
        ReasoningDelta("Hm, let me see."),
        TextDelta("\n".join(lines)),
        UsageReported(Usage(used, 20, used + 20)),
        StreamFinished(reason),
    ]


def by_model() -> Settings:
    """Somebody who has a model of a small window write summaries."""
    return replace(remote(4_000, tokenizer="o200k_base"), summary=SummarySettings(by_model=True))


def made(summarises: Callable[[float], Awaitable[None]] | None = None) -> tuple[Program, Summariser]:
    """A program with such a model."""
    model = Summariser()
    return make_program(model, settings=by_model(), summarises=summarises), model


def written(program: Program) -> list[SummarySegment]:
    """What the model wrote."""
    return [segment for segment in program.state.segments if segment.maker is SummaryMaker.MODEL]


def test_a_model_writes_beside_the_program_and_each_sentence_has_a_source_that_holds() -> None:
    async def scenario() -> None:
        program, model = made()
        chat, ids = await told_chat(program, 60)
        await program.summaries.keep_up(chat.id)
        segments = written(program)
        covered = [each.message_id for segment in segments for each in segment.covers]
        assert covered == ids[:50], "the last segment waits: its answer may be asked for anew"
        texts = {message.id: message.text for message in await program.branch_messages(chat.id)}
        for segment in segments:
            for sentence in segment.sentences:
                assert sentence.made_by is SummaryMaker.MODEL
                (source,) = sentence.sources
                assert texts[source.message_id][source.start : source.end].split()[0] in sentence.text
        told = await program.summaries.sentences(chat.id, await branch_of(program, chat.id))
        assert {SummaryMaker.MODEL, SummaryMaker.EXTRACTIVE} == {each.made_by for each in told}
        calls = len(model.requests)
        await program.summaries.keep_up(chat.id)
        assert len(model.requests) == calls, "a range is summarised once"
        status = await program.summaries.status(chat.id)
        assert (status.calls, status.by_model, status.failures) == (calls, 50, 0)
        assert status.completion_tokens == 20 * calls
        assert status.prompt_tokens > 0

    asyncio.run(scenario())


@pytest.mark.parametrize("count", [24, pytest.param(720, marks=pytest.mark.long)])
def test_a_chat_of_a_million_tokens_is_written_in_pieces_that_fit_a_window_of_four_thousand(count: int) -> None:
    async def scenario() -> None:
        program, model = made()
        long = " ".join(
            f"word{number} number{number}." for number in range(2_600)
        )  # more than the window, in one message
        texts = (*(" ".join([f"Olga paid {{n}} crowns in town{at}."] * 200) for at in range(11)), long)
        chat, ids = await told_chat(program, count, texts)
        total = sum(len(message.text.split()) for message in await program.branch_messages(chat.id))
        assert total > 1_400 * count
        await program.chats.set_context(chat.id, lambda context: replace(context, compress_every_n=8))
        await program.summaries.keep_up(chat.id)
        segments = written(program)
        assert [each.message_id for segment in segments for each in segment.covers] == ids[: count - 8]
        assert all(segment.sentences for segment in segments)
        assert model.largest <= 4_000
        assert (await program.summaries.status(chat.id)).calls == len(model.requests) > total / 4_000

    asyncio.run(scenario())


WRONG: dict[str, list[StreamEvent]] = {
    "reasoning only": [ReasoningDelta("They met and then they …"), StreamFinished(FinishReason.STOP)],
    "reasoning in tags": said("<think>They met. They agreed."),
    "nothing": [StreamFinished(FinishReason.STOP)],
    "blank": said("  \n "),
    "cut by length": said("[1] Olga gets 100 crowns for the roof.", reason=FinishReason.LENGTH),
    "filtered": said("[1] Olga gets 100 crowns.", reason=FinishReason.CONTENT_FILTER),
    "refusal en": said("I'm sorry, but I can't help with that."),
    "refusal ru": said("Извините, я не могу пересказать этот разговор."),
    "refusal zh": said("抱歉，我无法总结这段对话。"),
    "half a sentence": said("[1] Olga gets 100 crowns for the roof.", "[2] Anna was promised"),
    "half of the first": said("[1] Olga gets 100 crowns for"),
    "about something else": said("Bananas grow under palms."),
    "an error as text": said('{"error": {"message": "overloaded"}}'),
    "a page": said("<!DOCTYPE html><html><body>Bad gateway</body></html>"),
    "500": [StreamFailed(ProviderError(ProviderErrorKind.SERVER, status=500))],
    "broken off": [TextDelta("[1] Olga gets 100 crowns.")],
}


@pytest.mark.parametrize("name", WRONG)
def test_what_a_model_does_wrong_never_harms_the_last_good_summary(name: str) -> None:
    """Case H-21: the first reply is good, the next is wrong: what was there stays, the program's own fills in, it is tried again."""

    async def scenario() -> None:
        program, model = made()
        chat, ids = await told_chat(program, 60)
        await program.summaries.keep_up(chat.id)
        good = written(program)
        assert good
        for number in range(20):
            await add_message(program, chat.id, f"We agreed that Ivan keeps {number} keys.", ids)
        model.wrong = [WRONG[name]]
        await program.summaries.keep_up(chat.id)
        assert written(program) == good
        told = await program.summaries.sentences(chat.id, await branch_of(program, chat.id))
        assert {each.id for segment in good for each in segment.sentences} <= {each.id for each in told}
        assert set(ids) == {source.message_id for each in told for source in each.sources}
        status = await program.summaries.status(chat.id)
        assert status.failures == 1
        assert status.error is not None
        assert status.next_try_at == program.clock.now() + FIRST_WAIT * 1000
        calls = len(model.requests)
        await program.summaries.keep_up(chat.id)
        assert len(model.requests) == calls, "not before its time"
        program.clock.advance(round(FIRST_WAIT * 1000))
        await program.summaries.keep_up(chat.id)
        assert len(written(program)) > len(good)
        assert (await program.summaries.status(chat.id)).failures == 0

    asyncio.run(scenario())


def test_an_edit_makes_exactly_the_touched_sentences_stale_and_a_failed_remake_leaves_the_others() -> None:
    async def scenario() -> None:
        program, model = made()
        chat, ids = await told_chat(program, 60)
        await program.summaries.keep_up(chat.id)
        first = written(program)[0]
        touched = first.sentences[1].sources[0].message_id
        await program.chats.edit(touched, "Everything is different now.")
        model.wrong = [WRONG["500"]]
        await program.summaries.keep_up(chat.id)
        told = {each.id for each in await program.summaries.sentences(chat.id, await branch_of(program, chat.id))}
        assert first.sentences[0].id in told
        assert first.sentences[1].id not in told
        program.summaries.now(chat.id)
        await program.summaries.keep_up(chat.id)
        assert [each.message_id for segment in written(program) for each in segment.covers] == ids[:50]
        assert any("different" in each.text for segment in written(program) for each in segment.sentences) or any(
            "different" in text for text in await texts_told(program, chat.id)
        )
        await program.tasks.close()

    asyncio.run(scenario())


def test_it_is_tried_again_by_itself_ever_later_and_not_for_ever() -> None:
    async def scenario() -> None:
        waited: list[float] = []

        async def wait(seconds: float) -> None:
            waited.append(seconds)
            program.clock.advance(round(seconds * 1000))
            await asyncio.sleep(0)

        program, model = made(summarises=wait)
        chat, _ = await told_chat(program, 60)
        model.wrong = [WRONG["500"]] * (MOST_TRIES + 5)
        await texts_told(program, chat.id)
        while program.tasks.running(f"summary:{chat.id}") or program.tasks.running(f"summary later:{chat.id}"):
            await asyncio.sleep(0)
        assert waited == [FIRST_WAIT * 2**number for number in range(MOST_TRIES - 1)]
        assert len(model.requests) == MOST_TRIES
        model.wrong = []
        program.summaries.now(chat.id)
        while program.tasks.running(f"summary:{chat.id}"):
            await asyncio.sleep(0)
        assert written(program)
        await program.tasks.close()
        assert program.bugs == []

    asyncio.run(scenario())


def test_paused_no_model_is_asked_and_off_neither() -> None:
    async def scenario() -> None:
        program, model = made()
        chat, _ = await told_chat(program, 60)
        program.summaries.pause(chat.id)
        await program.summaries.keep_up(chat.id)
        assert model.requests == []
        assert (await program.summaries.status(chat.id)).paused
        await program.chats.set_context(chat.id, lambda context: replace(context, summarised_by_model=False))
        program.summaries.pause(chat.id, paused=False)
        await program.summaries.keep_up(chat.id)
        assert model.requests == []
        await program.chats.set_context(chat.id, lambda context: replace(context, summarised_by_model=True))
        await program.settings.change(lambda all_: replace(all_, summary=SummarySettings()))
        await program.summaries.keep_up(chat.id)
        assert model.requests, "the chat itself wants it"
        await program.tasks.close()

    asyncio.run(scenario())


def test_the_cost_is_kept_over_a_restart() -> None:
    async def scenario() -> None:
        program, _ = made()
        chat, _ = await told_chat(program, 60)
        await program.summaries.keep_up(chat.id)
        before = await program.summaries.status(chat.id)
        program.summaries._tries._tries.clear()
        after = await program.summaries.status(chat.id)
        assert before.calls == after.calls > 0
        assert before.prompt_tokens == after.prompt_tokens

    asyncio.run(scenario())


def test_what_is_never_to_be_sent_is_shown_to_no_model() -> None:
    async def scenario() -> None:
        program, model = made()
        chat, ids = await told_chat(program, 60)
        await program.chats.edit(ids[7], "The safe code is 4711.")
        await program.chats.edit(ids[8], "The cellar code is 1234.")
        await program.marks.mark(chat.id, [ids[7]], MessageMark.NEVER_SEND)
        await program.marks.mark(chat.id, [ids[8]], MessageMark.EXCLUDE)
        await program.summaries.keep_up(chat.id)
        shown = "".join(message.content for request in model.requests for message in request.messages)
        assert "crowns" in shown
        assert "4711" not in shown
        assert "1234" not in shown

    asyncio.run(scenario())


def test_a_fork_is_written_anew_only_from_where_it_parts() -> None:
    async def scenario() -> None:
        program, model = made()
        await program.settings.change(lambda all_: replace(all_, summary=replace(all_.summary, window=800)))
        chat, ids = await told_chat(program, 60)
        await program.summaries.keep_up(chat.id)
        before = written(program)
        assert len(before) > 1
        calls = len(model.requests)
        below = ids[44]
        for number in range(26):
            below = await add_message(program, chat.id, f"We agreed that Ivan keeps {number} keys.", ids, parent=below)
        await program.summaries.keep_up(chat.id)
        assert written(program)[: len(before)] == before
        shown = "".join(request.messages[-1].content for request in model.requests[calls:])
        assert "100 crowns" not in shown
        assert "Ivan keeps" in shown

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("Мы договорились, что Ольга получит {n} крон.", "", "Перескажи"),
        ("我们说好了，李梅得到{n}元。", "", "概括"),
        ("We agreed that Olga gets {n} crowns.", "", "the language of the conversation"),
        ("We agreed that Olga gets {n} crowns.", "ru", "Перескажи"),
    ],
)
def test_a_model_is_asked_in_the_language_of_the_chat_or_the_one_that_is_wanted(
    text: str, language: str, words: str
) -> None:
    async def scenario() -> None:
        program, model = made()
        await program.settings.change(lambda all_: replace(all_, summary=replace(all_.summary, language=language)))
        chat, _ = await told_chat(program, 60, (text,))
        await program.summaries.keep_up(chat.id)
        assert words in model.requests[0].messages[0].content

    asyncio.run(scenario())


def test_the_person_says_who_writes_with_which_words_and_how_much_at_once() -> None:
    async def scenario() -> None:
        other = Summariser()
        program, model = made()
        program.providers.by_id["other"] = other
        profile = replace(program.settings.settings.connections[0], id="other", model="small")
        await program.settings.change(
            lambda all_: replace(
                all_,
                connections=(*all_.connections, profile),
                summary=SummarySettings(by_model=True, connection_id="other", prompt="Be brief.", window=700),
            )
        )
        chat, _ = await told_chat(program, 60)
        await program.summaries.keep_up(chat.id)
        assert model.requests == []
        assert {request.messages[0].content for request in other.requests} == {"Be brief."}
        assert other.largest <= 700
        assert {segment.model for segment in written(program)} == {"small"}

    asyncio.run(scenario())
