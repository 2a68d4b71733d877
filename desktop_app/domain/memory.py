"""Long-lived pieces of knowledge beside the chats, and what a chat remembers of itself: memory entries and summary sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.domain.lore import Scope

TRUE_UNTIL = "talespan.true-until"
"""Among an entry's extensions: since when it is true no longer, in Unix milliseconds (another took its place)."""


class KeywordMatch(StrEnum):
    """How a memory entry's keywords are compared with the dialogue (without case, all of them; ``/…/flags`` is a pattern)."""

    SUBSTRING = "substring"
    WHOLE_WORDS = "whole-words"


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A place in one revision of a message: characters ``start`` to ``end`` of its visible text."""

    message_id: str
    revision: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """A piece of knowledge. Without keywords it is found by meaning.

    ``importance`` weighs it against other entries of the same relevance (1 is usual). ``sources``: what of a chat it was made
    of. ``supersedes``: the id of an entry that was true until this one. Times are Unix milliseconds, UTC; ``revision`` counts
    from 1 and grows with every change.
    """

    id: str
    content: str
    title: str = ""
    keywords: tuple[str, ...] = ()
    match: KeywordMatch = KeywordMatch.SUBSTRING
    scope: Scope = Scope()
    always_in_context: bool = False
    enabled: bool = True
    importance: float = 1.0
    sources: tuple[SourceSpan, ...] = ()
    supersedes: str = ""
    revision: int = 1
    extensions: Mapping[str, str] = field(default_factory=dict[str, str])
    created_at: int = 0
    updated_at: int = 0


class SummaryMaker(StrEnum):
    """Who made a sentence of a summary."""

    EXTRACTIVE = "extractive"
    MODEL = "model"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """One sentence of the rolling summary, or a candidate for it, with every place it came from.

    ``weight`` is larger for what matters more. ``locked``: the person's own words, never remade.
    """

    id: str
    text: str
    sources: tuple[SourceSpan, ...]
    weight: float = 0.0
    made_by: SummaryMaker = SummaryMaker.EXTRACTIVE
    locked: bool = False
