"""How a chat begins: one greeting begins it at once, among several the person chooses."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.domain.character import Character
from desktop_app.ui.gallery.greetings import ROWS_AT_ONCE, GreetingDialog
from desktop_app.ui.gallery.starting import TASK
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.gallery.bench import Bench, benched
from tests.ui.rig import press

MIRA = Character(
    "",
    "Mira",
    first_mes="*Hello*, {{user}}.",
    alternate_greetings=("**Rain** on {{user}}.", "> A letter.\n\nUnsigned."),
)


async def asked(bench: Bench, character: Character = MIRA) -> GreetingDialog:
    """The gallery, and over it the question."""
    mira = await bench.add(character)
    dialog = await bench.open()
    dialog.view.start_wanted.emit(mira.id)
    await until(lambda: bool(dialog.findChildren(GreetingDialog)))
    (question,) = dialog.findChildren(GreetingDialog)
    await until(question.isVisible)
    return question


async def test_the_greeting_is_chosen_by_arrows_and_begins_by_enter(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        question = await asked(bench)
        rows = question.rows
        assert [rows.item(row).text() for row in range(3)] == [
            "1.  Hello, You.",
            "2.  Rain on You.",
            "3.  A letter. Unsigned.",
        ]
        assert question.preview.toPlainText() == "Hello, You."
        assert question.focusWidget() is rows
        press(rows, Qt.Key.Key_Down)
        assert question.preview.toPlainText() == "Rain on You."
        QTest.keyClick(rows, Qt.Key.Key_Return)
        await until(lambda: len(bench.opened) == 1)
        chat_id = bench.opened[0]
        assert await bench.program.branch_texts(chat_id) == ["**Rain** on You."]
        (row,) = await bench.program.chats.branch(chat_id)
        assert (row.variant, row.variants) == (2, 3)
        assert not bench.is_open


async def test_of_a_hundred_greetings_the_first_are_there_at_once_and_all_of_them_soon(
    theme: AppTheme, icons: Icons
) -> None:
    async with benched(theme, icons) as bench:
        many = replace(MIRA, alternate_greetings=tuple(f"Rain {number}." for number in range(2, 101)))
        question = await asked(bench, many)
        assert question.rows.count() == 100
        assert question.rows.item(ROWS_AT_ONCE - 1).text() == f"{ROWS_AT_ONCE}.  Rain {ROWS_AT_ONCE}."
        await until(lambda: question.rows.item(99).text() == "100.  Rain 100.")
        question.reject()


async def test_esc_starts_nothing_and_the_gallery_stays(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        question = await asked(bench)
        press(question, Qt.Key.Key_Escape)
        await until(lambda: not bench.program.tasks.running(TASK))
        assert (bench.opened, await bench.program.chats.list_chats()) == ([], [])
        assert bench.is_open


async def test_two_presses_start_one_chat(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        mira = await bench.add(replace(MIRA, alternate_greetings=()))
        dialog = await bench.open()
        for _ in range(2):
            dialog.view.start_wanted.emit(mira.id)
        await until(lambda: bool(bench.opened) and not bench.program.tasks.running(TASK))
        assert len(await bench.program.chats.list_chats()) == 1


async def test_a_card_that_says_nothing_begins_an_empty_chat_at_once(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        mira = await bench.add(replace(MIRA, first_mes="", alternate_greetings=()))
        bench.gallery.starter.start(mira.id)
        await until(lambda: len(bench.opened) == 1)
        assert await bench.program.branch_texts(bench.opened[0]) == []


async def test_the_import_window_and_the_library_ask_too(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        mira = await bench.add(MIRA)
        for signal in (bench.imports.chat_wanted, bench.library.chat_wanted):
            signal.emit(mira.id)
            await until(lambda: bool(bench.main.findChildren(GreetingDialog)))
            (question,) = bench.main.findChildren(GreetingDialog)
            await until(question.isVisible)
            press(question, Qt.Key.Key_Escape)
            await until(lambda: not bench.program.tasks.running(TASK))
            await until(lambda: not bench.main.findChildren(GreetingDialog))
        assert bench.opened == []


async def test_a_row_has_no_sign_of_an_emphasis_that_ends_later(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        question = await asked(bench, replace(MIRA, alternate_greetings=(f"*{'She waits. ' * 30}She waits.*",)))
        row = question.rows.item(1).text()
        assert row.startswith("2.  She waits.")
        assert len(row) < 200
