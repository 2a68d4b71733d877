"""What an answer depends on beside what was said: who answers, what is asked of them, and what a preview supposes.

Values alone, for the context service and whoever asks it for plans.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.lore import GenerationKind
from desktop_app.domain.ports import ChatProvider
from desktop_app.domain.settings import Lanes


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a preview takes otherwise than the chat and its connection say; None: as they say. Nothing of it is stored."""

    strategy: str | None = None
    limit: int | None = None
    reserve: int | None = None
    lanes: Lanes | None = None
    order: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What an answer is asked for, beside who answers: a strategy for once, chance anew, and which kind of answer."""

    strategy_once: str | None = None
    reroll: int = 0
    kind: GenerationKind = GenerationKind.NORMAL


@dataclass(frozen=True, slots=True)
class Answerer:
    """Who answers in a chat: the connection, its provider, and the character that speaks."""

    chat: Chat
    connection: ConnectionProfile
    provider: ChatProvider
    character: Character | None
    persona: Persona | None
