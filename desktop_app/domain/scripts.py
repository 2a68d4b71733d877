"""Scripts that cards and presets bring along: what a regex script is, and which scripts an extension of a card holds.

A regex script changes how a text is shown or what of it is sent, never what is stored, and only once a person has switched
it on. What is a program (triggers, Lua, JavaScript) is kept, told, and never run. Read by services and the window.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias, cast

# Where programs keep scripts in the extensions of a card.
TAVERN, RISU, TAVERN_HELPER = "regex_scripts", "risuai", "tavern_helper"

# A hostile card cannot make a list without end.
MOST_SCRIPTS = 500

_Object: TypeAlias = "dict[str, Any]"


class ScriptPlace(StrEnum):
    """Which texts a script is for."""

    USER = "user"
    ANSWER = "answer"
    LORE = "lore"
    REASONING = "reasoning"


class MacrosInFind(StrEnum):
    """What becomes of ``{{char}}`` and ``{{user}}`` in what is looked for: left as typed, a pattern, or plain text."""

    LEFT = "left"
    RAW = "raw"
    ESCAPED = "escaped"


class NotRun(StrEnum):
    """What of a script Talespan does not do; the texts for people are the window's."""

    COMMANDS = "script.commands"
    ACTIONS = "script.actions"
    EMPTY = "script.empty"
    NOWHERE = "script.nowhere"


@dataclass(frozen=True, slots=True)
class RegexScript:
    """A regex script. ``find`` is ``/pattern/flags`` as JavaScript has it, or a pattern alone.

    In ``replace`` ``$1``, ``$<name>`` and ``{{match}}`` stand for what was found, without the texts in ``trim``. ``shows``: it
    changes what is shown; ``sends``: what is sent. ``least`` and ``most``: from how deep and to how deep it counts, 0 being the
    newest message (None: no limit). ``not_run``: what of it is left out. ``off_there``: it was off where it comes from.
    """

    name: str
    find: str
    replace: str = ""
    trim: tuple[str, ...] = ()
    places: tuple[ScriptPlace, ...] = ()
    shows: bool = True
    sends: bool = True
    least: int | None = None
    most: int | None = None
    macros: MacrosInFind = MacrosInFind.LEFT
    on_edit: bool = False
    off_there: bool = False
    not_run: tuple[NotRun, ...] = ()

    def reaches(self, depth: int) -> bool:
        """Whether it counts for a message at this depth."""
        return (self.least is None or depth >= self.least) and (self.most is None or depth <= self.most)

    def key(self, owner: str) -> str:
        """What the decision of a person hangs on: another text, or another owner, and it is off until switched on again."""
        said = (owner, self.find, self.replace, self.trim, self.places, self.shows, self.sends, self.least, self.most)
        whole = json.dumps([*said, self.macros], ensure_ascii=True)
        return hashlib.blake2b(whole.encode("ascii"), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class Program:
    """Scripts of another kind, which are kept and never run: ``kind`` is a proper name, ``count`` how many there are."""

    kind: str
    count: int


def scripts_of(extensions: Mapping[str, str]) -> tuple[RegexScript, ...]:
    """The regex scripts in a card's extensions (JSON texts by name); what cannot be read is passed over."""
    tavern, risu = _value(extensions, TAVERN), _value(extensions, RISU)
    found = [*map(tavern_script, _objects(tavern)), *map(_risu_script, _objects(_at(risu, "customScripts")))]
    return tuple(script for script in found if script is not None)[:MOST_SCRIPTS]


def count_scripts(extensions: Mapping[str, str]) -> int:
    """How many there are, also of those that cannot be read."""
    return len(_list(_value(extensions, TAVERN))) + len(_list(_at(_value(extensions, RISU), "customScripts")))


def programs_of(extensions: Mapping[str, str]) -> tuple[Program, ...]:
    """What a card brings along that is a program: never run."""
    risu, helper = _value(extensions, RISU), _value(extensions, TAVERN_HELPER)
    triggers = _objects(_at(risu, "triggerscript"))
    lua = sum(_runs_lua(trigger) for trigger in triggers)
    javascript = len(_objects(_at(helper, "scripts"))) + bool(_at(risu, "virtualscript"))
    counted = (("RisuAI Lua", lua), ("RisuAI triggers", len(triggers) - lua), ("JavaScript", javascript))
    return tuple(Program(kind, count) for kind, count in counted if count)


def tavern_script(data: _Object) -> RegexScript | None:
    """A script as SillyTavern keeps it; None where it is none."""
    find = data.get("findRegex")
    if not isinstance(find, str):
        return None
    numbers = [number for number in _list(data.get("placement")) if isinstance(number, int)]
    places = tuple(_PLACES[number] for number in dict.fromkeys(numbers) if number in _PLACES)
    shows, sends = data.get("markdownOnly") is True, data.get("promptOnly") is True
    both = not (shows or sends)
    return RegexScript(
        name=_text(data.get("scriptName")),
        find=find,
        replace=_text(data.get("replaceString")),
        trim=tuple(text for text in _list(data.get("trimStrings")) if isinstance(text, str) and text),
        places=places,
        shows=shows or both,
        sends=sends or both,
        least=_depth(data.get("minDepth"), lowest=-1),
        most=_depth(data.get("maxDepth"), lowest=0),
        macros=_macros(data.get("substituteRegex")),
        on_edit=data.get("runOnEdit") is True,
        off_there=data.get("disabled") is True,
        not_run=tuple(_tavern_not_run(find, numbers, places)),
    )


def _tavern_not_run(find: str, numbers: Iterable[int], places: tuple[ScriptPlace, ...]) -> Iterator[NotRun]:
    if not find:
        yield NotRun.EMPTY
    if _COMMANDS in numbers:
        yield NotRun.COMMANDS
    if not places:
        yield NotRun.NOWHERE


def _risu_script(data: _Object) -> RegexScript | None:
    """A script of RisuAI's, whose pattern and flags stand apart."""
    find, kind = data.get("in"), data.get("type")
    if not isinstance(find, str):
        return None
    replace = _text(data.get("out"))
    flags = _text(data.get("flag")) if data.get("ableFlag") is True else "g"
    places, shows, sends = _RISU.get(_text(kind), ((), False, False))
    told = ((NotRun.EMPTY, not find), (NotRun.ACTIONS, replace.startswith("@@")), (NotRun.NOWHERE, not places))
    return RegexScript(
        name=_text(data.get("comment")),
        find=f"/{find}/{''.join(letter for letter in dict.fromkeys(flags) if letter in _FLAGS)}" if find else "",
        replace=replace.replace("$n", "\n").replace("$&", "{{match}}"),
        places=places,
        shows=shows,
        sends=sends,
        not_run=tuple(code for code, true in told if true),
    )


_COMMANDS = 3
_PLACES = {1: ScriptPlace.USER, 2: ScriptPlace.ANSWER, 5: ScriptPlace.LORE, 6: ScriptPlace.REASONING}
_MACROS: Mapping[int, MacrosInFind] = {1: MacrosInFind.RAW, 2: MacrosInFind.ESCAPED}
_FLAGS = "gimsuy"
_SAID = (ScriptPlace.USER, ScriptPlace.ANSWER)
_RISU: Mapping[str, tuple[tuple[ScriptPlace, ...], bool, bool]] = {
    "editinput": ((ScriptPlace.USER,), True, True),
    "editoutput": ((ScriptPlace.ANSWER,), True, True),
    "editprocess": (_SAID, False, True),
    "editdisplay": (_SAID, True, False),
}


def _runs_lua(trigger: _Object) -> bool:
    return any(effect.get("type") == "triggerlua" for effect in _objects(trigger.get("effect")))


def _value(extensions: Mapping[str, str], name: str) -> object:
    try:
        return cast("object", json.loads(extensions.get(name, "null")))
    except (ValueError, RecursionError):
        return None


def _at(value: object, name: str) -> object:
    return cast("_Object", value).get(name) if isinstance(value, dict) else None


def _list(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _objects(value: object) -> list[_Object]:
    return [cast("_Object", item) for item in _list(value) if isinstance(item, dict)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _macros(value: object) -> MacrosInFind:
    return _MACROS.get(value, MacrosInFind.LEFT) if isinstance(value, int) else MacrosInFind.LEFT


def _depth(value: object, *, lowest: int) -> int | None:
    """A limit of depth; numbers below the lowest are none (SillyTavern)."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not lowest <= value < MOST_SCRIPTS**3:
        return None
    return int(value)
