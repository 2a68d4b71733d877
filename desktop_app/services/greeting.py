"""What a character says first: the card's greeting as a message. Used by ``ChatService.start_chat``.

The engine sends messages as they stand, so the macros of a greeting are expanded once, when it becomes a message.
"""

from __future__ import annotations

from desktop_app.context.macros import MacroScope, expand
from desktop_app.domain.character import Character
from desktop_app.domain.message import Message, Role, Speaker, TextPart, clean_text

PLACE = "greeting"


def greeting(
    character: Character, message_id: str, chat_id: str, *, user_name: str, now: int, local_minutes: int
) -> Message:
    """The first message of a chat with ``character``. ``now`` in Unix milliseconds, ``local_minutes`` for clock macros."""
    bare = MacroScope(
        chat_id=chat_id,
        newest_id=message_id,
        now_minutes=local_minutes,
        values={"char": character.called, "user": user_name, "group": character.called},
    )
    fields = {
        "description": character.description,
        "personality": character.personality,
        "scenario": character.scenario,
    }
    scope = bare.with_values(**{name: expand(text, bare, name).text for name, text in fields.items()})
    text = expand(character.first_mes, scope, PLACE).text.strip()
    return Message(
        id=message_id,
        chat_id=chat_id,
        parent_id=None,
        role=Role.ASSISTANT,
        parts=(TextPart(clean_text(text)),),
        speaker=Speaker(character.name, character.id),
        created_at=now,
    )
