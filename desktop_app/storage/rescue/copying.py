"""Takes every row that can be read out of a damaged file into a new database: table by table, then what strayed.

Used by ``rescue``. The rows come as they are found; whether they still belong together is the business of ``tree`` and
``references``. A row that is found twice is taken from the tree of its table.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_app.domain.backup import Progress
from desktop_app.storage.rescue.pages import PageFile, Record, rows_of
from desktop_app.storage.rescue.shapes import RESCUED, Shape, recognised, shapes
from desktop_app.storage.rescue.walk import Root, Walk
from desktop_app.storage.sqlite_copy import go_on

# Pages between two looks at whether to go on.
_SLICE = 500

# Without a tree, what is newer cannot be told by its place: an answer that had come to its end is.
_PREFER_WHOLE = """
ON CONFLICT (message_id, revision) DO UPDATE SET state = excluded.state, text = excluded.text, parts = excluded.parts,
crc32 = excluded.crc32 WHERE message_revisions.state = 'streaming' AND excluded.state != 'streaming'
"""


@dataclass(slots=True)
class Places:
    """Of messages by their number: the id, the chat and the parent, as far as an index has them."""

    ids: dict[int, str] = field(default_factory=dict[int, str])
    chats: dict[int, str] = field(default_factory=dict[int, str])
    parents: dict[int, str] = field(default_factory=dict[int, str])


@dataclass(slots=True)
class Found:
    """What was found. ``unreadable``: pages and rows in the trees of tables that are kept; ``strayed``: rows without a tree.

    ``places``: what the indexes still know of messages whose rows may be gone.
    """

    knows_tables: bool = False
    unreadable: int = 0
    strayed: int = 0
    damaged_files: int = 0
    places: Places = field(default_factory=Places)


def copy_rows(pages: PageFile, target: sqlite3.Connection, progress: Progress) -> Found:
    """Inserts all that can be read. Raises ``CopyStoppedError``."""
    found = Found()
    walk = Walk(pages)
    roots = walk.roots()
    found.knows_tables = any(root.name in shapes() for root in roots)
    trees = {root.name: root.page for root in roots if root.is_table}
    damaged = bool(walk.unreadable) or any(table.name not in trees for table in RESCUED)
    steps = _Steps(pages.count, progress)
    for table in RESCUED:
        shape = shapes()[table.name]
        if table.name in trees:
            _copy_tree(pages, walk, shape, trees[table.name], target, found, steps)
    found.unreadable += len(walk.unreadable)
    if damaged or found.unreadable:
        _pass_over(walk, trees)
        _copy_strays(pages, walk, target, found, steps)
        _read_places(walk, roots, found.places)
    return found


def _copy_tree(
    pages: PageFile, walk: Walk, shape: Shape, root: int, target: sqlite3.Connection, found: Found, steps: _Steps
) -> None:
    for cells in walk.leaves(root):
        steps.page()
        fitting: list[Record] = []
        broken = 0
        for row in rows_of(pages, cells):
            if row is not None and shape.fits(row[1]):
                fitting.append(shape.whole(*row))
            else:
                broken += 1
        if broken and not fitting:
            walk.visited.discard(cells.number)  # a damaged page led here: it may be another table's
        found.unreadable += broken
        _insert(target, shape, fitting, found)


def _copy_strays(pages: PageFile, walk: Walk, target: sqlite3.Connection, found: Found, steps: _Steps) -> None:
    for cells in walk.strays():
        steps.page()
        rows = [row for row in rows_of(pages, cells) if row is not None]
        shape = recognised([record for _rowid, record in rows])
        if shape is not None:
            found.strayed += _insert(target, shape, [shape.whole(*row) for row in rows], found)


def _pass_over(walk: Walk, trees: Mapping[str, int]) -> None:
    """The leaves of tables that are not kept have no strays among them."""
    for name, root in trees.items():
        if name not in shapes():
            for _cells in walk.leaves(root):
                pass


def _insert(target: sqlite3.Connection, shape: Shape, rows: list[Record], found: Found) -> int:
    """How many of them were new."""
    if shape.table.name == "blobs":
        whole = [row for row in rows if _is_whole_file(row)]
        found.damaged_files += len(rows) - len(whole)
        rows = whole
    before = target.total_changes
    target.executemany(_statement(shape), rows)
    return target.total_changes - before


def _statement(shape: Shape) -> str:
    name, columns = shape.table.name, shape.table.columns
    names = ", ".join(f'"{column.name}"' for column in columns)
    statement = f"INSERT OR IGNORE INTO {name} ({names}) VALUES ({', '.join('?' for _ in columns)})"  # noqa: S608 - our own words
    return f"{statement} {_PREFER_WHOLE}" if name == "message_revisions" else statement


def _is_whole_file(row: Record) -> bool:
    match row:
        case (str(digest), _, bytes(data)):
            return hashlib.sha256(data).hexdigest() == digest
        case _:
            return False


def _read_places(walk: Walk, roots: list[Root], places: Places) -> None:
    for root in roots:
        known = {
            "sqlite_autoindex_messages_1": places.ids,
            "ix_messages_chat_id": places.chats,
            "ix_messages_parent_id": places.parents,
        }.get(root.name)
        if known is not None and not root.is_table:
            for record in walk.keys(root.page):
                match record:
                    case (str(text), int(number)):
                        known[number] = text
                    case _:
                        pass


class _Steps:
    """Asks every now and then whether to go on. Each page is read once in a tree, or once as a stray."""

    def __init__(self, pages: int, progress: Progress) -> None:
        self._pages = max(pages, 1)
        self._progress = progress
        self._done = 0

    def page(self) -> None:
        self._done += 1
        if self._done % _SLICE == 1:
            go_on(self._progress, min(self._done / self._pages, 1.0))
