"""Small requests to test with, and counters that behave like words, or like nothing good."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

from desktop_app.context.plan import Block, ContextPlan, Disposition
from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage, Overhead
from desktop_app.domain.message import MessageFlags, Part, Role, TextPart, ToolCallPart, ToolResultPart, sendable_text
from desktop_app.domain.ports import TokenCount, TokenCounter
from tests.fakes.providers import WordCounter

FREE = Overhead(per_message=0, per_name=0, per_request=0)


class ErraticCounter:
    """Counts that follow no rule but are always the same: joined texts may count far more or less than their parts."""

    name = "erratic"

    def count(self, text: str) -> TokenCount:
        """Between nothing and the number of characters."""
        tokens = zlib.crc32(text.encode("utf-8", "surrogatepass")) % (len(text) + 1)
        return TokenCount(tokens, exact=tokens % 2 == 0)

    async def settle(self) -> bool:
        """Nothing becomes better."""
        return False


def words(name: str, count: int) -> str:
    """A text of ``count`` words that can be told from others."""
    return " ".join([name, *("word" for _ in range(count - 1))])


def row(
    name: str,
    role: Role,
    *parts: Part | str,
    counter: TokenCounter | None = None,
    flags: MessageFlags | None = None,
    **more: Any,
) -> BranchMessage:
    """A message of the branch, counted."""
    whole = tuple(TextPart(part) if isinstance(part, str) else part for part in parts)
    count = (counter or WordCounter()).count(sendable_text(whole))
    return BranchMessage(
        id=name,
        revision=1,
        role=role,
        tokens=count.tokens,
        flags=flags or MessageFlags(),
        parts=whole,
        exact=count.exact,
        **more,
    )


def user(name: str, *parts: Part | str, **more: Any) -> BranchMessage:
    """What the person said."""
    return row(name, Role.USER, *(parts or (name,)), **more)


def assistant(name: str, *parts: Part | str, **more: Any) -> BranchMessage:
    """What the model said."""
    return row(name, Role.ASSISTANT, *(parts or (name,)), **more)


def tool(name: str, *parts: Part | str, **more: Any) -> BranchMessage:
    """What a tool said."""
    return row(name, Role.TOOL, *parts, **more)


def call(call_id: str, name: str = "search") -> ToolCallPart:
    """A call with an argument."""
    return ToolCallPart(call_id, name, '{"q": "ships"}')


def result(call_id: str, text: str = "found") -> ToolResultPart:
    """The result of a call."""
    return ToolResultPart(call_id, "search", text)


def dialogue(count: int, size: int = 10) -> tuple[BranchMessage, ...]:
    """User and assistant in turns, from ``m1`` on, ``size`` words each."""
    return tuple((user if n % 2 else assistant)(f"m{n}", words(f"m{n}", size)) for n in range(1, count + 1))


def request(*branch: BranchMessage, draft: str = "", **more: Any) -> ContextRequest:
    """A request with room for nearly everything; the draft's id is ``draft``."""
    plain = ContextRequest(chat_id="chat", model="model", limit=10_000, reserve=100, strategy="truncate", branch=branch)
    return replace(plain, draft=InputMessage("draft", draft) if draft else None, **more)


def included(plan: ContextPlan) -> list[str]:
    """The ids of the blocks that are in."""
    return [block.id for block in plan.blocks if block.disposition is Disposition.INCLUDED]


def block_of(plan: ContextPlan, id_: str) -> Block:
    """The block with this id."""
    return next(block for block in plan.blocks if block.id == id_)


def contents(plan: ContextPlan) -> list[tuple[str, str]]:
    """The prompt as (role, text)."""
    return [(message.role.value, message.content) for message in plan.messages]


def reasons_of_runs(plan: ContextPlan) -> list[tuple[str, str, int, str]]:
    """What is out, as (first, last, count, code)."""
    return [(run.first_id, run.last_id, run.count, run.reason.code) for run in plan.dropped]
