"""A clock that stands still until it is told to go on."""

from __future__ import annotations


class FakeClock:
    """Fulfils ``Clock``. Starts at 2026-01-01 00:00 UTC in Unix milliseconds; the person lives at UTC + ``zone`` minutes."""

    def __init__(self, now: int = 1_767_225_600_000, *, zone: int = 180) -> None:
        self._now = now
        self._zone = zone

    def now(self) -> int:
        """The time as it was set last."""
        return self._now

    def local_minutes(self) -> int:
        """The same time on the person's own clock."""
        return self._now // 60_000 + self._zone

    def advance(self, milliseconds: int) -> None:
        """Lets time pass."""
        self._now += milliseconds
