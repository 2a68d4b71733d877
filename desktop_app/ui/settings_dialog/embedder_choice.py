"""What finds by meaning: what comes with the program, or a model of a connection, with a test and what stands before texts.

Part of the page *Memory and recall*. A connection counts only once a model is named: until then nothing is stored, so that no
text is sent to a server by accident.
"""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.errors import AppError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.domain.settings import BUILTIN_CONNECTION_ID, RecallSettings, Settings
from desktop_app.services.embedder_trial import EmbedderTrials
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.folders import first_folder
from desktop_app.ui.icons import Icons
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.settings_dialog.prefix_fields import PrefixFields
from desktop_app.ui.text import plain_label, sentences
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8, SPACE_12

TASK = "try an embedder"


class EmbedderChoice(QWidget):
    """The fields. ``wanted`` is what they say, None while a connection has no model yet.

    Signals:
        edited: the person wants something else; it may be stored.
    """

    edited = Signal()

    def __init__(self, trials: EmbedderTrials, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._over = False
        self._connections: dict[str, ConnectionProfile] = {}
        super().__init__(parent)
        self._trials = trials
        self._launch = launch
        self._icons = icons
        self._shown = RecallSettings()
        self._asked_for: RecallSettings | None = self._shown  # what was wanted last; storing it takes a moment
        self._make_inputs()
        self._lay_out()
        self._connect_signals()

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now; a connection that has no model yet stays chosen."""
        self._connections = {profile.id: profile for profile in settings.all_connections}
        pending = self._source.value() if self.wanted() is None else None
        names = [(profile.id, self._name_of(profile)) for profile in settings.all_connections]
        self._source.show_options((("", self.tr("Built-in (offline, no set-up)")), *names))
        recall = settings.recall
        if pending is None:
            self._source.show_value(recall.embedder_connection_id)
        if pending is None and self._model.currentText().strip() != recall.embedder_model:
            self._model.setEditText(recall.embedder_model)
        self._prefixes.show_prefixes(recall.query_prefix, recall.passage_prefix)
        self._shown = self._asked_for = recall
        self._show_kind()

    def wanted(self) -> RecallSettings | None:
        """What is stored, with what the fields say."""
        source, model = str(self._source.value() or ""), self._model.currentText().strip()
        if not source:
            return replace(
                self._shown, embedder_connection_id="", embedder_model="", query_prefix="", passage_prefix=""
            )
        if not model and not (self._is_file(source) and self._connections[source].model):
            return None
        query_prefix, passage_prefix = self._prefixes.prefixes()
        return replace(
            self._shown,
            embedder_connection_id=source,
            embedder_model=model,
            query_prefix=query_prefix,
            passage_prefix=passage_prefix,
        )

    def close_choice(self) -> None:
        """Nobody looks any more."""
        self._over = True
        self._launch.cancel(TASK)

    def _make_inputs(self) -> None:
        self._source = Choice()
        self._model = QComboBox()
        self._model.setEditable(True)
        self._model.setLineEdit(LineEdit())
        self._model.setMinimumContentsLength(12)
        self._model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._list = QPushButton(self.tr("Load list"))
        self._file = QPushButton(self.tr("Choose file …"))
        self._test = QPushButton(self.tr("Test"))
        for button in (self._list, self._file, self._test):
            button.setAutoDefault(False)
        self._prefixes = PrefixFields(self._icons)
        self._result = plain_label(look="secondary", wrap=True)
        self._where = plain_label(look="secondary", wrap=True)

    def _lay_out(self) -> None:
        self._source_field = Field(self.tr("What finds by meaning"), self._source)
        self._model_field = Field(self.tr("Model that makes vectors"), _row(self._model, self._list, self._file))
        self._server = QWidget()
        server = QVBoxLayout(self._server)
        server.setContentsMargins(0, 0, 0, 0)
        server.setSpacing(SPACE_12)
        server.addWidget(self._where)
        server.addWidget(self._model_field)
        test = QHBoxLayout()
        test.setSpacing(SPACE_8)
        test.addWidget(self._test)
        test.addWidget(self._result, 1)
        server.addLayout(test)
        server.addWidget(self._prefixes)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self._source_field)
        layout.addWidget(self._server)

    def _connect_signals(self) -> None:
        self._source.edited.connect(self._on_source)
        self._model.activated.connect(self._on_edited)
        line = self._model.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._on_edited)
            line.textChanged.connect(self._show_test)
        self._prefixes.edited.connect(self._on_edited)
        self._list.clicked.connect(lambda: self._start(self._load_models()))
        self._test.clicked.connect(lambda: self._start(self._try()))
        self._file.clicked.connect(self._pick_file)

    def _show_kind(self) -> None:
        source = str(self._source.value() or "")
        is_file = self._is_file(source)
        self._server.setVisible(bool(source))
        self._list.setVisible(not is_file)
        self._file.setVisible(is_file)
        in_pieces = self.tr("What is longer than it reads is read in pieces.")
        name = self.tr("Type it or load the list.")
        if is_file:
            own = bool(self._connections[source].model)
            name = self.tr("A GGUF file. Empty: the connection's own.") if own else self.tr("Choose a GGUF file.")
        self._model_field.show_help(sentences(name, in_pieces))
        self._source_field.show_help("" if source else self.tr("Reads English, Russian, Chinese and many more."))
        self._show_where(source)
        self._show_test()

    def _show_where(self, source: str) -> None:
        """Says where the texts go, unless they stay."""
        there = self._connections.get(source)
        wanted = replace(self._shown, embedder_connection_id=source, embedder_model=self._model.currentText().strip())
        if there is None or self._trials.stays_here(wanted):
            self._where.setText(self.tr("No text leaves this computer."))
            return
        host = urlsplit(there.base_url).hostname or there.name
        self._where.setText(
            self.tr(
                "The texts of your chats are sent to {host} to be read there. Messages marked “never send” are not."
            ).format(host=host)
        )

    def _show_test(self) -> None:
        self._test.setEnabled(bool(self._source.value()) and self.wanted() is not None)

    def _on_source(self) -> None:
        """A model of one server is not that of another, nor is what it wants before its texts."""
        self._model.clear()
        self._model.setEditText("")
        self._prefixes.show_prefixes("", "")
        self._show_result("")
        self._show_kind()
        self._on_edited()

    def _on_edited(self) -> None:
        self._show_kind()
        wanted = self.wanted()
        if wanted not in (None, self._asked_for):
            self._asked_for = wanted
            self._show_result("")
            self.edited.emit()

    def _pick_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a model file"), first_folder(), self.tr("Model files (*.gguf)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_file(self, path: str) -> None:
        """The person has picked this file."""
        self._model.setEditText(path)
        self._on_edited()

    def _start(self, work: Coroutine[Any, Any, str]) -> None:
        self._launch.cancel(TASK)
        self._show_result(self.tr("One moment …"))
        self._launch(TASK, self._told(work))

    async def _told(self, work: Coroutine[Any, Any, str]) -> None:
        """Shows what ``work`` has to say; a known error is its sentence."""
        try:
            sentence, look = await work, "secondary"
        except AppError as error:
            sentence, look = error_sentence(error), "error"
        finally:
            work.close()
        if not self._over:
            self._show_result(sentence, look)

    async def _load_models(self) -> str:
        found = await self._trials.models(str(self._source.value()))
        if self._over:
            return ""
        typed = self._model.currentText()
        self._model.clear()
        self._model.addItems([model.id for model in found])
        self._model.setEditText(typed)
        if not found:
            return self.tr("It names no model that makes vectors. Type the name of one.")
        self._model.showPopup()
        return ""

    async def _try(self) -> str:
        wanted = self.wanted()
        if wanted is None:
            return ""
        trial = await self._trials.run(wanted)
        time = QLocale().toString(trial.milliseconds, "f", 0 if trial.milliseconds >= 10 else 1)
        return self.tr("It works: %Ln number(s) for each text, {time} ms a text.", "", trial.dimension).format(
            time=time
        )

    def _show_result(self, sentence: str, look: str = "secondary") -> None:
        self._result.setProperty("look", look)
        self._result.style().polish(self._result)
        self._result.setText(sentence)

    def _name_of(self, profile: ConnectionProfile) -> str:
        """A connection by its name alone: the model that it chats with is another."""
        if profile.id == BUILTIN_CONNECTION_ID:
            return self.tr("A GGUF file on this computer")
        return profile.name

    def _is_file(self, source: str) -> bool:
        profile = self._connections.get(source)
        return profile is not None and profile.kind is ConnectionKind.BUILTIN


def _row(*widgets: QWidget) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE_8)
    for number, widget in enumerate(widgets):
        layout.addWidget(widget, 1 if number == 0 else 0)
    row.setFocusProxy(widgets[0])
    return row
