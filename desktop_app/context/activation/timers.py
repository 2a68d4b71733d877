"""Sticky, cooldown and delay: a pure function of the branch and of what its turns stored as activated.

The arithmetic. The messages of the branch are numbered from 1, without those that are deleted and without notes; what is
hidden or excluded counts, so that keeping something back moves no timer. A draft is the last one. The answer that is asked
for has the next number, ``answer``; *continue* asks for the assistant's last message once more. An entry was activated at
message ``p`` if the turn that made message ``p`` stored it as *fresh*; only the last such turn counts, and stays of a sticky
entry are none. Then, with the entry's options as they are now:

- *sticky* n: active for answers p + 1 to p + n;
- *cooldown* n: held back for the n answers behind that, p + sticky + 1 to p + sticky + n;
- *delay* n: held back while the branch has fewer than n messages, which is for answers up to n.

So in a chat of two who take turns, sticky 2 reaches the next answer, sticky 4 the next two. Turns of other branches and
imported messages activated nothing here. Called by ``engine``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.domain.generation import Activated
from desktop_app.domain.lore import GenerationKind, LorebookEntry
from desktop_app.domain.message import MessageKind, Role

FRESH = "fresh"
STICKY = "sticky"


@dataclass(frozen=True, slots=True)
class Stay:
    """An entry is sticky: since the answer with this number, up to and with the one with that."""

    since: int
    until: int


class Timers:
    """The timers of one request; reads the branch only when an entry has one."""

    def __init__(self, request: ContextRequest) -> None:
        self._request = request

    @cached_property
    def answer(self) -> int:
        """The number of the answer that is asked for."""
        last = len(self._counted)
        return last if self._continues else last + 1

    @cached_property
    def answers_so_far(self) -> int:
        """How many messages of the assistant there are before that answer."""
        return sum(row.role is Role.ASSISTANT for row in self._counted) - self._continues

    def stay(self, entry: LorebookEntry) -> Stay | None:
        """How long it is sticky, if it is."""
        since = self._last.get(entry.id)
        if entry.sticky <= 0 or since is None or self.answer > since + entry.sticky:
            return None
        return Stay(since, since + entry.sticky)

    def cools_until(self, entry: LorebookEntry) -> int | None:
        """The number of the first answer for which it may be active again; None where it cools down from nothing."""
        since = self._last.get(entry.id)
        if entry.cooldown <= 0 or since is None:
            return None
        first = since + max(entry.sticky, 0) + entry.cooldown + 1
        return first if self.answer < first else None

    def delayed_until(self, entry: LorebookEntry) -> int | None:
        """The number of the first answer for which it may be active; None where that has come."""
        return entry.delay + 1 if self.answer <= entry.delay else None

    def was_active(self, entry: LorebookEntry) -> bool:
        """Whether a turn of this branch ever activated it."""
        return entry.id in self._last

    @cached_property
    def _counted(self) -> list[BranchMessage]:
        request = self._request
        rows = [row for row in request.branch if not row.flags.deleted and row.kind is not MessageKind.NOTE]
        draft = request.draft
        if draft is not None and not draft.is_blank and not any(row.id == draft.id for row in request.branch[-1:]):
            rows.append(BranchMessage(draft.id, draft.revision, Role.USER, 0))
        return rows

    @cached_property
    def _continues(self) -> bool:
        last = self._counted[-1] if self._counted else None
        return self._request.kind is GenerationKind.CONTINUE and last is not None and last.role is Role.ASSISTANT

    @cached_property
    def _last(self) -> dict[str, int]:
        """At which message each entry was activated last."""
        return {
            activated.entry_id: number
            for number, activated in self._activations()
            if activated.kind == FRESH and number < self.answer
        }

    def _activations(self) -> Iterator[tuple[int, Activated]]:
        if not self._request.past:
            return
        numbers = {row.id: number for number, row in enumerate(self._counted, 1)}
        for turn in self._request.past:
            number = numbers.get(turn.message_id)
            if number is not None:
                for activated in turn.activated:
                    yield number, activated
