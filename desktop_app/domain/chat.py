"""Chats, their drafts, and the light view of a branch that everything long works with."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.message import MessageFlags, MessageKind, MessageState, Role


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat as the list shows it.

    ``tip_id`` is the last message of the visible branch (none while the chat is empty). ``deleted_at`` set means: in the
    trash. What is ``None`` of ``connection_id``, ``strategy`` and ``persona_id`` is inherited from the settings.
    Times are Unix milliseconds, UTC.
    """

    id: str
    title: str = ""
    folder: str = ""
    pinned: bool = False
    created_at: int = 0
    updated_at: int = 0
    deleted_at: int | None = None
    tip_id: str | None = None
    character_ids: tuple[str, ...] = ()
    persona_id: str | None = None
    connection_id: str | None = None
    strategy: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the composer of a chat. It has its message's id from its first character on."""

    chat_id: str
    message_id: str
    text: str


@dataclass(frozen=True, slots=True)
class BranchRow:
    """One message of the visible branch without its text: enough for a list's geometry and for the engine's branch.

    ``length`` is the number of characters of the visible text. ``variant`` and ``variants``: this is the ``variant``-th
    (from 1) of ``variants`` siblings.
    """

    id: str
    revision: int
    role: Role
    kind: MessageKind
    state: MessageState
    speaker_name: str
    length: int
    flags: MessageFlags
    variant: int = 1
    variants: int = 1
