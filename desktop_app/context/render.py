"""From the pieces that stay to the messages that a provider receives, in the order of roles that its server accepts.

Called by ``budget`` through ``builder``, as often as a prompt must be measured. What is sent and what it counts is decided
here and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from desktop_app.context.names import name_cost
from desktop_app.context.pieces import Piece
from desktop_app.context.prompt_words import PromptWords
from desktop_app.context.request import Overhead
from desktop_app.context.tool_calls import wire_text
from desktop_app.domain.generation import ChatMessage, RoleStyle
from desktop_app.domain.message import Role
from desktop_app.domain.ports import TokenCount, TokenCounter

# Between texts that are one message.
SEPARATOR = "\n\n"

_TURNS = (Role.USER, Role.ASSISTANT)

_HASH_BYTES = 12


@dataclass(frozen=True, slots=True)
class Line:
    """A message of the prompt, what its text counts (None: not counted yet), and the indices of the pieces in it."""

    message: ChatMessage
    count: TokenCount | None
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A rendered prompt. ``overhead`` is what it counts beside the texts of its pieces; ``used`` is all of it."""

    pieces: tuple[Piece, ...]
    lines: tuple[Line, ...]
    overhead: int
    used: int
    exact: bool


def render(
    pieces: Sequence[Piece],
    style: RoleStyle,
    overhead: Overhead,
    counter: TokenCounter,
    words: PromptWords,
    *,
    nudge: bool = False,
) -> Prompt:
    """Renders and measures. ``nudge``: the model is asked to go on with its last message.

    Servers with strict turns want the user to begin, though a chat may begin with the character's greeting; and they take no
    last message of the assistant's to be continued: it is asked for.

    ``used`` is at least what the counter says of the messages as they are sent: where texts were joined, named or trimmed,
    the message is counted anew, and what it counts more than its pieces is overhead.
    """
    lines = _lines(pieces)
    if nudge:
        lines.append(Line(ChatMessage(Role.USER, words.nudge), None, ()))
    lines = _trimmed_end(_fitted(lines, style, words.opening))
    counts = [line.count or counter.count(wire_text(line.message)) for line in lines]
    tokens = sum(piece.tokens for piece in pieces)
    pictures = [picture for piece in pieces for picture in piece.pictures]
    besides = max(0, sum(count.tokens for count in counts) - tokens)
    if lines:
        besides += overhead.per_request + overhead.per_message * len(lines)
        besides += sum(name_cost(line.message, overhead, counter) for line in lines)
    return Prompt(
        pieces=tuple(pieces),
        lines=tuple(lines),
        overhead=besides,
        used=tokens + besides + sum(picture.tokens for picture in pictures),
        exact=all(item.exact for items in (counts, pieces, pictures) for item in items),
    )


def takes_prefill(style: RoleStyle) -> bool:
    """Whether a last message of the assistant's may be left for the model to go on with."""
    return style is not RoleStyle.ALTERNATE


def message_hash(message: ChatMessage) -> str:
    """The hash of a message of a prompt (24 hexadecimal digits): what a prompt cache can know it by."""
    calls = [[call.call_id, call.name, call.arguments] for call in message.tool_calls]
    whole: list[object] = [message.role, message.content, message.name, message.tool_call_id, calls]
    whole += [picture.digest for picture in message.pictures]
    return blake2b(json.dumps(whole).encode("ascii"), digest_size=_HASH_BYTES).hexdigest()


def stable_count(messages: Sequence[ChatMessage], hashes: Sequence[str]) -> int:
    """So many of the messages, from the first on, have these hashes."""
    count = 0
    for message, known in zip(messages, hashes, strict=False):
        if message_hash(message) != known:
            break
        count += 1
    return count


def _lines(pieces: Sequence[Piece]) -> list[Line]:
    """Neighbouring pieces without messages of their own are one message, as long as their role is the same."""
    lines: list[Line] = []
    waiting: list[Line] = []
    for index, piece in enumerate(pieces):
        if waiting and (piece.wires or waiting[-1].message.role is not piece.role):
            lines.append(_merged(waiting))
            waiting = []
        lines.extend(Line(wire.message, wire.count, (index,)) for wire in piece.wires)
        if not piece.wires:
            message = ChatMessage(piece.role, piece.text)
            waiting.append(Line(message, TokenCount(piece.tokens, piece.exact), (index,)))
    return [*lines, _merged(waiting)] if waiting else lines


def _fitted(lines: list[Line], style: RoleStyle, opening: str) -> list[Line]:
    match style:
        case RoleStyle.AS_IS:
            return lines
        case RoleStyle.SYSTEM_FIRST:
            systems = [line for line in lines if line.message.role is Role.SYSTEM]
            others = [line for line in lines if line.message.role is not Role.SYSTEM]
            return [_merged(systems), *others] if systems else others
        case RoleStyle.SYSTEM_AS_USER:
            return _system_in_front_only(lines)
        case RoleStyle.ALTERNATE:
            return list(_alternating(_system_in_front_only(lines), opening))


def _system_in_front_only(lines: Sequence[Line]) -> list[Line]:
    return [*lines[:1], *(_as_user(line) for line in lines[1:])]


def _as_user(line: Line) -> Line:
    if line.message.role is not Role.SYSTEM:
        return line
    return replace(line, message=replace(line.message, role=Role.USER))


def _alternating(lines: Sequence[Line], opening: str) -> Iterator[Line]:
    """User and assistant in turns, the user first. Tool calls and results stay as they are."""
    turn: list[Line] = []
    for line in _begun_by_the_user(lines, opening):
        if turn and not _one_turn(turn[-1].message, line.message):
            yield _merged(turn)
            turn = []
        turn.append(line)
    if turn:
        yield _merged(turn)


def _begun_by_the_user(lines: Sequence[Line], opening: str) -> list[Line]:
    start = next((index for index, line in enumerate(lines) if line.message.role is not Role.SYSTEM), len(lines))
    if start == len(lines) or lines[start].message.role is Role.USER:
        return list(lines)
    return [*lines[:start], Line(ChatMessage(Role.USER, opening), None, ()), *lines[start:]]


def _one_turn(first: ChatMessage, second: ChatMessage) -> bool:
    return first.role is second.role and first.role in _TURNS and not first.tool_calls and not second.tool_calls


def _merged(lines: Sequence[Line]) -> Line:
    if len(lines) == 1:
        return lines[0]
    content = SEPARATOR.join(line.message.content for line in lines if line.message.content)
    sources = tuple(dict.fromkeys(source for line in lines for source in line.sources))
    pictures = tuple(picture for line in lines for picture in line.message.pictures)
    return Line(ChatMessage(lines[0].message.role, content, pictures=pictures), None, sources)


def _trimmed_end(lines: list[Line]) -> list[Line]:
    """Some servers refuse white space at the end of a last assistant message."""
    if not lines or lines[-1].message.role is not Role.ASSISTANT:
        return lines
    last = lines[-1]
    content = last.message.content.rstrip()
    if content == last.message.content:
        return lines
    return [*lines[:-1], replace(last, message=replace(last.message, content=content), count=None)]
