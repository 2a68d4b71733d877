"""What happened, as typed values, and the bus that carries them. Events tell; they never ask. All on the event loop's thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError
from desktop_app.domain.generation import Turn
from desktop_app.domain.message import Message
from desktop_app.domain.models import DownloadProgress
from desktop_app.domain.settings import Settings

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChatAdded:
    """A chat was made or came back from the trash."""

    chat: Chat


@dataclass(frozen=True, slots=True)
class ChatChanged:
    """Title, folder, pin, connection, strategy … of a chat changed."""

    chat: Chat


@dataclass(frozen=True, slots=True)
class ChatRemoved:
    """A chat went to the trash."""

    chat_id: str


@dataclass(frozen=True, slots=True)
class ChatPurged:
    """A chat left the trash for good: whatever is held of it is to be forgotten."""

    chat_id: str


@dataclass(frozen=True, slots=True)
class MessageAdded:
    """A message was stored at the tip of its chat's visible branch."""

    chat_id: str
    message: Message


@dataclass(frozen=True, slots=True)
class MessageChanged:
    """Text, state or flags of a message changed; its place did not."""

    chat_id: str
    message: Message


@dataclass(frozen=True, slots=True)
class BranchChanged:
    """The visible branch is another one (variant chosen, edited and resent, a message taken out): read it again."""

    chat_id: str


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A request goes out; its answer will be the message ``turn.message_id``, already announced by ``MessageAdded``."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class DeltaReceived:
    """More of a streaming message: exactly one of ``text`` and ``reasoning`` is not empty."""

    chat_id: str
    message_id: str
    text: str = ""
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """A turn is stored with its end. ``message`` is the final answer, or None where a failed try left nothing.

    ``error`` is the known error that ended it, if one did.
    """

    turn: Turn
    message: Message | None
    error: AppError | None = None


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The settings are now these."""

    settings: Settings


class LibraryKind(StrEnum):
    """What there is beside the chats."""

    CHARACTER = "character"
    PERSONA = "persona"
    LOREBOOK = "lorebook"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class LibraryChanged:
    """Characters, personas, lorebooks (with where they count) or memory entries were stored or taken out."""

    kind: LibraryKind
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StrategyChanged:
    """Another strategy, or another rhythm of the summary, may count in this chat; an empty id: in all of them."""

    chat_id: str


@dataclass(frozen=True, slots=True)
class CountsChanged:
    """Estimated token counts of a chat were replaced by exact ones: a plan made before is worth making again."""

    chat_id: str


@dataclass(frozen=True, slots=True)
class SummaryChanged:
    """The summary of a chat has other sentences, or its making is in another state: a plan made before is worth making again.

    ``in_background``: it was made or tried beside the chat, and nothing of it is the person's doing.
    """

    chat_id: str
    in_background: bool = False


@dataclass(frozen=True, slots=True)
class ProposalsChanged:
    """Other memory entries are proposed, for a change in this chat; ``waiting`` of all chats now wait for the person."""

    chat_id: str
    waiting: int


class RecallState(StrEnum):
    """How far recall by meaning is.

    ``READY``: all there is can be found by meaning. ``READING``: vectors are being made. ``WORDS_ONLY``: what is kept was made
    by another embedder (or reading was cancelled), only words find. ``FAILED``: the embedder does not answer, only words find.
    ``OFF``: the person wants none.
    """

    READY = "ready"
    READING = "reading"
    WORDS_ONLY = "words-only"
    FAILED = "failed"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class RecallProgressed:
    """Recall by meaning is in another state, or ``done`` of ``total`` messages are read. ``error``: why, where it failed."""

    state: RecallState
    done: int = 0
    total: int = 0
    error: AppError | None = None


@dataclass(frozen=True, slots=True)
class OlderIndexed:
    """Older messages came into the index of search; ``left`` cannot be found yet."""

    left: int


@dataclass(frozen=True, slots=True)
class DownloadProgressed:
    """More of a model file is there. ``name`` is its name in the catalog."""

    name: str
    progress: DownloadProgress


@dataclass(frozen=True, slots=True)
class DownloadFinished:
    """A download is over: ``file`` is there; or ``error`` ended it; or, without both, the person did. What came is kept."""

    name: str
    file: Path | None = None
    error: AppError | None = None


@dataclass(frozen=True, slots=True)
class NoticeRaised:
    """Something the person should know, as a known error (its sentence is the notice)."""

    error: AppError


Event: TypeAlias = (
    ChatAdded
    | ChatChanged
    | ChatRemoved
    | ChatPurged
    | MessageAdded
    | MessageChanged
    | BranchChanged
    | TurnStarted
    | DeltaReceived
    | TurnFinished
    | SettingsChanged
    | LibraryChanged
    | StrategyChanged
    | CountsChanged
    | SummaryChanged
    | ProposalsChanged
    | RecallProgressed
    | OlderIndexed
    | DownloadProgressed
    | DownloadFinished
    | NoticeRaised
)

E = TypeVar("E")


class EventBus:
    """Delivers each event to its subscribers, in order of subscription, at once.

    A handler that raises is logged and harms nobody else.
    """

    def __init__(self) -> None:
        self._handlers: dict[type[Any], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], handler: Callable[[E], None]) -> Callable[[], None]:
        """Calls ``handler`` for each event of exactly this kind. Returns what ends the subscription."""
        handlers = self._handlers.setdefault(kind, [])
        handlers.append(handler)

        def unsubscribe() -> None:
            if handler in handlers:
                handlers.remove(handler)

        return unsubscribe

    def publish(self, event: Event) -> None:
        """Tells everybody."""
        for handler in tuple(self._handlers.get(type(event), ())):
            try:
                handler(event)
            except Exception:  # noqa: BLE001 - whatever a listener does, the others must hear
                _log.exception("A handler of %s failed", type(event).__name__)
