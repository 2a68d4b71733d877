"""What the strategies of the house say about how they decided; ``ui`` translates each note by its text."""

from __future__ import annotations

from enum import StrEnum


class StrategyNote(StrEnum):
    """A note of ``Decision.note`` and ``ContextPlan.strategy_note``; the note of a plugin is its own."""

    BY_WORDS = "ranked by words"
    BY_AGE = "messages ranked by age"
    CUT_AS_TRUNCATE = "still too much: the oldest left as in truncate"
