"""The whole window over fakes: from a first start to a remembered one, sending, stopping, switching."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from shiboken6 import isValid

from desktop_app.domain.backup import DataReplacedError
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.errors import ProviderError, ProviderErrorKind, SettingsSetAsideError
from desktop_app.domain.generation import StreamFailed, TextDelta
from desktop_app.domain.settings import AppearanceSettings, DialogSize, Settings, Theme, WindowSettings
from desktop_app.services.events import TurnFinished
from desktop_app.ui.dialogs.about import AboutDialog
from desktop_app.ui.icons import Icons
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.theme import AppTheme
from desktop_app.ui.window_state import first_size
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.ui.conftest import until
from tests.ui.rig import Window, never_ending, press
from tests.ui.spoken import nameless


class Bench:
    """A window that is shown over a program."""

    def __init__(
        self, theme: AppTheme, icons: Icons, provider: ScriptedProvider | None = None, settings: Settings | None = None
    ) -> None:
        self.theme, self.icons = theme, icons
        self.program: Program = make_program(provider, settings=settings)
        self.bugs: list[BaseException] = []

    async def open(self) -> MainWindow:
        """Shows the window and waits until a chat is open in it."""
        services = Window(self.program).services
        self.window = MainWindow(services, self.theme, self.icons, self.bugs.append, dict)
        self.window.show()
        self.window.activateWindow()
        await self.window.start()
        await until(lambda: self.window._open_chat.id != "")
        return self.window

    @property
    def chat_id(self) -> str:
        """The open chat."""
        return self.window._open_chat.id

    async def switch_to(self, chat_id: str) -> None:
        """Opens another chat."""
        self.window.open_chat(chat_id)
        await until(lambda: self.chat_id == chat_id)

    def send(self, text: str) -> None:
        """Writes and presses Enter."""
        self.window.composer.editor.insertPlainText(text)
        press(self.window.composer.editor, Qt.Key.Key_Return)

    def rows(self) -> list[str]:
        """The texts of the conversation as its model holds them."""
        model = self.window._chat_model
        return [message.text if (message := model.message(row)) else "" for row in range(model.rowCount())]

    async def close(self) -> None:
        """Ends as ``run`` does."""
        await self.window.put_away()
        await self.program.chats.stop_all()
        await self.program.tasks.close()
        self.window.leave()


@pytest.fixture
def bench(theme: AppTheme, icons: Icons) -> Bench:
    return Bench(theme, icons)


async def test_a_first_start_opens_a_chat_to_write_in(bench: Bench) -> None:
    window = await bench.open()
    assert len(await bench.program.chats.list_chats()) == 1
    assert window.composer.isEnabled()
    await until(window.composer.editor.hasFocus)
    assert "New chat" in window.windowTitle()
    await bench.close()


@pytest.mark.parametrize("screen", [QSize(1280, 800), QSize(1366, 728), QSize(1024, 768), QSize(3840, 2160)])
def test_a_first_window_is_seen_whole(screen: QSize) -> None:
    size = first_size(screen)
    assert size.width() < screen.width()
    assert size.height() + 30 < screen.height()  # the frame of most desktops
    assert size.width() <= 1280


async def test_a_message_is_answered_and_shown(bench: Bench) -> None:
    await bench.open()
    bench.send("Who are you?")
    await until(lambda: bench.rows() == ["Who are you?", "Hello there"])
    assert bench.window.composer.text() == ""
    await bench.close()


async def test_escape_stops_the_answer_and_keeps_what_came(theme: AppTheme, icons: Icons) -> None:
    bench = Bench(theme, icons, ScriptedProvider(scripts=[never_ending()]))
    window = await bench.open()
    bench.send("Go")
    await until(lambda: (part := bench.program.chats.partial(bench.chat_id)) is not None and len(part.text) > 20)
    assert window._actions["stop"].isEnabled()
    await until(window.isActiveWindow)
    QTest.keyClick(window.composer.editor, Qt.Key.Key_Escape)
    await until(lambda: bool(bench.program.of_kind(TurnFinished)))
    assert (await bench.program.branch_texts(bench.chat_id))[1].startswith("on on")
    assert not window._actions["stop"].isEnabled()
    await bench.close()


async def test_switching_while_an_answer_comes_leaves_it_in_its_chat(theme: AppTheme, icons: Icons) -> None:
    """Case H-32."""
    bench = Bench(theme, icons, ScriptedProvider(scripts=[never_ending(), words("Second answer")]))
    await bench.open()
    first = bench.chat_id
    bench.send("first")
    await until(lambda: bench.program.chats.partial(first) is not None)
    second = (await bench.program.chats.new_chat("other")).id
    await bench.switch_to(second)
    assert bench.rows() == []
    bench.send("second")
    await until(lambda: bench.rows() == ["second", "Second answer"])
    await bench.switch_to(first)
    await until(lambda: len(bench.rows()) == 2 and bench.rows()[1].startswith("on on"))
    bench.window._actions["stop"].trigger()
    await until(lambda: not bench.program.chats.is_streaming(first))
    assert await bench.program.branch_texts(second) == ["second", "Second answer"]
    await bench.close()


async def test_docks_size_and_chat_are_remembered(theme: AppTheme, icons: Icons) -> None:
    bench = Bench(theme, icons)
    window = await bench.open()
    kept = await bench.program.chats.new_chat("Remembered")
    await bench.switch_to(kept.id)
    window._actions["toggle-preview"].trigger()
    assert window._docks.preview.isHidden()
    window.resize(760, 640)  # the offscreen screen has 800 × 800
    await bench.close()
    again = Bench(theme, icons)
    again.program = bench.program
    window = await again.open()
    assert (window.width(), window.height()) == (760, 640)
    assert window._docks.preview.isHidden()
    assert not window._docks.chats.isHidden()
    assert not window._actions["toggle-preview"].isChecked()
    assert again.chat_id == kept.id
    await again.close()


async def test_a_dialog_is_as_large_as_it_was_left(theme: AppTheme, icons: Icons) -> None:
    first = Bench(theme, icons)
    dialog = await about(await first.open())
    untouched = dialog.size()
    dialog.reject()
    await until(lambda: not isValid(dialog))
    assert first.program.settings.settings.window.dialog_sizes == ()
    dialog = await about(first.window)
    dialog.resize(untouched + QSize(60, 40))
    dialog.reject()
    await until(lambda: first.program.settings.settings.window.dialog_sizes != ())
    await first.close()
    again = Bench(theme, icons, settings=first.program.settings.settings)
    dialog = await about(await again.open())
    assert dialog.size() == untouched + QSize(60, 40)
    await again.close()


async def test_a_dialog_is_never_larger_than_the_screen(theme: AppTheme, icons: Icons) -> None:
    huge = WindowSettings(dialog_sizes=(DialogSize("AboutDialog", 50_000, 50_000),))
    bench = Bench(theme, icons, settings=Settings(first_run_done=True, window=huge))
    dialog = await about(await bench.open())
    room = dialog.screen().availableSize()
    assert dialog.width() < room.width()
    assert dialog.height() < room.height()
    await bench.close()


async def about(window: MainWindow) -> AboutDialog:
    """The open dialog."""
    window._actions["about"].trigger()
    await until(lambda: any(dialog.isVisible() for dialog in window.findChildren(AboutDialog)))
    return next(dialog for dialog in window.findChildren(AboutDialog) if dialog.isVisible())


async def test_a_failed_turn_says_what_was_kept_and_can_be_tried_again(theme: AppTheme, icons: Icons) -> None:
    failure = StreamFailed(ProviderError(ProviderErrorKind.NETWORK, action="retry"))
    bench = Bench(theme, icons, ScriptedProvider(scripts=[[TextDelta("Half"), failure], words("Whole answer")]))
    window = await bench.open()
    bench.send("Tell me")
    bar = window._page.notice_bar
    await until(lambda: bool(bar.sentence()))
    assert bar.sentence() == "The server could not be reached. What came so far is kept."
    (again,) = [button for button in bar.findChildren(QPushButton) if button.text() == "Try again"]
    again.click()
    await until(lambda: bench.rows() == ["Tell me", "Whole answer"])
    assert bar.sentence() == ""
    await bench.close()


async def test_what_the_server_said_ends_before_the_next_sentence(theme: AppTheme, icons: Icons) -> None:
    failure = StreamFailed(ProviderError(ProviderErrorKind.RATE_LIMIT, detail="slow down"))
    bench = Bench(theme, icons, ScriptedProvider(scripts=[[failure]]))
    window = await bench.open()
    bench.send("Tell me")
    await until(lambda: bool(window._page.notice_bar.sentence()))
    assert window._page.notice_bar.sentence().endswith("The server answered: slow down. Your message is stored.")
    await bench.close()


async def test_a_notice_belongs_to_its_chat(theme: AppTheme, icons: Icons) -> None:
    failure = StreamFailed(ProviderError(ProviderErrorKind.AUTH, action="open-connection"))
    bench = Bench(theme, icons, ScriptedProvider(scripts=[[failure]]))
    window = await bench.open()
    first = bench.chat_id
    bench.send("Tell me")
    await until(lambda: "Your message is stored." in window._page.notice_bar.sentence())
    await bench.switch_to((await bench.program.chats.new_chat("other")).id)
    assert window._page.notice_bar.sentence() == ""
    await bench.switch_to(first)
    assert "API key" in window._page.notice_bar.sentence()
    await bench.close()


async def test_what_was_wrong_at_the_start_is_told_until_it_is_closed(theme: AppTheme, icons: Icons) -> None:
    bench = Bench(theme, icons)
    bench.program.settings.notice = SettingsSetAsideError(name="settings.broken-1.json")
    window = await bench.open()
    bar = window._page.notice_bar
    assert "settings.broken-1.json" in bar.sentence()
    other = await bench.program.chats.new_chat("Other")
    await bench.switch_to(other.id)
    assert "settings.broken-1.json" in bar.sentence()
    bar.closed.emit()
    assert bar.sentence() == ""
    await bench.close()


async def test_the_start_tells_what_took_its_place_and_where_the_rest_is(theme: AppTheme, icons: Icons) -> None:
    """Killed before the person pressed *Open Talespan*, the rescue takes its place without having been seen."""
    bench = Bench(theme, icons)
    bench.program.backups.notice = DataReplacedError(file="talespan-damaged.db")
    window = await bench.open()
    assert "talespan-damaged.db" in window._page.notice_bar.sentence()
    await bench.close()


async def test_a_bug_is_no_notice(bench: Bench) -> None:
    window = await bench.open()
    bug = ZeroDivisionError()
    window.report(bug)
    assert bench.bugs == [bug]
    assert window._page.notice_bar.sentence() == ""
    await bench.close()


async def test_the_plan_of_an_old_answer_is_shown_on_request(bench: Bench) -> None:
    window = await bench.open()
    bench.send("Who are you?")
    await until(lambda: len(bench.rows()) == 2 and not bench.program.chats.is_streaming(bench.chat_id))
    answer = (await bench.program.branch_messages(bench.chat_id))[-1]
    window.chat_view.row_actions.context_requested.emit(answer.id)
    await until(lambda: bool(window.preview.head.banner.sentence()))
    plan = window.preview.plan
    assert plan is not None
    assert plan.messages == bench.program.provider.requests[0].messages
    await bench.close()


async def test_the_model_of_an_old_answer_is_told_under_the_mouse(bench: Bench) -> None:
    window = await bench.open()
    bench.send("Who are you?")
    await until(lambda: len(bench.rows()) == 2 and not bench.program.chats.is_streaming(bench.chat_id))
    written, other = bench.chat_id, await bench.program.chats.new_chat("Other")
    answer = (await bench.program.branch_messages(written))[-1].id
    await bench.switch_to(other.id)
    await bench.switch_to(written)
    await until(lambda: len(bench.rows()) == 2)
    assert window._chat_model.model_name(answer) == ""
    window.chat_view.activate(1)
    await until(lambda: window._chat_model.model_name(answer) != "")
    turn = await bench.program.turn_repository.turn_of(answer)
    assert turn is not None
    assert window._chat_model.model_name(answer) == (turn.model or turn.connection_name)
    await bench.close()


async def test_menus_open_without_holding_anything_up(bench: Bench) -> None:
    await bench.program.library.save_persona(Persona(id="me", name="Alex"))
    window = await bench.open()
    await until(window._page.header.persona.isVisible)  # it is shown when its menu has been filled
    for button in window.findChildren(MenuButton):
        button.open_menu()
        assert button._popup is not None
        assert button._popup.isVisible()
        assert button._popup.actions()
        button._popup.hide()
    await bench.close()


async def test_a_character_is_written_to_by_name(bench: Bench) -> None:
    await bench.program.library.save_character(Character(id="mira", name="Mira"))
    await bench.open()
    chat = await bench.program.chats.new_chat("Lighthouse", character_id="mira")
    await bench.switch_to(chat.id)
    assert bench.window.composer.editor.placeholderText() == "Write to Mira …"
    await bench.close()


async def test_choices_of_look_are_stored(bench: Bench) -> None:
    window = await bench.open()
    window._actions["larger-text"].trigger()
    await until(lambda: bench.program.settings.settings.appearance.message_font_size == 16)
    window._menu.theme_chosen.emit(Theme.DARK)
    await until(lambda: bench.program.settings.settings.appearance.theme is Theme.DARK)
    assert bench.program.settings_store.settings.appearance == AppearanceSettings(Theme.DARK, message_font_size=16)
    await bench.close()


async def test_a_screen_reader_hears_a_name_for_every_control(bench: Bench) -> None:
    window = await bench.open()
    bench.send("Who are you?")
    await until(lambda: len(bench.rows()) == 2 and not bench.program.chats.is_streaming(bench.chat_id))
    window.chat_view.activate(1)
    window._list_panel.search.setText("x")
    assert nameless(window) == []
    await bench.close()


async def test_closing_asks_once_and_the_window_stays(bench: Bench) -> None:
    window = await bench.open()
    asked: list[int] = []
    window.close_requested.connect(lambda: asked.append(1))
    window.close()
    assert asked == [1]
    assert window.isVisible()
    await bench.close()
