"""Proposals and *Remember this* in the whole window, over fakes: by keys, with undo, and nothing stored unasked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.summary import Proposal
from desktop_app.ui.editors.new_memory import NewMemoryDialog
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.inbox_page import InboxPage
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.memory.remembering import SAID, Remembering, remembering
from tests.ui.spoken import nameless


async def _propose(it: Remembering, *contents: str, replaces: str = "") -> InboxPage:
    """These wait, and the page is open with the keyboard in its list."""
    program = it.program
    for number, content in enumerate(contents):
        entry = await program.proposals.remember(it.chat_id, f"m{number}")
        entry = MemoryEntry(entry.id, content, keywords=("Mira",), scope=entry.scope, sources=entry.sources)
        proposal = Proposal(f"p{number}", it.chat_id, f"m{number}", "fact", f"like {number}", entry, replaces=replaces)
        await program.proposal_repository.save_proposals([proposal])
    it.bench.window._remembered._count()
    header = it.bench.window._page.header
    await until(lambda: header.proposals.text() == str(len(contents)))
    header.proposals.click()
    page = it.dialog.inbox
    await until(lambda: len(page.lines()) == len(contents))
    await until(page._view.hasFocus)
    return page


async def _contents(it: Remembering) -> list[str]:
    return [entry.content for entry in await it.program.memory.entries()]


async def test_proposals_are_decided_by_keys_and_undone(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await _propose(it, "Mira keeps the lighthouse.", "The key lies under the step.", "Jonas comes in May.")
        assert await _contents(it) == []
        assert page.card().content == "Mira keeps the lighthouse."
        await until(lambda: page.card().link == f"1 · You: {SAID[0]}")
        assert nameless(it.dialog) == []
        QTest.keyClick(page._view, Qt.Key.Key_Return)
        await until(lambda: len(page.lines()) == 2)
        assert await _contents(it) == ["Mira keeps the lighthouse."]
        QTest.keyClick(page._view, Qt.Key.Key_Delete)
        await until(lambda: len(page.lines()) == 1)
        page.undo_bar.undo_pressed.emit()
        await until(lambda: len(page.lines()) == 2)
        QTest.keyClick(page._view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
        await until(lambda: len(page.lines()) == 1)
        assert await _contents(it) == ["Mira keeps the lighthouse."]
        await until(lambda: it.bench.window._page.header.proposals.text() == "1")


async def test_what_is_replaced_and_what_is_nearly_the_same_is_told(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        scope = Scope(ScopeKind.CHAT, it.chat_id)
        older = await it.program.memory.save(MemoryEntry("old", "Mira keeps the lighthouse well.", scope=scope))
        page = await _propose(it, "Mira keeps the lighthouse well", replaces=older.id)
        remarks = "\n".join(page.card().remarks)
        assert "Replaces, what was true until now: “Mira keeps the lighthouse well.”" in remarks
        assert "Nearly the same is remembered: “Mira keeps the lighthouse well.”" in remarks


def _form(it: Remembering) -> NewMemoryDialog | None:
    return it.bench.window._library._memory


async def test_a_proposal_is_edited_in_the_form_and_stored_so(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await _propose(it, "Mira keeps the lighthouse.")
        page.edit.click()
        await until(lambda: (form := _form(it)) is not None and form.has_changes)
        form = _form(it)
        assert form is not None
        form._form.control("content").setPlainText("Mira keeps the northern light.")
        form._save()
        await until(lambda: not page.lines())
        assert await _contents(it) == ["Mira keeps the northern light."]
        await until(lambda: _form(it) is None)
        page.undo_bar.undo_pressed.emit()
        await until(lambda: len(page.lines()) == 1)
        assert await _contents(it) == []


async def test_a_message_is_remembered_with_its_source(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        view = it.bench.window.chat_view
        view.row_actions.remember_requested.emit("m1")
        await until(lambda: (form := _form(it)) is not None and form.has_changes)
        form = _form(it)
        assert form is not None
        assert await _contents(it) == []
        form._save()
        await until(lambda: _form(it) is None)
        (entry,) = await it.program.memory.entries()
        assert SAID[1] in entry.content
        assert [(source.message_id, source.end) for source in entry.sources] == [("m1", len(SAID[1]))]


async def test_what_is_selected_is_remembered_with_its_place(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        view = it.bench.window.chat_view
        start = SAID[0].index("She has")
        view.reveal("m0", start, len(SAID[0]))
        await until(lambda: view.copying.selected_text({}) == SAID[0][start:])
        view.row_actions.remember_requested.emit("m0")
        await until(lambda: (form := _form(it)) is not None and form.has_changes)
        form = _form(it)
        assert form is not None
        item = form._form.item()
        assert "a dog called Anton" in item.content
        assert "lighthouse" not in item.content
        assert [(source.start, source.end) for source in item.sources] == [(start, len(SAID[0]))]


async def test_a_form_in_which_something_is_written_keeps_it(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        it.bench.window._library.open_new_memory()
        form = _form(it)
        assert form is not None
        await until(lambda: form._places.chat.id == it.chat_id)
        form._form.control("content").setPlainText("Mine")
        entry = await it.program.proposals.remember(it.chat_id, "m1")
        it.bench.window._library.remember(entry)
        await until(lambda: "first" in form._foot._status.text())
        assert form._form.item().content == "Mine"
