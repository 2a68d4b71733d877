"""Which regex scripts count: those that a person has switched on, of the settings and of characters. Pure.

Called by the script service, the request maker and, through the service, by the view of a chat.
"""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.domain.character import Character
from desktop_app.domain.scripts import NotRun, RegexScript, scripts_of
from desktop_app.domain.settings import ScriptSettings

# What of a script keeps the whole of it from running.
NEVER = frozenset({NotRun.ACTIONS, NotRun.EMPTY, NotRun.NOWHERE})

# The owner of the scripts that count in every chat.
EVERYWHERE = ""


def active_scripts(settings: ScriptSettings, characters: Iterable[Character]) -> tuple[RegexScript, ...]:
    """The scripts that run, in their order: those of every chat, then those of the characters."""
    if not settings.on:
        return ()
    on = frozenset(settings.on)
    owned = [(EVERYWHERE, settings.own), *((card.id, scripts_of(card.extensions)) for card in characters)]
    return tuple(
        script
        for owner, scripts in owned
        for script in scripts
        if script.key(owner) in on and NEVER.isdisjoint(script.not_run)
    )
