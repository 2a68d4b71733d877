"""Golden cases: a TOML file as a request, and a plan as text that a person reads as a diff."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_app.context.plan import Block, ContextPlan, DroppedRun
from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage, Overhead
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.generation import ChatMessage, RoleStyle
from desktop_app.domain.message import (
    MessageFlags,
    MessageKind,
    Part,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    sendable_text,
)

# Longer texts are cut in the expected file; the words are counted anyway.
SHOWN_CHARACTERS = 72


def read_case(path: Path) -> ContextRequest:
    """The request that a file describes. One word is one token; ``words = 60`` makes a text of so many words."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    request = ContextRequest(
        chat_id="chat",
        model="model",
        limit=data["limit"],
        reserve=data["reserve"],
        strategy=data.get("strategy", "truncate"),
        branch=tuple(_messages(data.get("messages", []))),
        system_prompt=_text(data.get("system_prompt", "")),
        post_history=_text(data.get("post_history", "")),
        overhead=Overhead(**data.get("overhead", {})),
        safety=data.get("safety", 0),
        now_minutes=data.get("now_minutes", 0),
        role_style=RoleStyle(data.get("role_style", "as-is")),
    )
    if "draft" in data:
        request = replace(request, draft=InputMessage("draft", _text(data["draft"])))
    if "character" in data:
        fields: dict[str, Any] = {name: _text(value) for name, value in data["character"].items()}
        request = replace(request, character=Character(id="card", **fields))
    if "persona" in data:
        request = replace(request, persona=Persona(id="persona", **data["persona"]))
    return request


def shown(plan: ContextPlan) -> str:
    """The whole plan as text."""
    return "\n".join(_lines(plan)) + "\n"


def _text(value: str | dict[str, Any]) -> str:
    """A text, or ``{ name = "m1", words = 60 }``."""
    if isinstance(value, str):
        return value
    return " ".join([value["name"], *("word" for _ in range(value["words"] - 1))])


def _messages(items: list[dict[str, Any]]) -> Iterator[BranchMessage]:
    """Messages m1, m2, …; ``repeat = 10`` makes so many of one entry, user and assistant in turns."""
    number = 0
    for item in items:
        for turn in range(item.get("repeat", 1)):
            number += 1
            yield _message(f"m{number}", item, turn)


def _message(id_: str, item: dict[str, Any], turn: int) -> BranchMessage:
    role = Role(item.get("role", ("user", "assistant")[turn % 2]))
    parts = tuple(_part(part) for part in item.get("parts", ()))
    if "words" in item:
        parts = (TextPart(_text({"name": id_, "words": item["words"]})),)
    elif "text" in item:
        parts = (TextPart(item["text"]),)
    return BranchMessage(
        id=id_,
        revision=1,
        role=role,
        tokens=len(sendable_text(parts).split()),
        flags=MessageFlags(**dict.fromkeys(item.get("flags", ()), True)),
        kind=MessageKind(item.get("kind", "normal")),
        speaker_name=item.get("speaker", ""),
        parts=parts,
    )


def _part(item: dict[str, str]) -> Part:
    if "call" in item:
        return ToolCallPart(item["call"], item["name"], item["arguments"])
    if "result" in item:
        return ToolResultPart(item["result"], item["name"], item["text"])
    return ReasoningPart(item["reasoning"]) if "reasoning" in item else TextPart(item["text"])


def _lines(plan: ContextPlan) -> Iterator[str]:
    exact = "exact" if plan.exact else "estimated"
    yield f"{plan.strategy}: {plan.used} of {plan.available} used, {plan.overhead} of it overhead, {exact}"
    yield f"limit {plan.limit} - reserve {plan.reserve} - safety {plan.safety} = {plan.available}"
    yield from (f"warning: {warning.sentence}" for warning in plan.warnings)
    yield "\nblocks"
    yield from (_block(block) for block in plan.blocks)
    yield "\nleft out"
    yield from (_run(run) for run in plan.dropped)
    yield "\nprompt"
    for index, message in enumerate(plan.messages):
        yield from _message_lines(index, message)


def _block(block: Block) -> str:
    where = " ".join(str(index) for index in block.rendered) or "-"
    mark = "*" if block.protected else " "
    return f"  {block.kind:<12} {block.id:<20} {block.tokens:>5}{mark} {block.disposition:<9} in {where:<4} {block.reason.sentence}"


def _run(run: DroppedRun) -> str:
    return f"  {run.first_id} to {run.last_id}: {run.count} messages, {run.tokens} tokens, {run.disposition}: {run.reason.sentence}"


def _message_lines(index: int, message: ChatMessage) -> Iterator[str]:
    name = f" ({message.name})" if message.name else ""
    answers = f" to {message.tool_call_id}" if message.tool_call_id else ""
    yield f"  {index} {message.role}{name}{answers}"
    for line in message.content.splitlines():
        cut = line if len(line) <= SHOWN_CHARACTERS else f"{line[:SHOWN_CHARACTERS]}… {len(line.split())} words"
        yield f"    | {cut}".rstrip()
    for made in message.tool_calls:
        yield f"    calls {made.name} {made.arguments} as {made.call_id}"
