"""The engine's input: everything that may reach the model, as data.

Made by ``services.context_service``; read by ``builder``. What the service has not computed yet is named in ``pending``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.context.plan import TextChange
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.generation import Activated, RoleStyle
from desktop_app.domain.group import NextSpeaker
from desktop_app.domain.lore import GenerationKind, Lorebook, Scope
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import ImagePart, MessageFlags, MessageKind, Part, Role
from desktop_app.domain.pictures import PictureTerms, said_parts
from desktop_app.domain.settings import ExamplesMode, Lanes


@dataclass(frozen=True, slots=True)
class BranchMessage:
    """A message of the visible branch as the engine sees it.

    ``tokens`` counts its ``sendable_text`` alone, without the overhead of roles. ``parts`` is ``None`` for messages so far
    back that no plan can hold them (the service keeps the newest 2 × limit and what is *always in context*).
    """

    id: str
    revision: int
    role: Role
    tokens: int
    flags: MessageFlags = MessageFlags()
    kind: MessageKind = MessageKind.NORMAL
    speaker_name: str = ""
    parts: tuple[Part, ...] | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class InputMessage:
    """The person's current input while it is a draft: the id it will have, its text, and the revision it has or will have."""

    id: str
    text: str
    revision: int = 1
    pictures: tuple[ImagePart, ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """What its message will hold."""
        return said_parts(self.text, self.pictures)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to send."""
        return not (self.text.strip() or self.pictures)


@dataclass(frozen=True, slots=True)
class Overhead:
    """Tokens that a request costs beside its texts (defaults: OpenAI's published rule, 3 a message, 3 for the reply's start)."""

    per_message: int = 3
    per_name: int = 1
    per_request: int = 3


@dataclass(frozen=True, slots=True)
class LinkedBook:
    """A lorebook that counts in this chat, once, with all the scopes through which it does."""

    book: Lorebook
    scopes: tuple[Scope, ...] = (Scope(),)


class RelevanceSource(StrEnum):
    """What a relevance was measured by."""

    WORDS = "words"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class Relevance:
    """How much an entry or message has to do with the current input (0 to 1), and from what score on that counts."""

    score: float
    threshold: float
    source: RelevanceSource = RelevanceSource.WORDS


class RecalledKind(StrEnum):
    """A passage of old messages, or a compressed block of the session (*dialogue memory*)."""

    PASSAGE = "passage"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class RecallCandidate:
    """Something old that has to do with the current input. The builder drops it where its messages are in the window.

    ``place``: the number of its first message in the branch, from 1. ``minutes_ago``: how long before ``now_minutes``.
    """

    id: str
    text: str
    sources: tuple[SourceSpan, ...]
    relevance: Relevance
    kind: RecalledKind = RecalledKind.PASSAGE
    place: int = 0
    minutes_ago: int = 0
    chat_title: str = ""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """What the turn activated that made this message of the branch."""

    message_id: str
    activated: tuple[Activated, ...]


@dataclass(frozen=True, slots=True)
class LastPrompt:
    """The last prompt that went out in this chat, for what a prompt cache can keep.

    ``hashes``: of its messages in order (``context.render.message_hash``). ``first_kept_id``: the oldest message in it
    that was not in it in any case.
    """

    hashes: tuple[str, ...] = ()
    first_kept_id: str = ""


@dataclass(frozen=True, slots=True)
class GroupScene:
    """Who is in a chat of several characters: all ``members`` in their order, who speaks now among them.

    ``muted``: the ids of those who do not speak unasked. ``all_cards``: the cards of all are sent, not of the speaker alone.
    """

    members: tuple[Character, ...]
    muted: tuple[str, ...] = ()
    all_cards: bool = False


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """One question to the engine, which asks what the model would see.

    ``branch`` runs from the root to the message that is answered, oldest first, without ``draft``. ``draft`` is the input
    not yet stored; without one the branch's last user message is the current input. ``limit`` and ``reserve`` in tokens.
    ``safety`` is kept free besides, for tokenizers that only estimate. ``now_minutes`` is Unix time in minutes, local time
    zone applied; it counts for the fingerprint only where a clock macro was expanded. ``post_history`` are the person's own
    instructions behind the history (a card's ``post_history_instructions`` replace them). Messages and draft are sent as they
    stand, without macros: whoever makes a message of a greeting expands it then.

    ``books`` in order of precedence (chat, persona, character, folder, global). ``memories``: all whose scope is met;
    ``elsewhere``: the ids of those among them that were made of a message on another branch. ``past``: the turns of the branch that activated something, oldest first. ``relevance``: by the id of an entry or message;
    who is not in it was not measured. ``use_summary``, ``use_recall``: ``None`` leaves it to the strategy.
    ``cut_in_steps``: see ``ChatContext``. ``last_prompt``: what ``stable`` of the plan is measured against.

    ``language`` (``en``, ``ru``, ``zh``; any other is ``en``): in which the words are that the engine itself puts into the
    prompt, headings, labels and ages. ``order``: the rows of the prompt that may move, from top to bottom, by the names of
    ``PromptRow``: ``system``, ``lore-before-character``, ``character``, ``lore-after-character``, ``examples``, ``memory``,
    ``history``, ``found-memory``, ``recall``. Names that are missing stand where they are by default, unknown ones are passed
    over, none at all is the default order. ``changed``: the texts that scripts changed on their way here.

    ``group``: the others where several characters speak; ``character`` is the one who speaks now. ``speaking``: who that is and
    why, then who speaks after them.
    """

    chat_id: str
    model: str
    limit: int
    reserve: int
    strategy: str
    branch: tuple[BranchMessage, ...] = ()
    draft: InputMessage | None = None
    system_prompt: str = ""
    character: Character | None = None
    persona: Persona | None = None
    user_name: str = "You"
    overhead: Overhead = Overhead()
    safety: int = 0
    now_minutes: int = 0
    pending: tuple[str, ...] = ()
    post_history: str = ""
    role_style: RoleStyle = RoleStyle.AS_IS
    kind: GenerationKind = GenerationKind.NORMAL
    reroll: int = 0
    books: tuple[LinkedBook, ...] = ()
    memories: tuple[MemoryEntry, ...] = ()
    elsewhere: tuple[str, ...] = ()
    past: tuple[PastTurn, ...] = ()
    relevance: Mapping[str, Relevance] = field(default_factory=dict[str, Relevance])
    recall: tuple[RecallCandidate, ...] = ()
    summary: tuple[SummarySentence, ...] = ()
    note: AuthorsNote = AuthorsNote()
    lanes: Lanes = Lanes()
    examples: ExamplesMode = ExamplesMode.AS_ROOM_ALLOWS
    dialogue_messages: int = 10
    keep_exchanges: int = 2
    post_history_first: bool = False
    use_summary: bool | None = None
    use_recall: bool | None = None
    cut_in_steps: bool = False
    last_prompt: LastPrompt = LastPrompt()
    language: str = "en"
    order: tuple[str, ...] = ()
    changed: tuple[TextChange, ...] = ()
    group: GroupScene | None = None
    speaking: tuple[NextSpeaker, ...] = ()
    pictures: PictureTerms = PictureTerms()
