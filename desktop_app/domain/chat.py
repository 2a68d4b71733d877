"""Chats, their drafts, and the light view of a branch that everything long works with."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.domain.group import GroupChoices
from desktop_app.domain.message import ImagePart, MessageFlags, MessageKind, MessageState, Role


@dataclass(frozen=True, slots=True)
class AuthorsNote:
    """A note of the person's that goes into the history, ``depth`` messages from the end, in every ``every``-th turn."""

    text: str = ""
    depth: int = 4
    role: Role = Role.SYSTEM
    every: int = 1


@dataclass(frozen=True, slots=True)
class ChatContext:
    """What a chat decides about its context for itself; ``None`` leaves it to the strategy, the connection or the settings.

    ``use_summary`` and ``use_recall``: whether the rolling summary and recalled passages may be in the prompt.
    ``cut_in_steps``: when the window is full, leave out many messages at once, so that the prompt's beginning stays the same.
    ``compress_every_n``: so many new messages make the next segment of the summary. ``code_review``: the chat is about code.
    ``summarised_by_model``: whether a model writes the summary here. ``recall_enabled``: False: nothing of it is embedded.
    ``order``: the chat's own order of the prompt, by the names of ``prompt_order.PromptRow``. ``group``: its turns, where several
    characters speak in it.
    """

    note: AuthorsNote = AuthorsNote()
    use_summary: bool | None = None
    use_recall: bool | None = None
    cut_in_steps: bool | None = None
    compress_every_n: int | None = None
    code_review: bool = False
    summarised_by_model: bool | None = None
    recall_enabled: bool | None = None
    order: tuple[str, ...] | None = None
    group: GroupChoices = field(default_factory=GroupChoices)


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
    context: ChatContext = ChatContext()

    @property
    def is_group(self) -> bool:
        """Whether several characters speak in it."""
        return len(self.character_ids) > 1


@dataclass(frozen=True, slots=True)
class Folder:
    """What a folder of chats decides for the chats in it; ``None``: nothing. See ``ChatContext``."""

    name: str
    strategy: str | None = None
    compress_every_n: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the composer of a chat. It has its message's id from its first character on.

    ``strategy_once``: the strategy for this message only. ``reroll``: how often chance was asked anew for it.
    """

    chat_id: str
    message_id: str
    text: str
    strategy_once: str | None = None
    reroll: int = 0
    pictures: tuple[ImagePart, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nothing of it is worth keeping."""
        return not (self.text or self.pictures)


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
