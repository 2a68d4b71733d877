"""What the person decides about memory entries that were reviewed, and the way back from each decision.

Called by the page that reviews memory. ``memory_review`` asks ``looked_at`` and ``kept_beside`` what was decided before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from desktop_app.domain.memory import TRUE_UNTIL, MemoryEntry
from desktop_app.domain.ports import Clock
from desktop_app.services.memory_service import MemoryService

# Among an entry's extensions: when the person found it right as it is, in Unix milliseconds.
_LOOKED_AT = "talespan.looked-at"
# And the ids, one a line, of the entries that the person wants to keep beside it.
_BESIDE = "talespan.kept-beside"


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """What was decided: the entries as they were ``before``, for ``undo``."""

    before: tuple[MemoryEntry, ...]


class MemoryDecisions:
    """Carries out decisions. Every method raises ``NotFoundError`` where an entry is there no more; then nothing changed."""

    def __init__(self, memory: MemoryService, clock: Clock) -> None:
        self._memory = memory
        self._clock = clock

    async def keep(self, entry_id: str) -> ReviewDecision:
        """It is right as it is: for as long as the review looks back it is not named for what it does."""
        entry = await self._memory.get_entry(entry_id)
        now = str(self._clock.now())
        await self._memory.save(replace(entry, extensions={**entry.extensions, _LOOKED_AT: now}))
        return ReviewDecision((entry,))

    async def keep_both(self, one_id: str, other_id: str) -> ReviewDecision:
        """Both are right: this pair is not named again."""
        one, other = await self._memory.get_entry(one_id), await self._memory.get_entry(other_id)
        beside = "\n".join([*_beside(one), other.id])
        await self._memory.save(replace(one, extensions={**one.extensions, _BESIDE: beside}))
        return ReviewDecision((one,))

    async def join(self, kept_id: str, other_id: str) -> ReviewDecision:
        """One entry of two: the words of ``kept_id``, the keywords and sources of both; the other is taken out."""
        kept, other = await self._memory.get_entry(kept_id), await self._memory.get_entry(other_id)
        keywords = (*kept.keywords, *other.keywords) if kept.keywords and other.keywords else ()
        joined = replace(
            kept,
            keywords=_each_once(keywords),
            sources=tuple(dict.fromkeys((*kept.sources, *other.sources))),
            always_in_context=kept.always_in_context or other.always_in_context,
            importance=max(kept.importance, other.importance),
            supersedes=kept.supersedes or (other.supersedes if other.supersedes != kept.id else ""),
        )
        await self._memory.save(joined)
        await self._memory.delete(other.id)
        return ReviewDecision((kept, other))

    async def true_until_now(self, older_id: str, newer_id: str) -> ReviewDecision:
        """The older was true until the newer: it counts no longer, and says since when."""
        older, newer = await self._memory.get_entry(older_id), await self._memory.get_entry(newer_id)
        until = {**older.extensions, TRUE_UNTIL: str(self._clock.now())}
        await self._memory.save(replace(older, enabled=False, extensions=until))
        await self._memory.save(replace(newer, supersedes=older.id))
        return ReviewDecision((older, newer))

    async def switch_off(self, entry_id: str) -> ReviewDecision:
        """It counts nowhere until it is switched on again."""
        entry = await self._memory.get_entry(entry_id)
        await self._memory.save(replace(entry, enabled=False))
        return ReviewDecision((entry,))

    async def delete(self, entry_id: str) -> ReviewDecision:
        """Takes it out."""
        entry = await self._memory.get_entry(entry_id)
        await self._memory.delete(entry_id)
        return ReviewDecision((entry,))

    async def undo(self, decision: ReviewDecision) -> None:
        """As if the person had not decided."""
        await self._memory.put_back(decision.before)


def looked_at(entry: MemoryEntry) -> int:
    """When the person found it right as it is, in Unix milliseconds; 0: never."""
    moment = entry.extensions.get(_LOOKED_AT, "")
    return int(moment) if moment.isdecimal() else 0


def kept_beside(one: MemoryEntry, other: MemoryEntry) -> bool:
    """Whether the person wants to keep both."""
    return other.id in _beside(one) or one.id in _beside(other)


def _beside(entry: MemoryEntry) -> list[str]:
    return entry.extensions.get(_BESIDE, "").splitlines()


def _each_once(keywords: Iterable[str]) -> tuple[str, ...]:
    """Without those that differ in case alone."""
    return tuple({keyword.casefold(): keyword for keyword in reversed([*keywords])}.values())[::-1]
