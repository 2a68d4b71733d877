"""What was found for the preview that a person saw last, so that Send finds the same, whatever the background made since.

Owned by the context service, asked by its request maker. Summaries and vectors come into being beside the chats: what lands
between a preview and Send is for the next preview, which is told of it. What the person changed counts at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.context.request import BranchMessage, ContextRequest, RecallCandidate
from desktop_app.domain.chat import ChatContext
from desktop_app.domain.settings import RecallSettings
from desktop_app.services.events import (
    BranchChanged,
    ChatChanged,
    ChatPurged,
    ChatRemoved,
    EventBus,
    MessageChanged,
    SettingsChanged,
    SummaryChanged,
)

# Of so many chats the last preview is remembered.
_KEEP = 4


@dataclass(frozen=True, slots=True)
class _Shown:
    """The request of a preview, and what its chat wanted of the engine."""

    request: ContextRequest
    wants: ChatContext


class ShownRequests:
    """The requests of the last previews, by chat.

    ``changes`` counts what the person changed: of a request that was begun before a change nothing is remembered.
    """

    def __init__(self, bus: EventBus) -> None:
        self.changes = 0
        self._shown: dict[str, _Shown] = {}
        self._recall: RecallSettings | None = None
        bus.subscribe(SettingsChanged, self._on_settings_changed)
        bus.subscribe(SummaryChanged, self._on_summary_changed)
        bus.subscribe(MessageChanged, lambda event: self._on_other_chat(event.chat_id))
        bus.subscribe(BranchChanged, lambda event: self._on_other_chat(event.chat_id))
        bus.subscribe(ChatChanged, lambda event: self._on_other_chat(event.chat.id))
        bus.subscribe(ChatRemoved, lambda event: self._on_chat_gone(event.chat_id))
        bus.subscribe(ChatPurged, lambda event: self._on_chat_gone(event.chat_id))

    def show(self, request: ContextRequest, wants: ChatContext, begun_at: int) -> None:
        """A person sees the plan of this request. ``begun_at``: what ``changes`` was before anything was looked for.

        Where something is still pending there is nothing to keep to: Send waits for it.
        """
        self._shown.pop(request.chat_id, None)
        if request.pending or begun_at != self.changes:
            return
        self._shown[request.chat_id] = _Shown(request, wants)
        while len(self._shown) > _KEEP:
            del self._shown[next(iter(self._shown))]

    async def as_shown(self, request: ContextRequest, wants: ChatContext) -> ContextRequest | None:
        """The request with all that was found for the preview; None where no preview asked the same.

        Time goes on: what is recalled is as old as it is now.
        """
        shown = self._shown.get(request.chat_id)
        if shown is None or shown.wants != wants or not await asyncio.to_thread(_asks_the_same, shown.request, request):
            return None
        if self._shown.get(request.chat_id) is not shown:  # the person changed something meanwhile
            return None
        found, minutes = shown.request, request.now_minutes - shown.request.now_minutes
        recall = tuple(_older(candidate, minutes) for candidate in found.recall)
        return replace(request, relevance=found.relevance, recall=recall, summary=found.summary)

    def _forget_all(self) -> None:
        self.changes += 1
        self._shown.clear()

    def _on_settings_changed(self, event: SettingsChanged) -> None:
        """Whatever else the settings say of a request stands in the request."""
        if event.settings.recall != self._recall:
            self._recall = event.settings.recall
            self._forget_all()

    def _on_summary_changed(self, event: SummaryChanged) -> None:
        if not event.in_background:
            self._forget_all()

    def _on_other_chat(self, chat_id: str) -> None:
        """What is quoted of another chat may no longer be so. Of its own chat a request tells by itself."""
        self.changes += 1
        for shown in list(self._shown.values()):
            request = shown.request
            if request.chat_id != chat_id and any(candidate.chat_title for candidate in request.recall):
                del self._shown[request.chat_id]

    def _on_chat_gone(self, chat_id: str) -> None:
        self._shown.pop(chat_id, None)
        self._on_other_chat(chat_id)


def _asks_the_same(shown: ContextRequest, asked: ContextRequest) -> bool:
    """Whether two requests differ in nothing but what is found for them, and the minute."""
    return _bare(shown) == _bare(asked) and _is_same_branch(shown.branch, asked.branch)


def _bare(request: ContextRequest) -> ContextRequest:
    return replace(request, branch=(), relevance={}, recall=(), summary=(), pending=(), now_minutes=0, safety=0)


def _is_same_branch(ours: Sequence[BranchMessage], theirs: Sequence[BranchMessage]) -> bool:
    return len(ours) == len(theirs) and all(
        one is other or _is_same_row(one, other) for one, other in zip(ours, theirs, strict=True)
    )


def _is_same_row(one: BranchMessage, other: BranchMessage) -> bool:
    """With a message more, an old one may be so far back that its text, which is in no plan, is not read any more."""
    if one.parts is None or other.parts is None:
        return (one.id, one.revision, one.flags) == (other.id, other.revision, other.flags)
    return one == other


def _older(candidate: RecallCandidate, minutes: int) -> RecallCandidate:
    """0 is an age that nobody knows."""
    if not minutes or not candidate.minutes_ago:
        return candidate
    return replace(candidate, minutes_ago=max(1, candidate.minutes_ago + minutes))
