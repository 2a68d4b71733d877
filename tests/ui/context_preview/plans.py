"""Plans to test the dock with, made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from desktop_app.context.plan import (
    Block,
    BlockKind,
    ContextPlan,
    Disposition,
    DroppedRun,
    EntryKind,
    EntryTrace,
    Hit,
    Reason,
)
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.generation import ChatMessage
from desktop_app.domain.message import Role

BECAUSE = reason(ReasonCode.IN_WINDOW)
OLDER = reason(ReasonCode.OLDER_THAN_WINDOW)
NO_KEY = reason(ReasonCode.NO_KEY_HIT)


def block(
    kind: BlockKind, tokens: int, name: str = "x", disposition: Disposition = Disposition.INCLUDED, text: str = "text"
) -> Block:
    """A block of a kind; messages and entries are their own origin."""
    rendered = (0,) if disposition is Disposition.INCLUDED else ()
    made = Block(f"{kind.value}:{name}", kind, name, text, tokens, True, disposition, BECAUSE, rendered=rendered)
    return replace(made, origin_id=name)


def trace(
    entry_id: str, why: Reason = NO_KEY, *, kind: EntryKind = EntryKind.LORE, hits: Iterable[Hit] = (), tokens: int = 0
) -> EntryTrace:
    """What became of an entry; with hits it is included."""
    found = tuple(hits)
    return EntryTrace(
        entry_id, kind, f"Entry {entry_id}", included=bool(found), reason=why, book_id="book", hits=found, tokens=tokens
    )


def plan_of(
    *blocks: Block,
    dropped: tuple[DroppedRun, ...] = (),
    entries: tuple[EntryTrace, ...] = (),
    reserve: int = 100,
    note: str = "",
    limit: int = 1000,
) -> ContextPlan:
    """A plan of these blocks, whose sums reconcile."""
    used = sum(one.tokens for one in blocks if one.disposition is Disposition.INCLUDED) + 7
    return ContextPlan(
        chat_id="c",
        model="m",
        tokenizer="words",
        exact=True,
        limit=limit,
        reserve=reserve,
        safety=10,
        available=limit - reserve - 10,
        used=used,
        overhead=7,
        strategy="truncate",
        strategy_note=note,
        blocks=blocks,
        dropped=dropped,
        messages=(ChatMessage(Role.SYSTEM, "Be <b>kind</b>."), ChatMessage(Role.USER, "  spaces  stay\n")),
        warnings=(),
        fingerprint="f",
        entries=entries,
    )


PLAN = plan_of(
    block(BlockKind.SYSTEM, 50),
    block(BlockKind.HISTORY, 30, "one"),
    block(BlockKind.HISTORY, 40, "two"),
    block(BlockKind.HISTORY, 999, "out", Disposition.EXCLUDED),
    block(BlockKind.INPUT, 5),
    dropped=(DroppedRun("a", "b", 12, 3400, Disposition.TRIMMED, OLDER),),
)
"""Two messages in, thirteen out."""
