"""What is typed in a lorebook's entries: stored by itself, undone over fields and entries, kept beside changes elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from desktop_app.domain.lore import Position
from desktop_app.ui.editors.lorebooks import LorebooksPage
from tests.ui.editors.bench import BOOK, LAMP, OFF, Bench, field, type_into
from tests.ui.editors.lore_page import entries_of, opened, without_revisions


async def typed_and_stored(bench: Bench, page: LorebooksPage, name: str, text: str) -> None:
    """A field is edited and the page saves itself, without waiting for its time."""
    type_into(field(page, name), text)
    page._quiet.timeout.emit()
    await bench.settled()


async def test_what_is_typed_is_stored_by_itself_and_undone_over_fields_and_entries(bench: Bench) -> None:
    page = await opened(bench)
    page.show_entry(BOOK.id, LAMP.id)
    await typed_and_stored(bench, page, "name", "Old lamp")
    await typed_and_stored(bench, page, "content", "The lamp is new.")
    stored = (await entries_of(bench))[LAMP.id]
    assert (stored.name, stored.content) == ("Old lamp", "The lamp is new.")
    page.show_entry(BOOK.id, OFF.id)
    await typed_and_stored(bench, page, "name", "On")
    undo: Callable[[], Any] = page.undo
    for _ in range(2):
        undo()
        page._quiet.timeout.emit()
        await bench.settled()
    stored = await entries_of(bench)
    assert stored[OFF.id].name == "Off"
    assert (stored[LAMP.id].name, stored[LAMP.id].content) == (LAMP.name, LAMP.content)
    assert field(page, "name").text() == "Lamp"
    page.redo()
    await bench.settled()
    assert (await entries_of(bench))[LAMP.id].content == "The lamp is new."
    await bench.close()


async def test_leaving_an_entry_stores_it_and_asks_nobody(bench: Bench) -> None:
    page = await opened(bench)
    page.show_entry(BOOK.id, LAMP.id)
    type_into(field(page, "name"), "Old lamp")
    page.show_entry(BOOK.id, OFF.id)
    await bench.settled()
    assert page.desk.ask.isHidden()
    assert field(page, "name").text() == "Off"
    assert (await entries_of(bench))[LAMP.id].name == "Old lamp"
    position = field(page, "position")
    position.show_value(Position.OUTLET)
    position.edited.emit()
    page._quiet.timeout.emit()
    await bench.settled()
    assert (await entries_of(bench))[OFF.id].position is OFF.position  # an outlet without a name waits
    page.show_entry(BOOK.id, LAMP.id)
    assert not page.desk.ask.isHidden()
    page.desk.ask.discard_pressed.emit()
    await bench.settled()
    assert field(page, "name").text() == "Old lamp"
    await bench.close()


async def test_a_new_entry_is_one_step(bench: Bench) -> None:
    page = await opened(bench)
    page.add()
    await typed_and_stored(bench, page, "name", "Tower")
    page.show_entry(BOOK.id, LAMP.id)
    await bench.settled()
    assert [entry.name for entry in (await bench.book()).entries] == ["Lamp", "Off", "Always", "Tower"]
    page.undo()
    await bench.settled()
    assert without_revisions((await bench.book()).entries) == BOOK.entries
    page.redo()
    await bench.settled()
    assert field(page, "name").text() == "Tower"
    await bench.close()


async def test_options_of_a_book_are_undone_when_it_was_left(bench: Bench) -> None:
    page = await opened(bench)
    await typed_and_stored(bench, page, "name", "Port")
    page.show_entry(BOOK.id, LAMP.id)
    await bench.settled()
    assert (await bench.book()).name == "Port"
    page.undo()
    await bench.settled()
    assert (await bench.book()).name == BOOK.name
    assert page.desk.form is page.book_form
    await bench.close()


async def test_a_change_of_the_same_field_elsewhere_is_shown_and_undo_has_ones_own(bench: Bench) -> None:
    page = await opened(bench)
    page.show_entry(BOOK.id, LAMP.id)
    type_into(field(page, "keys"), "mine")
    type_into(field(page, "name"), "Mine")
    await bench.program.lore.save_entry(BOOK.id, replace(LAMP, name="Theirs", content="Theirs too."))
    await bench.settled()
    assert field(page, "name").text() == "Theirs"
    assert field(page, "content").toPlainText() == "Theirs too."
    assert field(page, "keys").toPlainText() == "mine"
    assert "Ctrl+Z" in page.desk._status.text()
    page.undo()
    assert field(page, "name").text() == "Mine"
    page._quiet.timeout.emit()
    await bench.settled()
    stored = (await entries_of(bench))[LAMP.id]
    assert (stored.name, stored.keys, stored.content) == ("Mine", ("mine",), "Theirs too.")
    await bench.close()


async def test_a_change_of_another_field_elsewhere_comes_in_around_what_is_typed(bench: Bench) -> None:
    page = await opened(bench)
    page.show_entry(BOOK.id, LAMP.id)
    type_into(field(page, "name"), "Mine")
    await bench.program.lore.save_entry(BOOK.id, replace(LAMP, content="Theirs."))
    await bench.settled()
    assert (field(page, "name").text(), field(page, "content").toPlainText()) == ("Mine", "Theirs.")
    assert page.desk._status.text() == ""
    page._quiet.timeout.emit()
    await bench.settled()
    stored = (await entries_of(bench))[LAMP.id]
    assert (stored.name, stored.content) == ("Mine", "Theirs.")
    page.commands.toggle()
    await bench.settled()
    assert not (await entries_of(bench))[LAMP.id].enabled
    assert page.desk._status.text() == ""
    await bench.close()
