"""Decorators of Character Card V3: lines ``@@name value`` at the start of an entry's content that say how it is used.

Called by ``activation`` once for each revision of an entry. What is stored keeps its decorators; what is sent never has
them. A line ``@@@name value`` counts where the one above it is unknown or has a value that cannot be read. Rules: section
17 of the formats page and https://github.com/kwaroran/character-card-spec-v3; what only RisuAI has and can be done here is
done too. Those for prompts without messages (``instruct_…``), for icons and for the settings of another program's window
are kept and ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from desktop_app.domain.lore import LorebookEntry, Position
from desktop_app.domain.message import Role

# The priority of what has to go before everything else when there is no room.
LOWEST_PRIORITY = -(10**9)

_LINE = re.compile(r"(@@@?)([A-Za-z_][A-Za-z0-9_]*)(?:[ \t]+(.*?))?[ \t\r]*(?:\n|\Z)")
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.0*)?")
_REPEATABLE = frozenset({"additional_keys", "exclude_keys", "exclude_keys_all"})
_POSITIONS: Mapping[str, Position] = {
    "after_desc": Position.AFTER_CHARACTER,
    "before_desc": Position.BEFORE_CHARACTER,
    # The prompt has no place inside the card: behind it is the nearest.
    "personality": Position.AFTER_CHARACTER,
    "scenario": Position.AFTER_CHARACTER,
}

Value: TypeAlias = bool | int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decorator:
    """A decorator that counts, its value read: true, a number, a word, or keys."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Decorated:
    """An entry with its decorators carried out: its content is without them, its fields are as they say.

    What no field can say: ``never`` active; active only ``after`` so many answers, or at every ``every``-th; only with
    ``greeting`` (0: ``first_mes``); ``keeps``: active for ever once it was; ``once``: never again; one of each of
    ``besides`` must be found too; where all of one of ``not_together`` are found it is blocked; ``reverse_depth`` counts the
    depth from the oldest message; ``first_to_go``: not protected, and out before all others when there is no room.
    """

    entry: LorebookEntry
    never: bool = False
    after: int = 0
    every: int = 1
    greeting: int | None = None
    keeps: bool = False
    once: bool = False
    besides: tuple[tuple[str, ...], ...] = ()
    not_together: tuple[tuple[str, ...], ...] = ()
    reverse_depth: int | None = None
    first_to_go: bool = False


def read_decorators(content: str) -> tuple[tuple[Decorator, ...], str]:
    """The decorators that count, in their order, and the content without any of them."""
    start = len(content) - len(content.lstrip())
    if not content.startswith("@@", start):
        return (), content
    found: list[Decorator] = []
    decided = True  # whether the chain of fallbacks has its decorator; one without a head has nothing to fall back from
    at = start
    while (line := _LINE.match(content, at)) is not None:
        marks, name, value = line[1], line[2].lower(), line[3] or ""
        if marks == "@@" or not decided:
            read = _read(name, value)
            decided = read is not None
            if read is not None and (name in _REPEATABLE or all(known.name != name for known in found)):
                found.append(Decorator(name, read))
        at = line.end()
        at += len(content[at:]) - len(content[at:].lstrip("\r\n"))
    return tuple(found), content[at:]


def decorated(entry: LorebookEntry) -> Decorated:
    """The entry as its decorators want it."""
    decorators, content = read_decorators(entry.content)
    if content is entry.content:
        return Decorated(entry)
    values = {decorator.name: decorator.value for decorator in reversed(decorators)}
    fields: dict[str, Any] = {"content": content}
    for name, value in values.items():
        if name in _FIELDS:
            fields |= _FIELDS[name](value)
    fields |= _place(values)
    fields["anti_keys"] = (*entry.anti_keys, *(key for keys in _all(decorators, "exclude_keys") for key in keys))
    if "ignore_on_max_context" in values:
        fields["priority"] = LOWEST_PRIORITY
    return Decorated(
        entry=replace(entry, **fields),
        never="dont_activate" in values and "activate" not in values,
        after=_int(values, "activate_only_after") or 0,
        every=max(_int(values, "activate_only_every") or 1, 1),
        greeting=_int(values, "is_greeting"),
        keeps="keep_activate_after_match" in values,
        once="dont_activate_after_match" in values,
        besides=_all(decorators, "additional_keys"),
        not_together=_all(decorators, "exclude_keys_all"),
        reverse_depth=_int(values, "reverse_depth") if not {"position", "depth", "end"} & values.keys() else None,
        first_to_go="ignore_on_max_context" in values,
    )


def _read(name: str, value: str) -> Value | None:
    """The value; None where the decorator is not known here, or its value says nothing."""
    reader = _READERS.get(name)
    return reader(value) if reader is not None else None


def _flag(value: str) -> bool | None:
    return None if value.lower() == "false" else True


def _number(value: str) -> int | None:
    return int(float(value)) if _NUMBER.fullmatch(value) else None


def _role(value: str) -> str | None:
    return value.lower() if value.lower() in {Role.ASSISTANT, Role.SYSTEM, Role.USER} else None


def _position(value: str) -> str | None:
    return value.lower() if value.lower() in _POSITIONS else None


def _keys(value: str) -> tuple[str, ...] | None:
    return tuple(key.strip() for key in value.split(",") if key.strip()) or None


_READERS: Mapping[str, Callable[[str], Value | None]] = {
    "activate": _flag,
    "dont_activate": _flag,
    "activate_only_after": _number,
    "activate_only_every": _number,
    "keep_activate_after_match": _flag,
    "dont_activate_after_match": _flag,
    "depth": _number,
    "reverse_depth": _number,
    "end": _flag,
    "role": _role,
    "scan_depth": _number,
    "is_greeting": _number,
    "position": _position,
    "ignore_on_max_context": _flag,
    "additional_keys": _keys,
    "exclude_keys": _keys,
    "exclude_keys_all": _keys,
    "probability": _number,
    "match_full_word": _flag,
    "match_partial_word": _flag,
    "unrecursive": _flag,
    "no_recursive_search": _flag,
}

_FIELDS: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "activate": lambda _: {"constant": True},
    "role": lambda value: {"role": Role(value)},
    "scan_depth": lambda value: {"scan_depth": max(value, 0)},
    "probability": lambda value: {"probability": value},
    "match_full_word": lambda _: {"whole_words": True},
    "match_partial_word": lambda _: {"whole_words": False},
    "unrecursive": lambda _: {"cannot_pull": True},
    "no_recursive_search": lambda _: {"cannot_be_pulled": True},
}


def _place(values: Mapping[str, Value]) -> dict[str, Any]:
    """Where it goes: ``position`` counts before ``depth``, that before ``reverse_depth``."""
    if "position" in values:
        return {"position": _POSITIONS[str(values["position"])]}
    if "depth" in values:
        return {"position": Position.AT_DEPTH, "depth": max(_int(values, "depth") or 0, 0)}
    if "end" in values:
        return {"position": Position.AT_DEPTH, "depth": 0}
    return {"position": Position.AT_DEPTH} if "reverse_depth" in values else {}


def _int(values: Mapping[str, Value], name: str) -> int | None:
    value = values.get(name)
    return value if isinstance(value, int) else None


def _all(decorators: tuple[Decorator, ...], name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(item.value for item in decorators if item.name == name and isinstance(item.value, tuple))
