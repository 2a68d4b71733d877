"""The page *Memory and recall*: what finds by meaning, tried out before texts go anywhere; and the summary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.domain.settings import RecallSettings, Settings, SummarySettings
from desktop_app.services.events import RecallProgressed, RecallState
from desktop_app.ui.icons import Icons
from desktop_app.ui.settings_dialog.dialog import SettingsDialog
from desktop_app.ui.settings_dialog.embedder_choice import EmbedderChoice
from tests.fakes.program import make_program
from tests.fakes.recall import FakeRecall
from tests.ui.conftest import until
from tests.ui.rig import Window
from tests.ui.spoken import nameless

FAR = ConnectionProfile(id="far", name="Far", base_url="https://api.example.com/v1", model="chatty")
FILE = ConnectionProfile(id="file", name="File", kind=ConnectionKind.BUILTIN, model="chat.gguf")
SETTINGS = Settings(connections=(FAR, FILE), first_run_done=True)


class Bench:
    """The page over a program with a server and a model file."""

    def __init__(self, icons: Icons) -> None:
        self.program = make_program(settings=SETTINGS)
        self.window = Window(self.program)
        self.recall = FakeRecall(self.program.bus)
        self.dialog = SettingsDialog(self.window.services, self.window.launch, icons)
        self.dialog.show()
        self.page = self.dialog._memory
        self.dialog._list.setCurrentRow(self.dialog._pages.index(self.page))
        self.choice: EmbedderChoice = self.page._choice

    @property
    def recalled(self) -> RecallSettings:
        """What is kept of recall."""
        return self.program.settings_store.settings.recall

    @property
    def summary(self) -> SummarySettings:
        """What is kept of the summary."""
        return self.program.settings_store.settings.summary

    def choose(self, connection_id: str) -> None:
        """The person chooses what finds by meaning."""
        box = self.choice._source
        row = box._values.index(connection_id)
        box.setCurrentIndex(row)
        box.activated.emit(row)

    def type_model(self, name: str) -> None:
        """The person types a model and leaves the field."""
        line = self.choice._model.lineEdit()
        assert line is not None
        line.setText(name)
        line.editingFinished.emit()

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


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def test_everything_has_a_name(bench: Bench) -> None:
    assert nameless(bench.page) == []
    await bench.end()


async def test_no_text_goes_to_a_server_before_its_model_is_named(bench: Bench) -> None:
    choice = bench.choice
    assert not choice._server.isVisible()
    bench.choose("far")
    assert choice._server.isVisible()
    assert "sent to api.example.com" in choice._where.text()
    assert "never send" in choice._where.text()
    assert not choice._test.isEnabled()
    await bench.program.settings.change(lambda known: known)
    bench.page.show_settings(bench.program.settings.settings)
    assert (choice._source.value(), bench.recalled) == ("far", RecallSettings())
    bench.type_model(" embed-large ")
    wanted = RecallSettings(embedder_connection_id="far", embedder_model="embed-large")
    await until(lambda: bench.recalled == wanted)
    bench.choose("")
    await until(lambda: bench.recalled == RecallSettings())
    await until(lambda: not choice._server.isVisible())
    await bench.end()


async def test_the_servers_models_can_be_chosen_and_tried(bench: Bench) -> None:
    choice = bench.choice
    bench.choose("far")
    choice._prefixes._more.click()
    click(choice._list)
    await until(lambda: choice._model.count() == 1)
    choice._model.hidePopup()
    assert (choice._model.itemText(0), choice._model.currentText()) == ("embed-small", "")
    choice._model.setCurrentIndex(0)
    choice._model.activated.emit(0)
    await until(lambda: bench.recalled.embedder_model == "embed-small")
    click(choice._prefixes._e5)
    await until(lambda: (bench.recalled.query_prefix, bench.recalled.passage_prefix) == ("query: ", "passage: "))
    await until(lambda: choice._shown == bench.recalled)
    click(choice._test)
    await until(lambda: choice._result.text().startswith("It works: 16"))
    assert choice._result.text().endswith(" ms a text.")
    tried = [embedder.identity for embedder in bench.program.providers.embedders.values() if embedder.asked]
    assert len(tried) == 1
    assert "embed-small\nquery: \npassage: " in tried[0]
    bench.choose("file")
    assert (choice._prefixes.prefixes(), choice._result.text()) == (("", ""), "")
    await bench.end()


async def test_what_goes_wrong_is_said_where_it_was_asked(bench: Bench) -> None:
    choice, providers = bench.choice, bench.program.providers
    bench.choose("far")
    providers.embeds = ()
    click(choice._list)
    await until(lambda: choice._result.text().startswith("It names no model"))
    providers.embeds = ProviderError(ProviderErrorKind.NETWORK)
    click(choice._list)
    await until(lambda: choice._result.text() == "The server could not be reached.")
    assert choice._result.property("look") == "error"
    bench.type_model("embed-large")
    await until(lambda: bench.recalled.embedder_model == "embed-large")
    assert choice._result.text() == ""
    providers.embedder(FAR, "embed-large").failure = ProviderError(ProviderErrorKind.AUTH)
    click(choice._test)
    await until(lambda: choice._result.text() == "The server refused the API key.")
    assert bench.recalled.embedder_model == "embed-large"
    await bench.end()


async def test_a_model_file_stays_on_this_computer(bench: Bench, tmp_path: Path) -> None:
    choice = bench.choice
    bench.choose("file")
    await until(lambda: bench.recalled.embedder_connection_id == "file")
    assert choice._where.text() == "No text leaves this computer."
    assert (choice._file.isVisible(), choice._list.isVisible()) == (True, False)
    choice.take_file(str(tmp_path / "vectors.gguf"))
    await until(lambda: bench.recalled.embedder_model == str(tmp_path / "vectors.gguf"))
    await bench.end()


async def test_recall_is_switched_and_reaches_other_chats(bench: Bench) -> None:
    page = bench.page
    page._other_chats.click()
    await until(lambda: bench.recalled.other_chats)
    page._enabled.click()
    await until(lambda: not page._choice.isEnabled())
    assert not page._other_chats.isEnabled()
    assert (bench.recalled.enabled, bench.recalled.other_chats) == (False, True)
    await bench.end()


async def test_the_summary_says_what_it_costs(english: None, bench: Bench) -> None:
    fields = bench.page._summary
    assert "every 6 to 10 messages" in fields._model_field._help.text()
    assert not fields._connection.isEnabled()
    fields._by_model.click()
    await until(fields._connection.isEnabled)
    assert bench.summary.by_model
    every = fields._every
    every._kind.setCurrentIndex(1)
    every._kind.activated.emit(1)
    every._number.setValue(25)
    await until(lambda: "every 25 messages" in fields._model_field._help.text())
    assert bench.program.settings_store.settings.context.compress_every_n == 25
    every._kind.setCurrentIndex(0)
    every._kind.activated.emit(0)
    await until(lambda: bench.program.settings_store.settings.context.compress_every_n is None)
    await until(lambda: not every._number.isVisible())
    await bench.end()


async def test_who_writes_the_summary_and_how(bench: Bench) -> None:
    fields = bench.page._summary
    fields._by_model.click()
    fields._connection.setCurrentIndex(fields._connection._values.index("far"))
    fields._connection.activated.emit(0)
    fields._language.setCurrentIndex(fields._language._values.index("zh"))
    fields._language.activated.emit(0)
    fields._window.setValue(4096)
    fields._propose.click()
    fields._prompt.setPlainText("Tell it in short.")
    wanted = SummarySettings(
        by_model=True, connection_id="far", prompt="Tell it in short.", window=4096, language="zh", propose=False
    )
    await bench.end()
    assert bench.summary == wanted


async def test_the_page_is_found_by_its_words(bench: Bench) -> None:
    page = bench.page
    for words, shown in (("e5", page._choice), ("overflow", page._summary._every.parentWidget())):
        bench.dialog._search.setText(words)
        assert shown is not None
        assert shown.isVisible()
        assert not page._enabled.isVisible()
    bench.dialog._search.setText("embedding")
    assert page._enabled.isVisible()
    await bench.end()


async def test_the_state_of_the_reading_stands_on_the_page(bench: Bench, icons: Icons) -> None:
    services = replace(bench.window.services, recall=bench.recall)
    dialog = SettingsDialog(services, bench.window.launch, icons)
    status = dialog._memory._status
    assert status is not None
    bench.recall.tell(RecallProgressed(RecallState.OFF))
    assert status.sentence() == "Recall by meaning is off."
    dialog.reject()
    dialog.deleteLater()
    await bench.end()
