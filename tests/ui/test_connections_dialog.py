"""The dialog of connections: what is stored, what is refused at its field, and where a key may be seen."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPushButton, QWidget

from desktop_app.domain.generation import ConnectionKind, ConnectionProfile, ModelInfo
from desktop_app.domain.models import FoundServer
from desktop_app.domain.settings import BUILTIN_CONNECTION_ID, SecretPlace, Settings
from desktop_app.ui.async_bridge import show_dialog
from desktop_app.ui.dialogs.connections import ConnectionsDialog
from desktop_app.ui.icons import Icons
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.rig import Window
from tests.ui.spoken import nameless
from tests.ui.tab_order import steps_back, tab_stops

KEY = "sk-test-CANARY-123"
HOME = ConnectionProfile(id="home", name="Home", base_url="http://127.0.0.1:1234/v1", model="small")
OLLAMA = FoundServer(
    ConnectionKind.OLLAMA, "Ollama", "http://127.0.0.1:11434", (ModelInfo("qwen3", 8192), ModelInfo("gemma3", 4096))
)


class Bench:
    """The open dialog over a program that has one connection beside the built-in one."""

    def __init__(self, icons: Icons, *, keyring: bool = True) -> None:
        self.program = make_program(settings=Settings(connections=(HOME,)))
        self.program.secrets.keyring = keyring
        self.window = Window(self.program)
        self._icons = icons

    @property
    def status(self) -> str:
        """The sentence below the form."""
        return self.dialog._status.text()

    @property
    def saved(self) -> ConnectionProfile:
        """The connection as it is stored."""
        return self.program.settings.settings.connection("home")

    def open(self) -> None:
        """Makes it and opens it, as the window does."""
        self.dialog = ConnectionsDialog(self.program.settings, self.window.launch, self._icons, "home")
        self.form = self.dialog._form
        self.window.launch("dialog", show_dialog(self.dialog))

    async def end(self) -> None:
        """Closes it."""
        self.dialog.reject()
        await self.program.tasks.close()
        self.dialog.deleteLater()


@pytest.fixture
def bench(icons: Icons) -> Bench:
    return Bench(icons)


async def test_the_dialog_opens_without_holding_anything_up(bench: Bench) -> None:
    ticks = 0
    bench.open()
    await until(bench.dialog.isVisible)
    for _ in range(20):
        await asyncio.sleep(0.001)
        ticks += 1
    assert ticks == 20
    bench.dialog.reject()
    await until(lambda: not bench.program.tasks.running("dialog"))
    await bench.end()


async def test_a_screen_reader_hears_a_name_for_every_control(bench: Bench) -> None:
    bench.open()
    await until(bench.dialog.isVisible)
    bench.form._show_more(more=True)
    assert nameless(bench.dialog) == []
    bench.form.show_problems({"model": "Choose one."})
    assert bench.form._model.accessibleDescription() == "Choose one."
    await bench.end()


async def test_tab_goes_down_the_form(bench: Bench) -> None:
    bench.open()
    await until(bench.dialog.isVisible)
    bench.form._show_more(more=True)
    await until(bench.form._expert.isVisible)
    stops = tab_stops(bench.dialog)
    assert len(stops) > 10
    assert steps_back(stops) == []
    await bench.end()


async def test_a_changed_connection_is_stored(bench: Bench) -> None:
    bench.open()
    bench.form._name.setText("Harbour")
    bench.form._name.textEdited.emit("Harbour")
    bench.form._limit.setValue(32_768)
    bench.dialog._save_button.click()
    await until(lambda: bench.status == "Saved.")
    assert bench.saved.name == "Harbour"
    assert bench.saved.context_limit == 32_768
    assert bench.saved.model == "small"
    assert bench.dialog._list.currentItem().text().startswith("Harbour")
    await bench.end()


async def test_what_cannot_work_is_said_at_its_field_and_not_stored(bench: Bench) -> None:
    bench.open()
    bench.form._url.setText("localhost:1234")
    bench.form._url.textEdited.emit("localhost:1234")
    bench.form._reserve.setValue(9_000)
    bench.dialog._save_button.click()
    await until(lambda: bool(bench.form._fields["base_url"].error()))
    assert bench.form._fields["max_tokens"].error()
    assert not bench.form._fields["name"].error()
    assert bench.saved == HOME
    await bench.end()


async def test_going_to_another_connection_stores_or_stays(bench: Bench) -> None:
    bench.open()
    bench.form._name.setText("")
    bench.form._name.textEdited.emit("")
    bench.dialog._list.setCurrentRow(0)
    await until(lambda: bool(bench.form._fields["name"].error()))
    assert bench.dialog._list.currentRow() == 1
    bench.form._name.setText("Named")
    bench.form._name.textEdited.emit("Named")
    bench.dialog._list.setCurrentRow(0)
    await until(lambda: bench.form.profile().kind is ConnectionKind.BUILTIN)
    assert bench.saved.name == "Named"
    await bench.end()


async def test_a_key_goes_to_the_key_ring_and_is_never_shown(bench: Bench) -> None:
    """Promise S3 in the window: the key is in the password field while it is typed, and nowhere else."""
    bench.open()
    field = bench.form.key_field
    field._input.setText(KEY)
    field._input.textEdited.emit(KEY)
    assert field._input.echoMode() is QLineEdit.EchoMode.Password
    assert KEY not in texts_of(bench.dialog, but=field._input)
    bench.dialog._save_button.click()
    await until(lambda: bench.status == "Saved.")
    assert bench.program.secrets.kept == {"connection:home": (KEY, SecretPlace.KEYRING)}
    assert KEY not in texts_of(bench.dialog)
    assert KEY not in repr(bench.program.settings_store.settings)
    await until(lambda: field._input.placeholderText() == "A key is stored")
    await bench.end()


async def test_an_untouched_key_stays_and_a_removed_one_goes(bench: Bench) -> None:
    bench.program.secrets.set(HOME.secret_name, KEY, SecretPlace.KEYRING)
    bench.open()
    await until(lambda: not bench.form.key_field._remove.isHidden())
    bench.form._limit.setValue(16_384)
    bench.dialog._save_button.click()
    await until(lambda: bench.status == "Saved.")
    assert bench.program.secrets.get(HOME.secret_name) == KEY
    bench.form.key_field._remove.click()
    bench.dialog._save_button.click()
    await until(lambda: bench.program.secrets.get(HOME.secret_name) is None)
    await until(lambda: bench.status == "Saved.")
    await bench.end()


async def test_without_a_key_ring_the_person_decides(icons: Icons) -> None:
    """Promise S2: this session only is the default, a file is named as weaker."""
    bench = Bench(icons, keyring=False)
    bench.open()
    places = bench.form.key_field._places
    await until(lambda: not places.isHidden())
    assert places.place() is SecretPlace.SESSION
    assert "weaker" in places._file.text()
    places._file.click()
    bench.form.key_field._input.setText(KEY)
    bench.form.key_field._input.textEdited.emit(KEY)
    bench.dialog._save_button.click()
    await until(lambda: bench.status == "Saved.")
    assert bench.program.secrets.kept == {"connection:home": (KEY, SecretPlace.FILE)}
    assert bench.program.settings.settings.secret_place is SecretPlace.FILE
    await bench.end()


async def test_a_test_says_how_it_went_and_offers_the_models(bench: Bench) -> None:
    bench.open()
    bench.dialog._test.click()
    await until(lambda: bench.status == "The model answers.")
    assert bench.form._model.findText("scripted") >= 0
    assert bench.form.profile().model == "small"
    assert not bench.dialog._save_button.isEnabled()
    await bench.end()


async def test_a_new_connection_can_be_added_made_the_default_and_removed(bench: Bench) -> None:
    bench.open()
    add = next(button for button in bench.dialog.findChildren(QPushButton) if button.text() == "Add connection")
    add.click()
    bench.form._url.setText("https://example.org/v1")
    bench.dialog._save_button.click()
    await until(lambda: len(bench.program.settings.settings.connections) == 2)
    await until(lambda: bench.status == "Saved.")
    added = bench.program.settings.settings.connections[1]
    bench.dialog._default.click()
    await until(lambda: bench.program.settings.settings.default_connection_id == added.id)
    await until(lambda: not bench.dialog._progress.isVisible())
    bench.dialog._remove.click()
    await until(lambda: bench.program.settings.settings.connections == (HOME,))
    assert bench.program.settings.settings.default_connection_id == BUILTIN_CONNECTION_ID
    await until(lambda: not bench.dialog._progress.isVisible())
    await bench.end()


async def test_a_new_connection_behind_a_changed_one_wants_to_be_saved_too(bench: Bench) -> None:
    bench.open()
    bench.form._name.setText("Named")
    bench.form._name.textEdited.emit("Named")
    add = next(button for button in bench.dialog.findChildren(QPushButton) if button.text() == "Add connection")
    add.click()
    await until(lambda: bench.form._name.text() == "New connection")
    await until(lambda: not bench.dialog._progress.isVisible())
    assert bench.saved.name == "Named"
    assert bench.dialog._save_button.isEnabled()
    assert bench.form._name.selectedText() == "New connection"
    await bench.end()


async def test_a_server_that_is_found_only_wants_to_be_saved(bench: Bench) -> None:
    bench.program.discovery.servers = [OLLAMA]
    bench.open()
    bench.dialog._find.click()
    await until(lambda: bench.status.startswith("Ollama was found"))
    assert bench.form.profile().kind is ConnectionKind.OLLAMA
    assert bench.form._model.findText("gemma3") >= 0
    bench.form.set_model("gemma3")
    bench.dialog._save_button.click()
    await until(lambda: len(bench.program.settings.settings.connections) == 2)
    await until(lambda: bench.status == "Saved.")
    stored = bench.program.settings.settings.connections[1]
    assert (stored.base_url, stored.model) == (OLLAMA.base_url, "gemma3")
    bench.dialog._find.click()
    await until(lambda: bench.status.startswith("Every server"))
    await bench.end()


async def test_several_found_servers_are_offered_and_none_is_said(bench: Bench) -> None:
    bench.open()
    bench.dialog._find.click()
    await until(lambda: bench.status.startswith("No model server"))
    other = FoundServer(ConnectionKind.OPENAI_COMPATIBLE, "vLLM", "http://127.0.0.1:8000/v1")
    bench.program.discovery.servers = [OLLAMA, other]
    bench.dialog._find.click()
    await until(bench.dialog._found_menu.isVisible)
    bench.dialog._found_menu.actions()[1].trigger()
    assert bench.form.profile().base_url == other.base_url
    bench.dialog._found_menu.hide()
    await bench.end()


async def test_a_model_file_is_picked_without_a_nested_loop(bench: Bench) -> None:
    bench.open()
    bench.form._kind.setCurrentIndex(bench.form._kind.findData(ConnectionKind.BUILTIN))
    bench.form._pick_file.click()
    await until(lambda: any(dialog.isVisible() for dialog in bench.dialog.findChildren(QFileDialog)))
    for dialog in bench.dialog.findChildren(QFileDialog):
        dialog.reject()
    await until(lambda: not bench.program.tasks.running("pick model file"))
    assert bench.form.profile().model == "small"
    await bench.end()


def texts_of(root: QWidget, *, but: QWidget | None = None) -> str:
    """Everything that widgets show or tell."""
    found = [root.windowTitle()]
    for widget in root.findChildren(QWidget):
        if widget is but:
            continue
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()]
        if isinstance(widget, QLabel | QLineEdit | QPushButton):
            found.append(widget.text())
        if isinstance(widget, QLineEdit):
            found.append(widget.placeholderText())
    return "\n".join(found)
