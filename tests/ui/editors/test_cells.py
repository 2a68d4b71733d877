"""The cells of a table of things look as the style paints them, and many rows are chosen at once."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyledItemDelegate

from desktop_app.domain.lore import LorebookEntry
from desktop_app.domain.settings import AppearanceSettings, Theme
from desktop_app.ui.editors.lorebooks import LorebooksPage
from desktop_app.ui.theme import AppTheme
from tests.ui.editors.bench import Bench
from tests.ui.editors.lore_page import opened

ENTRIES = tuple(
    LorebookEntry(
        id=f"e{number:03}",
        name=f"Entry {number} of the harbour",
        keys=(f"key{number}",),
        constant=number % 4 == 0,
        enabled=number % 3 != 0,
        insertion_order=10 * number,
    )
    for number in range(150)
)
NEAR = 90
"""Of 255: letters may stand a part of a pixel beside."""


def shown(page: LorebooksPage) -> QImage:
    """The table as it is on screen, with the window's ground."""
    table = page.shelf.table
    window = table.window()
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    return image.copy(table.rect().translated(table.mapTo(window, table.rect().topLeft())))


def share_otherwise(page: LorebooksPage) -> float:
    """The part of the pixels that Qt's own delegate paints otherwise."""
    table = page.shelf.table
    ours = shown(page)
    own = table.itemDelegate()
    table.setItemDelegate(QStyledItemDelegate(table))
    theirs = shown(page)
    table.setItemDelegate(own)
    assert ours.size() == theirs.size()
    pairs = list(zip(bytes(ours.constBits()), bytes(theirs.constBits()), strict=True))
    assert len(set(pairs)) > 20  # something is there
    return sum(abs(one - other) > NEAR for one, other in pairs) / len(pairs)


async def test_cells_look_as_the_style_paints_them_in_both_themes(bench: Bench, theme: AppTheme) -> None:
    page = await opened(bench, ENTRIES)
    page.shelf.table.mark([entry.id for entry in ENTRIES[::2]])
    for look in (Theme.LIGHT, Theme.DARK):
        theme.choose(AppearanceSettings(theme=look))
        assert share_otherwise(page) < 0.004, look
    await bench.close()


async def test_a_name_of_two_lines_is_left_to_the_style(bench: Bench) -> None:
    page = await opened(bench, tuple(replace(entry, name="two\nlines\there") for entry in ENTRIES))
    assert share_otherwise(page) < 0.004
    await bench.close()


async def test_grounds_are_painted_anew_when_the_font_is_another(bench: Bench) -> None:
    page = await opened(bench, ENTRIES)
    table = page.shelf.table
    shown(page)
    assert table._cells is not None
    assert table._cells._grounds
    QApplication.sendEvent(table, QEvent(QEvent.Type.FontChange))
    assert not table._cells._grounds
    await bench.close()


async def test_all_rows_are_chosen_in_one_piece_and_told_once(bench: Bench) -> None:
    page = await opened(bench, ENTRIES)
    table = page.shelf.table
    told: list[list[str]] = []
    table.chosen.connect(told.append)
    QTest.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert told == [[entry.id for entry in ENTRIES]]
    assert table.selectionModel().selection().count() == 1
    assert table.updatesEnabled()
    page.shelf.search.setText("no entry has this")
    table.selectAll()
    assert len(told) == 1
    await bench.close()
