"""For whom an entry is: characters, tags, kinds of answers, greetings. Called by ``engine`` for the entries that have such limits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from desktop_app.context.activation.compiled import CompiledEntry
from desktop_app.context.macros import MacroScope, expand
from desktop_app.context.plan import Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import ContextRequest
from desktop_app.context.scope import cards_of
from desktop_app.domain.character import Character
from desktop_app.domain.lore import EntryFilter
from desktop_app.domain.message import Role, text_of

_FILTERED = reason(ReasonCode.FILTERED)
_OTHER_GREETING = reason(ReasonCode.OTHER_GREETING)


class Filters:
    """The limits of entries, held against one request."""

    def __init__(self, request: ContextRequest, scope: MacroScope) -> None:
        self._request = request
        self._names, self._tags = _names_and_tags(cards_of(request) if request.character else ())
        self._scope = scope

    @cached_property
    def greeting(self) -> int | None:
        """Which greeting the branch begins with, 0 being ``first_mes``; None where that cannot be told (any more)."""
        request = self._request
        first, card = request.branch[0] if request.branch else None, request.character
        if first is None or card is None or first.role is not Role.ASSISTANT or first.parts is None:
            return None
        text = text_of(first.parts).strip()
        greetings = (card.first_mes, *card.alternate_greetings)
        told = (expand(greeting, self._scope, "greeting").text.strip() for greeting in greetings)
        return next((index for index, greeting in enumerate(told) if greeting == text), None)

    def against(self, entry: CompiledEntry) -> Reason | None:
        """Why the entry is not for this request; None where it is."""
        kinds = entry.entry.kinds
        if (kinds and self._request.kind not in kinds) or not self._is_for(entry.entry.only_for):
            return _FILTERED
        wanted = entry.told.greeting
        if wanted is not None and self.greeting is not None and wanted != self.greeting:
            return _OTHER_GREETING
        return None

    def _is_for(self, only: EntryFilter) -> bool:
        if not only.characters and not only.tags:
            return True
        named = not self._names.isdisjoint(map(_folded, only.characters))
        tagged = not self._tags.isdisjoint(map(_folded, only.tags))
        return (named or tagged) != only.exclude


def _names_and_tags(cards: Iterable[Character]) -> tuple[frozenset[str], frozenset[str]]:
    """Of all whose cards are sent."""
    known = tuple(cards)
    return frozenset(_folded(card.name) for card in known), frozenset(
        _folded(tag) for card in known for tag in card.tags
    )


def _folded(name: str) -> str:
    return name.strip().casefold()
