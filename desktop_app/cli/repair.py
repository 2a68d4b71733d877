"""``talespan doctor --repair``: makes whole again what can be, after a checked copy of everything. The window must be closed.

Messages that something else changed on the disk are taken from the newest backup that has them whole; SQLite's own indexes
are made anew. Of a database that SQLite cannot read, what can be read is saved into a new one, and the damaged file is kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from desktop_app.adapters import SystemClock
from desktop_app.app import Start, started
from desktop_app.assembly import App, make_rescue, open_app
from desktop_app.cli.backup import contents_text, moment_text, show_progress
from desktop_app.cli.report import count_text
from desktop_app.domain.backup import BEFORE_REPAIR
from desktop_app.domain.errors import DatabaseDamagedError
from desktop_app.domain.rescue import Rescued
from desktop_app.storage.sqlite_file import data_version

# Of chats and lorebooks for what has lost its own.
_TITLE = "Rescued"


async def repair(arguments: argparse.Namespace) -> int:
    """Repairs and tells. 0 where all is whole now, 1 where something is left or lost."""
    with started(arguments) as start:
        start.try_lock(needed=True)
        try:
            if data_version(start.paths) is None:
                print("There is nothing to repair yet: no chat was ever kept here.")
                return 0
            return await _mend(start)
        except DatabaseDamagedError as error:
            print(error)
        rescued = await _rescue(start)
        return max(await _mend(start), 0 if rescued.is_whole else 1)


async def _mend(start: Start) -> int:
    """Raises ``DatabaseDamagedError`` where SQLite cannot read all of it."""
    app = await open_app(start.paths, on_error=start.hooks.report, writable=True)
    try:
        if app.storage.restored is None:
            made = await app.backups.back_up_before(BEFORE_REPAIR)
            if made is not None:
                print(f"What there was is kept in {made.path}.")
        else:
            print(f"The damaged file is kept in {app.storage.restored.former}.")
        await app.storage.database.rebuild_indexes()
        return await _mend_texts(app)
    finally:
        await app.close()


async def _mend_texts(app: App) -> int:
    damaged = await app.texts.find()
    if not damaged:
        print("The indexes were made anew; every message is as it was stored.")
        return 0
    print(await app.texts.told(damaged))
    mended = await app.texts.mend()
    print(f"{count_text(mended, 'message was', 'messages were')} taken whole from backups.")
    return 1 if app.texts.damaged else 0


async def _rescue(start: Start) -> Rescued:
    """Lays what can be read ready, and says what it is: the next opening puts it in place."""
    service = make_rescue(start.paths, SystemClock())
    rescued = await service.rescue(_TITLE, show_progress)
    print(f"Saved: {contents_text(rescued.contents)}, {count_text(rescued.characters, 'character', 'characters')}.")
    for sentence in _losses(rescued):
        print(sentence)
    newest = await service.newest_backup()
    if newest is not None and not rescued.is_whole:
        backup, contents = newest
        print(f"The newest backup is of {moment_text(backup.made_at)}: {contents_text(contents)}.")
        print(f"To have that instead: talespan restore {backup.path}")
    return rescued


def _losses(rescued: Rescued) -> Iterator[str]:
    if rescued.unreadable:
        yield f"{count_text(rescued.unreadable, 'page or row', 'pages and rows')} could not be read."
    if rescued.lost_messages:
        yield f"{count_text(rescued.lost_messages, 'message is', 'messages are')} known to be lost."
    if rescued.homeless_messages:
        messages = count_text(rescued.homeless_messages, "message", "messages")
        yield f"{messages} without their chat are in chats called “{_TITLE}”."
    if rescued.damaged_files:
        yield f"{count_text(rescued.damaged_files, 'picture was', 'pictures were')} damaged and left out."
    if rescued.strayed:
        yield "Some of it was found outside its table: what was deleted may be back."
