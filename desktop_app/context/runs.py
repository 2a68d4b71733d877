"""Joins neighbouring messages that are out for the same reason into runs. Called by ``history`` and ``outcome``."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.context.pieces import Group
from desktop_app.context.plan import Disposition, DroppedRun, Reason


class RunJoiner:
    """Takes runs in the order of the branch; hands them out joined. Thousands of messages pass through with every plan."""

    def __init__(self) -> None:
        self._runs: list[DroppedRun] = []
        self._why: Reason | None = None
        self._last_id = ""
        self._count = 0
        self._tokens = 0

    def add(self, run: DroppedRun) -> None:
        """A run behind those before it."""
        self._add(run.first_id, run.last_id, run.count, run.tokens, run.disposition, run.reason)

    def add_group(self, group: Group, why: Reason, disposition: Disposition = Disposition.TRIMMED) -> None:
        """A group that left."""
        pieces = group.pieces
        count = len(pieces)
        tokens = pieces[0].tokens if count == 1 else sum(piece.tokens for piece in pieces)
        tokens += sum(piece.picture_tokens for piece in pieces if piece.pictures)
        if why is self._why:
            self._last_id = pieces[-1].id
            self._count += count
            self._tokens += tokens
        else:
            self._add(pieces[0].id, pieces[-1].id, count, tokens, disposition, why)
            self._why = why

    def take(self) -> list[DroppedRun]:
        """The joined runs so far; what comes next is no neighbour of them."""
        self._close()
        runs, self._runs = self._runs, []
        self._why = None
        return runs

    def _add(self, first_id: str, last_id: str, count: int, tokens: int, disposition: Disposition, why: Reason) -> None:
        last = self._runs[-1] if self._runs else None
        self._why = None
        if last is None or last.disposition is not disposition or not (last.reason is why or last.reason == why):
            self._close()
            self._runs.append(DroppedRun(first_id, last_id, 0, 0, disposition, why))
        self._last_id = last_id
        self._count += count
        self._tokens += tokens

    def _close(self) -> None:
        """Writes what was added since into the last run."""
        if self._count:
            self._runs[-1] = replace(self._runs[-1], last_id=self._last_id, count=self._count, tokens=self._tokens)
        self._count = self._tokens = 0
