"""Who the person is in a chat, and why: the chat's own persona, else that of its character, else the default one.

Called by what goes into a request, by what stores the person's messages, and by the window, which says it in its header. A
persona is bound to characters as SillyTavern binds it: in its extension ``connections``, a list of ``type`` and ``id``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from desktop_app.domain.character import Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.ports import LibraryRepository

CONNECTIONS = "connections"
CHARACTER = "character"


class BoundBy(StrEnum):
    """What decided."""

    CHAT = "chat"
    CHARACTER = "character"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class SpeakingAs:
    """A persona and what decided for it."""

    persona: Persona
    bound_by: BoundBy


def speaking_as(chat: Chat, personas: Sequence[Persona], default_id: str) -> SpeakingAs | None:
    """Who the person is in ``chat``; None: nobody but themselves. Of several personas of a character, the first counts."""
    by_id = {persona.id: persona for persona in personas}
    own = by_id.get(chat.persona_id or "")
    if own is not None:
        return SpeakingAs(own, BoundBy.CHAT)
    for character_id in chat.character_ids:
        for persona in personas:
            if character_id in characters_of(persona):
                return SpeakingAs(persona, BoundBy.CHARACTER)
    usual = by_id.get(default_id)
    return None if usual is None else SpeakingAs(usual, BoundBy.DEFAULT)


def characters_of(persona: Persona) -> tuple[str, ...]:
    """The ids of the characters that a persona is bound to."""
    found = (entry.get("id") for entry in _connections(persona) if entry.get("type") == CHARACTER)
    return tuple(dict.fromkeys(one for one in found if isinstance(one, str)))


def bound_to(persona: Persona, character_ids: Iterable[str]) -> Persona:
    """The persona bound to exactly these characters; what else is among its connections stays."""
    wanted = tuple(dict.fromkeys(character_ids))
    if wanted == characters_of(persona):
        return persona
    others = [entry for entry in _connections(persona) if entry.get("type") != CHARACTER]
    made = [*others, *({"type": CHARACTER, "id": one} for one in wanted)]
    extensions = {name: value for name, value in persona.extensions.items() if name != CONNECTIONS}
    if made:
        extensions[CONNECTIONS] = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
    return replace(persona, extensions=extensions)


class SpeakingPersona:
    """Reads the personas anew for each question. ``default_id``: the default persona's, empty for none."""

    def __init__(self, library: LibraryRepository, default_id: Callable[[], str]) -> None:
        self._library = library
        self._default_id = default_id

    async def of(self, chat: Chat) -> SpeakingAs | None:
        """Who the person is in a chat."""
        return speaking_as(chat, await self._library.personas(), self._default_id())


def _connections(persona: Persona) -> list[dict[str, Any]]:
    try:
        found: object = json.loads(persona.extensions.get(CONNECTIONS, "[]"))
    except (ValueError, RecursionError):
        return []
    entries = cast("list[object]", found) if isinstance(found, list) else []
    return [cast("dict[str, Any]", entry) for entry in entries if isinstance(entry, dict)]
