"""The review of memory in the whole window, over fakes: what is found, side by side, decided by keys, undone."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.review_page import ReviewPage
from desktop_app.ui.memory.review_words import Shown
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.memory.remembering import SAID, Remembering, remembering
from tests.ui.spoken import nameless

DAY = 86_400_000
OLD = {
    "oslo": "Ann: I live in Oslo.",
    "rome": "Ann: I moved to Rome.",
    "lamp": "The red lamp hangs over the old harbour.",
    "lamp too": "Over the old harbour hangs the red lamp!",
}


async def _review(it: Remembering) -> ReviewPage:
    """The page with its findings, and the keyboard in the list."""
    program = it.program
    for id_, content in OLD.items():
        await program.memory.save(MemoryEntry(id_, content, created_at=program.clock.now() - 2 * DAY))
    scope = Scope(ScopeKind.CHAT, it.chat_id)
    source = SourceSpan("m0", 1, 0, 44)
    await program.memory.save(MemoryEntry("mira", SAID[0][:44], scope=scope, sources=(source,), created_at=1))
    await program.chats.edit("m0", "Mira keeps nothing.")
    it.bench.window._actions["review-memory"].trigger()
    page = it.dialog.review
    await until(lambda: len(page.lines()) == 4)
    await until(page._view.hasFocus)
    return page


async def test_what_is_found_is_listed_and_shown_side_by_side(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await _review(it)
        notes = [line.note for line in page.lines()]
        assert "Ann: I moved to Rome." in notes[0]
        assert OLD["lamp too"] in notes[1]
        assert notes[2:] == ["The message it was made of was changed", "Not in any prompt for 60 days"]
        assert [card.card().content for card in page.cards] == [OLD["oslo"], OLD["rome"]]
        assert all(card.isVisibleTo(page) for card in page.cards)
        assert "Counts: Everywhere" in page.cards[0].card().remarks
        assert it.dialog._tabs.tabText(2) == "Review (4)"
        assert nameless(it.dialog) == []
        QTest.keyClick(page._view, Qt.Key.Key_Down)
        assert page.cards[0].prefer.text() == "Join into this"
        QTest.keyClick(page._view, Qt.Key.Key_Down)
        assert not page.cards[1].isVisibleTo(page)
        await until(lambda: page.cards[0].card().link.startswith("1 · You: Mira"))
        page.show_list(Shown.COST)
        assert len(page.lines()) == 5
        assert not page.keep.isVisibleTo(page)
        assert all("per turn" in line.note for line in page.lines())


async def test_findings_are_decided_by_keys_and_undone(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await _review(it)

        async def entries() -> dict[str, MemoryEntry]:
            return {entry.id: entry for entry in await it.program.memory.entries()}

        QTest.keyClick(page._view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(page.lines()) == 3)
        assert not (await entries())["oslo"].enabled
        page.undo_bar.undo_pressed.emit()
        await until(lambda: len(page.lines()) == 4)
        assert (await entries())["oslo"].enabled
        page._view.setCurrentIndex(page._model.index(1, 0))
        QTest.keyClick(page._view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(page.lines()) == 3)
        assert "lamp too" not in await entries()
        page._view.setCurrentIndex(page._model.index(0, 0))
        QTest.keyClick(page._view, Qt.Key.Key_Return)
        await until(lambda: len(page.lines()) == 2)
        QTest.keyClick(page._view, Qt.Key.Key_Return)  # the one whose message changed is right as it is
        await until(lambda: len(page.lines()) == 1)
        assert (await entries())["mira"].sources[0].revision == 2
        QTest.keyClick(page._view, Qt.Key.Key_Delete)
        await until(lambda: not page.lines())
        assert not (await entries())["mira"].enabled
        assert page._empty.isVisibleTo(page)
        await until(lambda: it.dialog._tabs.tabText(2) == "Review")


async def test_the_source_is_shown_in_the_chat_and_an_entry_is_edited_in_the_form(
    theme: AppTheme, icons: Icons
) -> None:
    async with remembering(theme, icons) as it:
        page = await _review(it)
        page.show_list(Shown.SOURCE)
        places: list[tuple[str, int, int]] = []

        def wanted(message_id: str, start: int, end: int) -> None:
            places.append((message_id, start, end))

        it.bench.window._remembered.place_wanted.connect(wanted)
        page.cards[0]._source.click()
        assert places == [("m0", 0, 44)]
        page.edit.click()
        await until(lambda: it.bench.window._library._memory is not None)
        form = it.bench.window._library._memory
        assert form is not None
        form._form.control("content").setPlainText("Mira keeps the northern light.")
        form._save()
        await until(lambda: it.bench.window._library._memory is None)
        assert (await it.program.memory.get_entry("mira")).content == "Mira keeps the northern light."
        page.undo_bar.undo_pressed.emit()
        await until(lambda: any(line.text == SAID[0][:44] for line in page.lines()))


async def test_nothing_is_read_before_the_page_is_looked_at(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        await it.open_summary()
        await it.program.memory.save(replace(MemoryEntry("a", OLD["oslo"])))
        await it.program.memory.save(replace(MemoryEntry("b", OLD["rome"])))
        assert it.dialog.review.lines() == []
        it.dialog.show_page(it.dialog.review)
        await until(lambda: len(it.dialog.review.lines()) == 1)
