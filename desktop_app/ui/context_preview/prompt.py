"""The prompt as plain text: every message with its role, exactly as the provider receives it."""

from __future__ import annotations

from desktop_app.context.plan import ContextPlan
from desktop_app.domain.generation import ChatMessage

_JOINT = "\n\n"


def prompt_text(plan: ContextPlan) -> str:
    """All messages of a plan, each under a line with its role (and name), with an empty line between them."""
    return _JOINT.join(_message_text(message) for message in plan.messages)


def stable_end(plan: ContextPlan) -> int:
    """Where in ``prompt_text`` the first message begins that no prompt cache has; 0 where it has none or has all of it."""
    if not 0 < plan.stable < len(plan.messages):
        return 0
    return len(_JOINT.join(_message_text(message) for message in plan.messages[: plan.stable])) + len(_JOINT)


def _message_text(message: ChatMessage) -> str:
    who = f"{message.role.value} · {message.name}" if message.name else message.role.value
    parts = [f"── {who} ──"]
    if message.tool_call_id:
        parts.append(f"[{message.tool_call_id}]")
    if message.content:
        parts.append(message.content)
    parts += [f"[{call.call_id}] {call.name} {call.arguments}" for call in message.tool_calls]
    return "\n".join(parts)
