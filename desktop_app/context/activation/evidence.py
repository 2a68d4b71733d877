"""What was found of one book's keys in this build, and what of it each entry may see.

Made by ``engine`` for each book. Every text is scanned by itself, so no key can match across two messages; what an entry
sees together (its secondary keys too) is the messages within its scan depth, its own scan sources, and the texts of active
entries where it can be pulled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop_app.context.activation.compiled import CompiledBook, CompiledEntry, Numbers
from desktop_app.context.activation.scanner import ScopedScanner
from desktop_app.context.activation.window import Told, Window
from desktop_app.context.plan import EntryKind, Hit
from desktop_app.domain.lore import ScanSource, SecondaryLogic
from desktop_app.language.fold import Span
from desktop_app.language.patterns import PatternBudget, Trouble

# More hits than that of one entry say nothing more, and only make plans larger.
MOST_HITS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a text stood: a message (``depth`` 0 is the newest), a scan source, or an active entry (``pulls``).

    ``rank``: messages are before all else, the newest first; active entries are last. ``shift``: so many characters of the
    scanned text stand before the message's own.
    """

    where: str
    rank: tuple[int, int]
    depth: int = -1
    told: Told | None = None
    source: ScanSource | None = None
    pulls: CompiledEntry | None = None
    shift: int = 0

    def hit(self, key: str, span: Span) -> Hit:
        """The hit in the text's own characters; 0 to 0: in the name before it."""
        if not self.shift:
            return Hit(key, self.where, *span)
        return Hit(key, self.where, max(span[0] - self.shift, 0), max(span[1] - self.shift, 0))


@dataclass(frozen=True, slots=True)
class Sighting:
    """A key of an entry that was found, where and how often."""

    number: int
    place: Place
    spans: list[Span]


class Evidence:
    """All that was found for one book so far.

    ``depth``: how many messages those of its entries see that have no depth of their own. ``passes``: of recursion, so far.
    """

    def __init__(self, compiled: CompiledBook, scanner: ScopedScanner, window: Window, budget: PatternBudget) -> None:
        self.compiled = compiled
        self.used_clock = scanner.used_clock
        self.depth = window.dialogue if compiled.kind is EntryKind.MEMORY else max(compiled.book.scan_depth, 0)
        self.troubles: dict[int, Trouble] = {}
        self._scanner = scanner
        self._window = window
        self._budget = budget
        self.passes = 0
        self._sightings: dict[int, list[Sighting]] = {}
        self._numbers_at: list[Iterable[int]] = []
        self._scan_messages(max(self.depth, compiled.watched.deepest))
        for source in sorted(compiled.watched.sources):
            self._scan(Place(source.value, (1, 0), source=source), window.source(source))

    @property
    def hit(self) -> set[CompiledEntry]:
        """The entries of which any key was found, or might have been, in any text."""
        by_key = self.compiled.by_key
        return {
            entry
            for numbers in (self._sightings, self.troubles)
            for number in numbers
            for entry in by_key.get(number, ())
        }

    def widen(self) -> set[CompiledEntry] | None:
        """One message more for entries without a depth of their own: those of which a key is in it; None: no message is left."""
        if self._window.message(self.depth) is None:
            return None
        self._scan_messages(self.depth + 1)
        self.depth += 1
        return set(self._asked(self._numbers_at[self.depth - 1]))

    @property
    def next_level(self) -> int | None:
        """The next pass of recursion that an entry waits for; None where nobody does, or the book does not go so far."""
        most = self.compiled.book.max_recursion_steps
        ahead = (level for level in self.compiled.watched.levels if level > self.passes and not 0 < most < level)
        return next(ahead, None)

    def reach(self, passed: int) -> set[CompiledEntry]:
        """Goes on to a pass of recursion: the entries that waited for it and may be active now."""
        waited = range(self.passes + 1, passed + 1)
        self.passes = max(self.passes, passed)
        if not any(level in waited for level in self.compiled.watched.levels):
            return set()
        return {entry for entry in (*self.hit, *self.compiled.watched.always) if entry.entry.recursion_level in waited}

    def pull(self, entry: CompiledEntry, texts: Iterable[str]) -> set[CompiledEntry]:
        """Scans an active entry's text: the entries of which a key is in it."""
        found: set[CompiledEntry] = set()
        for number, text in enumerate(texts):
            # What stands behind the first text is hidden: it has no place in what is sent.
            place = Place(entry.entry.id, (2, 0), pulls=entry, shift=len(text) if number else 0)
            found.update(self._asked(self._scan(place, text)))
        return found

    def missed(self, entry: CompiledEntry) -> Sighting | None:
        """A key of the entry in the text of an active one, which may not pull it."""
        if not entry.entry.cannot_be_pulled:
            return None
        found = (sighting for number in entry.keys for sighting in self._sightings.get(number, ()))
        return next((sighting for sighting in found if sighting.place.pulls is not None), None)

    def sightings(self, entry: CompiledEntry, numbers: Iterable[int]) -> list[Sighting]:
        """Where the entry sees these keys: in the newest message first, then around the chat, then in other entries."""
        seen = [
            sighting
            for number in numbers
            if number not in self.troubles
            for sighting in self._sightings.get(number, ())
            if self._sees(entry, sighting.place)
        ]
        return sorted(seen, key=lambda sighting: sighting.place.rank) if len(seen) > 1 else seen

    def has(self, entry: CompiledEntry, number: int) -> bool:
        """Whether the entry sees this key. A pattern that failed anywhere is seen nowhere."""
        if number in self.troubles:
            return False
        return any(self._sees(entry, sighting.place) for sighting in self._sightings.get(number, ()))

    def found_keys(self, entry: CompiledEntry, numbers: Numbers) -> list[int]:
        """Those of these keys that the entry sees."""
        return [number for number in numbers if self.has(entry, number)]

    def allows(self, entry: CompiledEntry) -> bool | None:
        """Whether the secondary keys do what they must; None where that hangs on a pattern that gave no answer."""
        numbers = self.real(entry.secondary)
        if not numbers:
            return True
        found = len(self.found_keys(entry, numbers))
        unknown = sum(number in self.troubles for number in numbers)
        least, most = (
            _is_met(entry.entry.secondary_logic, so_many, len(numbers)) for so_many in (found, found + unknown)
        )
        return least if least == most else None

    def real(self, numbers: Numbers) -> Numbers:
        """Those of which something was left when their macros were expanded."""
        blank = self._scanner.blank
        return tuple(number for number in numbers if number not in blank) if blank else numbers

    def trouble(self, numbers: Iterable[int]) -> int | None:
        """The first of these keys that gave no answer."""
        return next((number for number in numbers if number in self.troubles), None)

    def key(self, number: int) -> str:
        """A key as it was typed."""
        return self.compiled.keys[number][0]

    def hits(self, sightings: Iterable[Sighting]) -> tuple[Hit, ...]:
        """The places of these sightings, the first ``MOST_HITS``."""
        hits: list[Hit] = []
        for sighting in sightings:
            hits.extend(sighting.place.hit(self.key(sighting.number), span) for span in sighting.spans)
            if len(hits) >= MOST_HITS:
                break
        return tuple(hits[:MOST_HITS])

    def _sees(self, entry: CompiledEntry, place: Place) -> bool:
        if place.told is not None:
            own = entry.entry.scan_depth
            return place.depth < (self.depth if own is None else own)
        if place.source is not None:
            return place.source in entry.entry.scan_sources
        return not entry.entry.cannot_be_pulled

    def _asked(self, numbers: Iterable[int]) -> Iterator[CompiledEntry]:
        for number in numbers:
            yield from self.compiled.by_any_key.get(number, ())

    def _scan_messages(self, depth: int) -> None:
        with_names = self.compiled.book.include_names
        numbers = self._numbers_at
        while len(numbers) < depth and (told := self._window.message(len(numbers))) is not None:
            before = f"{told.name}: " if with_names and told.name else ""
            place = Place(told.id, (0, len(numbers)), len(numbers), told, shift=len(before))
            numbers.append(self._scan(place, before + told.text if told.text else ""))

    def _scan(self, place: Place, text: str) -> Iterable[int]:
        """The numbers of the keys that stand in a text."""
        if not text:
            return ()
        found = self._scanner.scan(text, self._budget)
        for number, spans in found.spans.items():
            self._sightings.setdefault(number, []).append(Sighting(number, place, spans))
        self.troubles.update(found.troubles)
        return {*found.spans, *found.troubles} if found.troubles else found.spans


def _is_met(logic: SecondaryLogic, found: int, of: int) -> bool:
    match logic:
        case SecondaryLogic.AND_ANY:
            return found > 0
        case SecondaryLogic.AND_ALL:
            return found == of
        case SecondaryLogic.NOT_ANY:
            return found == 0
        case SecondaryLogic.NOT_ALL:
            return found < of
