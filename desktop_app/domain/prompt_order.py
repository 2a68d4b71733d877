"""The order of a prompt as a person can choose it: the rows that may move, by name, from top to bottom.

Kept in the settings and with a chat; ``context.layout`` makes a prompt by it, the order dialog shows it. What is not named here
has its place whatever the order: see ``context.layout``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class PromptRow(StrEnum):
    """A row that may move, in the default order (context-engine page, section 1).

    ``HISTORY`` is the landmark: what is named after it stands between the history and the current input.
    """

    SYSTEM = "system"
    LORE_BEFORE_CHARACTER = "lore-before-character"
    CHARACTER = "character"
    LORE_AFTER_CHARACTER = "lore-after-character"
    EXAMPLES = "examples"
    MEMORY = "memory"
    HISTORY = "history"
    FOUND_MEMORY = "found-memory"
    RECALL = "recall"


DEFAULT_ROWS: tuple[PromptRow, ...] = tuple(PromptRow)

# Of the rows that may move, those that may say something else with every turn.
CHANGING = frozenset({PromptRow.FOUND_MEMORY, PromptRow.RECALL})


def completed(names: Iterable[str]) -> tuple[PromptRow, ...]:
    """All rows, each once, in the order that ``names`` asks for.

    Names that nobody knows and repetitions are passed over. A row that is missing stands behind the one before it in the
    default order; the history behind all that is named and stands before it there. So an order of another version, or one
    that a person wrote, is never refused.
    """
    known: dict[str, PromptRow] = {row.value: row for row in PromptRow}
    rows = list(dict.fromkeys(known[name] for name in names if name in known))
    if PromptRow.HISTORY not in rows:
        before = DEFAULT_ROWS[: DEFAULT_ROWS.index(PromptRow.HISTORY)]
        rows.insert(max((rows.index(row) + 1 for row in before if row in rows), default=0), PromptRow.HISTORY)
    for place, row in enumerate(DEFAULT_ROWS):
        if row not in rows:
            rows.insert(rows.index(DEFAULT_ROWS[place - 1]) + 1 if place else 0, row)
    return tuple(rows)


def breaks_cache(rows: Iterable[PromptRow]) -> bool:
    """Whether something that changes with every turn stands before the history: then no cache can keep the history."""
    for row in rows:
        if row is PromptRow.HISTORY:
            return False
        if row in CHANGING:
            return True
    return False
