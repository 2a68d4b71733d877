"""What would be different under another plan: for the strategy that is held over the selector, and for *what if*.

Pure; ``ui`` may call it like ``plan``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.context.plan import BlockKind, ContextPlan, Disposition
from desktop_app.context.summary import SUMMARY_ID

_MESSAGES = (BlockKind.HISTORY, BlockKind.INPUT)


@dataclass(frozen=True, slots=True)
class Difference:
    """From one plan to another.

    ``leaving`` and ``coming`` count messages. ``summary_tokens``: what the summary takes in the other plan, ``summary_before``
    in the first one. ``used_before`` and ``used_after`` in tokens. ``everything_fits``: the other plan leaves out nothing but what the person, or a rule, keeps out.
    ``messages_until_full``: so many more messages of the usual size fit into the other plan.
    """

    leaving: int
    coming: int
    summary_tokens: int
    used_before: int
    used_after: int
    everything_fits: bool
    messages_until_full: int
    summary_before: int = 0


def difference(before: ContextPlan, after: ContextPlan) -> Difference:
    """What changes from ``before`` to ``after``."""
    inside_before, inside_after = frozenset(_inside(before)), frozenset(_inside(after))
    return Difference(
        leaving=len(inside_before - inside_after),
        coming=len(inside_after - inside_before),
        summary_tokens=_summary_tokens(after),
        used_before=before.used,
        used_after=after.used,
        everything_fits=_everything_fits(after),
        messages_until_full=messages_until_full(after),
        summary_before=_summary_tokens(before),
    )


def messages_until_full(plan: ContextPlan) -> int:
    """How many more messages fit, if they cost what the plan's messages cost on average; 0 where it has none."""
    sizes = [block.tokens for block in plan.blocks if block.kind in _MESSAGES and block.rendered]
    count = sum(1 for _ in _inside(plan))
    if not count or not plan.messages:
        return 0
    mean = sum(sizes) / count + plan.overhead / len(plan.messages)
    return int((plan.available - plan.used) / mean) if mean > 0 else 0


def _summary_tokens(plan: ContextPlan) -> int:
    return sum(block.tokens for block in plan.blocks if block.id == SUMMARY_ID and block.rendered)


def _inside(plan: ContextPlan) -> Iterator[str]:
    blocks = (block for block in plan.blocks if block.kind in _MESSAGES and block.rendered)
    return (block.id for block in blocks if not block.is_picture)


def _everything_fits(plan: ContextPlan) -> bool:
    left = (Disposition.TRIMMED, Disposition.SUMMARISED)
    return not any(item.disposition in left for item in (*plan.blocks, *plan.dropped))
