"""Who the model plays (``Character``, a character card) and who the user is (``Persona``).

Field names follow Character Card V2; what a card has beyond them is kept in ``extensions`` (JSON texts by name).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class CardAsset:
    """A picture, sound or other file that a card speaks of.

    ``type`` is ``icon``, ``background``, ``user_icon``, ``emotion`` or ``x_…``; ``uri`` is an address, ``data:``,
    ``ccdefault:`` (the picture that the card came in) or ``embeded://path`` (spelled so) inside its container; ``ext`` is
    without a dot.
    """

    type: str
    uri: str
    name: str = ""
    ext: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    """A character card. Times are Unix milliseconds, UTC.

    From Character Card V3: ``nickname`` is what ``{{char}}`` stands for where it is set, ``creator_notes_multilingual`` has
    texts by language, ``source`` says where the card comes from, and ``creation_date`` and ``modification_date`` are its
    author's, in Unix seconds (0: unknown).
    """

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
    nickname: str = ""
    group_only_greetings: tuple[str, ...] = ()
    assets: tuple[CardAsset, ...] = ()
    creator_notes_multilingual: Mapping[str, str] = field(default_factory=dict[str, str])
    source: tuple[str, ...] = ()
    creation_date: int = 0
    modification_date: int = 0

    @property
    def called(self) -> str:
        """What ``{{char}}`` stands for."""
        return self.nickname or self.name


@dataclass(frozen=True, slots=True)
class Persona:
    """Who the user is in a chat."""

    id: str
    name: str
    description: str = ""
    extensions: Mapping[str, str] = field(default_factory=dict[str, str])
