"""The way of the Tab key through the library: as it is read, through the whole form and then to its buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop_app.ui.editors.library_dialog import LibraryDialog
from tests.ui.conftest import until
from tests.ui.editors.bench import BOOK, Bench
from tests.ui.tab_order import tab_stops


def stops_of(dialog: LibraryDialog, first: QWidget) -> list[str]:
    """What Tab stops at, by name, from the list of the page on."""
    first.setFocus()
    stops = tab_stops(dialog)
    start = stops.index(first)
    names = [stop.accessibleName() or str(stop.property("text") or "") for stop in stops]
    return names[start:] + names[:start]


def assert_in_order(names: list[str], *wanted: str) -> None:
    """These are stopped at, one after the other."""
    places = [names.index(name) for name in wanted]
    assert places == sorted(places), names


async def test_tab_goes_through_the_form_of_a_book_and_its_places_before_its_buttons(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    dialog._show(page)
    page.show_book(BOOK.id)
    await bench.settled()
    names = stops_of(dialog, page.shelf.books.search)
    assert_in_order(
        names,
        "Find a lorebook",
        "Lorebooks",
        "New lorebook",
        "Entries of the lorebook",
        "Name of the lorebook",
        "Everywhere",
        "Character “Mira”",
        "Newest messages that are read",
        "Delete",
    )
    await bench.close()


async def test_tab_goes_from_the_portrait_through_the_card_to_its_buttons(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.characters
    dialog._show(page)
    page.show_id("mira")
    await until(lambda: bool(page.cost.label.text()))
    await bench.settled()
    names = stops_of(dialog, page.list.search)
    assert_in_order(
        names, "Characters", "New character", "Choose …", "Paste", "Name", "Description", "Delete", "Start a chat"
    )
    await bench.close()


async def test_down_goes_from_the_search_to_the_rows(bench: Bench) -> None:
    dialog = await bench.open()
    search = dialog.characters.list.search
    search.setFocus()
    QTest.keyClick(search, Qt.Key.Key_Down)
    assert dialog.focusWidget() is dialog.characters.list.view
    await bench.close()


async def test_enter_and_down_go_from_the_search_to_the_entry_that_was_found(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    dialog._show(page)
    page.show_book(BOOK.id)
    await bench.settled()
    shelf = page.shelf
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down):
        shelf.search.setFocus()
        shelf.search.setText("storm")
        QTest.keyClick(shelf.search, key)
        assert dialog.focusWidget() is shelf.table
        assert shelf.table.chosen_ids() == ["off"]
        await bench.settled()
    await bench.close()


async def test_enter_on_the_book_of_an_open_entry_goes_to_the_form_of_the_book(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    dialog._show(page)
    page.show_entry(BOOK.id, "lamp")
    await bench.settled()
    books = page.shelf.books.view
    books.setFocus()
    QTest.keyClick(books, Qt.Key.Key_Return)
    assert page.desk.form is page.book_form
    assert page.book_form.isAncestorOf(dialog.focusWidget())
    await bench.close()
