"""The window of find and replace: places with ticks, forms to be accepted, one step there and one step back."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QPixmap

from desktop_app.domain.character import Character
from desktop_app.domain.message import Message, Role, Speaker, TextPart
from desktop_app.language.replacing import Place, Wanted
from desktop_app.services.replace_service import FoundPlaces, ReplaceHit, Where
from desktop_app.ui.replacing.dialog import TASK, ReplaceDialog
from desktop_app.ui.replacing.forms import FORM, INSTEAD
from desktop_app.ui.replacing.model import AFTER, BEFORE, ROWS, WHERE, HitModel
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.rig import Window
from tests.ui.spoken import nameless


class Bench:
    """A chat, and the window about it."""

    def __init__(self) -> None:
        self.program: Program = make_program()
        self.window = Window(self.program)
        self.chat_id = ""

    async def open(self, *said: str) -> ReplaceDialog:
        program = self.program
        mira = await program.library.save_character(Character(id="", name="Mira"))
        self.chat_id = (await program.chats.new_chat("A chat", character_id=mira.id)).id
        for number, text in enumerate(said):
            parent = f"m{number - 1}" if number else None
            message = Message(f"m{number}", self.chat_id, parent, Role.USER, (TextPart(text),), Speaker("Anna"))
            await program.chat_repository.append(message)
        dialog = ReplaceDialog(program.replacing, self.window.launch, self.chat_id)
        dialog.show()
        return dialog

    async def looked(self, dialog: ReplaceDialog, word: str, instead: str) -> None:
        dialog.word.setText(word)
        dialog.instead.setText(instead)
        dialog.search()
        await self.settled()

    async def settled(self) -> None:
        await until(lambda: not self.program.tasks.running(TASK))

    async def end(self, dialog: ReplaceDialog) -> None:
        dialog.reject()
        await self.program.tasks.close()
        dialog.deleteLater()
        assert self.window.errors == []


def cells(dialog: ReplaceDialog, column: int) -> list[str]:
    model = dialog.model
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


async def test_every_place_is_shown_and_only_ticked_ones_change_and_come_back(english: None) -> None:
    bench = Bench()
    dialog = await bench.open("Mira and Mira", "Miranda")
    assert not dialog.replace_button.isEnabled()
    await bench.looked(dialog, "mira", "Maya")
    assert cells(dialog, WHERE) == ["Messages · Anna", "Messages · Anna", "Characters · Mira"]
    assert cells(dialog, BEFORE) == ["Mira and Mira", "Mira and Mira", "Mira"]
    assert cells(dialog, AFTER) == ["Maya and Mira", "Mira and Maya", "Maya"]
    assert dialog.told.text() == "Ticked: 3 of 3 places."
    dialog.model.setData(dialog.model.index(0, WHERE), Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole)
    assert dialog.told.text() == "Ticked: 2 of 3 places."
    dialog.replace_button.click()
    await bench.settled()
    assert await bench.program.branch_texts(bench.chat_id) == ["Mira and Maya", "Miranda"]
    await until(lambda: dialog.told.text() == "Replaced. Places: 2, texts: 2.")
    dialog.undo_button.click()
    await bench.settled()
    assert await bench.program.branch_texts(bench.chat_id) == ["Mira and Mira", "Miranda"]
    assert dialog.undo_button.isHidden()
    await bench.end(dialog)


async def test_forms_wait_to_be_accepted_and_can_be_worded(english: None) -> None:
    bench = Bench()
    dialog = await bench.open("Олег дал Олегу, с Олегом")
    dialog.with_forms.show_value(value=True)
    await bench.looked(dialog, "Олег", "Игорь")
    assert dialog.told.text() == "Ticked: 1 of 3 places."
    forms = dialog.forms
    rows = [forms.topLevelItem(row) for row in range(forms.topLevelItemCount())]
    first, second = (row for row in rows if row is not None)
    shown = [[row.text(column) for column in range(3)] for row in (first, second)]
    assert shown == [["Олегу", "Игорю", "1"], ["Олегом", "Игорем", "1"]]
    first.setCheckState(FORM, Qt.CheckState.Checked)
    second.setCheckState(FORM, Qt.CheckState.Checked)
    second.setText(INSTEAD, "другом")
    assert dialog.told.text() == "Ticked: 3 of 3 places."
    dialog.replace_button.click()
    await bench.settled()
    assert await bench.program.branch_texts(bench.chat_id) == ["Игорь дал Игорю, с другом"]
    await bench.end(dialog)


async def test_only_where_it_is_wanted_and_by_the_rules_that_are_ticked(english: None) -> None:
    bench = Bench()
    dialog = await bench.open("Miranda, mira")
    dialog.places[Where.CHARACTERS].show_value(value=False)
    dialog.words.show_value(value=False)
    await bench.looked(dialog, "Mira", "Maya")
    assert cells(dialog, AFTER) == ["Mayanda, mira", "Miranda, maya"]
    dialog.case.show_value(value=True)
    await bench.looked(dialog, "Mira", "Maya")
    assert cells(dialog, AFTER) == ["Mayanda, mira"]
    await bench.looked(dialog, "nobody", "x")
    assert dialog.told.text() == "Nothing found that would change."
    await bench.end(dialog)


async def test_what_is_typed_meanwhile_waits_for_what_is_being_replaced(english: None) -> None:
    bench = Bench()
    dialog = await bench.open("Mira")
    dialog.places[Where.CHARACTERS].show_value(value=False)
    await bench.looked(dialog, "Mira", "Maya")
    dialog.instead.setText("Zoe")
    assert not dialog.replace_button.isEnabled()
    dialog._on_replace()
    assert not dialog._working
    dialog.search()
    await bench.settled()
    dialog.replace_button.click()
    dialog.word.setText("Zoe")
    dialog.search()
    assert dialog._working
    await until(lambda: dialog.undoable is not None)
    assert await bench.program.branch_texts(bench.chat_id) == ["Zoe"]
    await bench.end(dialog)


async def test_what_changed_meanwhile_is_said_and_nothing_is_lost(english: None) -> None:
    bench = Bench()
    dialog = await bench.open("Mira", "Mira")
    dialog.places[Where.CHARACTERS].show_value(value=False)
    await bench.looked(dialog, "Mira", "Maya")
    await bench.program.chats.edit("m1", "Other")
    dialog.replace_button.click()
    await bench.settled()
    assert "was changed meanwhile" in dialog.problem.text()
    assert await bench.program.branch_texts(bench.chat_id) == ["Mira", "Other"]
    await bench.end(dialog)


async def test_the_list_is_painted_and_everything_has_a_name(english: None) -> None:
    bench = Bench()
    dialog = await bench.open("a long way before the word, longer than the column has room for: Mira and more")
    await bench.looked(dialog, "Mira", "Maya")
    picture = QPixmap(dialog.size())
    dialog.render(picture)
    assert not picture.isNull()
    assert nameless(dialog) == []
    await bench.end(dialog)


def test_a_long_list_is_given_its_rows_as_it_is_scrolled_and_ticks_count_for_all(english: None) -> None:
    model = HitModel()
    spot = ("", "text", 0)
    hits = tuple(
        ReplaceHit(number, Where.MESSAGES, "m", spot, "Anna", "Mira", Place(0, 4, "Mira"), "Maya")
        for number in range(2 * ROWS + 5)
    )
    model.show_found(FoundPlaces("chat", Wanted("Mira", "Maya"), hits))
    top = QModelIndex()
    assert (model.rowCount(), model.count, len(model.numbers)) == (ROWS, 2 * ROWS + 5, 2 * ROWS + 5)
    model.tick_all(on=False)
    model.setData(model.index(3, WHERE), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert model.numbers == {3}
    rows: list[int] = []
    while model.canFetchMore(top):
        model.fetchMore(top)
        rows.append(model.rowCount())
    assert rows == [2 * ROWS, 2 * ROWS + 5]
    assert model.data(model.index(2 * ROWS + 4, AFTER)) == "Maya"
    model.show_found(FoundPlaces("chat", Wanted("", "")))
    assert (model.rowCount(), model.canFetchMore(top)) == (0, False)
