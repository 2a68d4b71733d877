"""The order of the prompt in the window: dragged, moved by keys, shown at once, saved for this chat or for all, given up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QObject, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDialogButtonBox

from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.character import Character
from desktop_app.domain.prompt_order import DEFAULT_ROWS, PromptRow, completed
from desktop_app.services.strategy_service import OrderChoice
from desktop_app.ui.context_preview.order_dialog import OrderDialog
from desktop_app.ui.context_preview.order_list import KINDS, OrderList
from desktop_app.ui.context_preview.orders import Orders
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.context_preview.summary import kept_free_line, warnings_text
from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.context_preview.plans import PLAN, block, plan_of
from tests.ui.rig import Window, press
from tests.ui.spoken import nameless

ALT = Qt.KeyboardModifier.AltModifier
BUTTONS = QDialogButtonBox.StandardButton
FIXED = (("Summary", BlockKind.SUMMARY), ("Your message", BlockKind.INPUT))
MEMORY_FIRST = (PromptRow.MEMORY, *(row for row in DEFAULT_ROWS if row is not PromptRow.MEMORY))


@pytest.fixture
def rows(theme: AppTheme) -> OrderList:
    """A shown list in the default order."""
    shown = OrderList(theme)
    shown.show_rows(DEFAULT_ROWS, FIXED)
    shown.show()
    return shown


def drop(rows: OrderList, source: int, height: int, *, stranger: bool = False) -> tuple[bool, Qt.DropAction]:
    """A row is let go at so many pixels."""
    rows.setCurrentRow(source)

    class Drop(QDropEvent):
        def source(self) -> QObject:
            return QObject() if stranger else rows

    # Python holds the data as long as the event: Qt does not.
    data = QMimeData()
    event = Drop(
        QPointF(5, height), Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    rows.dropEvent(event)
    return event.isAccepted(), event.dropAction()


def top_of(rows: OrderList, number: int) -> int:
    """The upper edge of a row."""
    return rows.visualItemRect(rows.item(number)).top() + 1


def test_a_row_stands_where_it_is_dropped(rows: OrderList) -> None:
    taken = drop(rows, 5, top_of(rows, 0))
    assert rows.rows == MEMORY_FIRST
    assert rows.currentRow() == 0
    assert taken == (True, Qt.DropAction.IgnoreAction)
    drop(rows, 0, top_of(rows, 6))
    assert rows.rows == DEFAULT_ROWS


def test_below_the_last_row_that_may_move_is_behind_it(rows: OrderList) -> None:
    drop(rows, 0, 10_000)
    assert rows.rows == (*DEFAULT_ROWS[1:], PromptRow.SYSTEM)
    drop(rows, 0, top_of(rows, len(KINDS) + 1))
    assert rows.rows == (*DEFAULT_ROWS[2:], PromptRow.SYSTEM, DEFAULT_ROWS[1])
    assert [rows.item(number).text() for number in range(len(KINDS), rows.count())] == ["Summary", "Your message"]


def test_what_comes_from_elsewhere_is_not_taken(rows: OrderList) -> None:
    assert not drop(rows, 5, 0, stranger=True)[0]
    assert rows.rows == DEFAULT_ROWS


def test_what_may_not_move_can_neither_be_dragged_nor_chosen(rows: OrderList) -> None:
    for number in range(rows.count()):
        flags = rows.item(number).flags()
        assert bool(flags & Qt.ItemFlag.ItemIsDragEnabled) == (number < len(KINDS))
        assert bool(flags & Qt.ItemFlag.ItemIsSelectable) == (number < len(KINDS))
        assert not rows.item(number).icon().isNull()


def test_no_drag_begins_on_what_may_not_move(rows: OrderList) -> None:
    """Qt would take the chosen row instead."""
    rows.setCurrentRow(2)
    for number, moves in ((len(KINDS) + 1, False), (4, True)):
        place = rows.visualItemRect(rows.item(number)).center()
        QTest.mousePress(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert rows._holds == moves
        assert rows.currentRow() == (4 if moves else 2)
        QTest.mouseRelease(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_keys_move_the_chosen_row_and_stop_at_the_ends(rows: OrderList) -> None:
    moves: list[tuple[PromptRow, ...]] = []
    said: list[str] = []
    rows.moved.connect(lambda: moves.append(rows.rows))
    rows._announcer.announced.connect(said.append)
    rows.setCurrentRow(1)
    for _ in range(3):
        press(rows, Qt.Key.Key_Up, ALT)
    assert moves == [(DEFAULT_ROWS[1], DEFAULT_ROWS[0], *DEFAULT_ROWS[2:])]
    press(rows, Qt.Key.Key_Down, ALT)
    assert moves[-1] == DEFAULT_ROWS
    press(rows, Qt.Key.Key_Down)
    assert (rows.currentRow(), len(moves)) == (2, 2)
    rows.setCurrentRow(len(KINDS) - 1)
    press(rows, Qt.Key.Key_Down, ALT)
    assert len(moves) == 2


def dialog_of(theme: AppTheme, icons: Icons, choice: OrderChoice, *, first: bool = False) -> OrderDialog:
    """A dialog that stands alone."""
    dialog = OrderDialog(choice, theme, icons, None, instructions_first=first)  # pyright: ignore[reportArgumentType] - stands alone here
    dialog.show()
    return dialog


def test_reset_goes_back_to_what_counts_where_nothing_is_decided(theme: AppTheme, icons: Icons) -> None:
    default = completed(["history"])
    dialog = dialog_of(theme, icons, OrderChoice(MEMORY_FIRST, of_chat=True, default=default))
    tried: list[tuple[PromptRow, ...]] = []
    dialog.tried.connect(tried.append)
    assert dialog.rows == MEMORY_FIRST
    reset = dialog._buttons.button(BUTTONS.Reset)
    reset.click()
    assert tried == [default]
    assert not reset.isEnabled()
    dialog._all.click()
    assert dialog.everywhere
    assert reset.isEnabled() == (default != DEFAULT_ROWS)
    dialog._list.setCurrentRow(3)
    dialog._down.click()
    assert tried[-1] == dialog.rows != DEFAULT_ROWS
    reset.click()
    assert tried[-1] == DEFAULT_ROWS


def test_the_dialog_says_what_a_cache_loses(theme: AppTheme, icons: Icons) -> None:
    dialog = dialog_of(theme, icons, OrderChoice(DEFAULT_ROWS, of_chat=False, default=DEFAULT_ROWS))
    assert not dialog._cache.isVisible()
    dialog._list.setCurrentRow(len(KINDS) - 1)
    for _ in range(2):
        dialog._up.click()
    assert dialog._cache.isVisible()
    assert not dialog._list.verticalScrollBar().isVisible()
    assert (dialog._list.can_move_up, dialog._list.can_move_down) == (True, True)


@pytest.mark.parametrize("first", [False, True])
def test_the_instructions_stand_where_the_settings_have_them(theme: AppTheme, icons: Icons, first: bool) -> None:
    dialog = dialog_of(theme, icons, OrderChoice(DEFAULT_ROWS, of_chat=False, default=DEFAULT_ROWS), first=first)
    names = [dialog._list.item(number).text() for number in range(len(KINDS), dialog._list.count())]
    assert names.index("Instructions after the history") == (0 if first else 2)
    assert nameless(dialog) == []


class Desk:
    """A chat with a character and a memory entry, its preview, and the dialogs that are opened over it."""

    def __init__(self, theme: AppTheme, icons: Icons, view: ContextPreview) -> None:
        self.program = make_program()
        self.window = Window(self.program)
        self.preview = ContextPreviewPresenter(self.window.services, self.window.launch, view)
        self.opened: list[OrderDialog] = []
        self.orders = Orders(self.window.services, self.window.launch, self.preview, (theme, icons), self.show, view)

    def show(self, dialog: QDialog) -> None:
        """Shows it as the window would."""
        assert isinstance(dialog, OrderDialog)
        self.opened.append(dialog)
        dialog.show()

    async def talk(self) -> str:
        """A chat that is open in the preview."""
        mira = await self.program.library.save_character(Character(id="", name="Mira", description="A keeper."))
        chat = await self.program.chats.new_chat("Light", character_id=mira.id)
        memory = self.program.memory.new_entry()
        await self.program.memory.save(replace(memory, content="It rains.", always_in_context=True))
        self.preview.open(chat.id, "Hello")
        await until(lambda: self.first_words.startswith("Write"))
        return chat.id

    async def dialog(self) -> OrderDialog:
        """Opens the dialog from the dock."""
        count = len(self.opened)
        self.preview.view.what_if._order.click()
        await until(lambda: len(self.opened) > count)
        return self.opened[-1]

    @property
    def first_words(self) -> str:
        """How the prompt begins that the preview shows."""
        plan = self.preview.view.plan
        return plan.messages[0].content if plan is not None and plan.messages else ""

    async def end(self) -> None:
        self.preview.close()
        await self.program.tasks.close()


@pytest.fixture
def desk(theme: AppTheme, icons: Icons, view: ContextPreview) -> Desk:
    return Desk(theme, icons, view)


def memory_first(dialog: OrderDialog) -> None:
    """Moves the memory to the top by keys."""
    dialog._list.setCurrentRow(DEFAULT_ROWS.index(PromptRow.MEMORY))
    for _ in range(DEFAULT_ROWS.index(PromptRow.MEMORY)):
        press(dialog._list, Qt.Key.Key_Up, ALT)


async def test_what_is_tried_is_shown_at_once_and_given_up_by_cancel(desk: Desk) -> None:
    chat_id = await desk.talk()
    dialog = await desk.dialog()
    planned: list[ContextPlan] = []
    desk.preview.planned.connect(planned.append)
    memory_first(dialog)
    await until(lambda: desk.first_words.startswith("It rains."))
    banner = desk.preview.view.head.banner
    assert banner.sentence() == "What if — nothing is changed"
    await until(lambda: banner._more.text() == "The same content in another order.")
    assert planned == []
    dialog.reject()
    await until(lambda: desk.first_words.startswith("Write"))
    assert banner.isHidden()
    assert (await desk.program.chats.get_chat(chat_id)).context.order is None
    await desk.end()


async def test_rows_without_content_make_no_difference_and_the_preview_says_so(desk: Desk) -> None:
    await desk.talk()
    dialog = await desk.dialog()
    dialog._list.setCurrentRow(len(KINDS) - 1)
    dialog._up.click()
    said = desk.preview.view.head.banner._more
    await until(lambda: bool(said.text()))
    assert said.text() == "No difference for this message: there is nothing in the rows that were moved."
    dialog.reject()
    await desk.end()


async def test_what_is_saved_counts_for_this_chat_and_is_shown_from_then_on(desk: Desk) -> None:
    chat_id = await desk.talk()
    dialog = await desk.dialog()
    memory_first(dialog)
    dialog._buttons.button(BUTTONS.Save).click()
    await until(lambda: desk.first_words.startswith("It rains.") and desk.preview.view.head.banner.isHidden())
    assert (await desk.program.chats.get_chat(chat_id)).context.order == tuple(row.value for row in MEMORY_FIRST)
    assert desk.program.settings.settings.context.order == ()
    again = await desk.dialog()
    assert again.rows == MEMORY_FIRST
    again._buttons.button(BUTTONS.Reset).click()
    again._buttons.button(BUTTONS.Save).click()
    await until(lambda: desk.first_words.startswith("Write"))
    assert (await desk.program.chats.get_chat(chat_id)).context.order is None
    await desk.end()


async def test_what_is_saved_for_all_chats_counts_for_the_others_too(desk: Desk) -> None:
    chat_id = await desk.talk()
    dialog = await desk.dialog()
    memory_first(dialog)
    dialog._all.click()
    dialog._buttons.button(BUTTONS.Save).click()
    names = tuple(row.value for row in MEMORY_FIRST)
    await until(lambda: desk.program.settings.settings.context.order == names)
    await until(lambda: desk.first_words.startswith("It rains.") and desk.preview.view.head.banner.isHidden())
    other = await desk.program.chats.new_chat("Other")
    assert (await desk.program.strategies.order(other.id)).rows == MEMORY_FIRST
    assert (await desk.program.chats.get_chat(chat_id)).context.order is None
    await desk.end()


async def test_without_a_chat_there_is_no_order_to_choose(desk: Desk) -> None:
    desk.preview.view.what_if._order.click()
    await desk.program.tasks.close()
    assert desk.opened == []
    desk.preview.close()


@pytest.mark.usefixtures("english")
def test_room_that_is_kept_free_is_told_at_the_bar_and_is_no_warning(view: ContextPreview) -> None:
    plan = plan_of(block(BlockKind.HISTORY, 60), limit=2_000)
    free = plan.available - plan.used
    noted = replace(
        plan, warnings=(reason(ReasonCode.KEPT_FREE, tokens=free), reason(ReasonCode.EMPTY_NOT_SENT, count=3))
    )
    assert warnings_text(noted) == "Empty messages that were not sent: 3."
    sentence = f"{free:,} tokens are kept free, so that the beginning of the prompt stays the same for the next turns"
    assert kept_free_line(noted) == sentence
    assert kept_free_line(replace(noted, exact=False)) == f"≈ {sentence}"
    view.show_plan(noted)
    assert (view.head.kept_free.text(), view.head.kept_free.isVisible()) == (sentence, True)
    assert any(sentence in view.head.bar.explained(part) for _, part in view.head.bar.segments())
    view.show_plan(PLAN)
    assert not view.head.kept_free.isVisible()
    assert kept_free_line(PLAN) == ""
