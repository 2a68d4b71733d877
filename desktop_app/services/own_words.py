"""Keeps an answer in a chat of several characters to the words of who speaks: where it stops, and how it begins.

Called by ``TurnRunner``. Every line of the history begins with a name there, so a model may begin with its own, or go on with
somebody else's.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from desktop_app.domain.generation import GenerationSettings, StreamEvent, TextDelta
from desktop_app.services.answering import Answerer
from desktop_app.services.group_turns import scene_of

# More than so many are refused by some servers, among them OpenAI's.
MOST_STOPS = 4

_MARKS = ":："
_BEFORE = ' \t\r\n*_["“«'
_BEHIND = " \t*_]"


def generation_of(answerer: Answerer) -> GenerationSettings:
    """The settings of a request: in a group the answer ends where somebody else would begin to speak."""
    settings = answerer.connection.generation
    scene = scene_of(answerer)
    if scene is None or answerer.character is None:
        return settings
    others = [member.called for member in scene.members if member.id != answerer.character.id]
    if answerer.persona is not None:
        others.append(answerer.persona.name)
    stops = dict.fromkeys([*settings.stop, *(f"\n{name}:" for name in others if name)])
    return replace(settings, stop=tuple(stops)[: max(MOST_STOPS, len(settings.stop))])


async def own_words(answerer: Answerer, stream: AsyncGenerator[StreamEvent, None]) -> AsyncGenerator[StreamEvent, None]:
    """The stream without the speaker's name at its beginning; what may still become it waits."""
    names = _names(answerer)
    held, decided = "", not names
    async with aclosing(stream) as events:
        async for event in events:
            if decided or not isinstance(event, TextDelta):
                if held and not isinstance(event, TextDelta):
                    yield TextDelta(held)
                    held, decided = "", True
                yield event
                continue
            held += event.text
            rest = without_name(held, names)
            if rest is not None:
                decided, held = True, ""
                if rest:
                    yield TextDelta(rest)
    if held:
        yield TextDelta(held)


def without_name(text: str, names: tuple[str, ...]) -> str | None:
    """The text without one of the names at its beginning; None as long as more of it must be seen."""
    begun = text.lstrip(_BEFORE)
    for name in names:
        if begun[: len(name)].casefold() == name.casefold():
            behind = begun[len(name) :].lstrip(_BEHIND)
            if behind[:1] and behind[0] in _MARKS:
                rest = behind[1:].lstrip(_BEHIND)
                return rest or None
            if not behind:
                return None
    if any(name.casefold().startswith(begun.casefold()) for name in names):
        return None
    return text


def _names(answerer: Answerer) -> tuple[str, ...]:
    if scene_of(answerer) is None or answerer.character is None:
        return ()
    card = answerer.character
    return tuple(dict.fromkeys(name for name in (card.called, card.name) if name))
