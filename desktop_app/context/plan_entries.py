"""The traces of a plan as they are kept, and what the turn activated. Called by ``plan_store``.

Only those that came near: what was in, and what a key, a switch or a filter alone did not keep out. What a trace has in common
with its block is not written again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop_app.context.plan import Block, ContextPlan, EntryKind, EntryTrace, Hit
from desktop_app.context.plan_blocks import reason_in, reason_out
from desktop_app.context.plan_chunks import Json, Row, columns, listed, rows_of, unlisted
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.generation import Activated

# Why an entry was nowhere near: of a thousand entries nearly all.
_FAR = frozenset({ReasonCode.NO_KEY_HIT.value, ReasonCode.DISABLED.value, ReasonCode.FILTERED.value})

# A short key may be found in every line: the first places tell enough of an old turn.
MOST_HITS = 3

# What most traces have in common is not written. Part of the format: a change is a new version.
_USUAL: Row = {
    "kind": "lore",
    "title": None,
    "included": True,
    "reason": None,
    "revision": None,
    "hits": None,
    "passed": 0,
    "pulled_by": "",
    "score": None,
    "tokens": None,
    "activated": "fresh",
}
_NONE: Json = {"count": 0}


def near(entries: Iterable[EntryTrace]) -> tuple[EntryTrace, ...]:
    """The traces that are kept with a turn, each with its first ``MOST_HITS`` hits."""
    return tuple(
        entry if len(entry.hits) <= MOST_HITS else replace(entry, hits=entry.hits[:MOST_HITS])
        for entry in entries
        if entry.included or entry.reason.code not in _FAR
    )


def entries_out(plan: ContextPlan) -> dict[str, Json]:
    """The traces, each with how it was active; what was active in another order or without a trace stands apart."""
    kinds = {(item.entry_id, item.revision): item.kind for item in plan.activated}
    places = {block.id: index for index, block in enumerate(plan.blocks)}
    of_entries = {block.origin_id: index for index, block in enumerate(plan.blocks) if block.origin_id != block.id}
    entries = near(plan.entries)
    rows: list[Row] = []
    for entry in entries:
        index = of_entries.get(entry.entry_id)
        rows.append(
            {
                "entry_id": entry.entry_id if index is None else index,
                "kind": entry.kind,
                "included": entry.included,
                **_apart(entry, None if index is None else plan.blocks[index]),
                "book_id": entry.book_id,
                "hits": listed([[hit.key, places.get(hit.where, hit.where), hit.start, hit.end] for hit in entry.hits]),
                "passed": entry.passed,
                "pulled_by": entry.pulled_by,
                "score": entry.score,
                "activated": kinds.get((entry.entry_id, entry.revision)),
            }
        )
    apart = [[item.entry_id, item.revision, item.kind] for item in plan.activated]
    traced = [
        [entry.entry_id, entry.revision, row["activated"]]
        for entry, row in zip(entries, rows, strict=True)
        if row["activated"]
    ]
    return {"entries": columns(rows, _USUAL), "activated": None if traced == apart else apart}


def entries_in(skeleton: Json, blocks: Sequence[Block]) -> tuple[tuple[EntryTrace, ...], tuple[Activated, ...]]:
    """The traces again, and what was activated; nothing of a plan of version 1."""
    rows = list(rows_of(skeleton.get("entries", _NONE), _USUAL))
    entries = tuple(_entry_in(row, blocks) for row in rows)
    apart = skeleton.get("activated")
    if apart is not None:
        return entries, tuple(Activated(*item) for item in apart)
    traced = zip(entries, rows, strict=True)
    return entries, tuple(
        Activated(entry.entry_id, entry.revision, row["activated"]) for entry, row in traced if row["activated"]
    )


def _apart(entry: EntryTrace, block: Block | None) -> dict[str, Json]:
    """What the block does not say."""
    same = block is not None
    return {
        "title": None if same and entry.title == block.title else entry.title,
        "reason": None if same and entry.reason == block.reason else reason_out(entry.reason),
        "revision": None if same and entry.revision == block.origin_revision else entry.revision,
        "tokens": None if same and entry.tokens == block.tokens else entry.tokens,
    }


def _entry_in(row: Row, blocks: Sequence[Block]) -> EntryTrace:
    said: dict[str, Json] = {**row}
    place: Json = said["entry_id"]
    block = blocks[place] if isinstance(place, int) else None
    return EntryTrace(
        entry_id=block.origin_id if block else str(place),
        kind=EntryKind(row["kind"]),
        title=block.title if block and said["title"] is None else said["title"],
        included=row["included"],
        reason=block.reason if block and said["reason"] is None else reason_in(said["reason"]),
        book_id=row["book_id"],
        revision=block.origin_revision if block and said["revision"] is None else said["revision"],
        hits=tuple(_hit_in(hit, blocks) for hit in unlisted(row["hits"])),
        passed=row["passed"],
        pulled_by=row["pulled_by"],
        score=row["score"],
        tokens=block.tokens if block and said["tokens"] is None else said["tokens"],
    )


def _hit_in(data: Json, blocks: Sequence[Block]) -> Hit:
    """Keys were mostly found in messages of the prompt: the block's number is shorter than its id."""
    key, where, start, end = data
    return Hit(key, blocks[where].id if isinstance(where, int) else where, start, end)
