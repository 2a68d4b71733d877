"""Holds a plan to its limit, whatever a strategy decided: protected groups come back, what is too much leaves.

Called by ``builder``. The one place that promises: prompt + reserve + safety ≤ limit, or ``ContextTooLargeError``. Passages
and summary are chosen here too, for exactly what the decision drops.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from desktop_app.context.lanes import shares_in_use
from desktop_app.context.pieces import Group
from desktop_app.context.plan import Lane, LaneUse, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.render import Prompt
from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.besides import Besides, besides
from desktop_app.context.strategies.cutting import (
    ENTRY_LANES,
    Step,
    entries,
    examples,
    oldest_first,
    shares_of,
    wanted,
)
from desktop_app.context.summary import Sentence
from desktop_app.domain.errors import ContextTooLargeError

# How many of the protected blocks the error names.
NAMED = 3

_RECALL_OFF = reason(ReasonCode.RECALL_OFF)

# What happens next where it is too much: groups leave, or a lane is closed.
_Act: TypeAlias = Step | Lane


class Measure(Protocol):
    """Renders the groups that stay, in the order of the prompt, with a summary of these sentences at its place."""

    def __call__(self, groups: Sequence[Group], summary: Sequence[Sentence]) -> Prompt:
        """The prompt, measured."""
        ...


@dataclass(frozen=True, slots=True)
class Fitted:
    """What stays, as a prompt, and why the rest leaves.

    ``stays``: better reasons for messages that stay. ``restored`` and ``cut``: how many groups came back or left against the decision. ``summary``: the sentences in the prompt;
    ``summarised``: why messages are out that were out before any strategy was asked, where there is a summary.
    """

    prompt: Prompt
    dropped: Mapping[str, Reason]
    restored: int
    cut: int
    summary: tuple[Sentence, ...] = ()
    summarised: Reason | None = None
    lanes: tuple[LaneUse, ...] = ()
    warnings: tuple[Reason, ...] = ()
    stays: Mapping[str, Reason] = field(default_factory=dict[str, Reason])


def fit(question: Question, decision: Decision, available: int, measure: Measure) -> Fitted:
    """Makes ``decision`` hold. ``available`` is in tokens.

    Raises ``ContextTooLargeError`` where the protected groups alone do not fit.
    """
    fitting = _Fitting(wanted(question, summary=decision.summary, recall=decision.recall), decision)
    while (excess := fitting.excess) > 0 and fitting.cut(excess):
        pass
    while True:
        prompt = measure(fitting.staying(), fitting.summary)
        if prompt.used <= available:
            return fitting.fitted(prompt)
        if not fitting.cut(prompt.used - available):
            raise _too_large(prompt, fitting.constant_lore(), available)


class _Fitting:
    """One fitting: what is dropped so far, and the passages and the summary that go with it."""

    def __init__(self, question: Question, decision: Decision) -> None:
        self._question = question
        self._groups = {group.id: group for group in question.groups if group.lane is not Lane.RECALL}
        self._candidates = [group for group in question.groups if group.lane is Lane.RECALL]
        self._refused: dict[str, Reason] = {}
        for group in self._candidates:
            if not question.use_recall:
                self._refused[group.id] = _RECALL_OFF
            elif group.id in decision.dropped:
                self._refused[group.id] = decision.dropped[group.id]
        self._candidates = [group for group in self._candidates if group.id not in self._refused]
        named = {id_: why for id_, why in decision.dropped.items() if id_ in self._groups}
        self._dropped = {id_: why for id_, why in named.items() if not self._groups[id_].protected}
        self._restored = len(named) - len(self._dropped)
        self._stays = decision.stays
        self._shares = shares_of(question)
        self._rooms = dict(self._shares.rooms)
        self._acts = self._leaving(decision)
        self._cut = 0
        self._besides = self._chosen()

    @property
    def excess(self) -> int:
        """By how much the sum of costs is more than the room."""
        return sum(group.cost for group in self.staying()) + self._besides.summary_cost - self._question.room

    @property
    def summary(self) -> tuple[Sentence, ...]:
        """The sentences of the summary."""
        return self._besides.summary

    def staying(self) -> list[Group]:
        """What is in the prompt beside the summary, in its order."""
        return [
            group
            for group in self._question.groups
            if group.id not in self._dropped
            and (group.lane is not Lane.RECALL or group.id in self._besides.recalled.kept)
        ]

    def cut(self, excess: int) -> bool:
        """Lets so many tokens leave, or as many as can; False where nothing is left that could."""
        acted = False
        while excess > 0 and (act := next(self._acts, None)) is not None:
            acted = True
            excess -= self._close(act) if isinstance(act, Lane) else self._drop(act)
        if acted:
            self._besides = self._chosen()
        return acted

    def fitted(self, prompt: Prompt) -> Fitted:
        """The end of it."""
        summarised = reason(ReasonCode.SUMMARISED, sentences=len(self.summary)) if self.summary else None
        dropped = {
            id_: summarised if summarised is not None and _by_age(self._groups[id_], why) else why
            for id_, why in self._dropped.items()
        }
        return Fitted(
            prompt=prompt,
            dropped={**dropped, **self._refused, **self._besides.recalled.left_out},
            restored=self._restored,
            cut=self._cut,
            summary=self.summary,
            summarised=summarised,
            lanes=shares_in_use(self._shares, self.staying(), self._besides.summary_cost, self._question.room),
            warnings=tuple(self._shares.warnings()),
            stays={
                id_: why for id_, why in self._stays.items() if self._may_leave(id_) and self._groups[id_].place >= 0
            },
        )

    def constant_lore(self) -> list[Group]:
        """The constant lore, which stays in any case."""
        return [group for group in self._groups.values() if group.lane is Lane.CONSTANT_LORE]

    def _chosen(self) -> Besides:
        """Passages and summary for exactly what is dropped now."""
        staying = [group for group in self._groups.values() if group.id not in self._dropped]
        return besides(self._question, staying, self._candidates, self._rooms)

    def _leaving(self, decision: Decision) -> Iterator[_Act]:
        """First who the decision says leaves next; before any entry leaves, passages and summary do without."""
        steps = [(step, False) for step in decision.then]
        steps += [(step, True) for order in (examples, oldest_first, entries) for step in order(self._question)]
        closing = [Lane.RECALL, Lane.SUMMARY]
        for step, against in steps:
            able = {id_: why for id_, why in step.items() if self._may_leave(id_)}
            if any(self._groups[id_].lane in ENTRY_LANES for id_ in able):
                yield from closing
                closing = []
            if able:
                self._cut += len(able) * against
                yield able
        yield from closing

    def _may_leave(self, id_: str) -> bool:
        return id_ in self._groups and id_ not in self._dropped and not self._groups[id_].protected

    def _drop(self, step: Step) -> int:
        self._dropped.update(step)
        return sum(self._groups[id_].cost for id_ in step)

    def _close(self, lane: Lane) -> int:
        """No room for a lane any more; says how much it took."""
        self._rooms[lane] = 0
        return self._besides.recall_cost if lane is Lane.RECALL else self._besides.summary_cost


def _by_age(group: Group, why: Reason) -> bool:
    """Whether a message left for no better reason than its age."""
    return group.place >= 0 and why == group.leaves


def _too_large(prompt: Prompt, constant: Sequence[Group], available: int) -> ContextTooLargeError:
    """Names the largest parts; the constant lore as one, where it is several entries."""
    lore = {piece.id for group in constant for piece in group.pieces} if len(constant) > 1 else set[str]()
    parts = [(piece.title, piece.tokens + piece.picture_tokens) for piece in prompt.pieces if piece.id not in lore]
    if lore:
        tokens = sum(piece.tokens for piece in prompt.pieces if piece.id in lore)
        parts.append((f"Constant lore, {len(constant)} entries", tokens))
    largest = sorted(parts, key=lambda part: (-part[1], part[0]))[:NAMED]
    names = ", ".join(f"{title} ({tokens})" for title, tokens in largest)
    return ContextTooLargeError(needed=prompt.used, available=available, over=prompt.used - available, largest=names)
