"""The plainest strategy, and what the host falls back to: the oldest unprotected groups leave."""

from __future__ import annotations

from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.cutting import decided, entries, examples, oldest_first, wanted


class Truncate:
    """Example dialogue goes first, then the history from its beginning; what was looked up for this turn goes last."""

    @property
    def name(self) -> str:
        """The name by which a chat chooses it."""
        return "truncate"

    def decide(self, question: Question) -> Decision:
        """Drops no more than it must, or a step more; neither summary nor recall."""
        question = wanted(question, summary=False, recall=False)
        steps = [*examples(question), *oldest_first(question), *entries(question)]
        return decided(question, steps, in_steps=question.cut_in_steps)
