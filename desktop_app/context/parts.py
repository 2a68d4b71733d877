"""The fixed parts of a prompt, out of settings, card and persona: its instructions, who speaks, examples, the author's note.

Called by ``builder``. Order is ``layout``'s business. What is blank is not made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from desktop_app.context.history import Segment
from desktop_app.context.layout import Row
from desktop_app.context.macros import MacroScope, expand
from desktop_app.context.pieces import Group, Piece, block, spoken
from desktop_app.context.plan import BlockKind, Disposition, Lane, Reason
from desktop_app.context.prompt_words import words_of
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import ContextRequest
from desktop_app.context.scope import as_spoken_by, card_of, cards_of, field_templates, with_fields
from desktop_app.domain.character import Character
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.lore import GenerationKind
from desktop_app.domain.message import Role
from desktop_app.domain.ports import TokenCounter
from desktop_app.domain.settings import ExamplesMode

# What a card's ``depth_prompt`` is where it does not say (SillyTavern's defaults).
DEPTH_PROMPT = "depth_prompt"
DEPTH_OF_PROMPT = 4

_START = re.compile(r"<START>", re.IGNORECASE)

_PART_OF_PROMPT = reason(ReasonCode.PART_OF_PROMPT)
_HAD_ROOM = reason(ReasonCode.HAD_ROOM)
_NO_ROOM = reason(ReasonCode.NO_ROOM)
_EXAMPLES_OFF = reason(ReasonCode.EXAMPLES_OFF)


@dataclass(frozen=True, slots=True)
class DepthPrompt:
    """What a card wants said ``depth`` messages from the end."""

    text: str
    depth: int = DEPTH_OF_PROMPT
    role: Role = Role.SYSTEM


@dataclass(frozen=True, slots=True)
class FixedParts:
    """What stands in the rows; what cards say at a depth; the author's note, where this turn has it.

    ``call``: the last word in a chat of several characters, who is to speak. ``outlets``: in which pieces each outlet was put, by the outlet's name. ``used_clock``: a clock was read for any of them.
    """

    rows: Mapping[Row, tuple[Segment, ...]] = field(default_factory=dict[Row, tuple[Segment, ...]])
    at_depth: tuple[tuple[int, Group], ...] = ()
    note: Group | None = None
    call: Group | None = None
    outlets: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    used_clock: bool = False


def fixed_parts(request: ContextRequest, bare: MacroScope, turns: int, counter: TokenCounter) -> FixedParts:
    """Makes the fixed parts. ``turns``: which of the user's messages is answered, from 1; the author's note may skip some."""
    return _Maker(request, bare, counter, _Noted()).parts(turns)


@dataclass(slots=True)
class _Noted:
    """Which outlets were put in, in which pieces, and whether a clock was read."""

    outlets: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    used_clock: bool = False


def depth_prompt(card: Character) -> DepthPrompt | None:
    """The card's ``depth_prompt``, as far as it can be understood; None where there is none."""
    try:
        data = json.loads(card.extensions.get(DEPTH_PROMPT, ""))
        text, depth, role = data["prompt"], data.get("depth", DEPTH_OF_PROMPT), data.get("role", Role.SYSTEM)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if not isinstance(text, str):
        return None
    return DepthPrompt(
        text=text,
        depth=max(0, depth) if type(depth) is int else DEPTH_OF_PROMPT,
        role=Role(role) if role in (Role.SYSTEM, Role.USER, Role.ASSISTANT) else Role.SYSTEM,
    )


class _Maker:
    """One making, of all parts or of one card among several."""

    def __init__(
        self,
        request: ContextRequest,
        bare: MacroScope,
        counter: TokenCounter,
        noted: _Noted,
        whose: Character | None = None,
    ) -> None:
        """``whose``: the member whose card is sent among those of others."""
        known = with_fields(bare, request)
        self._request = request
        self._bare = bare
        self._whose = whose
        self._card = card_of(request)
        self._fields = field_templates(request)
        self._scope = known.scope
        self._counter = counter
        self._noted = noted
        noted.used_clock = noted.used_clock or known.used_clock

    def parts(self, turns: int) -> FixedParts:
        """All of them."""
        cards = [*self._cards()]
        card_texts = [piece for card in cards for piece in card.texts()]
        rows: dict[Row, tuple[Segment, ...]] = {
            Row.SYSTEM: tuple(self._groups([self._system()])),
            Row.CHARACTER: tuple(self._groups([*card_texts, self._persona()])),
            Row.EXAMPLES: tuple(example for card in cards for example in card.examples()),
            Row.POST_HISTORY: tuple(self._groups([self._post_history()])),
        }
        at_depth = tuple(placed for card in cards if (placed := card.at_depth()) is not None)
        note, call = self._note(turns), self._call()
        outlets = {name: frozenset(pieces) for name, pieces in self._noted.outlets.items()}
        return FixedParts(rows, at_depth, note, call, outlets, self._noted.used_clock)

    def _cards(self) -> Iterator[_Maker]:
        """The makers of the cards that are sent: of the speaker's alone, or of all."""
        cards = cards_of(self._request)
        if len(cards) == 1:
            yield self
            return
        for card in cards:
            spoken_by = as_spoken_by(card, self._request, self._bare)
            yield _Maker(*spoken_by, self._counter, self._noted, whose=card)

    def texts(self) -> Iterator[Piece]:
        """What the card says of its character."""
        for name in ("description", "personality", "scenario"):
            text = self._field(name)
            if self._whose is not None and text.strip():
                text = f"[{self._whose.called}]\n{text.strip()}"
            yield self._piece(name, BlockKind.CHARACTER, name.capitalize(), text, self._card.id)

    def examples(self) -> Iterator[Segment]:
        """Block by block. Told apart before names are put in: a name may hold the mark."""
        heading = words_of(self._request.language).example_heading
        for number, template in enumerate(_START.split(self._card.mes_example)):
            name = f"example.{number}"
            text = self._expand(template, name, self._scope).strip()
            if not text:
                continue
            framed = f"{heading}\n{text}"
            piece = self._piece(name, BlockKind.EXAMPLES, "Example dialogue", framed, self._card.id)
            group = _example(piece, self._request.examples)
            off = self._request.examples is ExamplesMode.NEVER
            yield block(piece, Disposition.EXCLUDED, _EXAMPLES_OFF, group=group) if off else group

    def at_depth(self) -> tuple[int, Group] | None:
        """What the card wants said so many messages from the end."""
        prompt = depth_prompt(self._card)
        if prompt is None:
            return None
        text = self._expand(prompt.text, "depth-prompt", self._scope)
        piece = self._piece("depth-prompt", BlockKind.CHARACTER, "Depth prompt", text, self._card.id, prompt.role)
        return (prompt.depth, _protected(piece)) if piece.text else None

    def _system(self) -> Piece:
        text = self._instructions("system", self._request.system_prompt, self._card.system_prompt)
        return self._piece("system", BlockKind.SYSTEM, "System prompt", text)

    def _persona(self) -> Piece:
        persona = self._request.persona
        origin = persona.id if persona else ""
        return self._piece("persona", BlockKind.CHARACTER, "Persona", self._field("persona"), origin)

    def _post_history(self) -> Piece:
        text = self._instructions("post-history", self._request.post_history, self._card.post_history_instructions)
        return self._piece("post-history", BlockKind.POST_HISTORY, "Post-history instructions", text)

    def _note(self, turns: int) -> Group | None:
        note = self._request.note
        if note.every < 1 or turns % note.every:
            return None
        text = self._expand(note.text, "note", self._scope)
        piece = self._piece("note", BlockKind.SYSTEM, "Author's note", text, role=spoken(note.role))
        return _protected(piece) if piece.text else None

    def _call(self) -> Group | None:
        """Says who is to speak now. Where system texts go to the front it is said by the user: it has to be the last word."""
        if self._request.group is None or self._request.kind is GenerationKind.CONTINUE:
            return None
        text = words_of(self._request.language).speak_as.format(name=self._card.called)
        role = Role.USER if self._request.role_style is RoleStyle.SYSTEM_FIRST else Role.SYSTEM
        return _protected(self._piece("speaks", BlockKind.POST_HISTORY, "Who speaks", text, self._card.id, role))

    def _instructions(self, place: str, own: str, of_card: str) -> str:
        """The card's instructions, else the person's own; ``{{original}}`` puts the latter into the former."""
        if not of_card.strip():
            return self._expand(own, place, self._scope.with_values(original=""))
        original = self._expand(own, f"{place}.original", self._scope)
        return self._expand(of_card, place, self._scope.with_values(original=original))

    def _field(self, name: str) -> str:
        return self._expand(self._fields[name], name, self._scope)

    def _expand(self, template: str, place: str, scope: MacroScope) -> str:
        place = self._place(place)
        expanded = expand(template, scope, place)
        self._noted.used_clock = self._noted.used_clock or expanded.used_clock
        for outlet in expanded.outlets:
            self._noted.outlets.setdefault(outlet, set()).add(_piece_id(place.removesuffix(".original")))
        return expanded.text

    def _place(self, name: str) -> str:
        """Where a text stands: of cards that are sent together each has places of its own."""
        return name if self._whose is None else f"{name}.{self._whose.id}"

    def _piece(
        self,
        name: str,
        kind: BlockKind,
        title: str,
        text: str,
        origin_id: str = "",
        role: Role = Role.SYSTEM,
    ) -> Piece:
        text = text.strip()
        count = self._counter.count(text)
        return Piece(
            _piece_id(self._place(name)), kind, title, text, count.tokens, count.exact, origin_id=origin_id, role=role
        )

    def _groups(self, pieces: Iterator[Piece] | list[Piece]) -> Iterator[Group]:
        return (_protected(piece) for piece in pieces if piece.text)


def _protected(piece: Piece, stays: Reason = _PART_OF_PROMPT) -> Group:
    """A group that is always in. Its cost depends on its neighbours: ``layout`` knows it."""
    return Group(piece.id, piece.kind, (piece,), 0, stays, _NO_ROOM, protected=True)


def _example(piece: Piece, mode: ExamplesMode) -> Group:
    if mode is ExamplesMode.ALWAYS:
        return _protected(piece)
    return Group(piece.id, piece.kind, (piece,), 0, _HAD_ROOM, _NO_ROOM, lane=Lane.EXAMPLES)


def _piece_id(name: str) -> str:
    return f"prompt.{name}"
