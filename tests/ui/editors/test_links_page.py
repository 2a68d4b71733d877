"""Which lorebooks count where, ticked from both sides and undone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.domain.lore import Lorebook, Scope, ScopeKind
from desktop_app.ui.editors.links_page import COUNTS, LinksPage
from tests.ui.conftest import until
from tests.ui.editors.bench import BOOK, Bench
from tests.ui.spoken import nameless

MIRA = Scope(ScopeKind.CHARACTER, "mira")


async def opened(bench: Bench) -> LinksPage:
    """The page, with a second book that counts nowhere."""
    dialog = await bench.open()
    await bench.program.lore.save_book(Lorebook(id="winter", name="Winter"))
    await bench.settled()
    dialog._show(dialog.links)
    await until(lambda: [link.title for link in dialog.links.left.things.shown] == ["Harbour", "Winter"])
    await bench.settled()
    return dialog.links


def tick(page: LinksPage, title: str) -> None:
    """A press on the box of a row at the right."""
    model = page.right.things
    row = next(row for row, link in enumerate(model.shown) if link.title == title)
    model.setData(model.index(row, model.column(COUNTS)), None, Qt.ItemDataRole.CheckStateRole)


async def test_places_of_a_lorebook_are_ticked_and_undone(bench: Bench) -> None:
    page = await opened(bench)
    scopes_of = bench.program.lore.scopes_of
    assert [(link.title, link.count) for link in page.left.things.shown] == [("Harbour", 1), ("Winter", 0)]
    assert page.right.isHidden()
    page.left.chosen.emit([BOOK.id])
    assert [link.title for link in page.right.things.shown if link.ticked] == ["Everywhere"]
    tick(page, "Character “Mira”")
    page.left.chosen.emit(["winter"])  # the tick is the first one's, whatever is chosen when it is stored
    await bench.settled()
    assert await scopes_of("winter") == ()
    page.left.chosen.emit([BOOK.id])
    assert set(await scopes_of(BOOK.id)) == {Scope(), MIRA}
    tick(page, "Everywhere")
    await bench.settled()
    assert await scopes_of(BOOK.id) == (MIRA,)
    page.undo()
    await bench.settled()
    assert set(await scopes_of(BOOK.id)) == {Scope(), MIRA}
    page.redo()
    await bench.settled()
    assert await scopes_of(BOOK.id) == (MIRA,)
    assert nameless(page) == []
    await bench.close()


async def test_lorebooks_of_a_place_are_ticked_by_keys(bench: Bench) -> None:
    page = await opened(bench)
    page.by_place.click()
    mira = next(link for link in page.left.things.shown if link.title == "Character “Mira”")
    page.left.chosen.emit([mira.id])
    assert [(link.title, link.ticked) for link in page.right.things.shown] == [("Harbour", False), ("Winter", False)]
    page.right.setFocus()
    page.right.selectAll()
    QTest.keyClick(page.right, Qt.Key.Key_Space)
    await bench.settled()
    links = await bench.program.lore.links()
    assert MIRA in links["winter"]
    assert MIRA in links[BOOK.id]
    assert next(link.count for link in page.left.things.shown if link.id == mira.id) == 2
    await bench.close()


async def test_a_link_from_elsewhere_is_seen(bench: Bench) -> None:
    page = await opened(bench)
    page.left.chosen.emit(["winter"])
    await bench.program.lore.set_scopes("winter", (MIRA,))
    await until(lambda: [link.title for link in page.right.things.shown if link.ticked] == ["Character “Mira”"])
    page.left_search.setText("harb")
    assert [link.title for link in page.left.things.shown] == ["Harbour"]
    await bench.close()
