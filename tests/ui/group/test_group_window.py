"""A chat of several characters in the whole window: the chip, the line over the composer, the round, the dialog."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.group import CardsSent, TurnOrder
from desktop_app.services.events import DeltaReceived, TurnFinished
from desktop_app.ui.group.dialog import TASK, GroupDialog
from desktop_app.ui.icons import Icons
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.ui.conftest import until
from tests.ui.rig import Window, press
from tests.ui.spoken import nameless

NAMES = ("Mira", "Tom", "Ann")


class Bench:
    """A window over a program with three characters, and a chat that is open."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.theme, self.icons = theme, icons
        self.program: Program = make_program(ScriptedProvider([words("One"), words("Two"), words("Three")]))
        self.bugs: list[BaseException] = []
        self.ids: list[str] = []

    async def open(self, members: int = 3, order: TurnOrder = TurnOrder.LIST) -> MainWindow:
        """Shows it, with so many of the characters in the chat."""
        program = self.program
        for name in NAMES:
            card = Character("", name, first_mes=f"I am {name}.", extensions={"talkativeness": "0"})
            self.ids.append((await program.library.save_character(card)).id)
        self.chat_id = (await program.chats.new_chat("Harbour")).id
        await program.groups.set_members(self.chat_id, self.ids[:members])
        await program.groups.set_order(self.chat_id, order)
        self.window = MainWindow(Window(program).services, self.theme, self.icons, self.bugs.append, dict)
        self.window.show()
        self.window.activateWindow()
        await self.window.start()
        await until(lambda: self.window._open_chat.id == self.chat_id)
        if members > 1:
            await until(lambda: self.chip.startswith("Next: "))
        return self.window

    @property
    def chip(self) -> str:
        """What the line over the composer says."""
        return self.window._page.speaker_bar.chip.text().strip()

    def menu(self) -> list[str]:
        """What its menu has, with marks."""
        actions = self.window._page.speaker_bar._menu.actions()
        return [f"[{action.text()}]" if action.isChecked() else action.text() for action in actions if action.text()]

    def choose(self, text: str) -> None:
        """An entry of the menu."""
        next(action for action in self.window._page.speaker_bar._menu.actions() if action.text() == text).trigger()

    def send(self, text: str) -> None:
        """Writes and presses Enter."""
        self.window.composer.editor.insertPlainText(text)
        press(self.window.composer.editor, Qt.Key.Key_Return)

    async def dialog(self) -> GroupDialog:
        """Opens it from the header."""
        self.window._actions["members"].trigger()
        await until(lambda: self.window.findChild(GroupDialog) is not None)
        found = self.window.findChild(GroupDialog)
        assert found is not None
        await until(found.isVisible)
        return found

    async def settled(self) -> None:
        """What the dialog began is done."""
        await until(lambda: not self.program.tasks.running(TASK))

    async def members(self) -> list[str]:
        """The names in their order."""
        return [card.name for card in (await self.program.groups.state(self.chat_id)).members]

    async def close(self) -> None:
        """Ends as ``run`` does."""
        await self.window.put_away()
        await self.program.chats.stop_all()
        await self.program.tasks.close()
        self.window.leave()
        assert self.bugs == []


@pytest.fixture
def bench(theme: AppTheme, icons: Icons, english: None) -> Bench:
    return Bench(theme, icons)


async def test_an_ordinary_chat_shows_nothing_of_groups(bench: Bench) -> None:
    window = await bench.open(members=1)
    await until(lambda: window.preview.plan is not None)
    assert not window._page.speaker_bar.isVisible()
    assert not window._page.header.members.isVisible()
    assert not window._actions["go-on"].isEnabled()
    assert not window.preview.head.group.isVisible()
    assert not window.preview.head.speaker.isVisible()
    await bench.close()


async def test_the_line_and_the_preview_say_who_speaks_and_one_send_is_the_whole_round(bench: Bench) -> None:
    window = await bench.open()
    assert window._page.header.members.text() == " 3"
    assert window._page.header.members.accessibleName() == "Characters of this chat: Mira, Tom, Ann"
    assert bench.chip == "Next: Mira"
    assert window.preview.head.speaker.text() == "Mira speaks next: next in the list."
    assert window.preview.head.group.text().splitlines() == [
        "After that: Tom, Ann.",
        "The card, lore and memory of Mira count; of the others only their names and words.",
    ]
    assert window.composer.editor.placeholderText() == "Write a message …"
    streaming: list[bool] = []
    window._composer_presenter.streaming_changed.connect(streaming.append)
    bench.send("Good morning")
    await until(lambda: len(bench.program.of_kind(TurnFinished)) == 3 and not window.composer.streaming)
    assert streaming[0]
    assert streaming.index(False) > 0
    assert not any(streaming[streaming.index(False) :])  # Stop stays Stop from the first turn to the last
    model = window._chat_model
    await until(lambda: model.rowCount() == 4)
    assert [model.speaker(row) for row in range(4)] == ["You", "Mira", "Tom", "Ann"]
    await bench.close()


async def test_the_preview_names_whose_cards_are_sent_and_who_writes(bench: Bench) -> None:
    def title(key: str) -> str:
        return next((node.title for node in window.preview._tree._nodes.made() if node.key == key), "")

    window, library = await bench.open(), bench.program.library
    for card in await library.characters():
        await library.save_character(replace(card, description=f"{card.name} keeps the light."))
    await until(lambda: title("kind:character") == "Mira")
    await bench.program.groups.set_cards(bench.chat_id, CardsSent.ALL)
    await until(lambda: title("kind:character") == "Mira, Tom, Ann")
    arik = await library.save_persona(Persona("", "Arik"))
    await bench.program.chats.set_persona(bench.chat_id, arik.id)
    window.composer.editor.insertPlainText("Good morning")
    await until(lambda: title("kind:input") not in {"", "Your message"})
    assert title("kind:input") == "Your message as Arik"
    await bench.close()


async def test_naming_somebody_in_the_composer_makes_them_the_next(bench: Bench) -> None:
    window = await bench.open(order=TurnOrder.NATURAL)
    window.composer.editor.insertPlainText("Ann, are you there?")
    await until(lambda: bench.chip == "Next: Ann")
    assert window.preview.head.speaker.text() == "Ann speaks next: mentioned in the last message."
    await bench.close()


async def test_in_the_manual_order_the_menu_picks_who_answers(bench: Bench) -> None:
    window = await bench.open(order=TurnOrder.MANUAL)
    assert bench.chip == "Next: Mira"
    assert bench.menu() == [
        "[Mira answers next]",
        "Tom answers next",
        "Ann answers next",
        "Let Mira speak now",
        "Let Tom speak now",
        "Let Ann speak now",
        "Members and turn order …",
    ]
    bench.choose("Ann answers next")
    await until(lambda: bench.chip == "Next: Ann")
    assert "[Ann answers next]" in bench.menu()
    bench.send("Hello")
    await until(lambda: len(bench.program.of_kind(TurnFinished)) == 1 and not window.composer.streaming)
    assert window._chat_model.speaker(1) == "Ann"
    await bench.close()


async def test_somebody_is_let_speak_and_the_round_goes_on_by_key(bench: Bench) -> None:
    window = await bench.open()
    bench.choose("Let Tom speak now")
    await until(lambda: len(bench.program.of_kind(TurnFinished)) == 1 and window._actions["go-on"].isEnabled())
    assert window._chat_model.speaker(0) == "Tom"
    await until(lambda: bench.chip == "Next: Ann")
    QTest.keyClick(
        window.composer.editor,
        Qt.Key.Key_Return,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    await until(lambda: len(bench.program.of_kind(TurnFinished)) == 3 and window._actions["go-on"].isEnabled())
    assert [window._chat_model.speaker(row) for row in range(3)] == ["Tom", "Ann", "Mira"]
    await bench.close()


async def test_while_somebody_speaks_nobody_else_is_let_and_escape_ends_the_round(bench: Bench) -> None:
    window = await bench.open()
    bench.program.provider.hold = asyncio.Event()
    bench.send("Hello")
    await until(lambda: len(bench.program.of_kind(DeltaReceived)) == 1)
    assert not window._page.speaker_bar.go_on.isEnabled()
    window._actions["stop"].trigger()
    await until(lambda: not window.composer.streaming)
    assert len(bench.program.provider.requests) == 1
    await until(window._page.speaker_bar.go_on.isEnabled)
    await bench.close()


async def test_a_chat_that_was_left_goes_on_and_is_shown_when_one_comes_back(bench: Bench) -> None:
    window = await bench.open()
    other = await bench.program.chats.new_chat("Other")
    hold = bench.program.provider.hold = asyncio.Event()
    bench.send("Hello")
    await until(lambda: len(bench.program.of_kind(DeltaReceived)) == 1)
    window.open_chat(other.id)
    await until(lambda: window._open_chat.id == other.id)
    await until(lambda: not window._page.speaker_bar.isVisible())
    hold.set()
    await until(lambda: len(bench.program.of_kind(TurnFinished)) == 3)
    window.open_chat(bench.chat_id)
    await until(lambda: window._chat_model.rowCount() == 4)
    await until(window._page.speaker_bar.isVisible)
    assert [window._chat_model.speaker(row) for row in range(4)] == ["You", "Mira", "Tom", "Ann"]
    await bench.close()


async def test_the_dialog_adds_mutes_moves_and_takes_out_by_keyboard(bench: Bench) -> None:
    window = await bench.open(members=1)
    dialog = await bench.dialog()
    assert nameless(dialog) == []
    assert not dialog._order.isEnabled()
    assert not dialog._greet.isVisible()
    for _ in range(2):
        QTest.keyClick(dialog._add, Qt.Key.Key_Space)
        await bench.settled()
    assert await bench.members() == ["Mira", "Ann", "Tom"]
    assert not dialog._add.isEnabled()
    assert dialog._order.isEnabled()
    await until(window._page.header.members.isVisible)
    members = dialog.members
    members.setFocus()
    members.setCurrentRow(2)
    press(members, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    await bench.settled()
    assert await bench.members() == ["Mira", "Tom", "Ann"]
    assert members.currentRow() == 1
    press(members, Qt.Key.Key_Space, text=" ")
    await bench.settled()
    assert (await bench.program.chats.get_chat(bench.chat_id)).context.group.muted == (bench.ids[1],)
    await until(lambda: "After that: Ann." in window.preview.head.group.text())
    press(members, Qt.Key.Key_Delete)
    await bench.settled()
    assert await bench.members() == ["Mira", "Ann"]
    dialog.reject()
    await bench.close()


async def test_a_member_is_dragged_to_another_place(bench: Bench) -> None:
    await bench.open()
    dialog = await bench.dialog()
    members = dialog.members
    members.setCurrentRow(0)
    below = members.visualItemRect(members.item(2)).bottomLeft()
    drop = QDropEvent(
        QPointF(below),
        Qt.DropAction.MoveAction,
        members.mimeData([members.item(0)]),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    drop.source = lambda: members  # pyright: ignore[reportAttributeAccessIssue] - as Qt says it within a real drag
    members.dropEvent(drop)
    await bench.settled()
    assert await bench.members() == ["Tom", "Ann", "Mira"]
    assert members.count() == 3
    dialog.reject()
    await bench.close()


async def test_what_is_chosen_in_the_dialog_is_kept_and_said(bench: Bench) -> None:
    window = await bench.open()
    dialog = await bench.dialog()
    for box, row in ((dialog._order, 1), (dialog._cards, 1)):
        box.setCurrentIndex(row)
        box.activated.emit(row)
        await bench.settled()
    dialog._most.setValue(2)
    await bench.settled()
    group = (await bench.program.chats.get_chat(bench.chat_id)).context.group
    assert (group.order, group.cards, group.most_answers) == (TurnOrder.LIST, CardsSent.ALL, 2)
    assert dialog._cards_field._help.text().startswith("All know all")
    await until(lambda: "The cards, lore and memory of all members count: 3." in window.preview.head.group.text())
    assert "After that: Tom.\n" in window.preview.head.group.text()
    dialog.reject()
    await bench.close()


async def test_members_greet_in_an_empty_chat(bench: Bench) -> None:
    window = await bench.open()
    dialog = await bench.dialog()
    assert dialog._greet.isVisible()
    dialog._greet.click()
    await bench.settled()
    await until(lambda: window._chat_model.rowCount() == 3)
    assert not dialog._greet.isVisible()
    assert [window._chat_model.speaker(row) for row in range(3)] == ["Mira", "Tom", "Ann"]
    dialog.reject()
    await bench.close()
