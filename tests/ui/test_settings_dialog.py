"""The dialog of settings: what is changed is stored at once, what is searched is found, what is lost comes back."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_app.domain.backup import BY_HAND, BackupContents
from desktop_app.domain.errors import DownloadError
from desktop_app.domain.generation import ConnectionProfile, GenerationSettings
from desktop_app.domain.settings import AppearanceSettings, Settings, Theme
from desktop_app.ui.application import Languages
from desktop_app.ui.dialogs.connections import ConnectionsDialog
from desktop_app.ui.icons import Icons
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.settings_dialog.dialog import SettingsDialog
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.rig import Window

HOME = ConnectionProfile(
    id="home", name="Home", base_url="http://127.0.0.1:1/v1", model="small", generation=GenerationSettings(top_p=0.9)
)
SETTINGS = Settings(connections=(HOME,), default_connection_id="home", first_run_done=True)


class Bench:
    """The dialog over a program with one server and three backups."""

    def __init__(self, icons: Icons, model_folder: Path = Path("no", "such", "folder")) -> None:
        self.program = make_program(settings=SETTINGS, model_folder=model_folder)
        for number in range(3):
            self.program.backup_store.now = BackupContents(number, 10 * number, None)
            self.program.backup_store.back_up(BY_HAND, lambda _share: True)
        self.window = Window(self.program)
        self.dialog = SettingsDialog(self.window.services, self.window.launch, icons)
        self.dialog.show()

    @property
    def stored(self) -> Settings:
        """What is kept."""
        return self.program.settings_store.settings

    def visible_pages(self) -> list[str]:
        """What the list offers."""
        items = [self.dialog._list.item(row) for row in range(self.dialog._list.count())]
        return [item.text() for item in items if not item.isHidden()]

    async def end(self) -> None:
        """Closes it as the window does."""
        self.dialog.reject()
        await until(lambda: not self.program.tasks.running("change settings"))
        await self.program.tasks.close()
        self.dialog.deleteLater()
        assert self.window.errors == []


@pytest.fixture
def bench(icons: Icons) -> Bench:
    return Bench(icons)


async def test_the_look_is_stored_at_once(bench: Bench) -> None:
    page = bench.dialog._appearance
    page._theme.setCurrentIndex(page._theme.findData(Theme.HIGH_CONTRAST.value))
    page._size.setValue(20)
    page._still.setChecked(True)
    wanted = AppearanceSettings(Theme.HIGH_CONTRAST, message_font_size=20, reduce_motion=True)
    await until(lambda: bench.stored.appearance == wanted)
    assert (page._size.minimum(), page._size.maximum()) == (12, 22)
    await bench.end()


async def test_the_generation_settings_are_the_default_connections(bench: Bench) -> None:
    page = bench.dialog._generation
    assert "Home · small" in page._whose.text()
    assert page._numbers["top_p"].value() == 0.9
    page._reserve.setValue(700)
    page._numbers["temperature"]._number.setValue(1.25)
    page._numbers["top_p"]._set.setChecked(False)
    page._numbers["presence_penalty"]._set.setChecked(True)
    wanted = GenerationSettings(max_tokens=700, temperature=1.25, presence_penalty=0.2)
    await until(lambda: bench.stored.connection("home").generation == wanted)
    assert bench.stored.connection("home") == replace(HOME, generation=wanted)
    assert page._reserve.maximum() == HOME.context_limit - 1
    await bench.end()


async def test_the_default_strategy_is_shown_and_set(bench: Bench) -> None:
    box, page = bench.dialog._generation._strategy, bench.dialog._generation
    assert box.currentData() == "truncate"
    assert page._strategy_field._help.text().startswith("Drops the oldest")
    box.setCurrentIndex(box.findData("summarize"))
    await until(lambda: page._strategy_field._help.text().startswith("Condenses"))
    assert bench.stored.context.strategy == "summarize"
    await bench.program.settings.change(
        lambda known: replace(known, context=replace(known.context, strategy="of-a-plugin"))
    )
    await until(lambda: box.currentData() == "of-a-plugin")
    assert bench.stored.context.strategy == "of-a-plugin"
    await bench.end()


async def test_another_connection_can_answer_new_chats(bench: Bench) -> None:
    box = bench.dialog._connections._default
    box.setCurrentIndex(0)
    await until(lambda: bench.stored.default_connection_id == "builtin")
    assert bench.dialog._generation._reserve.value() == bench.stored.connection("builtin").generation.max_tokens
    await bench.end()


async def test_a_name_is_stored_when_its_field_is_left_or_the_dialog_closed(bench: Bench) -> None:
    name = bench.dialog._you._name
    name.selectAll()
    QTest.keyClicks(name, "Ilya")
    QTest.keyClick(name, Qt.Key.Key_Return)
    await until(lambda: bench.stored.user_name == "Ilya")
    assert bench.dialog.isVisible()
    name.clear()
    QTest.keyClicks(name, "Anna")
    await bench.end()
    assert bench.stored.user_name == "Anna"


async def test_an_empty_name_is_refused_at_its_field(bench: Bench) -> None:
    name = bench.dialog._you._name
    name.selectAll()
    QTest.keyClick(name, Qt.Key.Key_Backspace)
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert bench.dialog._you._field.error()
    assert bench.stored.user_name == "You"
    await bench.end()


async def test_what_cannot_be_stored_is_said_and_shown_as_it_is(bench: Bench) -> None:
    bench.program.settings_store.broken = True
    bench.dialog._appearance._size.setValue(22)
    await until(bench.dialog._problem.isVisible)
    assert "the disk is gone" in bench.dialog._problem.text()
    assert bench.dialog._appearance._size.value() == 15
    bench.program.settings_store.broken = False
    bench.dialog._appearance._size.setValue(21)
    await until(lambda: not bench.dialog._problem.isVisible())
    await bench.end()


async def test_search_finds_fields_by_any_of_their_words(bench: Bench) -> None:
    search = bench.dialog._search
    search.setText("creativ")
    assert bench.visible_pages() == ["Generation"]
    assert not bench.dialog._generation._reserve.isVisible()
    assert bench.dialog._generation._numbers["temperature"].isVisible()
    search.setText("PERSONA")
    assert bench.visible_pages() == ["You"]
    search.setText("backup")
    assert bench.visible_pages() == ["Data folder"]
    search.setText("no such thing")
    assert bench.visible_pages() == []
    assert bench.dialog._nothing.isVisible()
    search.clear()
    assert len(bench.visible_pages()) == 9
    assert not bench.dialog._nothing.isVisible()
    await bench.end()


@pytest.mark.parametrize(("code", "query", "page"), [("ru", "ТЕМНАЯ", "Внешний вид"), ("zh", "人设", "你")])
async def test_search_knows_the_words_of_each_language(
    icons: Icons, languages: Languages, code: str, query: str, page: str
) -> None:
    languages.choose(code)
    bench = Bench(icons)
    bench.dialog._search.setText(query)
    assert bench.visible_pages() == [page]
    await bench.end()


async def test_a_backup_by_hand_is_made_and_listed(bench: Bench) -> None:
    page = bench.dialog._data
    assert "4.1 kB" in (await listed(bench, 3))[0]
    page._now.click()
    await until(lambda: page._made.text() != "")
    assert page._made.text().startswith("Backed up: ")
    await listed(bench, 4)
    assert page._progress.isHidden()
    await bench.end()


async def test_a_backup_can_be_stopped(bench: Bench) -> None:
    page, store = bench.dialog._data, bench.program.backup_store
    await listed(bench, 3)
    store.hold = threading.Event()
    page._now.click()
    await until(lambda: page._progress._bar.value() > 0)
    assert not page._now.isEnabled()
    button_of(page._progress, "Cancel").click()
    await until(page._now.isEnabled)
    store.hold.set()
    await until(lambda: store.stopped == 1)
    assert len(store.kept) == 3
    assert page._progress.isHidden()
    await bench.end()


async def test_a_backup_that_fails_says_why(bench: Bench) -> None:
    bench.program.backup_store.full = True
    await listed(bench, 3)
    page = bench.dialog._data
    page._now.click()
    await until(lambda: bool(page._field.error()))
    assert page._field.error().startswith("The disk is full")
    await bench.end()


@pytest.mark.usefixtures("english")
async def test_a_restore_takes_two_clicks_and_shows_what_comes_back(bench: Bench) -> None:
    panel, store = bench.dialog._data.restore, bench.program.backup_store
    await listed(bench, 3)
    panel._list.setCurrentRow(1)
    panel._restore.click()
    await until(lambda: not panel._asking.isHidden())
    assert panel._figures.text().startswith("In the backup: 1 chat, 10 messages.\nNow: 2 chats, 20 messages.")
    assert store.staged is None
    panel._confirm.click()
    await until(lambda: not panel._waiting.isHidden())
    assert store.staged == Path("/backups/talespan-1.db")
    asked: list[int] = []
    bench.dialog.quit_wanted.connect(lambda: asked.append(1))
    button_of(panel._waiting, "Quit Talespan").click()
    assert asked == [1]
    button_of(panel._waiting, "Do not restore").click()
    await until(lambda: not panel._choosing.isHidden())
    assert store.staged is None
    await bench.end()


async def test_a_file_that_is_no_backup_changes_nothing(bench: Bench) -> None:
    panel = bench.dialog._data.restore
    await listed(bench, 3)
    bench.program.backup_store.kept.pop(0)
    panel._list.setCurrentRow(2)
    panel._restore.click()
    await until(lambda: panel._error.text() != "")
    assert "cannot be restored" in panel._error.text()
    assert not panel._choosing.isHidden()
    await bench.end()


async def test_a_closed_dialog_finishes_its_backup_and_drops_its_restore(bench: Bench) -> None:
    panel, store = bench.dialog._data.restore, bench.program.backup_store
    await listed(bench, 3)
    store.hold = threading.Event()
    bench.dialog._data._now.click()
    panel._restore.click()
    await until(lambda: not panel._asking.isHidden())
    panel._confirm.click()
    await until(lambda: panel._progress._bar.value() > 0)
    bench.dialog.reject()
    QCoreApplication.sendPostedEvents(bench.dialog)
    await until(lambda: not bench.program.tasks.running("restore"))
    store.hold.set()
    await until(lambda: not bench.program.tasks.running("back up"))
    assert len(store.kept) == 4
    assert store.staged is None
    assert bench.window.errors == []
    await bench.end()


async def test_a_model_file_is_downloaded_and_put_to_use(icons: Icons, tmp_path: Path) -> None:
    bench = Bench(icons, tmp_path)
    bench.dialog.show_models()
    row, downloads = bench.dialog._models._rows["tiny"], bench.program.downloads
    assert "English, Русский · about 700.0 MB · MIT · not tried by us yet" in texts_of(row)
    downloads.hold = asyncio.Event()
    row._download.click()
    await until(lambda: row._progress._sentence.text().startswith("2 bytes of 2 bytes"))
    assert not row._download.isVisible()
    downloads.hold.set()
    await until(row._use.isVisible)
    assert not row._progress.isVisible()
    row._use.click()
    await until(lambda: bench.stored.default_connection_id != "home")
    assert bench.stored.connection(None).model == str(tmp_path / "tiny.gguf")
    row._use.click()
    await until(lambda: not bench.program.tasks.running("change settings"))
    assert len(bench.stored.connections) == 2
    await bench.end()


async def test_a_download_can_be_stopped_and_fail_and_survives_the_dialog(icons: Icons, tmp_path: Path) -> None:
    bench = Bench(icons, tmp_path)
    bench.dialog.show_models()
    row, downloads = bench.dialog._models._rows["tiny"], bench.program.downloads
    downloads.hold = asyncio.Event()
    row._download.click()
    await until(lambda: bench.program.downloads.orders != [])
    button_of(row._progress, "Cancel").click()
    await until(row._download.isVisible)
    assert row._error.text() == ""
    downloads.hold = None
    downloads.error = DownloadError(file="tiny.gguf", detail="the server is gone.")
    row._download.click()
    await until(row._error.isVisible)
    assert "the server is gone" in row._error.text()
    downloads.error, downloads.hold = None, asyncio.Event()
    row._download.click()
    bench.dialog.reject()
    downloads.hold.set()
    await until((tmp_path / "tiny.gguf").exists)
    await bench.end()


async def test_a_mirror_is_an_address_or_nothing(bench: Bench) -> None:
    page = bench.dialog._models
    QTest.keyClicks(page._mirror, "mirror")
    QTest.keyClick(page._mirror, Qt.Key.Key_Return)
    assert page._mirror_field.error()
    page._mirror.selectAll()
    QTest.keyClicks(page._mirror, "https://mirror.invalid/")
    QTest.keyClick(page._mirror, Qt.Key.Key_Return)
    await until(lambda: bench.stored.downloads.mirror == "https://mirror.invalid")
    assert not page._mirror_field.error()
    await bench.end()


async def test_the_window_opens_it_and_changes_the_language_afterwards(theme: AppTheme, icons: Icons) -> None:
    program = make_program(settings=SETTINGS)
    window = MainWindow(Window(program).services, theme, icons, program.bugs.append, dict)
    spoken: list[str] = []
    window.language_chosen.connect(spoken.append)
    window.show()
    await window.start()
    window._actions["settings"].trigger()
    await until(lambda: bool(window.findChildren(SettingsDialog)))
    (dialog,) = window.findChildren(SettingsDialog)
    await until(dialog.isVisible)
    button_of(dialog, "Connections …").click()
    (connections,) = dialog.findChildren(ConnectionsDialog)
    await until(connections.isVisible)
    connections.reject()
    await until(lambda: not program.tasks.running("connections"))
    box = dialog._appearance._language
    box.setCurrentIndex(box.findData("ru"))
    assert spoken == []
    dialog.accept()
    await until(lambda: spoken == ["ru"])
    assert program.settings_store.settings.appearance.language == "ru"
    await window.put_away()
    await program.tasks.close()
    window.leave()
    assert program.bugs == []


async def listed(bench: Bench, count: int) -> list[str]:
    """The list of backups of the open data page, once it has so many."""
    bench.dialog._list.setCurrentRow(bench.dialog._list.count() - 1)
    backups = bench.dialog._data.restore._list
    await until(lambda: backups.count() == count)
    return [backups.item(row).text() for row in range(count)]


def texts_of(root: QWidget) -> str:
    """All that labels say."""
    return "\n".join(label.text() for label in root.findChildren(QLabel))


def button_of(root: QWidget, text: str) -> QPushButton:
    """The button that says ``text``."""
    return next(button for button in root.findChildren(QPushButton) if button.text() == text)
