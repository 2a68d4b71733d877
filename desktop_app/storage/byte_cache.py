"""A cache under a limit of bytes that weighs how recently and how often something was used: S3-FIFO. Knows no chats.

After Yang, Zhang, Qiu, Yue and Rashmi, "FIFO queues are all you need for cache eviction" (SOSP 2023), with bytes in place of
slots. What is new waits in a small queue; what was used there goes on to the main queue, the rest leaves at once and is
remembered by name alone, so that its return goes straight to the main queue. One pass over many things therefore never
drives out what is used again and again. Not for several threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

V = TypeVar("V")

# From the paper: the share of the small queue, the most uses that are counted, and how many make a thing worth keeping.
SMALL_SHARE = 0.1
MOST_USES = 3
USES_TO_STAY = 2


@dataclass(slots=True)
class _Kept(Generic[V]):
    value: V
    size: int
    uses: int = 0


class ByteCache(Generic[V]):
    """Holds values by key; their sizes never add up to more than ``limit``. ``evictions`` counts what had to leave."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.evictions = 0
        self._small: dict[str, _Kept[V]] = {}  # both queues: the oldest first
        self._main: dict[str, _Kept[V]] = {}
        self._small_bytes = 0
        self._main_bytes = 0
        self._ghosts: dict[str, int] = {}  # the sizes of what left the small queue
        self._ghost_bytes = 0

    def __len__(self) -> int:
        return len(self._small) + len(self._main)

    @property
    def bytes(self) -> int:
        """The sizes of all that is held."""
        return self._small_bytes + self._main_bytes

    def get(self, key: str) -> V | None:
        """The value, which was used once more by this; None where it is not held."""
        kept = self._find(key)
        if kept is None:
            return None
        kept.uses = min(kept.uses + 1, MOST_USES)
        return kept.value

    def peek(self, key: str) -> V | None:
        """The value without counting that as a use."""
        kept = self._find(key)
        return None if kept is None else kept.value

    def put(self, key: str, value: V, size: int) -> None:
        """Holds ``value`` of ``size`` bytes in place of what it held; what is larger than the limit is not held at all."""
        uses = self._uses(key)
        in_main = key in self._main or self._lay_ghost(key)
        self.remove(key)
        if size > self.limit:
            return
        while self.bytes + size > self.limit:
            self._evict()
        self._enter(key, _Kept(value, size, uses), in_main=in_main)

    def remove(self, key: str) -> None:
        """Does not hold it any more; nothing happens where it never did."""
        if key in self._small:
            self._small_bytes -= self._small.pop(key).size
        elif key in self._main:
            self._main_bytes -= self._main.pop(key).size

    def clear(self) -> None:
        """Holds nothing any more."""
        self._small.clear()
        self._main.clear()
        self._small_bytes = self._main_bytes = 0

    def _find(self, key: str) -> _Kept[V] | None:
        return self._small.get(key) or self._main.get(key)

    def _uses(self, key: str) -> int:
        kept = self._find(key)
        return 0 if kept is None else kept.uses

    def _enter(self, key: str, kept: _Kept[V], *, in_main: bool) -> None:
        if in_main:
            self._main[key] = kept
            self._main_bytes += kept.size
        else:
            self._small[key] = kept
            self._small_bytes += kept.size

    def _evict(self) -> None:
        """Makes one thing leave."""
        if self._small and (not self._main or self._small_bytes >= self.limit * SMALL_SHARE):
            self._evict_from_small()
        else:
            self._evict_from_main()

    def _evict_from_small(self) -> None:
        """The oldest that nobody came back for leaves; what was used moves on. One of them may be the last of the queue."""
        while self._small:
            key = next(iter(self._small))
            kept = self._small.pop(key)
            self._small_bytes -= kept.size
            if kept.uses < USES_TO_STAY:
                self._remember(key, kept.size)
                self.evictions += 1
                return
            kept.uses = 0
            self._enter(key, kept, in_main=True)

    def _evict_from_main(self) -> None:
        """The oldest whose uses are used up leaves; each round costs the others one."""
        while self._main:
            key = next(iter(self._main))
            kept = self._main.pop(key)
            if not kept.uses:
                self._main_bytes -= kept.size
                self.evictions += 1
                return
            kept.uses -= 1
            self._main[key] = kept

    def _remember(self, key: str, size: int) -> None:
        self._ghosts[key] = size
        self._ghost_bytes += size
        while self._ghost_bytes > self.limit:
            self._ghost_bytes -= self._ghosts.pop(next(iter(self._ghosts)))

    def _lay_ghost(self, key: str) -> bool:
        """Whether ``key`` was remembered; from now on it is not."""
        size = self._ghosts.pop(key, None)
        self._ghost_bytes -= size or 0
        return size is not None
