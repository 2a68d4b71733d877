"""The gallery of characters: found, sorted, starred, copied, deleted and brought back; chats begin from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from desktop_app.domain.character import Character
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.gallery_service import GalleryOrder, card_of
from desktop_app.ui.editors.library_dialog import LibraryDialog
from desktop_app.ui.gallery.delegate import card_rect, star_rect
from desktop_app.ui.gallery.model import GalleryModel
from desktop_app.ui.gallery.starting import TASK as START
from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.dialog import Stage
from desktop_app.ui.imports.export_dialog import ExportDialog, Thing
from desktop_app.ui.keep_question import KeepQuestion
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.gallery.bench import Bench, benched
from tests.ui.rig import press
from tests.ui.tab_order import steps_back, tab_stops
from tests.ui.test_portraits import png

CONTROL = Qt.KeyboardModifier.ControlModifier

MIRA = Character("", "Mira", first_mes="Hello.", tags=("sea", "keeper"), creator="Ann")
ZOE = Character("", "Zoe", description="Knows Mira.", tags=("city",), creator="Bob")
YOLKA = Character("", "Ёлка", tags=("лес",))


async def filled(bench: Bench) -> None:
    """Three characters, made one after the other."""
    for character in (MIRA, ZOE, YOLKA):
        await bench.add(character)


async def test_cards_are_found_by_name_tag_author_and_phrase(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        dialog = await bench.open()
        assert bench.names() == ["Ёлка", "Zoe", "Mira"]
        for text, names in (
            ("mira", ["Mira", "Zoe"]),
            ("tag:sea", ["Mira"]),
            ("-tag:sea", ["Ёлка", "Zoe"]),
            ("author:bob", ["Zoe"]),
            ('"knows mira"', ["Zoe"]),
            ("елка", ["Ёлка"]),
        ):
            dialog.field.setText(text)
            assert bench.names() == names
            assert bench.marked() == names[0]
        dialog.field.setText("nobody")
        assert (bench.names(), bench.marked()) == ([], "")
        assert dialog.sentence()
        assert not dialog.start.isEnabled()
        dialog.field.clear()
        assert dialog.sentence() == ""


async def test_orders_and_favourites(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        dialog = await bench.open()
        dialog.order.show_value(GalleryOrder.NAME)
        dialog.order.edited.emit()
        assert bench.names() == ["Mira", "Zoe", "Ёлка"]
        bench.mark("Zoe")
        QTest.keyClick(dialog.view, Qt.Key.Key_D, CONTROL)
        await until(lambda: any(card.is_favourite for card in dialog.model.cards))
        dialog.favourites.setChecked(True)
        assert bench.names() == ["Zoe"]
        dialog.reject()
        await until(lambda: not bench.is_open)
        dialog = await bench.open()
        assert (dialog.order.value(), dialog.favourites.isChecked()) == (GalleryOrder.NAME, True)


async def test_the_star_is_a_button_on_the_card(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        view = (await bench.open()).view
        cell = view.visualRect(view.model().index(1, 0))
        place = star_rect(card_rect(cell, view.font())).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        await until(lambda: bench.dialog.model.cards[1].is_favourite)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=cell.center())
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert not bench.program.tasks.running(START)
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=cell.center())
        assert bench.program.tasks.running(START)
        await until(lambda: len(bench.opened) == 1)


async def test_enter_starts_a_chat_and_the_gallery_goes(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        dialog = await bench.open()
        dialog.field.setText("tag:keeper")
        press(dialog.field, Qt.Key.Key_Return)
        await until(lambda: len(bench.opened) == 1)
        assert await bench.program.branch_texts(bench.opened[0]) == ["Hello."]
        assert not bench.is_open
        await bench.open()
        assert bench.names()[0] == "Mira"
        assert bench.dialog.model.cards[0].usage.chats == 1


async def test_the_cards_are_walked_by_keys(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        dialog = await bench.open()
        press(dialog.field, Qt.Key.Key_Down)
        assert dialog.focusWidget() is dialog.view
        press(dialog.view, Qt.Key.Key_Right)
        assert bench.marked() == "Zoe"
        press(dialog.view, Qt.Key.Key_M, text="m")
        assert (dialog.focusWidget(), dialog.field.text()) == (dialog.field, "m")
        stops = tab_stops(dialog)
        assert dialog.view in stops
        assert steps_back(stops) == []


async def test_its_chats_are_in_its_menu(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        mira = await bench.add(MIRA)
        chat = await bench.program.chats.start_chat(mira)
        await bench.program.chats.rename(chat.id, "Salt & light")
        dialog = await bench.open()
        menus = [action.menu() for action in bench.presenter.menu.menu.actions()]
        (inner,) = (menu for menu in menus if isinstance(menu, QMenu))
        (action,) = inner.actions()
        assert action.text() == "Salt && light"
        action.trigger()
        assert bench.opened == [chat.id]
        await until(lambda: not dialog.isVisible())


async def test_a_copy_stands_beside_it_and_is_marked(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await bench.add(MIRA, png(8, 10))
        await bench.open()
        for wanted in ("Mira (copy)", "Mira (copy 2)"):
            bench.mark("Mira")
            QTest.keyClick(bench.dialog.view, Qt.Key.Key_D, CONTROL | Qt.KeyboardModifier.ShiftModifier)
            await until(lambda wanted=wanted: bench.marked() == wanted)
        copy = bench.dialog.view.current_card()
        assert copy is not None
        assert await bench.program.gallery.portrait(copy.id) is not None


async def test_a_deletion_asks_for_the_memory_and_can_be_taken_back(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        await bench.open()
        mira = bench.mark("Mira")
        chat = await bench.program.chats.start_chat(await bench.program.library.get_character(mira))
        await until(lambda: bench.names() == ["Mira", "Ёлка", "Zoe"])
        await bench.program.memory.save(MemoryEntry("kept", "Salt.", scope=Scope(ScopeKind.CHARACTER, mira)))
        QTest.keyClick(bench.dialog.view, Qt.Key.Key_Delete)
        await until(lambda: bool(bench.dialog.findChildren(KeepQuestion)))
        (question,) = bench.dialog.findChildren(KeepQuestion)
        await until(question.isVisible)
        question.drop.click()
        await until(lambda: "Mira" not in bench.names() and bench.marked() == "Ёлка")
        assert await bench.program.memory.entries() == []
        assert (await bench.program.chats.get_chat(chat.id)).character_ids == ()
        assert bench.dialog.undo_bar.sentence()
        bench.dialog.activateWindow()
        await until(bench.dialog.isActiveWindow)
        bench.mark("Ёлка")
        QTest.keyClick(bench.dialog.view, Qt.Key.Key_Z, CONTROL)
        await until(lambda: bench.marked() == "Mira")
        assert [entry.id for entry in await bench.program.memory.entries()] == ["kept"]
        assert (await bench.program.chats.get_chat(chat.id)).character_ids == (mira,)


async def test_esc_on_the_question_deletes_nobody(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        await bench.open()
        mira = bench.mark("Mira")
        await bench.program.memory.save(MemoryEntry("kept", "Salt.", scope=Scope(ScopeKind.CHARACTER, mira)))
        QTest.keyClick(bench.dialog.view, Qt.Key.Key_Delete)
        await until(lambda: bool(bench.dialog.findChildren(KeepQuestion)))
        (question,) = bench.dialog.findChildren(KeepQuestion)
        await until(question.isVisible)
        press(question, Qt.Key.Key_Escape)
        await until(lambda: not bench.program.tasks.running("change of the gallery"))
        assert "Mira" in bench.names()


async def test_edit_opens_the_library_there_and_export_proposes_the_character(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        await bench.open()
        zoe = bench.mark("Zoe")
        QTest.keyClick(bench.dialog.view, Qt.Key.Key_E, CONTROL)
        await until(lambda: any(isinstance(dialog, LibraryDialog) for dialog in bench.dialogs))
        (library,) = (dialog for dialog in bench.dialogs if isinstance(dialog, LibraryDialog))
        await until(lambda: library.characters.open_item is not None)
        item = library.characters.open_item
        assert item is not None
        assert item.id == zoe
        bench.presenter.menu.export_wanted.emit(zoe)
        await until(lambda: isinstance(bench.dialogs[-1], ExportDialog))
        export = bench.dialogs[-1]
        assert isinstance(export, ExportDialog)
        assert (export.thing.value(), export.which.value()) == (Thing.CHARACTER, zoe)


async def test_a_card_that_is_dropped_on_the_gallery_goes_to_the_import_window(
    theme: AppTheme, icons: Icons, tmp_path: Path
) -> None:
    async with benched(theme, icons) as bench:
        dialog = await bench.open()
        assert dialog.sentence()
        file = tmp_path / "mira.json"
        file.write_text('{"name": "Mira", "description": "x", "first_mes": "Hello."}')
        given = QMimeData()
        given.setUrls([QUrl.fromLocalFile(str(file))])
        drop(dialog, given)
        window = bench.imports.dialog
        assert window is not None
        await until(lambda: window.stage is Stage.PREVIEW)
        window.import_all()
        await until(lambda: bench.names() == ["Mira"])
        window.reject()
        await until(dialog.isActiveWindow)


async def test_what_changes_elsewhere_is_seen_at_once(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await filled(bench)
        await bench.open()
        mira = await bench.program.library.get_character(bench.mark("Mira"))
        await bench.add(Character("", "New one"))
        await until(lambda: bench.names()[0] == "New one")
        assert bench.marked() == "Mira"
        await bench.program.chats.start_chat(mira)
        await until(lambda: bench.dialog.model.cards[bench.names().index("Mira")].usage.chats == 1)
        await bench.program.library.delete_character(mira.id)
        await until(lambda: "Mira" not in bench.names())


async def test_portraits_are_painted_when_they_are_there(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        await bench.add(MIRA, png(40, 50, rest="#12ab34"))
        view = (await bench.open()).view
        card = card_rect(view.visualRect(view.model().index(0, 0)), view.font())

        def is_painted(place: QPoint) -> bool:
            return view.viewport().grab().toImage().pixelColor(place).name() == "#12ab34"

        await until(lambda: is_painted(card.center() - QPoint(0, 40)))
        assert not is_painted(card.bottomLeft() + QPoint(20, -20))  # the words are below it


def test_the_model_keeps_qts_rules_and_says_what_a_card_is() -> None:
    model = GalleryModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    cards = [card_of(MIRA), card_of(ZOE)]
    model.show_cards(cards)
    model.show_cards(cards[:1])
    model.show_cards([])
    model.show_cards([card_of(Character("m", "Mira", tags=("sea",), extensions={"fav": "true"}))])
    spoken = model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Mira, favourite, sea, ")


@pytest.mark.parametrize("width", [640, 1000])
async def test_the_cards_fill_the_row(theme: AppTheme, icons: Icons, width: int) -> None:
    async with benched(theme, icons) as bench:
        for number in range(12):
            await bench.add(Character("", f"N{number}"))
        dialog = await bench.open()
        dialog.resize(width, 700)
        view = dialog.view
        await until(lambda: abs(view.viewport().width() - 2 - view.gridSize().width() * columns(view)) < columns(view))
        assert view.horizontalScrollBar().maximum() == 0


def drop(target: QWidget, given: QMimeData) -> None:
    """Something is carried over a widget and let go there."""
    how = (Qt.DropAction.CopyAction, given, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(target, QDragEnterEvent(QPoint(5, 5), *how))
    QApplication.sendEvent(target, QDropEvent(QPointF(5, 5), *how))


def columns(view: object) -> int:
    """How many cards stand in the first row."""
    from desktop_app.ui.gallery.view import GalleryView

    assert isinstance(view, GalleryView)
    rects = [view.visualRect(view.model().index(row, 0)) for row in range(12)]
    return sum(rect.top() == rects[0].top() for rect in rects)
