"""Changes of a lorebook's entries as pure functions: put onto what the book is by then, and moved so that an order holds.

Called by ``LoreService`` and the editors. A change is two versions of a book's entries. Put onto a third it changes only what
differs between the two: undo takes back one change, and nothing that was done by anybody else since.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.memory import MemoryEntry

T = TypeVar("T", LorebookEntry, MemoryEntry, Lorebook)

Entries = tuple[LorebookEntry, ...]

_NOT_SAID = frozenset({"id", "revision", "created_at", "updated_at", "entries"})
"""What storing changes by itself; and a book's entries, which have their own changes."""

STEP = 10
"""Between the orders of entries that are moved to an end."""


def merged(current: Entries, before: Entries, after: Entries) -> Entries:
    """``current`` with what became of ``before`` in ``after``: fields, entries that came and went, and their places."""
    old, new = _by_id(before), _by_id(after)
    kept = [
        merged_entry(entry, old[entry.id], new[entry.id]) if entry.id in old and entry.id in new else entry
        for entry in current
        if entry.id not in old or entry.id in new
    ]
    common = [entry.id for entry in before if entry.id in new]
    if common != [entry.id for entry in after if entry.id in old]:
        kept = _in_order(kept, after)
    there = {entry.id for entry in kept}
    for place, entry in enumerate(after):
        if entry.id not in old and entry.id not in there:
            behind = {follower.id for follower in after[place + 1 :] if follower.id in there}
            at = next((number for number, known in enumerate(kept) if known.id in behind), len(kept))
            kept.insert(at, entry)
    return tuple(kept)


def merged_entry(current: T, before: T, after: T) -> T:
    """``current`` with the fields that differ between ``before`` and ``after``."""
    if before is after:
        return current
    changes: dict[str, Any] = {
        part.name: getattr(after, part.name)
        for part in fields(after)
        if part.name not in _NOT_SAID and getattr(before, part.name) != getattr(after, part.name)
    }
    return replace(current, **changes) if changes else current


def in_prompt_order(entries: Sequence[LorebookEntry]) -> list[LorebookEntry]:
    """By their order; those with the same one as the book has them. So the engine puts them."""
    return sorted(entries, key=lambda entry: entry.insertion_order)


def moved(entries: Entries, ids: Collection[str], before_id: str) -> Entries:
    """These entries in front of another (``""``: behind all), in the order of the prompt. Only they get another order.

    Between two neighbours whose orders leave no room they take the order of the one before; then the place in the book
    decides, as it does in the engine.
    """
    chosen = set(ids)
    taken = [entry for entry in in_prompt_order(entries) if entry.id in chosen]
    others = [entry for entry in in_prompt_order(entries) if entry.id not in chosen]
    at = next((place for place, entry in enumerate(others) if entry.id == before_id), len(others))
    above, below = others[at - 1 : at], others[at : at + 1]
    orders = _orders_between(
        above[0].insertion_order if above else None,
        below[0].insertion_order if below else None,
        [entry.insertion_order for entry in taken],
    )
    placed = [replace(entry, insertion_order=order) for entry, order in zip(taken, orders, strict=True)]
    rest = [entry for entry in entries if entry.id not in chosen]
    place = rest.index(above[0]) + 1 if above else 0
    return (*rest[:place], *placed, *rest[place:])


def _orders_between(above: int | None, below: int | None, own: list[int]) -> list[int]:
    """Rising numbers between two, as even as whole numbers allow; their own where these hold already."""
    count = len(own)
    fits = (above is None or own[0] >= above) and (below is None or own[-1] < below) if own else True
    if fits:
        return own
    if above is None:
        return [(below or 0) - STEP * (count - number) for number in range(count)]
    if below is None:
        return [above + STEP * (number + 1) for number in range(count)]
    room = below - above
    if room <= count:
        return [above] * count
    return [above + room * (number + 1) // (count + 1) for number in range(count)]


def _in_order(entries: list[LorebookEntry], wanted: Sequence[LorebookEntry]) -> list[LorebookEntry]:
    """In the wanted order; those that are not in it stay behind the one that they stood behind."""
    places = {entry.id: place for place, entry in enumerate(wanted)}
    keys: list[tuple[int, int, LorebookEntry]] = []
    place = -1
    for number, entry in enumerate(entries):
        place = places.get(entry.id, place)
        keys.append((place, number, entry))
    return [entry for _, _, entry in sorted(keys, key=lambda key: key[:2])]


def _by_id(entries: Entries) -> dict[str, LorebookEntry]:
    return {entry.id: entry for entry in entries}
