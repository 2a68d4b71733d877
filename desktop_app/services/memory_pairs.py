"""Memory entries that cannot both be true, or that say nearly the same. Pure; called by ``MemoryReviewService`` and the inbox."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence

from desktop_app.domain.memory import MemoryEntry
from desktop_app.language.facts import FoundFact, facts_of_entry
from desktop_app.language.sameness import Sameness


def may_meet(one: MemoryEntry, other: MemoryEntry) -> bool:
    """Whether there may be a chat in which both count."""
    return one.scope == other.scope or one.scope.kind is not other.scope.kind


def contradicting(entries: Sequence[MemoryEntry]) -> tuple[tuple[str, str], ...]:
    """The ids of each two entries that say two things of one, in the order of ``entries``."""
    about: defaultdict[str, list[tuple[MemoryEntry, FoundFact]]] = defaultdict(list)
    for entry in entries:
        for fact in facts_of_entry(entry.content):
            about[fact.subject].append((entry, fact))
    found = (
        (one.id, other.id)
        for told in about.values()
        for (one, fact), (other, another) in itertools.combinations(told, 2)
        if one is not other and fact.contradicts(another) and may_meet(one, other)
    )
    return tuple(dict.fromkeys(found))


def alike(
    entries: Sequence[MemoryEntry],
    sameness: Sameness,
    apart: Callable[[MemoryEntry, MemoryEntry], bool] = lambda _one, _other: False,
) -> tuple[tuple[str, ...], ...]:
    """Groups of the ids of entries that say nearly the same, each and all in the order of ``entries``.

    ``apart``: whether two are known to say nearly the same, and are none the less no pair.
    """
    group_of: dict[int, list[int]] = {}
    for one, other in sameness.pairs([entry.content for entry in entries]):
        if may_meet(entries[one], entries[other]) and not apart(entries[one], entries[other]):
            group = group_of.setdefault(one, [one])
            if other not in group and other not in group_of:
                group.append(other)
                group_of[other] = group
    groups = {id(group): tuple(entries[place].id for place in sorted(group)) for group in group_of.values()}
    return tuple(groups.values())
