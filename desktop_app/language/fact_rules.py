"""What a rule for facts is: a pattern of one language, and what is known where it is met.

Called by ``facts``, with the rules of ``facts_english``, ``facts_russian`` and ``facts_chinese``. Named groups of a pattern:
``value`` (what is said), ``thing`` (of what: it becomes a part of the attribute), ``owner`` (of the speaker's: "my sister"
makes her the subject) and ``subject`` (somebody by name). Without the last two it is about the speaker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class FactKind(StrEnum):
    """What sort of thing is worth remembering; the words of ``Proposal.kind``."""

    FACT = "fact"
    NAME = "name"
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class FactRule:
    """One way to say one thing.

    ``single``: only one value can be true at a time, so a newer one takes the place of an older one. ``weight``: which of
    several facts is told first. ``lasting``: no fact where the sentence speaks of this moment ("I hate everything today").
    """

    attribute: str
    pattern: str
    kind: FactKind = FactKind.FACT
    single: bool = False
    weight: float = 0.7
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class FactLanguage:
    """The rules of a language, and what makes no fact of a sentence.

    ``letters``: a sentence without any of these is of another language. ``question``, ``command`` and ``quotation`` speak of
    the whole sentence, ``doubt`` of what stands before the fact, ``moment`` see ``FactRule.lasting``. ``words``: pieces that
    patterns and vetoes share, put in where ``<name>`` stands. ``first_person``: the sentence needs to be told who said it.
    """

    code: str
    letters: str
    rules: tuple[FactRule, ...]
    question: str
    doubt: str
    command: str
    quotation: str
    moment: str
    first_person: str
    no_keywords: frozenset[str] = frozenset()
    words: Mapping[str, str] = field(default_factory=dict[str, str])


def any_of(words: Sequence[str]) -> str:
    """A pattern for any of these (which may be patterns), the longest first."""
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + ")"
