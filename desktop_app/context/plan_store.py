"""Plans as they are kept: ``dump`` makes a small skeleton that names texts by their hash, ``load`` rebuilds the plan.

Called by services; repositories and archives see only ``StoredPlan``. A chat's plans are nearly the same from turn to
turn, so blocks are kept in chunks (``plan_chunks``). Of the traces only those are kept that came near: what was
in, and what a key, a switch or a filter alone did not keep out. Everything else comes back exactly.
"""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields

from desktop_app.context.plan import (
    Block,
    BlockKind,
    ContextPlan,
    Disposition,
    DroppedRun,
    EntryKind,
    EntryTrace,
    Hit,
    Lane,
    LaneUse,
    Reason,
)
from desktop_app.context.plan_chunks import Json, Row, Texts, as_json, columns, packed, rows_of, unpacked
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.errors import ContextError
from desktop_app.domain.generation import Activated, ChatMessage, StoredPlan, ToolCall
from desktop_app.domain.message import Role

# Version 1 knew neither lanes nor entries.
VERSION = 2
_READABLE = (1, VERSION)

_JOINT = "\n\n"

# Fields of a plan that need more than JSON by itself.
_MADE = frozenset({"blocks", "dropped", "messages", "warnings", "pending", "entries", "activated", "lanes"})
_PLAIN = tuple(field.name for field in fields(ContextPlan) if field.name not in _MADE)

# Why an entry was nowhere near: of a thousand entries nearly all.
_FAR = frozenset({ReasonCode.NO_KEY_HIT.value, ReasonCode.DISABLED.value, ReasonCode.FILTERED.value})

# What most blocks have in common is not written. Part of the format: a change is a new version.
_USUAL_BLOCK: Row = {
    "kind": "history",
    "exact": True,
    "disposition": "included",
    "reason": {"code": "included.in-window", "params": {}, "sentence": "One of the newest messages that fit."},
    "protected": False,
    "origin_id": None,
    "origin_revision": 1,
    "lane": "history",
    "sources": None,
}
_USUAL_ENTRY: Row = {
    "kind": "lore",
    "included": True,
    "revision": 1,
    "hits": None,
    "passed": 0,
    "pulled_by": "",
    "score": None,
    "tokens": 0,
    "activated": "fresh",
}


def dump(plan: ContextPlan) -> StoredPlan:
    """The plan as skeleton and texts."""
    texts = Texts()
    skeleton = {
        "version": VERSION,
        "plan": {name: getattr(plan, name) for name in _PLAIN},
        "pending": plan.pending,
        "warnings": [_reason_out(warning) for warning in plan.warnings],
        "dropped": [_run_out(run) for run in plan.dropped],
        "blocks": packed(
            [_block_out(block, texts) for block in plan.blocks],
            [block.id for block in plan.blocks],
            _USUAL_BLOCK,
            texts,
        ),
        "rendered": _rendered_out(plan.blocks),
        "messages": _messages_out(plan, texts),
        "lanes": [[use.lane, use.used, use.room] for use in plan.lanes],
        **_entries_out(plan),
    }
    return StoredPlan(zlib.compress(as_json(skeleton).encode("ascii"), 9), texts.by_hash)


def load(stored: StoredPlan) -> ContextPlan:
    """The plan that was dumped. Raises ``ContextError`` where the skeleton is damaged or a text is not there."""
    try:
        return _loaded(stored)
    except (zlib.error, ValueError, KeyError, TypeError, IndexError) as error:
        raise ContextError(detail=f"the stored plan cannot be read ({error!r}).") from error


def near(entries: Iterable[EntryTrace]) -> tuple[EntryTrace, ...]:
    """The traces that are kept with a turn."""
    return tuple(entry for entry in entries if entry.included or entry.reason.code not in _FAR)


def _loaded(stored: StoredPlan) -> ContextPlan:
    skeleton = json.loads(zlib.decompress(stored.skeleton))
    if skeleton["version"] not in _READABLE:
        raise ContextError(detail=f"the stored plan has the unknown version {skeleton['version']}.")
    blocks = tuple(_blocks_in(skeleton, stored.texts))
    entries, activated = _entries_in(skeleton, blocks)
    return ContextPlan(
        **skeleton["plan"],
        pending=tuple(skeleton["pending"]),
        warnings=tuple(_reason_in(warning) for warning in skeleton["warnings"]),
        dropped=tuple(_run_in(run) for run in skeleton["dropped"]),
        blocks=blocks,
        messages=tuple(_messages_in(skeleton["messages"], blocks, stored.texts)),
        entries=entries,
        activated=activated,
        lanes=tuple(LaneUse(Lane(lane), used, room) for lane, used, room in skeleton.get("lanes", ())),
    )


def _reason_out(why: Reason) -> Json:
    return {"code": why.code, "params": dict(why.params), "sentence": why.sentence}


def _reason_in(data: Json) -> Reason:
    return Reason(data["code"], data["params"], data["sentence"])


def _run_out(run: DroppedRun) -> Json:
    return [run.first_id, run.last_id, run.count, run.tokens, run.disposition, _reason_out(run.reason)]


def _run_in(data: Json) -> DroppedRun:
    first_id, last_id, count, tokens, disposition, why = data
    return DroppedRun(first_id, last_id, count, tokens, Disposition(disposition), _reason_in(why))


def _listed(values: Sequence[Json]) -> Json:
    """A list inside a row, where a bare one would be a column."""
    return {"of": values} if values else None


def _unlisted(data: Json) -> Sequence[Json]:
    return data["of"] if data else ()


def _block_out(block: Block, texts: Texts) -> Row:
    return {
        "id": block.id,
        "kind": block.kind,
        "title": block.title,
        "text": texts.hash_of(block.text),
        "tokens": block.tokens,
        "exact": block.exact,
        "disposition": block.disposition,
        "reason": _reason_out(block.reason),
        "protected": block.protected,
        "origin_id": None if block.origin_id == block.id else block.origin_id,
        "origin_revision": block.origin_revision,
        "lane": block.lane,
        "sources": _listed(block.sources),
    }


def _blocks_in(skeleton: Json, texts: Mapping[str, str]) -> Iterator[Block]:
    usual = _USUAL_BLOCK if skeleton["version"] > 1 else {**_USUAL_BLOCK, "lane": None}
    places = _rendered_in(skeleton["rendered"])
    for row in unpacked(skeleton["blocks"], usual, texts):
        kind = BlockKind(row["kind"])
        yield Block(
            id=row["id"],
            kind=kind,
            title=row["title"],
            text=texts[row["text"]],
            tokens=row["tokens"],
            exact=row["exact"],
            disposition=Disposition(row["disposition"]),
            reason=_reason_in(row["reason"]),
            protected=row["protected"],
            origin_id=row["id"] if row["origin_id"] is None else row["origin_id"],
            origin_revision=row["origin_revision"],
            rendered=next(places),
            lane=Lane(row["lane"]) if row["lane"] else _old_lane(kind, protected=row["protected"]),
            sources=tuple(_unlisted(row["sources"])),
        )


def _old_lane(kind: BlockKind, *, protected: bool) -> Lane:
    """The lane of a block that was kept before there were any: then only messages and examples could leave."""
    if protected:
        return Lane.PROTECTED
    return Lane.EXAMPLES if kind is BlockKind.EXAMPLES else Lane.HISTORY


def _rendered_out(blocks: Sequence[Block]) -> list[Json]:
    """Mostly ones: a block is in the message behind that of the block before it."""
    steps: list[Json] = []
    last = 0
    for block in blocks:
        if len(block.rendered) == 1:
            steps.append(block.rendered[0] - last)
            last = block.rendered[0]
        else:
            steps.append(block.rendered)
    return steps


def _rendered_in(steps: Sequence[Json]) -> Iterator[tuple[int, ...]]:
    last = 0
    for step in steps:
        if isinstance(step, int):
            last += step
            yield (last,)
        else:
            yield tuple(step)


def _entries_out(plan: ContextPlan) -> dict[str, Json]:
    """The traces, each with how it was active; what was active in another order or without a trace stands apart."""
    kinds = {(item.entry_id, item.revision): item.kind for item in plan.activated}
    places = {block.id: index for index, block in enumerate(plan.blocks)}
    rows = [_entry_out(entry, kinds, places) for entry in near(plan.entries)]
    apart = [[item.entry_id, item.revision, item.kind] for item in plan.activated]
    traced = [[row["entry_id"], row["revision"], row["activated"]] for row in rows if row["activated"]]
    return {"entries": columns(rows, _USUAL_ENTRY), "activated": None if traced == apart else apart}


def _entry_out(entry: EntryTrace, kinds: Mapping[tuple[str, int], str], places: Mapping[str, int]) -> Row:
    """Keys were mostly found in messages of the prompt: the block's number is shorter than its id."""
    return {
        "entry_id": entry.entry_id,
        "kind": entry.kind,
        "title": entry.title,
        "included": entry.included,
        "reason": _reason_out(entry.reason),
        "book_id": entry.book_id,
        "revision": entry.revision,
        "hits": _listed([[hit.key, places.get(hit.where, hit.where), hit.start, hit.end] for hit in entry.hits]),
        "passed": entry.passed,
        "pulled_by": entry.pulled_by,
        "score": entry.score,
        "tokens": entry.tokens,
        "activated": kinds.get((entry.entry_id, entry.revision)),
    }


def _entries_in(skeleton: Json, blocks: Sequence[Block]) -> tuple[tuple[EntryTrace, ...], tuple[Activated, ...]]:
    rows = list(rows_of(skeleton.get("entries", {"count": 0}), _USUAL_ENTRY))
    traced = [(row["entry_id"], row["revision"], row["activated"]) for row in rows if row["activated"]]
    apart = skeleton.get("activated")
    activated = tuple(Activated(*item) for item in (traced if apart is None else apart))
    return tuple(_entry_in(row, blocks) for row in rows), activated


def _entry_in(row: Row, blocks: Sequence[Block]) -> EntryTrace:
    return EntryTrace(
        entry_id=row["entry_id"],
        kind=EntryKind(row["kind"]),
        title=row["title"],
        included=row["included"],
        reason=_reason_in(row["reason"]),
        book_id=row["book_id"],
        revision=row["revision"],
        hits=tuple(_hit_in(hit, blocks) for hit in _unlisted(row["hits"])),
        passed=row["passed"],
        pulled_by=row["pulled_by"],
        score=row["score"],
        tokens=row["tokens"],
    )


def _hit_in(data: Json, blocks: Sequence[Block]) -> Hit:
    key, where, start, end = data
    return Hit(key, blocks[where].id if isinstance(where, int) else where, start, end)


def _messages_out(plan: ContextPlan, texts: Texts) -> Json:
    """Roles and names; contents only where they are not simply the texts of their blocks."""
    joined = _joined(plan.blocks)
    return {
        "roles": [message.role[0] for message in plan.messages],
        "names": {index: message.name for index, message in enumerate(plan.messages) if message.name},
        "contents": {
            index: texts.hash_of(message.content)
            for index, message in enumerate(plan.messages)
            if message.content != joined.get(index)
        },
        "calls": {
            index: [[call.call_id, call.name, texts.hash_of(call.arguments)] for call in message.tool_calls]
            for index, message in enumerate(plan.messages)
            if message.tool_calls
        },
        "results": {index: message.tool_call_id for index, message in enumerate(plan.messages) if message.tool_call_id},
    }


def _messages_in(data: Json, blocks: Sequence[Block], texts: Mapping[str, str]) -> Iterator[ChatMessage]:
    roles = {role[0]: role for role in Role}
    joined = _joined(blocks)
    for index, initial in enumerate(data["roles"]):
        key = str(index)
        content = data["contents"].get(key)
        calls = [ToolCall(call_id, name, texts[arguments]) for call_id, name, arguments in data["calls"].get(key, ())]
        yield ChatMessage(
            role=roles[initial],
            content=joined[index] if content is None else texts[content],
            name=data["names"].get(key, ""),
            tool_calls=tuple(calls),
            tool_call_id=data["results"].get(key, ""),
        )


def _joined(blocks: Sequence[Block]) -> dict[int, str]:
    """For each message the texts of the blocks in it, joined as rendering joins them."""
    texts: defaultdict[int, list[str]] = defaultdict(list)
    for block in blocks:
        for index in block.rendered:
            texts[index].append(block.text)
    return {index: _JOINT.join(pieces) for index, pieces in texts.items()}
