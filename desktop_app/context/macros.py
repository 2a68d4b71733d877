"""Macros in templates: ``{{char}}``, ``{{random:a,b}}``, ``<USER>`` and the others that need nothing but a scope.

Called by ``parts`` for the texts of cards, personas and settings, and by services that make a message of a greeting.
One pass: what a macro inserts is never looked at again (case H-15). Chance is seeded, so the same scope gives the same
text. Macros that are not known stay as they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from desktop_app.context.clock_macros import clock_text

# Deeper than this nothing a person wrote is nested; what is deeper stays as typed.
MAXIMUM_DEPTH = 20

# Of one text; a book has a million. Behind that macros stay as typed: a field that holds a name a thousand times and is put
# in a thousand times itself would fill the memory.
MAXIMUM_INSERTED = 2_000_000

MAXIMUM_DICE = 1000
MAXIMUM_SIDES = 1_000_000_000

# Of three or more braces in a row the innermost two open a macro: "{{{char}}}" is a name in braces.
_BRACES = re.compile(r"\{\{(?!\{)|\}\}")
_PIECE = re.compile(r"\{\{\s*trim\s*\}\}|\{\{(?!\{)|<(?:user|bot|char)>", re.IGNORECASE)
_COMMENT = re.compile(r"\s*//")
_HEAD = re.compile(r"\s*([a-z_]+)(?:(::|:|\s)(.*))?\Z", re.IGNORECASE | re.DOTALL)
_LINE_ENDS = re.compile(r"[\r\n]*")
_DICE = re.compile(r"\s*(?:(\d{1,6})?d)?(\d{1,12})\s*([+-]\s*\d{1,9})?\s*\Z", re.IGNORECASE)
_TAGS = {"<user>": "user", "<bot>": "char", "<char>": "char"}
_SIMPLE: Mapping[str, str] = {"newline": "\n", "noop": ""}


@dataclass(frozen=True, slots=True)
class MacroScope:
    """What macros can know. ``values`` are literal texts by lower-case name.

    ``newest_id`` is the newest message's id and part of the seed of chance; ``now_minutes`` is local Unix time in minutes.
    ``outlets`` are the texts for ``{{outlet::name}}`` by name; one that is not there says nothing.
    """

    chat_id: str = ""
    newest_id: str = ""
    now_minutes: int = 0
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    outlets: Mapping[str, str] = field(default_factory=dict[str, str])

    def with_values(self, **values: str) -> MacroScope:
        """The same scope with more values."""
        return replace(self, values={**self.values, **values})


@dataclass(frozen=True, slots=True)
class Expanded:
    """A text without its macros, and whether a clock was among them (then the text changes by itself).

    ``hidden``: what stood in ``{{hidden_key:…}}``, which is not sent but seen where this text is scanned for keys.
    ``outlets``: the names of the outlets that were put in.
    """

    text: str
    used_clock: bool = False
    hidden: tuple[str, ...] = ()
    outlets: tuple[str, ...] = ()


def expand(template: str, scope: MacroScope, place: str) -> Expanded:
    """Expands ``template`` once. ``place`` names where it stands (``"system"``): a part of the seed of chance."""
    if "{{" not in template and "<" not in template:
        return Expanded(template)
    run = _Run(template, scope, place)
    text = run.expand(0, len(template), 0)
    return Expanded(text, run.used_clock, tuple(run.hidden), tuple(run.outlets))


class _Run:
    """One expansion of one template."""

    def __init__(self, template: str, scope: MacroScope, place: str) -> None:
        self._template = template
        self._scope = scope
        self._place = place
        self._ends = _pairs(template)
        self._inserted = 0
        self.used_clock = False
        self.hidden: list[str] = []
        self.outlets: list[str] = []

    def expand(self, start: int, end: int, depth: int, *, unescape: bool = False) -> str:
        """The text of ``template[start:end]``. ``unescape``: a comma typed behind a backslash is a comma."""
        out: list[str] = []
        at = start
        while self._inserted < MAXIMUM_INSERTED and (piece := _PIECE.search(self._template, at, end)) is not None:
            out.append(self._literal(at, piece.start(), unescape))
            text, at = self._replace(piece, end, depth)
            if text is None:
                out[-1] = out[-1].rstrip("\r\n")
            else:
                out.append(text)
                self._inserted += len(text)
        out.append(self._literal(at, end, unescape))
        return "".join(out)

    def _literal(self, start: int, end: int, unescape: bool) -> str:
        text = self._template[start:end]
        return text.replace("\\,", ",") if unescape else text

    def _replace(self, piece: re.Match[str], end: int, depth: int) -> tuple[str | None, int]:
        """What stands for a found piece, and where to go on. None: ``{{trim}}``, which takes the line ends around it away."""
        typed = piece.group()
        if typed.startswith("<"):
            return self._scope.values.get(_TAGS[typed.lower()], typed), piece.end()
        if typed != "{{":
            behind = _LINE_ENDS.match(self._template, piece.end(), end)
            return None, behind.end() if behind else piece.end()
        close = self._ends.get(piece.start())
        if close is None or depth >= MAXIMUM_DEPTH:
            return typed, piece.end()
        value = self._value(piece.end(), close, depth)
        if value is None:
            return "{{" + self.expand(piece.end(), close, depth + 1) + "}}", close + 2
        return value, close + 2

    def _value(self, start: int, end: int, depth: int) -> str | None:
        """What the macro between these offsets stands for; None where it is not known."""
        if _COMMENT.match(self._template, start, end):
            return ""
        head = _HEAD.match(self._template, start, end)
        if head is None:
            return None
        name = head[1].lower()
        if name == "comment":
            return ""
        argument = (head.start(3), end)
        if name == "hidden_key":
            if head[2] is not None:
                self.hidden.append(self.expand(*argument, depth + 1))
            return ""
        if head[2] is None:
            return self._plain(name)
        return self._with_argument(name, head[2], argument, depth)

    def _plain(self, name: str) -> str | None:
        value = self._scope.values.get(name)
        if value is not None:
            return value
        if name in _SIMPLE:
            return _SIMPLE[name]
        return self._clock(name, "")

    def _with_argument(self, name: str, separator: str, argument: tuple[int, int], depth: int) -> str | None:
        start, end = argument
        match name:
            case "random" | "pick":
                return self._choose(name, separator, argument, depth)
            case "roll":
                return self._roll(self._template[start:end], start)
            case "reverse":
                return self.expand(start, end, depth + 1)[::-1]
            case "outlet":
                return self._outlet(self._template[start:end].strip())
            case "datetimeformat":
                return self._clock(name, self._template[start:end])
            case _:
                return None if self._template[start:end].strip() else self._plain(name)

    def _outlet(self, name: str) -> str:
        text = self._scope.outlets.get(name)
        if text is None:
            return ""
        self.outlets.append(name)
        return text

    def _clock(self, name: str, pattern: str) -> str | None:
        text = clock_text(name, pattern, self._scope.now_minutes)
        self.used_clock = self.used_clock or text is not None
        return text

    def _choose(self, name: str, separator: str, argument: tuple[int, int], depth: int) -> str:
        """One of the choices: they are told apart before they are expanded, so that a comma in a name is no separator."""
        start, end = argument
        choices = self._split(start, end, "::") if separator == "::" else []
        commas = len(choices) < 2
        if commas:
            choices = self._split(start, end, ",")
        chosen = choices[self._chance(start, len(choices), stable=name == "pick")]
        text = self.expand(*chosen, depth + 1, unescape=commas)
        return text.strip() if commas else text

    def _split(self, start: int, end: int, separator: str) -> list[tuple[int, int]]:
        """The choices between these offsets; separators inside a nested macro or behind a backslash do not count."""
        choices: list[tuple[int, int]] = []
        at = first = start
        while at < end:
            if self._ends.get(at, end) < end:
                at = self._ends[at] + 2
            elif self._template.startswith(separator, at) and not self._template.endswith("\\", first, at):
                choices.append((first, at))
                at += len(separator)
                first = at
            else:
                at += 1
        choices.append((first, end))
        return choices

    def _roll(self, dice: str, position: int) -> str | None:
        found = _DICE.match(dice)
        if found is None:
            return None
        count, sides = int(found[1] or 1), int(found[2])
        if not (1 <= count <= MAXIMUM_DICE and 1 <= sides <= MAXIMUM_SIDES):
            return None
        bonus = int((found[3] or "0").replace(" ", ""))
        return str(sum(self._chance(position, sides, number=number) + 1 for number in range(count)) + bonus)

    def _chance(self, position: int, choices: int, *, stable: bool = False, number: int = 0) -> int:
        """A number below ``choices``. Stable: the same at this place for the life of the chat; else new with each message."""
        seed = (self._scope.chat_id, "" if stable else self._scope.newest_id, self._place, position, number)
        digest = blake2b(repr(seed).encode("utf-8", "backslashreplace"), digest_size=8).digest()
        return int.from_bytes(digest, "big") % choices


def _pairs(template: str) -> dict[int, int]:
    """For each ``{{`` that has one: where its ``}}`` begins."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for brace in _BRACES.finditer(template):
        if brace.group() == "{{":
            opened.append(brace.start())
        elif opened:
            ends[opened.pop()] = brace.start()
    return ends
