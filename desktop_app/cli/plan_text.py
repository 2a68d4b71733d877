"""A plan as text for people: the budget by lane, every block with its reason, what is left out and why, the messages as sent.

Called by ``talespan plan``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from desktop_app.context.plan import Block, ContextPlan, DroppedRun, EntryTrace, LaneUse


def plan_text(plan: ContextPlan) -> str:
    """The whole plan. Entries that came nowhere near are counted by their reason."""
    parts = [
        _head(plan),
        _titled("By lane (tokens used of the most there may be)", map(_lane_line, plan.lanes)),
        _titled("In the prompt", (_block_line(block) for block in plan.blocks if block.rendered)),
        _titled("Left out", _left_out(plan)),
        _titled("Lore and memory", _entry_lines(plan.entries)),
        _titled("As it is sent", (f"--- {message.role}\n{message.content}" for message in plan.messages)),
    ]
    return "\n\n".join(part for part in parts if part)


def _head(plan: ContextPlan) -> str:
    used = f"{plan.used:,}" if plan.exact else f"≈{plan.used:,} ± {plan.safety:,}"
    note = f" ({plan.strategy_note})" if plan.strategy_note else ""
    lines = [
        f"{plan.strategy}{note} · {plan.tokenizer} · {used} used of {plan.limit:,} · {plan.reserve:,} reserved",
        f"{plan.overhead:,} of these are overhead · a cache can keep {plan.stable} of {len(plan.messages)} messages",
        *(f"! {warning.sentence}" for warning in plan.warnings),
        *(f"… not computed yet: {name}" for name in plan.pending),
    ]
    return "\n".join(lines)


def _titled(title: str, lines: Iterator[str]) -> str:
    """Nothing where there is nothing to list."""
    listed = list(lines)
    return "\n".join([title, *listed]) if listed else ""


def _lane_line(use: LaneUse) -> str:
    return f"{use.used:>7,} of {use.room:>7,}  {use.lane}"


def _block_line(block: Block) -> str:
    return f"{block.tokens:>7,}  {block.kind:<12} {block.title} — {block.reason.sentence}"


def _left_out(plan: ContextPlan) -> Iterator[str]:
    for block in plan.blocks:
        if not block.rendered:
            yield f"{block.tokens:>7,}  {block.disposition:<12} {block.title} — {block.reason.sentence}"
    for run in plan.dropped:
        yield f"{run.tokens:>7,}  {run.disposition:<12} {_messages(run)} — {run.reason.sentence}"


def _messages(run: DroppedRun) -> str:
    return "1 message" if run.count == 1 else f"{run.count:,} messages"


def _entry_lines(entries: Sequence[EntryTrace]) -> Iterator[str]:
    """Those that are in or came near, one by one; the others by their reason."""
    told = [entry for entry in entries if entry.included or entry.hits or entry.tokens]
    for entry in sorted(told, key=lambda entry: not entry.included):
        title = entry.title or entry.entry_id
        yield f"{entry.tokens:>7,}  {'in' if entry.included else 'out':<12} {title} — {entry.reason.sentence}"
    others = Counter(entry.reason.sentence for entry in entries if not (entry.included or entry.hits or entry.tokens))
    for sentence, count in others.most_common():
        yield f"{'':>7}  {'out':<12} {count:,} more — {sentence}"
