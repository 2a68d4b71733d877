"""A fork copies nothing: it stores less than 1 KB, however long the branch is that it leaves."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection

from desktop_app.domain.chat import Chat
from desktop_app.storage.bulk import append_many
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import text_message
from tests.fakes.clock import FakeClock

LONG, FORKS = 1_000, 200
MOST_BYTES = 1_024


async def _bytes(storage: Storage) -> int:
    """Of all pages that are in use."""

    def used(connection: Connection) -> int:
        pragmas = ("page_count", "freelist_count", "page_size")
        count, free, size = (int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()) for name in pragmas)
        return (count - free) * size

    return await storage.database.read(used)


def test_forks_of_a_long_branch_are_small(paths: Paths) -> None:
    async def scenario() -> None:
        storage = await open_storage(paths, FakeClock())
        await storage.chats.add_chat(Chat("chat"))
        said = [
            text_message(f"m{number}", f"m{number - 1}" if number else None, f"The lamp {number} burns.")
            for number in range(LONG)
        ]
        await append_many(storage, said)
        before = await _bytes(storage)
        for number in range(FORKS):
            parent = f"m{LONG - 2 - number * 3}"
            await storage.chats.append(text_message(f"fork{number}", parent, f"The lamp goes out, {number}."))
        assert (await _bytes(storage) - before) / FORKS < MOST_BYTES
        assert len(await storage.chats.branch("chat")) == LONG - 2 - (FORKS - 1) * 3 + 2
        await storage.close()

    asyncio.run(scenario())
