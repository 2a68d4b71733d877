"""Regex scripts of cards and of the person's own: what there is, which of them run, and what they make of a shown text.

Called by the settings, the character editor and the view of a chat. A script runs only once it was switched on, and the
decision hangs on its very text: what is imported anew in another form is off again. Nothing stored is ever changed by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.character import Character
from desktop_app.domain.importing import ImportedScripts
from desktop_app.domain.scripts import RISU, TAVERN, TAVERN_HELPER, Program, RegexScript, programs_of, scripts_of
from desktop_app.domain.settings import ScriptSettings
from desktop_app.language.patterns import BadPattern
from desktop_app.language.scripts import compile_script
from desktop_app.services.scripts_active import EVERYWHERE, NEVER, active_scripts
from desktop_app.services.settings_service import SettingsService

_KEPT_IN = frozenset({TAVERN, RISU, TAVERN_HELPER})

# Names are put in where a script runs; to see whether it can run at all any will do.
_ANYBODY: Mapping[str, str] = {"user": "User", "char": "Char"}


@dataclass(frozen=True, slots=True)
class ListedScript:
    """A script with whose it is. ``problem``: why it can never run. ``owner`` empty: it counts in every chat."""

    key: str
    owner: str
    script: RegexScript
    on: bool
    problem: BadPattern | None = None

    @property
    def can_run(self) -> bool:
        """Whether switching it on does anything."""
        return self.problem is None and NEVER.isdisjoint(self.script.not_run)


class ScriptService:
    """Reads scripts from settings and cards; what is switched stands in the settings, never in a card."""

    def __init__(self, settings: SettingsService) -> None:
        self._settings = settings

    def own(self) -> tuple[ListedScript, ...]:
        """Those that may count in every chat."""
        return self._listed(EVERYWHERE, self._now.own)

    def may_have_any(self, character: Character) -> bool:
        """Whether it is worth looking for scripts in a card."""
        return not _KEPT_IN.isdisjoint(character.extensions)

    def of_character(self, character: Character) -> tuple[ListedScript, ...]:
        """Those in a card. Blocks where there are many: each pattern is tried."""
        return self._listed(character.id, scripts_of(character.extensions))

    def programs_of(self, character: Character) -> tuple[Program, ...]:
        """What is in a card that is a program: kept, never run."""
        return programs_of(character.extensions)

    def active(self, characters: Iterable[Character]) -> tuple[RegexScript, ...]:
        """Those that run where these characters speak."""
        return active_scripts(self._now, characters)

    async def switch(self, keys: Sequence[str], *, on: bool) -> None:
        """Switches scripts on or off. Raises ``StorageError``; then nothing has changed."""
        named = frozenset(keys)

        def switched(known: ScriptSettings) -> ScriptSettings:
            kept = tuple(key for key in known.on if key not in named)
            return replace(known, on=(*kept, *dict.fromkeys(keys)) if on else kept)

        await self._change(switched)

    async def keep(self, given: ImportedScripts) -> tuple[RegexScript, ...]:
        """Adds scripts for every chat, off. Returns those that were not there yet."""
        known = {script.key(EVERYWHERE) for script in self._now.own}
        new = {script.key(EVERYWHERE): script for script in given.scripts}
        missing = tuple(script for key, script in new.items() if key not in known)
        if missing:
            await self._change(lambda now: replace(now, own=(*now.own, *missing)))
        return missing

    async def take_out(self, scripts: Sequence[RegexScript]) -> bool:
        """Takes those of every chat's out that are off. False where one is on: it stays."""
        on = frozenset(self._now.on)
        gone = tuple(script for script in scripts if script.key(EVERYWHERE) not in on)
        await self._change(lambda now: replace(now, own=tuple(script for script in now.own if script not in gone)))
        return not any(script in self._now.own for script in scripts)

    async def remove(self, key: str) -> ScriptSettings:
        """Takes one of every chat's out. Returns what ``put_back`` needs."""
        before = self._now
        await self._change(
            lambda now: ScriptSettings(
                tuple(script for script in now.own if script.key(EVERYWHERE) != key),
                tuple(known for known in now.on if known != key),
            )
        )
        return before

    async def put_back(self, before: ScriptSettings) -> None:
        """Scripts as they were."""
        await self._change(lambda _now: before)

    @property
    def _now(self) -> ScriptSettings:
        return self._settings.settings.scripts

    async def _change(self, edit: Callable[[ScriptSettings], ScriptSettings]) -> None:
        await self._settings.change(lambda settings: replace(settings, scripts=edit(settings.scripts)))

    def _listed(self, owner: str, scripts: Iterable[RegexScript]) -> tuple[ListedScript, ...]:
        on = frozenset(self._now.on)
        return tuple(_listed(owner, script, on) for script in scripts)


def _listed(owner: str, script: RegexScript, on: frozenset[str]) -> ListedScript:
    key = script.key(owner)
    compiled = compile_script(script, _ANYBODY)
    return ListedScript(key, owner, script, key in on, compiled if isinstance(compiled, BadPattern) else None)
