"""The chat list: its rows as a pure function, and the list over the real services."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from desktop_app.domain.chat import Chat
from desktop_app.services.events import ChatPurged, TurnFinished
from desktop_app.ui.chat_list.model import CHAT_ROLE, SECTION_ROLE, STREAMING_ROLE, ChatListModel
from desktop_app.ui.chat_list.presenter import ChatListPresenter
from desktop_app.ui.chat_list.rows import ChatRow, SectionRow, rows_of
from desktop_app.ui.chat_list.view import ChatListPanel
from desktop_app.ui.icons import Icons
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.fakes.providers import ScriptedProvider
from tests.ui.conftest import until
from tests.ui.rig import Window, compose, never_ending, press
from tests.ui.tab_order import steps_back, tab_stops

CHATS = [
    Chat(id="a", title="Apples", updated_at=1),
    Chat(id="b", title="Bread", folder="Kitchen", updated_at=2),
    Chat(id="c", title="Ёлка", updated_at=3),
    Chat(id="d", title="Dough", folder="Kitchen", updated_at=4),
    Chat(id="e", title="Eggs", pinned=True, folder="Kitchen", updated_at=0),
]


def shown(rows: list[ChatRow | SectionRow]) -> list[str]:
    return [f"{row.kind.name} {row.name}".strip() if isinstance(row, SectionRow) else row.chat.id for row in rows]


def test_pinned_first_then_folders_then_the_rest_and_the_newest_on_top() -> None:
    assert shown(rows_of(CHATS, "", ())) == ["PINNED", "e", "FOLDER Kitchen", "d", "b", "REST", "c", "a"]


def test_a_list_without_sections_has_no_headings() -> None:
    assert shown(rows_of([CHATS[0], CHATS[2]], "", ())) == ["c", "a"]


def test_search_filters_titles_whatever_the_case_and_opens_what_is_folded() -> None:
    closed = {"section:FOLDER:Kitchen"}
    assert shown(rows_of(CHATS, "", closed)) == ["PINNED", "e", "FOLDER Kitchen", "REST", "c", "a"]
    assert shown(rows_of(CHATS, "ёЛ", closed)) == ["c"]
    assert shown(rows_of(CHATS, " bread ", closed)) == ["FOLDER Kitchen", "b"]


def test_the_model_keeps_qts_rules_through_every_change() -> None:
    model = ChatListModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_chats(CHATS)
    model.put(replace(CHATS[0], updated_at=9))
    model.put(replace(CHATS[1], folder="", pinned=True))
    model.put(Chat(id="f", title="Figs", updated_at=10))
    model.drop("c")
    model.set_query("e")
    model.set_query("")
    assert model.chat_ids() == ["b", "e", "d", "f", "a"]


def test_a_change_elsewhere_leaves_the_row_that_is_being_looked_at() -> None:
    model = ChatListModel()
    model.set_chats(CHATS)
    watched = QPersistentModelIndex(model.index_of("a"))
    before = watched.row()
    model.put(Chat(id="f", title="Figs", updated_at=10))
    assert watched.row() == before + 1
    assert model.data(watched, CHAT_ROLE) == CHATS[0]


class Bench:
    """The panel with its presenter over a program with three chats, the newest on top: c, b, a."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.program = make_program(ScriptedProvider(scripts=[never_ending()]))
        self.window = Window(self.program)
        self.model = ChatListModel()
        self.panel = ChatListPanel(self.model, theme, icons)
        self.panel.resize(260, 600)
        self.panel.show()
        self.presenter = ChatListPresenter(self.window.services, self.window.launch, self.model, self.panel)
        self.opened: list[str] = []
        self.presenter.open_requested.connect(self._open)

    async def fill(self) -> list[str]:
        """Three chats; returns their ids from top to bottom."""
        for title in ("a", "b", "c"):
            await self.program.chats.new_chat(title)
            self.program.clock.advance(1000)
        chats = await self.presenter.load()
        self.presenter.show_open(chats[0].id)
        return self.model.chat_ids()

    async def end(self) -> None:
        """The program ends."""
        self.presenter.close()
        await self.program.chats.stop_all()
        await self.program.tasks.close()

    def _open(self, chat_id: str) -> None:
        self.opened.append(chat_id)
        self.presenter.show_open(chat_id)


@pytest.fixture
def bench(theme: AppTheme, icons: Icons) -> Bench:
    return Bench(theme, icons)


async def test_tab_goes_down_the_panel(bench: Bench) -> None:
    bench.panel.search.setFocus()
    stops = tab_stops(bench.panel.window())
    assert bench.panel.view in stops
    assert steps_back(stops) == []


async def test_deleting_opens_the_neighbour_and_undo_brings_the_chat_back(bench: Bench) -> None:
    top, middle, _bottom = await bench.fill()
    bench.presenter.delete(top)
    await until(lambda: bench.opened == [middle])
    assert bench.model.chat(top) is None
    assert bench.panel.undo_bar.isVisible()
    bench.panel.undo_bar.undo_pressed.emit()
    await until(lambda: bench.opened[-1] == top)
    assert bench.model.chat(top) is not None
    assert bench.panel.undo_bar.isHidden()
    assert (await bench.program.chats.get_chat(top)).deleted_at is None
    await bench.end()


async def test_what_is_gone_for_good_is_not_offered_back(bench: Bench) -> None:
    _top, middle, bottom = await bench.fill()
    for chat_id in (bottom, middle):
        bench.presenter.delete(chat_id)
        await until(lambda chat_id=chat_id: bench.model.chat(chat_id) is None)
    bench.program.bus.publish(ChatPurged(middle))
    assert bench.panel.undo_bar.isHidden()
    bench.presenter.undo_delete()
    await until(lambda: bench.model.chat(bottom) is not None)
    assert bench.model.chat(middle) is None
    await bench.end()


async def test_deletions_are_undone_one_by_one_also_after_the_bar_is_gone(bench: Bench) -> None:
    top, middle, bottom = await bench.fill()
    for chat_id in (bottom, middle):
        bench.presenter.delete(chat_id)
        await until(lambda chat_id=chat_id: bench.model.chat(chat_id) is None)
    bench.panel.undo_bar.hide()
    bench.presenter.undo_delete()
    await until(lambda: bench.model.chat(middle) is not None)
    assert bench.model.chat(bottom) is None
    bench.presenter.undo_delete()
    await until(lambda: bench.model.chat(bottom) is not None)
    assert set(bench.model.chat_ids()) == {top, middle, bottom}
    await bench.end()


async def test_deleting_the_last_chat_leaves_none_open(bench: Bench) -> None:
    for chat_id in await bench.fill():
        bench.presenter.delete(chat_id)
        await until(lambda chat_id=chat_id: bench.model.chat(chat_id) is None)
    assert bench.opened[-1] == ""
    await bench.end()


async def test_searching_hides_the_open_chat_and_opens_no_other(bench: Bench) -> None:
    _top, _middle, bottom = await bench.fill()
    bench.panel.search.setText("a")
    assert bench.model.chat_ids() == [bottom]
    assert bench.opened == []
    bench.panel.search.setText("nowhere")
    assert bench.model.chat_ids() == []
    assert bench.panel.view.isHidden()
    bench.panel.search.clear()
    assert len(bench.model.chat_ids()) == 3
    assert not bench.panel.view.isHidden()
    await bench.end()


async def test_arrows_open_chats(bench: Bench) -> None:
    _top, middle, _bottom = await bench.fill()
    press(bench.panel.view, Qt.Key.Key_Down)
    assert bench.opened == [middle]
    await bench.end()


async def test_renaming_is_safe_with_input_methods(bench: Bench) -> None:
    """Case H-38, in the list."""
    top, *_ = await bench.fill()
    bench.presenter.edit_title(top)
    (editor,) = bench.panel.view.viewport().findChildren(LineEdit)
    assert isinstance(editor, LineEdit)
    editor.clear()
    compose(editor, "にほん")
    press(editor, Qt.Key.Key_Return)
    assert (await bench.program.chats.get_chat(top)).title == "c"
    compose(editor, "", "日本")
    press(editor, Qt.Key.Key_Return)
    await until(lambda: (chat := bench.model.chat(top)) is not None and chat.title == "日本")
    await bench.end()


async def test_the_list_tells_which_chat_is_being_answered(bench: Bench) -> None:
    top, *_ = await bench.fill()
    bench.window.launch("send", bench.program.chats.send(top, "Go"))
    await until(lambda: bool(bench.model.index_of(top).data(STREAMING_ROLE)))
    bench.program.chats.stop(top)
    await until(lambda: bool(bench.program.of_kind(TurnFinished)))
    assert not bench.model.index_of(top).data(STREAMING_ROLE)
    await bench.end()


async def test_a_heading_folds_its_chats(bench: Bench) -> None:
    top, *_ = await bench.fill()
    bench.presenter.set_pinned(top, pinned=True)
    await until(lambda: bench.model.index(0).data(SECTION_ROLE) is not None)
    assert len(bench.model.chat_ids()) == 3
    bench.panel.view.section_pressed.emit(bench.model.index(0))
    assert top not in bench.model.chat_ids()
    bench.panel.view.section_pressed.emit(bench.model.index(0))
    assert top in bench.model.chat_ids()
    await bench.end()
