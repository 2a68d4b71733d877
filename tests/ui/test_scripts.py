"""Scripts in the window: shown texts change, stored ones do not; every script is listed with its switch and what it does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit

from desktop_app.context.plan import BlockKind
from desktop_app.domain.character import Character
from desktop_app.domain.importing import ImportedScripts
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.scripts import RegexScript, ScriptPlace
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.shown_texts import TASK, ShownTexts
from desktop_app.ui.context_preview.detail import BlockDetail
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.icons import Icons
from desktop_app.ui.scripts.of_card import CardScriptsButton, CardScriptsDialog
from desktop_app.ui.settings_dialog.scripts import ScriptsPage
from desktop_app.ui.text_difference import Fate, difference
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.rig import Window


def tavern(**more: Any) -> dict[str, Any]:
    return {"scriptName": "Hide", "findRegex": "/secret/g", "replaceString": "hidden", "placement": [1, 2], **more}


class Bench:
    """A chat with a character whose card has scripts, in a view."""

    def __init__(self, theme: AppTheme, icons: Icons, *scripts: dict[str, Any]) -> None:
        self.program: Program = make_program()
        self.window = Window(self.program)
        self.extensions = {"regex_scripts": json.dumps(scripts), "tavern_helper": '{"scripts":[{"a":1}]}'}
        self.model = ChatModel()
        self.view = ChatView(self.model, theme, icons)
        self.view.resize(700, 500)
        self.shown = ShownTexts(self.window.services, self.window.launch, self.model, self.view)

    async def open(self, *said: str) -> Character:
        program = self.program
        mira = await program.library.save_character(Character(id="", name="Mira", extensions=self.extensions))
        self.chat_id = (await program.chats.new_chat("Bees", character_id=mira.id)).id
        for number, text in enumerate(said):
            parent = f"m{number - 1}" if number else None
            message = Message(f"m{number}", self.chat_id, parent, Role.USER, (TextPart(text),))
            await program.chat_repository.append(message)
            self.model.add(message)
        self.shown.open(self.chat_id)
        await self.settled()
        return mira

    async def settled(self) -> None:
        await until(lambda: not self.program.tasks.running(TASK))

    def texts(self) -> list[str]:
        layouts = [self.view.layout_of(row) for row in range(self.model.rowCount())]
        return [layout.text.toPlainText() for layout in layouts if layout.text is not None]

    async def check_shown(self, texts: list[str]) -> None:
        """A script that is late is finished in a thread, and the row is shown unchanged until then."""
        await until(lambda: self.texts() == texts)
        await self.settled()
        assert self.texts() == texts

    async def end(self) -> None:
        self.shown.close()
        await self.program.tasks.close()
        self.view.deleteLater()
        assert self.window.errors == []


async def test_a_row_shows_what_scripts_make_of_it_and_the_message_stays(theme: AppTheme, icons: Icons) -> None:
    bench = Bench(theme, icons, tavern(), tavern(findRegex="/a/g", replaceString="A", promptOnly=True))
    mira = await bench.open("a secret", "no secret")
    scripts = bench.program.scripts
    await bench.check_shown(["a secret", "no secret"])
    await scripts.switch([one.key for one in scripts.of_character(mira)], on=True)
    await bench.settled()
    await bench.check_shown(["a hidden", "no hidden"])
    assert await bench.program.branch_texts(bench.chat_id) == ["a secret", "no secret"]
    await scripts.switch([one.key for one in scripts.of_character(mira)], on=False)
    await bench.settled()
    await bench.check_shown(["a secret", "no secret"])
    await bench.end()


async def test_depth_moves_with_new_messages(theme: AppTheme, icons: Icons) -> None:
    bench = Bench(theme, icons, tavern(minDepth=1))
    mira = await bench.open("a secret", "no secret")
    scripts = bench.program.scripts
    await scripts.switch([one.key for one in scripts.of_character(mira)], on=True)
    await bench.settled()
    await bench.check_shown(["a hidden", "no secret"])
    bench.model.add(Message("m2", bench.chat_id, "m1", Role.USER, (TextPart("third secret"),)))
    await bench.check_shown(["a hidden", "no hidden", "third secret"])
    await bench.end()


async def test_a_slow_script_is_told_below_the_text(theme: AppTheme, icons: Icons, english: None) -> None:
    bench = Bench(theme, icons, tavern(scriptName="Slow", findRegex="/(x+x+)+y/"), tavern())
    mira = await bench.open("secret " + "x" * 4_000)
    scripts = bench.program.scripts
    await scripts.switch([one.key for one in scripts.of_character(mira)], on=True)
    await until(lambda: bench.texts()[0].startswith("hidden"))
    note = bench.view.layout_of(0).note_text
    assert note == "The script “Slow” takes too long for this text; it is left out here."
    await bench.end()


async def test_the_card_tells_of_its_scripts_and_each_has_a_switch(
    theme: AppTheme, icons: Icons, english: None
) -> None:
    bench = Bench(theme, icons, tavern(), tavern(findRegex="/(/", scriptName="Broken"))
    mira = await bench.open()
    scripts = bench.program.scripts
    button = CardScriptsButton(scripts, bench.window.launch, lambda: mira)
    button.refresh()
    await until(lambda: button.text() == "Scripts: 3, not run")
    dialog = CardScriptsDialog(scripts, bench.window.launch, mira)
    dialog.show()
    await until(lambda: dialog.panel._list.count() == 2)
    names = [dialog.panel._list.item(row).text() for row in range(2)]
    assert names == ["Hide", "Broken"]
    assert dialog.panel._programs.text() == "JavaScript: 1. Kept, not supported, never run."
    assert dialog.panel._about.text() == "Changes what is shown and what is sent. In: your messages, answers."
    dialog.panel._list.item(0).setCheckState(Qt.CheckState.Checked)
    await until(lambda: bool(scripts.active([mira])))
    dialog.panel._list.setCurrentRow(1)
    assert dialog.panel._problem.text() == "Its pattern cannot be read: missing ) at position 1."
    assert not dialog.panel._list.item(1).flags() & Qt.ItemFlag.ItemIsUserCheckable
    button.refresh()
    await until(lambda: button.text() == "Scripts: 1 of 3 run")
    dialog.deleteLater()
    button.deleteLater()
    await bench.end()


async def test_scripts_of_every_chat_are_switched_and_removed_in_the_settings(
    theme: AppTheme, icons: Icons, english: None
) -> None:
    bench = Bench(theme, icons)
    await bench.open("a secret")
    scripts = bench.program.scripts
    await scripts.keep(ImportedScripts("x", (RegexScript("Own", "/secret/", "!", places=(ScriptPlace.USER,)),)))
    launch = bench.window.launch
    page = ScriptsPage(scripts, lambda work: launch("settings", work) and None, launch, icons)
    page.show_settings(bench.program.settings.settings)
    page.show()
    await until(lambda: page._panel._list.count() == 1)
    page._panel._list.item(0).setCheckState(Qt.CheckState.Checked)
    await until(lambda: bench.texts() == ["a !"])
    page._remove.click()
    await until(lambda: not scripts.own())
    await until(lambda: bench.texts() == ["a secret"])
    page._undo.undo_pressed.emit()
    await until(lambda: bench.texts() == ["a !"])
    assert scripts.own()
    page.deleteLater()
    await bench.end()


async def test_the_preview_names_the_script_and_shows_the_difference(
    theme: AppTheme, icons: Icons, english: None
) -> None:
    bench = Bench(theme, icons, tavern())
    mira = await bench.open("a secret thing")
    await bench.program.scripts.switch([bench.program.scripts.of_character(mira)[0].key], on=True)
    plan = await bench.program.context.preview(bench.chat_id, "", wait=True)
    (block,) = (block for block in plan.blocks if block.kind is BlockKind.INPUT)
    node = Node(block.id, block.title, block.tokens, block=block)
    detail = BlockDetail(icons, bench.view)
    detail.show_node(node, plan)
    lines = [label.text() for label in detail.findChildren(QLabel)]
    assert "Changed by the script “Hide”" in lines
    assert detail._text.toPlainText() == "a hidden thing"
    detail._to_change.click()
    assert detail._text.toPlainText() == "a secrethidden thing"
    assert _struck(detail._text) == "secret"
    detail._to_change.click()
    assert detail._text.toPlainText() == "a hidden thing"
    await bench.end()


def _struck(reader: QPlainTextEdit) -> str:
    found: list[str] = []
    block = reader.document().begin()
    pieces = block.begin()
    while not pieces.atEnd():
        if pieces.fragment().charFormat().fontStrikeOut():
            found.append(pieces.fragment().text())
        pieces += 1
    return "".join(found)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", []),
        ("a b", "a c", [(Fate.SAME, "a "), (Fate.GONE, "b"), (Fate.NEW, "c")]),
        ("x " * 3_000, "y", [(Fate.GONE, "x " * 3_000), (Fate.NEW, "y")]),
    ],
)
def test_differences_are_told_word_by_word(before: str, after: str, expected: list[tuple[Fate, str]]) -> None:
    assert [(piece.fate, piece.text) for piece in difference(before, after)] == expected
