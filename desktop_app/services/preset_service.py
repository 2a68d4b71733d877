"""Presets that were imported: kept until the person applies one, and what was set before can be put back.

Called by the settings, and by ``import_settings`` for the import service.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.domain.generation import GenerationSettings
from desktop_app.domain.importing import ImportedPreset
from desktop_app.domain.presets import Preset
from desktop_app.domain.settings import ContextSettings
from desktop_app.services.settings_service import SettingsService


@dataclass(frozen=True, slots=True)
class BeforePreset:
    """What was set before a preset was applied to a connection."""

    connection_id: str
    generation: GenerationSettings
    context: ContextSettings


class PresetService:
    """Keeps, applies, forgets."""

    def __init__(self, settings: SettingsService) -> None:
        self._settings = settings

    @property
    def presets(self) -> tuple[Preset, ...]:
        """All there are, by the time they came."""
        return self._settings.settings.presets

    async def keep(self, given: ImportedPreset) -> bool:
        """Adds a preset, in the place of one with its name. False where it is there just so."""
        if given.preset in self.presets:
            return False
        name = given.preset.name
        await self._settings.change(
            lambda known: replace(known, presets=(*(one for one in known.presets if one.name != name), given.preset))
        )
        return True

    async def take_out(self, preset: Preset, before: Preset | None) -> bool:
        """Forgets it, and puts the one back whose place it took. False where there is another of its name by now."""
        if preset in self.presets:
            put = () if before is None else (before,)
            await self._settings.change(
                lambda known: replace(known, presets=(*(one for one in known.presets if one != preset), *put))
            )
            return True
        return all(one.name != preset.name for one in self.presets)

    async def apply(self, preset: Preset) -> BeforePreset:
        """Its samplers for the connection of new chats, its prompts for all chats. Raises ``SettingsError``, ``StorageError``."""
        settings = self._settings.settings
        profile = settings.connection(None)
        before = BeforePreset(profile.id, profile.generation, settings.context)
        await self._settings.edit_connection(
            profile.id,
            lambda now: replace(now, generation=preset.applied_to(now.generation, now.kind, now.context_limit)),
        )
        await self._settings.change(lambda known: replace(known, context=_told(preset, known.context)))
        return before

    async def take_back(self, before: BeforePreset) -> None:
        """As it was before a preset was applied."""
        await self._settings.edit_connection(
            before.connection_id, lambda now: replace(now, generation=before.generation)
        )
        await self._settings.change(lambda known: replace(known, context=before.context))

    async def remove(self, preset: Preset) -> None:
        """Forgets it; what it was applied to stays."""
        await self._settings.change(
            lambda known: replace(known, presets=tuple(one for one in known.presets if one != preset))
        )


def _told(preset: Preset, now: ContextSettings) -> ContextSettings:
    return replace(
        now,
        character_prompt=preset.prompt or now.character_prompt,
        post_history=preset.post_history or now.post_history,
        order=preset.order or now.order,
    )
