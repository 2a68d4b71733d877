"""What the model sees of a conversation, by rows: where its view begins and breaks off, and why a message is out.

Made of a plan by ``plan_marks``; asked by ``chat_view`` for every row that it paints. Looks at a plan when it is first asked,
and again when rows have moved: a plan of ten thousand messages comes with every key.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from desktop_app.context.plan import BlockKind, ContextPlan, Disposition, Reason
from desktop_app.ui.counts import messages_phrase
from desktop_app.ui.messages import reason_sentence

_CUT = (Disposition.TRIMMED, Disposition.SUMMARISED)


@dataclass(frozen=True, slots=True)
class _Out:
    """Rows ``first`` to ``last`` are out. ``cut``: for want of room, not because somebody said so."""

    first: int
    last: int
    why: Reason
    cut: bool


@dataclass(slots=True)
class Seen:
    """``row_of`` tells where a message is (-1: nowhere), ``count`` how many there are. Without a plan everything is seen.

    Call ``moved`` whenever rows were put in or taken out.
    """

    plan: ContextPlan | None = None
    row_of: Callable[[str], int] = field(default=lambda _id: -1)
    count: Callable[[], int] = field(default=lambda: 0)
    _outs: list[_Out] | None = field(default=None, init=False)
    _starts: list[int] = field(default_factory=list[int], init=False)
    _lines: dict[int, str] = field(default_factory=dict[int, str], init=False)

    def moved(self) -> None:
        """Rows are others than before."""
        self._outs = None

    def reason(self, row: int) -> str:
        """Why the model does not see a row, as a sentence; empty where it does."""
        outs = self._looked()
        found = bisect_right(self._starts, row) - 1
        return reason_sentence(outs[found].why) if found >= 0 and row <= outs[found].last else ""

    def line(self, row: int) -> str:
        """What the hairline above a row says; empty where there is none."""
        self._looked()
        return self._lines.get(row, "")

    @property
    def is_manual(self) -> bool:
        """Whether the person alone decides what is out: then every message shows how."""
        return self.plan is not None and self.plan.strategy == "manual"

    def same_as(self, other: Seen) -> bool:
        """Whether both say the same of every row."""
        mine, others = (self._looked(), self._lines), (other._looked(), other._lines)
        return mine == others and self.is_manual == other.is_manual

    def _looked(self) -> list[_Out]:
        if self._outs is None:
            self._outs = sorted(self._found(), key=lambda out: out.first)
            self._starts = [out.first for out in self._outs]
            self._lines = self._hairlines(self._outs)
        return self._outs

    def _found(self) -> Iterable[_Out]:
        if self.plan is None:
            return
        for run in self.plan.dropped:
            first, last = self.row_of(run.first_id), self.row_of(run.last_id)
            if 0 <= first <= last:
                yield _Out(first, last, run.reason, run.disposition in _CUT)
        for block in self.plan.blocks:
            is_out = block.kind is BlockKind.HISTORY and not block.rendered and not block.is_picture
            if is_out and (row := self.row_of(block.origin_id)) >= 0:
                yield _Out(row, row, block.reason, block.disposition in _CUT)

    def _hairlines(self, outs: list[_Out]) -> dict[int, str]:
        """One where the view begins, and two round each gap in it. What the person left out is marked, and is no gap."""
        here = QCoreApplication.translate("Seen", "the model sees from here")
        gap = QCoreApplication.translate("Seen", "left out: {messages}")
        lines: dict[int, str] = {}
        for first, last, cut in _joined(outs):
            if not cut or last + 1 >= self.count():
                continue
            lines[last + 1] = here
            if first > 0:
                lines[first] = gap.format(messages=messages_phrase(last - first + 1))
        return lines


def _joined(outs: Iterable[_Out]) -> Iterable[tuple[int, int, bool]]:
    """Neighbouring rows that are out, whatever the reasons: from, to, and whether any is for want of room."""
    first, last, cut = 0, -2, False
    for out in outs:
        if out.first > last + 1:
            if last >= 0:
                yield first, last, cut
            first, cut = out.first, False
        last, cut = max(last, out.last), cut or out.cut
    if last >= 0:
        yield first, last, cut
