"""The strategy of who decides alone: what the person excluded is out; only what is still too much leaves as in truncate."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.context.notes import StrategyNote
from desktop_app.context.plan import Lane
from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.cutting import decided, entries, examples, oldest_first, wanted


class Manual:
    """Neither summary nor recall; it says where the person's exclusions were not enough."""

    @property
    def name(self) -> str:
        """The name by which a chat chooses it."""
        return "manual"

    def decide(self, question: Question) -> Decision:
        """Drops no more than it must, or a step more."""
        question = wanted(question, summary=False, recall=False)
        steps = [*examples(question), *oldest_first(question), *entries(question)]
        messages = {group.id for group in question.groups if group.lane is Lane.HISTORY}
        decision = decided(question, steps, in_steps=question.cut_in_steps)
        too_much = not messages.isdisjoint(decision.dropped)
        return replace(decision, note=StrategyNote.CUT_AS_TRUNCATE) if too_much else decision
