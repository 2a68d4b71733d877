"""The search in the whole window, over fakes: typing, walking, opening, filters, pages, other branches, failures."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

from PySide6.QtCore import QDate, QLocale, QModelIndex, Qt
from PySide6.QtTest import QTest

from desktop_app.domain.character import Character
from desktop_app.domain.errors import StorageError
from desktop_app.domain.message import Role
from desktop_app.services.events import OlderIndexed
from desktop_app.services.search_service import PAGE
from desktop_app.ui.icons import Icons
from desktop_app.ui.search.delegate import MARK_SHARE
from desktop_app.ui.search.dialog import SearchDialog
from desktop_app.ui.search.filters import Time
from desktop_app.ui.search.model import WHEN_ROLE, WHO_ROLE
from desktop_app.ui.search.presenter import SearchPresenter
from desktop_app.ui.search.results import MEANING, WORDS
from desktop_app.ui.theme import AppTheme, mixed
from tests.contract.worlds import text_message
from tests.ui.conftest import until
from tests.ui.rig import press
from tests.ui.spoken import nameless
from tests.ui.test_main_window import Bench


class Searching:
    """A window with chats in it, and its search."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.bench = Bench(theme, icons)
        self.program = self.bench.program
        self.dialog: SearchDialog

    async def open(self) -> None:
        """Three chats: lamps in the first and second, the third is shown."""
        chats = self.program.chats
        self.first = (await chats.new_chat("The lighthouse")).id
        self.second = (await chats.new_chat("Letters")).id
        await self._say(self.first, "q1", None, "Where is the red lamp?")
        await self._say(self.first, "a1", "q1", "On the table.", Role.ASSISTANT)
        await self._say(self.first, "a2", "q1", "The lamp is in the hall.", Role.ASSISTANT)
        await self._say(self.second, "b1", None, "A letter about a lamp and a door")
        self.third = (await chats.new_chat("Quiet")).id
        await self.bench.open()
        await self.bench.switch_to(self.third)

    async def _say(self, chat_id: str, name: str, parent: str | None, text: str, role: Role = Role.USER) -> None:
        await self.program.chat_repository.append(text_message(name, parent, text, chat_id=chat_id, role=role))

    def press_keys(self) -> SearchDialog:
        """Ctrl+Shift+F."""
        self.bench.window._actions["search-messages"].trigger()
        found = self.bench.window._search._dialog
        assert found is not None
        self.dialog = found
        return found

    async def type(self, text: str) -> None:
        """Types and waits for the answer."""
        presenter = self.dialog.findChild(SearchPresenter)
        assert isinstance(presenter, SearchPresenter)
        number = presenter._number
        self.dialog.field.setText(text)
        await until(lambda: presenter._number > number and not self.program.tasks.running("search messages"))

    def ids(self) -> list[str]:
        """The rows of the group that is shown."""
        model = (
            self.dialog.results.words
            if self.dialog.results.tabs.currentIndex() == WORDS
            else self.dialog.results.meaning
        )
        hits = (model.hit(row) for row in range(model.rowCount()))
        return [hit.message_id for hit in hits if hit is not None]


@asynccontextmanager
async def searching(theme: AppTheme, icons: Icons) -> AsyncGenerator[Searching, None]:
    """Opens all, closes all; no bug on the way."""
    made = Searching(theme, icons)
    await made.open()
    made.press_keys()
    yield made
    await made.bench.close()
    assert made.bench.bugs == []


async def test_a_word_is_found_in_all_chats_and_enter_opens_at_the_message(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        assert "Every message" in search.dialog.results.sentence()
        await until(search.dialog.field.hasFocus)
        await search.type("LAMP")
        assert search.ids() == ["b1", "a2", "q1"]
        results = search.dialog.results
        assert results.tabs.tabText(WORDS) == "By words (3)"
        assert not results.tabs.isTabVisible(MEANING)
        press(search.dialog.field, Qt.Key.Key_Down)
        press(search.dialog.field, Qt.Key.Key_Down)
        press(search.dialog.field, Qt.Key.Key_Up)
        hit = results.hit()
        assert hit is not None
        assert hit.message_id == "a2"
        press(search.dialog.field, Qt.Key.Key_Return)
        view = search.bench.window.chat_view
        await until(lambda: search.bench.chat_id == search.first and view._reveal.framed_id == "a2")
        assert search.dialog.isHidden()
        await until(lambda: view.copying.selected_text({}) == "lamp")
        assert search.bench.window.focusWidget() is view
        assert search.press_keys() is search.dialog
        assert search.ids() == ["b1", "a2", "q1"]
        assert results.hit() == hit


async def test_esc_ends_it_and_the_next_one_is_new(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        await search.type("lamp")
        before = search.dialog
        press(search.dialog.field, Qt.Key.Key_Escape)
        assert search.bench.window._search._dialog is None
        assert search.press_keys() is not before
        assert search.dialog.field.text() == ""


async def test_a_message_on_another_branch_is_told_and_can_be_gone_to(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        await search.type("table")
        assert search.dialog.results.sentence() == "Nothing found."
        search.dialog.filters.variants.click()
        await until(lambda: search.ids() == ["a1"])
        press(search.dialog.field, Qt.Key.Key_Return)
        await until(lambda: search.dialog.notice.sentence() != "")
        assert "variant" in search.dialog.notice.sentence()
        assert search.bench.chat_id == search.third
        search.dialog.notice.action_pressed.emit()
        view = search.bench.window.chat_view
        await until(lambda: search.bench.chat_id == search.first and view._reveal.framed_id == "a1")
        assert await search.program.branch_texts(search.first) == ["Where is the red lamp?", "On the table."]


async def test_filters_narrow_the_search_and_one_press_takes_them_away(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        await search.type("lamp")
        filters = search.dialog.filters
        await until(lambda: filters.chat.count() == 4)
        filters.chat.setCurrentIndex(filters.chat.findText("Letters"))
        filters.chat.edited.emit()
        await until(lambda: search.ids() == ["b1"])
        filters.who.show_value(Role.ASSISTANT)
        filters.who.edited.emit()
        await until(lambda: search.dialog.results.sentence() == "Nothing found here.")
        assert search.dialog.results._widen.isVisible()
        search.dialog.results._widen.click()
        await until(lambda: search.ids() == ["b1", "a2", "q1"])
        assert not filters.any_set


async def test_days_can_be_chosen_by_hand(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        filters = search.dialog.filters
        assert not filters.shows_days
        filters.time.show_value(Time.BETWEEN)
        filters.time.edited.emit()
        assert filters.shows_days
        filters.first.setDate(QDate(2026, 3, 2))
        filters.last.setDate(QDate(2026, 3, 1))
        question = filters.question("x")
        assert question.since is not None
        assert question.until is not None
        assert question.until - question.since == 2 * 86_400_000
        filters.time.show_value(Time.WEEK)
        question = filters.question("x")
        assert question.since is not None
        assert question.until is None


async def test_what_is_near_in_meaning_has_a_group_of_its_own(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        search.program.meaning_search.nearest = {"door": ["b1", "a1"], "light": ["a2"]}
        await search.type("door")
        results = search.dialog.results
        assert (search.ids(), results.tabs.tabText(MEANING)) == (["b1"], "By meaning (1)")
        QTest.keyClick(search.dialog.field, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
        results.tabs.setCurrentIndex(MEANING)
        assert search.ids() == ["a1"]
        await search.type("light")
        assert (results.tabs.currentIndex(), search.ids()) == (MEANING, ["a2"])
        results.tabs.setCurrentIndex(WORDS)
        assert results.sentence() == "No message has these words."


async def test_a_failing_embedder_leaves_the_words_and_says_why(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        search.program.meaning_search.fail_with = StorageError(detail="no vectors")
        await search.type("door")
        assert search.ids() == ["b1"]
        assert "no vectors" in search.dialog.remark()


async def test_a_failing_search_says_why_in_the_place_of_results(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        search.program.message_search.fail_with = StorageError(detail="no disk")
        await search.type("door")
        assert "no disk" in search.dialog.results.sentence()
        await search.type("lamp")
        assert search.ids() == ["b1", "a2", "q1"]


async def test_pages_come_when_the_end_is_near(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        for number in range(2 * PAGE + 5):
            parent = f"n{number - 1}" if number else None
            await search._say(search.third, f"n{number}", parent, f"needle {number}")
        await search.type("needle")
        results = search.dialog.results
        while results.words.has_more:
            count = results.words.rowCount()
            results.words.fetchMore(QModelIndex())
            await until(lambda count=count: results.words.rowCount() > count)
        assert search.ids() == [f"n{number}" for number in reversed(range(2 * PAGE + 5))]
        assert results.tabs.tabText(WORDS) == f"By words ({2 * PAGE + 5})"


async def test_older_messages_are_counted_and_looked_through_when_they_are_there(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        search.program.message_search.late = ["x"] * 3411 + ["q1"]
        await search.type("lamp")
        assert search.dialog.remark() == f"Still reading older messages: {QLocale().toString(3412)} left."
        assert search.ids() == ["b1", "a2"]
        search.program.message_search.late.clear()
        search.program.bus.publish(OlderIndexed(0))
        await until(lambda: search.ids() == ["b1", "a2", "q1"])
        assert search.dialog.remark() == ""


async def test_signs_alone_are_told(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        await search.type(":)")
        assert search.dialog.results.sentence() == "Signs alone cannot be searched for. Add a word or a letter."
        await search.type("lamp :)")
        assert search.dialog.remark() == "Not searched for: “:)”."


async def test_the_field_of_the_chat_list_leads_here(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        press(search.dialog.field, Qt.Key.Key_Escape)
        panel = search.bench.window._list_panel
        assert panel.in_messages.isHidden()
        panel.search.setText("door")
        assert not panel.in_messages.isHidden()
        panel.in_messages.click()
        dialog = search.bench.window._search._dialog
        assert dialog is not None
        search.dialog = dialog
        assert dialog.field.text() == "door"
        await until(lambda: search.ids() == ["b1"])


async def test_everything_has_a_name_and_a_row_is_read_as_a_whole(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        await search.program.library.save_character(Character("aria", "Aria"))
        await search.type("door")
        await until(lambda: search.dialog.filters.character.count() == 2)
        assert nameless(search.dialog) == []
        model = search.dialog.results.words
        spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken.startswith("Letters, You, ")
        assert spoken.endswith(": A letter about a lamp and a door")
        assert model.index(0).data(WHO_ROLE) == "You"


async def test_a_message_of_an_unknown_day_has_no_date(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        await search.type("door")
        model = search.dialog.results.words
        await until(lambda: model.rowCount() == 1)
        hit = model.hit(0)
        assert hit is not None
        assert model.index(0).data(WHEN_ROLE) != ""
        model.set_hits([replace(hit, created_at=0)])
        assert model.index(0).data(WHEN_ROLE) == ""
        spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken == "Letters, You: A letter about a lamp and a door"


async def test_found_words_are_marked(theme: AppTheme, icons: Icons) -> None:
    async with searching(theme, icons) as search:
        await search.type("lamp")
        marked = mixed(theme.tokens.accent, theme.tokens.selection, MARK_SHARE).name()
        picture = search.dialog.results.current.viewport().grab().toImage()
        colors = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(20, 60)}
        assert marked in colors
