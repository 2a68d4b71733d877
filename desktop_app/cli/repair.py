"""``talespan doctor --repair``: makes whole again what can be, after a checked copy of everything. The window must be closed.

Messages that something else changed on the disk are taken from the newest backup that has them whole; SQLite's own indexes
are made anew. A database that SQLite cannot read is left as it is: then a backup is restored.
"""

from __future__ import annotations

import argparse

from desktop_app.app import started
from desktop_app.assembly import open_app
from desktop_app.cli.report import count_text
from desktop_app.domain.backup import BEFORE_REPAIR


async def repair(arguments: argparse.Namespace) -> int:
    """Repairs and tells. 0 where all is whole now, 1 where something is left."""
    with started(arguments) as start:
        start.try_lock(needed=True)
        app = await open_app(start.paths, on_error=start.hooks.report, writable=True)
        try:
            made = await app.backups.back_up_before(BEFORE_REPAIR)
            if made is not None:
                print(f"What there was is kept in {made.path}.")
            await app.storage.database.rebuild_indexes()
            damaged = await app.texts.find()
            if not damaged:
                print("The indexes were made anew; every message is as it was stored.")
                return 0
            told = await app.texts.told(damaged)
            print(told)
            mended = await app.texts.mend()
            print(f"{count_text(mended, 'message was', 'messages were')} taken whole from backups.")
            return 1 if app.texts.damaged else 0
        finally:
            await app.close()
