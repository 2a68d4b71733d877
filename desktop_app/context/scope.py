"""What macros know in a request: names, the newest message, and the fields of card and persona.

Called by ``builder`` for entries, and by ``parts``.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    return MacroScope(
        chat_id=request.chat_id,
        newest_id=newest_id,
        now_minutes=request.now_minutes,
        values={
            "char": name,
            "user": request.persona.name if request.persona else request.user_name,
            "group": name,
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
