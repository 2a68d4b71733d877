"""What the options of lorebook entries are called in forms and tables."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.lore import (
    GenerationKind,
    MeaningMode,
    Position,
    ScanSource,
    SecondaryLogic,
    TrimDirection,
)
from desktop_app.domain.message import Role
from desktop_app.language.patterns import BadPattern, Fault, compile_pattern

KEY_SHOWN = 60

MOST_KEPT = 1_000
"""Keys of which it is remembered whether they are patterns that can run: a form asks for each of them at each letter."""


def position_names() -> list[tuple[Position, str]]:
    """In the order of the prompt."""
    translate = QCoreApplication.translate
    return [
        (Position.BEFORE_CHARACTER, translate("LoreWords", "Before the character")),
        (Position.AFTER_CHARACTER, translate("LoreWords", "After the character")),
        (Position.BEFORE_EXAMPLES, translate("LoreWords", "Before the examples")),
        (Position.AFTER_EXAMPLES, translate("LoreWords", "After the examples")),
        (Position.BEFORE_HISTORY, translate("LoreWords", "Before the history")),
        (Position.AT_DEPTH, translate("LoreWords", "Inside the history, at a depth")),
        (Position.AFTER_HISTORY, translate("LoreWords", "After the history")),
        (Position.BEFORE_SUMMARY, translate("LoreWords", "Before the summary")),
        (Position.AFTER_SUMMARY, translate("LoreWords", "After the summary")),
        (Position.NOTE_TOP, translate("LoreWords", "Above the author's note")),
        (Position.NOTE_BOTTOM, translate("LoreWords", "Below the author's note")),
        (Position.OUTLET, translate("LoreWords", "At an outlet of your own")),
    ]


def role_names() -> list[tuple[Role, str]]:
    """Who may say something that stands in the history."""
    translate = QCoreApplication.translate
    return [
        (Role.SYSTEM, translate("LoreWords", "System")),
        (Role.USER, translate("LoreWords", "User")),
        (Role.ASSISTANT, translate("LoreWords", "Model")),
    ]


def logic_names() -> list[tuple[SecondaryLogic, str]]:
    """What secondary keys must do."""
    translate = QCoreApplication.translate
    return [
        (SecondaryLogic.AND_ANY, translate("LoreWords", "At least one of them is there too")),
        (SecondaryLogic.AND_ALL, translate("LoreWords", "All of them are there too")),
        (SecondaryLogic.NOT_ANY, translate("LoreWords", "None of them is there")),
        (SecondaryLogic.NOT_ALL, translate("LoreWords", "Not all of them are there")),
    ]


def meaning_names() -> list[tuple[MeaningMode, str]]:
    """How an entry is found."""
    translate = QCoreApplication.translate
    return [
        (MeaningMode.KEYS, translate("LoreWords", "Keys only")),
        (MeaningMode.MEANING, translate("LoreWords", "Meaning only")),
        (MeaningMode.EITHER, translate("LoreWords", "Keys or meaning")),
        (MeaningMode.BOTH, translate("LoreWords", "Keys and meaning together")),
    ]


def trim_names() -> list[tuple[TrimDirection, str]]:
    """What happens to an entry that is longer than its limit."""
    translate = QCoreApplication.translate
    return [
        (TrimDirection.NEVER, translate("LoreWords", "It stays out")),
        (TrimDirection.BOTTOM, translate("LoreWords", "Its end is cut off")),
        (TrimDirection.TOP, translate("LoreWords", "Its beginning is cut off")),
    ]


def source_names() -> list[tuple[ScanSource, str]]:
    """Texts besides the messages."""
    translate = QCoreApplication.translate
    return [
        (ScanSource.CHARACTER_DESCRIPTION, translate("LoreWords", "Character's description")),
        (ScanSource.CHARACTER_PERSONALITY, translate("LoreWords", "Character's personality")),
        (ScanSource.SCENARIO, translate("LoreWords", "Scenario")),
        (ScanSource.PERSONA, translate("LoreWords", "Persona")),
        (ScanSource.CREATOR_NOTES, translate("LoreWords", "Creator's notes")),
        (ScanSource.AUTHORS_NOTE, translate("LoreWords", "Author's note")),
        (ScanSource.SUMMARY, translate("LoreWords", "Summary")),
    ]


def kind_names() -> list[tuple[GenerationKind, str]]:
    """What an answer may be asked for."""
    translate = QCoreApplication.translate
    return [
        (GenerationKind.NORMAL, translate("LoreWords", "Answers")),
        (GenerationKind.CONTINUE, translate("LoreWords", "Continue")),
        (GenerationKind.REGENERATE, translate("LoreWords", "Another answer")),
        (GenerationKind.IMPERSONATE, translate("LoreWords", "Write for me")),
        (GenerationKind.QUIET, translate("LoreWords", "Quiet requests")),
    ]


def as_book_names(book_says: bool) -> list[tuple[bool | None, str]]:
    """A switch that an entry may leave to its book."""
    translate = QCoreApplication.translate
    yes, no = translate("LoreWords", "Yes"), translate("LoreWords", "No")
    inherited = translate("LoreWords", "As the book: {value}").format(value=(yes if book_says else no).lower())
    return [(None, inherited), (True, yes), (False, no)]


def pattern_fault(key: str) -> str:
    """What is wrong with a key that is written as a pattern; empty where nothing is."""
    bad = _bad(key)
    if bad is None:
        return ""
    translate = QCoreApplication.translate
    template = {
        Fault.TOO_LONG: translate(
            "LoreWords", "The pattern {key} is too long: at most {limit} characters are possible."
        ),
        Fault.TOO_LARGE: translate("LoreWords", "The pattern {key} repeats too much: more than {limit} times."),
        Fault.INVALID: translate("LoreWords", "The pattern {key} cannot be read: {detail}."),
    }[bad.fault]
    shown = key if len(key) <= KEY_SHOWN else f"{key[:KEY_SHOWN]}…"
    return template.format(**bad.params | {"key": shown})


@lru_cache(maxsize=MOST_KEPT)
def _bad(key: str) -> BadPattern | None:
    compiled = compile_pattern(key)
    return compiled if isinstance(compiled, BadPattern) else None
