r"""Keys that are regular expressions, ``/pattern/flags``, and the guards that let no pattern freeze the program.

Called by the key matcher. Matched by the library ``regex`` against the text as it was: it has a timeout, a Unicode ``\b``
and look-behind, which RE2 has not, while the standard library hangs. Whatever a person wrote is a value here, never an
exception: a fault with a sentence, or a trouble in place of spans.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock
from typing import TYPE_CHECKING

from desktop_app.language.fold import Span

if TYPE_CHECKING:
    import regex

LONGEST_PATTERN = 500
# ``regex`` writes out what must repeat: 10,000 take .04 s to compile, a million 4 s and 270 MB (measured).
MOST_REPEATED = 10_000
SECONDS_A_KEY = 0.05
# Ordinary patterns need some hundredths of that (measured: 20 µs in a message of 200 words).
SECONDS_A_TRY = 0.002
SECONDS_A_SCAN = 0.2
# More places than that say nothing more, and are only memory.
MOST_SPANS = 1_000

_PATTERN = re.compile(r"/(.+)/([gimsuy]*)", re.DOTALL)
_UNESCAPED_SLASH = re.compile(r"(?:[^\\/]|\\.)*/", re.DOTALL)
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\s*(\d*)[\d,\s]*\}|[()]|.", re.DOTALL)


class Trouble(StrEnum):
    """Why a pattern gives no answer. ``TOO_SLOW`` is remembered; ``NO_TIME`` says that others had used up the scan's."""

    TOO_SLOW = "pattern.too-slow"
    NO_TIME = "pattern.no-time"


class Fault(StrEnum):
    """What is wrong with a pattern."""

    TOO_LONG = "pattern.too-long"
    TOO_LARGE = "pattern.too-large"
    INVALID = "pattern.invalid"


TEMPLATES: dict[Trouble | Fault, str] = {
    Trouble.TOO_SLOW: "This pattern takes too long; it is off until you change it or try it again.",
    Trouble.NO_TIME: "There was no time left for this pattern: slow ones came before it.",
    Fault.TOO_LONG: "This pattern has {length} characters; at most {limit} are possible.",
    Fault.TOO_LARGE: "This pattern repeats too much: more than {limit} times altogether.",
    Fault.INVALID: "This pattern cannot be read: {detail}.",
}


@dataclass(frozen=True, slots=True)
class BadPattern:
    """A pattern that can never match. ``str()`` is the English sentence."""

    fault: Fault
    params: dict[str, str | int]

    def __str__(self) -> str:
        return TEMPLATES[self.fault].format(**self.params)


@dataclass(frozen=True, slots=True)
class PatternKey:
    """A compiled key. ``sticky``: each match begins where the last one ended, the first at the start (flag ``y``)."""

    key: str
    compiled: regex.Pattern[str]
    sticky: bool


class PatternBudget:
    """The time that all patterns of one scan share. One for each build of a plan, for all of its texts.

    ``clock`` counts only what the thread itself does, as ``regex`` does: nobody is too slow because the machine stood still.
    """

    def __init__(self, seconds: float = SECONDS_A_SCAN, clock: Callable[[], float] = time.thread_time) -> None:
        self._left = seconds
        self._clock = clock

    @property
    def left(self) -> float:
        """Seconds; 0 or less when it is used up."""
        return self._left

    def spend(self, work: Callable[[], tuple[Span, ...] | None]) -> tuple[Span, ...] | None:
        """What ``work`` returns, its time taken off."""
        start = self._clock()
        try:
            return work()
        finally:
            self._left -= self._clock() - start


class PatternMemory:
    """The verdict on each (pattern, text): its spans, or too slow. Safe to share between threads.

    ``limit``: how many verdicts are kept, the last used ones. A pattern once too slow stays off for all texts until ``try_again``.
    """

    def __init__(self, limit: int = 20_000) -> None:
        self._limit = limit
        self._verdicts: OrderedDict[tuple[str, str], tuple[Span, ...]] = OrderedDict()
        self._slow: set[str] = set()
        self._changes = 0
        self._lock = Lock()

    @property
    def changes(self) -> int:
        """How often a pattern became too slow or was given another try: what was found before may be different now."""
        return self._changes

    def find(
        self, pattern: PatternKey, text: str, budget: PatternBudget, seconds: float = SECONDS_A_KEY
    ) -> tuple[Span, ...] | Trouble:
        """Where the pattern matches: not empty spans, in order, not overlapping, at most ``MOST_SPANS``.

        ``seconds``: how long it may take; with less than ``SECONDS_A_KEY`` it is never found to be slow.
        """
        place = (pattern.key, text)
        with self._lock:
            if pattern.key in self._slow:
                return Trouble.TOO_SLOW
            known = self._verdicts.get(place)
            if known is not None:
                self._verdicts.move_to_end(place)
                return known
        seconds = min(seconds, budget.left)
        if seconds <= 0:
            return Trouble.NO_TIME
        found = budget.spend(lambda: _search(pattern, text, seconds))
        if found is None and seconds < SECONDS_A_KEY:
            return Trouble.NO_TIME
        return self._remember(place, found)

    def try_again(self, key: str) -> None:
        """Forgets that a pattern was too slow."""
        with self._lock:
            self._slow.discard(key)
            self._changes += 1

    def _remember(self, place: tuple[str, str], found: tuple[Span, ...] | None) -> tuple[Span, ...] | Trouble:
        with self._lock:
            if found is None:
                self._slow.add(place[0])
                self._changes += 1
                return Trouble.TOO_SLOW
            self._verdicts[place] = found
            if len(self._verdicts) > self._limit:
                self._verdicts.popitem(last=False)
            return found


def compile_pattern(key: str) -> PatternKey | BadPattern | None:
    """The key as a pattern; None where it is not written as one (``/a/b/``, ``/x/q``: then it is an ordinary key)."""
    written = _PATTERN.fullmatch(key)
    if written is None or len(set(written[2])) < len(written[2]) or _UNESCAPED_SLASH.match(written[1]):
        return None
    return guarded_pattern(key, written[1], written[2])


def guarded_pattern(key: str, pattern: str, flags: str, longest: int = LONGEST_PATTERN) -> PatternKey | BadPattern:
    """``pattern`` with JavaScript's ``flags`` under the same guards; ``key`` is what it is known by."""
    if len(pattern) > longest:
        return BadPattern(Fault.TOO_LONG, {"length": len(pattern), "limit": longest})
    if _repeated(pattern) > MOST_REPEATED:
        return BadPattern(Fault.TOO_LARGE, {"limit": MOST_REPEATED})
    return _compiled(key, pattern, flags)


def _compiled(key: str, pattern: str, flags: str) -> PatternKey | BadPattern:
    import regex

    options = regex.VERSION0
    for letter, option in (("i", regex.IGNORECASE), ("m", regex.MULTILINE), ("s", regex.DOTALL)):
        if letter in flags:
            options |= option
    try:
        return PatternKey(key, regex.compile(pattern, options, cache_pattern=False), "y" in flags)
    except RecursionError:
        return BadPattern(Fault.INVALID, {"detail": "it is nested too deeply"})
    except Exception as error:  # noqa: BLE001 - what a person types may break a compiler in any way
        return BadPattern(Fault.INVALID, {"detail": str(error) or type(error).__name__})


def _repeated(pattern: str) -> int:
    """How many single pieces the pattern is when all that must repeat is written out."""
    sizes = [0]  # of each open group, the whole pattern first
    last = 0  # the size of the piece before
    for piece in _PIECE.finditer(pattern):
        text = piece.group()
        if text == "(":
            sizes.append(0)
            last = 0
        elif text == ")" and len(sizes) > 1:
            last = sizes.pop()
            sizes[-1] += last
        elif piece[1] is not None:
            times = min(int(piece[1] or 0), 10 * MOST_REPEATED)
            sizes[-1] += last * max(times - 1, 0)
            last *= max(times, 1)
        else:
            last = 1
            sizes[-1] += 1
    return sum(sizes)


def _search(pattern: PatternKey, text: str, seconds: float) -> tuple[Span, ...] | None:
    """None: it took too long."""
    spans: list[Span] = []
    end = 0
    try:
        for found in pattern.compiled.finditer(text, timeout=seconds):
            if len(spans) == MOST_SPANS or (pattern.sticky and found.start() != end):
                break
            end = found.end()
            if found.start() < end:
                spans.append(found.span())
    except TimeoutError:
        return None
    return tuple(spans)
