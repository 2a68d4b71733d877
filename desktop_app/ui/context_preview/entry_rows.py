"""Lorebook and memory entries as rows of the tree: those in context, those that came near, and, folded, all the others.

Called by ``plan_tree``. Every entry of the request is somewhere, each with its one reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication

from desktop_app.context.plan import Block, BlockKind, EntryKind, EntryTrace
from desktop_app.context.reasons import ReasonCode
from desktop_app.ui.context_preview.nodes import Node, counted, counted_of, folder
from desktop_app.ui.context_preview.parts import is_in, part_name

_KINDS = {BlockKind.LORE: EntryKind.LORE, BlockKind.MEMORY: EntryKind.MEMORY}


def entry_kind(kind: BlockKind) -> EntryKind | None:
    """The entries that blocks of this kind are of; None for all other blocks."""
    return _KINDS.get(kind)


def entries_node(kind: BlockKind, blocks: Sequence[Block], traces: Sequence[EntryTrace], *, exact: bool) -> Node | None:
    """The row of a kind of entries, or None where there are none. ``blocks`` are theirs, in the order of the prompt.

    ``exact``: whether tokens are counted in this plan; an entry without a block does not say it of itself.
    """
    if not blocks and not traces:
        return None
    included = [block for block in blocks if is_in(block)]
    total = len({block.origin_id or block.id for block in blocks} | {trace.entry_id for trace in traces})
    count = len({block.origin_id or block.id for block in included})
    name = part_name(kind)
    return Node(
        key=f"kind:{kind.value}",
        title=counted(name, count) if count == total else counted_of(name, count, total),
        tokens=sum([block.tokens for block in included]),
        exact=all(block.exact for block in included),
        kind=kind,
        make=lambda: _rows(kind, blocks, traces, exact=exact),
    )


def _rows(kind: BlockKind, blocks: Sequence[Block], traces: Sequence[EntryTrace], *, exact: bool) -> list[Node]:
    """In context first, then the others from near to far."""
    by_id = {trace.entry_id: trace for trace in traces}
    with_block = {block.origin_id for block in blocks}
    rest = [trace for trace in traces if trace.entry_id not in with_block]
    rows = [_block_row(block, by_id.get(block.origin_id)) for block in _in_first(blocks)]
    far = far_names()
    near = [_trace_row(kind, trace, exact=exact) for trace in rest if trace.reason.code not in far]
    return [*rows, *near, *_far_rows(kind, rest, exact=exact)]


def _in_first(blocks: Sequence[Block]) -> list[Block]:
    return sorted(blocks, key=lambda block: not is_in(block))


def _far_rows(kind: BlockKind, traces: Iterable[EntryTrace], *, exact: bool) -> list[Node]:
    """One folder for each reason, whatever its size: what never came near is asked for, not shown."""
    names = far_names()
    by_code: dict[str, list[EntryTrace]] = {}
    for trace in traces:
        if trace.reason.code in names:
            by_code.setdefault(trace.reason.code, []).append(trace)
    return [
        folder(
            f"far:{kind.value}:{code}",
            counted(names[code], len(found)),
            found,
            lambda trace: _trace_row(kind, trace, exact=exact),
            tokens=sum([trace.tokens for trace in found]),
            exact=exact,
        )
        for code, found in sorted(by_code.items(), key=lambda item: list(names).index(item[0]))
    ]


def far_names() -> dict[str, str]:
    """What entries that came nowhere near the prompt are called together, by the codes of their reasons."""
    translate = QCoreApplication.translate
    return {
        ReasonCode.NO_KEY_HIT: translate("ContextNodes", "No key hit"),
        ReasonCode.BELOW_THRESHOLD: translate("ContextNodes", "Not relevant enough"),
        ReasonCode.NOT_MEASURED: translate("ContextNodes", "Meaning not measured yet"),
        ReasonCode.MEANING_OFF: translate("ContextNodes", "Found by meaning only"),
        ReasonCode.NO_KEYS: translate("ContextNodes", "Without keys"),
        ReasonCode.FILTERED: translate("ContextNodes", "Not for this answer"),
        ReasonCode.OTHER_BRANCH: translate("ContextNodes", "Of another branch"),
        ReasonCode.SUPERSEDED: translate("ContextNodes", "No longer true"),
        ReasonCode.DISABLED: translate("ContextNodes", "Switched off"),
    }


def _block_row(block: Block, trace: EntryTrace | None) -> Node:
    title = (trace.title if trace is not None else "") or block.title or block.text[:80]
    key = f"block:{block.id}"
    return Node(key=key, title=title, tokens=block.tokens, exact=block.exact, kind=block.kind, block=block, trace=trace)


def _trace_row(kind: BlockKind, trace: EntryTrace, *, exact: bool) -> Node:
    key = f"entry:{trace.kind.value}:{trace.entry_id}"
    return Node(key=key, title=trace.title, tokens=trace.tokens, exact=exact, kind=kind, trace=trace)
