"""The engine alone: plans of short and long chats with few and many entries, cold and after another key; keys; packing."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desktop_app.cli.bench_parts.figures import Figure, now_ms, ratio, spread, timed
from desktop_app.cli.bench_parts.material import lorebook, messages
from desktop_app.context.builder import build
from desktop_app.context.engine_memory import EngineMemory
from desktop_app.context.packing import pack, value
from desktop_app.context.pieces import Group, Piece
from desktop_app.context.plan import BlockKind, Lane
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage, LinkedBook
from desktop_app.providers.token_counter import TiktokenCounter

CHATS = (100, 1_000, 10_000)
BOOKS = (10, 1_000)
KEYS = 60
LIMIT = 32_768
RESERVE = 1_024

# Of so many groups all combinations can be tried.
SMALL = 12
TRIES = 200
GROUPS = 1_000

_TYPED = "the dragon of the old castle and the moon over the river, "


async def measure(_folder: Path) -> list[Figure]:
    """Builds as the preview does: the same branch again and again, the draft a character longer each time."""
    counter = TiktokenCounter("o200k_base")
    counter.count("a")
    await counter.settle()
    figures: list[Figure] = []
    after: dict[tuple[int, int], list[float]] = {}
    for chat, entries in itertools.product(CHATS, BOOKS):
        cold, after[chat, entries] = _builds(chat, entries, counter)
        name = f"{chat:,} messages, {entries:,} entries"
        figures += [Figure(f"{name}: first plan", cold), *spread(f"{name}: after another key", after[chat, entries])]
    most = after[CHATS[-1], BOOKS[-1]]
    return [
        *figures,
        ratio(f"{CHATS[-1]:,} to {CHATS[1]:,} messages", most, after[CHATS[1], BOOKS[-1]]),
        *_packing(),
    ]


def _builds(count: int, entries: int, counter: TiktokenCounter) -> tuple[float, list[float]]:
    branch = _branch(count, counter)
    request = ContextRequest(
        "bench",
        "model",
        LIMIT,
        RESERVE,
        "truncate",
        branch=branch,
        system_prompt="You are a helpful assistant.",
        books=(LinkedBook(lorebook(entries)),),
    )
    memory = EngineMemory()
    text = _TYPED * (KEYS // len(_TYPED) + 2)

    def type_key(number: int) -> None:
        build(replace(request, draft=InputMessage("draft", text[: number + 1])), counter, memory)

    start = now_ms()
    type_key(0)
    cold = now_ms() - start
    return cold, timed(lambda number: type_key(number + 1), KEYS)


def _branch(count: int, counter: TiktokenCounter) -> tuple[BranchMessage, ...]:
    """As the context service makes it: texts only where a plan could use them, in the newest twice the limit."""
    rows: list[BranchMessage] = []
    covered = 0
    for message in reversed(list(messages("bench", count))):
        tokens = counter.count(message.text).tokens
        parts = message.parts if covered < 2 * LIMIT else None
        rows.append(BranchMessage(message.id, message.revision, message.role, tokens, parts=parts))
        covered += tokens
    return tuple(reversed(rows))


def _packing() -> list[Figure]:
    """Against the best of all combinations where these can be tried, and the time for a large lane."""
    chance = random.Random(4)  # noqa: S311 - the same lanes everywhere
    shares: list[float] = []
    for _ in range(TRIES):
        groups = [_group(number, chance.randint(20, 200), chance.random()) for number in range(SMALL)]
        room = chance.randint(100, 900)
        kept = pack(groups, room).kept
        shares.append(sum(value(group) for group in groups if group.id in kept) / max(1, _best(groups, room)))
    large = [_group(number, chance.randint(20, 400), chance.random()) for number in range(GROUPS)]
    return [
        Figure(f"packing {SMALL} groups: worst share of the optimum", min(shares) * 100, "%"),
        Figure("packing: lanes with the optimum", 100 * sum(share >= 1 for share in shares) / len(shares), "%"),
        *spread(f"packing {GROUPS:,} groups", timed(lambda _: pack(large, 8_000), 20)),
    ]


def _best(groups: Sequence[Group], room: int) -> int:
    """The largest sum of values that fits, by trying everything."""
    sums = [(0, 0)]
    for group in groups:
        sums += [(cost + group.cost, worth + value(group)) for cost, worth in sums if cost + group.cost <= room]
    return max(worth for _, worth in sums)


def _group(number: int, cost: int, relevance: float) -> Group:
    why = reason(ReasonCode.HAD_ROOM)
    name = f"group{number:04}"
    piece = Piece(name, BlockKind.LORE, name, name, cost, exact=True)
    return Group(name, BlockKind.LORE, (piece,), cost, why, why, lane=Lane.KEYED_LORE, relevance=relevance)
