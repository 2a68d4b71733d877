"""What the engine keeps from one plan to the next, so that one more character costs little: never a part of an answer.

Held by whoever plans again and again (the context service, the benchmark) and given to ``build``; may be used from several
threads. Without it the same plan comes, only later.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.context.activation import ScanMemory
from desktop_app.context.hashes import Digests
from desktop_app.context.history import BranchMemory
from desktop_app.context.places import Places
from desktop_app.context.summary import SENTENCE_END, Sentence, offered
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.ports import TokenCounter


class EngineMemory:
    """Prepared branches, matchers of books, hashes of what seldom changes, and what a summary can be made of."""

    def __init__(self) -> None:
        self.branches = BranchMemory()
        self.scans = ScanMemory()
        self.digests = Digests()
        self.sentences = SentenceMemory()


@dataclass(frozen=True, slots=True)
class _Offered:
    """What was made of these sentences for this branch."""

    summary: tuple[SummarySentence, ...]
    places: Places
    counter: TokenCounter
    sentences: tuple[Sentence, ...]


class SentenceMemory:
    """Keeps the last few answers of ``offered``: of ten thousand messages there are as many sentences."""

    def __init__(self, *, keep: int = 4) -> None:
        self._keep = keep
        self._kept: tuple[_Offered, ...] = ()

    def offered(
        self, summary: tuple[SummarySentence, ...], places: Places, counter: TokenCounter
    ) -> tuple[Sentence, ...]:
        """The same as ``summary.offered``; known again for the same prepared branch, once all is counted exactly."""
        if not summary:
            return ()
        for known in self._kept:
            if known.places is places and known.counter is counter and known.summary == summary:
                return known.sentences
        sentences = offered(summary, places, counter)
        if all(counter.count(sentence.text + SENTENCE_END).exact for sentence in sentences):
            self._kept = (_Offered(summary, places, counter, sentences), *self._kept)[: self._keep]
        return sentences
