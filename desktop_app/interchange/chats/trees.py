"""Makes a tree of what a file says about messages, however broken. Called by the readers of chats that are trees.

The open branch is the one that ends at the file's own tip; where it names none, the newest leaf counts (formats page, section
12). Works without recursion, and ends for cycles, missing parents and several roots too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from desktop_app.domain.importing import ImportedNode
from desktop_app.interchange.report import NoteCode, Notes


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the file's tree; ``node`` is None where nothing was said (it only joins others)."""

    parent: str | None
    node: ImportedNode | None


def grow(
    places: Mapping[str, Place], tip: str | None, notes: Notes, path: str
) -> tuple[tuple[ImportedNode, ...], str | None]:
    """The nodes, parents first, and the key of the tip; without nodes where there are none."""
    lost = 0
    spoken = _Spoken(places)
    parents: dict[str, str | None] = {}
    for key, place in places.items():
        if place.node is None:
            continue
        parent = spoken(place.parent)
        lost += (
            parent is None and place.parent is not None and place.parent not in places and not _is_zero(place.parent)
        )
        parents[key] = parent
    children: dict[str | None, list[str]] = {}
    for key, parent in parents.items():
        children.setdefault(parent, []).append(key)
    order = _ordered(children.get(None, []), children)
    # What is not reached from a beginning goes in a circle: it is cut where the file has it first.
    seen = set(order)
    for key in parents:
        if key not in seen:
            lost += 1
            parents[key] = None
            more = [other for other in _ordered([key], children) if other not in seen]
            seen.update(more)
            order += more
    if lost:
        notes.warn(NoteCode.BROKEN_TREE, path, count=lost)
    nodes = tuple(replace(node, parent=parents[key]) for key in order if (node := places[key].node) is not None)
    return nodes, _tip(nodes, spoken(tip), notes, path)


class _Spoken:
    """Finds a place, or the nearest above it, where something was said; each place is climbed over once."""

    def __init__(self, places: Mapping[str, Place]) -> None:
        self._places = places
        self._known: dict[str, str | None] = {}

    def __call__(self, key: str | None) -> str | None:
        seen: list[str] = []
        found: str | None = None
        while key is not None and key in self._places:
            if key in self._known:
                found = self._known[key]
                break
            if self._places[key].node is not None:
                found = key
                break
            self._known[key] = None
            seen.append(key)
            key = self._places[key].parent
        self._known.update(dict.fromkeys(seen, found))
        return found


def _ordered(roots: list[str], children: Mapping[str | None, list[str]]) -> list[str]:
    found: list[str] = []
    seen: set[str] = set()
    waiting = list(reversed(roots))
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        found.append(key)
        waiting.extend(reversed(children.get(key, [])))
    return found


def _tip(nodes: tuple[ImportedNode, ...], wanted: str | None, notes: Notes, path: str) -> str | None:
    if wanted is not None or not nodes:
        return wanted
    depth: dict[str, int] = {}
    for node in nodes:
        depth[node.key] = depth.get(node.parent, 0) + 1 if node.parent is not None else 1
    inner = {node.parent for node in nodes}
    leaves = [node for node in nodes if node.key not in inner]
    if len(leaves) > 1:
        notes.warn(NoteCode.NO_TIP, path)
    return max(leaves, key=lambda node: (node.created_at, depth[node.key])).key if leaves else nodes[-1].key


def _is_zero(parent: str) -> bool:
    """Programs write an id of zeros for the parent of the first message."""
    return set(parent) <= set("0-48") or parent in {"client-created-root", "root"}
