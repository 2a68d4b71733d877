"""Puts streamed text together: surrogate halves that servers split, and reasoning between ``<think>`` tags. Pure.

Used by ``openai_decode`` and ``ollama_decode``.
"""

from __future__ import annotations

from enum import Enum, auto

from desktop_app.domain.generation import ReasoningDelta, StreamEvent, TextDelta
from desktop_app.domain.message import clean_text

_OPEN = "<think>"
_CLOSE = "</think>"
# White space in front of a tag; a model that writes nothing else for ever is not looked through again and again.
_LONGEST_START = 1000


class ReplyText:
    """Makes events of the pieces of reasoning and text that a server sends: whole characters, thoughts apart from the answer."""

    def __init__(self) -> None:
        self._text = SurrogateJoiner()
        self._reasoning = SurrogateJoiner()
        self._think = ThinkSplitter()

    def feed(self, reasoning: str, text: str) -> list[StreamEvent]:
        """The events of two more pieces, either of which may be empty."""
        thought, answer = self._think.feed(self._text.feed(text))
        return _events(self._reasoning.feed(reasoning) + thought, answer)

    def finish(self) -> list[StreamEvent]:
        """What was held back: halves of characters and of tags."""
        reasoning = self._reasoning.finish()
        thought, answer = self._think.feed(self._text.finish())
        more_thought, more_answer = self._think.finish()
        return _events(reasoning + thought + more_thought, answer + more_answer)


class SurrogateJoiner:
    """Servers cut a reply between the two halves of one emoji, each escaped on its own: this joins them again."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, text: str) -> str:
        """``text`` with whole characters only; a first half at its end waits for the next call."""
        text = self._half + text
        self._half = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        if not any("\ud800" <= character <= "\udfff" for character in text):
            return text
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def finish(self) -> str:
        """What stands for a half that never got its other one."""
        half, self._half = self._half, ""
        return clean_text(half)


class _Place(Enum):
    START = auto()
    THINKING = auto()
    ANSWER = auto()


class ThinkSplitter:
    """Separates ``<think>…</think>`` at the very start of a reply from the answer; anywhere else the tags are ordinary text."""

    def __init__(self) -> None:
        self._place = _Place.START
        self._held = ""
        self._trim = False

    def feed(self, text: str) -> tuple[str, str]:
        """More reasoning and more answer (either may be empty); what may be a tag is held until it is known."""
        self._held += text
        reasoning = ""
        if self._place is _Place.START:
            self._leave_start()
        if self._place is _Place.THINKING:
            reasoning = self._take_reasoning()
        if self._place is not _Place.ANSWER:
            return reasoning, ""
        answer, self._held = self._trimmed(self._held), ""
        return reasoning, answer

    def finish(self) -> tuple[str, str]:
        """What was held, now that nothing follows."""
        held, self._held = self._held, ""
        return (self._trimmed(held), "") if self._place is _Place.THINKING else ("", held)

    def _leave_start(self) -> None:
        begin = self._held.lstrip()
        if begin.startswith(_OPEN):
            self._place, self._held, self._trim = _Place.THINKING, begin.removeprefix(_OPEN), True
        elif not _OPEN.startswith(begin) or len(self._held) > _LONGEST_START:
            self._place = _Place.ANSWER

    def _take_reasoning(self) -> str:
        reasoning, tag, rest = self._held.partition(_CLOSE)
        if tag:
            reasoning = self._trimmed(reasoning)
            self._place, self._held, self._trim = _Place.ANSWER, rest, True
            return reasoning
        kept = _length_of_beginning_tag(self._held)
        cut = len(self._held) - kept
        reasoning, self._held = self._trimmed(self._held[:cut]), self._held[cut:]
        return reasoning

    def _trimmed(self, text: str) -> str:
        """Without the empty lines that models write behind a tag."""
        if self._trim:
            text = text.lstrip()
            self._trim = not text
        return text


def _events(reasoning: str, answer: str) -> list[StreamEvent]:
    events: list[StreamEvent] = []
    if reasoning:
        events.append(ReasoningDelta(reasoning))
    if answer:
        events.append(TextDelta(answer))
    return events


def _length_of_beginning_tag(text: str) -> int:
    return next((size for size in range(len(_CLOSE) - 1, 0, -1) if text.endswith(_CLOSE[:size])), 0)
