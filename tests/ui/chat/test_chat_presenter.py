"""The conversation over the real services: streaming, switching chats, actions, failures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.errors import AppError, ProviderError, ProviderErrorKind
from desktop_app.domain.generation import FinishReason, ReasoningDelta, StreamFailed, StreamFinished, TextDelta
from desktop_app.domain.message import MessageState
from desktop_app.services.events import BranchChanged
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_presenter import TAIL, ChatPresenter
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.stream_buffer import FLUSH_EVERY_MS, StreamBuffer
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.ui.conftest import until
from tests.ui.rig import Window


class Talk:
    """A view with its presenter over a program."""

    def __init__(self, theme: AppTheme, icons: Icons, provider: ScriptedProvider | None = None) -> None:
        self.program: Program = make_program(provider)
        self.window = Window(self.program)
        self.model = ChatModel()
        self.view = ChatView(self.model, theme, icons)
        self.view.resize(700, 500)
        self.presenter = ChatPresenter(
            self.program.chats, self.program.bus, self.model, self.view, self.window.launch, describe=sentence
        )

    async def open_new(self) -> str:
        """A new chat, opened."""
        chat = await self.program.chats.new_chat()
        self.presenter.open(chat.id)
        return chat.id

    def launch(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        """Does something beside the test."""
        self.window.launch(name, work)

    def texts(self) -> list[str]:
        """What the model holds, row by row; an empty text where it holds nothing."""
        held = [self.model.message(row) for row in range(self.model.rowCount())]
        return [message.text if message is not None else "" for message in held]

    def id_at(self, row: int) -> str:
        """The id of a row's message."""
        return self.model.row(row).id

    def shows(self, texts: list[str]) -> bool:
        """Whether these are the texts, after asking for those that are missing as the painting view does."""
        self.model.want(range(self.model.rowCount()))
        return self.texts() == texts

    async def idle(self) -> None:
        """Until nothing that was launched runs any more."""
        await until(lambda: not self.program.tasks._tasks)

    async def end(self) -> None:
        """The program ends."""
        self.presenter.close()
        await self.program.chats.stop_all()
        await self.program.tasks.close()


def sentence(error: AppError) -> str:
    return f"Said plainly: {error}"


@pytest.fixture
def provider() -> ScriptedProvider:
    return ScriptedProvider()


@pytest.fixture
def talk(theme: AppTheme, icons: Icons, provider: ScriptedProvider) -> Talk:
    return Talk(theme, icons, provider)


async def test_a_turn_appears_and_grows(talk: Talk, provider: ScriptedProvider) -> None:
    provider.hold = asyncio.Event()
    chat_id = await talk.open_new()
    talk.launch("send", talk.program.chats.send(chat_id, "Hi"))
    await until(lambda: talk.texts() == ["Hi", "Hello there"])
    assert talk.model.row(1).state is MessageState.STREAMING
    provider.hold.set()
    await until(lambda: talk.model.row(1).state is MessageState.COMPLETE)
    assert talk.texts() == ["Hi", "Hello there"]
    await talk.end()


async def test_a_long_wait_for_the_first_word_is_explained_until_it_comes(
    talk: Talk, provider: ScriptedProvider
) -> None:
    provider.scripts = [[StreamFinished(FinishReason.STOP)], words("Here I am")]
    provider.hold = asyncio.Event()
    chat_id = await talk.open_new()
    talk.launch("send", talk.program.chats.send(chat_id, "Hi"))
    await until(lambda: talk.model.rowCount() == 2)
    answer = talk.id_at(1)
    assert not talk.model.waits(answer)
    await until(lambda: talk.model.waits(answer))
    talk.presenter.open("")
    talk.presenter.open(chat_id)
    await until(lambda: talk.model.waits(answer))
    talk.model.extend(answer, "Here", "")
    assert not talk.model.waits(answer)
    provider.hold.set()
    await talk.idle()
    await talk.end()


async def test_an_opened_chat_shows_its_messages(talk: Talk) -> None:
    chat_id = await talk.open_new()
    for number in range(TAIL // 2 + 5):
        await talk.program.chats.send(chat_id, f"Question {number}")
    talk.presenter.open("")
    assert talk.model.rowCount() == 0
    talk.presenter.open(chat_id)
    await until(lambda: talk.model.rowCount() == TAIL + 10)
    assert talk.texts()[-2:] == [f"Question {TAIL // 2 + 4}", "Hello there"]
    assert talk.texts()[0] == ""
    talk.model.want(range(5))
    await until(lambda: talk.texts()[0] == "Question 0")
    await talk.end()


async def test_switching_chats_while_an_answer_streams(talk: Talk, provider: ScriptedProvider) -> None:
    """H-32: the answer lands in its own chat, and coming back shows what there is of it, once."""
    provider.hold = asyncio.Event()
    first = await talk.open_new()
    talk.launch("send", talk.program.chats.send(first, "Tell me"))
    await until(lambda: talk.texts() == ["Tell me", "Hello there"])
    await talk.open_new()
    await until(lambda: talk.model.rowCount() == 0)
    talk.presenter.open(first)
    await until(lambda: talk.texts() == ["Tell me", "Hello there"])
    assert talk.model.row(1).state is MessageState.STREAMING
    other = await talk.open_new()
    provider.hold.set()
    await talk.idle()
    assert talk.model.rowCount() == 0
    assert await talk.program.branch_texts(other) == []
    assert await talk.program.branch_texts(first) == ["Tell me", "Hello there"]
    talk.presenter.open(first)
    await until(lambda: talk.texts() == ["Tell me", "Hello there"])
    assert talk.model.row(1).state is MessageState.COMPLETE
    await talk.end()


async def test_coming_back_in_the_middle_loses_and_doubles_nothing(talk: Talk, provider: ScriptedProvider) -> None:
    provider.scripts = [words(" ".join(f"w{number}" for number in range(400)))]
    chat_id = await talk.open_new()
    talk.launch("send", talk.program.chats.send(chat_id, "Count"))
    await until(lambda: len(talk.texts()) == 2)
    whole = " ".join(f"w{number}" for number in range(400))
    while talk.program.chats.is_streaming(chat_id):
        talk.presenter.open("")
        talk.presenter.open(chat_id)
        await asyncio.sleep(0.003)
        if len(talk.texts()) == 2:
            assert whole.startswith(talk.texts()[1])
    await until(lambda: talk.texts()[-1] == whole)
    assert talk.texts() == ["Count", whole]
    await talk.end()


async def test_writing_again_shows_the_new_variant_and_the_old_one_stays(
    talk: Talk, provider: ScriptedProvider
) -> None:
    provider.scripts = [words("First try"), words("Second try")]
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Hi")
    await until(lambda: talk.model.rowCount() == 2)
    talk.view.row_actions.regenerate_requested.emit(talk.id_at(1))
    await until(lambda: talk.shows(["Hi", "Second try"]))
    await until(lambda: (talk.model.row(1).variant, talk.model.row(1).variants) == (2, 2))
    await talk.idle()
    talk.view.row_actions.variant_requested.emit(talk.id_at(1), -1)
    await until(lambda: talk.model.row(1).variant == 1)
    await until(lambda: talk.shows(["Hi", "First try"]))
    assert talk.model.row(1).variants == 2
    await talk.end()


async def test_thoughts_are_kept_apart(talk: Talk, provider: ScriptedProvider) -> None:
    end = StreamFinished(FinishReason.STOP)
    provider.scripts = [[ReasoningDelta("Let me "), ReasoningDelta("think."), TextDelta("Yes."), end]]
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Hi")
    await until(lambda: talk.texts() == ["Hi", "Yes."])
    held = talk.model.message(1)
    assert held is not None
    assert held.reasoning == "Let me think."
    await talk.end()


async def test_deleting_folds_and_restoring_unfolds(talk: Talk) -> None:
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Hi")
    await until(lambda: talk.model.rowCount() == 2)
    await talk.idle()
    talk.view.row_actions.delete_requested.emit(talk.id_at(0))
    await until(lambda: talk.model.row(0).flags.deleted)
    assert talk.view.layout_of(0).restore is not None
    talk.view.row_actions.restore_requested.emit(talk.id_at(0))
    await until(lambda: not talk.model.row(0).flags.deleted)
    assert talk.texts()[0] == "Hi"
    await talk.end()


async def test_an_edit_is_stored_and_closes_the_editor(talk: Talk) -> None:
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Hi")
    await until(lambda: talk.model.rowCount() == 2)
    message_id = talk.id_at(1)
    talk.view.begin_edit(message_id)
    talk.view.edited.emit(message_id, "Hello, friend")
    await until(lambda: talk.view.editing.editor is None)
    assert talk.texts() == ["Hi", "Hello, friend"]
    assert await talk.program.branch_texts(chat_id) == ["Hi", "Hello, friend"]
    await talk.end()


async def test_an_edit_that_cannot_be_stored_stays_in_the_editor(talk: Talk) -> None:
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Hi")
    await until(lambda: talk.model.rowCount() == 2)
    talk.view.begin_edit(talk.id_at(1))
    talk.view.edited.emit(talk.id_at(1), "   ")
    await until(lambda: bool(talk.window.errors))
    assert talk.view.editing.editor is not None
    await talk.end()


async def test_sending_an_edited_question_again(talk: Talk, provider: ScriptedProvider) -> None:
    provider.scripts = [words("Old answer"), words("New answer")]
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Old question")
    await until(lambda: talk.model.rowCount() == 2)
    await talk.idle()
    talk.view.begin_edit(talk.id_at(0))
    talk.view.resent.emit(talk.id_at(0), "New question")
    await until(lambda: talk.shows(["New question", "New answer"]))
    await until(lambda: talk.view.editing.editor is None and talk.model.row(0).variants == 2)
    assert talk.model.row(0).variant == 2
    await talk.end()


async def test_a_broken_answer_says_why_until_the_next_turn(talk: Talk, provider: ScriptedProvider) -> None:
    broken = ProviderError(ProviderErrorKind.INTERRUPTED)
    provider.scripts = [[TextDelta("Half"), StreamFailed(broken)], words("Whole")]
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Hi")
    await until(lambda: talk.model.note(talk.id_at(1)) == sentence(broken))
    assert talk.texts() == ["Hi", "Half"]
    talk.presenter.open("")
    talk.presenter.open(chat_id)
    await until(lambda: talk.model.rowCount() == 2 and talk.model.note(talk.id_at(1)) == sentence(broken))
    await talk.program.chats.send(chat_id, "Again")
    await until(lambda: talk.texts()[-1] == "Whole")
    assert [talk.model.note(talk.id_at(row)) for row in range(4)] == [""] * 4
    await talk.end()


async def test_a_failure_without_an_answer_stands_under_the_question(talk: Talk, provider: ScriptedProvider) -> None:
    failure = ProviderError(ProviderErrorKind.NETWORK)
    provider.scripts = [[StreamFailed(failure)]]
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Hi")
    await until(lambda: talk.model.rowCount() == 1 and bool(talk.model.note(talk.id_at(0))))
    assert talk.model.note(talk.id_at(0)) == sentence(failure)
    await talk.end()


async def test_copying_everything_fetches_what_is_not_here(talk: Talk) -> None:
    chat_id = await talk.open_new()
    for number in range(TAIL):
        await talk.program.chats.send(chat_id, f"Question {number}")
    talk.presenter.open(chat_id)
    await until(lambda: talk.model.rowCount() == 2 * TAIL)
    QGuiApplication.clipboard().clear()
    talk.view.select_all()
    talk.view.copy()
    await until(lambda: QGuiApplication.clipboard().text().startswith("Question 0\n\nHello there"))
    assert QGuiApplication.clipboard().text().count("\n\n") == 2 * TAIL - 1
    await talk.end()


async def test_what_happens_while_the_branch_is_read_is_not_overwritten_by_it(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = await talk.open_new()
    await talk.program.chats.send(chat_id, "Hi")
    await talk.idle()
    branch, go_on, reads = talk.program.chats.branch, asyncio.Event(), list[int]()

    async def late(chat_id: str) -> list[BranchRow]:
        rows = await branch(chat_id)
        reads.append(len(rows))
        await go_on.wait()
        return rows

    monkeypatch.setattr(talk.program.chats, "branch", late)
    talk.program.bus.publish(BranchChanged(chat_id))
    await until(lambda: reads == [2])
    await talk.program.chats.delete_message(talk.id_at(0))
    await talk.program.chats.send(chat_id, "Still there?")
    go_on.set()
    await talk.idle()
    assert talk.model.row(0).flags.deleted
    assert talk.texts()[1:] == ["Hello there", "Still there?", "Hello there"]
    await talk.end()


async def test_a_closed_presenter_hears_nothing(talk: Talk) -> None:
    chat_id = await talk.open_new()
    await talk.idle()
    talk.presenter.close()
    await talk.program.chats.send(chat_id, "Hi")
    assert talk.model.rowCount() == 0
    await talk.end()


async def test_two_thousand_tokens_are_flushed_at_most_thirty_times_a_second() -> None:
    flushed: list[str] = []
    buffer = StreamBuffer(lambda _message_id, text, _reasoning: flushed.append(text))
    began = time.monotonic()
    for number in range(2_000):
        buffer.add("m", f"{number} ", "")
        if number % 10 == 0:
            await asyncio.sleep(0.001)
    await until(lambda: "".join(flushed).endswith("1999 "))
    seconds = time.monotonic() - began
    assert "".join(flushed) == "".join(f"{number} " for number in range(2_000))
    assert len(flushed) <= 30 * seconds + 1
    assert FLUSH_EVERY_MS * 30 >= 1_000


async def test_a_slow_window_is_left_alone_for_longer() -> None:
    rests: list[float] = []
    last = [time.monotonic()]

    def flush(_message_id: str, _text: str, _reasoning: str) -> None:
        now = time.monotonic()
        rests.append(now - last[0])
        time.sleep(0.05)  # a text that is slow to lay out
        last[0] = time.monotonic()

    buffer = StreamBuffer(flush)
    for _ in range(3):
        count = len(rests)
        buffer.add("m", "x", "")
        await until(lambda count=count: len(rests) > count)
    assert min(rests[1:]) >= 0.1


async def test_what_was_dropped_is_not_flushed() -> None:
    flushed: list[tuple[str, str, str]] = []

    def flush(message_id: str, text: str, reasoning: str) -> None:
        flushed.append((message_id, text, reasoning))

    buffer = StreamBuffer(flush)
    buffer.add("gone", "x", "")
    buffer.add("kept", "a", "")
    buffer.add("kept", "", "b")
    buffer.drop("gone")
    await until(lambda: bool(flushed))
    assert flushed == [("kept", "a", "b")]
    buffer.add("gone", "x", "")
    buffer.clear()
    await asyncio.sleep(0)
    assert len(flushed) == 1
