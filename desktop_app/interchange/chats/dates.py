"""Dates as programs write them, as Unix milliseconds. Called by the readers of chats.

Forms for people are local time without a zone. What is not understood is 0; the reader keeps its text, and the order of
messages never depends on it (formats page, section 11).
"""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

from desktop_app.interchange.json_reading import Json

_MONTHS = ("january february march april may june july august september october november december").split()
_SPOKEN = re.compile(r"([A-Za-z]{3,9}) (\d{1,2}), (\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))? ?([ap])\.?m", re.IGNORECASE)
_STAMP = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s(?: ?(\d{1,3})ms)?")
# Later than 1973 in milliseconds; earlier than 5138 in seconds.
_MILLISECONDS_FROM = 10**11
_LATEST = 253_402_300_799_000


def read_date(value: Json) -> int:
    """Milliseconds, 0 where it is no date that we understand. Never raises."""
    if isinstance(value, bool):
        return 0
    if isinstance(value, int | float):
        return _of_number(value)
    if not isinstance(value, str) or len(value) > 60:
        return 0
    text = value.strip()
    try:
        return _of_number(float(text)) if re.fullmatch(r"\d+(?:\.\d+)?", text) else _of_text(text)
    except (ValueError, OverflowError):
        return 0


def _of_number(number: float) -> int:
    made = int(number if number >= _MILLISECONDS_FROM else number * 1000) if 0 < number <= _LATEST else 0
    return made if made <= _LATEST else 0


def _of_text(text: str) -> int:
    if (spoken := _SPOKEN.match(text)) is not None:
        month = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(spoken[1].lower())), 0)
        hour = int(spoken[4]) % 12 + (12 if spoken[7].lower() == "p" else 0)
        return _local(int(spoken[3]), month, int(spoken[2]), hour, int(spoken[5]), int(spoken[6] or 0)) if month else 0
    if (stamp := _STAMP.match(text)) is not None:
        year, month, day, hour, minute, second = (int(stamp[n]) for n in range(1, 7))
        return _local(year, month, day, hour, minute, second) + int(stamp[7] or 0)
    when = datetime.fromisoformat(text)
    if when.tzinfo is None:
        return _local(when.year, when.month, when.day, when.hour, when.minute, when.second)
    return max(0, int(when.astimezone(UTC).timestamp() * 1000))


def _local(year: int, month: int, day: int, hour: int, minute: int, second: int) -> int:
    """Raises ``ValueError`` and ``OverflowError`` for what no calendar has."""
    return max(0, int(time.mktime((year, month, day, hour, minute, second, 0, 0, -1)))) * 1000
