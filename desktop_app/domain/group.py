"""What a chat of several characters decides about its turns: who speaks after a message, who is muted, whose cards are sent.

Kept in ``ChatContext``. A chat of one character has these values too, and nothing reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TurnOrder(StrEnum):
    """How it is decided who speaks: the person picks, by mention and talkativeness, one after the other, or everyone once."""

    MANUAL = "manual"
    NATURAL = "natural"
    LIST = "list"
    POOLED = "pooled"


class CardsSent(StrEnum):
    """Whose cards, lore and memory are in the prompt: those of who speaks, or those of all members."""

    SPEAKER = "speaker"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class GroupChoices:
    """The choices of one chat. Ids are those of characters.

    ``muted``: they are never chosen by an order; the person can still let them speak. ``most_answers``: so many speak after a
    message at most; 0: as many as the order says. ``next_id``: whom the person picked for the manual order.
    """

    order: TurnOrder = TurnOrder.NATURAL
    muted: tuple[str, ...] = ()
    most_answers: int = 0
    cards: CardsSent = CardsSent.SPEAKER
    next_id: str | None = None


class SpeakerReason(StrEnum):
    """Why it is somebody's turn.

    ``CHOSEN`` by the person, ``FIRST`` of the members as long as nobody is chosen, ``DRAWN`` by lot since nobody was called or
    felt like it, ``ALONE``: all others are muted, ``AGAIN``: another answer in the place of one of theirs.
    """

    CHOSEN = "chosen"
    FIRST = "first"
    MENTIONED = "mentioned"
    TALKATIVE = "talkative"
    DRAWN = "drawn"
    LISTED = "listed"
    POOLED = "pooled"
    ALONE = "alone"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class NextSpeaker:
    """Somebody whose turn it is. ``percent``: the talkativeness that let them speak, where it did."""

    character_id: str
    name: str
    why: SpeakerReason
    percent: int = 0
