"""What comes into the prompt because something is dropped: recalled passages, and the summary.

Called by ``cutting``, which must keep room for them, and by ``budget``, which puts them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop_app.context.pieces import Group
from desktop_app.context.plan import Lane
from desktop_app.context.recall import Recalled, recall
from desktop_app.context.strategies.base import Question
from desktop_app.context.summary import Sentence, choose
from desktop_app.domain.memory import SourceSpan


@dataclass(frozen=True, slots=True)
class Besides:
    """The passages and the sentences for what is dropped; ``recall_cost`` and ``summary_cost`` in tokens."""

    recalled: Recalled
    summary: tuple[Sentence, ...]
    recall_cost: int
    summary_cost: int

    @property
    def cost(self) -> int:
        """Of both."""
        return self.recall_cost + self.summary_cost


def besides(
    question: Question, staying: Iterable[Group], candidates: Sequence[Group], rooms: Mapping[Lane, int]
) -> Besides:
    """What comes in beside the groups that stay. ``question`` must say whether summary and recall are wanted."""
    window = {piece.id: group.place + 1 for group in staying if group.place >= 0 for piece in group.pieces}
    recalled = recall(candidates if question.use_recall else (), window, rooms[Lane.RECALL])
    summary: tuple[Sentence, ...] = ()
    if question.use_summary and question.sentences:
        room = rooms[Lane.SUMMARY] - question.summary_overhead
        summary = choose(question.sentences, window.keys() | recalled.told, room)
    return Besides(
        recalled=recalled,
        summary=summary,
        recall_cost=sum(group.cost for group in candidates if group.id in recalled.kept),
        summary_cost=question.summary_overhead + sum(sentence.cost for sentence in summary) if summary else 0,
    )


def messages_of(groups: Iterable[Group]) -> set[str]:
    """The ids of all messages in these groups."""
    return {piece.id for group in groups if group.place >= 0 for piece in group.pieces}


class MostBesides:
    """The most that the summary and the passages could take, while messages leave the window one after the other."""

    def __init__(self, question: Question, rooms: Mapping[Lane, int]) -> None:
        self._rooms = {lane: rooms.get(lane, 0) for lane in (Lane.SUMMARY, Lane.RECALL)}
        self._taken = {Lane.SUMMARY: 0, Lane.RECALL: 0}
        self._overhead = question.summary_overhead
        # For each message of the window what waits for it to leave; how many messages each thing waits for.
        self._waiting: dict[str, list[int]] = {}
        self._missing: list[int] = []
        self._things: list[tuple[Lane, int]] = []
        self._window = messages_of(question.groups)
        if question.use_summary:
            for sentence in question.sentences:
                self._add(Lane.SUMMARY, sentence.cost, sentence.sources)
        if question.use_recall:
            for group in question.groups:
                if group.lane is Lane.RECALL and group.relevant:
                    self._add(Lane.RECALL, group.cost, group.sources)

    @property
    def tokens(self) -> int:
        """The most that both could take by now."""
        summary = self._taken[Lane.SUMMARY]
        most = min(summary + self._overhead, self._rooms[Lane.SUMMARY]) if summary else 0
        return most + min(self._taken[Lane.RECALL], self._rooms[Lane.RECALL])

    def left(self, group: Group) -> None:
        """The messages of a group are no longer in the window."""
        for piece in group.pieces:
            for thing in self._waiting.pop(piece.id, ()):
                self._missing[thing] -= 1
                if self._missing[thing] == 0:
                    lane, cost = self._things[thing]
                    self._taken[lane] += cost

    def _add(self, lane: Lane, cost: int, sources: Sequence[SourceSpan]) -> None:
        if self._taken[lane] >= self._rooms[lane]:
            return
        inside = {span.message_id for span in sources if span.message_id in self._window}
        if not inside:
            self._taken[lane] += cost
            return
        for message in inside:
            self._waiting.setdefault(message, []).append(len(self._things))
        self._things.append((lane, cost))
        self._missing.append(len(inside))
