"""What the tests of the library share: a program with a chat, and its windows over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from desktop_app.domain.character import Character
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope
from desktop_app.ui.editors.inputs import LineInput, TextInput
from desktop_app.ui.editors.library_dialog import LibraryDialog
from desktop_app.ui.editors.page import EditorPage
from desktop_app.ui.icons import Icons
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.rig import Window, compose

LAMP = LorebookEntry(id="lamp", name="Lamp", keys=("lamp", "light, warm"), content="The lamp is old.")
OFF = LorebookEntry(id="off", name="Off", keys=("storm",), content="A storm.", enabled=False)
ALWAYS = LorebookEntry(id="always", name="Always", content="It is night.", constant=True, insertion_order=5)
BOOK = Lorebook(id="harbour", name="Harbour", entries=(LAMP, OFF, ALWAYS))


class Bench:
    """A chat with Mira, a book that counts in it, and the library window."""

    def __init__(self, icons: Icons) -> None:
        self.icons = icons
        self.program: Program = make_program()
        self.window = Window(self.program)

    async def open(self) -> LibraryDialog:
        """Fills and shows the library."""
        program = self.program
        self.mira = await program.library.save_character(Character(id="mira", name="Mira", description="A keeper."))
        self.chat = await program.chats.start_chat(self.mira)
        await program.lore.save_book(BOOK)
        await program.lore.set_scopes(BOOK.id, (Scope(),))
        self.dialog = LibraryDialog(self.window.services, self.window.launch, self.icons)
        await self.dialog.load(self.chat.id)
        self.dialog.show()
        self.dialog.activateWindow()
        await until(self.dialog.isActiveWindow)
        return self.dialog

    async def book(self) -> Lorebook:
        """As it is stored."""
        return await self.program.lore.get_book(BOOK.id)

    async def settled(self) -> None:
        """Nothing is being stored or read."""
        running = self.program.tasks.running
        await until(lambda: not any(map(running, ("library", "load library"))) and not self.dialog._timer.isActive())

    async def close(self) -> None:
        """Ends as the window does."""
        await self.dialog.put_away()
        await self.program.tasks.close()
        self.dialog.deleteLater()
        assert self.window.errors == []
        assert self.program.bugs == []


def type_into(widget: LineInput | TextInput, text: str) -> None:
    """Replaces what stands in a field by typing."""
    widget.selectAll()
    compose(widget, "", text)


def page_saves(page: EditorPage) -> Callable[[], bool]:
    """Whether *Save* is offered."""
    return page.desk._save.isEnabled


def field(page: EditorPage, name: str) -> Any:
    """The input of a part of what is open."""
    assert page.desk.form is not None
    return page.desk.form.control(name)


def renamed(entry: LorebookEntry, name: str) -> LorebookEntry:
    """The same under another name."""
    return replace(entry, name=name)
