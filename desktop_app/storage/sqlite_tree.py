"""Walks the message tree of a chat: which branch is visible, where two branches part, what is at the bottom.

Used by the repositories of chats and turns; prepared SQL in SQLite's own words. Two facts hold always: on the way from the
root to a chat's tip each message has the next one as its chosen child, and ``depth`` grows by one with each step down. So
the walk up from a message ends where it meets the visible branch, and a damaged tree with a loop in it holds nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from sqlalchemy import Connection

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.message import MessageKind, MessageState, Role
from desktop_app.storage.codec import flags_of_bits
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.sqlite_engine import dbapi_connection

_NODE = "SELECT id, chat_id, parent_id, chosen_child_id, depth FROM messages WHERE id = ?"
CHOOSE = "UPDATE messages SET chosen_child_id = ? WHERE id = ?"
_SET_TIP = "UPDATE chats SET tip_id = ? WHERE id = ?"
_TIP = "SELECT tip_id FROM chats WHERE id = ?"

_LIGHT_ROWS = """
SELECT id, parent_id, revision, role, kind, state, speaker_name, length, flags FROM messages WHERE chat_id = ? ORDER BY seq
"""

_PARENTS = "SELECT id, parent_id FROM messages WHERE chat_id = ?"

_TAIL = """
WITH RECURSIVE up(id, parent_id, depth, step) AS (
    SELECT id, parent_id, depth, 1 FROM messages WHERE id = ?
    UNION ALL
    SELECT m.id, m.parent_id, m.depth, up.step + 1 FROM up JOIN messages m ON m.id = up.parent_id
    WHERE up.step < ? AND m.depth < up.depth
)
SELECT id FROM up ORDER BY step DESC
"""

_ANCESTOR = """
WITH RECURSIVE up(id, parent_id, depth) AS (
    SELECT id, parent_id, depth FROM messages WHERE id = ?
    UNION ALL
    SELECT m.id, m.parent_id, m.depth FROM up JOIN messages m ON m.id = up.parent_id
    WHERE up.depth > ? AND m.depth < up.depth
)
SELECT id FROM up WHERE depth = ?
"""

_BOTTOM = """
WITH RECURSIVE down(id, chosen_child_id, depth) AS (
    SELECT id, chosen_child_id, depth FROM messages WHERE id = ?
    UNION ALL
    SELECT m.id, m.chosen_child_id, m.depth FROM down JOIN messages m ON m.id = down.chosen_child_id
    WHERE m.depth > down.depth
)
SELECT id FROM down ORDER BY depth DESC LIMIT 1
"""

_SIBLINGS = "SELECT id FROM messages WHERE parent_id = ? ORDER BY seq"
_ROOTS = "SELECT id FROM messages WHERE chat_id = ? AND parent_id IS NULL ORDER BY seq"

# What _LIGHT_ROWS selects, bare: wrapping 100,000 of them would double the time.
_LightRow: TypeAlias = tuple[str, str | None, int, str, str, str, str, int, int]

_ALONE = (1, 1)

_ROLES, _KINDS, _STATES = KnownWords(Role), KnownWords(MessageKind), KnownWords(MessageState)


@dataclass(frozen=True, slots=True)
class Node:
    """A message as the tree sees it."""

    id: str
    chat_id: str
    parent_id: str | None
    chosen_child_id: str | None
    depth: int


def read_node(connection: Connection, message_id: str) -> Node:
    """A message's place. Raises ``NotFoundError``."""
    row = connection.exec_driver_sql(_NODE, (message_id,)).first()
    if row is None:
        raise NotFoundError(kind="message", id=message_id)
    return Node(*row)


def read_tip(connection: Connection, chat_id: str) -> str | None:
    """The end of a chat's visible branch. Raises ``NotFoundError``."""
    row = connection.exec_driver_sql(_TIP, (chat_id,)).first()
    if row is None:
        raise NotFoundError(kind="chat", id=chat_id)
    return row[0]


def set_tip(connection: Connection, chat_id: str, tip_id: str | None) -> None:
    """The visible branch ends here from now on; the way to it is chosen already."""
    connection.exec_driver_sql(_SET_TIP, (tip_id, chat_id))


def choose_path(connection: Connection, message_id: str, tip_id: str | None) -> None:
    """Makes each message above ``message_id`` choose the way to it, up to where the branch of ``tip_id`` is met."""
    node = read_node(connection, message_id)
    visible = None if tip_id is None else read_node(connection, tip_id)
    while node.parent_id is not None:
        parent = _parent(connection, node)
        if parent.chosen_child_id != node.id:
            set_chosen(connection, parent.id, node.id)
        if visible is not None and visible.depth > parent.depth:
            visible = _ancestor(connection, visible, parent.depth)
        if visible is not None and visible.id == parent.id:
            return
        node = parent


def set_chosen(connection: Connection, message_id: str, child_id: str | None) -> None:
    """The child through which the branch goes, or went last."""
    connection.exec_driver_sql(CHOOSE, (child_id, message_id))


def bottom(connection: Connection, message_id: str) -> str:
    """Where the branch through this message was left."""
    return str(connection.exec_driver_sql(_BOTTOM, (message_id,)).scalar_one())


def siblings(connection: Connection, node: Node) -> list[str]:
    """The message and those beside it, in order of creation."""
    if node.parent_id is None:
        return list(connection.exec_driver_sql(_ROOTS, (node.chat_id,)).scalars())
    return children(connection, node.parent_id)


def children(connection: Connection, message_id: str) -> list[str]:
    """The messages below this one, in order of creation."""
    return list(connection.exec_driver_sql(_SIBLINGS, (message_id,)).scalars())


def tail_ids(connection: Connection, tip_id: str, limit: int) -> list[str]:
    """The last ``limit`` messages of the branch that ends at ``tip_id``, the oldest first."""
    return list(connection.exec_driver_sql(_TAIL, (tip_id, limit)).scalars()) if limit > 0 else []


def branch_ids(connection: Connection, chat_id: str) -> list[str]:
    """The visible branch from the root to the tip: one read and a walk in memory, half as long as steps from row to row."""
    tip_id = read_tip(connection, chat_id)
    parents: dict[str, str | None] = dict(dbapi_connection(connection).execute(_PARENTS, (chat_id,)).fetchall())
    path: list[str] = []
    while tip_id in parents and len(path) < len(parents):
        path.append(tip_id)
        tip_id = parents[tip_id]
    path.reverse()
    return path


def branch_rows(connection: Connection, chat_id: str) -> list[BranchRow]:
    """The visible branch from the root to the tip.

    One read of all messages of the chat and a walk in memory, which also sees all siblings.
    """
    tip_id = read_tip(connection, chat_id)
    rows: list[_LightRow] = dbapi_connection(connection).execute(_LIGHT_ROWS, (chat_id,)).fetchall()
    places = _places_among_siblings(rows)
    return [
        BranchRow(
            message_id,
            revision,
            _ROLES[role],
            _KINDS[kind],
            _STATES[state],
            speaker_name,
            length,
            flags_of_bits(flags),
            *places.get(message_id, _ALONE),
        )
        for message_id, _parent_id, revision, role, kind, state, speaker_name, length, flags in _path(rows, tip_id)
    ]


def _path(rows: Sequence[_LightRow], tip_id: str | None) -> list[_LightRow]:
    """From the root to the tip. In a loop, which only damage can make, it ends when it is longer than the chat."""
    found = {row[0]: row for row in rows}
    path: list[_LightRow] = []
    while tip_id is not None and (row := found.get(tip_id)) is not None and len(path) < len(rows):
        path.append(row)
        tip_id = row[1]
    path.reverse()
    return path


def _places_among_siblings(rows: Sequence[_LightRow]) -> dict[str, tuple[int, int]]:
    """Of each message that has siblings: its number among them from 1, and how many they are."""
    counts = Counter(map(itemgetter(1), rows))
    families: dict[str | None, list[str]] = {parent_id: [] for parent_id, count in counts.items() if count > 1}
    for row in rows:
        if row[1] in families:
            families[row[1]].append(row[0])
    return {
        message_id: (number, len(family))
        for family in families.values()
        for number, message_id in enumerate(family, start=1)
    }


def _parent(connection: Connection, node: Node) -> Node:
    return _ancestor(connection, node, node.depth - 1)


def _ancestor(connection: Connection, node: Node, depth: int) -> Node:
    """The message above ``node`` at ``depth``."""
    row = connection.exec_driver_sql(_ANCESTOR, (node.id, depth, depth)).first()
    if row is None:
        raise StorageError(detail=f"The messages of the chat {node.chat_id} are out of order near {node.id}.")
    return read_node(connection, row.id)
