"""How models write: the settings of the connection that answers new chats, and the default strategy. Each change is stored at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from desktop_app.domain.generation import GenerationSettings
from desktop_app.domain.settings import Settings
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.connection_button import connection_label
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.settings_dialog.optional_number import OptionalNumber
from desktop_app.ui.settings_dialog.page import CarryOut, SettingsPage
from desktop_app.ui.strategies import STRATEGIES, strategy_options
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8

MOST_OLD_PICTURES = 50

Edit = Callable[[GenerationSettings], GenerationSettings]


@dataclass(frozen=True, slots=True)
class _Number:
    """A number that may be left to the server: its name in ``GenerationSettings``, its words and its range."""

    name: str
    label: str
    help_text: str
    words: str
    least: float
    most: float
    usual: float


class GenerationPage(SettingsPage):
    """Length, temperature and what else shapes an answer."""

    def __init__(self, settings: SettingsService, carry_out: CarryOut, parent: QWidget | None = None) -> None:
        self._showing = False
        super().__init__(
            QCoreApplication.translate("GenerationPage", "Generation"),
            QCoreApplication.translate("GenerationPage", "sampling, sampler, answer, reply"),
            parent,
        )
        self._settings = settings
        self._carry_out = carry_out
        self._whose = plain_label(look="muted", wrap=True)
        self.add(self._whose)
        self._reserve = QSpinBox()
        self._reserve.setSingleStep(64)
        self._reserve.setGroupSeparatorShown(True)
        self._reserve.setKeyboardTracking(False)
        self._reserve.lineEdit().setTextMargins(SPACE_8, 0, 0, 0)  # the style sheet cannot say it
        self._reserve.valueChanged.connect(self._on_reserve)
        help_text = self.tr("The longest answer, and the space kept free for it in the context.")
        self.add(
            Field(self.tr("Reserved for the reply (tokens)"), self._reserve, help_text=help_text),
            self.tr("max tokens, length, limit"),
        )
        self._numbers = {number.name: self._add_number(number) for number in self._table()}
        self._strategy = QComboBox()
        for option in strategy_options():
            self._strategy.addItem(option.name, option.code)
        self._strategy_field = Field(self.tr("Context strategy"), self._strategy, help_text=" ")
        words = self.tr("context, memory, forgetting, full")
        self.add(self._strategy_field, " ".join([words, *STRATEGIES]))
        self._strategy.currentIndexChanged.connect(self._on_strategy)
        self._pictures = QSpinBox()
        self._pictures.setRange(0, MOST_OLD_PICTURES)
        self._pictures.setSpecialValueText(self.tr("All that fit"))
        self._pictures.setKeyboardTracking(False)
        self._pictures.lineEdit().setTextMargins(SPACE_8, 0, 0, 0)  # as above
        self._pictures.valueChanged.connect(self._on_pictures)
        help_text = self.tr("Older ones are only mentioned. They leave with their messages in any case.")
        self.add(
            Field(self.tr("Newest pictures that are sent"), self._pictures, help_text=help_text),
            self.tr("images, photos, vision, tokens"),
        )

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now."""
        profile = settings.connection(None)
        self._whose.setText(
            self.tr("For {connection}, which answers new chats.").format(connection=connection_label(profile))
        )
        self._showing = True
        self._reserve.setRange(1, profile.context_limit - 1)
        self._reserve.setValue(profile.generation.max_tokens)
        self._pictures.setValue(settings.context.newest_pictures)
        self._showing = False
        for name, number in self._numbers.items():
            number.show_value(getattr(profile.generation, name))
        self._show_strategy(settings.context.strategy)

    def _show_strategy(self, code: str) -> None:
        """A plugin's that is not there is kept, by its code."""
        self._showing = True
        if self._strategy.findData(code) < 0:
            self._strategy.addItem(code, code)
        self._strategy.setCurrentIndex(self._strategy.findData(code))
        self._showing = False
        does = next((option.sentence for option in strategy_options() if option.code == code), "")
        chats = self.tr("For every chat that decides nothing itself.")
        self._strategy_field.show_help(f"{does} {chats}".strip())

    def _table(self) -> tuple[_Number, ...]:
        return (
            _Number(
                "temperature",
                self.tr("Temperature"),
                self.tr("Low: predictable. High: surprising."),
                self.tr("creativity, chance"),
                0,
                2,
                0.8,
            ),
            _Number(
                "top_p",
                self.tr("Top P"),
                self.tr("Leaves out the unlikely words; 1 leaves none out."),
                self.tr("nucleus, sampling"),
                0.05,
                1,
                0.95,
            ),
            _Number(
                "frequency_penalty",
                self.tr("Frequency penalty"),
                self.tr("Against repeating the same words over and over."),
                self.tr("repetition"),
                -2,
                2,
                0.2,
            ),
            _Number(
                "presence_penalty",
                self.tr("Presence penalty"),
                self.tr("Towards something not mentioned yet."),
                self.tr("repetition, new topics"),
                -2,
                2,
                0.2,
            ),
        )

    def _add_number(self, number: _Number) -> OptionalNumber:
        control = OptionalNumber(number.least, number.most, number.usual)
        self.add(Field(number.label, control, help_text=number.help_text), number.words)
        control.set_label(number.label)
        control.changed.connect(partial(self._on_number, number.name))
        return control

    def _on_strategy(self) -> None:
        if not self._showing:
            code = str(self._strategy.currentData())
            self._carry_out(
                self._settings.change(lambda known: replace(known, context=replace(known.context, strategy=code)))
            )

    def _on_pictures(self, newest: int) -> None:
        if not self._showing:
            self._carry_out(
                self._settings.change(
                    lambda known: replace(known, context=replace(known.context, newest_pictures=newest))
                )
            )

    def _on_reserve(self, tokens: int) -> None:
        if not self._showing:
            self._change(lambda generation: replace(generation, max_tokens=tokens))

    def _on_number(self, name: str, value: float | None) -> None:
        changes: dict[str, float | None] = {name: value}
        self._change(lambda generation: replace(generation, **changes))  # pyright: ignore[reportArgumentType] - by name

    def _change(self, edit: Edit) -> None:
        self._carry_out(
            self._settings.edit_connection(None, lambda profile: replace(profile, generation=edit(profile.generation)))
        )
