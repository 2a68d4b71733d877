"""What may go wrong with a Send: the message stays, nothing blank is left, the person is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from desktop_app.domain.errors import (
    ContextTooLargeError,
    ProviderError,
    ProviderErrorKind,
    ServerWindowError,
    StorageError,
)
from desktop_app.domain.generation import (
    ChatMessage,
    FinishReason,
    StreamFailed,
    StreamFinished,
    TextDelta,
    Usage,
    UsageReported,
)
from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.settings import Settings, builtin_connection
from desktop_app.services import context_service
from desktop_app.services.events import MessageAdded, NoticeRaised, TurnFinished
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.unit.services.scenario import run, until

RATE_LIMITED = StreamFailed(ProviderError(ProviderErrorKind.RATE_LIMIT, detail="slow down", status=429))


def test_h29_an_error_in_the_middle_keeps_the_partial_answer() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [[TextDelta("Half an "), TextDelta("answer"), RATE_LIMITED]]
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Tell me")
        last = (await program.branch_messages(chat.id))[-1]
        assert (last.text, last.state) == ("Half an answer", MessageState.FAILED)
        assert turn.finish_reason is FinishReason.ERROR
        assert "slow down" in turn.error_text
        assert program.of_kind(TurnFinished)[-1].error is RATE_LIMITED.error

    run(scenario, make_program())


class _SlowToCount(ScriptedProvider):
    async def count_prompt(self, messages: Sequence[ChatMessage]) -> int | None:
        """Never comes back by itself."""
        await asyncio.Event().wait()
        return None


def test_a_server_that_is_slow_to_count_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_service, "COUNT_SECONDS", 0.01)

    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Tell me")
        assert turn.finish_reason is FinishReason.STOP

    run(scenario, make_program(_SlowToCount()))


def test_a_stream_without_its_end_mark_is_interrupted() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [[TextDelta("Half")]]
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Tell me")
        assert turn.finish_reason is FinishReason.INTERRUPTED
        assert (await program.branch_messages(chat.id))[-1].state is MessageState.INTERRUPTED

    run(scenario, make_program())


def test_h33_a_failed_answer_leaves_no_blank_message_and_retry_doubles_nothing() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [[RATE_LIMITED], [RATE_LIMITED], [RATE_LIMITED], words("At last")]
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "Tell me")
        (message,) = await program.branch_messages(chat.id)
        for _ in range(3):
            await program.chats.regenerate(message.id)
        assert await program.branch_texts(chat.id) == ["Tell me", "At last"]
        answer = (await program.branch_messages(chat.id))[-1]
        assert await program.chat_repository.variants(answer.id) == [answer.id]

    run(scenario, make_program())


@pytest.mark.parametrize(
    "script",
    [[RATE_LIMITED], [TextDelta(" \n"), StreamFinished(FinishReason.STOP)], ProviderError(ProviderErrorKind.NETWORK)],
)
def test_h33_a_failed_regenerate_leaves_the_former_answer_visible(script: object) -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [words("First answer"), script]  # pyright: ignore[reportAttributeAccessIssue] - kinds of script are mixed here
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Tell me")
        await program.chats.regenerate(turn.message_id)
        assert await program.branch_texts(chat.id) == ["Tell me", "First answer"]
        assert await program.chat_repository.variants(turn.message_id) == [turn.message_id]
        assert program.of_kind(TurnFinished)[-1].error is not None
        assert program.of_kind(TurnFinished)[-1].message is None

    run(scenario, make_program())


def test_h33_stop_before_the_first_token_brings_the_former_answer_back() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Tell me")
        program.provider.hold = asyncio.Event()
        program.provider.scripts = [[StreamFinished(FinishReason.STOP)]]
        again = program.tasks.launch("regenerate", program.chats.regenerate(turn.message_id))
        await until(lambda: program.provider.open_streams == 1)
        program.chats.stop(chat.id)
        await again
        assert await program.branch_texts(chat.id) == ["Tell me", "Hello there"]
        assert program.of_kind(TurnFinished)[-1].error is None

    run(scenario, make_program())


def test_a_model_that_says_nothing_is_told() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [[StreamFinished(FinishReason.STOP)]]
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "Tell me")
        assert await program.branch_texts(chat.id) == ["Tell me"]
        assert program.of_kind(TurnFinished)[-1].error.kind is ProviderErrorKind.EMPTY

    run(scenario, make_program())


def test_h17_too_long_for_the_server_is_tried_once_more_with_less() -> None:
    async def scenario(program: Program) -> None:
        too_long = StreamFailed(ProviderError(ProviderErrorKind.CONTEXT_TOO_LONG))
        program.provider.scripts = [words("a " * 30), [too_long], words("Fits")]
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "b " * 30)
        turn = await program.chats.send(chat.id, "c " * 30)
        assert (await program.branch_texts(chat.id))[-1] == "Fits"
        before, after = program.provider.requests[1].messages, program.provider.requests[2].messages
        assert len(after) < len(before)
        stored = await program.context.stored_plan(turn.message_id)
        assert stored is not None
        assert stored.messages == after

    run(scenario, make_program(settings=_small_window(330)))


def test_what_cannot_fit_is_an_error_with_a_sentence_and_the_message_stays() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "word " * 400)
        error = program.of_kind(TurnFinished)[-1].error
        assert isinstance(error, ContextTooLargeError)
        assert program.provider.requests == []
        assert len(await program.branch_texts(chat.id)) == 1

    run(scenario, make_program(settings=_small_window(330)))


def test_a_server_that_saw_far_less_than_was_sent_is_named() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [
            [TextDelta("Yes"), UsageReported(Usage(100, 1, 101)), StreamFinished(FinishReason.STOP)]
        ]
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "word " * 1000)
        notices = [event.error for event in program.of_kind(NoticeRaised)]
        assert len(notices) == 1
        assert isinstance(notices[0], ServerWindowError)
        assert turn.usage == Usage(100, 1, 101)

    run(scenario, make_program())


def test_an_end_that_cannot_be_stored_is_told_and_the_text_is_not_lost_from_sight() -> None:
    async def scenario(program: Program) -> None:
        async def refuse(*_: object) -> None:
            raise StorageError(detail="the disk is full")

        program.turn_repository.finish_turn = refuse  # pyright: ignore[reportAttributeAccessIssue] - the disk of this test
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "Tell me")
        told = program.of_kind(TurnFinished)[-1]
        assert isinstance(told.error, StorageError)
        assert isinstance(told.message, Message)
        assert told.message.text == "Hello there"
        assert not program.chats.is_streaming(chat.id)

    run(scenario, make_program())


def test_a_bug_in_a_provider_ends_the_turn_stored_and_is_reported() -> None:
    program = make_program(ScriptedProvider(scripts=[ZeroDivisionError("a bug")]))

    async def scenario() -> None:
        chat = await program.chats.new_chat()
        with pytest.raises(ZeroDivisionError):
            await program.chats.send(chat.id, "Tell me")
        assert await program.branch_texts(chat.id) == ["Tell me"]
        assert not program.chats.is_streaming(chat.id)
        await program.tasks.close()

    asyncio.run(scenario())
    assert len(program.of_kind(MessageAdded)) == 2


def _small_window(limit: int) -> Settings:
    profile = builtin_connection()
    small = replace(profile, context_limit=limit, generation=replace(profile.generation, max_tokens=150))
    return Settings(connections=(small,))
