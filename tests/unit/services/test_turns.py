"""One Send: the message is stored once, the answer is kept as far as it came, the preview is what is sent."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.domain.errors import (
    ChatBusyError,
    EmptyMessageError,
)
from desktop_app.domain.generation import (
    FinishReason,
    ReasoningDelta,
    StreamFinished,
    TextDelta,
    ToolCallDelta,
)
from desktop_app.domain.message import MessageState, ReasoningPart, ToolCallPart
from desktop_app.services.events import BranchChanged, DeltaReceived, TurnFinished
from tests.fakes.program import Program, make_program
from tests.fakes.providers import words
from tests.unit.services.scenario import run, until


def test_send_stores_the_message_and_its_answer_with_the_turn() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Good morning")
        assert await program.branch_texts(chat.id) == ["Good morning", "Hello there"]
        stored = await program.turn_repository.turn_of(turn.message_id)
        assert stored is not None
        assert (stored.finish_reason, stored.response_id, stored.system_fingerprint) == (
            FinishReason.STOP,
            "resp-1",
            "fp-1",
        )
        assert stored.connection_name == "Built-in"
        assert stored.finished_at >= stored.started_at > 0
        assert (await program.branch_messages(chat.id))[-1].state is MessageState.COMPLETE

    run(scenario, make_program())


def test_the_events_of_a_send_come_in_order() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Morning")
        await program.chats.send(chat.id, "Good morning")
        kinds = [type(event).__name__ for event in program.told if type(event).__name__ != "ChatChanged"]
        assert kinds == [
            "ChatAdded",
            "MessageAdded",
            "MessageAdded",
            "TurnStarted",
            "DeltaReceived",
            "DeltaReceived",
            "MessageChanged",
            "TurnFinished",
        ]
        assert not program.chats.is_streaming(chat.id)

    run(scenario, make_program())


def test_the_preview_is_what_the_model_receives() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        for text in ("One", "Two", "Three and {{user}}"):
            await program.chats.save_draft(chat.id, text)
            preview = await program.context.preview(chat.id, text)
            turn = await program.chats.send(chat.id, text)
            assert program.provider.requests[-1].messages == preview.messages
            stored = await program.context.stored_plan(turn.message_id)
            assert stored is not None
            assert stored.fingerprint == preview.fingerprint
            assert stored.messages == preview.messages

    run(scenario, make_program())


def test_the_message_gets_the_id_that_its_draft_had() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.save_draft(chat.id, "Half a thou")
        draft = await program.chats.get_draft(chat.id)
        await program.chats.send(chat.id, "Half a thought")
        messages = await program.branch_messages(chat.id)
        assert draft is not None
        assert messages[0].id == draft.message_id
        assert await program.chats.get_draft(chat.id) is None

    run(scenario, make_program())


def test_an_empty_message_is_refused_and_nothing_is_stored() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        with pytest.raises(EmptyMessageError):
            await program.chats.send(chat.id, " \n\t")
        assert await program.branch_texts(chat.id) == []

    run(scenario, make_program())


def test_stop_keeps_what_came_and_says_so() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat = await program.chats.new_chat()
        sending = program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 2)
        assert program.chats.is_streaming(chat.id)
        assert program.chats.stop(chat.id)
        turn = await sending
        assert turn.finish_reason is FinishReason.CANCELLED
        last = (await program.branch_messages(chat.id))[-1]
        assert (last.text, last.state) == ("Hello there", MessageState.INTERRUPTED)
        assert program.of_kind(TurnFinished)[-1].error is None

    run(scenario, make_program())


def test_what_came_is_stored_while_it_streams() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat = await program.chats.new_chat()
        program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 2)
        message_id = program.of_kind(DeltaReceived)[0].message_id

        async def stored() -> str:
            return (await program.chat_repository.get_message(message_id)).text

        while await stored() != "Hello there":
            await asyncio.sleep(0.001)
        program.provider.hold.set()
        await until(lambda: bool(program.of_kind(TurnFinished)))
        assert await stored() == "Hello there"

    run(scenario, make_program(save_every_seconds=0.001))


def test_closing_the_program_stores_the_partial_answer() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat = await program.chats.new_chat()
        program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 2)
        await program.tasks.close()
        last = (await program.branch_messages(chat.id))[-1]
        assert (last.text, last.state) == ("Hello there", MessageState.INTERRUPTED)

    run(scenario, make_program())


def test_regenerate_makes_a_variant_from_the_same_prompt_and_the_old_one_stays() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [words("First"), words("Second")]
        chat = await program.chats.new_chat()
        first = await program.chats.send(chat.id, "Tell me")
        second = await program.chats.regenerate(first.message_id)
        assert await program.branch_texts(chat.id) == ["Tell me", "Second"]
        assert program.provider.requests[0].messages == program.provider.requests[1].messages
        await program.chats.choose_variant(second.message_id, -1)
        assert await program.branch_texts(chat.id) == ["Tell me", "First"]
        assert isinstance(program.told[-1], BranchChanged)

    run(scenario, make_program())


def test_an_answer_in_the_middle_is_regenerated_from_what_was_before_it() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        first = await program.chats.send(chat.id, "One")
        await program.chats.send(chat.id, "Two")
        await program.chats.regenerate(first.message_id)
        assert program.provider.requests[-1].messages == program.provider.requests[0].messages
        assert await program.branch_texts(chat.id) == ["One", "Hello there"]
        await program.chats.choose_variant((await program.branch_messages(chat.id))[-1].id, -1)
        assert await program.branch_texts(chat.id) == ["One", "Hello there", "Two", "Hello there"]

    run(scenario, make_program())


def test_reasoning_and_tool_calls_are_parts_of_the_answer() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [
            [
                ReasoningDelta("Hm, "),
                ReasoningDelta("well."),
                TextDelta("Yes."),
                ToolCallDelta(0, "call-1", "look"),
                ToolCallDelta(0, arguments='{"up":'),
                ToolCallDelta(0, arguments="1}"),
                StreamFinished(FinishReason.TOOL_CALLS),
            ]
        ]
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "Tell me")
        parts = (await program.branch_messages(chat.id))[-1].parts
        assert parts[0] == ReasoningPart("Hm, well.")
        assert parts[2] == ToolCallPart("call-1", "look", '{"up":1}')

    run(scenario, make_program())


def test_a_pair_of_surrogates_split_over_two_deltas_becomes_one_letter() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [
            [TextDelta("ok \ud83d"), TextDelta("\ude00 and \ud83d"), StreamFinished(FinishReason.STOP)]
        ]
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "Smile")
        assert (await program.branch_texts(chat.id))[-1] == "ok 😀 and \N{REPLACEMENT CHARACTER}"

    run(scenario, make_program())


def test_h32_the_answer_lands_in_the_chat_it_was_asked_in() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        a, b = await program.chats.new_chat("A"), await program.chats.new_chat("B")
        program.tasks.launch("send", program.chats.send(a.id, "For A"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 2)
        await program.chats.save_draft(b.id, "typing in B")
        other = program.tasks.launch("send", program.chats.send(b.id, "For B"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 4)
        program.chats.stop(b.id)
        await other
        program.provider.hold.set()
        await until(lambda: not program.chats.is_streaming(a.id))
        assert await program.branch_texts(a.id) == ["For A", "Hello there"]
        assert await program.branch_texts(b.id) == ["For B", "Hello there"]
        assert (await program.branch_messages(a.id))[-1].state is MessageState.COMPLETE
        assert (await program.branch_messages(b.id))[-1].state is MessageState.INTERRUPTED

    run(scenario, make_program())


def test_h32_a_chat_deleted_while_streaming_keeps_what_came_and_can_be_restored() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat = await program.chats.new_chat("A")
        program.tasks.launch("send", program.chats.send(chat.id, "For A"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 2)
        await program.chats.delete_chat(chat.id)
        assert await program.chats.list_chats() == []
        await program.chats.restore_chat(chat.id)
        assert [known.id for known in await program.chats.list_chats()] == [chat.id]
        assert await program.branch_texts(chat.id) == ["For A", "Hello there"]

    run(scenario, make_program())


def test_nothing_else_is_sent_while_an_answer_is_written() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat = await program.chats.new_chat()
        program.tasks.launch("send", program.chats.send(chat.id, "One"))
        await until(lambda: program.chats.is_streaming(chat.id))
        with pytest.raises(ChatBusyError):
            await program.chats.send(chat.id, "Two")
        program.provider.hold.set()
        await until(lambda: not program.chats.is_streaming(chat.id))
        assert await program.branch_texts(chat.id) == ["One", "Hello there"]

    run(scenario, make_program())
