"""The page of prompts and presets: what a preset sets is said first, applied by a button and taken back by another."""

from __future__ import annotations

from desktop_app.domain.importing import ImportedPreset
from desktop_app.domain.presets import Preset
from desktop_app.domain.settings import ContextSettings
from desktop_app.services.events import SettingsChanged
from desktop_app.ui.settings_dialog.presets import PresetsPage
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.rig import Window


async def test_a_preset_is_described_applied_and_taken_back(english: None) -> None:
    program = make_program()
    window = Window(program)
    preset = Preset("Ace", temperature=1.25, prompt="Be brief.", left_out=("tfs",))
    page = PresetsPage(program.presets, program.settings, lambda work: window.launch("settings", work) and None)
    program.bus.subscribe(SettingsChanged, lambda event: page.show_settings(event.settings))
    page.show_settings(program.settings.settings)
    assert page._none.isHidden() is False
    await program.presets.keep(ImportedPreset(preset))
    assert page._about.text() == (
        "Sets for the connection of new chats: temperature 1.25. Sets the system prompt. Left out: tfs."
    )
    page._apply.click()
    await until(lambda: page._prompt.value() == "Be brief.")
    page._undo.undo_pressed.emit()
    await until(lambda: page._prompt.value() == ContextSettings().character_prompt)
    page._post_history.setPlainText("Stay.")
    page.store()
    await until(lambda: program.settings.settings.context.post_history == "Stay.")
    page._remove.click()
    await until(lambda: not program.presets.presets)
    assert page._choice.isHidden()
    page.deleteLater()
    await program.tasks.close()
    assert window.errors == []
