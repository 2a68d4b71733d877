"""What ``doctor`` finds about backups and about the session cache of the last window. Reads only."""

from __future__ import annotations

from datetime import UTC, datetime

from desktop_app.cli.report import Section, count_text, size_text
from desktop_app.storage.backup import list_backups
from desktop_app.storage.cache_figures import last_figures
from desktop_app.storage.paths import Paths
from desktop_app.storage.restore import staged_file


def backups(paths: Paths) -> Section:
    """How many there are, how much room they take, the newest, and whether one waits to be restored at the next start."""
    found = list_backups(paths)
    size = sum(backup.size for backup in found)
    waiting = staged_file(paths).exists()
    section = Section("Backups", {"path": str(paths.backups), "count": len(found), "bytes": size})
    section.facts |= {"newest": _iso(found[0].made_at) if found else None, "restore_waiting": waiting}
    section.rows = [
        ("Folder", str(paths.backups)),
        ("Count", f"{len(found)} ({size_text(size)})" if found else "none yet"),
    ]
    if found:
        section.rows.append(("Newest", f"{_shown(found[0].made_at)} ({found[0].reason})"))
    if waiting:
        section.rows.append(("Restore", "a backup takes the place of the chats at the next start"))
    return section


def session_cache(paths: Paths) -> Section:
    """Hits, misses, bytes and evictions as the last window left them when it was closed: this process opens no chat."""
    last = last_figures(paths)
    if last is None:
        return Section("Session cache", {"saved_at": None}, [("Last window", "no window has been closed yet")])
    figures = last.figures
    section = Section("Session cache", {"saved_at": _iso(last.saved_at)})
    section.facts |= {name: getattr(figures, name) for name in figures.__slots__}
    section.rows = [
        ("Last window", f"closed {_shown(last.saved_at)}"),
        ("Openings", f"{figures.hits:,} from memory, {figures.misses:,} from the database"),
        (
            "Held",
            f"{size_text(figures.bytes)} of {size_text(figures.limit)} for {count_text(figures.chats, 'chat', 'chats')}",
        ),
        ("Evictions", f"{figures.evictions:,}"),
    ]
    if figures.broken:
        section.problems.append("The session cache failed in the last window; the log says how.")
    return section


def _iso(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")


def _shown(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
