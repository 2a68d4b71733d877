"""The strategy of long memory: what has to do with the current input stays, however old, and passages are recalled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from desktop_app.context.notes import StrategyNote
from desktop_app.context.plan import Reason
from desktop_app.context.recall import less_relevant
from desktop_app.context.request import RelevanceSource
from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.cutting import (
    ENTRY_LANES,
    Step,
    decided,
    entries,
    examples,
    least_first,
    wanted,
)
from desktop_app.context.strategies.exchanges import Exchange, exchanges, told_apart

_NOTES = {
    RelevanceSource.WORDS: StrategyNote.BY_WORDS.value,
    RelevanceSource.MEANING: "",
    None: StrategyNote.BY_AGE.value,
}


class VectorRecall:
    """Lore and memory below the threshold leave first; then whole exchanges by relevance and age; what is relevant last.

    The newest exchanges stay to the very end while they fit in half the budget.
    """

    @property
    def name(self) -> str:
        """The name by which a chat chooses it."""
        return "vector-recall"

    def decide(self, question: Question) -> Decision:
        """Drops no more than it must, with room for a summary and recalled passages."""
        question = wanted(question, summary=True, recall=True)
        measured = question.measured is not None
        found = exchanges(question.groups)
        free, last = told_apart(found, question.keep_exchanges, question.room // 2)
        free.sort(key=lambda exchange: (exchange.worth if measured else 0, -exchange.ago))
        below = list(_less_relevant(question))
        gone = {id_ for step in below for id_ in step}
        steps = [
            *examples(question),
            *below,
            *(exchange.leaving(measured=measured) for exchange in free),
            *(step for step in entries(question) if gone.isdisjoint(step)),
            *(exchange.leaving(measured=measured) for exchange in last),
        ]
        decision = decided(question, steps, _NOTES[question.measured])
        return replace(decision, stays=_stays(found, decision.dropped)) if measured else decision


def _stays(found: Iterable[Exchange], dropped: Mapping[str, Reason]) -> dict[str, Reason]:
    """Why exchanges stay that are older than one that left; the others are the newest that fit."""
    older: dict[str, Reason] = {}
    pending: dict[str, Reason] = {}
    for exchange in found:
        if any(group.id in dropped for group in exchange.groups):
            older |= pending
            pending = {}
        else:
            pending |= exchange.staying()
    return older


def _less_relevant(question: Question) -> Iterator[Step]:
    """Entries below their threshold, the least relevant first."""
    entries_below = (
        group for group in question.groups if group.lane in ENTRY_LANES and not group.relevant and not group.protected
    )
    for group in least_first(entries_below):
        yield {group.id: less_relevant(group)}
