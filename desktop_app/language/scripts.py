r"""Regex scripts at work: JavaScript's patterns as the library ``regex`` reads them, and texts changed under a time limit.

Called by the services that make prompts and shown texts. As with keys, no pattern can freeze the program, and whatever a card
brings is a value here, never an exception. ``\d``, ``\w`` and ``\b`` know the letters of every script, not ASCII alone.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from time import thread_time
from typing import TYPE_CHECKING

from desktop_app.domain.scripts import MacrosInFind, RegexScript
from desktop_app.language.patterns import SECONDS_A_KEY, BadPattern, Fault, PatternKey, Trouble, guarded_pattern

if TYPE_CHECKING:
    import regex

# Scripts draw whole panels: their patterns are longer than keys. Time and size bound them as those.
LONGEST_FIND = 4_000
MOST_MATCHES = 10_000
MOST_MADE = 2_000_000
# Letters that a memory keeps: a script that draws panels makes much of little.
MOST_KEPT = 20_000_000
# Scripts that are kept ready, for all names.
MOST_COMPILED = 1_000
FLAGS = frozenset("dgimsuy")

_WRITTEN = re.compile(r"/(.+)/([a-zA-Z]*)", re.DOTALL)
_PIECE = re.compile(r"\\u\{[0-9a-fA-F]{1,6}\}|\\k<[^>]*>|\\c[A-Za-z]|\\.|\[\^\]|\[\]|\{\d+(?:,\d*)?\}|.", re.DOTALL)
_TEMPLATE = re.compile(r"\{\{match\}\}|\$(\d{1,2})|\$<([^>]+)>", re.IGNORECASE)
_NAME = re.compile(r"\{\{\s*(user|char)\s*\}\}|<(user|bot|char)>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CompiledScript:
    """A script that can run, for people of these names. ``everywhere``: at every place, else at the first alone (flag ``g``)."""

    key: str
    pattern: PatternKey
    everywhere: bool
    replace: str
    trim: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """The text that a script made."""

    text: str


def compile_script(script: RegexScript, names: Mapping[str, str]) -> CompiledScript | BadPattern:
    """The script made ready. ``names``: what ``user`` and ``char`` stand for.

    What was made lately is known: the scripts of a card are asked for with every typed character, and the slowest pattern
    that is let through takes some hundredths of a second.
    """
    return _compile(script, tuple(sorted(names.items())))


@lru_cache(maxsize=MOST_COMPILED)
def _compile(script: RegexScript, named: tuple[tuple[str, str], ...]) -> CompiledScript | BadPattern:
    names = dict(named)
    try:
        find = with_names(script.find, names, script.macros) if script.macros is not MacrosInFind.LEFT else script.find
        replace = with_names(script.replace, names, MacrosInFind.RAW)
        trim = tuple(with_names(text, names, MacrosInFind.RAW) for text in script.trim)
    except ValueError as error:
        return BadPattern(Fault.INVALID, {"detail": str(error)})
    written = _WRITTEN.fullmatch(find)
    pattern, flags = (written[1], written[2]) if written is not None else (find, "")
    unknown = "".join(letter for letter in dict.fromkeys(flags) if letter not in FLAGS)
    if unknown:
        return BadPattern(Fault.INVALID, {"detail": f"the flag {unknown} is not known"})
    if not pattern:
        return BadPattern(Fault.INVALID, {"detail": "it is empty"})
    try:
        translated = "".join(_translated(pattern, flags))
    except ValueError as error:
        return BadPattern(Fault.INVALID, {"detail": str(error)})
    compiled = guarded_pattern(find, translated, flags, LONGEST_FIND)
    if isinstance(compiled, BadPattern):
        return compiled
    return CompiledScript("\x1f".join((find, replace, *trim)), compiled, "g" in flags, replace, trim)


def with_names(text: str, names: Mapping[str, str], macros: MacrosInFind) -> str:
    """``text`` with names in the place of their macros; nothing else is a macro here.

    Raises ``ValueError`` where long names in many places make a text without measure.
    """
    made = len(text)

    def named(found: re.Match[str]) -> str:
        nonlocal made
        which = (found[1] or found[2]).lower()
        name = names.get("user" if which == "user" else "char", found[0])
        made += len(name)
        if made > MOST_MADE:
            raise ValueError("it is too long with the names in it")
        return re.escape(name) if macros is MacrosInFind.ESCAPED else name

    return _NAME.sub(named, text)


class ScriptMemory:
    """Runs scripts and keeps what they made: the same text is asked for with every typed character.

    Safe to share between threads. A script that was too slow for a text stays off for this text, so ``clock`` counts only
    the time of the thread itself (as ``regex`` does): a machine that stands still says nothing about a script.
    """

    def __init__(self, limit: int = 4_000, clock: Callable[[], float] = thread_time, letters: int = MOST_KEPT) -> None:
        self._limit = limit
        self._letters = letters
        self._held = 0
        self._clock = clock
        self._known: OrderedDict[tuple[str, str], Made | Trouble] = OrderedDict()
        self._lock = Lock()

    def known(self, script: CompiledScript, text: str) -> Made | Trouble | None:
        """What is kept; None: it was never tried to its end."""
        with self._lock:
            return self._known.get((script.key, text))

    def run(self, script: CompiledScript, text: str, seconds: float = SECONDS_A_KEY) -> Made | Trouble:
        """What the script makes of the text. With less than ``SECONDS_A_KEY`` it is never found to be slow."""
        place = (script.key, text)
        found = self.known(script, text)
        if found is not None:
            return found
        if seconds <= 0:
            return Trouble.NO_TIME
        made = _changed(script, text, min(seconds, SECONDS_A_KEY), self._clock)
        if made is None and seconds < SECONDS_A_KEY:
            return Trouble.NO_TIME
        found = Trouble.TOO_SLOW if made is None else Made(made)
        self._keep(place, found)
        return found

    def _keep(self, place: tuple[str, str], found: Made | Trouble) -> None:
        """In the place of the oldest, where there is too much of it."""
        with self._lock:
            if place in self._known:
                return
            self._known[place] = found
            self._held += _letters(place, found)
            while len(self._known) > self._limit or (self._held > self._letters and len(self._known) > 1):
                self._held -= _letters(*self._known.popitem(last=False))


def _letters(place: tuple[str, str], found: Made | Trouble) -> int:
    return len(place[1]) + (len(found.text) if isinstance(found, Made) else 0)


def _changed(script: CompiledScript, text: str, seconds: float, clock: Callable[[], float]) -> str | None:
    """None: it took too long, or made too much."""
    pieces: list[str] = []
    at = made = count = 0
    end = clock() + seconds

    def check(letters: int) -> None:
        if made + letters > MOST_MADE or clock() > end:
            raise TimeoutError

    try:
        for found in script.pattern.compiled.finditer(text, timeout=seconds):
            if script.pattern.sticky and found.start() != at:
                break
            piece = _inserted(script, found, check)
            pieces += (text[at : found.start()], piece)
            made += len(piece)
            count += 1
            at = found.end()
            if count > MOST_MATCHES:
                return None
            if not script.everywhere:
                break
    except TimeoutError:
        return None
    return "".join((*pieces, text[at:])) if pieces else text


def _inserted(script: CompiledScript, found: regex.Match[str], check: Callable[[int], None]) -> str:
    """What stands in the place of a match; what is put in is never read again.

    ``check`` hears how long it is by now, and raises ``TimeoutError`` where that is too much: a short text that is put in
    ten thousand times is a long one.
    """
    made = len(script.replace)
    check(made)

    def value(place: re.Match[str]) -> str:
        nonlocal made
        try:
            group = found[int(place[1])] if place[1] else found[place[2]] if place[2] else found[0]
        except IndexError:
            return ""
        kept = group or ""
        for text in script.trim:
            kept = kept.replace(text, "")
            check(made)
        made += len(kept)
        check(made)
        return kept

    return _TEMPLATE.sub(value, script.replace)


def _translated(pattern: str, flags: str) -> Iterator[str]:
    """A pattern of JavaScript's in the words of ``regex``, where the two differ. Raises ``ValueError`` for what it cannot say."""
    inside = False  # of a class
    for found in _PIECE.finditer(pattern):
        piece = found[0]
        if piece in {"[^]", "[]"}:
            yield f"\\{piece}" if inside else r"[\s\S]" if piece == "[^]" else "(?!)"
            inside = False
        elif piece.startswith("\\u{"):
            yield _letter(int(piece[3:-1], 16))
        elif piece.startswith("\\k<"):
            yield f"(?P={piece[3:-1]})"
        elif piece.startswith("\\c") and len(piece) > len("\\c"):
            yield re.escape(chr(ord(piece[2]) % 32))
        elif piece == "\\0":
            yield r"\x00"
        elif piece == "\\/":
            yield "/"
        elif len(piece) > 1 or inside:
            inside = inside and piece != "]"
            yield r"\[" if piece == "[" else piece
        else:
            inside = piece == "["
            yield _outside(piece, flags)


def _outside(letter: str, flags: str) -> str:
    """One letter that stands in no class."""
    if letter == "$":
        return r"(?=\n|\Z)" if "m" in flags else r"\Z"
    return "\\" + letter if letter in "{}" else letter


def _letter(number: int) -> str:
    if number > 0x10FFFF:
        raise ValueError("it names a letter that does not exist")
    return re.escape(chr(number))
