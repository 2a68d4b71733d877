"""What is answered: the draft as a message of the branch, the current input, the newest message and their protection.

Called by ``builder``.
"""

from __future__ import annotations

from dataclasses import replace

from desktop_app.context.history import ALWAYS_IN_CONTEXT, Segment
from desktop_app.context.pieces import Group
from desktop_app.context.plan import BlockKind
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.domain.message import Role, TextPart
from desktop_app.domain.ports import TokenCounter

INPUT_TITLE = "Current input"

_CURRENT_INPUT = reason(ReasonCode.CURRENT_INPUT)
_NEWEST_MESSAGE = reason(ReasonCode.NEWEST_MESSAGE)


def draft_row(request: ContextRequest, counter: TokenCounter) -> BranchMessage | None:
    """The draft as the message it will be; None where there is none, nothing but white space, or it is stored by now."""
    draft = request.draft
    if draft is None or not draft.text.strip() or any(row.id == draft.id for row in request.branch[-1:]):
        return None
    count = counter.count(draft.text)
    return BranchMessage(
        id=draft.id,
        revision=draft.revision,
        role=Role.USER,
        tokens=count.tokens,
        speaker_name=request.persona.name if request.persona else request.user_name,
        parts=(TextPart(draft.text),),
        exact=count.exact,
    )


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


def newest_text(segments: tuple[Segment, ...]) -> str:
    """The text of the newest message that can be sent."""
    groups = (segment for segment in reversed(segments) if isinstance(segment, Group))
    return next((group.pieces[-1].text for group in groups), "")


def _is_the_users(group: Group) -> bool:
    return any(wire.message.role is Role.USER for wire in group.pieces[0].wires)


def _as_input(group: Group) -> Group:
    first, *others = group.pieces
    first = replace(first, kind=BlockKind.INPUT, title=INPUT_TITLE)
    return replace(group, kind=BlockKind.INPUT, pieces=(first, *others), protected=True, stays=_CURRENT_INPUT)


def _as_newest(group: Group) -> Group:
    stays = group.stays if group.stays is ALWAYS_IN_CONTEXT else _NEWEST_MESSAGE
    return replace(group, protected=True, stays=stays)
