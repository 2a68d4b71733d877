"""Which automatic backups are kept: enough to go back a day, a week, half a year, and not more than there is room for. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from desktop_app.domain.backup import BY_HAND, DAILY, Backup

# Reliability page, D9.
DAYS = 7
WEEKS = 4
MONTHS = 6
SIZE_LIMIT = 2_000_000_000

# What was made before something risky is there to take that back: as long as the trash keeps chats (D11).
RISK_MILLISECONDS = 30 * 24 * 3600 * 1000


def superfluous(backups: Iterable[Backup], now: int, size_limit: int = SIZE_LIMIT) -> list[Backup]:
    """The backups that may go, the oldest first. ``now``: Unix milliseconds; ``size_limit`` in bytes.

    Those by hand are the person's own and count for nothing here; the newest of the others always stays.
    """
    automatic = sorted((one for one in backups if one.reason != BY_HAND), key=lambda one: one.made_at, reverse=True)
    kept = _in_a_tier(automatic) | {one for one in automatic if _is_recent_risk(one, now)}
    stay: list[Backup] = []
    room = size_limit
    for one in automatic:
        if one in kept and (not stay or one.size <= room):
            stay.append(one)
            room -= one.size
    return [one for one in reversed(automatic) if one not in stay]


def _in_a_tier(newest_first: Sequence[Backup]) -> set[Backup]:
    """The newest backup of each of the last days, weeks and months that have any."""
    tiers: tuple[tuple[int, Callable[[datetime], object]], ...] = (
        (DAYS, lambda moment: moment.date()),
        (WEEKS, lambda moment: moment.isocalendar()[:2]),
        (MONTHS, lambda moment: (moment.year, moment.month)),
    )
    kept: set[Backup] = set()
    for count, period in tiers:
        newest: dict[object, Backup] = {}
        for one in newest_first:
            newest.setdefault(period(datetime.fromtimestamp(one.made_at / 1000, UTC)), one)
        kept |= set(list(newest.values())[:count])
    return kept


def _is_recent_risk(backup: Backup, now: int) -> bool:
    return backup.reason != DAILY and now - backup.made_at < RISK_MILLISECONDS
