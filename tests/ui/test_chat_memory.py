"""*Memory settings of this chat*: what a chat and its folder decide, with the advice for its length."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.domain.chat import ChatContext, Folder
from desktop_app.domain.errors import StorageError
from desktop_app.domain.settings import ContextSettings, RecallSettings, Settings
from desktop_app.services.chat_memory import ChatMemoryService
from desktop_app.ui.chat_memory_dialog import TASK, ChatMemoryDialog
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.icons import Icons
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.rig import Window
from tests.ui.spoken import nameless


class Bench:
    """A chat of 20 messages of the user, in a folder or in none."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.program: Program = make_program(settings=settings)
        self.window = Window(self.program)
        self.chat_id = ""

    async def open(self, folder: str = "", turns: int = 20) -> ChatMemoryDialog:
        """The dialog about it."""
        chats = self.program.chats
        self.chat_id = (await chats.new_chat("A chat")).id
        await chats.set_folder(self.chat_id, folder)
        for number in range(turns):
            await chats.send(self.chat_id, f"message {number}")
        service = self.program.chat_memory
        dialog = ChatMemoryDialog(await service.memory(self.chat_id), service, self.window.launch)
        dialog.show()
        return dialog

    async def context(self) -> ChatContext:
        """What the chat decides now."""
        return (await self.program.chats.get_chat(self.chat_id)).context

    async def settled(self) -> None:
        """What was begun is done."""
        await until(lambda: not self.program.tasks.running(TASK))

    async def end(self, dialog: ChatMemoryDialog) -> None:
        """Closes it."""
        dialog.reject()
        await self.settled()
        await self.program.tasks.close()
        dialog.deleteLater()
        assert self.window.errors == []


def choose(box: Choice, value: object) -> None:
    row = box._values.index(value)
    box.setCurrentIndex(row)
    box.activated.emit(row)


async def test_a_number_of_its_own_and_back_to_what_is_advised(english: None) -> None:
    bench = Bench()
    dialog = await bench.open()
    every = dialog._every
    assert every._kind.currentText() == "Automatic (as advised): 10"
    assert dialog._every_field._help.text() == "You have written 20 messages in it. Advised: 10."
    assert not dialog._folder_field.isVisible()
    choose(every._kind, True)
    await bench.settled()
    assert (await bench.context()).compress_every_n == 10
    every._number.setValue(4)
    await bench.settled()
    assert (await bench.context()).compress_every_n == 4
    choose(every._kind, False)
    await bench.settled()
    assert await bench.context() == ChatContext()
    await bench.end(dialog)


async def test_code_is_advised_to_be_told_more_often() -> None:
    bench = Bench()
    dialog = await bench.open(turns=1)
    assert "no summary is needed yet" in dialog._every_field._help.text()
    assert dialog._every._kind.currentText() == "Automatic (as advised): none yet"
    dialog._code.click()
    await bench.settled()
    assert dialog._every._kind.currentText() == "Automatic (as advised): 6"
    assert (await bench.context()).code_review
    await bench.end(dialog)


async def test_a_folder_decides_for_all_its_chats() -> None:
    bench = Bench(Settings(context=ContextSettings(compress_every_n=30), first_run_done=True))
    dialog = await bench.open("Work", turns=0)
    assert dialog._every._kind.currentText() == "As for all chats: 30"
    choose(dialog._folder._kind, True)
    dialog._folder._number.setValue(12)
    await bench.settled()
    assert bench.program.state.folders["Work"] == Folder("Work", compress_every_n=12)
    assert dialog._every._kind.currentText() == "As in the folder: 12"
    assert await bench.context() == ChatContext()
    await bench.end(dialog)


async def test_recall_and_the_writer_are_the_chats_own() -> None:
    bench = Bench()
    dialog = await bench.open(turns=0)
    dialog._recall.click()
    choose(dialog._by_model, False)
    await bench.settled()
    assert await bench.context() == ChatContext(recall_enabled=False, summarised_by_model=False)
    dialog._recall.click()
    choose(dialog._by_model, None)
    await bench.settled()
    assert await bench.context() == ChatContext()
    await bench.end(dialog)


async def test_recall_that_is_off_for_all_is_off_here() -> None:
    bench = Bench(Settings(recall=RecallSettings(enabled=False), first_run_done=True))
    dialog = await bench.open(turns=0)
    assert (dialog._recall.isChecked(), dialog._recall.isEnabled()) == (False, False)
    await bench.end(dialog)


async def test_everything_has_a_name() -> None:
    bench = Bench()
    dialog = await bench.open(turns=0)
    assert nameless(dialog) == []
    await bench.end(dialog)


async def test_what_cannot_be_stored_is_said_and_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    dialog = await bench.open(turns=0)

    async def fail(*_arguments: object) -> None:
        raise StorageError(detail="the disk is full.")

    monkeypatch.setattr(ChatMemoryService, "decide", fail)
    dialog._code.click()
    await until(dialog._problem.isVisible)
    assert "the disk is full" in dialog._problem.text()
    assert not dialog._code.isChecked()
    await bench.end(dialog)


async def test_the_window_opens_it_from_the_menu_of_the_chat(theme: AppTheme, icons: Icons) -> None:
    program = make_program()
    chat = await program.chats.new_chat("A chat")
    main = MainWindow(Window(program).services, theme, icons, program.bugs.append, dict)
    main.show()
    await main.start()
    main.open_chat(chat.id)
    await until(lambda: main._open_chat.id == chat.id)
    main._actions["chat-memory"].trigger()
    await until(lambda: bool(main.findChildren(ChatMemoryDialog)))
    (dialog,) = main.findChildren(ChatMemoryDialog)
    dialog._code.click()
    await until(lambda: program.state.chats[chat.id].context == replace(chat.context, code_review=True))
    dialog.reject()
    await until(lambda: not program.tasks.running("memory of a chat"))
    await main.put_away()
    await program.tasks.close()
    main.leave()
    assert program.bugs == []
