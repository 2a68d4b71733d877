"""An answer while it streams: the parts so far, made of the deltas. Owned by ``TurnRunner``; no input or output."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from desktop_app.domain.generation import ReasoningDelta, TextDelta, ToolCallDelta
from desktop_app.domain.message import (
    Message,
    MessageState,
    Part,
    ReasoningPart,
    Speaker,
    TextPart,
    ToolCallPart,
    clean_text,
)


@dataclass(slots=True)
class _ToolCall:
    call_id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list[str])


class Answer:
    """Collects deltas, counting them in ``version``; ``message`` makes the message of it. Deltas are joined before lone surrogates are cleaned away."""

    def __init__(self, message: Message) -> None:
        self._message = message
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._calls: dict[int, _ToolCall] = {}
        self.version = 0

    def spoken_by(self, speaker: Speaker) -> None:
        """Says whose answer it is, once that is known."""
        self._message = replace(self._message, speaker=speaker)

    @property
    def empty(self) -> bool:
        """Whether nothing came that is worth keeping (white space alone is not)."""
        return not (self._calls or "".join(self._text).strip() or "".join(self._reasoning).strip())

    @property
    def begun(self) -> bool:
        """Whether any delta came at all: from then on a failed request is not tried again."""
        return self.version > 0

    def add(self, delta: TextDelta | ReasoningDelta | ToolCallDelta) -> None:
        """Takes one more piece."""
        self.version += 1
        match delta:
            case TextDelta(text=text):
                self._text.append(text)
            case ReasoningDelta(text=text):
                self._reasoning.append(text)
            case ToolCallDelta():
                call = self._calls.setdefault(delta.index, _ToolCall())
                call.call_id += delta.call_id
                call.name += delta.name
                call.arguments.append(delta.arguments)

    def message(self, state: MessageState) -> Message:
        """The message with all that came so far."""
        return replace(self._message, parts=self._parts(), state=state)

    def _parts(self) -> tuple[Part, ...]:
        parts: list[Part] = []
        if reasoning := clean_text("".join(self._reasoning)):
            parts.append(ReasoningPart(reasoning))
        if text := clean_text("".join(self._text)):
            parts.append(TextPart(text))
        for _, call in sorted(self._calls.items()):
            parts.append(ToolCallPart(call.call_id, clean_text(call.name), clean_text("".join(call.arguments))))
        return tuple(parts)
