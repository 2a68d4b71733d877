"""From a key to its plan through the services: a chat of 10,000 messages and 1,000 entries in a real database."""

from __future__ import annotations

import itertools
from pathlib import Path

from desktop_app.assembly import App
from desktop_app.cli.bench_parts.figures import Figure, now_ms, spread, timed_await
from desktop_app.cli.bench_parts.material import fill_chat, lorebook
from desktop_app.cli.bench_parts.program import program_in
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.lore import Scope
from desktop_app.domain.settings import Settings
from desktop_app.services.answering import WhatIf

MESSAGES = 10_000
ENTRIES = 1_000
KEYS = 60
STRATEGIES = ("truncate", "summarize", "vector-recall")

_TYPED = "the dragon of the old castle and the moon over the river, and the knight "


async def measure(folder: Path) -> list[Figure]:
    """As the preview asks: everything read once, then the draft a character longer each time."""
    # An address that is never asked: nothing is sent, and the tokenizer is one of those that come with the program.
    profile = ConnectionProfile(
        "bench", "Bench", base_url="https://model.invalid/v1", tokenizer="o200k_base", context_limit=32_768
    )
    async with program_in(folder, Settings(connections=(profile,), default_connection_id="bench")) as app:
        await fill_chat(app.storage, Chat(id="bench"), MESSAGES)
        book = await app.lore.save_book(lorebook(ENTRIES))
        await app.lore.set_scopes(book.id, (Scope(),))
        parts = [await _strategy(app, strategy) for strategy in STRATEGIES]
    return list(itertools.chain.from_iterable(parts))


async def _strategy(app: App, strategy: str) -> list[Figure]:
    async def type_key(number: int) -> None:
        await app.context.preview("bench", _TYPED[: number + 1], what_if=WhatIf(strategy=strategy))

    start = now_ms()
    await app.context.preview("bench", "t", what_if=WhatIf(strategy=strategy), wait=True)
    cold = now_ms() - start
    keys = await timed_await(lambda number: type_key(number + 1), KEYS)
    return [Figure(f"{strategy}: first plan", cold), *spread(f"{strategy}: key to plan", keys)]
