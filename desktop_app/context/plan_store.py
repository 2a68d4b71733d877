"""Plans as they are kept: ``dump`` makes a small skeleton that names texts by their hash, ``load`` rebuilds the plan.

Called by services; repositories and archives see only ``StoredPlan``. A chat's plans are nearly the same from turn to
turn, so messages are kept in chunks (``plan_blocks``). Of the traces only those are kept that came near (``plan_entries``);
everything else comes back exactly.
"""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from desktop_app.context.plan import (
    Block,
    ContextPlan,
    Disposition,
    DroppedRun,
    Lane,
    LaneUse,
    TextChange,
)
from desktop_app.context.plan_blocks import blocks_in, blocks_out, old_blocks_in, reason_in, reason_out
from desktop_app.context.plan_chunks import Json, Texts, as_json
from desktop_app.context.plan_entries import entries_in, entries_out
from desktop_app.domain.errors import ContextError
from desktop_app.domain.generation import ChatMessage, StoredPlan, ToolCall
from desktop_app.domain.message import ImagePart, Role

# Version 1 knew neither lanes nor entries.
VERSION = 2
_READABLE = (1, VERSION)

# Part of the format.
_LANES = (
    Lane.PROTECTED,
    Lane.CONSTANT_LORE,
    Lane.KEYED_LORE,
    Lane.MEMORY,
    Lane.RECALL,
    Lane.SUMMARY,
    Lane.EXAMPLES,
    Lane.HISTORY,
)

_UNNAMED = 2

_JOINT = "\n\n"

# The fields of a plan that are JSON by themselves, in the order in which they are written. Part of the format: new ones at
# the end.
_PLAIN = (
    "chat_id",
    "model",
    "tokenizer",
    "exact",
    "limit",
    "reserve",
    "safety",
    "available",
    "used",
    "overhead",
    "strategy",
    "strategy_note",
    "fingerprint",
    "stable",
)


def dump(plan: ContextPlan) -> StoredPlan:
    """The plan as skeleton and texts."""
    texts = Texts()
    skeleton = {
        "version": VERSION,
        "plan": [getattr(plan, name) for name in _PLAIN],
        "pending": plan.pending,
        "warnings": [reason_out(warning) for warning in plan.warnings],
        "dropped": [_run_out(run) for run in plan.dropped],
        "blocks": blocks_out(plan.blocks, texts),
        "messages": _messages_out(plan, texts),
        "lanes": _lanes_out(plan.lanes),
        **_changed_out(plan.changed, texts),
        **entries_out(plan),
    }
    return StoredPlan(zlib.compress(as_json(skeleton).encode("ascii"), 9), texts.by_hash)


def load(stored: StoredPlan) -> ContextPlan:
    """The plan that was dumped. Raises ``ContextError`` where the skeleton is damaged or a text is not there."""
    try:
        return _loaded(stored)
    except (zlib.error, ValueError, KeyError, TypeError, IndexError, RuntimeError) as error:
        raise ContextError(detail=f"the stored plan cannot be read ({error!r}).") from error


def _loaded(stored: StoredPlan) -> ContextPlan:
    skeleton = json.loads(zlib.decompress(stored.skeleton))
    if skeleton["version"] not in _READABLE:
        raise ContextError(detail=f"the stored plan has the unknown version {skeleton['version']}.")
    if skeleton["version"] == VERSION:
        plain = dict(zip(_PLAIN, skeleton["plan"], strict=False))
        blocks = tuple(blocks_in(skeleton["blocks"], stored.texts))
    else:
        plain = skeleton["plan"]
        blocks = tuple(old_blocks_in(skeleton["blocks"], skeleton["rendered"], stored.texts))
    entries, activated = entries_in(skeleton, blocks)
    return ContextPlan(
        **plain,
        pending=tuple(skeleton["pending"]),
        warnings=tuple(reason_in(warning) for warning in skeleton["warnings"]),
        dropped=tuple(_run_in(run) for run in skeleton["dropped"]),
        blocks=blocks,
        messages=tuple(_messages_in(skeleton["messages"], blocks, stored.texts)),
        entries=entries,
        activated=activated,
        lanes=_lanes_in(skeleton.get("lanes", ())),
        changed=tuple(
            TextChange(origin_id, tuple(names), stored.texts[before])
            for origin_id, names, before in skeleton.get("changed", ())
        ),
    )


def _lanes_out(lanes: Sequence[LaneUse]) -> Json:
    """Without their names where all are there in their order."""
    if tuple(use.lane for use in lanes) == _LANES:
        return [[use.used, use.room] for use in lanes]
    return [[use.lane, use.used, use.room] for use in lanes]


def _lanes_in(data: Json) -> tuple[LaneUse, ...]:
    named: Json = data
    if len(data) == len(_LANES) and len(data[0]) == _UNNAMED:
        named = [[lane, *use] for lane, use in zip(_LANES, data, strict=True)]
    return tuple(LaneUse(Lane(lane), used, room) for lane, used, room in named)


def _changed_out(changed: Sequence[TextChange], texts: Texts) -> Json:
    """What scripts changed; most plans have none of it."""
    rows = [[change.origin_id, change.scripts, texts.hash_of(change.before)] for change in changed]
    return {"changed": rows} if rows else {}


def _run_out(run: DroppedRun) -> Json:
    return [run.first_id, run.last_id, run.count, run.tokens, run.disposition, reason_out(run.reason)]


def _run_in(data: Json) -> DroppedRun:
    first_id, last_id, count, tokens, disposition, why = data
    return DroppedRun(first_id, last_id, count, tokens, Disposition(disposition), reason_in(why))


def _messages_out(plan: ContextPlan, texts: Texts) -> Json:
    """Roles and names; contents only where they are not simply the texts of their blocks."""
    joined = _joined(plan.blocks)
    return {
        "roles": "".join(message.role[0] for message in plan.messages),
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
        **_pictures_out(plan),
        "results": {index: message.tool_call_id for index, message in enumerate(plan.messages) if message.tool_call_id},
    }


def _pictures_out(plan: ContextPlan) -> dict[str, Json]:
    """Only where there are any: by the digest of their bytes."""
    found = {
        index: [[picture.digest, picture.media_type, picture.width, picture.height] for picture in message.pictures]
        for index, message in enumerate(plan.messages)
        if message.pictures
    }
    return {"pictures": found} if found else {}


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
            pictures=tuple(ImagePart(*picture) for picture in data.get("pictures", {}).get(key, ())),
        )


def _joined(blocks: Sequence[Block]) -> dict[int, str]:
    """For each message the texts of the blocks in it, joined as rendering joins them."""
    texts: defaultdict[int, list[str]] = defaultdict(list)
    for block in blocks:
        for index in block.rendered:
            if block.text:  # a picture has none
                texts[index].append(block.text)
    return {index: _JOINT.join(pieces) for index, pieces in texts.items()}
