"""Where each message stands in the branch, and whether what was made of it may still be sent.

Called by ``summary`` and ``recall``: whatever is derived from messages must not outlive them (cases H-22 to H-24).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from desktop_app.context.plan import Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import BranchMessage
from desktop_app.domain.memory import SourceSpan
from desktop_app.domain.message import MessageKind

_STALE = reason(ReasonCode.STALE)
_NOT_IN_BRANCH = reason(ReasonCode.NOT_IN_BRANCH)
_NEVER_SEND = reason(ReasonCode.NEVER_SEND)
_DELETED = reason(ReasonCode.DELETED)
_EXCLUDED_BY_USER = reason(ReasonCode.EXCLUDED_BY_USER)
_HIDDEN = reason(ReasonCode.HIDDEN)
_NOTE = reason(ReasonCode.NOTE)


class Places:
    """The places of a branch, from 0. Made once for each request that has something derived in it."""

    def __init__(self, branch: Sequence[BranchMessage]) -> None:
        self._rows = {row.id: (place, row) for place, row in enumerate(branch)}

    def of(self, message_id: str) -> int:
        """The place of a message; -1 where it is not in the branch."""
        found = self._rows.get(message_id)
        return -1 if found is None else found[0]

    def refusal(self, sources: Iterable[SourceSpan]) -> Reason | None:
        """Why something made of these places must not be sent; None where it may."""
        return next((why for source in sources if (why := self._refusal(source)) is not None), None)

    def _refusal(self, source: SourceSpan) -> Reason | None:
        found = self._rows.get(source.message_id)
        if found is None:
            return _NOT_IN_BRANCH
        row = found[1]
        return why_out(row) or (None if row.revision == source.revision else _STALE)


def why_out(row: BranchMessage) -> Reason | None:
    """Why a message may not be sent in any form; None where it may."""
    flags = row.flags
    if flags.sendable:
        return _NOTE if row.kind is MessageKind.NOTE else None
    if flags.deleted:
        return _DELETED
    if flags.never_send:
        return _NEVER_SEND
    return _EXCLUDED_BY_USER if flags.excluded else _HIDDEN
