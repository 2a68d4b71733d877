"""What an answer depends on beside what was said: who answers, what is asked of them, and what a preview supposes.

Values alone, for the context service and whoever asks it for plans.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.group import NextSpeaker
from desktop_app.domain.lore import GenerationKind
from desktop_app.domain.ports import ChatProvider
from desktop_app.domain.settings import Lanes
from desktop_app.services.speaking_persona import BoundBy


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
    """What an answer is asked for: a strategy for once, chance anew, and which kind of answer.

    ``speaking``: of whom, in a chat of several characters, and who speaks after them.
    """

    strategy_once: str | None = None
    reroll: int = 0
    kind: GenerationKind = GenerationKind.NORMAL
    speaking: tuple[NextSpeaker, ...] = ()


@dataclass(frozen=True, slots=True)
class Answerer:
    """Who answers in a chat: the connection, its provider, and the character that speaks.

    ``bound_by``: why the person is this persona. ``members``: all characters of the chat that the library has. ``speaking``: why this one speaks, and who does after it.
    """

    chat: Chat
    connection: ConnectionProfile
    provider: ChatProvider
    character: Character | None
    persona: Persona | None
    bound_by: BoundBy | None = None
    members: tuple[Character, ...] = ()
    speaking: tuple[NextSpeaker, ...] = ()
