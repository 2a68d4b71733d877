"""Whether one entry becomes active, and why or why not: what activates it, and the gates that may hold it back.

Called by ``engine`` for every entry that something in this turn has to do with. Groups and budgets, which are about several
entries, come after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.context.activation.chance import Chance
from desktop_app.context.activation.compiled import CompiledEntry
from desktop_app.context.activation.evidence import Evidence, Sighting
from desktop_app.context.activation.shaping import Shaped, shape
from desktop_app.context.activation.timers import Timers
from desktop_app.context.macros import MacroScope
from desktop_app.context.plan import EntryKind, Hit, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import ContextRequest, Relevance
from desktop_app.domain.lore import MeaningMode
from desktop_app.domain.ports import TokenCounter
from desktop_app.language.patterns import Trouble

# Digits behind the point of scores in reasons: more only where the figures would contradict what they explain.
_DIGITS = (3, 6)

_CONSTANT = reason(ReasonCode.CONSTANT)
_ALWAYS_IN_CONTEXT = reason(ReasonCode.ALWAYS_IN_CONTEXT)
_KEPT_ACTIVE = reason(ReasonCode.KEPT_ACTIVE)
_NOT_MEASURED = reason(ReasonCode.NOT_MEASURED)
_MEANING_OFF = reason(ReasonCode.MEANING_OFF)
_ONLY_ONCE = reason(ReasonCode.ONLY_ONCE)


@dataclass(frozen=True, slots=True)
class Cause:
    """What activates an entry. ``stays``: it was active before. ``keys``: how many of its keys were found."""

    reason: Reason
    hits: tuple[Hit, ...] = ()
    pulled_by: str = ""
    keys: int = 0
    stays: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """An entry that wants to be active, and with what text. ``passed``: the pass of recursion."""

    entry: CompiledEntry
    evidence: Evidence
    cause: Cause
    shaped: Shaped
    passed: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an entry is not active. ``final``: nothing that is found later in this build can change it."""

    reason: Reason
    final: bool = False
    cause: Cause | None = None
    passed: int = 0
    tokens: int = 0


class Judge:
    """Judges entries of one request. ``used_clock``: a clock macro was in a text that was shaped."""

    def __init__(
        self, request: ContextRequest, scope: MacroScope, counter: TokenCounter, timers: Timers, chance: Chance
    ) -> None:
        self.used_clock = False
        self._request = request
        self._scope = scope
        self._counter = counter
        self._timers = timers
        self._chance = chance

    def judge(self, entry: CompiledEntry, evidence: Evidence, passed: int) -> Wish | Refusal:
        """The entry's case, with what was found so far."""
        cause = self._stay(entry) or _cause(entry, evidence, self._request, passed)
        if isinstance(cause, Refusal):
            return cause
        refusal = _blocked(entry, evidence, cause) or self._held_back(entry, cause)
        if refusal is not None:
            return refusal
        shaped = shape(entry, self._scope, self._counter)
        self.used_clock = self.used_clock or shaped.used_clock
        if not shaped.fits:
            why = reason(ReasonCode.OVER_CAP, needs=shaped.whole, cap=entry.entry.token_cap or 0)
            return Refusal(why, final=True, cause=cause, passed=passed, tokens=shaped.whole)
        # With more messages an entry may come behind its level's pass.
        return Wish(entry, evidence, cause, shaped, passed if cause.stays else max(passed, entry.entry.recursion_level))

    def stays(self, entry: CompiledEntry) -> bool:
        """Whether the entry is active because it was."""
        return self._stay(entry) is not None

    def _stay(self, entry: CompiledEntry) -> Cause | None:
        if entry.told.keeps and self._timers.was_active(entry.entry):
            return Cause(_KEPT_ACTIVE, stays=True)
        stay = self._timers.stay(entry.entry) if entry.entry.sticky > 0 else None
        if stay is None:
            return None
        return Cause(reason(ReasonCode.STICKY, since=stay.since, until=stay.until), stays=True)

    def _held_back(self, entry: CompiledEntry, cause: Cause) -> Refusal | None:
        """The gates behind those of keys; what stays from before has passed them already."""
        if cause.stays:
            return None
        why = self._timed_out(entry) or self._told_not_to(entry) or self._unlucky(entry)
        return Refusal(why, final=True, cause=cause) if why is not None else None

    def _timed_out(self, entry: CompiledEntry) -> Reason | None:
        if entry.entry.delay > 0 and (first := self._timers.delayed_until(entry.entry)) is not None:
            return reason(ReasonCode.DELAYED, message=first)
        if entry.entry.cooldown > 0 and (first := self._timers.cools_until(entry.entry)) is not None:
            return reason(ReasonCode.COOLING_DOWN, message=first)
        return None

    def _told_not_to(self, entry: CompiledEntry) -> Reason | None:
        told = entry.told
        if told.once and self._timers.was_active(entry.entry):
            return _ONLY_ONCE
        if told.after > 0 and self._timers.answers_so_far < told.after:
            return reason(ReasonCode.TOO_FEW_ANSWERS, least=told.after, answers=self._timers.answers_so_far)
        if told.every > 1 and self._timers.answers_so_far % told.every:
            return reason(ReasonCode.NOT_THIS_ANSWER, every=told.every, answers=self._timers.answers_so_far)
        return None

    def _unlucky(self, entry: CompiledEntry) -> Reason | None:
        limit = entry.entry.probability
        if limit >= 100:
            return None
        roll = self._chance.roll(entry.entry.id)
        return reason(ReasonCode.PROBABILITY, roll=roll, limit=max(limit, 0)) if roll > limit else None


def _cause(entry: CompiledEntry, evidence: Evidence, request: ContextRequest, passed: int) -> Cause | Refusal:
    level = entry.entry.recursion_level
    if level > evidence.passes:
        return Refusal(reason(ReasonCode.LEVEL_NOT_REACHED, level=level))
    if entry.entry.constant:
        why = _ALWAYS_IN_CONTEXT if entry.kind is EntryKind.MEMORY else _CONSTANT
        found = evidence.found_keys(entry, entry.keys)
        return Cause(why, keys=len(found))
    match entry.entry.meaning:
        case MeaningMode.KEYS:
            return _by_keys(entry, evidence, passed)
        case MeaningMode.MEANING:
            return _by_meaning(entry, request)
        case MeaningMode.EITHER:
            by_keys = _by_keys(entry, evidence, passed)
            return by_keys if isinstance(by_keys, Cause) else _by_meaning(entry, request)
        case MeaningMode.BOTH:
            by_keys = _by_keys(entry, evidence, passed)
            by_meaning = _by_meaning(entry, request)
            return by_meaning if isinstance(by_meaning, Refusal) and isinstance(by_keys, Cause) else by_keys


def _by_meaning(entry: CompiledEntry, request: ContextRequest) -> Cause | Refusal:
    if entry.kind is EntryKind.MEMORY and request.use_recall is False:
        return Refusal(_MEANING_OFF, final=True)
    measured = request.relevance.get(entry.entry.id)
    if measured is None:
        return Refusal(_NOT_MEASURED)
    enough = measured.score >= measured.threshold
    score, threshold = _figures(measured)
    why = reason(ReasonCode.BY_MEANING if enough else ReasonCode.BELOW_THRESHOLD, score=score, threshold=threshold)
    return Cause(why) if enough else Refusal(why)


def _figures(measured: Relevance) -> tuple[float, float]:
    for digits in _DIGITS:
        score, threshold = round(measured.score, digits), round(measured.threshold, digits)
        if (score >= threshold) == (measured.score >= measured.threshold):
            return score, threshold
    return measured.score, measured.threshold


def _by_keys(entry: CompiledEntry, evidence: Evidence, passed: int) -> Cause | Refusal:
    seen = evidence.sightings(entry, entry.keys)
    if not seen:
        return _trouble(evidence, entry.keys) or _not_pulled(entry, evidence) or Refusal(entry.idle.reason)
    key = evidence.key(seen[0].number)
    if not evidence.allows(entry):
        return _not_allowed(entry, evidence, key, seen)
    also = evidence.sightings(entry, entry.secondary)
    # Who waited for its level was not pulled by what a text of the pass says besides.
    pulled = seen[:1] if entry.entry.recursion_level > 0 else (*seen, *also)
    by = next((sighting.place.pulls for sighting in pulled if sighting.place.pulls is not None), None)
    return Cause(
        reason=_reason_of(seen[0], key, passed),
        hits=evidence.hits((*seen, *also)),
        pulled_by=by.entry.id if by is not None else "",
        keys=len({sighting.number for sighting in (*seen, *also)}),
    )


def _not_allowed(entry: CompiledEntry, evidence: Evidence, key: str, seen: list[Sighting]) -> Refusal:
    trouble = _trouble(evidence, entry.secondary) if evidence.allows(entry) is None else None
    if trouble is not None:
        return trouble
    numbers = evidence.real(entry.secondary)
    found = len(evidence.found_keys(entry, numbers))
    logic = entry.entry.secondary_logic.value
    why = reason(ReasonCode.SECONDARY_LOGIC, key=key, count=len(numbers), found=found, logic=logic)
    return Refusal(why, cause=Cause(why, evidence.hits(seen)))


def _not_pulled(entry: CompiledEntry, evidence: Evidence) -> Refusal | None:
    missed = evidence.missed(entry)
    if missed is None or missed.place.pulls is None:
        return None
    key, title = evidence.key(missed.number), missed.place.pulls.title
    return Refusal(reason(ReasonCode.CANNOT_BE_PULLED, key=key, title=title))


def _reason_of(sighting: Sighting, key: str, passed: int) -> Reason:
    place = sighting.place
    if place.told is not None:
        code = ReasonCode.KEY_IN_INPUT if place.told.is_input else ReasonCode.KEY_HIT
        return reason(code, key=key) if place.told.is_input else reason(code, key=key, message=place.told.number)
    if place.pulls is not None:
        return reason(ReasonCode.PULLED, key=key, title=place.pulls.title, passed=passed)
    return reason(ReasonCode.KEY_IN_TEXT, key=key, source=place.where)


def _blocked(entry: CompiledEntry, evidence: Evidence, cause: Cause) -> Refusal | None:
    """Anti-keys, and what the decorators demand besides."""
    found = evidence.sightings(entry, entry.anti)
    if found:
        why = reason(ReasonCode.ANTI_KEY, key=evidence.key(found[0].number))
        return Refusal(why, cause=Cause(why, evidence.hits(found)))
    for numbers in entry.not_together:
        if len(evidence.found_keys(entry, numbers)) == len(numbers):
            why = reason(ReasonCode.ANTI_KEYS_TOGETHER, keys=_listed(evidence, numbers))
            return Refusal(why, cause=cause)
    failed = _trouble(evidence, (*entry.anti, *(number for numbers in entry.not_together for number in numbers)))
    if failed is not None:
        return failed
    for numbers in entry.besides:
        if not cause.stays and not evidence.found_keys(entry, numbers):
            key = cause.hits[0].key if cause.hits else entry.title
            why = reason(ReasonCode.BESIDES_MISSING, key=key, keys=_listed(evidence, numbers))
            return _trouble(evidence, numbers) or Refusal(why, cause=cause)
    return None


def _trouble(evidence: Evidence, numbers: tuple[int, ...]) -> Refusal | None:
    number = evidence.trouble(numbers)
    if number is None:
        return None
    slow = evidence.troubles[number] is Trouble.TOO_SLOW
    return Refusal(
        reason(ReasonCode.PATTERN_TOO_SLOW if slow else ReasonCode.PATTERN_NO_TIME, key=evidence.key(number))
    )


def _listed(evidence: Evidence, numbers: tuple[int, ...]) -> str:
    return ", ".join(evidence.key(number) for number in numbers)
