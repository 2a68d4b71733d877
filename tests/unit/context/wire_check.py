"""What strict servers refuse, as a check of a rendered prompt."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from desktop_app.domain.generation import ChatMessage
from desktop_app.domain.message import Role


def complaints(messages: Sequence[ChatMessage]) -> list[str]:
    """Blank contents, calls without results directly behind them, results without their call, white space at the end."""
    found: list[str] = []
    waiting: list[str] = []
    for message in messages:
        if not message.content.strip() and not message.tool_calls:
            found.append("blank content")
        if message.role is Role.TOOL:
            if message.tool_call_id in waiting:
                waiting.remove(message.tool_call_id)
            else:
                found.append("tool result without call")
            continue
        if waiting:
            found.append("tool call without result")
        waiting = [call.call_id for call in message.tool_calls]
    if waiting:
        found.append("tool call without result")
    if messages and messages[-1].role is Role.ASSISTANT and messages[-1].content != messages[-1].content.rstrip():
        found.append("white space at the end of the last assistant message")
    return found


def turn_complaints(messages: Sequence[ChatMessage]) -> list[str]:
    """What servers with strict turns refuse besides: a system message that is not the first, two of one role in a row."""
    found = ["late system message" for message in messages[1:] if message.role is Role.SYSTEM]
    spoken = [message for message in messages if message.role is not Role.SYSTEM]
    if spoken and spoken[0].role is not Role.USER:
        found.append("not begun by the user")
    for before, after in itertools.pairwise(spoken):
        plain = not before.tool_calls and not after.tool_calls
        if before.role is after.role and before.role is not Role.TOOL and plain:
            found.append(f"two {before.role} messages in a row")
    return found
