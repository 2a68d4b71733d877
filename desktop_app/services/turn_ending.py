"""How a turn ended, whichever way its stream came back: what is stored of it and told. Used by ``TurnRunner`` alone; pure."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TypeAlias

from desktop_app.domain.errors import AppError, ProviderErrorKind
from desktop_app.domain.generation import FinishReason, StreamFailed, StreamFinished, Turn
from desktop_app.domain.message import MessageState

StreamEnd: TypeAlias = StreamFinished | StreamFailed


@dataclass(frozen=True, slots=True)
class Ending:
    """The reason, and the state of the answer. ``error``: what the person is told; ``bug``: what was no known error."""

    reason: FinishReason
    state: MessageState
    error: AppError | None = None
    bug: BaseException | None = None
    finished: StreamFinished | None = None

    def of_turn(self, turn: Turn, now: int) -> Turn:
        """The turn, ended so at ``now`` (milliseconds since 1970)."""
        finished = self.finished or StreamFinished(self.reason)
        return replace(
            turn,
            finish_reason=self.reason,
            response_id=finished.response_id,
            system_fingerprint=finished.system_fingerprint,
            model=finished.model or turn.model,
            error_code=self.error.code if self.error else "",
            error_text=str(self.error) if self.error else "",
            finished_at=now,
        )


def ending_of(pump: asyncio.Task[StreamEnd]) -> Ending:
    """How the task that planned and streamed, which is done, came back."""
    if pump.cancelled():
        return Ending(FinishReason.CANCELLED, MessageState.INTERRUPTED)
    raised = pump.exception()
    if isinstance(raised, AppError):
        return Ending(FinishReason.ERROR, MessageState.FAILED, error=raised)
    if raised is not None:
        return Ending(FinishReason.ERROR, MessageState.FAILED, bug=raised)
    end = pump.result()
    if isinstance(end, StreamFinished):
        return Ending(end.reason, MessageState.COMPLETE, finished=end)
    if end.error.kind is ProviderErrorKind.INTERRUPTED:
        return Ending(FinishReason.INTERRUPTED, MessageState.INTERRUPTED, error=end.error)
    return Ending(FinishReason.ERROR, MessageState.FAILED, error=end.error)
