"""Plans as they are kept: ``dump`` makes a small skeleton that names texts by their hash, ``load`` rebuilds the exact plan.

Called by services; repositories and archives see only ``StoredPlan``. A chat's plans are nearly the same from turn to
turn, so blocks are cut into chunks at places that depend on their ids alone: the same chunk comes again in the next plan,
is kept as one more text, and costs a hash; rows of such hashes are cut in the same way. Only the ends of the window stand
in the skeleton themselves.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from hashlib import blake2b
from itertools import pairwise
from typing import Any, TypeAlias, TypeGuard, TypeVar

from desktop_app.context.plan import Block, BlockKind, ContextPlan, Disposition, DroppedRun, Reason
from desktop_app.domain.errors import ContextError
from desktop_app.domain.generation import ChatMessage, StoredPlan, ToolCall
from desktop_app.domain.message import Role

VERSION = 1

# 120 bits: 20 characters without padding.
_HASH_BYTES = 15

# A chunk ends behind every item whose key falls to this share: about four items a chunk weighed least
# (fewer: more hashes; more: longer ends that stand in the skeleton).
_CHUNK_SHARE = 4

# So few hashes are not cut again.
_FEW_HASHES = 4

_JOINT = "\n\n"

_Json: TypeAlias = Any
_Item = TypeVar("_Item")

# Fields of a plan that are JSON by themselves.
_PLAIN = tuple(
    field.name
    for field in fields(ContextPlan)
    if field.name not in {"blocks", "dropped", "messages", "warnings", "pending"}
)


# What most blocks have in common is not written. Part of the format: a change is a new version.
_USUAL: Mapping[str, _Json] = {
    "kind": "history",
    "exact": True,
    "disposition": "included",
    "reason": {"code": "included.in-window", "params": {}, "sentence": "One of the newest messages that fit."},
    "protected": False,
    "origin_id": None,
    "origin_revision": 1,
}


def dump(plan: ContextPlan) -> StoredPlan:
    """The plan as skeleton and texts."""
    texts = _Texts()
    skeleton = {
        "version": VERSION,
        "plan": {name: getattr(plan, name) for name in _PLAIN},
        "pending": plan.pending,
        "warnings": [_reason_out(warning) for warning in plan.warnings],
        "dropped": [_run_out(run) for run in plan.dropped],
        "blocks": _blocks_out(plan.blocks, texts),
        "rendered": _rendered_out(plan.blocks),
        "messages": _messages_out(plan, texts),
    }
    return StoredPlan(zlib.compress(_json(skeleton).encode("ascii"), 9), texts.by_hash)


def load(stored: StoredPlan) -> ContextPlan:
    """The plan that was dumped. Raises ``ContextError`` where the skeleton is damaged or a text is not there."""
    try:
        return _loaded(stored)
    except (zlib.error, ValueError, KeyError, TypeError, IndexError) as error:
        raise ContextError(detail=f"the stored plan cannot be read ({error!r}).") from error


def _loaded(stored: StoredPlan) -> ContextPlan:
    skeleton = json.loads(zlib.decompress(stored.skeleton))
    if skeleton["version"] != VERSION:
        raise ContextError(detail=f"the stored plan has the unknown version {skeleton['version']}.")
    places = _rendered_in(skeleton["rendered"])
    blocks = tuple(_blocks_in(skeleton["blocks"], stored.texts, places))
    return ContextPlan(
        **skeleton["plan"],
        pending=tuple(skeleton["pending"]),
        warnings=tuple(_reason_in(warning) for warning in skeleton["warnings"]),
        dropped=tuple(_run_in(run) for run in skeleton["dropped"]),
        blocks=blocks,
        messages=tuple(_messages_in(skeleton["messages"], blocks, stored.texts)),
    )


class _Texts:
    """Collects texts; hands out their hashes."""

    def __init__(self) -> None:
        self.by_hash: dict[str, str] = {}

    def hash_of(self, text: str) -> str:
        """The hash of a text, which is kept."""
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES).digest()
        key = urlsafe_b64encode(digest).decode("ascii")
        self.by_hash[key] = text
        return key


def _json(value: _Json) -> str:
    return json.dumps(value, separators=(",", ":"))


def _reason_out(why: Reason) -> _Json:
    return {"code": why.code, "params": dict(why.params), "sentence": why.sentence}


def _reason_in(data: _Json) -> Reason:
    return Reason(data["code"], data["params"], data["sentence"])


def _run_out(run: DroppedRun) -> _Json:
    return [run.first_id, run.last_id, run.count, run.tokens, run.disposition, _reason_out(run.reason)]


def _run_in(data: _Json) -> DroppedRun:
    first_id, last_id, count, tokens, disposition, why = data
    return DroppedRun(first_id, last_id, count, tokens, Disposition(disposition), _reason_in(why))


def _blocks_out(blocks: Sequence[Block], texts: _Texts) -> list[_Json]:
    """Columns of blocks at the ends, between them hashes of columns or of rows of further hashes."""
    head, middle, tail = _cut(blocks, [block.id for block in blocks])
    before: list[_Json] = [_columns_out(head, texts)] if head else []
    after: list[_Json] = [_columns_out(tail, texts)] if tail else []
    hashes = [texts.hash_of(_json(_columns_out(chunk, texts))) for chunk in middle]
    while len(hashes) > _FEW_HASHES:
        first, chunks, last = _cut(hashes, hashes)
        before, after = [*before, *first], [*last, *after]
        hashes = [texts.hash_of(_json(chunk)) for chunk in chunks]
    return [*before, *hashes, *after]


def _blocks_in(items: Sequence[_Json], texts: Mapping[str, str], places: Iterator[tuple[int, ...]]) -> Iterator[Block]:
    for item in items:
        data: _Json = json.loads(texts[item]) if isinstance(item, str) else item
        yield from _blocks_in(data, texts, places) if _is_list(data) else _columns_in(data, texts, places)


def _cut(items: Sequence[_Item], keys: Sequence[str]) -> tuple[Sequence[_Item], list[Sequence[_Item]], Sequence[_Item]]:
    """Items as (head, chunks, tail): a chunk begins behind a cut and ends with one, so it is the same in every plan."""
    cuts = [
        index + 1
        for index, key in enumerate(keys)
        if zlib.crc32(key.encode("utf-8", "surrogatepass")) % _CHUNK_SHARE == 0
    ]
    if not cuts:
        return items, [], ()
    chunks = [items[start:stop] for start, stop in pairwise(cuts)]
    return items[: cuts[0]], chunks, items[cuts[-1] :]


def _columns_out(blocks: Sequence[Block], texts: _Texts) -> _Json:
    """The fields of some blocks as columns: a list, or one value where all are the same, or nothing where it is the usual one."""
    columns: dict[str, list[_Json]] = {
        "id": [block.id for block in blocks],
        "kind": [block.kind for block in blocks],
        "title": [block.title for block in blocks],
        "text": [texts.hash_of(block.text) for block in blocks],
        "tokens": [block.tokens for block in blocks],
        "exact": [block.exact for block in blocks],
        "disposition": [block.disposition for block in blocks],
        "reason": [_reason_out(block.reason) for block in blocks],
        "protected": [block.protected for block in blocks],
        "origin_id": [None if block.origin_id == block.id else block.origin_id for block in blocks],
        "origin_revision": [block.origin_revision for block in blocks],
    }
    folded = {name: _folded(values) for name, values in columns.items()}
    unusual = {name: value for name, value in folded.items() if name not in _USUAL or value != _USUAL[name]}
    return {"count": len(blocks), **unusual}


def _folded(values: list[_Json]) -> _Json:
    """One value for all where they are the same; no value is a list itself."""
    return values[0] if all(value == values[0] for value in values) else values


def _columns_in(columns: _Json, texts: Mapping[str, str], places: Iterator[tuple[int, ...]]) -> Iterator[Block]:
    whole: dict[str, _Json] = {**_USUAL, **columns}
    for index in range(whole["count"]):
        row = {name: value[index] if _is_list(value) else value for name, value in whole.items()}
        yield Block(
            id=row["id"],
            kind=BlockKind(row["kind"]),
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
        )


def _is_list(value: _Json) -> TypeGuard[list[_Json]]:
    return isinstance(value, list)


def _rendered_out(blocks: Sequence[Block]) -> list[_Json]:
    """Mostly ones: a block is in the message behind that of the block before it."""
    steps: list[_Json] = []
    last = 0
    for block in blocks:
        if len(block.rendered) == 1:
            steps.append(block.rendered[0] - last)
            last = block.rendered[0]
        else:
            steps.append(block.rendered)
    return steps


def _rendered_in(steps: Sequence[_Json]) -> Iterator[tuple[int, ...]]:
    last = 0
    for step in steps:
        if isinstance(step, int):
            last += step
            yield (last,)
        else:
            yield tuple(step)


def _messages_out(plan: ContextPlan, texts: _Texts) -> _Json:
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


def _messages_in(data: _Json, blocks: Sequence[Block], texts: Mapping[str, str]) -> Iterator[ChatMessage]:
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
