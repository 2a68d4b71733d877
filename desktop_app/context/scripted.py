"""What a plan tells of scripts: which of its texts they changed, and which scripts were too slow.

Called by ``builder``. The texts come changed: scripts run before the engine, in ``services.prompt_scripts``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from desktop_app.context.plan import Block, Disposition, Reason, TextChange
from desktop_app.context.reasons import ReasonCode, reason


def changed_in(changes: Iterable[TextChange], blocks: Iterable[Block]) -> tuple[TextChange, ...]:
    """The changes of texts that are in the prompt."""
    inside = {block.origin_id for block in blocks if block.disposition is Disposition.INCLUDED}
    return tuple(change for change in changes if change.scripts and change.origin_id in inside)


def slow_scripts(changes: Iterable[TextChange]) -> Iterator[Reason]:
    """One warning for each script that took too long, with how many texts it left as they are."""
    counts: dict[str, int] = {}
    for change in changes:
        for name in change.slow:
            counts[name] = counts.get(name, 0) + 1
    for name, count in counts.items():
        yield reason(ReasonCode.SLOW_SCRIPT, name=name, count=count)
