"""``talespan backup`` and ``talespan restore``: copies of all chats, and back again, without the window."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.adapters import SystemClock
from desktop_app.app import Start, started
from desktop_app.cli.report import count_text, size_text
from desktop_app.domain.backup import Backup, BackupContents
from desktop_app.domain.errors import NotFoundError
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus
from desktop_app.storage.backup_store import FileBackupStore
from desktop_app.storage.open import open_storage


async def backup(arguments: argparse.Namespace) -> int:
    """Makes a backup, or lists them; also while the window is open."""
    with started(arguments) as start:
        service = _service(start)
        if arguments.list:
            found = await service.backups()
            if not found:
                print("There is no backup yet.", file=sys.stderr)  # what reads the list finds it empty
            for one in found:
                print(f"{moment_text(one.made_at)}  {size_text(one.size):>8}  {one.reason:<22}  {one.path}")
            return 0
        made = await service.back_up_now(show_progress)
        print(f"{made.path} ({size_text(made.size)}; {contents_text(await service.contents(made.path))})")
        return 0


async def restore(arguments: argparse.Namespace) -> int:
    """Puts a backup in the place of the chats, which are kept. Exit code 4 while the window is open; a dry run only tells."""
    with started(arguments) as start:
        if not arguments.dry_run:
            start.try_lock(needed=True)
        service = _service(start)
        file = _find(await service.backups(), arguments.backup)
        present = await service.present()
        if arguments.dry_run:
            print(f"Now:     {contents_text(present)}")
            print(f"Backup:  {contents_text(await service.contents(file))} ({file})")
            return 0
        contents = await service.restore(file, show_progress)
        storage = await open_storage(start.paths, SystemClock())
        await storage.close()
        print(f"Restored {file.name}: {contents_text(contents)}.")
        if storage.restored is not None and storage.restored.former is not None:
            print(f"What was there before ({contents_text(present)}) is kept in {storage.restored.former}.")
        return 0


def contents_text(contents: BackupContents | None) -> str:
    """The figures of a database or of a backup."""
    if contents is None:
        return "nothing that can be read"
    chats = count_text(contents.chats, "chat", "chats")
    messages = count_text(contents.messages, "message", "messages")
    books = count_text(contents.lorebooks, "lorebook", "lorebooks")
    memories = count_text(contents.memory_entries, "memory entry", "memory entries")
    segments = count_text(contents.summary_segments, "summary segment", "summary segments")
    changed = "" if contents.changed_at is None else f", last changed {moment_text(contents.changed_at)}"
    return f"{chats}, {messages}, {books}, {memories}, {segments}{changed}"


def moment_text(milliseconds: int) -> str:
    """A Unix time as ``--list`` shows it, in the zone of the person."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def show_progress(share: float) -> None:
    """For a person who watches; a log needs no percentages."""
    if sys.stderr.isatty():
        print(f"\r{share:.0%} ", end="" if share < 1 else "\r", file=sys.stderr, flush=True)


def _service(start: Start) -> BackupService:
    clock = SystemClock()
    return BackupService(FileBackupStore(start.paths, clock), EventBus(), clock, automatic=False)


def _find(backups: list[Backup], wanted: str) -> Path:
    """A file of this name, else the newest backup of a day (or a minute) as ``--list`` shows it, or by its file's name."""
    file = Path(wanted).expanduser()
    if wanted and file.is_file():
        return file
    for one in backups:
        if wanted and (moment_text(one.made_at).startswith(wanted) or one.path.name.startswith(wanted)):
            return one.path
    raise NotFoundError(kind="backup", id=wanted)
