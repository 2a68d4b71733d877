"""The engine alone: a plan for a branch of 10,000 messages, and the next one after another key, beside a branch of 1,000."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from desktop_app.cli.bench_parts.figures import Figure, now_ms, ratio, spread, timed
from desktop_app.cli.bench_parts.material import messages
from desktop_app.context.builder import build
from desktop_app.context.engine_memory import EngineMemory
from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage
from desktop_app.providers.token_counter import TiktokenCounter

MANY = 10_000
FEW = 1_000
KEYS = 100
LIMIT = 32_768
RESERVE = 1_024


async def measure(_folder: Path) -> list[Figure]:
    """Builds as the preview does: the same branch again and again, the draft a character longer each time."""
    counter = TiktokenCounter("o200k_base")
    await counter.settle()
    first, many = _builds(MANY, counter)
    _, few = _builds(FEW, counter)
    return [
        Figure(f"first plan of {MANY:,} messages", first),
        *spread("plan after another key", many),
        ratio(f"{MANY:,} to {FEW:,} messages", many, few),
    ]


def _builds(count: int, counter: TiktokenCounter) -> tuple[float, list[float]]:
    branch = tuple(
        BranchMessage(
            id=message.id,
            revision=message.revision,
            role=message.role,
            tokens=counter.count(message.text).tokens,
            parts=message.parts,
        )
        for message in messages("bench", count)
    )
    request = ContextRequest(
        "bench", "model", LIMIT, RESERVE, "truncate", branch=branch, system_prompt="You are a helpful assistant."
    )
    memory = EngineMemory()

    def type_key(number: int) -> None:
        build(replace(request, draft=InputMessage("draft", "x" * (number + 1))), counter, memory)

    start = now_ms()
    type_key(0)
    first = now_ms() - start
    return first, timed(type_key, KEYS)
