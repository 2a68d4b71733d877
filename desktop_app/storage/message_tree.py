"""Walks the message tree of a chat: which branch is visible, where two branches part, what is at the bottom.

Used by the repositories of chats and turns. Two facts hold always: on the way from the root to a chat's tip each message
has the next one as its chosen child, and ``depth`` grows by one with each step down. So the walk up from a message ends
where it meets the visible branch, and a damaged tree with a loop in it cannot hold anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.message import MessageKind, MessageState, Role
from desktop_app.storage.codec import flags_of_bits

_NODE = "SELECT id, chat_id, parent_id, chosen_child_id, depth FROM messages WHERE id = ?"
_CHOOSE = "UPDATE messages SET chosen_child_id = ? WHERE id = ?"
_SET_TIP = "UPDATE chats SET tip_id = ? WHERE id = ?"
_TIP = "SELECT tip_id FROM chats WHERE id = ?"

_LIGHT_ROWS = """
SELECT id, parent_id, revision, role, kind, state, speaker_name, length, flags FROM messages WHERE chat_id = ? ORDER BY seq
"""

_TAIL = """
WITH RECURSIVE up(id, parent_id, depth, step) AS (
    SELECT id, parent_id, depth, 1 FROM messages WHERE id = ?
    UNION ALL
    SELECT m.id, m.parent_id, m.depth, up.step + 1 FROM up JOIN messages m ON m.id = up.parent_id
    WHERE up.step < ? AND m.depth < up.depth
)
SELECT id FROM up ORDER BY step DESC
"""

_SIBLINGS = "SELECT id FROM messages WHERE parent_id = ? ORDER BY seq"
_ROOTS = "SELECT id FROM messages WHERE chat_id = ? AND parent_id IS NULL ORDER BY seq"

_ROLES = {role.value: role for role in Role}
_KINDS = {kind.value: kind for kind in MessageKind}
_STATES = {state.value: state for state in MessageState}


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
    """Makes each message above ``message_id`` choose the way to it, up to where the branch of ``tip_id`` is met.

    The cost is the distance between the two, not the length of the chat.
    """
    node = read_node(connection, message_id)
    visible = None if tip_id is None else read_node(connection, tip_id)
    while node.parent_id is not None:
        parent = _step_up(connection, node)
        if parent.chosen_child_id != node.id:
            set_chosen(connection, parent.id, node.id)
        while visible is not None and visible.depth > parent.depth:
            visible = _step_up(connection, visible)
        if visible is not None and visible.id == parent.id:
            return
        node = parent


def set_chosen(connection: Connection, message_id: str, child_id: str | None) -> None:
    """The child through which the branch goes, or went last."""
    connection.exec_driver_sql(_CHOOSE, (child_id, message_id))


def bottom(connection: Connection, message_id: str) -> str:
    """Where the branch through this message was left."""
    node = read_node(connection, message_id)
    while node.chosen_child_id is not None:
        child = read_node(connection, node.chosen_child_id)
        if child.depth <= node.depth:
            raise _loop(node)
        node = child
    return node.id


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


def branch_rows(connection: Connection, chat_id: str) -> list[BranchRow]:
    """The visible branch from the root to the tip.

    One read of all messages of the chat and a walk in memory: at 100,000 messages half the time of a recursive query.
    """
    tip_id = read_tip(connection, chat_id)
    counts: dict[str | None, int] = {}
    found: dict[str, tuple[Row[*tuple[Any, ...]], int]] = {}
    for row in connection.exec_driver_sql(_LIGHT_ROWS, (chat_id,)):
        parent_id = row[1]
        counts[parent_id] = variant = counts.get(parent_id, 0) + 1
        found[row[0]] = (row, variant)
    branch: list[BranchRow] = []
    step_id = tip_id
    while step_id is not None:
        place = found.pop(step_id, None)  # each message once: a loop ends here
        if place is None:
            break
        row, variant = place
        branch.append(_branch_row(row, variant, counts[row[1]]))
        step_id = row[1]
    branch.reverse()
    return branch


def _branch_row(row: Row[*tuple[Any, ...]], variant: int, variants: int) -> BranchRow:
    message_id, _parent_id, revision, role, kind, state, speaker_name, length, flags = row
    return BranchRow(
        message_id,
        revision,
        _ROLES[role],
        _KINDS[kind],
        _STATES[state],
        speaker_name,
        length,
        flags_of_bits(flags),
        variant,
        variants,
    )


def _step_up(connection: Connection, node: Node) -> Node:
    if node.parent_id is None:
        raise _loop(node)
    parent = read_node(connection, node.parent_id)
    if parent.depth >= node.depth:
        raise _loop(node)
    return parent


def _loop(node: Node) -> StorageError:
    return StorageError(detail=f"The messages of the chat {node.chat_id} are out of order near {node.id}.")
