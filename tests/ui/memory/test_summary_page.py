"""The page of the summary in the whole window, over fakes: where sentences come from, the person's words, undo, carrying on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QMenu, QPushButton

from desktop_app.context.plan import Disposition, DroppedRun, Reason
from desktop_app.services.marks_service import MessageMark
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.lines import Line
from desktop_app.ui.memory.summary_page import List, SummaryPage
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.memory.remembering import SAID, remembering
from tests.ui.rig import press
from tests.ui.spoken import nameless


def _texts(page: SummaryPage) -> list[str]:
    return [line.text for line in page.lines()]


def _line(page: SummaryPage, text: str) -> Line:
    return next(line for line in page.lines() if line.text == text)


def _write(page: SummaryPage, text: str) -> None:
    page.detail.text.setPlainText(text)
    page.detail.save.click()


async def test_each_sentence_leads_to_its_message(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        assert SAID[3] in _texts(page)
        line = _line(page, SAID[3])
        assert line.note == "from message 4 · by the program"
        page.choose_id(line.id)
        await until(lambda: any(SAID[3] in button.text() for button in page.detail.findChildren(QPushButton)))
        link = next(button for button in page.detail.findChildren(QPushButton) if SAID[3] in button.text())
        assert link.text().startswith("4 · Assistant")
        link.click()
        view = it.bench.window.chat_view
        await until(lambda: view._reveal.framed_id == "m3")
        await until(lambda: view.copying.selected_text({}) == SAID[3])
        assert "Messages that the summary stands for: 6 of 6" in page.status()
        assert nameless(it.dialog) == []


async def test_what_is_stale_is_told_with_the_reason_and_underlined(
    theme: AppTheme, icons: Icons, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        await it.program.chats.edit("m1", "The key is with Jonas.")
        await it.program.marks.mark(it.chat_id, ["m3"], MessageMark.EXCLUDE)
        await until(lambda: sum(line.stale for line in page.lines()) == 2)
        assert _line(page, SAID[1]).note.startswith("out of date: message 2 was changed")
        assert _line(page, SAID[3]).note.startswith("out of date: message 4 is excluded")
        dotted: list[QTextLayout.FormatRange] = []

        def note(_layout: QTextLayout, formats: list[QTextLayout.FormatRange]) -> None:
            dotted.extend(formats)

        monkeypatch.setattr(QTextLayout, "setFormats", note)
        page.grab()
        assert {mark.format.underlineStyle().name for mark in dotted} == {"DotLine"}


async def test_own_words_are_locked_and_undo_brings_the_old_ones_back(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        page.choose_id(_line(page, SAID[1]).id)
        _write(page, "The key is under the third step.")
        await until(lambda: "The key is under the third step." in _texts(page))
        line = _line(page, "The key is under the third step.")
        assert line.locked
        assert "by you" in line.note
        page.undo_bar.undo_pressed.emit()
        await until(lambda: SAID[1] in _texts(page))
        assert not _line(page, SAID[1]).locked
        assert _line(page, SAID[1]).note == "from message 2 · by the program"


async def test_a_lock_is_set_and_taken_off(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        page.choose_id(_line(page, SAID[2]).id)
        page.detail.lock.click()
        await until(lambda: _line(page, SAID[2]).locked)
        await until(lambda: page.detail.lock.text() == "Unlock")
        page.detail.lock.click()
        await until(lambda: not _line(page, SAID[2]).locked)
        await until(lambda: page.detail.lock.text() != "Unlock")
        assert page.detail.lock.text() == "Lock"


async def test_what_is_taken_out_is_in_the_history_and_comes_back(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        page.choose_id(_line(page, SAID[4]).id)
        page.focus_list()
        page._on_delete()
        await until(lambda: SAID[4] not in _texts(page))
        page.show_list(List.OLD)
        assert _texts(page) == [SAID[4]]
        page.detail.back.click()
        await until(lambda: page.undo_bar.sentence() == "It is in the summary, as your words.")
        page.show_list(List.SENTENCES)
        await until(lambda: SAID[4] in _texts(page))
        assert _line(page, SAID[4]).note.startswith("from message 5 · by you")


async def test_own_words_for_a_stale_sentence_are_not_stale(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        await it.program.chats.edit("m1", "The key is with Jonas.")
        await until(lambda: _line(page, SAID[1]).stale)
        page.choose_id(_line(page, SAID[1]).id)
        _write(page, "Jonas has the key.")
        await until(lambda: "Jonas has the key." in _texts(page))
        own = _line(page, "Jonas has the key.")
        assert own.locked
        assert not own.stale


async def test_what_is_being_written_stays_whatever_becomes_of_the_summary(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        page.choose_id(_line(page, SAID[1]).id)
        page.detail.text.setPlainText("Half a")
        await it.program.chats.edit("m3", "Another lamp.")
        await until(lambda: _line(page, SAID[3]).stale)
        assert page.detail.text.toPlainText() == "Half a"
        assert page.detail.is_changed


async def test_every_message_is_listed_with_where_it_went(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        await it.program.marks.mark(it.chat_id, ["m3"], MessageMark.EXCLUDE)
        it.bench.window._remembered.show_message("m3")
        assert page.shown_list is List.MESSAGES
        await until(lambda: (line := page.line()) is not None and line.id == "m3" and "excluded" in line.note)
        await until(lambda: page.lines()[0].note == "1 · You · in the context, word for word")  # when the plan is there
        await until(lambda: SAID[3] in page.detail.text.toPlainText())


async def test_the_chat_is_carried_on_after_a_question(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        page = await it.open_summary()
        page._carry.click()
        assert page.agree.isVisible()
        page.agree.click()
        await until(lambda: it.bench.chat_id != it.chat_id)
        texts = await it.program.branch_texts(it.bench.chat_id)
        assert texts[-2:] == list(SAID[-2:])
        assert SAID[1] in texts[0]
        assert await it.program.branch_texts(it.chat_id) == list(SAID)
        await until(lambda: "Messages that the summary stands for: 0 of 2" in page.status())


async def test_esc_puts_it_away_and_it_opens_again(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        await it.open_summary()
        press(it.dialog, Qt.Key.Key_Escape)
        assert it.bench.window._remembered._dialog is None
        page = await it.open_summary()
        assert page.shown_list is List.SENTENCES


async def test_the_row_of_a_message_in_the_preview_leads_here(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        menu = QMenu()
        run = DroppedRun("m2", "m3", 2, 20, Disposition.TRIMMED, Reason("out"))
        node = Node("key", "2 messages", 20, run=run)
        it.bench.window.preview.row_menu_requested.emit(node, menu)
        menu.actions()[-1].trigger()
        await until(lambda: (line := it.dialog.summary.line()) is not None and line.id == "m2")
        assert it.dialog.isVisible()
