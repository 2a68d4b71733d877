"""Makes the messages of each chat one sound tree: parents that are there, depths, chosen children, a tip. Used by ``tree``.

What holds of every tree is told in ``sqlite_tree``; here it is brought about again, and rows that are right already stay.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

_CHATS = "SELECT id, tip_id FROM chats"
_NODES = "SELECT seq, id, parent_id, chosen_child_id, depth FROM messages WHERE chat_id = ? ORDER BY seq"
_UPDATE = "UPDATE messages SET parent_id = ?, chosen_child_id = ?, depth = ? WHERE id = ?"
_SET_TIP = "UPDATE chats SET tip_id = ? WHERE id = ?"


@dataclass(frozen=True, slots=True)
class _Node:
    seq: int
    id: str
    parent: str | None
    chosen: str | None
    depth: int


@dataclass(slots=True)
class _Tree:
    """The messages of one chat in the order of their making. ``children`` by the id of the parent, None for the roots."""

    nodes: dict[str, _Node]
    children: dict[str | None, list[str]] = field(default_factory=dict[str | None, list[str]])


def mend_branches(target: sqlite3.Connection, removed: Mapping[str, str | None]) -> None:
    """Of all chats. ``removed``: messages that are gone, each with what was above it."""
    for chat_id, tip_id in target.execute(_CHATS).fetchall():
        before = {row[1]: _Node(*row) for row in target.execute(_NODES, (chat_id,))}
        tree = _Tree(dict(before))
        _give_parents(tree, removed)
        _give_depths(tree)
        tip = _tip(tree, tip_id, removed)
        _choose(tree, tip)
        changed = [node for node in tree.nodes.values() if node != before[node.id]]
        target.executemany(_UPDATE, [(node.parent, node.chosen, node.depth, node.id) for node in changed])
        if tip != tip_id:
            target.execute(_SET_TIP, (tip, chat_id))


def _give_parents(tree: _Tree, removed: Mapping[str, str | None]) -> None:
    """Variants whose parent is lost stay beside each other."""
    order = list(tree.nodes.values())
    numbers = [node.seq for node in order]
    found: dict[str, str | None] = {}
    for node in order:
        parent = _left_above(tree, node.parent, removed)
        if parent is not None and parent not in tree.nodes:
            if parent not in found:
                place = bisect_left(numbers, node.seq)
                found[parent] = order[place - 1].id if place else None
            parent = found[parent]
        if parent != node.parent:
            tree.nodes[node.id] = replace(node, parent=parent)
    for node in tree.nodes.values():
        tree.children.setdefault(node.parent, []).append(node.id)


def _left_above(tree: _Tree, parent: str | None, removed: Mapping[str, str | None]) -> str | None:
    """The nearest that is left above a message, or the last that is known by name only."""
    passed: set[str] = set()
    while parent is not None and parent not in tree.nodes and parent in removed and parent not in passed:
        passed.add(parent)
        parent = removed[parent]
    return parent


def _give_depths(tree: _Tree) -> None:
    reached: set[str] = set()
    _go_down(tree, [(root, 0) for root in tree.children.get(None, [])], reached)
    for node in list(tree.nodes.values()):
        if node.id not in reached:  # in a loop, which only damage can make
            tree.children[node.parent].remove(node.id)
            tree.nodes[node.id] = replace(node, parent=None)
            tree.children.setdefault(None, []).append(node.id)
            _go_down(tree, [(node.id, 0)], reached)


def _go_down(tree: _Tree, waiting: list[tuple[str, int]], reached: set[str]) -> None:
    while waiting:
        message_id, depth = waiting.pop()
        if message_id in reached:
            continue
        reached.add(message_id)
        tree.nodes[message_id] = replace(tree.nodes[message_id], depth=depth)
        waiting += [(child, depth + 1) for child in tree.children.get(message_id, [])]


def _tip(tree: _Tree, tip: str | None, removed: Mapping[str, str | None]) -> str | None:
    """Where the visible branch ends: as before, else above that, else at what was said last."""
    if tip is None and not tree.nodes:
        return None
    left = _left_above(tree, tip, removed)
    return left if left in tree.nodes else next(reversed(tree.nodes), None)


def _choose(tree: _Tree, tip: str | None) -> None:
    """On the way to the tip each message has the next one chosen; elsewhere one that is there."""
    on_the_way: dict[str, str] = {}
    node = None if tip is None else tree.nodes[tip]
    while node is not None and node.parent is not None:
        on_the_way[node.parent] = node.id
        node = tree.nodes[node.parent]
    for node in list(tree.nodes.values()):
        children = tree.children.get(node.id, [])
        last = children[-1] if children else None
        chosen = on_the_way.get(node.id) or (
            last if node.chosen is not None and node.chosen not in children else node.chosen
        )
        if chosen != node.chosen:
            tree.nodes[node.id] = replace(node, chosen=chosen)
