"""What a plan says of a chat of several characters: who speaks and why, who speaks after that, and whose cards are sent.

Called by ``builder``; the window shows these notes apart from the warnings (``is_of_group``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from desktop_app.context.plan import ContextPlan, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import ContextRequest
from desktop_app.context.scope import card_of
from desktop_app.domain.group import NextSpeaker, SpeakerReason

_WHY: Mapping[SpeakerReason, ReasonCode] = MappingProxyType(
    {
        SpeakerReason.CHOSEN: ReasonCode.SPEAKS_CHOSEN,
        SpeakerReason.FIRST: ReasonCode.SPEAKS_FIRST,
        SpeakerReason.MENTIONED: ReasonCode.SPEAKS_MENTIONED,
        SpeakerReason.TALKATIVE: ReasonCode.SPEAKS_TALKATIVE,
        SpeakerReason.DRAWN: ReasonCode.SPEAKS_DRAWN,
        SpeakerReason.LISTED: ReasonCode.SPEAKS_LISTED,
        SpeakerReason.POOLED: ReasonCode.SPEAKS_POOLED,
        SpeakerReason.ALONE: ReasonCode.SPEAKS_ALONE,
        SpeakerReason.AGAIN: ReasonCode.SPEAKS_AGAIN,
    }
)
_SPEAKS = frozenset(_WHY.values())
_OF_GROUP = frozenset({*_SPEAKS, ReasonCode.SPEAKS_THEN, ReasonCode.CARD_OF_SPEAKER, ReasonCode.CARDS_OF_ALL})


def group_notes(request: ContextRequest) -> Iterator[Reason]:
    """The notes of a request; none in a chat of one character."""
    group = request.group
    if group is None:
        return
    if request.speaking:
        first, *others = request.speaking
        yield _speaks(first)
        if others:
            yield reason(ReasonCode.SPEAKS_THEN, names=", ".join(speaker.name for speaker in others))
    if group.all_cards:
        yield reason(ReasonCode.CARDS_OF_ALL, count=len(group.members))
    else:
        yield reason(ReasonCode.CARD_OF_SPEAKER, name=card_of(request).name)


def is_of_group(note: Reason) -> bool:
    """Whether a note of a plan is one of these."""
    return note.code in _OF_GROUP


def names_speaker(note: Reason) -> bool:
    """Whether a note says who speaks, by the parameter ``name``."""
    return note.code in _SPEAKS


def next_speaker(plan: ContextPlan) -> str:
    """The name of the member who speaks by a plan; empty in a chat of one character."""
    return next((str(note.params["name"]) for note in plan.warnings if names_speaker(note)), "")


def _speaks(speaker: NextSpeaker) -> Reason:
    if speaker.why is SpeakerReason.TALKATIVE:
        return reason(_WHY[speaker.why], name=speaker.name, percent=speaker.percent)
    return reason(_WHY[speaker.why], name=speaker.name)
