"""The budget of one book: which of its active entries fit.

Called by ``engine`` at the end. The highest priority comes first, then the most relevant; what does not fit is passed over
and the next one is tried (case H-16). Constant entries and those that ignore the budget are not asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.domain.lore import Lorebook

# So many steps are taken to find the least that would be enough for those left out; behind that it is told on the safe side.
_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class LeftOut:
    """It needs ``needs`` tokens and had ``had``; with ``more`` tokens in the budget it is in."""

    needs: int
    had: int
    more: int


def budget_of(book: Lorebook, limit: int) -> int | None:
    """Tokens for the entries of the book; the smaller of its two budgets, None where it has none. ``limit``: the context's."""
    of_context = limit * book.budget_percent // 100 if book.budget_percent is not None else None
    budgets = [budget for budget in (book.token_budget, of_context) if budget is not None]
    return max(min(budgets), 0) if budgets else None


def left_out(sizes: Sequence[int], budget: int) -> dict[int, LeftOut]:
    """What does not fit, by its place in ``sizes``, which are in the order of who comes first."""
    out: dict[int, LeftOut] = {}
    left, steps = budget, 0
    for place, size in enumerate(sizes):
        if size <= left:
            left -= size
            continue
        enough = budget + size - left
        while (lacking := size - _left_of(enough, sizes[:place])) > 0:
            steps += place
            enough = enough + lacking if steps < _STEPS else sum(sizes[: place + 1])
        out[place] = LeftOut(size, left, enough - budget)
    return out


def _left_of(budget: int, sizes: Sequence[int]) -> int:
    """What those who come first leave. Of a larger budget they never take less, so the first that is enough is the least."""
    for size in sizes:
        if size <= budget:
            budget -= size
    return budget
