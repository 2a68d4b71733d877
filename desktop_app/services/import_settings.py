"""Scripts and presets that an import brings: they are no objects of the library and are kept in the settings. For the import service.

Taking an import back takes out again what it added there, where the person has not made it theirs since.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.importing import ImportedPreset, ImportedScripts
from desktop_app.domain.presets import Preset
from desktop_app.domain.scripts import RegexScript
from desktop_app.services.preset_service import PresetService
from desktop_app.services.script_service import ScriptService


@dataclass(frozen=True, slots=True)
class KeptInSettings:
    """What one object of an import added there: scripts, or a preset. ``before``: the preset whose place it took."""

    scripts: tuple[RegexScript, ...] = ()
    preset: Preset | None = None
    before: Preset | None = None


class SettingsKeeper:
    """Puts them into the settings, and takes them out again."""

    def __init__(self, scripts: ScriptService, presets: PresetService) -> None:
        self._scripts = scripts
        self._presets = presets

    async def keep(self, given: ImportedScripts | ImportedPreset) -> KeptInSettings | None:
        """Adds what is not there yet; None where all of it is."""
        if isinstance(given, ImportedScripts):
            added = await self._scripts.keep(given)
            return KeptInSettings(scripts=added) if added else None
        before = next((one for one in self._presets.presets if one.name == given.preset.name), None)
        return KeptInSettings(preset=given.preset, before=before) if await self._presets.keep(given) else None

    async def take_out(self, kept: KeptInSettings) -> bool:
        """False where some of it stays: a script that was switched on, a preset in whose place there is another."""
        if kept.preset is not None:
            return await self._presets.take_out(kept.preset, kept.before)
        return await self._scripts.take_out(kept.scripts)
