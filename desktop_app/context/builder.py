"""The builder: a frozen request in, a frozen plan out. All its stages are on this page.

Called by the context service, for the preview and for Send alike, in a worker thread. Pure and synchronous: it calls
nothing of the world but ``TokenCounter.count``. Between ``prepare`` and ``finish`` a plugin may be asked instead of a
strategy of the house.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.context.budget import fit
from desktop_app.context.current import draft_row, newest_text, with_protection
from desktop_app.context.fingerprint import fingerprint
from desktop_app.context.history import BranchMemory, Segment, Terms
from desktop_app.context.outcome import blocks_and_runs, corrections, empty_warning
from desktop_app.context.parts import FixedParts, fixed_parts
from desktop_app.context.pieces import Group
from desktop_app.context.plan import ContextPlan, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.render import Prompt, render
from desktop_app.context.request import ContextRequest
from desktop_app.context.strategies import BUILT_IN
from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.truncate import Truncate
from desktop_app.domain.ports import TokenCounter


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything but the decision: the question for a strategy, and what ``finish`` needs besides."""

    request: ContextRequest
    counter: TokenCounter
    question: Question
    parts: FixedParts
    segments: tuple[Segment, ...]
    fingerprint: str

    @property
    def available(self) -> int:
        """Tokens for the whole prompt."""
        return self.request.limit - self.request.reserve - self.request.safety


def build(request: ContextRequest, counter: TokenCounter, memory: BranchMemory | None = None) -> ContextPlan:
    """The plan for a request: the same request gives the same plan.

    ``memory`` makes it quick for the same branch again. Raises ``ContextTooLargeError`` where what must be sent does not fit.
    """
    prepared = prepare(request, counter, memory)
    strategy = BUILT_IN.get(request.strategy)
    if strategy is not None:
        return finish(prepared, strategy.name, strategy.decide(prepared.question))
    missing = reason(ReasonCode.UNKNOWN_STRATEGY, strategy=request.strategy)
    fallback = Truncate()
    return finish(prepared, fallback.name, fallback.decide(prepared.question), (missing,))


def prepare(request: ContextRequest, counter: TokenCounter, memory: BranchMemory | None = None) -> Prepared:
    """Macros expanded, messages read and grouped, everything counted: what a strategy is asked about."""
    draft = draft_row(request, counter)
    terms = Terms(request.overhead, request.role_style, counter, draft.speaker_name if draft else "")
    history = (memory or BranchMemory()).history(request.branch, terms)
    if draft is not None:
        history = history.then(draft)
    segments = with_protection(history.segments, draft.id if draft else None)
    newest_id = draft.id if draft else request.branch[-1].id if request.branch else ""
    parts = fixed_parts(request, newest_id, newest_text(segments), counter)
    groups = (*parts.front, *(segment for segment in segments if isinstance(segment, Group)), *parts.back)
    room = request.limit - request.reserve - request.safety - request.overhead.per_request
    return Prepared(
        request=request,
        counter=counter,
        question=Question(groups, room),
        parts=parts,
        segments=segments,
        fingerprint=fingerprint(request, history.hash, counter.name, clock=parts.used_clock),
    )


def finish(prepared: Prepared, strategy: str, decision: Decision, warnings: tuple[Reason, ...] = ()) -> ContextPlan:
    """The plan that the decision of ``strategy`` leads to. It holds the limit whatever was decided."""
    request, counter = prepared.request, prepared.counter

    def measure(groups: Sequence[Group]) -> Prompt:
        pieces = [piece for group in groups for piece in group.pieces if piece.silent is None]
        return render(pieces, request.role_style, request.overhead, counter)

    fitted = fit(prepared.question, decision, prepared.available, measure)
    blocks, dropped = blocks_and_runs(prepared.segments, prepared.parts.front, prepared.parts.back, fitted)
    return ContextPlan(
        chat_id=request.chat_id,
        model=request.model,
        tokenizer=counter.name,
        exact=fitted.prompt.exact,
        limit=request.limit,
        reserve=request.reserve,
        safety=request.safety,
        available=prepared.available,
        used=fitted.prompt.used,
        overhead=fitted.prompt.overhead,
        strategy=strategy,
        strategy_note=decision.note,
        blocks=blocks,
        dropped=dropped,
        messages=tuple(line.message for line in fitted.prompt.lines),
        warnings=(*warnings, *corrections(strategy, fitted), *empty_warning(blocks)),
        fingerprint=prepared.fingerprint,
        pending=request.pending,
    )
