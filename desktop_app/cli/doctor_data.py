"""What ``doctor`` finds on the disk: versions, folders, the database, the log. Reads only."""

from __future__ import annotations

import os
import platform
import shutil
import stat
import sys
from importlib import metadata
from pathlib import Path

from desktop_app import __version__
from desktop_app.cli.report import Json, Section, count_text, size_text
from desktop_app.diagnostics.logs import LOG_NAME
from desktop_app.domain.errors import AppError
from desktop_app.storage.derived_facts import DerivedFacts
from desktop_app.storage.inspection import SQLITE_VERSION, DatabaseFacts, inspect_database, lock_is_held
from desktop_app.storage.paths import Paths

# Qt is told by its package, because loading it needs a display's libraries.
_QT = "PySide6-Essentials"
_LIBRARIES = ("qasync", "httpx", "SQLAlchemy", "alembic", "tiktoken", "xllamacpp", "keyring", "numpy", "msgspec")

# What other people must not have on private folders.
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def versions() -> Section:
    """Of the program, its language and its libraries."""
    section = Section("Versions")
    system = platform.platform()
    for label, key, version in (
        ("Talespan", "talespan", __version__ + (" (frozen)" if getattr(sys, "frozen", False) else "")),
        ("Python", "python", platform.python_version()),
        ("System", "system", system),
        ("SQLite", "sqlite", SQLITE_VERSION),
        ("Qt", "qt", _version(_QT)),
        *((name, name.lower(), _version(name)) for name in _LIBRARIES),
    ):
        section.facts[key] = version or None
        section.rows.append((label, version or "not installed"))
    return section


def folders(paths: Paths) -> Section:
    """Where everything is, how much room there is, and whether other people could look in."""
    section = Section("Folders")
    for label, folder in (
        ("Data", paths.data),
        ("Configuration", paths.config),
        ("Cache", paths.cache),
        ("Log", paths.log),
    ):
        _look_at(section, label, folder)
    return section


def database(paths: Paths) -> Section:
    """Its size, version, integrity and counts, and whether a Talespan is using it. Blocks while SQLite checks all of it."""
    section = Section("Database")
    section.rows.append(("File", str(paths.database)))
    section.facts["path"] = str(paths.database)
    _look_at_lock(section, paths)
    facts = inspect_database(paths)
    if facts is None:
        section.facts["exists"] = False
        section.rows.append(("State", "none yet: it is made at the first start"))
        return section
    section.facts |= _facts_of(facts)
    section.rows += _rows_of(facts)
    if facts.derived is not None:
        section.facts |= _derived_facts(facts.derived)
        section.rows += _derived_rows(facts.derived)
    if facts.problem:
        section.problems.append(facts.problem)
    return section


def log(paths: Paths) -> Section:
    """The log files and their size; never what is in them."""
    files = sorted(file for file in paths.log.glob("*.log*") if file.is_file())
    size = sum(file.stat().st_size for file in files)
    section = Section("Log", {"path": str(paths.log / LOG_NAME), "files": len(files), "bytes": size})
    section.rows = [
        ("File", str(paths.log / LOG_NAME)),
        ("Size", f"{size_text(size)} in {count_text(len(files), 'file', 'files')}"),
    ]
    return section


def _look_at(section: Section, label: str, folder: Path) -> None:
    name = label.lower()
    if not folder.is_dir():
        section.facts[name] = {"path": str(folder), "exists": False}
        section.rows.append((label, f"{folder} (not made yet)"))
        return
    mode = stat.S_IMODE(folder.stat().st_mode)
    free = shutil.disk_usage(folder).free
    writable = os.access(folder, os.W_OK)
    section.facts[name] = {
        "path": str(folder),
        "exists": True,
        "mode": f"{mode:04o}",
        "writable": writable,
        "free_bytes": free,
    }
    privacy = "" if os.name == "nt" else (", open to others" if mode & _OTHERS else ", private")
    section.rows.append((label, f"{folder} ({size_text(free)} free{privacy})"))
    if not writable:
        section.problems.append(f"The folder {folder} cannot be written.")


def _look_at_lock(section: Section, paths: Paths) -> None:
    try:
        held = lock_is_held(paths)
    except AppError:  # a folder that cannot be written: told by its own section
        return
    section.facts["in_use"] = held
    section.rows.append(("Lock", "held: a Talespan is using it" if held else "free"))


def _facts_of(facts: DatabaseFacts) -> dict[str, str | int | bool | None]:
    return {
        "exists": True,
        "bytes": facts.size,
        "log_bytes": facts.log_size,
        "version": facts.version or None,
        "known_version": facts.known,
        "integrity": facts.integrity or None,
        "chats": _known(facts.chats),
        "chats_in_trash": _known(facts.chats_in_trash),
        "messages": _known(facts.messages),
        "turns": _known(facts.turns),
        "lorebooks": _known(facts.lorebooks),
        "lorebook_entries": _known(facts.lorebook_entries),
        "memory_entries": _known(facts.memory_entries),
        "damaged_texts": _known(facts.damaged_texts),
    }


def _rows_of(facts: DatabaseFacts) -> list[tuple[str, str]]:
    rows = [("Size", size_text(facts.size) + (f" and {size_text(facts.log_size)} of log" if facts.log_size else ""))]
    if facts.version:
        rows.append(("Data version", f"{facts.version} (this program knows {facts.known})"))
    if facts.integrity:
        rows.append(("Integrity", facts.integrity))
    if facts.messages >= 0:
        rows.append(("Chats", f"{facts.chats:,} and {facts.chats_in_trash} in the trash"))
        rows.append(("Messages", f"{facts.messages:,} and {count_text(facts.turns, 'turn', 'turns')}"))
        rows.append(("Lorebooks", f"{facts.lorebooks:,} with {count_text(facts.lorebook_entries, 'entry', 'entries')}"))
        rows.append(("Memory", count_text(facts.memory_entries, "entry", "entries")))
    return rows


def _derived_facts(derived: DerivedFacts) -> dict[str, Json]:
    return {name: getattr(derived, name) for name in derived.__slots__}


def _derived_rows(derived: DerivedFacts) -> list[tuple[str, str]]:
    """An embedder's identity names kind, address, model and prefixes, no password."""
    rows = [
        ("Vectors", f"{count_text(sources, 'message or segment', 'messages and segments')} by {embedder}")
        for embedder, sources in derived.vectors.items()
    ]
    stale = count_text(derived.stale_sentences, "stale sentence", "stale sentences")
    return [
        *(rows or [("Vectors", "none yet")]),
        ("Vector cache", count_text(derived.cached_vectors, "vector", "vectors")),
        ("Summaries", f"{count_text(derived.summary_segments, 'segment', 'segments')}, {stale}"),
        ("Proposals", f"{derived.waiting_proposals:,} waiting"),
    ]


def _known(count: int) -> int | None:
    return count if count >= 0 else None


def _version(distribution: str) -> str:
    """Empty where it is not installed (or, in a frozen build, its description was left out)."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
