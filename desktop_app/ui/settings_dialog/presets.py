"""Presets of other programs, and the prompts that they may change. Nothing of a preset counts before it is applied."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.domain.presets import Preset
from desktop_app.domain.settings import ContextSettings, Settings
from desktop_app.services.preset_service import BeforePreset, PresetService
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.buttons import button_line, plain_button
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.inputs import Choice, TextInput
from desktop_app.ui.settings_dialog.page import CarryOut, SettingsPage
from desktop_app.ui.text import plain_label, sentences
from desktop_app.ui.theme import SPACE_8
from desktop_app.ui.undo_bar import UndoBar


class PresetsPage(SettingsPage):
    """Which presets there are, what the chosen one sets, and the prompts of chats with a character."""

    def __init__(
        self, presets: PresetService, settings: SettingsService, carry_out: CarryOut, parent: QWidget | None = None
    ) -> None:
        self._before: BeforePreset | None = None
        self._shown = ("", "")
        super().__init__(
            QCoreApplication.translate("PresetsPage", "Prompts and presets"),
            QCoreApplication.translate("PresetsPage", "preset, SillyTavern, NovelAI, system prompt, jailbreak"),
            parent,
        )
        self._presets = presets
        self._settings = settings
        self._carry_out = carry_out
        self._choice = Choice()
        self._choice.setAccessibleName(self.tr("Preset"))
        self._about = plain_label(look="secondary", wrap=True)
        self._none = plain_label(
            self.tr("No presets. Drop one of SillyTavern or NovelAI onto the window, or import it."), wrap=True
        )
        self._apply, self._remove = plain_button(self.tr("Apply")), plain_button(self.tr("Remove"))
        self._undo = UndoBar(self)
        self._prompt, self._post_history = TextInput(3, 10), TextInput(2, 8)
        self._add_fields()
        self._choice.edited.connect(self._show_about)
        self._apply.clicked.connect(self._on_apply)
        self._remove.clicked.connect(self._on_remove)
        self._undo.undo_pressed.connect(lambda: self._carry_out(self._put_back()))

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now."""
        chosen = self._choice.value() if settings.presets else None
        self._choice.show_options([(preset, preset.name) for preset in settings.presets])
        if settings.presets:
            self._choice.show_value(chosen if chosen in settings.presets else settings.presets[-1])
        for widget in (self._choice, self._apply, self._remove):
            widget.setVisible(bool(settings.presets))
        self._none.setVisible(not settings.presets)
        self._show_about()
        context = settings.context
        if (self._prompt.value(), self._post_history.value()) == self._shown:
            self._shown = (context.character_prompt, context.post_history)
            self._prompt.show_value(context.character_prompt)
            self._post_history.show_value(context.post_history)

    def store(self) -> None:
        """Stores the prompts as they stand in the fields."""
        typed = (self._prompt.value(), self._post_history.value())
        if typed == self._shown:
            return
        self._shown = typed
        prompt = (typed[0].strip() and typed[0]) or ContextSettings().character_prompt
        self._change(lambda known: replace(known, character_prompt=prompt, post_history=typed[1]))

    def _add_fields(self) -> None:
        words = self.tr("preset, samplers, temperature, apply")
        self.add(self._none, words)
        self.add(self._choice, words)
        self.add(self._about, words)
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_8)
        for button in (self._apply, self._remove):
            row.addWidget(button)
        row.addWidget(self._undo, 1)
        row.addStretch(0)
        self.add(buttons, words)
        help_text = self.tr("In chats with a character, unless its card has its own. Empty: the program's.")
        self.add(Field(self.tr("System prompt"), self._prompt, help_text=help_text), self.tr("instructions"))
        behind = self.tr("Stand behind your message, unless the card has its own.")
        field = Field(self.tr("Instructions after the history"), self._post_history, help_text=behind)
        self.add(field, self.tr("post-history, jailbreak"))
        keep = plain_button(self.tr("Save the prompts"))
        keep.clicked.connect(self.store)
        self.add(button_line(keep), self.tr("instructions"))

    def _chosen(self) -> Preset | None:
        value = self._choice.value() if self._presets.presets else None
        return value if isinstance(value, Preset) else None

    def _show_about(self) -> None:
        preset = self._chosen()
        self._about.setText(about_preset(preset) if preset is not None else "")
        self._about.setVisible(preset is not None)

    def _on_apply(self) -> None:
        if (preset := self._chosen()) is not None:
            self.store()
            self._carry_out(self._applied(preset))

    def _on_remove(self) -> None:
        if (preset := self._chosen()) is not None:
            self._carry_out(self._presets.remove(preset))

    async def _applied(self, preset: Preset) -> None:
        self._before = await self._presets.apply(preset)
        self._undo.offer(self.tr("The preset is applied."))

    async def _put_back(self) -> None:
        self._undo.hide()
        before, self._before = self._before, None
        if before is not None:
            await self._presets.take_back(before)

    def _change(self, edit: Callable[[ContextSettings], ContextSettings]) -> None:
        work: Coroutine[Any, Any, None] = self._settings.change(
            lambda known: replace(known, context=edit(known.context))
        )
        self._carry_out(work)


def about_preset(preset: Preset) -> str:
    """What a preset sets, and what of it has no place here."""
    translate, number = QCoreApplication.translate, QLocale().toString
    left_out = translate("PresetsPage", "Left out: {names}.").format(names=", ".join(preset.left_out))
    figures = ", ".join(f"{name} {number(value)}" for name, value in _figures(preset))
    told = (
        translate("PresetsPage", "Sets for the connection of new chats: {figures}.").format(figures=figures)
        if figures
        else "",
        translate("PresetsPage", "Sets the system prompt.") if preset.prompt else "",
        translate("PresetsPage", "Sets the instructions after the history.") if preset.post_history else "",
        translate("PresetsPage", "Sets the order of the prompt.") if preset.order else "",
        left_out if preset.left_out else "",
    )
    return sentences(*told)


def _figures(preset: Preset) -> Iterator[tuple[str, float]]:
    """Under the names that servers have for them."""
    for name in ("max_tokens", "temperature", "top_p", "frequency_penalty", "presence_penalty", "seed"):
        value = getattr(preset, name)
        if value is not None:
            yield name, value
    yield from preset.extra
