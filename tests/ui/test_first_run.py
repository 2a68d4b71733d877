"""The first-run page in the whole window: each way leads to a chat that can be written in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFileDialog, QLineEdit, QPushButton, QWidget

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ConnectionKind, ModelInfo
from desktop_app.domain.models import FoundServer
from desktop_app.domain.settings import BUILTIN_CONNECTION_ID, Settings
from desktop_app.services.connection_presets import HOSTED, LOADED_CONTEXT
from desktop_app.ui.dialogs.connections import ConnectionsDialog
from desktop_app.ui.icons import Icons
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.settings_dialog.dialog import SettingsDialog
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider
from tests.ui.conftest import until
from tests.ui.rig import Window

OLLAMA = FoundServer(
    ConnectionKind.OLLAMA,
    "Ollama",
    "http://127.0.0.1:11434",
    (ModelInfo("qwen3:4b", 40_960), ModelInfo("gemma3:4b", 131_072)),
)
EMPTY = FoundServer(ConnectionKind.OPENAI_COMPATIBLE, "LM Studio", "http://127.0.0.1:1234/v1")


class PickyProvider(ScriptedProvider):
    """Knows one model file; every other one is none."""

    asked_for: Callable[[], str] = lambda _self=None: ""

    async def models(self) -> list[ModelInfo]:
        """As the header says."""
        if not self.asked_for().endswith("good.gguf"):
            raise ProviderError(
                ProviderErrorKind.MODEL_FILE,
                detail="bad.gguf is empty.",
                reason="model-file.empty",
                params={"file": "bad.gguf"},
            )
        return [ModelInfo("good.gguf", 4096)]


class Bench:
    """A window over a program that nobody has used."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        provider = PickyProvider()
        self.program: Program = make_program(provider, settings=Settings())
        provider.asked_for = lambda: self.program.providers.asked[-1].model
        self.bugs: list[BaseException] = []
        self.window = MainWindow(Window(self.program).services, theme, icons, self.bugs.append, dict)
        self.page = self.window._page.first_run

    async def open(self, *servers: FoundServer) -> None:
        """Shows the window until the page has looked round."""
        self.program.discovery.servers = list(servers)
        self.window.show()
        self.window.activateWindow()
        await self.window.start()
        await until(lambda: self.page.isVisible() and self.page.servers._look.isEnabled())

    @property
    def settings(self) -> Settings:
        """What is stored."""
        return self.program.settings_store.settings

    def press(self, text: str, *, among: QWidget | None = None) -> None:
        """A button by what it says."""
        button_of(among or self.page, text).click()

    async def wait_chat(self) -> str:
        """Until a chat is open and has the keyboard; its id."""
        await until(lambda: self.window._open_chat.id != "")
        self.window.activateWindow()  # the offscreen platform does not, when a dialog has ended
        await until(self.window.composer.editor.hasFocus)
        assert not self.page.isVisible()
        return self.window._open_chat.id

    async def close(self) -> None:
        """Ends as ``run`` does."""
        await self.window.put_away()
        await self.program.chats.stop_all()
        await self.program.tasks.close()
        self.window.leave()
        assert self.bugs == []


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with two files; what is in them is the provider's word."""
    for name in ("bad.gguf", "good.gguf"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.fixture
def bench(theme: AppTheme, icons: Icons) -> Bench:
    return Bench(theme, icons)


async def test_a_found_server_takes_one_click(bench: Bench) -> None:
    await bench.open(EMPTY, OLLAMA)
    assert bench.page.servers.first_button() is button_of(bench.page, "Use this")
    (models,) = [box for box in bench.page.servers.findChildren(QComboBox) if box.count()]
    models.setCurrentIndex(1)
    bench.press("Use this")
    chat_id = await bench.wait_chat()
    answers = bench.settings.connection(None)
    assert (answers.kind, answers.model, answers.base_url) == (OLLAMA.kind, "gemma3:4b", OLLAMA.base_url)
    assert answers.context_limit == LOADED_CONTEXT
    (greeting,) = await bench.program.branch_texts(chat_id)
    assert greeting.startswith("The lamp was already lit")
    assert bench.window.composer.editor.placeholderText() == "Write to Mira …"
    await bench.close()


async def test_the_keyboard_is_at_the_best_choice_and_enter_takes_it(bench: Bench) -> None:
    await bench.open(OLLAMA)
    use = button_of(bench.page, "Use this")
    await until(use.hasFocus)
    QTest.keyClick(use, Qt.Key.Key_Return)
    await bench.wait_chat()
    assert bench.settings.connection(None).model == "qwen3:4b"
    await bench.close()


async def test_every_way_can_be_reached_by_tab(bench: Bench) -> None:
    await bench.open(OLLAMA)
    reached: list[str] = []
    for _ in range(12):
        widget = QApplication.focusWidget()
        assert widget is not None
        if widget in bench.page.findChildren(QWidget):
            reached.append(widget.text() if isinstance(widget, QAbstractButton) else widget.accessibleName())
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    ways = ("Use this", "Look again", "Provider", "Enter the key …", "Choose file …", "Use the demo model", "Skip")
    assert [way for way in ways if way not in reached] == []
    await bench.close()


async def test_nothing_found_says_what_to_do_and_looks_again(bench: Bench) -> None:
    await bench.open()
    assert "look again" in bench.page.servers._sentence.text()
    assert button_of(bench.page, "Use the demo model").hasFocus()
    bench.program.discovery.servers = [OLLAMA]
    bench.press("Look again")
    await until(lambda: bench.page.servers.first_button() is not None)
    assert bench.program.discovery.looks == 2
    await bench.close()


async def test_the_demo_model_begins_in_english_without_a_connection(bench: Bench) -> None:
    await bench.open()
    bench.page._sample.setChecked(False)
    bench.press("Use the demo model")
    chat_id = await bench.wait_chat()
    assert bench.settings.first_run_done
    assert bench.settings.connection(None).id == BUILTIN_CONNECTION_ID
    assert await bench.program.branch_texts(chat_id) == []
    await bench.close()


async def test_skipping_is_an_empty_chat(bench: Bench) -> None:
    await bench.open()
    bench.press("Skip")
    chat_id = await bench.wait_chat()
    assert bench.settings.first_run_done
    assert await bench.program.branch_texts(chat_id) == []
    await bench.close()


async def test_a_new_chat_from_the_list_is_an_answer_too(bench: Bench) -> None:
    await bench.open()
    bench.window._actions["new-chat"].trigger()
    await bench.wait_chat()
    await until(lambda: bench.settings.first_run_done)
    assert bench.settings.connections == ()
    await bench.close()


async def test_a_key_is_entered_in_the_form_and_begins(bench: Bench) -> None:
    await bench.open()
    bench.page._provider.setCurrentText("DeepSeek")
    bench.press("Enter the key …")
    dialog = await opened(bench.window)
    form = dialog._form
    assert form.profile().base_url == HOSTED[2].base_url
    form.key_field._input.setText("sk-test")
    form.key_field._input.textEdited.emit("sk-test")
    dialog._save_button.click()
    await bench.wait_chat()
    stored = bench.settings.connection(None)
    assert (stored.name, stored.model) == ("DeepSeek", "deepseek-chat")
    assert bench.program.secrets.get(stored.secret_name) == "sk-test"
    await bench.close()


async def test_a_form_that_is_given_up_leaves_the_page(bench: Bench) -> None:
    await bench.open()
    bench.press("Enter the key …")
    dialog = await opened(bench.window)
    dialog.reject()
    await until(lambda: not bench.program.tasks.running("first run"))
    assert bench.page.isVisible()
    assert bench.settings == Settings(window=bench.settings.window)
    await bench.close()


async def test_a_file_that_is_no_model_is_refused_at_its_field(bench: Bench, models: Path) -> None:
    await bench.open()
    await pick(bench, models / "bad.gguf")
    await until(bench.page._file_error.isVisible)
    assert bench.page._file_error.text().endswith("bad.gguf is empty.")
    assert not bench.settings.first_run_done
    await pick(bench, models / "good.gguf")
    await bench.wait_chat()
    answers = bench.settings.connection(None)
    assert (answers.kind, answers.context_limit) == (ConnectionKind.BUILTIN, 4096)
    await bench.close()


async def test_a_model_can_be_downloaded_first(bench: Bench, models: Path) -> None:
    await bench.open()
    bench.program.models._folder = models
    (entry, *_rest) = bench.program.models.catalog()
    bench.program.models._catalog = (replace(entry, file="good.gguf"),)
    bench.press("Download one …")
    await until(lambda: any(dialog.isVisible() for dialog in bench.window.findChildren(SettingsDialog)))
    (dialog,) = bench.window.findChildren(SettingsDialog)
    dialog._models._rows["tiny"]._use.click()
    await until(lambda: bench.settings.default_connection_id != BUILTIN_CONNECTION_ID)
    assert bench.page.isVisible()
    dialog.accept()
    await bench.wait_chat()
    assert bench.settings.connection(None).model == str(models / "good.gguf")
    await bench.close()


async def test_what_cannot_be_stored_is_said_and_can_be_tried_again(bench: Bench) -> None:
    await bench.open(OLLAMA)
    bench.program.settings_store.broken = True
    bench.press("Use this")
    await until(lambda: bool(bench.page._problem.sentence()))
    assert "the disk is gone" in bench.page._problem.sentence()
    bench.program.settings_store.broken = False
    bench.press("Use this")
    await bench.wait_chat()
    await bench.close()


async def pick(bench: Bench, path: Path) -> None:
    """Chooses a file in the dialog that does not block."""
    bench.press("Choose file …")
    await until(lambda: any(dialog.isVisible() for dialog in bench.page.findChildren(QFileDialog)))
    (dialog,) = [one for one in bench.page.findChildren(QFileDialog) if one.isVisible()]
    name = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(name, QLineEdit)
    name.setText(str(path))
    dialog.accept()


async def opened(window: MainWindow) -> ConnectionsDialog:
    """The dialog of connections, once it is there."""
    await until(lambda: any(dialog.isVisible() for dialog in window.findChildren(ConnectionsDialog)))
    return next(dialog for dialog in window.findChildren(ConnectionsDialog) if dialog.isVisible())


def button_of(root: QWidget, text: str) -> QPushButton:
    """The visible button that says ``text``."""
    return next(button for button in root.findChildren(QPushButton) if button.text() == text and button.isVisible())
