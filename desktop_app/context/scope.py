"""What macros know in a request: names, the newest message, and the fields of card and persona.

Called by ``builder`` for entries, and by ``parts``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.context.macros import MacroScope, expand
from desktop_app.context.prompt_words import words_of
from desktop_app.context.request import ContextRequest
from desktop_app.domain.character import Character


@dataclass(frozen=True, slots=True)
class FieldScope:
    """A scope that knows the fields too, and whether a clock was read for any of them."""

    scope: MacroScope
    used_clock: bool


def card_of(request: ContextRequest) -> Character:
    """Who answers; without a character somebody who has only a name."""
    return request.character or Character(id="", name=words_of(request.language).nobody)


def cards_of(request: ContextRequest) -> tuple[Character, ...]:
    """Whose cards are sent: that of who answers, or those of all members in their order."""
    group = request.group
    return group.members if group is not None and group.all_cards else (card_of(request),)


def as_spoken_by(card: Character, request: ContextRequest, bare: MacroScope) -> tuple[ContextRequest, MacroScope]:
    """The request and its scope, for the texts of a member's card: there the member is who answers."""
    return replace(request, character=card), bare.with_values(char=card.called)


def field_templates(request: ContextRequest) -> dict[str, str]:
    """The texts that macros can put into other texts, by the macro's name."""
    card = card_of(request)
    return {
        "description": card.description,
        "personality": card.personality,
        "scenario": card.scenario,
        "persona": request.persona.description if request.persona else "",
        "mesexamples": card.mes_example,
        "charprompt": card.system_prompt,
    }


def bare_scope(request: ContextRequest, newest_id: str, newest_text: str) -> MacroScope:
    """A scope without fields. ``newest_id`` and ``newest_text`` are the newest message's, the draft included."""
    name = card_of(request).called
    user = request.persona.name if request.persona else request.user_name
    return MacroScope(
        chat_id=request.chat_id,
        newest_id=newest_id,
        now_minutes=request.now_minutes,
        values={
            "char": name,
            "user": user,
            **_names(request, name, user),
            "model": request.model,
            "input": newest_text,
            "lastmessage": newest_text,
        },
    )


def with_fields(bare: MacroScope, request: ContextRequest) -> FieldScope:
    """The scope with the fields, each expanded once and without fields of its own: no text can hold itself."""
    expanded = {name: expand(template, bare, name) for name, template in field_templates(request).items()}
    scope = bare.with_values(**{name: field.text for name, field in expanded.items()})
    return FieldScope(scope, any(field.used_clock for field in expanded.values()))


def _names(request: ContextRequest, name: str, user: str) -> dict[str, str]:
    """The macros that name several: with one character they name that one."""
    group = request.group
    members = group.members if group is not None else ()
    muted = group.muted if group is not None else ()
    everybody = ", ".join(member.called for member in members) or name
    speaker = card_of(request)
    others = [member.called for member in members if member.id != speaker.id]
    return {
        "group": everybody,
        "charifnotgroup": everybody,
        "groupnotmuted": ", ".join(member.called for member in members if member.id not in muted) or name,
        "notchar": ", ".join([*others, user]),
    }
