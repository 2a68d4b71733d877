"""What a character says first: the card's greetings as messages. Used by ``ChatService`` and the import service.

The engine sends messages as they stand, so the macros of a greeting are expanded once, when it becomes a message.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.context.macros import MacroScope, expand
from desktop_app.domain.character import Character
from desktop_app.domain.message import Message, Role, Speaker, TextPart, clean_text

PLACE = "greeting"


@dataclass(frozen=True, slots=True)
class Opening:
    """How a new chat with a character can begin, before anything of it is stored.

    ``messages``: its greetings in the card's order, all at the same place, as they are stored when the chat is started.
    """

    chat_id: str
    messages: tuple[Message, ...] = ()


def greetings_of(character: Character) -> tuple[str, ...]:
    """The texts of a card that can begin a chat, ``first_mes`` first; blank ones and repetitions are left out."""
    texts = (character.first_mes, *character.alternate_greetings)
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


def greeting(
    character: Character,
    message_id: str,
    chat_id: str,
    *,
    user_name: str,
    now: int,
    local_minutes: int,
    text: str | None = None,
    group: str = "",
) -> Message:
    """``text`` (None: the first greeting) as the first message of a chat with ``character``.

    ``now`` in Unix milliseconds, ``local_minutes`` for clock macros. ``group``: the names of all, where several speak.
    """
    bare = MacroScope(
        chat_id=chat_id,
        newest_id=message_id,
        now_minutes=local_minutes,
        values={
            "char": character.called,
            "user": user_name,
            "group": group or character.called,
            "charifnotgroup": group or character.called,
        },
    )
    fields = {
        "description": character.description,
        "personality": character.personality,
        "scenario": character.scenario,
    }
    scope = bare.with_values(**{name: expand(text, bare, name).text for name, text in fields.items()})
    said = expand(character.first_mes if text is None else text, scope, PLACE).text.strip()
    return Message(
        id=message_id,
        chat_id=chat_id,
        parent_id=None,
        role=Role.ASSISTANT,
        parts=(TextPart(clean_text(said)),),
        speaker=Speaker(character.name, character.id),
        created_at=now,
    )
