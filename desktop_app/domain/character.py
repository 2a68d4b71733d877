"""Who the model plays (``Character``, a character card) and who the user is (``Persona``).

Field names follow Character Card V2; what a card has beyond them is kept in ``extensions`` (JSON texts by name).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Character:
    """A character card. Times are Unix milliseconds, UTC."""

    id: str
    name: str
    description: str = ""
    personality: str = ""
    scenario: str = ""
    first_mes: str = ""
    mes_example: str = ""
    system_prompt: str = ""
    post_history_instructions: str = ""
    alternate_greetings: tuple[str, ...] = ()
    creator_notes: str = ""
    tags: tuple[str, ...] = ()
    creator: str = ""
    character_version: str = ""
    extensions: Mapping[str, str] = field(default_factory=dict[str, str])
    created_at: int = 0
    updated_at: int = 0


@dataclass(frozen=True, slots=True)
class Persona:
    """Who the user is in a chat."""

    id: str
    name: str
    description: str = ""
