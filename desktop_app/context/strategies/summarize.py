"""The strategy that tells what it drops: the oldest groups leave, and a summary of exactly those stands before the input."""

from __future__ import annotations

from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.cutting import decided, entries, examples, oldest_first, wanted


class Summarize:
    """As truncate, with room for the summary kept free from the beginning."""

    @property
    def name(self) -> str:
        """The name by which a chat chooses it."""
        return "summarize"

    def decide(self, question: Question) -> Decision:
        """Drops what must leave beside a summary of it."""
        question = wanted(question, summary=True, recall=False)
        steps = [*examples(question), *oldest_first(question), *entries(question)]
        return decided(question, steps, in_steps=question.cut_in_steps)
