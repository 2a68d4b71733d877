"""What a model is shown at once: messages with their numbers, as many as fit into its window, long ones in parts.

Pure; called by ``ModelSummary``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.generation import ChatMessage, ChatRequest, ConnectionProfile
from desktop_app.domain.message import Role
from desktop_app.domain.summary import ToldMessage
from desktop_app.language.sentences import sentences
from desktop_app.services.summary_reply import Excerpt

# The reply's share of the window, and the most it is given; a share is kept free for errors of counting and the template.
_REPLY = 1 / 4
_MOST_REPLY = 1_024
_SPARE = 1 / 12

# A large window is not filled: of too much at once too little is kept. In tokens and messages.
_MOST_SHOWN = 6_000
MOST_MESSAGES = 60

# For so many messages one line of summary is asked for, within these bounds.
_PER_LINE = 4
_FEWEST_LINES, _MOST_LINES = 4, 14

# Of a window too small to be of use: less than this is never shown at once.
_LEAST_SHOWN = 64

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Desk:
    """How one model is asked. ``window`` in tokens; ``prompt`` may have ``{language}`` and ``{lines}`` to be filled in."""

    connection: ConnectionProfile
    window: int
    prompt: str
    language: str
    count: Count

    @property
    def reply(self) -> int:
        """Tokens that are kept for the reply."""
        return max(32, min(_MOST_REPLY, int(self.window * _REPLY)))

    @property
    def room(self) -> int:
        """Tokens of messages that may be shown at once."""
        free = self.window - self.reply - int(self.window * _SPARE) - self.count(self.prompt) - 16
        return max(_LEAST_SHOWN, min(_MOST_SHOWN, free))

    def request(self, excerpts: Sequence[tuple[Excerpt, str]]) -> ChatRequest:
        """The question about these excerpts and who said each."""
        lines = min(_MOST_LINES, max(_FEWEST_LINES, len(excerpts) // _PER_LINE))
        prompt = self.prompt.replace("{language}", self.language).replace("{lines}", str(lines))
        shown = "\n\n".join(shown_as(excerpt, speaker) for excerpt, speaker in excerpts)
        settings = replace(self.connection.generation, max_tokens=self.reply, temperature=0.3, stop=(), seed=None)
        messages = (ChatMessage(Role.SYSTEM, prompt.strip()), ChatMessage(Role.USER, shown))
        return ChatRequest(self.connection.model, messages, settings)


def shown_as(excerpt: Excerpt, speaker: str) -> str:
    """An excerpt as the model reads it."""
    return f"[{excerpt.number}] {speaker}: {excerpt.text}"


def portions(messages: Sequence[ToldMessage], room: int, count: Count) -> list[list[tuple[Excerpt, str]]]:
    """The messages in as few portions as fit in ``room`` tokens each, with who said it; a long one is cut behind sentences."""
    made: list[list[tuple[Excerpt, str]]] = []
    free = 0
    for number, message in enumerate(messages, 1):
        for start, end in _parts(message.text, room, count):
            excerpt = Excerpt(number, message.id, message.revision, message.text[start:end], start)
            cost = count(shown_as(excerpt, message.speaker)) + 2
            if not made or cost > free:
                made.append([])
                free = room
            made[-1].append((excerpt, message.speaker))
            free -= cost
    return made


def _parts(text: str, room: int, count: Count) -> Iterator[tuple[int, int]]:
    """The whole text, or parts of it of at most about three quarters of the room: names and numbers stand before each."""
    most = room * 3 // 4
    if count(text) <= most:
        if text.strip():
            yield 0, len(text)
        return
    start = end = used = 0
    for first, last in _pieces(text, most, count):
        cost = count(text[first:last])
        if used and used + cost > most:
            yield start, end
            start, used = first, 0
        used += cost
        end = last
    yield start, end


def _pieces(text: str, most: int, count: Count) -> Iterator[tuple[int, int]]:
    """Sentences, and of those that are too long halves of halves."""
    waiting = list(reversed(sentences(text)))
    while waiting:
        first, last = waiting.pop()
        if count(text[first:last]) <= most or last - first < 2:
            yield first, last
            continue
        middle = text.rfind(" ", first + (last - first) // 4, (first + last) // 2) + 1 or (first + last) // 2
        waiting += [(middle, last), (first, middle)]
