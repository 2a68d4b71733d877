"""The fixed parts of a prompt, out of settings, card and persona: what stands before the history and what behind it.

Called by ``builder``. Order and protection are those of the context-engine page, section 1. What is blank is not made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from desktop_app.context.macros import MacroScope, expand
from desktop_app.context.pieces import Group, Piece, Wire
from desktop_app.context.plan import BlockKind
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import ContextRequest
from desktop_app.domain.character import Character
from desktop_app.domain.generation import ChatMessage
from desktop_app.domain.message import Role
from desktop_app.domain.ports import TokenCount, TokenCounter

# Between the parts of the leading system message.
SEPARATOR = "\n\n"

# Who answers in a chat without a character.
NOBODY = "Assistant"

# Tells the model that what follows was never said.
EXAMPLE_HEADING = "[Example dialogue]"

_START = re.compile(r"<START>", re.IGNORECASE)

_PART_OF_PROMPT = reason(ReasonCode.PART_OF_PROMPT)
_HAD_ROOM = reason(ReasonCode.HAD_ROOM)
_NO_ROOM = reason(ReasonCode.NO_ROOM)


@dataclass(frozen=True, slots=True)
class FixedParts:
    """The groups before and behind the history, and whether a clock was read for any of them."""

    front: tuple[Group, ...]
    back: tuple[Group, ...]
    used_clock: bool


def fixed_parts(request: ContextRequest, newest_id: str, newest_text: str, counter: TokenCounter) -> FixedParts:
    """Makes the fixed parts. ``newest_id`` and ``newest_text`` are the newest message's, the draft included."""
    return _Maker(request, newest_id, newest_text, counter).parts()


class _Maker:
    """One making; remembers whether a clock was read."""

    def __init__(self, request: ContextRequest, newest_id: str, newest_text: str, counter: TokenCounter) -> None:
        self._request = request
        self._counter = counter
        self._used_clock = False
        self._card = request.character or Character(id="", name=NOBODY)
        bare = MacroScope(
            chat_id=request.chat_id,
            newest_id=newest_id,
            now_minutes=request.now_minutes,
            values={
                "char": self._card.name,
                "user": request.persona.name if request.persona else request.user_name,
                "group": self._card.name,
                "model": request.model,
                "input": newest_text,
                "lastmessage": newest_text,
            },
        )
        # A card's field inside another field is expanded once, without fields of its own: no text can hold itself.
        self._fields = _field_templates(self._card, request)
        self._scope = bare.with_values(
            **{name: self._expand(template, name, bare) for name, template in self._fields.items()}
        )

    def parts(self) -> FixedParts:
        """All parts in the order of the prompt."""
        joint = self._counter.count(SEPARATOR).tokens
        overhead = self._request.overhead.per_message
        front = [
            self._group(piece, overhead if index == 0 else joint)
            for index, piece in enumerate(piece for piece in self._front() if piece.text)
        ]
        back = [self._group(piece, overhead) for piece in self._back() if piece.text]
        return FixedParts(tuple(front), tuple(back), self._used_clock)

    def _front(self) -> Iterator[Piece]:
        card, persona = self._card, self._request.persona
        system = self._instructions("system", self._request.system_prompt, card.system_prompt)
        yield self._piece("system", BlockKind.SYSTEM, "System prompt", system)
        for name in ("description", "personality", "scenario"):
            yield self._piece(name, BlockKind.CHARACTER, name.capitalize(), self._field(name), card.id)
        yield self._piece(
            "persona", BlockKind.CHARACTER, "Persona", self._field("persona"), persona.id if persona else ""
        )
        # Told apart before names are put in: a name may hold the mark.
        for number, template in enumerate(_START.split(card.mes_example)):
            name = f"example.{number}"
            text = self._expand(template, name, self._scope).strip()
            framed = f"{EXAMPLE_HEADING}\n{text}" if text else ""
            yield self._piece(name, BlockKind.EXAMPLES, "Example dialogue", framed, card.id)

    def _back(self) -> Iterator[Piece]:
        of_card = self._card.post_history_instructions
        text = self._instructions("post-history", self._request.post_history, of_card)
        piece = self._piece("post-history", BlockKind.POST_HISTORY, "Post-history instructions", text)
        message = ChatMessage(Role.SYSTEM, piece.text)
        yield replace(piece, wires=(Wire(message, TokenCount(piece.tokens, piece.exact)),))

    def _instructions(self, place: str, own: str, of_card: str) -> str:
        """The card's instructions, else the person's own; ``{{original}}`` puts the latter into the former."""
        if not of_card.strip():
            return self._expand(own, place, self._scope.with_values(original=""))
        original = self._expand(own, f"{place}.original", self._scope)
        return self._expand(of_card, place, self._scope.with_values(original=original))

    def _field(self, name: str) -> str:
        return self._expand(self._fields[name], name, self._scope)

    def _expand(self, template: str, place: str, scope: MacroScope) -> str:
        expanded = expand(template, scope, place)
        self._used_clock = self._used_clock or expanded.used_clock
        return expanded.text

    def _piece(self, name: str, kind: BlockKind, title: str, text: str, origin_id: str = "") -> Piece:
        text = text.strip()
        count = self._counter.count(text)
        return Piece(f"prompt.{name}", kind, title, text, count.tokens, count.exact, origin_id=origin_id)

    def _group(self, piece: Piece, overhead: int) -> Group:
        protected = piece.kind is not BlockKind.EXAMPLES
        return Group(
            id=piece.id,
            kind=piece.kind,
            pieces=(piece,),
            cost=piece.tokens + overhead,
            stays=_PART_OF_PROMPT if protected else _HAD_ROOM,
            leaves=_NO_ROOM,
            protected=protected,
        )


def _field_templates(card: Character, request: ContextRequest) -> dict[str, str]:
    """The texts that macros can put into other texts, by the macro's name."""
    return {
        "description": card.description,
        "personality": card.personality,
        "scenario": card.scenario,
        "persona": request.persona.description if request.persona else "",
        "mesexamples": card.mes_example,
        "charprompt": card.system_prompt,
    }
