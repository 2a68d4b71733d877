"""What activation hands to the layout: the entries that are active in this turn, and a trace of all the others.

Made by ``context.activation``; read by ``parts`` and ``builder``. Values alone, no rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.context.plan import EntryKind, EntryTrace, Hit, Reason
from desktop_app.domain.lore import Position
from desktop_app.domain.message import Role


@dataclass(frozen=True, slots=True)
class ActiveEntry:
    """An entry that wants to be in the prompt. Lanes and strategy may still leave it out.

    ``text`` is ready to be sent: macros expanded, decorators taken off, cut to its cap. ``rank`` is its class of priority,
    ``relevance`` 0 to 1 (a hit of a key counts for 1 where nothing was measured). ``always``: *constant* or *always in
    context*. ``fresh`` is false where it stays from an earlier turn (sticky), whatever its keys found meanwhile. ``passed`` and
    ``pulled_by``: the pass of recursion, and the entry whose text activated it.
    """

    entry_id: str
    kind: EntryKind
    title: str
    text: str
    tokens: int
    exact: bool
    reason: Reason
    position: Position
    book_id: str = ""
    revision: int = 1
    depth: int = 0
    role: Role = Role.SYSTEM
    outlet: str = ""
    order: int = 100
    rank: int = 0
    relevance: float = 1.0
    relevant: bool = True
    always: bool = False
    behind_history: bool = False
    fresh: bool = True
    hits: tuple[Hit, ...] = ()
    passed: int = 0
    pulled_by: str = ""
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Activation:
    """The active entries in the order of the prompt (within one position), and the traces of those that are not active.

    ``used_clock``: a clock macro was expanded in an entry or key.
    """

    active: tuple[ActiveEntry, ...] = ()
    inactive: tuple[EntryTrace, ...] = ()
    warnings: tuple[Reason, ...] = ()
    used_clock: bool = False
