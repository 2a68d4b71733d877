"""Two plans side by side: what each kind takes in both, which blocks leave and which come. Pure functions of plans."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from desktop_app.context.plan import Block, BlockKind, ContextPlan
from desktop_app.ui.context_preview.nodes import Node, counted, folder
from desktop_app.ui.context_preview.parts import ORDER, PartKind, is_in, parts_of
from desktop_app.ui.context_preview.plan_tree import block_row

_SHOWN = (*ORDER, PartKind.OVERHEAD, PartKind.FREE, PartKind.SAFETY, PartKind.RESERVE)


@dataclass(frozen=True, slots=True)
class Total:
    """What a kind takes in one plan and in the other, in tokens."""

    kind: BlockKind | PartKind
    before: int
    after: int


def totals(before: ContextPlan, after: ContextPlan) -> list[Total]:
    """Of every kind that takes anything in either plan, in the order of the bar."""
    first = {part.kind: part.tokens for part in parts_of(before)}
    second = {part.kind: part.tokens for part in parts_of(after)}
    found = (Total(kind, first.get(kind, 0), second.get(kind, 0)) for kind in _SHOWN)
    return [total for total in found if total.before or total.after]


def changed_rows(before: ContextPlan, after: ContextPlan) -> list[Node]:
    """What leaves, what comes, and what is there with another text; with the reasons that the plan it is not in gives."""
    old, new = _inside(before), _inside(after)
    out = _out(before, after)
    leaving = [out.get(block_id, block) for block_id, block in old.items() if block_id not in new]
    coming = [block for block_id, block in new.items() if block_id not in old]
    other = [block for block_id, block in new.items() if block_id in old and old[block_id].text != block.text]
    translate = QCoreApplication.translate
    rows = [
        _row("leaving", translate("ContextComparison", "Leaves"), leaving),
        _row("coming", translate("ContextComparison", "Comes"), coming),
        _row("other", translate("ContextComparison", "Other text"), other),
    ]
    found = [row for row in rows if row is not None]
    for number, row in enumerate(found):
        row.row = number
    return found


def _inside(plan: ContextPlan) -> dict[str, Block]:
    return {block.id: block for block in plan.blocks if is_in(block)}


def _out(before: ContextPlan, after: ContextPlan) -> dict[str, Block]:
    """The blocks of the first plan as they are out of the second, which tells many of them only as runs."""
    found = {block.id: block for block in after.blocks if not is_in(block)}
    history = [block for block in before.blocks if block.kind is BlockKind.HISTORY]
    places = {block.origin_id: place for place, block in enumerate(history)}
    for run in after.dropped:
        first, last = places.get(run.first_id), places.get(run.last_id)
        if first is None and last is None:
            continue  # altogether older than what the first plan tells block by block
        part = history[first or 0 : None if last is None else last + 1]
        found.update({b.id: replace(b, reason=run.reason, disposition=run.disposition, rendered=()) for b in part})
    return found


def _row(key: str, name: str, blocks: list[Block]) -> Node | None:
    if not blocks:
        return None
    tokens = sum([block.tokens for block in blocks])
    exact = all(block.exact for block in blocks)
    return folder(key, counted(name, len(blocks)), blocks, block_row, tokens=tokens, exact=exact)
