"""A plan as JSON for other programs: ``talespan plan --json``. The shape is promised by ``resources/schemas/plan.schema.json``.

Called by the command line and by exports. For keeping a plan see ``plan_store``, which is smaller and exact.
"""

from __future__ import annotations

from typing import Any

from desktop_app.context.plan import Block, ContextPlan, DroppedRun, EntryTrace, Reason
from desktop_app.domain.generation import ChatMessage

# Grows when a field changes its meaning or goes; a new field alone does not change it.
FORMAT_VERSION = 1


def plan_to_json(plan: ContextPlan) -> dict[str, Any]:
    """The plan as values that ``json.dumps`` takes."""
    return {
        "format": FORMAT_VERSION,
        "chat_id": plan.chat_id,
        "model": plan.model,
        "tokenizer": plan.tokenizer,
        "exact": plan.exact,
        "limit": plan.limit,
        "reserve": plan.reserve,
        "safety": plan.safety,
        "available": plan.available,
        "used": plan.used,
        "overhead": plan.overhead,
        "strategy": plan.strategy,
        "strategy_note": plan.strategy_note,
        "blocks": [_block(block) for block in plan.blocks],
        "dropped": [_run(run) for run in plan.dropped],
        "messages": [_message(message) for message in plan.messages],
        "warnings": [_reason(warning) for warning in plan.warnings],
        "pending": list(plan.pending),
        "fingerprint": plan.fingerprint,
        "entries": [_entry(trace) for trace in plan.entries],
        "activated": [
            {"entry_id": item.entry_id, "revision": item.revision, "kind": item.kind} for item in plan.activated
        ],
        "lanes": [{"lane": use.lane.value, "used": use.used, "room": use.room} for use in plan.lanes],
        "stable": plan.stable,
    }


def _reason(why: Reason) -> dict[str, Any]:
    return {"code": why.code, "params": dict(why.params), "sentence": why.sentence}


def _block(block: Block) -> dict[str, Any]:
    return {
        "id": block.id,
        "kind": block.kind.value,
        "title": block.title,
        "text": block.text,
        "tokens": block.tokens,
        "exact": block.exact,
        "disposition": block.disposition.value,
        "reason": _reason(block.reason),
        "protected": block.protected,
        "origin_id": block.origin_id,
        "origin_revision": block.origin_revision,
        "rendered": list(block.rendered),
        "lane": block.lane.value,
        "sources": list(block.sources),
    }


def _entry(trace: EntryTrace) -> dict[str, Any]:
    return {
        "entry_id": trace.entry_id,
        "kind": trace.kind.value,
        "title": trace.title,
        "included": trace.included,
        "reason": _reason(trace.reason),
        "book_id": trace.book_id,
        "revision": trace.revision,
        "hits": [{"key": hit.key, "where": hit.where, "start": hit.start, "end": hit.end} for hit in trace.hits],
        "passed": trace.passed,
        "pulled_by": trace.pulled_by,
        "score": trace.score,
        "tokens": trace.tokens,
    }


def _run(run: DroppedRun) -> dict[str, Any]:
    return {
        "first_id": run.first_id,
        "last_id": run.last_id,
        "count": run.count,
        "tokens": run.tokens,
        "disposition": run.disposition.value,
        "reason": _reason(run.reason),
    }


def _message(message: ChatMessage) -> dict[str, Any]:
    """As the provider gets it; ``name`` and the fields of tools only where they are used."""
    data: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.name:
        data["name"] = message.name
    if message.tool_calls:
        data["tool_calls"] = [
            {"id": call.call_id, "name": call.name, "arguments": call.arguments} for call in message.tool_calls
        ]
    if message.tool_call_id:
        data["tool_call_id"] = message.tool_call_id
    if message.pictures:
        data["pictures"] = [
            {
                "digest": picture.digest,
                "media_type": picture.media_type,
                "width": picture.width,
                "height": picture.height,
            }
            for picture in message.pictures
        ]
    return data
