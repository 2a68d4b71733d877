"""The summary in the settings: how often a segment is made, and whether a model writes it besides the program. Part of *Memory and recall*."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from desktop_app.domain.settings import Settings, SummarySettings
from desktop_app.ui.connection_button import connection_label
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.inputs import Choice, Number, TextInput, Tick
from desktop_app.ui.every_input import EveryInput, every_label
from desktop_app.ui.main_menu import LANGUAGES
from desktop_app.ui.text import sentences

LARGEST_WINDOW = 1_000_000
ADVISED_EVERY = (6, 10)

Add = Callable[[QWidget, str], None]


class _Prompt(TextInput):
    """A text that is stored when it is left."""

    left = Signal()

    def focusOutEvent(self, event: QFocusEvent, /) -> None:
        """Tells that it is left."""
        super().focusOutEvent(event)
        self.left.emit()


class SummaryFields(QObject):
    """The fields, added to a page one by one.

    Signals:
        edited: (a function of the settings) the person wants this change.
    """

    edited = Signal(object)

    def __init__(self, add: Add, parent: QObject) -> None:
        self._stored_prompt = ""
        super().__init__(parent)
        self._every = EveryInput(self.tr("Automatic (as advised)"))
        self._by_model = Tick(self.tr("A model writes it in the background"))
        self._connection, self._language = Choice(), Choice()
        self._prompt = _Prompt(2, 8)
        self._window = Number(0, LARGEST_WINDOW)
        self._propose = Tick(self.tr("Propose memory entries from the chat"))
        self._add_fields(add)
        self._connect_signals()

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now."""
        summary, every = settings.summary, settings.context.compress_every_n
        self._every.show_value(every)
        self._by_model.show_value(summary.by_model)
        names = [(profile.id, connection_label(profile)) for profile in settings.all_connections]
        self._connection.show_options(((None, self.tr("The one of the chat")), *names))
        self._connection.show_value(summary.connection_id)
        if not self._prompt.hasFocus():
            self._prompt.show_value(summary.prompt)
            self._stored_prompt = summary.prompt
        self._window.show_value(summary.window)
        self._language.show_value(summary.language)
        self._propose.show_value(summary.propose)
        self._model_field.show_help(self._cost(every))
        for field in self._fields_of_model:
            field.setEnabled(summary.by_model)

    def store(self) -> None:
        """Stores a prompt that was written."""
        prompt = self._prompt.value().strip()
        if prompt != self._stored_prompt:
            self._stored_prompt = prompt
            self._change(lambda summary: replace(summary, prompt=prompt))

    def _cost(self, every: int | None) -> str:
        """How many requests it makes."""
        always = self.tr("The program always writes one itself; it costs nothing.")
        if every is not None:
            made = self.tr(
                "The model's costs one request for every %Ln message(s), with these messages in it.", "", every
            )
        else:
            made = self.tr(
                "The model's costs one request for every {least} to {most} messages, with these messages in it."
            ).format(least=ADVISED_EVERY[0], most=ADVISED_EVERY[1])
        return sentences(always, made)

    def _add_fields(self, add: Add) -> None:
        add(Field(every_label(), self._every), self.tr("compress, compression, interval"))
        self._model_field = Field(self.tr("Summary by a model"), self._by_model, help_text=" ")
        add(self._model_field, self.tr("background, cost"))
        self._window.setSingleStep(1024)
        self._window.setGroupSeparatorShown(True)
        self._window.setKeyboardTracking(False)
        self._window.setSpecialValueText(self.tr("All it has"))
        self._language.show_options((("", self.tr("The chat's own")), *LANGUAGES))
        prompt_help = self.tr("Empty: the program's own, in the language of the chat.")
        window_help = self.tr("Longer texts are summarised in parts.")
        fields = (
            (Field(self.tr("Connection that writes it"), self._connection), self.tr("server, provider")),
            (Field(self.tr("What it is told"), self._prompt, help_text=prompt_help), self.tr("prompt, instructions")),
            (Field(self.tr("Largest request (tokens)"), self._window, help_text=window_help), self.tr("window, limit")),
            (Field(self.tr("Language of the summary"), self._language), ""),
        )
        for field, words in fields:
            add(field, words)
        self._fields_of_model = tuple(field for field, _words in fields[:3])
        propose_help = self.tr("Facts, names and decisions wait until you take them; nothing is kept without you.")
        add(Field(self.tr("Memory"), self._propose, help_text=propose_help), self.tr("proposals, facts, entries"))

    def _connect_signals(self) -> None:
        self._every.edited.connect(self._on_every)
        self._by_model.edited.connect(
            lambda: self._change(lambda known: replace(known, by_model=self._by_model.value()))
        )
        self._connection.edited.connect(
            lambda: self._change(lambda known: replace(known, connection_id=self._connection.value()))
        )
        self._window.edited.connect(lambda: self._change(lambda known: replace(known, window=self._window.value())))
        self._language.edited.connect(
            lambda: self._change(lambda known: replace(known, language=self._language.value()))
        )
        self._propose.edited.connect(lambda: self._change(lambda known: replace(known, propose=self._propose.value())))
        self._prompt.left.connect(self.store)

    def _on_every(self) -> None:
        every = self._every.value()

        def edit(settings: Settings) -> Settings:
            return replace(settings, context=replace(settings.context, compress_every_n=every))

        self.edited.emit(edit)

    def _change(self, edit: Callable[[SummarySettings], SummarySettings]) -> None:
        def edited(settings: Settings) -> Settings:
            return replace(settings, summary=edit(settings.summary))

        self.edited.emit(edited)
