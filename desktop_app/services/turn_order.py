"""Who speaks next in a chat of several characters, and why: ``next_speakers``, a pure function of what was said.

Called by ``ContextService`` for the preview and for Send alike, so that who was announced is who speaks. Chance is seeded by the
chat and its newest message; nothing here has a memory of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.context.activation.chance import Chance
from desktop_app.domain.character import Character
from desktop_app.domain.group import GroupChoices, NextSpeaker, SpeakerReason, TurnOrder
from desktop_app.language.fold import FoldRules
from desktop_app.language.keys import KeyRules, LiteralKey, Reading, key_spans, read_key
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.words import tokens

TALKATIVENESS = "talkativeness"
USUAL_TALKATIVENESS = 0.5

# A single word of a longer name calls its bearer from so many letters on; "of" and "le" call nobody.
SHORTEST_CALL = 3

# A race is run with whole weights.
_WEIGHT = 100

_AS_NAMES = KeyRules(whole_words=True, inflected=True)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was said so far. ``speakers``: the names of all whose lines are in the branch, characters only, oldest first.

    ``text`` is the newest message's; ``author`` the name of the character who said it, empty where it was the person.
    """

    speakers: tuple[str, ...] = ()
    text: str = ""
    author: str = ""


def next_speakers(
    members: Sequence[Character], choices: GroupChoices, spoken: Spoken, chance: Chance, lemmas: Lemmas | None = None
) -> tuple[NextSpeaker, ...]:
    """Who speaks now, one after the other. Nobody where everybody is muted, and in a chat of fewer than two characters.

    Who has just spoken does not speak again, unless somebody else calls them or nobody else may speak.
    """
    if len(members) < 2:
        return ()
    if choices.order is TurnOrder.MANUAL:
        return _picked(members, choices)
    free = [member for member in members if member.id not in choices.muted]
    if len(free) == 1:
        return (_next(free[0], SpeakerReason.ALONE),)
    match choices.order:
        case TurnOrder.LIST:
            found = _listed(free, choices.most_answers, spoken)
        case TurnOrder.POOLED:
            found = _pooled(free, choices.most_answers or 1, spoken, chance)
        case TurnOrder.NATURAL:
            found = _natural(free, spoken, chance, lemmas or Lemmas())
    return tuple(found[: choices.most_answers or len(found)])


def talkativeness(card: Character) -> float:
    """How readily a character speaks unasked, 0 to 1, as SillyTavern keeps it; the middle where the card does not say."""
    try:
        value = float(card.extensions.get(TALKATIVENESS, "").strip().strip('"'))
    except ValueError:
        return USUAL_TALKATIVENESS
    return min(1.0, max(0.0, value)) if math.isfinite(value) else USUAL_TALKATIVENESS


def mentioned(members: Sequence[Character], text: str, lemmas: Lemmas | None = None) -> list[Character]:
    """The members whose names are in the text, in the order of their first mention; in any inflection.

    An inflected form counts with a capital only, and so does a later word of a longer name: a hill is no Anna Hill, and
    «о мирах» is not about Мира.
    """
    known = lemmas or Lemmas()
    readings: dict[FoldRules, Reading] = {}
    found: list[tuple[int, int, Character]] = []
    for place, member in enumerate(members):
        starts = [start for call in _calls(member, members) for start in _starts(call, text, readings, known)]
        if starts:
            found.append((min(starts), place, member))
    return [member for _, _, member in sorted(found, key=lambda item: item[:2])]


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same for whoever reads them."""
    return one.strip().casefold() == other.strip().casefold()


@dataclass(frozen=True, slots=True)
class _Call:
    """What calls a member. ``proper``: only with a capital, where its script has capitals."""

    name: str
    proper: bool = False


def _calls(member: Character, members: Sequence[Character]) -> Iterator[_Call]:
    """The whole names, and each word of them that calls nobody else."""
    whole = [name for name in (member.name.strip(), member.nickname.strip()) if name and not name.startswith("/")]
    yield from (_Call(name) for name in whole)
    others = {word for other in members if other.id != member.id for word in _words(other.name, other.nickname)}
    for name in whole:
        for place, word in enumerate(_words(name)):
            if len(word) >= SHORTEST_CALL and word[0].isupper() and word not in others:
                yield _Call(word, proper=place > 0)


def _starts(call: _Call, text: str, readings: dict[FoldRules, Reading], lemmas: Lemmas) -> Iterator[int]:
    key = read_key(call.name, _AS_NAMES)
    if not isinstance(key, LiteralKey):
        return
    reading = readings.get(key.fold_rules) or readings.setdefault(key.fold_rules, Reading(text, key.fold_rules))
    for start, end in key_spans(key, reading, lemmas):
        as_written = not call.proper and same_name(text[start:end], call.name)
        if as_written or text[start] != text[start].lower() or text[start] == text[start].upper():
            yield start


def _words(*names: str) -> list[str]:
    return [name[start:end] for name in names for start, end in tokens(name)]


def _picked(members: Sequence[Character], choices: GroupChoices) -> tuple[NextSpeaker, ...]:
    """Whom the person picked, even a muted one; else the first who is not."""
    picked = next((member for member in members if member.id == choices.next_id), None)
    if picked is not None:
        return (_next(picked, SpeakerReason.CHOSEN),)
    first = next((member for member in members if member.id not in choices.muted), None)
    return () if first is None else (_next(first, SpeakerReason.FIRST),)


def _natural(free: Sequence[Character], spoken: Spoken, chance: Chance, lemmas: Lemmas) -> list[NextSpeaker]:
    """Whoever is called, then whoever feels like it; one by lot where nobody does."""
    others = _others(free, spoken)
    called = mentioned(others, spoken.text, lemmas)
    called_ids = {member.id for member in called}
    rolls = {member.id: chance.roll(f"speaks:{member.id}") for member in others if member.id not in called_ids}
    willing = [member for member in others if rolls.get(member.id, 101) <= _percent(member)]
    willing.sort(key=lambda member: (rolls[member.id] - _percent(member), member.id))
    found = [_next(member, SpeakerReason.MENTIONED) for member in called]
    found += [_next(member, SpeakerReason.TALKATIVE, _percent(member)) for member in willing]
    return found or [_next(member, SpeakerReason.DRAWN) for member in _drawn(others, chance)[:1]]


def _drawn(members: Iterable[Character], chance: Chance) -> list[Character]:
    """Everybody in the order of a race by talkativeness; who never speaks unasked comes last."""

    def arrival(member: Character) -> tuple[float, str]:
        return chance.arrival(f"speaks:{member.id}", round(talkativeness(member) * _WEIGHT)), member.id

    return sorted(members, key=arrival)


def _listed(free: Sequence[Character], most: int, spoken: Spoken) -> list[NextSpeaker]:
    """Everyone from the top; where fewer answer, it goes on behind who spoke last."""
    start = 0
    if (most and most < len(free)) or spoken.author:
        places = [_place_of(name, free) for name in spoken.speakers]
        start = next((place + 1 for place in reversed(places) if place is not None), 0)
    order = [free[(start + step) % len(free)] for step in range(len(free))]
    return [_next(member, SpeakerReason.LISTED) for member in _others(order, spoken)]


def _pooled(free: Sequence[Character], most: int, spoken: Spoken, chance: Chance) -> list[NextSpeaker]:
    """By lot among those who have not spoken since everyone had."""
    places = set(range(len(free)))
    done: set[int] = set()
    for place in (_place_of(name, free) for name in spoken.speakers):
        if place is not None:
            done = set() if done | {place} == places else done | {place}
    waiting = [member for place, member in enumerate(free) if place not in done]
    found = _drawn(_others(waiting, spoken), chance)
    left = [member for member in _drawn(free, chance) if member not in found]
    return [_next(member, SpeakerReason.POOLED) for member in (*found, *left)][:most]


def _others(members: Sequence[Character], spoken: Spoken) -> Sequence[Character]:
    """Without who has just spoken, or all where nobody is left: of several with one name nobody knows who it was."""
    if not spoken.author:
        return members
    return [member for member in members if not same_name(member.name, spoken.author)] or members


def _place_of(name: str, members: Sequence[Character]) -> int | None:
    return next((place for place, member in enumerate(members) if same_name(member.name, name)), None)


def _percent(member: Character) -> int:
    return round(talkativeness(member) * 100)


def _next(member: Character, why: SpeakerReason, percent: int = 0) -> NextSpeaker:
    return NextSpeaker(member.id, member.name, why, percent)
