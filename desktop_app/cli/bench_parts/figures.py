"""What the parts of the bench share: figures, percentiles, and how to start this program again."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from desktop_app.domain.errors import AppError


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. ``unit``: ``ms``, ``s``, ``/s``, ``MB``, ``%`` for a share, or ``×`` for a ratio."""

    name: str
    value: float
    unit: str = "ms"


class CannotMeasureError(AppError):
    """A part needs something that is not there."""

    code = "bench.cannot-measure"
    template = "This cannot be measured here: {detail}"


def now_ms() -> float:
    """A clock for differences."""
    return time.perf_counter() * 1000


def spread(name: str, values: Sequence[float]) -> list[Figure]:
    """The middle and the slow end of many values in milliseconds."""
    return [Figure(f"{name}, p50", percentile(values, 0.5)), Figure(f"{name}, p95", percentile(values, 0.95))]


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that is not below ``share`` of all of them (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def timed(work: Callable[[int], object], times: int) -> list[float]:
    """Milliseconds of each call; ``work`` is given its number."""
    found: list[float] = []
    for number in range(times):
        start = now_ms()
        work(number)
        found.append(now_ms() - start)
    return found


async def timed_await(work: Callable[[int], Awaitable[object]], times: int) -> list[float]:
    """The same for coroutines, one after the other."""
    found: list[float] = []
    for number in range(times):
        start = now_ms()
        await work(number)
        found.append(now_ms() - start)
    return found


def ratio(name: str, large: Sequence[float], small: Sequence[float]) -> Figure:
    """How many times the middle of ``large`` is that of ``small``."""
    return Figure(name, percentile(large, 0.5) / max(percentile(small, 0.5), 1e-6), "×")


def program_command() -> list[str]:
    """What starts this program again: from a checkout, an installed copy or a frozen build."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "desktop_app"]
