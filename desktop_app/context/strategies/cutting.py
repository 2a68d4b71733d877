"""What the strategies of the house have in common: packed lanes, and leaving step by step until everything fits.

A step is what leaves at once, each group with its reason. Whatever leaves may bring sentences into the summary and let
passages be recalled; the room for these is kept free from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from desktop_app.context.lanes import Shares, over_their_lanes, shares
from desktop_app.context.packing import over, value
from desktop_app.context.pieces import Group
from desktop_app.context.plan import Lane, Reason
from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.besides import MostBesides, besides, messages_of

Step: TypeAlias = Mapping[str, Reason]

# Cutting in steps leaves a quarter of what the history may take free, so that the next turns need no cut.
_STEP_OF_HISTORY = 4

# A cut point is given up where it leaves more than this many steps free: the window became larger.
_WIDEST_STEPS = 2

# How many steps less are tried where it may be less than was reckoned; each costs a choice of sentences.
_TRIES = 6

# From so many times its room on, the sentences there are fill the summary.
_PLENTY = 3

ENTRY_LANES = (Lane.KEYED_LORE, Lane.MEMORY)


def wanted(question: Question, *, summary: bool, recall: bool) -> Question:
    """The question with the strategy's own answer where the person has not decided about summary and recall."""
    return replace(
        question,
        use_summary=summary if question.use_summary is None else question.use_summary,
        use_recall=recall if question.use_recall is None else question.use_recall,
    )


def shares_of(question: Question) -> Shares:
    """How the room of a question is shared out."""
    recall = bool(question.use_recall)
    return shares(question.groups, question.room, question.lanes, summary=_most_of_summary(question), recall=recall)


def decided(question: Question, steps: Sequence[Step], note: str = "", *, in_steps: bool = False) -> Decision:
    """Packs the lanes, then lets leave, step after step, as many as must; with ``in_steps`` as many as is wise.

    ``question`` must say whether summary and recall are wanted.
    """
    rooms = shares_of(question).rooms
    dropped = over_their_lanes(question.groups, rooms, ENTRY_LANES)
    steps = [left for step in steps if (left := {id_: why for id_, why in step.items() if id_ not in dropped})]
    tally = _Tally(question, rooms, dropped)
    count = least = tally.count(steps)
    if in_steps and 0 < count < len(steps):
        count = _wise_count(question, steps, count, tally)
    elif count:
        count = _closest_count(question, steps, count, tally)
    for step in steps[:count]:
        dropped.update(step)
    return Decision(
        dropped=dropped,
        note=note,
        summary=bool(question.use_summary),
        recall=bool(question.use_recall),
        then=tuple(steps[count:]),
        keeps_free=count > least,
    )


def examples(question: Question) -> Iterator[Step]:
    """Example dialogue, from the last block to the first: it stands for what a long history shows by itself."""
    for group in reversed(question.groups):
        if group.lane is Lane.EXAMPLES and not group.protected:
            yield {group.id: group.leaves}


def oldest_first(question: Question) -> Iterator[Step]:
    """The history group by group."""
    for group in question.groups:
        if group.lane is Lane.HISTORY and not group.protected:
            yield {group.id: group.leaves}


def entries(question: Question) -> Iterator[Step]:
    """Lore and memory, what is worth least first."""
    for group in least_first(group for group in question.groups if group.lane in ENTRY_LANES and not group.protected):
        yield dict(over([group], 0, ()))


def least_first(groups: Iterable[Group]) -> list[Group]:
    """Groups of a lower class before those of a higher one, less relevant ones before others."""
    return sorted(groups, key=lambda group: (group.rank, value(group), group.id))


@dataclass(frozen=True, slots=True)
class _Tally:
    """What stays after so many steps, in tokens, with the most that summary and recall could take by then."""

    question: Question
    rooms: Mapping[Lane, int]
    dropped: Mapping[str, Reason]

    def count(self, steps: Sequence[Step]) -> int:
        """How many steps must leave at least; all of them where even that is not enough."""
        for count, excess in enumerate(self.excesses(steps)):
            if excess <= 0:
                return count
        return len(steps)

    def excesses(self, steps: Sequence[Step]) -> Iterator[int]:
        """By how many tokens it is too much after no step, after one, and so on."""
        groups = {group.id: group for group in self.question.groups if group.lane is not Lane.RECALL}
        stays = sum(group.cost for group in groups.values() if group.id not in self.dropped)
        most = MostBesides(self.question, self.rooms)
        yield stays + most.tokens - self.question.room
        for step in steps:
            for id_ in step:
                stays -= groups[id_].cost
                most.left(groups[id_])
            yield stays + most.tokens - self.question.room

    def excess(self, steps: Sequence[Step]) -> int:
        """By how many tokens it really is too much after these steps."""
        gone = {*self.dropped, *(id_ for step in steps for id_ in step)}
        stays = [group for group in self.question.groups if group.lane is not Lane.RECALL and group.id not in gone]
        candidates = [group for group in self.question.groups if group.lane is Lane.RECALL]
        chosen = besides(self.question, stays, candidates, self.rooms)
        return sum(group.cost for group in stays) + chosen.cost - self.question.room


def _most_of_summary(question: Question) -> int:
    """What the summary would take if all that could leave were told."""
    if not question.use_summary:
        return 0
    sentences = question.sentences
    if sum(group.cost for group in question.groups if group.lane is not Lane.RECALL) <= question.room:
        window = messages_of(question.groups)
        sentences = tuple(item for item in sentences if all(span.message_id not in window for span in item.sources))
    return question.summary_overhead + sum(sentence.cost for sentence in sentences) if sentences else 0


def _closest_count(question: Question, steps: Sequence[Step], enough: int, tally: _Tally) -> int:
    """Summary and passages may take less than the most they could: some of what would leave may then stay.

    A summary that could be made of far more sentences than it has room for takes it all.
    """
    sentences = sum([sentence.cost for sentence in question.sentences]) if question.use_summary else 0
    passages = question.use_recall and any(group.lane is Lane.RECALL for group in question.groups)
    if not passages and not 0 < sentences < _PLENTY * tally.rooms[Lane.SUMMARY]:
        return enough
    for count in range(enough - 1, max(0, enough - _TRIES) - 1, -1):
        if tally.excess(steps[:count]) > 0:
            return count + 1
    return max(0, enough - _TRIES)


def _wise_count(question: Question, steps: Sequence[Step], least: int, tally: _Tally) -> int:
    """Cutting in steps: the cut point of the last prompt as long as it fits; else a step more than must leave.

    Only the oldest messages are cut so: what stands before and behind them in ``steps`` leaves when it must.
    """
    places = {group.id: group.place for group in question.groups if group.lane is Lane.HISTORY}
    history = [index for index, step in enumerate(steps) if not places.keys().isdisjoint(step)]
    if not history or not history[0] < least <= history[-1] + 1:
        return least
    spare = [-excess for excess in tally.excesses(steps)]
    step = _history_room(question, tally.dropped) // _STEP_OF_HISTORY
    first = next((group.place for group in question.groups if question.first_kept_id in messages_of((group,))), 0)
    kept = 1 + max(
        (index for index in history if any(places.get(id_, first) < first for id_ in steps[index])), default=-1
    )
    if kept >= least and 0 <= spare[kept] <= _WIDEST_STEPS * step:
        return kept
    return next((count for count in range(least, history[-1] + 1) if spare[count] >= step), least)


def _history_room(question: Question, dropped: Mapping[str, Reason]) -> int:
    """What the history could take beside all that stays in any case."""
    others = (group for group in question.groups if group.lane not in {Lane.HISTORY, Lane.RECALL})
    return max(0, question.room - sum(group.cost for group in others if group.id not in dropped))
