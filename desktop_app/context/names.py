"""Who says what: names are sent only where several people speak in one role; elsewhere they would only cost tokens.

Called by ``history``, and by ``render`` for what a name costs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.context.request import BranchMessage, Overhead
from desktop_app.domain.generation import ChatMessage, RoleStyle
from desktop_app.domain.message import Role
from desktop_app.domain.ports import TokenCounter

# What the name field of OpenAI's chat completions takes.
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME = 64


@dataclass(frozen=True, slots=True)
class Names:
    """In which roles names are needed, and whether they go into the name field or before the text."""

    roles: frozenset[Role] = frozenset()
    in_field: bool = True

    @classmethod
    def needed(
        cls, branch: Sequence[BranchMessage], style: RoleStyle, next_speaker: str = "", *, group: bool = False
    ) -> Names:
        """Decides it for a branch and who says the draft.

        The field serves where its pattern can tell all names apart and no messages are merged. In a ``group`` of characters
        each of their messages begins with its name from the first one on: many servers pass over the field, and a second
        speaker would make the whole history another.
        """
        speakers: dict[Role, set[str]] = {Role.USER: {next_speaker}, Role.ASSISTANT: set()}
        for row in branch:
            if row.role in speakers and row.flags.sendable:
                speakers[row.role].add(row.speaker_name)
        if group:
            roles = {Role.ASSISTANT, *(role for role, names in speakers.items() if len(names - {""}) > 1)}
            return cls(frozenset(roles), in_field=False)
        several = {role: names - {""} for role, names in speakers.items() if len(names - {""}) > 1}
        told_apart = {name for names in several.values() for name in names}
        fields = {_field_name(name) for name in told_apart}
        in_field = style is not RoleStyle.ALTERNATE and len(fields) == len(told_apart) and "" not in fields
        return cls(frozenset(several), in_field)

    def named(self, message: ChatMessage, speaker: str) -> ChatMessage:
        """The message with the name of who says it, where it is needed."""
        if message.role not in self.roles or not speaker:
            return message
        if self.in_field:
            return replace(message, name=_field_name(speaker))
        return replace(message, content=f"{speaker}: {message.content}") if message.content else message


def name_cost(message: ChatMessage, overhead: Overhead, counter: TokenCounter) -> int:
    """What the name of a message costs, in tokens."""
    return overhead.per_name + counter.count(message.name).tokens if message.name else 0


def _field_name(name: str) -> str:
    return _NOT_IN_A_NAME.sub("_", name).strip("_")[:_LONGEST_NAME]
