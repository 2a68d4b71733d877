"""Drafts per chat, Send, Stop: what the composer shows and what is stored, over the real services."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt

from desktop_app.domain.message import MessageState
from desktop_app.services.events import TurnFinished
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.presenter import ComposerPresenter
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.ui.conftest import until
from tests.ui.rig import FullDisk, Window, never_ending, press


class Bench:
    """A composer with its presenter over a program."""

    def __init__(self, theme: AppTheme, icons: Icons, provider: ScriptedProvider | None = None) -> None:
        self.program: Program = make_program(provider)
        self.window = Window(self.program)
        self.composer = Composer(theme, icons)
        self.presenter = ComposerPresenter(self.window.services, self.window.launch, self.composer)
        self.failures: list[BaseException] = []
        self.presenter.failed.connect(self.failures.append)

    async def chat(self) -> str:
        """A new chat."""
        return (await self.program.chats.new_chat()).id

    def write(self, text: str) -> None:
        """The person types."""
        self.composer.editor.insertPlainText(text)

    def send(self) -> None:
        """The person presses Enter."""
        press(self.composer.editor, Qt.Key.Key_Return)

    async def draft(self, chat_id: str) -> str:
        """The draft as it is stored."""
        draft = await self.program.chats.get_draft(chat_id)
        return draft.text if draft else ""

    async def end(self) -> None:
        """The program ends."""
        await self.presenter.close()
        await self.program.chats.stop_all()
        await self.program.tasks.close()


@pytest.fixture
def bench(theme: AppTheme, icons: Icons) -> Bench:
    return Bench(theme, icons)


async def test_each_chat_has_its_own_draft(bench: Bench) -> None:
    one, other = await bench.chat(), await bench.chat()
    await bench.presenter.open(one)
    bench.write("for the first")
    await bench.presenter.open(other)
    assert bench.composer.text() == ""
    bench.write("for the second")
    await bench.presenter.open(one)
    assert bench.composer.text() == "for the first"
    await bench.end()
    assert await bench.draft(one) == "for the first"
    assert await bench.draft(other) == "for the second"


async def test_a_draft_is_stored_soon_after_typing_and_on_closing(bench: Bench) -> None:
    chat = await bench.chat()
    await bench.presenter.open(chat)
    bench.write("half a thought")
    draft = ""
    while draft != "half a thought":
        await asyncio.sleep(0.01)
        draft = await bench.draft(chat)
    bench.write(", and the rest")
    await bench.end()
    assert await bench.draft(chat) == "half a thought, and the rest"


async def test_the_box_is_cleared_when_the_message_is_stored(bench: Bench) -> None:
    chat = await bench.chat()
    await bench.presenter.open(chat)
    bench.write("Hello")
    bench.send()
    assert bench.composer.text() == "Hello"
    await until(lambda: bench.composer.text() == "")
    await until(lambda: bool(bench.program.of_kind(TurnFinished)))
    assert await bench.program.branch_texts(chat) == ["Hello", "Hello there"]
    await bench.end()
    assert await bench.draft(chat) == ""


async def test_what_was_typed_on_stays(bench: Bench) -> None:
    chat = await bench.chat()
    await bench.presenter.open(chat)
    bench.write("Hello")
    bench.send()
    bench.write(" and more")
    await until(lambda: bench.composer.text() == " and more")
    await until(lambda: not bench.presenter.streaming)
    await bench.end()
    assert await bench.draft(chat) == " and more"


async def test_the_text_stays_where_storing_fails(bench: Bench) -> None:
    chat = await bench.chat()
    await bench.presenter.open(chat)
    bench.write("precious")
    bench.program.chats.__class__ = FullDisk
    bench.send()
    await until(lambda: bool(bench.failures))
    assert bench.composer.text() == "precious"
    assert not bench.presenter.streaming
    await bench.end()
    assert await bench.draft(chat) == "precious"


async def test_pressing_twice_sends_once(bench: Bench) -> None:
    chat = await bench.chat()
    await bench.presenter.open(chat)
    bench.write("Hello")
    bench.send()
    bench.send()
    await until(lambda: bool(bench.program.of_kind(TurnFinished)))
    assert (await bench.program.branch_texts(chat)).count("Hello") == 1
    await bench.end()


async def test_stop_keeps_what_came(theme: AppTheme, icons: Icons) -> None:
    bench = Bench(theme, icons, ScriptedProvider(scripts=[never_ending()]))
    chat = await bench.chat()
    await bench.presenter.open(chat)
    bench.write("Go")
    bench.send()
    await until(lambda: (part := bench.program.chats.partial(chat)) is not None and len(part.text) > 10)
    assert bench.presenter.streaming
    bench.presenter.stop()
    await until(lambda: not bench.presenter.streaming)
    answer = (await bench.program.branch_messages(chat))[-1]
    assert answer.text.startswith("on on")
    assert answer.state is MessageState.INTERRUPTED
    await bench.end()


async def test_streaming_belongs_to_its_chat(theme: AppTheme, icons: Icons) -> None:
    """Case H-32: the other chat can be written in, and the answer lands where it was asked for."""
    bench = Bench(theme, icons, ScriptedProvider(scripts=[never_ending(), words("Second")]))
    one, other = await bench.chat(), await bench.chat()
    await bench.presenter.open(one)
    bench.write("first")
    bench.send()
    await until(lambda: bench.program.chats.partial(one) is not None)
    await bench.presenter.open(other)
    assert not bench.presenter.streaming
    bench.write("second")
    bench.send()
    await until(lambda: len(bench.program.of_kind(TurnFinished)) == 1)
    await bench.presenter.open(one)
    assert bench.presenter.streaming
    bench.presenter.stop()
    await until(lambda: not bench.presenter.streaming)
    assert await bench.program.branch_texts(other) == ["second", "Second"]
    assert (await bench.program.branch_texts(one))[0] == "first"
    await bench.end()
