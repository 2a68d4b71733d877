"""What of a chat is scanned: its messages from the newest on, and the texts around it.

Made by ``engine`` for each build. Messages that are hidden, deleted, excluded, never to be sent, or notes are not there at
all: they are not scanned and do not count. Nor do messages without any visible text, such as calls of tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop_app.context.macros import MacroScope, expand
from desktop_app.context.places import Places
from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.context.scope import cards_of
from desktop_app.domain.lore import ScanSource
from desktop_app.domain.message import MessageKind, Role, text_of
from desktop_app.domain.pictures import pictures_of


@dataclass(frozen=True, slots=True)
class Told:
    """A message that can be scanned. ``number`` is its place in the branch, from 1; the draft's is behind the last one."""

    id: str
    number: int
    name: str
    text: str
    is_input: bool


class Window:
    """The messages, newest first, read only as far as somebody asks. ``used_clock``: a clock macro was in what was read."""

    def __init__(self, request: ContextRequest, scope: MacroScope) -> None:
        self._request = request
        self._scope = scope
        self._read: list[Told] = []
        self._unread = self._messages()
        self._sources: dict[ScanSource, str] = {}
        self.used_clock = False

    def message(self, place: int) -> Told | None:
        """The message at a place, 0 being the newest; None behind the oldest."""
        while len(self._read) <= place:
            told = next(self._unread, None)
            if told is None:
                return None
            self._read.append(told)
        return self._read[place]

    @property
    def length(self) -> int:
        """How many messages there are altogether."""
        self._read.extend(self._unread)
        return len(self._read)

    @property
    def dialogue(self) -> int:
        """How many messages the dialogue context of memory entries has: the current input and those before it."""
        newest = self.message(0)
        return self._request.dialogue_messages + (newest is not None and newest.is_input)

    def source(self, source: ScanSource) -> str:
        """One of the texts around the chat, its macros expanded."""
        if source not in self._sources:
            self._sources[source] = self._text_of(source)
        return self._sources[source]

    def _messages(self) -> Iterator[Told]:
        request = self._request
        has_input = False
        draft = request.draft
        if draft is not None and not draft.is_blank and not any(row.id == draft.id for row in request.branch[-1:]):
            has_input = True
            yield Told(draft.id, len(request.branch) + 1, self._scope.values.get("user", ""), draft.text, is_input=True)
        for index in range(len(request.branch) - 1, -1, -1):
            row = request.branch[index]
            if not row.flags.sendable or row.kind is MessageKind.NOTE:
                continue
            text = text_of(row.parts) if row.parts is not None else ""
            if row.parts is None or text.strip() or pictures_of(row.parts):
                is_input = row.role is Role.USER and not has_input
                has_input = has_input or is_input
                yield Told(row.id, index + 1, self._name(row), text, is_input)

    def _name(self, row: BranchMessage) -> str:
        return row.speaker_name or self._scope.values.get("user" if row.role is Role.USER else "char", "")

    def _text_of(self, source: ScanSource) -> str:
        request = self._request
        if source is ScanSource.SUMMARY:
            return self._summary()
        cards, persona = cards_of(request), request.persona
        templates = {
            ScanSource.PERSONA: persona.description if persona else "",
            ScanSource.AUTHORS_NOTE: request.note.text,
            ScanSource.CHARACTER_DESCRIPTION: _joined(card.description for card in cards),
            ScanSource.CHARACTER_PERSONALITY: _joined(card.personality for card in cards),
            ScanSource.SCENARIO: _joined(card.scenario for card in cards),
            ScanSource.CREATOR_NOTES: _joined(card.creator_notes for card in cards),
        }
        return self._expand(templates[source], source.value)

    def _summary(self) -> str:
        """What a summary could tell: nothing of a message that is kept back, or was changed since."""
        if not self._request.summary or self._request.use_summary is False:
            return ""
        places = Places(self._request.branch)
        told = (item.text for item in self._request.summary if places.refusal(item.sources) is None)
        return "\n".join(told)

    def _expand(self, template: str, place: str) -> str:
        expanded = expand(template, self._scope, place)
        self.used_clock = self.used_clock or expanded.used_clock
        return expanded.text


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(text for text in texts if text)
