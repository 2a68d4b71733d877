"""What compression works on and makes: a chat's messages as other programs hold them, and the blocks that stand for them.

Called by the pipeline and its strategies. Here, and only here, a chat is a *session*: the field calls it so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias, cast

from desktop_app.language.sentences import sentences

# ``{"role": "user", "content": "…"}``, as chat completions have it.
ChatMessage: TypeAlias = Mapping[str, Any]

# The key of a block's metadata that says which messages it stands for: "10-19", counted from 0, both included.
TURN_RANGE = "turn_range"


class Llm(Protocol):
    """Anything that chats and embeds."""

    async def chat(self, messages: list[dict[str, Any]], model: str = "", **options: Any) -> str:
        """The answer to these messages."""
        ...

    async def embed(self, texts: list[str], model: str = "") -> list[list[float]]:
        """One vector for each text."""
        ...


@dataclass(frozen=True, slots=True)
class Session:
    """A chat from its first message on."""

    chat_id: str
    messages: Sequence[ChatMessage]


@dataclass(frozen=True, slots=True)
class CompressedBlock:
    """What stands for some messages; ``metadata`` says for which (``turn_range``) and how it was made (``segment``)."""

    text: str
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def turns(self) -> tuple[int, int]:
        """The first and the last message it stands for."""
        first, last = str(self.metadata[TURN_RANGE]).split("-")
        return int(first), int(last)

    def moved(self, by: int) -> CompressedBlock:
        """The same for messages that stand so many places later."""
        first, last = self.turns
        return replace(self, metadata={**self.metadata, TURN_RANGE: turn_range(first + by, last + by)})


class CompressionStrategy(Protocol):
    """Makes blocks that together stand for all messages of a session, in order, counted from its first message."""

    async def compress(self, session: Session, llm: Llm) -> list[CompressedBlock]:
        """The blocks; at least one where there is any text."""
        ...


def turn_range(first: int, last: int) -> str:
    """As it stands in metadata."""
    return f"{first}-{last}"


def text_of(message: ChatMessage) -> str:
    """What a message says; of a list of parts, the texts."""
    content = message.get("content")
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        return ""
    parts = (cast("Mapping[str, Any]", part) for part in cast("list[object]", content) if isinstance(part, Mapping))
    return "\n".join(str(part["text"]) for part in parts if part.get("text")).strip()


def quoted(message: ChatMessage, most: int) -> str:
    """A message as a line of a block, at most ``most`` characters of it; empty where it says nothing."""
    text = shortened(text_of(message), most)
    return f"[{message.get('role', 'user')}]: {text}" if text else ""


def shortened(text: str, most: int) -> str:
    """A text of at most ``most`` characters, cut behind a sentence where there is one in its second half."""
    if len(text) <= most:
        return text
    ends = [end for _, end in sentences(text[: most - 1]) if end < most - 1]
    return text[: ends[-1]] if ends and 2 * ends[-1] >= most else text[: most - 1].rstrip() + "…"
