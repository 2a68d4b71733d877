"""The builder: a frozen request in, a frozen plan out. All its stages are on this page.

Called by the context service, for the preview and for Send alike, in a worker thread. Pure and synchronous: it calls
nothing of the world but ``TokenCounter.count``. Between ``prepare`` and ``finish`` a plugin may be asked instead of a
strategy of the house.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_app.context.activation import activate
from desktop_app.context.active import Activation
from desktop_app.context.asking import Answer, ask
from desktop_app.context.budget import fit
from desktop_app.context.current import (
    branch_history,
    continues,
    draft_row,
    left_out,
    newest_id,
    newest_of,
    newest_text,
    room_beside_protected,
    too_large,
    with_protection,
    with_relevance,
)
from desktop_app.context.engine_memory import EngineMemory
from desktop_app.context.entries import activated, entry_traces, outlets_of, placed_entries
from desktop_app.context.fingerprint import fingerprint
from desktop_app.context.history import Segment
from desktop_app.context.layout import arranged, order_of, prices_of
from desktop_app.context.material import material
from desktop_app.context.outcome import blocks_and_runs, corrections, empty_warning, kept_free, said_outlets
from desktop_app.context.parts import fixed_parts
from desktop_app.context.passages import passages, summary_group
from desktop_app.context.pieces import Group
from desktop_app.context.plan import ContextPlan, Reason
from desktop_app.context.prompt_words import words_of
from desktop_app.context.question import question_of, with_summary
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.render import Prompt, render, stable_count, takes_prefill
from desktop_app.context.request import ContextRequest
from desktop_app.context.scope import bare_scope, with_fields
from desktop_app.context.scripted import changed_in, slow_scripts
from desktop_app.context.speaking import group_notes
from desktop_app.context.strategies import BUILT_IN
from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.truncate import Truncate
from desktop_app.context.summary import Sentence
from desktop_app.domain.errors import ContextTooLargeError, NoRoomError
from desktop_app.domain.ports import TokenCounter


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything but the decision: the question for a strategy, and what ``finish`` needs besides.

    ``goes_on``: the newest message is the model's and to be continued; ``nudge``: by being asked for it.
    """

    request: ContextRequest
    counter: TokenCounter
    question: Question
    items: tuple[Segment, ...]
    activation: Activation
    outlets: Mapping[str, frozenset[str]]
    goes_on: bool
    nudge: bool
    fingerprint: str

    @property
    def available(self) -> int:
        """Tokens for the whole prompt."""
        return self.request.limit - self.request.reserve - self.request.safety


def build(request: ContextRequest, counter: TokenCounter, memory: EngineMemory | None = None) -> ContextPlan:
    """The plan for a request: the same request gives the same plan.

    ``memory`` makes it quick the next time. Raises ``ContextTooLargeError`` where what must be sent does not fit. The newest
    message before the input must be sent, too, unless it is what does not fit: an answer without end must not end the chat.
    """
    prepared = prepare(request, counter, memory)
    try:
        return _decided(prepared)
    except ContextTooLargeError:
        newest = None if prepared.goes_on else newest_of(prepared.question.groups)
        if newest is None:
            raise
        return _decided_without(newest, prepared)


def prepare(request: ContextRequest, counter: TokenCounter, memory: EngineMemory | None = None) -> Prepared:
    """Entries activated, macros expanded, messages read and grouped, everything counted: what a strategy is asked about."""
    memory = memory or EngineMemory()
    draft = draft_row(request, counter)
    history = branch_history(request, draft, counter, memory.branches)
    segments = with_relevance(with_protection(history.segments, draft.id if draft else None), request.relevance)
    bare = bare_scope(request, newest_id(request, draft), newest_text(segments))
    activation = activate(request, with_fields(bare, request).scope, counter, memory.scans)
    parts = fixed_parts(request, replace(bare, outlets=outlets_of(activation.active)), history.turns, counter)
    entries = placed_entries(activation.active, request)
    recalled = passages(request, history.places, counter)
    summary = () if request.use_summary is False else request.summary
    sentences = memory.sentences.offered(summary, history.places, counter)
    goes_on = continues(request, segments)
    nudge = goes_on and not takes_prefill(request.role_style)
    prices = prices_of(request, counter)
    stuff = material(request, parts, entries, recalled)
    items = arranged(stuff, segments, order_of(request), prices, answer_last=goes_on and not nudge)
    clock = parts.used_clock or activation.used_clock
    return Prepared(
        request=request,
        counter=counter,
        question=question_of(request, items, history.places, sentences, prices, counter, nudge=nudge),
        items=items,
        activation=activation,
        outlets=parts.outlets,
        goes_on=goes_on,
        nudge=nudge,
        fingerprint=fingerprint(request, history.hash, counter.name, memory.digests, clock=clock),
    )


def finish(prepared: Prepared, strategy: str, decision: Decision, warnings: tuple[Reason, ...] = ()) -> ContextPlan:
    """The plan that the decision of ``strategy`` leads to. It holds the limit whatever was decided."""
    request, counter, activation = prepared.request, prepared.counter, prepared.activation
    words = words_of(request.language)
    if prepared.available < 0:
        raise NoRoomError(limit=request.limit, kept=request.reserve + request.safety)

    def measure(groups: Sequence[Group], summary: Sequence[Sentence]) -> Prompt:
        staying = with_summary(groups, summary_group(summary, words, counter), prepared.items) if summary else groups
        pieces = [piece for group in staying for piece in group.pieces if piece.silent is None]
        return render(pieces, request.role_style, request.overhead, counter, words, nudge=prepared.nudge)

    fitted = fit(prepared.question, decision, prepared.available, measure)
    summary = summary_group(fitted.summary, words, counter) if fitted.summary else None
    blocks, dropped = blocks_and_runs(prepared.items, summary, fitted)
    messages = tuple(line.message for line in fitted.prompt.lines)
    entries = entry_traces(request, activation, fitted.dropped, said_outlets(prepared.outlets, blocks))
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
        messages=messages,
        warnings=(
            *warnings,
            *activation.warnings,
            *slow_scripts(request.changed),
            *fitted.warnings,
            *corrections(strategy, fitted),
            *empty_warning(blocks),
            *kept_free(decision, prepared.available - fitted.prompt.used),
            *group_notes(request),
        ),
        fingerprint=prepared.fingerprint,
        pending=request.pending,
        entries=entries,
        activated=activated(activation.active, entries),
        lanes=fitted.lanes,
        stable=stable_count(messages, request.last_prompt.hashes),
        changed=changed_in(request.changed, blocks),
    )


def _decided(prepared: Prepared, *warnings: Reason) -> ContextPlan:
    question = prepared.question
    had = room_beside_protected(question)
    prepared = _without(too_large(question.groups, had), had, prepared)
    answer = _asked(prepared.request.strategy, prepared.question)
    return finish(prepared, answer.strategy, answer.decision, (*answer.warnings, *warnings))


def _decided_without(newest: Group, prepared: Prepared) -> ContextPlan:
    """The plan without the newest message before the input."""
    had = max(0, room_beside_protected(prepared.question) + newest.cost)
    warning = reason(ReasonCode.NEWEST_LEFT_OUT, needs=newest.cost, had=had)
    return _decided(_without([newest], had, prepared), warning)


def _without(groups: Sequence[Group], had: int, prepared: Prepared) -> Prepared:
    """The same without messages that are more than the ``had`` tokens left for them, as if they had always been out."""
    if not groups:
        return prepared
    gone = {group.id for group in groups}
    return replace(
        prepared,
        question=replace(
            prepared.question, groups=tuple(group for group in prepared.question.groups if group.id not in gone)
        ),
        items=tuple(
            left_out(item, had) if isinstance(item, Group) and item.id in gone else item for item in prepared.items
        ),
    )


def _asked(name: str, question: Question) -> Answer:
    strategy = BUILT_IN.get(name)
    if strategy is not None:
        return ask(strategy, question)
    fallback = Truncate()
    missing = reason(ReasonCode.UNKNOWN_STRATEGY, strategy=name)
    return Answer(fallback.name, fallback.decide(question), (missing,))
