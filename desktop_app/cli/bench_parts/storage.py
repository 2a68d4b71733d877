"""The database: appending safe against a power cut, and a chat of 100,000 messages compared with one of 100."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from desktop_app.adapters import SystemClock
from desktop_app.cli.bench_parts.figures import Figure, now_ms, ratio, spread, timed_await
from desktop_app.cli.bench_parts.material import fill_chat, messages
from desktop_app.domain.chat import Chat
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths

MANY = 100_000
FEW = 100
APPENDS = 300
READS = 50
SCREENFUL = 60


async def measure(folder: Path) -> list[Figure]:
    """Fills a database, then opens, appends and reads."""
    paths = Paths.find(environ={"TALESPAN_HOME": str(folder)})
    paths.create()
    storage = await open_storage(paths, SystemClock())
    start = now_ms()
    await fill_chat(storage, Chat(id="large"), MANY)
    filled = now_ms() - start
    await fill_chat(storage, Chat(id="small"), FEW)
    await storage.close()
    start = now_ms()
    storage = await open_storage(paths, SystemClock())
    opened = now_ms() - start
    try:
        return [
            Figure("messages inserted in bulk", MANY / filled * 1000, "/s"),
            Figure("database", paths.database.stat().st_size / 1e6, "MB"),
            Figure("open", opened),
            *await _appends(storage),
            *await _reads(storage),
        ]
    finally:
        await storage.close()


async def _appends(storage: Storage) -> list[Figure]:
    await storage.chats.add_chat(Chat(id="new"))
    new = list(messages("new", APPENDS))
    large = [
        replace(
            message, id=f"more-{number}", chat_id="large", parent_id=f"more-{number - 1}" if number else _tip("large")
        )
        for number, message in enumerate(new)
    ]
    quick = await timed_await(lambda number: storage.chats.append(new[number]), APPENDS)
    slow = await timed_await(lambda number: storage.chats.append(large[number]), APPENDS)
    return [
        *spread("append (synchronous FULL)", quick),
        *spread("append to 100,000", slow),
        ratio("append to 100,000 to append to few", slow, quick),
    ]


async def _reads(storage: Storage) -> list[Figure]:
    large = await timed_await(lambda _: storage.chats.tail("large", SCREENFUL), READS)
    small = await timed_await(lambda _: storage.chats.tail("small", SCREENFUL), READS)
    branch = await timed_await(lambda _: storage.chats.branch("large"), 3)
    return [
        *spread(f"newest {SCREENFUL} of 100,000", large),
        ratio("newest of 100,000 to newest of 100", large, small),
        Figure("branch of 100,000, without texts", min(branch)),
    ]


def _tip(chat_id: str) -> str:
    return f"{chat_id}-{MANY - 1:06d}"
