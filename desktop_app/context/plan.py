"""The engine's answer: what the model will see, and why; small enough to be kept with every turn.

Read by the preview dock and the commands; ``dump`` and ``load`` turn it into a ``StoredPlan`` and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.domain.generation import ChatMessage


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
    prompt that hold it (empty when it is not in). ``tokens`` counts its text without the overhead of roles.
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
class ContextPlan:
    """The whole plan.

    Sums reconcile: the tokens of all included blocks + ``overhead`` = ``used`` ≤ ``available`` = ``limit`` − ``reserve`` −
    ``safety``. ``messages`` is what the provider receives, to the byte. ``fingerprint`` is the request's.
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
