"""The choice of the sentences of the rolling summary, for exactly the messages that are not in the window.

``offered`` is called by ``builder`` when the question is made, ``choose`` by ``budget`` once it is known what is dropped.
Pure: scoring sentences is background work of others.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.memory import SourceSpan

# The id of the block of a plan that holds the summary.
SUMMARY_ID = "prompt.summary"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that may be sent, with its ``cost`` in tokens within a summary, a line break behind it included.

    ``place`` is that of its first source in the branch. ``rank``: the person's own words before a model's, these before the
    extractive ones.
    """

    id: str
    text: str
    cost: int
    sources: tuple[SourceSpan, ...]
    place: int
    weight: float = 0.0
    rank: int = 0
    locked: bool = False
