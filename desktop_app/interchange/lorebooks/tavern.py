"""What SillyTavern says about an entry beyond the card specification.

Once in camel case (World Info), once in snake case (the ``extensions`` of an entry in a card). The numbers are exact (formats
page, section 6); null means: as the settings say. Called by ``world_info`` and ``character_book``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from desktop_app.domain.lore import (
    EntryFilter,
    GenerationKind,
    LorebookEntry,
    MeaningMode,
    Position,
    ScanSource,
    SecondaryLogic,
)
from desktop_app.domain.message import Role
from desktop_app.interchange.fields import Fields, split_commas
from desktop_app.interchange.json_reading import Json, JsonObject

POSITIONS = (
    Position.BEFORE_CHARACTER,
    Position.AFTER_CHARACTER,
    Position.NOTE_TOP,
    Position.NOTE_BOTTOM,
    Position.AT_DEPTH,
    Position.BEFORE_EXAMPLES,
    Position.AFTER_EXAMPLES,
    Position.OUTLET,
)
# The nearest place that it has, for places that it has not.
_NEAREST: Mapping[Position, Position] = {
    Position.BEFORE_HISTORY: Position.AFTER_EXAMPLES,
    Position.AFTER_HISTORY: Position.AT_DEPTH,
    Position.BEFORE_SUMMARY: Position.AT_DEPTH,
    Position.AFTER_SUMMARY: Position.AT_DEPTH,
}
LOGICS = (SecondaryLogic.AND_ANY, SecondaryLogic.NOT_ALL, SecondaryLogic.NOT_ANY, SecondaryLogic.AND_ALL)
ROLES = (Role.SYSTEM, Role.USER, Role.ASSISTANT)
SOURCES: Mapping[ScanSource, str] = {
    ScanSource.PERSONA: "matchPersonaDescription",
    ScanSource.CHARACTER_DESCRIPTION: "matchCharacterDescription",
    ScanSource.CHARACTER_PERSONALITY: "matchCharacterPersonality",
    ScanSource.SCENARIO: "matchScenario",
    ScanSource.CREATOR_NOTES: "matchCreatorNotes",
}
# A variant that is asked for is the same as an answer asked for again.
_KINDS: Mapping[str, GenerationKind] = {
    **{kind.value: kind for kind in GenerationKind},
    "swipe": GenerationKind.REGENERATE,
}
# Written as they are, under the same name in both cases.
_SAME_NAME = frozenset({"useProbability", "selectiveLogic", "characterFilter"})
TOGETHER = (frozenset({"probability", "useProbability"}),)

_PATTERN = re.compile(r"/.+/[a-z]*\Z", re.DOTALL)
_CAPITAL = re.compile(r"(?=[A-Z])")

Naming = Callable[[str], str]


def camel(name: str) -> str:
    """As World Info calls it."""
    return name


def snake(name: str) -> str:
    """As the extensions of an entry in a card call it."""
    return name if name in _SAME_NAME else _CAPITAL.sub("_", name).lower()


def read_details(given: Fields, naming: Naming) -> dict[str, Any]:
    """Fields of a ``LorebookEntry`` by name. Position is left out where it is not there."""
    name = naming
    found: dict[str, Any] = {
        "depth": given.number(name("depth"), 4, 0),
        "role": pick(ROLES, given.optional_number(name("role"))),
        "outlet": given.text(name("outletName")),
        "secondary_logic": pick(LOGICS, given.optional_number(name("selectiveLogic"))),
        "case_sensitive": given.optional_flag(name("caseSensitive")),
        "whole_words": given.optional_flag(name("matchWholeWords")),
        "scan_depth": given.optional_number(name("scanDepth"), 0, 100_000),
        "groups": split_commas(given.text(name("group"))),
        "group_weight": given.number(name("groupWeight"), 100, 0),
        "group_by_order": given.flag(name("groupOverride"), default=False),
        "group_scoring": given.optional_flag(name("useGroupScoring")),
        "cannot_be_pulled": given.flag(name("excludeRecursion"), default=False),
        "cannot_pull": given.flag(name("preventRecursion"), default=False),
        "recursion_level": _level(given, name("delayUntilRecursion")),
        "sticky": given.optional_number(name("sticky"), 0) or 0,
        "cooldown": given.optional_number(name("cooldown"), 0) or 0,
        "delay": given.optional_number(name("delay"), 0) or 0,
        "ignore_budget": given.flag(name("ignoreBudget"), default=False),
        "probability": _probability(given, name),
        "scan_sources": tuple(source for source, switch in SOURCES.items() if given.flag(name(switch), default=False)),
        "only_for": _filter(given.inside(name("characterFilter")))
        if given.has(name("characterFilter"))
        else EntryFilter(),
        "kinds": _kinds(given.texts(name("triggers"))) if given.has(name("triggers")) else (),
    }
    if given.has(name("position")):
        found["position"] = pick(POSITIONS, given.optional_number(name("position")))
    return found


def read_meaning(given: Fields, name: str, keys: tuple[str, ...]) -> MeaningMode:
    """*Vectorized* is found by meaning as well; without keys by nothing else."""
    if not given.flag(name, default=False):
        return MeaningMode.KEYS
    return MeaningMode.EITHER if any(key.strip() for key in keys) else MeaningMode.MEANING


def write_details(entry: LorebookEntry, naming: Naming) -> JsonObject:
    """The members of the file."""
    sources = {switch: source in entry.scan_sources for source, switch in SOURCES.items()}
    made: JsonObject = {
        "position": POSITIONS.index(_NEAREST.get(entry.position, entry.position)),
        "depth": 0 if entry.position is Position.AFTER_HISTORY else entry.depth,
        "role": ROLES.index(entry.role) if entry.role in ROLES else 0,
        "outletName": entry.outlet,
        "selectiveLogic": LOGICS.index(entry.secondary_logic),
        "caseSensitive": entry.case_sensitive,
        "matchWholeWords": entry.whole_words,
        "scanDepth": entry.scan_depth,
        "group": ", ".join(entry.groups),
        "groupWeight": entry.group_weight,
        "groupOverride": entry.group_by_order,
        "useGroupScoring": entry.group_scoring,
        "excludeRecursion": entry.cannot_be_pulled,
        "preventRecursion": entry.cannot_pull,
        "delayUntilRecursion": entry.recursion_level,
        "sticky": entry.sticky or None,
        "cooldown": entry.cooldown or None,
        "delay": entry.delay or None,
        "ignoreBudget": entry.ignore_budget,
        "probability": entry.probability,
        "useProbability": True,
        "vectorized": entry.meaning in {MeaningMode.EITHER, MeaningMode.MEANING},
        "characterFilter": _written_filter(entry.only_for),
        "triggers": [kind.value for kind in entry.kinds],
        **sources,
    }
    return {naming(name): value for name, value in made.items()}


def said_of(entry: LorebookEntry) -> frozenset[str]:
    """Names of fields that ``write_details`` says wholly."""
    said: set[str] = set()
    if entry.position in POSITIONS:
        said.add("position")
    if set(entry.scan_sources) <= set(SOURCES):
        said.add("scan_sources")
    keyed = any(key.strip() for key in entry.keys)
    if entry.meaning is MeaningMode.KEYS or entry.meaning is (MeaningMode.EITHER if keyed else MeaningMode.MEANING):
        said.add("meaning")
    return frozenset(said)


def is_pattern(key: str) -> bool:
    """Whether a key is written as ``/pattern/flags``."""
    return _PATTERN.match(key) is not None


def pick(choices: tuple[Any, ...], number: int | None) -> Any:
    """The choice of that number; the first for none and for what is not there."""
    return choices[number] if number is not None and 0 <= number < len(choices) else choices[0]


def _level(given: Fields, name: str) -> int:
    """False is no level, true is the first."""
    value = given.data.get(name)
    return int(value) if isinstance(value, bool) else given.optional_number(name, 0) or 0


def _probability(given: Fields, name: Naming) -> int:
    used = given.flag(name("useProbability"), default=True)
    percent = given.number(name("probability"), 100, 0, 100)
    return percent if used else 100


def _filter(given: Fields) -> EntryFilter:
    names, tags = given.texts("names"), given.texts("tags")
    return EntryFilter(names, tags, exclude=given.flag("isExclude", default=False) and bool(names or tags))


def _written_filter(only_for: EntryFilter) -> Json:
    if only_for == EntryFilter():
        return None
    return {"isExclude": only_for.exclude, "names": list(only_for.characters), "tags": list(only_for.tags)}


def _kinds(words: tuple[str, ...]) -> tuple[GenerationKind, ...]:
    return tuple(dict.fromkeys(_KINDS[word.lower()] for word in words if word.lower() in _KINDS))
