"""Lorebooks and their entries, with the names of the card specification where it has them.

What ``None`` stands for in an entry: as its book says. Rules of activation: section 2 of the context-engine page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.domain.message import Role


class Position(StrEnum):
    """Where an active entry stands in the prompt."""

    BEFORE_CHARACTER = "before-character"
    AFTER_CHARACTER = "after-character"
    BEFORE_EXAMPLES = "before-examples"
    AFTER_EXAMPLES = "after-examples"
    NOTE_TOP = "note-top"
    NOTE_BOTTOM = "note-bottom"
    BEFORE_HISTORY = "before-history"
    AFTER_HISTORY = "after-history"
    BEFORE_SUMMARY = "before-summary"
    AFTER_SUMMARY = "after-summary"
    AT_DEPTH = "at-depth"
    OUTLET = "outlet"


class SecondaryLogic(StrEnum):
    """What the secondary keys must do for a key's hit to count."""

    AND_ANY = "and-any"
    AND_ALL = "and-all"
    NOT_ANY = "not-any"
    NOT_ALL = "not-all"


class MeaningMode(StrEnum):
    """Whether an entry is found by its keys, by meaning, by either, or only by both."""

    KEYS = "keys"
    MEANING = "meaning"
    EITHER = "either"
    BOTH = "both"


class TrimDirection(StrEnum):
    """From which end an entry that is longer than its cap is cut, at ends of sentences; ``NEVER``: it stays out."""

    NEVER = "never"
    TOP = "top"
    BOTTOM = "bottom"


class ScanSource(StrEnum):
    """A text that an entry's keys are looked for in besides the messages."""

    CHARACTER_DESCRIPTION = "character-description"
    CHARACTER_PERSONALITY = "character-personality"
    SCENARIO = "scenario"
    PERSONA = "persona"
    CREATOR_NOTES = "creator-notes"
    AUTHORS_NOTE = "authors-note"
    SUMMARY = "summary"


class GenerationKind(StrEnum):
    """What an answer is asked for; entries may be for some of these only."""

    NORMAL = "normal"
    CONTINUE = "continue"
    IMPERSONATE = "impersonate"
    REGENERATE = "regenerate"
    QUIET = "quiet"


class ScopeKind(StrEnum):
    """What a lorebook or a memory entry belongs to."""

    GLOBAL = "global"
    FOLDER = "folder"
    CHARACTER = "character"
    PERSONA = "persona"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class Scope:
    """Where something counts. ``id`` is a folder's name or the id of a character, persona or chat; empty for ``GLOBAL``."""

    kind: ScopeKind = ScopeKind.GLOBAL
    id: str = ""


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """For whom an entry is: names of characters and tags of cards, compared without case. ``exclude``: for all but these."""

    characters: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    exclude: bool = False


@dataclass(frozen=True, slots=True)
class LorebookEntry:
    """An entry of a lorebook.

    ``insertion_order`` says where: lower is higher up. ``priority`` says who survives the budget: higher does. ``depth``
    counts messages from the end (0: behind the input). ``probability`` is in percent. ``recursion_level`` n: only from the
    n-th pass of recursion on (0: at once). ``sticky``, ``cooldown`` and ``delay`` are in messages. ``token_cap``: at most so
    many tokens of it. ``revision`` counts from 1 and grows with every change of the entry.
    """

    id: str
    name: str = ""
    keys: tuple[str, ...] = ()
    content: str = ""
    enabled: bool = True
    constant: bool = False
    insertion_order: int = 100
    priority: int = 100
    position: Position = Position.BEFORE_CHARACTER
    depth: int = 4
    role: Role = Role.SYSTEM
    outlet: str = ""
    secondary_keys: tuple[str, ...] = ()
    secondary_logic: SecondaryLogic = SecondaryLogic.AND_ANY
    anti_keys: tuple[str, ...] = ()
    case_sensitive: bool | None = None
    whole_words: bool | None = None
    inflected: bool | None = None
    near_names: bool | None = None
    scan_depth: int | None = None
    scan_sources: tuple[ScanSource, ...] = ()
    meaning: MeaningMode = MeaningMode.KEYS
    probability: int = 100
    groups: tuple[str, ...] = ()
    group_weight: int = 100
    group_by_order: bool = False
    group_scoring: bool | None = None
    cannot_be_pulled: bool = False
    cannot_pull: bool = False
    recursion_level: int = 0
    sticky: int = 0
    cooldown: int = 0
    delay: int = 0
    token_cap: int | None = None
    trim: TrimDirection = TrimDirection.NEVER
    ignore_budget: bool = False
    only_for: EntryFilter = EntryFilter()
    kinds: tuple[GenerationKind, ...] = ()
    revision: int = 1
    extensions: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Lorebook:
    """A lorebook with what its entries inherit. Times are Unix milliseconds, UTC.

    ``token_budget`` in tokens and ``budget_percent`` of the context; the smaller counts, ``None``: no budget of its own.
    ``max_recursion_steps`` and ``max_depth`` 0: no limit. ``min_activations``: the scan goes deeper until so many entries are
    active. ``behind_history``: keyed entries that would stand at the character stand behind the history instead, so that the
    prompt's beginning stays the same. ``yo_as_ye``: ё and е are one letter. ``revision`` grows with every change of the book
    or of one of its entries.
    """

    id: str
    name: str
    description: str = ""
    entries: tuple[LorebookEntry, ...] = ()
    scan_depth: int = 4
    token_budget: int | None = None
    budget_percent: int | None = None
    recursive_scanning: bool = False
    max_recursion_steps: int = 0
    min_activations: int = 0
    max_depth: int = 0
    case_sensitive: bool = False
    whole_words: bool = True
    inflected: bool = True
    near_names: bool = False
    yo_as_ye: bool = True
    include_names: bool = False
    group_scoring: bool = False
    behind_history: bool = False
    enabled: bool = True
    revision: int = 1
    extensions: Mapping[str, str] = field(default_factory=dict[str, str])
    created_at: int = 0
    updated_at: int = 0


@dataclass(frozen=True, slots=True)
class LorebookLink:
    """A lorebook counts in this scope."""

    book_id: str
    scope: Scope
