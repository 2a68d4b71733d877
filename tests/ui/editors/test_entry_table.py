"""The table of a lorebook's entries: many at once, by keys, dragged, undone in one step."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.domain.errors import StorageError
from desktop_app.domain.lore import Lorebook, LorebookEntry, Position
from desktop_app.domain.settings import TableColumns
from desktop_app.ui.editors.bulk_panel import BulkPanel, NumberLine
from desktop_app.ui.editors.entry_table import NAME, ON, POSITION, PRIORITY, TOKENS
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.editors.lorebooks import LorebooksPage
from desktop_app.ui.editors.things_table import MOVED
from tests.ui.conftest import until
from tests.ui.editors.bench import ALWAYS, BOOK, LAMP, OFF, Bench, field
from tests.ui.editors.lore_page import entries_of, opened, without_revisions
from tests.ui.spoken import nameless

MANY = tuple(
    LorebookEntry(id=f"e{n:04}", name=f"Entry {n}", keys=(f"key{n}",), content=f"Says {n}.", insertion_order=10 * n)
    for n in range(600)
)
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


def choose(page: LorebooksPage, ids: list[str]) -> None:
    """Rows are chosen as by mouse."""
    table = page.shelf.table
    table.mark(ids)
    table.chosen.emit(ids)


def control_of(panel: BulkPanel, label: str) -> Choice | NumberLine:
    """A field of the panel for many."""
    found = [part for part, _ in panel._fields if part.accessibleName() == label]
    assert len(found) == 1
    return found[0]


def shown(page: LorebooksPage) -> list[str]:
    """The names of the rows."""
    return [entry.name for entry in page.shelf.model.shown]


async def test_five_hundred_are_changed_and_come_back_in_one_step(bench: Bench) -> None:
    page = await opened(bench, MANY)
    ids = [entry.id for entry in MANY[:500]]
    choose(page, ids)
    assert page.desk.form is None
    assert "500" in page.panel.title.text()
    position = control_of(page.panel, "Position")
    assert isinstance(position, Choice)
    position.show_value(Position.AFTER_CHARACTER)
    position.edited.emit()
    await bench.settled()
    changed = await entries_of(bench)
    assert sum(entry.position is Position.AFTER_CHARACTER for entry in changed.values()) == 500
    assert position.value() is Position.AFTER_CHARACTER
    assert page.shelf.table.chosen_ids() == ids
    QTest.keyClick(page.shelf.table, Qt.Key.Key_Z, CONTROL)
    await bench.settled()
    assert without_revisions((await bench.book()).entries) == MANY
    QTest.keyClick(page.shelf.table, Qt.Key.Key_Y, CONTROL)
    await bench.settled()
    assert {entry_id: entry.position for entry_id, entry in (await entries_of(bench)).items()} == {
        entry_id: entry.position for entry_id, entry in changed.items()
    }
    await bench.close()


async def test_fields_for_many_show_what_all_have_and_take_numbers(bench: Bench) -> None:
    page = await opened(bench)
    choose(page, [LAMP.id, OFF.id])
    panel = page.panel
    on, order, depth = (control_of(panel, name) for name in ("Switched on", "Order", "Newest messages that are read"))
    assert isinstance(on, Choice)
    assert isinstance(order, NumberLine)
    assert isinstance(depth, Choice)
    assert (on.currentIndex(), order.value(), depth.value()) == (-1, 100, None)
    order.setFocus()
    order.selectAll()
    QTest.keyClicks(order, "7")
    QTest.keyClick(order, Qt.Key.Key_Return)
    await bench.settled()
    assert [entry.insertion_order for entry in (await bench.book()).entries] == [7, 7, 5]
    for name, value in (("Priority", 9), ("Probability (percent)", 30)):
        line = control_of(panel, name)
        line.show_value(value)
        line.edited.emit()
        await bench.settled()
    for name, part, value in (
        ("When", "constant", True),
        ("Capitals matter", "case_sensitive", True),
        ("Whole words only", "whole_words", False),
        ("Other forms of the words too", "inflected", False),
        ("Newest messages that are read", "scan_depth", 2),
    ):
        choice = control_of(panel, name)
        choice.show_value(value)
        choice.edited.emit()
        await bench.settled()
        assert [getattr(entry, part) for entry in (await bench.book()).entries[:2]] == [value, value]
    stored = await entries_of(bench)
    assert (stored[OFF.id].priority, stored[OFF.id].probability, stored[ALWAYS.id]) == (9, 30, ALWAYS)
    for _ in range(8):
        page.undo()
        await bench.settled()
    assert without_revisions((await bench.book()).entries) == BOOK.entries
    assert nameless(panel) == []
    await bench.close()


async def test_everything_can_be_done_by_keys(bench: Bench) -> None:
    page = await opened(bench)
    table = page.shelf.table
    choose(page, [LAMP.id, OFF.id])
    QTest.keyClick(table, Qt.Key.Key_Space)
    await bench.settled()
    assert [(await entries_of(bench))[name].enabled for name in (LAMP.id, OFF.id)] == [True, True]
    QTest.keyClick(table, Qt.Key.Key_Space)
    await bench.settled()
    assert [(await entries_of(bench))[name].enabled for name in (LAMP.id, OFF.id)] == [False, False]
    QTest.keyClick(table, Qt.Key.Key_D, CONTROL)
    await bench.settled()
    assert [entry.name for entry in (await bench.book()).entries] == ["Lamp", "Lamp", "Off", "Off", "Always"]
    assert len(table.chosen_ids()) == 2
    assert not set(table.chosen_ids()) & {LAMP.id, OFF.id}
    QTest.keyClick(table, Qt.Key.Key_Delete)
    await bench.settled()
    assert [entry.id for entry in (await bench.book()).entries] == [LAMP.id, OFF.id, ALWAYS.id]
    QTest.keyClick(table, Qt.Key.Key_Insert)
    assert field(page, "name").hasFocus()
    for _ in range(4):
        page.undo()
        await bench.settled()
    assert without_revisions((await bench.book()).entries) == BOOK.entries
    await bench.close()


async def test_rows_are_moved_by_keys_and_only_their_order_is_written(bench: Bench) -> None:
    page = await opened(bench, MANY[:5])
    table = page.shelf.table
    choose(page, ["e0003", "e0004"])
    QTest.keyClick(table, Qt.Key.Key_Up, ALT)
    await bench.settled()
    assert shown(page) == ["Entry 0", "Entry 1", "Entry 3", "Entry 4", "Entry 2"]
    stored = await entries_of(bench)
    assert [stored[f"e000{n}"].insertion_order for n in range(5)] == [0, 10, 20, 13, 16]
    assert [stored[f"e000{n}"].revision for n in range(3)] == [1, 1, 1]
    assert table.chosen_ids() == ["e0003", "e0004"]
    QTest.keyClick(table, Qt.Key.Key_Down, ALT)
    await bench.settled()
    assert shown(page) == ["Entry 0", "Entry 1", "Entry 2", "Entry 3", "Entry 4"]
    QTest.keyClick(table, Qt.Key.Key_Down, ALT)
    await bench.settled()
    assert shown(page) == ["Entry 0", "Entry 1", "Entry 2", "Entry 3", "Entry 4"]
    await bench.close()


async def test_rows_are_dragged_where_they_stand_in_order(bench: Bench) -> None:
    page = await opened(bench, MANY[:5])
    model = page.shelf.model
    data = model.mimeData([model.index(4, 0), model.index(4, 1)])
    assert bytes(data.data(MOVED).data()) == b"e0004"
    assert not model.dropMimeData(data, Qt.DropAction.MoveAction, 1, 0, QModelIndex())
    await bench.settled()
    assert shown(page) == ["Entry 0", "Entry 4", "Entry 1", "Entry 2", "Entry 3"]
    model.dropMimeData(model.mimeData([model.index(0, 0)]), Qt.DropAction.MoveAction, -1, -1, QModelIndex())
    await bench.settled()
    assert shown(page) == ["Entry 4", "Entry 1", "Entry 2", "Entry 3", "Entry 0"]
    page.undo()
    await bench.settled()
    page.undo()
    await bench.settled()
    assert without_revisions((await bench.book()).entries) == MANY[:5]
    page.shelf.table.sortByColumn(model.column(NAME), Qt.SortOrder.AscendingOrder)
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsDragEnabled
    QTest.keyClick(page.shelf.table, Qt.Key.Key_Up, ALT)
    await bench.settled()
    assert without_revisions((await bench.book()).entries) == MANY[:5]
    await bench.close()


async def test_entries_go_to_another_book_and_come_back(bench: Bench) -> None:
    page = await opened(bench)
    program = bench.program
    await program.lore.save_book(Lorebook(id="other", name="Other"))
    await bench.settled()
    assert page.other_books() == [("other", "Other")]
    choose(page, [LAMP.id, OFF.id])
    page.send([LAMP.id, OFF.id], "other", keep=True)
    await bench.settled()
    copied = (await program.lore.get_book("other")).entries
    assert [(entry.name, entry.keys) for entry in copied] == [("Lamp", LAMP.keys), ("Off", OFF.keys)]
    assert len((await bench.book()).entries) == 3
    page.send([ALWAYS.id], "other", keep=False)
    await bench.settled()
    assert [entry.name for entry in (await program.lore.get_book("other")).entries] == ["Lamp", "Off", "Always"]
    assert [entry.name for entry in (await bench.book()).entries] == ["Lamp", "Off"]
    for _ in range(2):
        page.undo()
        await bench.settled()
    assert (await program.lore.get_book("other")).entries == ()
    assert without_revisions((await bench.book()).entries) == BOOK.entries
    await bench.close()


async def test_columns_are_chosen_and_remembered(bench: Bench) -> None:
    page = await opened(bench)
    table = page.shelf.table
    assert not table.shows(PRIORITY)
    menu = table.column_menu()
    titles = {action.text(): action for action in menu.actions()}
    for title in ("Priority", "Tokens", "Keys"):
        titles[title].trigger()
    menu.close()
    assert (table.shows(PRIORITY), table.shows(TOKENS), table.shows("keys"), table.shows(POSITION)) == (
        True,
        True,
        False,
        False,
    )
    await until(lambda: len(page.counts.known) == len(BOOK.entries))
    texts = [page.shelf.model.index(row, page.shelf.model.column(TOKENS)).data() for row in range(3)]
    assert all(int(text) > 0 for text in texts)
    wanted = (TableColumns("entries", (ON, NAME, "always", "order", PRIORITY, TOKENS)),)
    await until(lambda: bench.program.settings.settings.window.table_columns == wanted)
    again = LorebooksPage(bench.window.services, bench.window.launch, bench.icons)
    assert again.shelf.table.shows(PRIORITY)
    assert not again.shelf.table.shows("keys")
    again.end()
    again.deleteLater()
    await bench.close()


async def test_a_failed_change_is_said_and_changes_nothing(bench: Bench) -> None:
    page = await opened(bench)
    choose(page, [LAMP.id, OFF.id])
    await bench.settled()
    bench.program.state.fail_next = StorageError(detail="the disk is full")
    page.commands.toggle()
    await bench.settled()
    assert page.desk._status.text()
    assert without_revisions((await bench.book()).entries) == BOOK.entries
    await bench.close()


async def test_many_rows_that_are_deleted_elsewhere_are_no_longer_chosen(bench: Bench) -> None:
    page = await opened(bench)
    choose(page, [LAMP.id, OFF.id, ALWAYS.id])
    await bench.program.lore.delete_entries(BOOK.id, [OFF.id])
    await bench.settled()
    assert page.panel.title.text().startswith("2 ")
    QApplication.sendPostedEvents()
    await bench.close()
