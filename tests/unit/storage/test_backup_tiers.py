"""Which automatic backups stay: 7 days, 4 weeks, 6 months, what was made before a risk, and no more than there is room for."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.backup import BEFORE_RESTORE, BY_HAND, DAILY, Backup
from desktop_app.storage.backup_tiers import superfluous
from tests.examples import examples

_DAY = 24 * 3600 * 1000
_NOW = 1_767_225_600_000  # 2026-01-01 00:00 UTC, a Thursday
_PLENTY = 10**12


def _backup(days_ago: float, reason: str = DAILY, size: int = 100) -> Backup:
    return Backup(Path(f"{reason}-{days_ago}.db"), reason, _NOW - int(days_ago * _DAY), size)


def _kept_days(backups: list[Backup], size_limit: int = _PLENTY) -> list[int]:
    gone = superfluous(backups, _NOW, size_limit)
    return [(_NOW - one.made_at) // _DAY for one in backups if one not in gone]


def test_a_year_of_daily_backups_becomes_days_weeks_and_months() -> None:
    kept = _kept_days([_backup(days) for days in range(365)])
    # 1 January back to 26 December; the Sundays before (21 and 14 December); the last days of the months before.
    assert kept == [0, 1, 2, 3, 4, 5, 6, 11, 18, 32, 62, 93, 123]
    assert len(kept) <= 7 + 4 + 6


def test_days_without_a_backup_take_no_place() -> None:
    assert _kept_days([_backup(days) for days in range(0, 70, 10)]) == [0, 10, 20, 30, 40, 50, 60]


def test_of_one_day_the_newest_stays() -> None:
    backups = [_backup(0.1 * number) for number in range(1, 6)]
    assert superfluous(backups, _NOW, _PLENTY) == backups[:0:-1]


def test_what_was_made_before_a_risk_stays_a_month() -> None:
    risky = [_backup(5 + number / 10, BEFORE_RESTORE) for number in range(3)]
    old = [_backup(40 + number / 10, BEFORE_RESTORE) for number in range(3)]
    daily = [_backup(days) for days in range(50)]
    gone = superfluous([*daily, *risky, *old], _NOW, _PLENTY)
    assert not set(risky) & set(gone)
    assert len(set(old) & set(gone)) >= 2


def test_without_room_the_oldest_go_first_and_the_newest_never() -> None:
    backups = [_backup(days) for days in range(7)]
    assert _kept_days(backups, size_limit=350) == [0, 1, 2]
    assert _kept_days(backups, size_limit=1) == [0]


def test_what_was_made_by_hand_is_never_touched_and_takes_no_room() -> None:
    by_hand = [_backup(days, BY_HAND) for days in range(300)]
    assert superfluous([*by_hand, _backup(0.5)], _NOW, 100) == []


@given(
    st.lists(
        st.builds(
            Backup,
            st.uuids().map(lambda key: Path(str(key))),
            st.sampled_from([DAILY, BEFORE_RESTORE, BY_HAND]),
            st.integers(_NOW - 500 * _DAY, _NOW + 5 * _DAY),
            st.integers(0, 500),
        ),
        max_size=60,
    ),
    st.integers(0, 3000),
)
@examples(80)
def test_the_newest_stays_the_limit_holds_and_a_second_time_changes_nothing(backups: list[Backup], limit: int) -> None:
    gone = superfluous(backups, _NOW, limit)
    kept = [one for one in backups if one not in gone and one.reason != BY_HAND]
    automatic = [one for one in backups if one.reason != BY_HAND]
    assert all(one.reason != BY_HAND for one in gone)
    assert not automatic or max(one.made_at for one in automatic) == max(one.made_at for one in kept)
    assert sum(one.size for one in kept) <= limit or len(kept) == 1
    assert superfluous(kept, _NOW, limit) == []
