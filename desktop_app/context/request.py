"""The engine's input: everything that may reach the model, as data.

Made by ``services.context_service``; read by ``builder``. What the service has not computed yet is named in ``pending``.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.message import MessageFlags, MessageKind, Part, Role


@dataclass(frozen=True, slots=True)
class BranchMessage:
    """A message of the visible branch as the engine sees it.

    ``tokens`` counts its ``sendable_text`` alone, without the overhead of roles. ``parts`` is ``None`` for messages so far
    back that no plan can hold them (the service keeps the newest 2 × limit and what is *always in context*).
    """

    id: str
    revision: int
    role: Role
    tokens: int
    flags: MessageFlags = MessageFlags()
    kind: MessageKind = MessageKind.NORMAL
    speaker_name: str = ""
    parts: tuple[Part, ...] | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class InputMessage:
    """The person's current input while it is a draft: the id it will have, its text, and the revision it has or will have."""

    id: str
    text: str
    revision: int = 1


@dataclass(frozen=True, slots=True)
class Overhead:
    """Tokens that a request costs beside its texts (defaults: OpenAI's published rule, 3 a message, 3 for the reply's start)."""

    per_message: int = 3
    per_name: int = 1
    per_request: int = 3


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """One question to the engine, which asks what the model would see.

    ``branch`` runs from the root to the message that is answered, oldest first, without ``draft``. ``draft`` is the input
    not yet stored; without one the branch's last user message is the current input. ``limit`` and ``reserve`` in tokens.
    ``safety`` is kept free besides, for tokenizers that only estimate. ``now_minutes`` is Unix time in minutes, local time
    zone applied; it counts for the fingerprint only where a clock macro was expanded. ``post_history`` are the person's own
    instructions behind the history (a card's ``post_history_instructions`` replace them). Messages and draft are sent as they
    stand, without macros: whoever makes a message of a greeting expands it then.
    """

    chat_id: str
    model: str
    limit: int
    reserve: int
    strategy: str
    branch: tuple[BranchMessage, ...] = ()
    draft: InputMessage | None = None
    system_prompt: str = ""
    character: Character | None = None
    persona: Persona | None = None
    user_name: str = "You"
    overhead: Overhead = Overhead()
    safety: int = 0
    now_minutes: int = 0
    pending: tuple[str, ...] = ()
    post_history: str = ""
    role_style: RoleStyle = RoleStyle.AS_IS
