"""The engine's answer: what the model will see, and why; small enough to be kept with every turn.

Read by the preview dock and the commands; ``dump`` and ``load`` turn it into a ``StoredPlan`` and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.domain.generation import Activated, ChatMessage


class BlockKind(StrEnum):
    """What a block is made of; each has its colour in the dock."""

    SYSTEM = "system"
    CHARACTER = "character"
    LORE = "lore"
    EXAMPLES = "examples"
    MEMORY = "memory"
    HISTORY = "history"
    RECALL = "recall"
    SUMMARY = "summary"
    INPUT = "input"
    POST_HISTORY = "post-history"


class Lane(StrEnum):
    """The share of the room that a block takes from. ``PROTECTED`` is in always; ``HISTORY`` takes what the others leave."""

    PROTECTED = "protected"
    CONSTANT_LORE = "constant-lore"
    KEYED_LORE = "keyed-lore"
    MEMORY = "memory"
    RECALL = "recall"
    SUMMARY = "summary"
    EXAMPLES = "examples"
    HISTORY = "history"


class Disposition(StrEnum):
    """What became of a block."""

    INCLUDED = "included"
    EXCLUDED = "excluded"
    SUMMARISED = "summarised"
    TRIMMED = "trimmed"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a code with parameters for translation, and the English sentence (``context.reasons`` makes them)."""

    code: str
    params: Mapping[str, str | int | float] = field(default_factory=dict[str, str | int | float])
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the plan.

    ``origin_id`` is the message, character, persona or entry it came from; ``rendered`` the indices of the messages of the
    prompt that hold it (empty when it is not in). ``tokens`` counts its text without the overhead of roles. ``sources``: the
    messages that a summary or a recalled passage was made of.
    """

    id: str
    kind: BlockKind
    title: str
    text: str
    tokens: int
    exact: bool
    disposition: Disposition
    reason: Reason
    protected: bool = False
    origin_id: str = ""
    origin_revision: int = 0
    rendered: tuple[int, ...] = ()
    lane: Lane = Lane.PROTECTED
    sources: tuple[str, ...] = ()

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture in the message it came from, which has a block of its own."""
        return self.id.startswith(f"{self.origin_id}/picture-")


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a key was found: characters ``start`` to ``end`` of the text ``where``.

    ``where`` is a message's id, the id of the entry whose text pulled this one, or a ``ScanSource``. 0 to 0: in what stands
    beside the text, the name before a message or a hidden key of an entry.
    """

    key: str
    where: str
    start: int
    end: int


class EntryKind(StrEnum):
    """Which kind of entry a trace is about."""

    LORE = "lore"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class EntryTrace:
    """What became of one entry of a lorebook or of the memory, and why: exactly one for each entry of a request.

    ``passed`` counts the passes of recursion (0: the first scan); ``pulled_by`` is the entry whose text activated it.
    """

    entry_id: str
    kind: EntryKind
    title: str
    included: bool
    reason: Reason
    book_id: str = ""
    revision: int = 1
    hits: tuple[Hit, ...] = ()
    passed: int = 0
    pulled_by: str = ""
    score: float | None = None
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class LaneUse:
    """How much of its share a lane took, in tokens with overhead. ``room``: the most it might have taken."""

    lane: Lane
    used: int
    room: int


@dataclass(frozen=True, slots=True)
class DroppedRun:
    """Neighbouring messages of the branch that are out for the same reason."""

    first_id: str
    last_id: str
    count: int
    tokens: int
    disposition: Disposition
    reason: Reason


@dataclass(frozen=True, slots=True)
class TextChange:
    """That scripts changed the text of a message or entry for the prompt, and what it is ``before`` them.

    ``scripts``: the names of those that changed it, in their order. ``slow``: of those that took too long and were left out.
    """

    origin_id: str
    scripts: tuple[str, ...]
    before: str = ""
    slow: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContextPlan:
    """The whole plan.

    Sums reconcile: the tokens of all included blocks + ``overhead`` = ``used`` ≤ ``available`` = ``limit`` − ``reserve`` −
    ``safety``. ``messages`` is what the provider receives, to the byte. ``fingerprint`` is the request's.
    ``stable``: so many of the messages, from the first on, are those of the last prompt: a provider's cache can keep them.
    ``entries``: every entry of the request (a plan that was stored has only those that came near). ``activated``: what the
    turn keeps for the timers. ``changed``: the messages and entries in it that scripts changed.
    """

    chat_id: str
    model: str
    tokenizer: str
    exact: bool
    limit: int
    reserve: int
    safety: int
    available: int
    used: int
    overhead: int
    strategy: str
    strategy_note: str
    blocks: tuple[Block, ...]
    dropped: tuple[DroppedRun, ...]
    messages: tuple[ChatMessage, ...]
    warnings: tuple[Reason, ...]
    fingerprint: str
    pending: tuple[str, ...] = ()
    entries: tuple[EntryTrace, ...] = ()
    activated: tuple[Activated, ...] = ()
    lanes: tuple[LaneUse, ...] = ()
    stable: int = 0
    changed: tuple[TextChange, ...] = ()
