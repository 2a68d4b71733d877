"""Macros that tell the time: ``{{time}}``, ``{{date}}``, ``{{datetimeformat DD.MM.YYYY}}``. Called by ``macros`` alone.

English names, no locale: the same minute gives the same text on every machine. Never reads a clock.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = int((datetime.max.replace(tzinfo=UTC) - _EPOCH) / timedelta(minutes=1))

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_PATTERNS = {
    "time": "HH:mm",
    "date": "D MMMM YYYY",
    "weekday": "dddd",
    "isotime": "HH:mm",
    "isodate": "YYYY-MM-DD",
}

# The tokens of moment.js, whose patterns SillyTavern's users write; [text] stands for itself.
_TOKEN = re.compile(r"\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a")


def clock_text(name: str, pattern: str, now_minutes: int) -> str | None:
    """What the clock macro ``name`` says at ``now_minutes`` (local Unix time); None where there is no such macro."""
    if name == "datetimeformat":
        return _format(pattern.strip(), now_minutes) if pattern.strip() else None
    return _format(_PATTERNS[name], now_minutes) if name in _PATTERNS else None


def _format(pattern: str, now_minutes: int) -> str:
    now = _EPOCH + timedelta(minutes=min(max(now_minutes, 0), _LATEST))
    tokens = _tokens(now)
    return _TOKEN.sub(lambda found: found[1] if found[1] is not None else tokens[found[0]], pattern)


def _tokens(now: datetime) -> dict[str, str]:
    month, day = _MONTHS[now.month - 1], _DAYS[now.weekday()]
    half = now.hour % 12 or 12
    return {
        "YYYY": f"{now.year:04}",
        "YY": f"{now.year % 100:02}",
        "MMMM": month,
        "MMM": month[:3],
        "MM": f"{now.month:02}",
        "M": str(now.month),
        "DD": f"{now.day:02}",
        "D": str(now.day),
        "dddd": day,
        "ddd": day[:3],
        "HH": f"{now.hour:02}",
        "H": str(now.hour),
        "hh": f"{half:02}",
        "h": str(half),
        "mm": f"{now.minute:02}",
        "m": str(now.minute),
        "ss": "00",
        "s": "0",
        "A": "AM" if now.hour < 12 else "PM",
        "a": "am" if now.hour < 12 else "pm",
    }
