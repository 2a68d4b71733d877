"""The page of memory entries: found, changed one by one and many at once, undone, and where they come from."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import KeywordMatch, MemoryEntry, SourceSpan
from desktop_app.services.events import LibraryKind
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.editors.memory_page import MemoryPage
from tests.ui.conftest import until
from tests.ui.editors.bench import Bench, field, type_into
from tests.ui.rig import press
from tests.ui.spoken import nameless

CONTROL = Qt.KeyboardModifier.ControlModifier

MIRA = Scope(ScopeKind.CHARACTER, "mira")
ONE = MemoryEntry("one", "The key is under the mat.", keywords=("key",), created_at=3)
TWO = MemoryEntry("two", "Rome is far.", keywords=("rome",), scope=MIRA, created_at=2)
THREE = MemoryEntry("three", "It was spring.", scope=MIRA, created_at=1)


async def opened(bench: Bench, *entries: MemoryEntry) -> MemoryPage:
    """The page with these entries and the keyboard on its rows."""
    for entry in entries or (ONE, TWO, THREE):
        await bench.program.memory.save(entry)
    dialog = await bench.open()
    dialog.show_page(LibraryKind.MEMORY)
    return dialog.memory


def choose(page: MemoryPage, *ids: str) -> None:
    """Rows are chosen as by mouse."""
    page.shelf.table.mark(ids)
    page.shelf.table.chosen.emit(list(ids))


async def stored(bench: Bench) -> dict[str, MemoryEntry]:
    """By id."""
    return {entry.id: entry for entry in await bench.program.memory.entries()}


def shown(page: MemoryPage) -> list[str]:
    """The ids of the rows."""
    return [entry.id for entry in page.shelf.model.shown]


async def test_the_newest_stand_first_and_are_found_by_words_and_by_place(bench: Bench) -> None:
    page = await opened(bench)
    assert shown(page) == ["one", "two", "three"]
    press(page.shelf.table, Qt.Key.Key_R, text="r")
    QTest.keyClicks(page.shelf.search, "ome")
    assert shown(page) == ["two"]
    page.shelf.search.setText("nothing like it")
    assert page.shelf.table.isHidden()
    page.shelf.search.clear()
    page.shelf._of.show_value(MIRA)
    page.shelf._of.edited.emit()
    assert shown(page) == ["two", "three"]
    page.add()
    assert field(page, "scope").value() == MIRA
    assert nameless(page) == []
    await bench.close()


async def test_many_are_changed_deleted_and_come_back_step_by_step(bench: Bench) -> None:
    page = await opened(bench)
    choose(page, "two", "three")
    assert page.desk.form is None
    assert page.panel.title.text().startswith("2 ")
    for control, _ in page.panel._fields:
        if control.accessibleName() == "Always in context":
            assert isinstance(control, Choice)
            control.show_value(True)
            control.edited.emit()
    await bench.settled()
    assert [entry.always_in_context for entry in (await stored(bench)).values()] == [True, True, False]
    page.shelf.table.setFocus()
    QTest.keyClick(page.shelf.table, Qt.Key.Key_Space)
    await bench.settled()
    assert not (await stored(bench))["two"].enabled
    QTest.keyClick(page.shelf.table, Qt.Key.Key_D, CONTROL)
    await bench.settled()
    assert len(await stored(bench)) == 5
    QTest.keyClick(page.shelf.table, Qt.Key.Key_Delete)
    await bench.settled()
    assert set(await stored(bench)) == {"one", "two", "three"}
    for _ in range(4):
        QTest.keyClick(page.shelf.table, Qt.Key.Key_Z, CONTROL)
        await bench.settled()
    now = await stored(bench)
    assert [replace(now[entry.id], revision=1, updated_at=0, created_at=0) for entry in (ONE, TWO, THREE)] == [
        replace(entry, created_at=0) for entry in (ONE, TWO, THREE)
    ]
    await bench.close()


async def test_after_an_entry_is_deleted_its_neighbour_is_open(bench: Bench) -> None:
    page = await opened(bench)
    page.show_id("two")
    page.delete()
    await bench.settled()
    assert page.shelf.table.chosen_ids() == ["three"]
    page.delete()
    await bench.settled()
    assert page.shelf.table.chosen_ids() == ["one"]
    page.undo()
    await bench.settled()
    assert page.shelf.table.chosen_ids() == ["three"]
    await bench.close()


async def test_options_beyond_the_text_are_stored_by_themselves_and_undone(bench: Bench) -> None:
    page = await opened(bench)
    page.show_id("two")
    for name, value in (("importance", 2.0), ("supersedes", "three"), ("match", KeywordMatch.WHOLE_WORDS)):
        choice = field(page, name)
        choice.setCurrentIndex([choice.itemText(n) for n in range(choice.count())].index(choice.itemText(0)))
        choice.show_value(value)
        choice.edited.emit()
    type_into(field(page, "content"), "Rome is near.")
    page._quiet.timeout.emit()
    await bench.settled()
    now = (await stored(bench))["two"]
    assert (now.importance, now.supersedes, now.match, now.content) == (
        2.0,
        "three",
        KeywordMatch.WHOLE_WORDS,
        "Rome is near.",
    )
    page.show_id("one")
    await bench.settled()
    page.undo()
    await bench.settled()
    now = (await stored(bench))["two"]
    assert replace(now, revision=1, updated_at=0) == replace(TWO, updated_at=0)
    assert page.open_item is not None
    assert page.open_item.id == "two"
    await bench.close()


async def test_saving_without_a_change_changes_nothing(bench: Bench) -> None:
    page = await opened(bench, replace(TWO, importance=0.3, supersedes="gone", keywords=("a, b",)))
    before = await stored(bench)
    page.show_id("two")
    page.save()
    await bench.settled()
    assert await stored(bench) == before
    await bench.close()


async def test_a_new_entry_is_one_step(bench: Bench) -> None:
    page = await opened(bench)
    QTest.keyClick(page.shelf.table, Qt.Key.Key_Insert)
    type_into(field(page, "content"), "The lamp is new.")
    page._quiet.timeout.emit()
    await bench.settled()
    assert len(await stored(bench)) == 4
    page.show_id("one")
    await bench.settled()
    page.undo()
    await bench.settled()
    assert set(await stored(bench)) == {"one", "two", "three"}
    await bench.close()


async def test_a_change_of_the_same_field_elsewhere_is_shown_and_undo_has_ones_own(bench: Bench) -> None:
    page = await opened(bench)
    page.show_id("one")
    type_into(field(page, "content"), "Mine.")
    await bench.program.memory.save(replace(ONE, content="Theirs."))
    await bench.settled()
    assert field(page, "content").toPlainText() == "Theirs."
    page.undo()
    assert field(page, "content").toPlainText() == "Mine."
    page._quiet.timeout.emit()
    await bench.settled()
    assert (await stored(bench))["one"].content == "Mine."
    await bench.close()


async def test_a_change_of_another_field_elsewhere_comes_in_around_what_is_typed(bench: Bench) -> None:
    page = await opened(bench)
    page.show_id("one")
    type_into(field(page, "content"), "Mine.")
    await bench.program.memory.save(replace(ONE, title="Theirs"))
    await bench.settled()
    assert field(page, "content").toPlainText() == "Mine."
    assert field(page, "title").text() == "Theirs"
    assert page.desk._status.text() == ""
    page._quiet.timeout.emit()
    await bench.settled()
    page.toggle()
    await bench.settled()
    assert page.desk._status.text() == ""
    now = (await stored(bench))["one"]
    assert (now.content, now.title, now.enabled) == ("Mine.", "Theirs", False)
    await bench.close()


async def test_a_source_leads_to_its_message(bench: Bench) -> None:
    dialog = await bench.open()
    await bench.program.chats.send(bench.chat.id, "The key is under the old mat")
    await until(lambda: not bench.program.chats.is_streaming(bench.chat.id))
    message = next(row for row in await bench.program.chats.tail(bench.chat.id, 5) if row.text.startswith("The key"))
    sources = (SourceSpan(message.id, 1, 4, 7), SourceSpan("gone", 1, 0, 1))
    await bench.program.memory.save(replace(ONE, sources=sources))
    await bench.settled()
    page, wanted = dialog.memory, list[tuple[str, str, int, int]]()
    page.place_wanted.connect(lambda *place: wanted.append(place))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType] - PySide does not say
    page.show_id("one")
    await until(lambda: bool(page.sources.findChildren(QPushButton)))
    link = page.sources.findChildren(QPushButton)[0]
    assert "key" in link.text()
    link.click()
    assert wanted == [(bench.chat.id, message.id, 4, 7)]
    page.add()
    assert page.sources.isHidden()
    await bench.close()
