"""Golden cases: a TOML file as a request, and a plan as text that a person reads as a diff.

A case is the JSON form of a request (``request_json``), shortened: one word is one token; ``{ name = "m1", words = 60 }`` is a
text of so many words; messages are m1, m2, …, ``unloaded = 7`` is one of seven tokens so far back that its text is not there;
``sources = ["m3"]`` are whole messages.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from desktop_app.context.plan import Block, ContextPlan, DroppedRun, EntryTrace, Lane
from desktop_app.context.request import ContextRequest
from desktop_app.context.request_json import request_from_json
from desktop_app.domain.generation import ChatMessage
from tests.fakes.providers import WordCounter

# Longer texts are cut in the expected file; the words are counted anyway.
SHOWN_CHARACTERS = 72

# These lanes are told only where something besides is in the case.
_USUAL_LANES = (Lane.PROTECTED, Lane.EXAMPLES, Lane.HISTORY)


def read_case(path: Path) -> ContextRequest:
    """The request that a file describes."""
    data: dict[str, Any] = _texts(tomllib.loads(path.read_text(encoding="utf-8")))
    threshold = data.pop("threshold", 0.35)
    data = {"chat_id": "chat", "model": "model", "role_style": "as-is", **data}
    data["branch"] = list(_messages(data.pop("messages", [])))
    if "draft" in data:
        data["draft"] = {"id": "draft", "text": data["draft"]}
    for name, id_ in (("character", "card"), ("persona", "persona")):
        if name in data:
            data[name] = {"id": id_, **data[name]}
    data["books"] = [_book(book) for book in data.pop("books", [])]
    data["memories"] = [{"id": item.get("title", ""), **item} for item in data.pop("memories", [])]
    relevance = {id_: _relevance(known, threshold) for id_, known in data.pop("relevance", {}).items()}
    data["recall"] = [_recalled(item, threshold) for item in data.pop("recall", [])]
    data["summary"] = [{**item, "sources": _spans(item.get("sources", []))} for item in data.pop("summary", [])]
    data["past"] = [_past(item) for item in data.pop("past", [])]
    return request_from_json({**data, "relevance": relevance}, WordCounter())


def shown(plan: ContextPlan) -> str:
    """The whole plan as text."""
    return "\n".join(_lines(plan)) + "\n"


def _texts(value: Any) -> Any:
    """A text for every ``{ name = "m1", words = 60 }``."""
    if isinstance(value, list):
        return [_texts(item) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    table = cast("dict[str, Any]", value)
    if table.keys() == {"name", "words"}:
        return _words(table["name"], table["words"])
    return {name: _texts(item) for name, item in table.items()}


def _words(name: str, count: int) -> str:
    return " ".join([name, *("word" for _ in range(count - 1))])


def _messages(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Messages m1, m2, …; ``repeat = 10`` makes so many of one entry, user and assistant in turns."""
    number = 0
    for item in items:
        for turn in range(item.get("repeat", 1)):
            number += 1
            yield _message(f"m{number}", item, turn)


def _message(id_: str, item: dict[str, Any], turn: int) -> dict[str, Any]:
    made: dict[str, Any] = {"id": id_, "role": item.get("role", ("user", "assistant")[turn % 2])}
    if "unloaded" in item:
        made["tokens"] = item["unloaded"]
    elif "words" in item:
        made["text"] = _words(id_, item["words"])
    elif "text" in item:
        made["text"] = item["text"]
    else:
        made["parts"] = [_part(part) for part in item.get("parts", ())]
    made["flags"] = dict.fromkeys(item.get("flags", ()), True)
    made["kind"] = item.get("kind", "normal")
    made["speaker_name"] = item.get("speaker", "")
    made["revision"] = item.get("revision", 1)
    return made


def _part(item: dict[str, str]) -> dict[str, str]:
    if "call" in item:
        return {"type": "tool-call", "call_id": item["call"], "name": item["name"], "arguments": item["arguments"]}
    if "result" in item:
        return {"type": "tool-result", "call_id": item["result"], "name": item["name"], "text": item["text"]}
    if "reasoning" in item:
        return {"type": "reasoning", "text": item["reasoning"]}
    return {"type": "text", "text": item["text"]}


def _book(book: dict[str, Any]) -> dict[str, Any]:
    """A lorebook; the id of an entry is its name where it has none, and its content says so."""
    scopes = book.pop("scopes", [{}])
    entries = [
        {"id": item.get("name", ""), "content": f"About {item.get('name', '')}.", **item} for item in book["entries"]
    ]
    return {"book": {"id": book["name"], **book, "entries": entries}, "scopes": scopes}


def _relevance(known: float, threshold: float) -> dict[str, Any]:
    return {"score": known, "threshold": threshold}


def _recalled(item: dict[str, Any], threshold: float) -> dict[str, Any]:
    return {
        **item,
        "sources": _spans(item.get("sources", [])),
        "relevance": _relevance(item.get("relevance", 1.0), threshold),
    }


def _spans(message_ids: list[str]) -> list[dict[str, Any]]:
    return [{"message_id": id_, "revision": 1, "start": 0, "end": 1_000} for id_ in message_ids]


def _past(item: dict[str, Any]) -> dict[str, Any]:
    active = [{"entry_id": id_, "revision": 1, "kind": "fresh"} for id_ in item["activated"]]
    return {"message_id": item["message"], "activated": active}


def _lines(plan: ContextPlan) -> Iterator[str]:
    exact = "exact" if plan.exact else "estimated"
    yield f"{plan.strategy}: {plan.used} of {plan.available} used, {plan.overhead} of it overhead, {exact}"
    yield f"limit {plan.limit} - reserve {plan.reserve} - safety {plan.safety} = {plan.available}"
    yield from (f"warning: {warning.sentence}" for warning in plan.warnings)
    yield "\nblocks"
    yield from (_block(block) for block in plan.blocks)
    yield "\nleft out"
    yield from (_run(run) for run in plan.dropped)
    if plan.entries:
        yield "\nentries"
        yield from (_entry(trace) for trace in plan.entries)
    if any(use.used for use in plan.lanes if use.lane not in _USUAL_LANES):
        yield "\nlanes"
        yield from (f"  {use.lane:<14} {use.used:>5} of {use.room}" for use in plan.lanes)
    yield "\nprompt"
    for index, message in enumerate(plan.messages):
        yield from _message_lines(index, message)


def _block(block: Block) -> str:
    where = " ".join(str(index) for index in block.rendered) or "-"
    mark = "*" if block.protected else " "
    return f"  {block.kind:<12} {block.id:<20} {block.tokens:>5}{mark} {block.disposition:<9} in {where:<4} {block.reason.sentence}"


def _run(run: DroppedRun) -> str:
    return f"  {run.first_id} to {run.last_id}: {run.count} messages, {run.tokens} tokens, {run.disposition}: {run.reason.sentence}"


def _entry(trace: EntryTrace) -> str:
    pulled = f" by {trace.pulled_by}" if trace.pulled_by else ""
    hits = "".join(f" [{hit.key} in {hit.where} {hit.start}-{hit.end}]" for hit in trace.hits)
    return f"  {'in ' if trace.included else 'out'} {trace.entry_id:<12} {trace.reason.sentence}{pulled}{hits}"


def _message_lines(index: int, message: ChatMessage) -> Iterator[str]:
    name = f" ({message.name})" if message.name else ""
    answers = f" to {message.tool_call_id}" if message.tool_call_id else ""
    yield f"  {index} {message.role}{name}{answers}"
    for line in message.content.splitlines():
        cut = line if len(line) <= SHOWN_CHARACTERS else f"{line[:SHOWN_CHARACTERS]}… {len(line.split())} words"
        yield f"    | {cut}".rstrip()
    for made in message.tool_calls:
        yield f"    calls {made.name} {made.arguments} as {made.call_id}"
