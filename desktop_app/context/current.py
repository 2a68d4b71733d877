"""What is answered: the draft as a message of the branch, the current input, the newest message and their protection.

Called by ``builder``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from desktop_app.context.history import ALWAYS_IN_CONTEXT, BranchMemory, History, Segment, Terms
from desktop_app.context.pictures import sight_of
from desktop_app.context.pieces import Group, measured
from desktop_app.context.plan import BlockKind, Disposition, DroppedRun, Lane
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import BranchMessage, ContextRequest, Relevance
from desktop_app.context.strategies.base import Question
from desktop_app.domain.lore import GenerationKind
from desktop_app.domain.message import Role, sendable_text
from desktop_app.domain.ports import TokenCounter

INPUT_TITLE = "Current input"

_CURRENT_INPUT = reason(ReasonCode.CURRENT_INPUT)
_NEWEST_MESSAGE = reason(ReasonCode.NEWEST_MESSAGE)


def draft_row(request: ContextRequest, counter: TokenCounter) -> BranchMessage | None:
    """The draft as the message it will be; None where there is none, nothing but white space, or it is stored by now."""
    draft = request.draft
    if draft is None or draft.is_blank or any(row.id == draft.id for row in request.branch[-1:]):
        return None
    count = counter.count(sendable_text(draft.parts))
    return BranchMessage(
        id=draft.id,
        revision=draft.revision,
        role=Role.USER,
        tokens=count.tokens,
        speaker_name=request.persona.name if request.persona else request.user_name,
        parts=draft.parts,
        exact=count.exact,
    )


def branch_history(
    request: ContextRequest, draft: BranchMessage | None, counter: TokenCounter, branches: BranchMemory
) -> History:
    """The prepared branch with the draft behind it."""
    said_by = draft.speaker_name if draft else ""
    sight, group = sight_of(request, draft), request.group is not None
    terms = Terms(request.overhead, request.role_style, counter, said_by, sight, group=group)
    history = branches.history(request.branch, terms)
    return history if draft is None else history.then(draft)


def newest_id(request: ContextRequest, draft: BranchMessage | None) -> str:
    """The id of the newest message, the draft included; empty in an empty chat."""
    if draft is not None:
        return draft.id
    return request.branch[-1].id if request.branch else ""


def with_protection(segments: tuple[Segment, ...], draft_id: str | None) -> tuple[Segment, ...]:
    """Protects the newest message that can be sent, the one before a draft, and the current input: the last of the user's."""
    newest = input_at = None
    for index in range(len(segments) - 1, -1, -1):
        segment = segments[index]
        if not isinstance(segment, Group):
            continue
        if newest is None and segment.id != draft_id:
            newest = index
        if input_at is None and _is_the_users(segment):
            input_at = index
        if newest is not None and input_at is not None:
            break
    found = {index: segments[index] for index in (newest, input_at) if index is not None}
    protected = list(segments)
    for index, segment in found.items():
        if isinstance(segment, Group):
            protected[index] = _as_input(segment) if index == input_at else _as_newest(segment)
    return tuple(protected)


def with_relevance(segments: tuple[Segment, ...], relevance: Mapping[str, Relevance]) -> tuple[Segment, ...]:
    """The messages with what was measured of them; a group is as relevant as the most relevant message in it."""
    if not relevance:
        return segments
    return tuple(_measured(segment, relevance) if isinstance(segment, Group) else segment for segment in segments)


def continues(request: ContextRequest, segments: tuple[Segment, ...]) -> bool:
    """Whether the newest message is the model's, and is to be gone on with."""
    if request.kind is not GenerationKind.CONTINUE:
        return False
    newest = next((segment for segment in reversed(segments) if isinstance(segment, Group)), None)
    if newest is None or newest.pieces[-1].silent is not None:
        return False
    message = newest.pieces[-1].wires[-1].message
    return message.role is Role.ASSISTANT and not message.tool_calls


def newest_of(groups: Iterable[Group]) -> Group | None:
    """The group that is protected for nothing but being the newest message before the input; None where there is none."""
    return next((group for group in groups if group.stays is _NEWEST_MESSAGE), None)


def room_beside_protected(question: Question) -> int:
    """Tokens for all that is not protected; less than none where the protected groups alone do not fit."""
    return question.room - sum([group.cost for group in question.groups if group.protected])


def too_large(groups: Iterable[Group], had: int) -> list[Group]:
    """The messages that could not even be in alone: no other has to leave for them."""
    if had < 0:
        return []
    large = [group for group in groups if group.cost > had]
    return [group for group in large if group.lane is Lane.HISTORY and not group.protected]


def left_out(group: Group, had: int) -> DroppedRun:
    """A group as one that is out, since it alone is more than the ``had`` tokens left for it."""
    first, last = group.pieces[0], group.pieces[-1]
    tokens = sum(piece.tokens + piece.picture_tokens for piece in group.pieces)
    why = reason(ReasonCode.OVER_LANE_ALONE, needs=group.cost, had=had)
    return DroppedRun(first.id, last.id, len(group.pieces), tokens, Disposition.TRIMMED, why)


def newest_text(segments: tuple[Segment, ...]) -> str:
    """The text of the newest message that can be sent."""
    groups = (segment for segment in reversed(segments) if isinstance(segment, Group))
    return next((group.pieces[-1].text for group in groups), "")


def _is_the_users(group: Group) -> bool:
    return any(wire.message.role is Role.USER for wire in group.pieces[0].wires)


def _measured(group: Group, relevance: Mapping[str, Relevance]) -> Group:
    if len(group.pieces) == 1:
        best = relevance.get(group.id)
    else:
        known = (found for piece in group.pieces if (found := relevance.get(piece.id)) is not None)
        best = max(known, key=lambda found: found.score, default=None)
    return group if best is None else measured(group, best.score, best.threshold)


def _as_input(group: Group) -> Group:
    first, *others = group.pieces
    first = replace(first, kind=BlockKind.INPUT, title=INPUT_TITLE)
    return replace(
        group,
        kind=BlockKind.INPUT,
        pieces=(first, *others),
        protected=True,
        lane=Lane.PROTECTED,
        stays=_CURRENT_INPUT,
    )


def _as_newest(group: Group) -> Group:
    stays = group.stays if group.stays is ALWAYS_IN_CONTEXT else _NEWEST_MESSAGE
    return replace(group, protected=True, lane=Lane.PROTECTED, stays=stays)
