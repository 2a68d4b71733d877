"""Earlier states of what people own, and which of them are worth keeping. Values, the rule of thinning, and the port.

They are written by the repositories of the objects in the transaction of the change, and read by the library service.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_app.domain.transfer import LibraryObject, ObjectKind

MAXIMUM_VERSIONS = 50

# Of one object, in bytes as they are stored; the newest is kept whatever its size.
MAXIMUM_BYTES = 16_000_000

# These are never thinned.
NEWEST_KEPT = 10

# What is typed without a longer pause is one version.
APART_MS = 5 * 60 * 1000


@dataclass(frozen=True, slots=True)
class LibraryVersion:
    """An object as it was. ``number`` grows; ``kept_at``: when another took its place (imported ones: when it was changed).

    Unix milliseconds, UTC.
    """

    kind: ObjectKind
    object_id: str
    number: int
    kept_at: int
    value: LibraryObject


class VersionRepository(Protocol):
    """Reads what was kept."""

    async def versions(self, kind: ObjectKind, object_id: str) -> list[LibraryVersion]:
        """The earlier states of an object, the newest first; empty where there are none."""
        ...


def too_many(versions: Iterable[tuple[int, int, int]]) -> set[int]:
    """The numbers of versions that must go; each is given as its number, time and size, the newest last.

    The newest stay, and the oldest; between them goes whatever is nearest in time to the one before it.
    """
    kept, gone = list(versions), set[int]()
    while len(kept) > 1 and (len(kept) > MAXIMUM_VERSIONS or sum(size for _, _, size in kept) > MAXIMUM_BYTES):
        gone.add(kept.pop(_nearest(kept))[0])
    return gone


def is_apart(last_kept_at: int | None, now: int) -> bool:
    """Whether what is typed at ``now`` begins a version of its own."""
    return last_kept_at is None or not 0 <= now - last_kept_at < APART_MS


def _nearest(kept: Sequence[tuple[int, int, int]]) -> int:
    """The place of what is missed least."""
    between = range(1, len(kept) - NEWEST_KEPT)
    if not between:
        return 0
    return min(between, key=lambda place: kept[place][1] - kept[place - 1][1])
