"""What people and tasks do at the same moment: two questions, a stop before there is anything to stop, an end in the middle of a write."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import pytest

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.errors import ChatBusyError, NotFoundError
from desktop_app.domain.generation import ChatRequest, ConnectionProfile, FinishReason, StreamEvent, TextDelta
from desktop_app.domain.message import MessageState
from desktop_app.domain.ports import TokenCount
from desktop_app.domain.settings import Settings
from desktop_app.services.events import CountsChanged, DeltaReceived, MessageAdded, TurnFinished, TurnStarted
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, WordCounter, words
from tests.unit.services.scenario import run, until


def slowed(
    target: object, method: str, *, before: int = 0, after: int = 5, then: Callable[[], object] | None = None
) -> None:
    """The method of a repository takes some turns of the loop; ``then`` happens once it is done, before its caller hears of it."""
    whole: Callable[..., Awaitable[Any]] = getattr(target, method)

    async def slow(*args: Any, **kwargs: Any) -> Any:
        for _ in range(before):
            await asyncio.sleep(0)
        result = await whole(*args, **kwargs)
        if then is not None:
            then()
        for _ in range(after):
            await asyncio.sleep(0)
        return result

    setattr(target, method, slow)


def test_of_two_questions_at_once_one_is_answered_and_the_other_refused_unstored() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        slowed(program.chat_repository, "get_chat")
        slowed(program.chat_repository, "append")
        results = await asyncio.gather(
            program.chats.send(chat.id, "One"), program.chats.send(chat.id, "Two"), return_exceptions=True
        )
        assert [type(result).__name__ for result in results] == ["Turn", "ChatBusyError"]
        assert await program.branch_texts(chat.id) == ["One", "Hello there"]

    run(scenario, make_program())


def test_a_message_stored_while_a_preview_reads_the_branch_is_sent() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "First question")
        await program.chats.rename(chat.id, "Chat")
        branch = program.chat_repository.branch

        async def late(chat_id: str) -> list[BranchRow]:
            rows = await branch(chat_id)
            program.chat_repository.branch = branch
            added = len(program.of_kind(MessageAdded))
            sending.append(program.tasks.launch("send", program.chats.send(chat.id, "Second question")))
            await until(lambda: len(program.of_kind(MessageAdded)) > added)
            return rows

        sending: list[asyncio.Task[Any]] = []
        message = (await program.branch_messages(chat.id))[0]
        await program.chats.edit(message.id, "First question, said better")
        program.chat_repository.branch = late
        await program.context.preview(chat.id, "")
        await sending[0]
        assert program.provider.requests[-1].messages[-1].content == "Second question"

    run(scenario, make_program())


class SettlingCounter(WordCounter):
    """Estimates until ``settle`` is let go on; counting ``awaited`` lets it, and does not return before that was told."""

    def __init__(self, awaited: str) -> None:
        self._awaited = awaited
        self._exact = False
        self._loop = asyncio.get_running_loop()
        self._go_on = asyncio.Event()
        self.told = threading.Event()

    def count(self, text: str) -> TokenCount:
        result = TokenCount(len(text.split()), exact=self._exact)
        if text == self._awaited and not self._exact:
            self._loop.call_soon_threadsafe(self._go_on.set)
            self.told.wait(5)
        return result

    async def settle(self) -> bool:
        await self._go_on.wait()
        changed, self._exact = not self._exact, True
        return changed


def test_counts_that_became_exact_while_a_branch_is_read_are_not_missed() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "one two three")
        counter = program.provider.token_counter = SettlingCounter("four five six")
        program.bus.subscribe(CountsChanged, lambda _event: counter.told.set())
        await program.context.preview(chat.id, "and")  # counts beside it
        await program.chats.edit(turn.message_id, "four five six")
        await program.context.preview(chat.id, "and")
        assert (await program.context.preview(chat.id, "and")).exact

    run(scenario, make_program())


def test_counts_of_one_model_never_serve_another_whose_counter_has_the_same_name() -> None:
    class LetterCounter(WordCounter):
        """One letter is one token; called like the other."""

        def count(self, text: str) -> TokenCount:
            return TokenCount(len(text), exact=True)

    async def scenario(program: Program) -> None:
        program.providers.by_id["letters"] = ScriptedProvider(token_counter=LetterCounter())
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "Good morning")
        await program.context.preview(chat.id, "")
        await program.chats.set_connection(chat.id, "letters")
        plan = await program.context.preview(chat.id, "")
        assert [block.tokens for block in plan.blocks if block.kind in ("history", "input")] == [12, 11]

    letters = ConnectionProfile("letters", "Letters", context_limit=2000)
    run(scenario, make_program(settings=Settings(connections=(letters,))))


def test_stop_before_the_answer_is_asked_for_keeps_the_message_and_asks_nobody() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        slowed(program.chat_repository, "append", then=lambda: program.chats.stop(chat.id))
        turn = await program.chats.send(chat.id, "Never mind")
        assert turn.finish_reason is FinishReason.CANCELLED
        assert await program.branch_texts(chat.id) == ["Never mind"]
        assert program.provider.requests == []
        assert program.of_kind(TurnFinished)[-1].turn.id == turn.id

    run(scenario, make_program())


@pytest.mark.parametrize("ticks", range(12))
def test_stop_while_the_turn_is_opened_leaves_nothing_streaming(ticks: int) -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        slowed(program.turn_repository, "open_turn", before=4, after=4)
        program.provider.hold = asyncio.Event()
        sending = program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: bool(program.of_kind(MessageAdded)))
        for _ in range(ticks):
            await asyncio.sleep(0)
        program.chats.stop(chat.id)
        await sending
        assert all(message.state is not MessageState.STREAMING for message in await program.branch_messages(chat.id))

    run(scenario, make_program())


def test_cancelled_again_and_again_an_answer_is_stored_as_far_as_it_came() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        slowed(program.turn_repository, "finish_turn", before=5)
        chat = await program.chats.new_chat()
        sending = program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 2)
        while not sending.done():
            sending.cancel()
            await asyncio.sleep(0)
        last = (await program.branch_messages(chat.id))[-1]
        assert (last.text, last.state) == ("Hello there", MessageState.INTERRUPTED)
        assert not program.chats.is_streaming(chat.id)
        program.provider.hold.set()
        await program.chats.send(chat.id, "Once more")

    run(scenario, make_program())


def test_cancelled_while_an_empty_try_is_taken_back_the_former_answer_is_visible() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [words("First"), words("Second"), []]
        chat = await program.chats.new_chat()
        first = await program.chats.send(chat.id, "Tell me")
        await program.chats.regenerate(first.message_id)
        slowed(program.chat_repository, "remove_message")
        trying = program.tasks.launch("again", program.chats.regenerate(first.message_id))
        await until(lambda: len(program.of_kind(TurnStarted)) == 3)
        while not trying.done():
            trying.cancel()
            await asyncio.sleep(0)
        assert await program.branch_texts(chat.id) == ["Tell me", "First"]

    run(scenario, make_program())


def test_the_id_of_a_message_never_serves_twice_even_where_its_sender_was_cancelled() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.context.preview(chat.id, "One")  # the draft has its id
        stored = asyncio.Event()
        slowed(program.chat_repository, "append", then=stored.set)
        sending = program.tasks.launch("send", program.chats.send(chat.id, "One"))
        await stored.wait()
        sending.cancel()
        await asyncio.wait({sending})
        await program.chats.send(chat.id, "Two")
        assert await program.branch_texts(chat.id) == ["One", "Two", "Hello there"]

    run(scenario, make_program())


def test_a_message_cannot_be_deleted_while_it_is_written() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat = await program.chats.new_chat()
        program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: bool(program.of_kind(DeltaReceived)))
        with pytest.raises(ChatBusyError):
            await program.chats.delete_message(program.of_kind(DeltaReceived)[0].message_id)

    run(scenario, make_program())


def test_a_chat_can_be_asked_again_by_whoever_hears_of_the_end() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        again: list[asyncio.Task[Any]] = []

        def repeat(event: TurnFinished) -> None:
            assert not program.chats.is_streaming(chat.id)
            if not again:
                again.append(program.tasks.launch("again", program.chats.regenerate(event.turn.message_id)))

        program.bus.subscribe(TurnFinished, repeat)
        await program.chats.send(chat.id, "Tell me")
        await again[0]
        assert len(program.provider.requests) == 2

    run(scenario, make_program())


def test_what_is_not_in_the_visible_branch_is_not_answered_with_another_branchs_prompt() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        first = await program.chats.send(chat.id, "One")
        hidden = await program.chats.send(chat.id, "Two")
        await program.chats.regenerate(first.message_id)
        await program.chats.regenerate(hidden.message_id)
        assert len(program.provider.requests) == 3
        assert isinstance(program.of_kind(TurnFinished)[-1].error, NotFoundError)

    run(scenario, make_program())


def test_the_preview_cleans_a_draft_as_its_message_will_be() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        preview = await program.context.preview(chat.id, "half a pair \ud83d")
        await program.chats.send(chat.id, "half a pair \ud83d")
        assert program.provider.requests[-1].messages == preview.messages

    run(scenario, make_program())


def test_a_draft_that_is_becoming_a_message_does_not_lend_its_id_to_the_next() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.save_draft(chat.id, "One")
        slowed(program.chat_repository, "append", before=5)
        sending = program.tasks.launch("send", program.chats.send(chat.id, "One"))
        while not sending.done():
            await program.context.preview(chat.id, "Two")
            await asyncio.sleep(0)
        await program.chats.send(chat.id, "Two")
        assert await program.branch_texts(chat.id) == ["One", "Hello there", "Two", "Hello there"]

    run(scenario, make_program())


def test_a_second_stop_does_not_break_off_the_closing_of_the_connection() -> None:
    async def scenario(program: Program) -> None:
        closing, closed = asyncio.Event(), asyncio.Event()

        class SlowToClose(ScriptedProvider):
            async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
                try:
                    yield TextDelta("Well")
                    await asyncio.Event().wait()
                finally:
                    closing.set()
                    for _ in range(5):
                        await asyncio.sleep(0)
                    closed.set()

        program.providers.default = SlowToClose()
        chat = await program.chats.new_chat()
        sending = program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: bool(program.of_kind(DeltaReceived)))
        program.chats.stop(chat.id)
        await closing.wait()
        assert program.chats.stop(chat.id)
        sending.cancel()
        await asyncio.wait({sending})
        assert closed.is_set()

    run(scenario, make_program())


def test_an_edit_that_saw_the_answer_unfinished_does_not_store_it_as_unfinished() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat = await program.chats.new_chat()
        sending = program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: bool(program.of_kind(DeltaReceived)))
        message_id = program.of_kind(DeltaReceived)[0].message_id
        slowed(program.chat_repository, "get_message", after=50, then=program.provider.hold.set)
        with pytest.raises(ChatBusyError):
            await program.chats.edit(message_id, "Better")
        await sending
        assert (await program.branch_messages(chat.id))[-1].state is MessageState.COMPLETE

    run(scenario, make_program())


def test_of_two_changes_of_a_chat_at_once_none_takes_back_the_other() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Old")
        slowed(program.chat_repository, "get_chat")
        await asyncio.gather(program.chats.rename(chat.id, "New"), program.chats.set_pinned(chat.id, True))
        (changed,) = await program.chats.list_chats()
        assert (changed.title, changed.pinned) == ("New", True)

    run(scenario, make_program())
