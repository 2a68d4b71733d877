"""The pages of the library: found, changed, saved, left, deleted and brought back."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.domain.character import Persona
from desktop_app.domain.errors import StorageError
from desktop_app.domain.lore import LorebookEntry, Scope, ScopeKind
from desktop_app.services.events import LibraryKind
from desktop_app.ui.editors.entry_table import ALWAYS as ALWAYS_COLUMN
from desktop_app.ui.editors.entry_table import NAME, ON
from desktop_app.ui.editors.inputs import LineInput
from tests.ui.conftest import until
from tests.ui.editors.bench import ALWAYS, BOOK, LAMP, OFF, Bench, field, page_saves, type_into
from tests.ui.rig import press
from tests.ui.spoken import nameless


def emptied(widget: LineInput) -> None:
    """Everything in it is deleted by keys."""
    widget.selectAll()
    QTest.keyClick(widget, Qt.Key.Key_Delete)


async def test_a_new_character_is_written_and_saved(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.characters
    page.add()
    assert dialog.focusWidget() is field(page, "name")
    page.save()
    await bench.settled()
    assert len(await bench.program.library.characters()) == 1
    assert page._form._fields["name"].error()
    type_into(field(page, "name"), "Anna")
    type_into(field(page, "tags"), "sea, fog，night")
    page.save()
    await bench.settled()
    stored = {character.name: character for character in await bench.program.library.characters()}
    assert stored["Anna"].tags == ("sea", "fog", "night")
    assert not page.has_changes
    assert not page_saves(page)()
    await bench.close()


async def test_saving_without_a_change_changes_nothing(bench: Bench) -> None:
    dialog = await bench.open()
    before = await bench.book()
    for entry in (LAMP, OFF, ALWAYS):
        dialog.lorebooks.show_entry(BOOK.id, entry.id)
        assert not page_saves(dialog.lorebooks)()
        dialog.lorebooks.save()
        await bench.settled()
    assert await bench.book() == before
    await bench.close()


async def test_leaving_a_form_stores_it_and_asks_only_where_something_is_wrong(bench: Bench) -> None:
    for name in ("Anna", "Boris"):
        await bench.program.library.save_persona(Persona(name, name, ""))
    dialog = await bench.open()
    page = dialog.personas
    page.show_id("Anna")
    type_into(field(page, "name"), "Anne")
    page.show_id("Boris")
    await bench.settled()
    assert page.desk.ask.isHidden()
    assert field(page, "name").text() == "Boris"
    assert (await bench.program.library.get_persona("Anna")).name == "Anne"
    emptied(field(page, "name"))
    page.show_id("Anna")
    assert not page.desk.ask.isHidden()
    page.desk.ask.stay_pressed.emit()
    assert page.desk.ask.isHidden()
    emptied(field(page, "name"))
    page.show_id("Anna")
    page.desk.ask.save_pressed.emit()
    await bench.settled()
    assert page._form._fields["name"].error()
    assert page.open_item is not None
    assert page.open_item.id == "Boris"
    page.add()
    page.desk.ask.discard_pressed.emit()
    assert field(page, "name").text() == ""
    assert sorted(persona.name for persona in await bench.program.library.personas()) == ["Anne", "Boris"]
    await bench.close()


async def test_closing_the_library_asks_about_a_page_that_is_not_in_front(bench: Bench) -> None:
    dialog = await bench.open()
    dialog.characters.show_id("mira")
    type_into(field(dialog.characters, "description"), "A keeper of bees.")
    emptied(field(dialog.characters, "name"))
    dialog.show_page(LibraryKind.MEMORY)
    dialog.reject()
    assert dialog.isVisible()
    assert dialog._page is dialog.characters
    type_into(field(dialog.characters, "name"), "Mirra")
    dialog.characters.desk.ask.save_pressed.emit()
    await until(lambda: not dialog.isVisible())
    assert (await bench.program.library.get_character("mira")).name == "Mirra"
    await bench.close()


async def test_the_windows_end_keeps_what_was_typed(bench: Bench) -> None:
    dialog = await bench.open()
    dialog.lorebooks.show_entry(BOOK.id, LAMP.id)
    type_into(field(dialog.lorebooks, "content"), "The lamp is new.")
    await bench.close()
    assert (await bench.book()).entries[0].content == "The lamp is new."


async def test_deleted_things_come_back_with_their_places(bench: Bench) -> None:
    dialog = await bench.open()
    program = bench.program
    await program.lore.set_scopes(BOOK.id, (Scope(ScopeKind.CHARACTER, "mira"),))
    await bench.settled()
    dialog.characters.show_id("mira")
    dialog.characters.delete()
    await bench.settled()
    assert await program.library.characters() == []
    assert dialog.characters.undo_bar.sentence()
    dialog.characters.undo()
    await bench.settled()
    assert [character.name for character in await program.library.characters()] == ["Mira"]
    assert (await program.chats.get_chat(bench.chat.id)).character_ids == ("mira",)
    assert await program.lore.scopes_of(BOOK.id) == (Scope(ScopeKind.CHARACTER, "mira"),)
    dialog.lorebooks.show_book(BOOK.id)
    dialog.lorebooks.delete()
    await bench.settled()
    assert await program.lore.books() == []
    dialog.lorebooks.undo()
    await bench.settled()
    assert (await bench.book()).entries == BOOK.entries
    assert await program.lore.scopes_of(BOOK.id) == (Scope(ScopeKind.CHARACTER, "mira"),)
    await bench.close()


async def test_deleted_entries_come_back_where_they_were(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    page.show_entry(BOOK.id, LAMP.id)
    dialog.show_page(LibraryKind.LOREBOOK)
    page.shelf.table.setFocus()
    QTest.keyClick(page.shelf.table, Qt.Key.Key_Delete)
    await bench.settled()
    assert [entry.id for entry in (await bench.book()).entries] == [OFF.id, ALWAYS.id]
    QTest.keyClick(page.shelf.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await bench.settled()
    assert [entry.id for entry in (await bench.book()).entries] == [LAMP.id, OFF.id, ALWAYS.id]
    await bench.close()


async def test_who_deletes_entries_by_the_keyboard_stays_among_them(bench: Bench) -> None:
    dialog = await bench.open()
    page, table = dialog.lorebooks, dialog.lorebooks.shelf.table
    page.show_entry(BOOK.id, OFF.id)
    dialog.show_page(LibraryKind.LOREBOOK)
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Delete)
    await bench.settled()
    assert table.chosen_ids() == [LAMP.id]
    QTest.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await bench.settled()
    assert table.chosen_ids() == [OFF.id]
    table.selectAll()
    for _once_too_often in range(2):
        QTest.keyClick(table, Qt.Key.Key_Delete)
        await bench.settled()
    assert (await bench.book()).entries == ()
    await bench.close()


async def test_a_new_book_counts_in_the_open_chat_and_takes_entries(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    page.add_book()
    type_into(field(page, "name"), "Winter")
    page.save()
    await bench.settled()
    winter = next(book for book in await bench.program.lore.books() if book.name == "Winter")
    assert await bench.program.lore.scopes_of(winter.id) == (Scope(ScopeKind.CHAT, bench.chat.id),)
    page.add()
    field(page, "keys").insertPlainText("snow, ice\nfrost")
    QTest.keyClicks(field(page, "content"), "It is cold.")
    page.save()
    await bench.settled()
    entry = (await bench.program.lore.get_book(winter.id)).entries[0]
    assert (entry.keys, entry.content) == (("snow, ice", "frost"), "It is cold.")
    plan = await bench.program.context.preview(bench.chat.id, "frost")
    assert [trace.title for trace in plan.entries if trace.included and trace.book_id == winter.id]
    await bench.close()


async def test_boxes_of_the_table_are_ticked_in_place_and_leave_what_is_typed(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    page.show_entry(BOOK.id, LAMP.id)
    type_into(field(page, "name"), "Old lamp")
    model = page.shelf.model
    for column in (ON, ALWAYS_COLUMN):
        model.setData(model.index(model.row_of(LAMP.id), model.column(column)), None, Qt.ItemDataRole.CheckStateRole)
        await bench.settled()
    stored = (await bench.book()).entries[0]
    assert (stored.enabled, stored.constant, stored.name) == (False, True, "Old lamp")
    assert field(page, "name").text() == "Old lamp"
    await bench.close()


async def test_a_thousand_entries_are_found_and_sorted(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    many = tuple(
        LorebookEntry(id=f"e{n}", name=f"Entry {n}", keys=(f"key{n}",), insertion_order=1000 - n) for n in range(1000)
    )
    await bench.program.lore.save_book(replace(await bench.book(), entries=many))
    await bench.settled()
    page.show_book(BOOK.id)
    table = page.shelf.table
    assert table.things.rowCount() == 1000
    assert table.things.shown[0].name == "Entry 999"  # by order
    table.sortByColumn(table.things.column(NAME), Qt.SortOrder.AscendingOrder)
    assert [entry.name for entry in table.things.shown[:3]] == ["Entry 0", "Entry 1", "Entry 10"]
    press(table, Qt.Key.Key_K, text="k")
    QTest.keyClicks(page.shelf.search, "ey77")
    assert page.shelf.search.text() == "key77"
    assert {entry.name for entry in table.things.shown} == {"Entry 77", *(f"Entry 77{n}" for n in range(10))}
    page.shelf.search.setText("nothing like it")
    assert table.isHidden()
    assert not page.shelf._empty.isHidden()
    await bench.close()


async def test_a_change_from_elsewhere_is_seen_at_once(bench: Bench) -> None:
    dialog = await bench.open()
    dialog.characters.show_id("mira")
    await bench.program.library.save_character(replace(bench.mira, description="A captain."))
    await bench.settled()
    assert field(dialog.characters, "description").toPlainText() == "A captain."
    await bench.program.library.delete_character("mira")
    await bench.settled()
    assert dialog.characters.desk.form is None
    await bench.close()


async def test_a_failed_save_is_said_and_nothing_is_lost(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.characters
    page.show_id("mira")
    type_into(field(page, "name"), "Mirra")
    await until(lambda: "tokens" in page.cost.label.text())  # nothing else reads from now on
    bench.program.state.fail_next = StorageError(detail="the disk is full")
    page.save()
    await bench.settled()
    assert page.desk._status.text()
    assert page.has_changes
    page.save()
    await bench.settled()
    assert (await bench.program.library.get_character("mira")).name == "Mirra"
    await bench.close()


async def test_what_is_deleted_elsewhere_while_it_is_changed_can_be_saved_as_new(bench: Bench) -> None:
    dialog = await bench.open()
    dialog.characters.show_id("mira")
    type_into(field(dialog.characters, "name"), "Mirra")
    dialog.lorebooks.show_entry(BOOK.id, LAMP.id)
    type_into(field(dialog.lorebooks, "name"), "New lamp")
    await bench.program.library.delete_character("mira")
    await bench.program.lore.delete_entries(BOOK.id, [LAMP.id])
    await bench.settled()
    for page in (dialog.characters, dialog.lorebooks):
        assert page.has_changes
        page.save()
        await bench.settled()
    assert [character.name for character in await bench.program.library.characters()] == ["Mirra"]
    assert [entry.name for entry in (await bench.book()).entries] == ["Off", "Always", "New lamp"]
    await bench.close()


async def test_a_chat_is_wanted_and_a_persona_used(bench: Bench) -> None:
    dialog = await bench.open()
    wanted: list[str] = []
    dialog.chat_wanted.connect(wanted.append)
    dialog.characters.show_id("mira")
    dialog.characters._start.click()
    assert wanted == ["mira"]
    page = dialog.personas
    page.add()
    type_into(field(page, "name"), "Anna")
    page.save()
    await bench.settled()
    page._use.click()
    await bench.settled()
    persona = (await bench.program.library.personas())[0]
    assert (await bench.program.chats.get_chat(bench.chat.id)).persona_id == persona.id
    assert page._use.text() == "Do not use in this chat"
    page._use.click()
    await bench.settled()
    assert (await bench.program.chats.get_chat(bench.chat.id)).persona_id is None
    await bench.close()


async def test_what_a_character_costs_is_counted_while_it_is_typed(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.characters
    page.show_id("mira")
    await until(lambda: "tokens" in page.cost.label.text())
    first = page.cost.label.text()
    QTest.keyClicks(field(page, "scenario"), "A long night with much rain and wind")
    await until(lambda: page.cost.label.text() not in ("", first))
    assert page.has_changes
    await bench.close()


async def test_every_control_has_a_name(bench: Bench) -> None:
    dialog = await bench.open()
    dialog.characters.show_id("mira")
    dialog.lorebooks.show_entry(BOOK.id, LAMP.id)
    dialog.memory.add()
    QApplication.sendPostedEvents()
    assert nameless(dialog) == []
    await bench.close()


async def test_a_press_on_a_box_ticks_it_once_and_a_press_on_the_row_opens_the_entry(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    dialog.show_page(LibraryKind.LOREBOOK)
    page.show_book(BOOK.id)
    table = page.shelf.table
    model = table.things
    cell = table.visualRect(model.index(model.row_of(LAMP.id), model.column(ON)))
    box = cell.topLeft() + QPoint(16, cell.height() // 2)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    await bench.settled()
    assert [entry.enabled for entry in (await bench.book()).entries] == [False, False, True]
    name = model.index(model.row_of(OFF.id), model.column(NAME))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(name).center())
    await bench.settled()
    assert field(page, "name").text() == "Off"
    assert page.desk.form is page.entry_form
    await bench.close()
