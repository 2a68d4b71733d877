"""Tool calls and their results: which messages belong together, and how a message is told to a model.

Called by ``history``. Servers refuse a call without its result and a result without its call (case H-18), so only pairs
are sent. Results without an id belong to the calls before them in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_app.context.request import BranchMessage
from desktop_app.domain.generation import ChatMessage, ToolCall
from desktop_app.domain.message import ImagePart, Part, Role, TextPart, ToolCallPart, ToolResultPart, text_of
from desktop_app.domain.pictures import pictures_of

# Blank contents are refused (case H-20), and a result cannot be left out.
EMPTY_RESULT = "(empty)"

# Whose messages may call a tool; from anyone else a call is only a foreign program's oddity.
_CALLERS = (Role.ASSISTANT, Role.TOOL)


def group_spans(branch: Sequence[BranchMessage]) -> list[tuple[int, int]]:
    """The groups of a branch as ranges: a call with all results directly behind it is one, any other message is alone."""
    spans: list[tuple[int, int]] = []
    open_call = False
    for index, row in enumerate(branch):
        if row.role is Role.TOOL and open_call:
            spans[-1] = (spans[-1][0], index + 1)
        else:
            spans.append((index, index + 1))
            open_call = _may_call(row)
    return spans


def told(rows: Sequence[BranchMessage]) -> list[tuple[ChatMessage, ...]]:
    """For each message of one group, what a model gets of it: nothing where it is empty or a tool part has no partner.

    All ``rows`` must have their parts.
    """
    if len(rows) == 1 and rows[0].role is not Role.TOOL and not _has_tools(rows[0].parts or ()):
        parts_of_one = rows[0].parts or ()
        text, pictures = text_of(parts_of_one), pictures_of(parts_of_one)
        return [(ChatMessage(rows[0].role, text, pictures=pictures),) if text.strip() or pictures else ()]
    parts = [_tool_parts(row) for row in rows]
    call_ids = _paired(rows, parts)
    return [_told_row(row.role, index, parts[index], call_ids) for index, row in enumerate(rows)]


def has_tools(row: BranchMessage) -> bool:
    """Whether a message calls a tool or brings a result."""
    return row.role is Role.TOOL or _has_tools(row.parts or ())


def wire_text(message: ChatMessage) -> str:
    """What counts of a message of the prompt, put together as ``sendable_text`` does it."""
    calls = [f"{call.name} {call.arguments}" for call in message.tool_calls]
    return "\n\n".join([message.content, *calls] if message.content else calls)


@dataclass(slots=True)
class _Telling:
    """The messages of one row while they are put together: a result closes the message that called."""

    role: Role
    messages: list[ChatMessage] = field(default_factory=list[ChatMessage])
    texts: list[str] = field(default_factory=list[str])
    calls: list[ToolCall] = field(default_factory=list[ToolCall])
    pictures: list[ImagePart] = field(default_factory=list[ImagePart])

    def close(self) -> None:
        """Ends the message that is being put together, if it holds anything."""
        text = "\n\n".join(self.texts)
        if text.strip() or self.calls or self.pictures:
            said = text if text.strip() else ""
            calls, pictures = tuple(self.calls), tuple(self.pictures)
            self.messages.append(ChatMessage(self.role, said, tool_calls=calls, pictures=pictures))
        self.texts, self.calls, self.pictures = [], [], []


def _told_row(
    role: Role, row: int, parts: Sequence[Part], call_ids: dict[tuple[int, int], str]
) -> tuple[ChatMessage, ...]:
    telling = _Telling(Role.ASSISTANT if role is Role.TOOL else role)
    for index, part in enumerate(parts):
        call_id = call_ids.get((row, index))
        match part:
            case TextPart(text=text):
                telling.texts.append(text)
            case ImagePart():
                telling.pictures.append(part)
            case ToolCallPart(name=name, arguments=arguments) if call_id is not None:
                telling.calls.append(ToolCall(call_id, name, arguments))
            case ToolResultPart(text=text) if call_id is not None:
                telling.close()
                content = text if text.strip() else EMPTY_RESULT
                telling.messages.append(ChatMessage(Role.TOOL, content, tool_call_id=call_id))
            case _:
                continue
    telling.close()
    return tuple(telling.messages)


def _paired(rows: Sequence[BranchMessage], parts: Sequence[Sequence[Part]]) -> dict[tuple[int, int], str]:
    """The id of each call and each result that has its partner, by row and place in the row.

    A result must come directly behind its calls: text or another call in between, and the calls before are given up.
    """
    waiting: list[tuple[tuple[int, int], ToolCallPart]] = []
    found: dict[tuple[int, int], str] = {}
    answered = False
    for row, row_parts in enumerate(parts):
        for index, part in enumerate(row_parts):
            if isinstance(part, ToolResultPart):
                if (partner := _partner(waiting, part)) is not None:
                    place, call = waiting.pop(partner)
                    call_id = call.call_id or part.call_id or f"call-{rows[place[0]].id}-{place[1]}"
                    found[place] = found[row, index] = call_id
                    answered = True
                continue
            if _speaks(part) and waiting and (answered or waiting[0][0][0] != row):
                waiting.clear()
            if isinstance(part, ToolCallPart) and rows[row].role in _CALLERS:
                waiting.append(((row, index), part))
                answered = False
    return found


def _partner(waiting: Sequence[tuple[tuple[int, int], ToolCallPart]], result: ToolResultPart) -> int | None:
    for index, (_, call) in enumerate(waiting):
        if call.call_id == result.call_id:
            return index
    for index, (_, call) in enumerate(waiting):
        if not (call.call_id and result.call_id):
            return index
    return None


def _tool_parts(row: BranchMessage) -> tuple[Part, ...]:
    """The parts of a row; the plain text of a tool (as some programs store it) is a result without an id."""
    parts = row.parts or ()
    if row.role is Role.TOOL and not _has_tools(parts):
        return (ToolResultPart("", "", text_of(parts)),)
    return parts


def _speaks(part: Part) -> bool:
    """Whether a part would come between a call and its result."""
    return isinstance(part, ToolCallPart) or (isinstance(part, TextPart) and bool(part.text.strip()))


def _has_tools(parts: tuple[Part, ...]) -> bool:
    return any(isinstance(part, ToolCallPart | ToolResultPart) for part in parts)


def _may_call(row: BranchMessage) -> bool:
    """Whether results may follow; of a message without its parts only the role is known."""
    if row.role is not Role.ASSISTANT:
        return False
    return row.parts is None or any(isinstance(part, ToolCallPart) for part in row.parts)
