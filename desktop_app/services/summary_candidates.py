"""Which sentences the engine may choose from: all of what is near, the best of every scene further back, of every arc before.

Pure; called by ``summary_sentences`` and the command ``summarize``. A scene is several segments, an arc several scenes; both
are chosen from the segments each time, so they can never be stale. The engine chooses exactly of what left the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.memory import SummaryMaker, SummarySentence
from desktop_app.domain.summary import Covered
from desktop_app.language.novelty import novelties

# Of so many of the newest messages every sentence is offered; before those by scene, before twice as many again by arc.
NEAR = 1_000
MIDDLE = 4 * NEAR

# A scene and an arc are of about so many messages, counted from the chat's beginning: they stay while the chat grows.
SCENE, ARC = 64, 512

# So many sentences are offered of all scenes, and of all arcs; of each at least two.
_OF_SCENES, _OF_ARCS = 1_000, 500
_LEAST = 2

# Of messages that nobody has scored: each of the newest, and evenly spread ones of the old.
UNSCORED = 1_000


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence and the place of its first source among the told messages."""

    place: int
    sentence: SummarySentence


def offered(placed: Iterable[Placed], told: int) -> tuple[SummarySentence, ...]:
    """What the engine may choose from, in order of time, of a branch with ``told`` messages.

    What is said again and again weighs little. What the person wrote is always offered.
    """
    by_level: dict[tuple[SummaryMaker, int, int], list[Placed]] = {}
    kept: list[Placed] = []
    levels = _Levels(told)
    for item in placed:
        most, group = levels.of(item.place)
        if most == 0 or is_own(item.sentence):
            kept.append(item)
        else:
            by_level.setdefault((item.sentence.made_by, most, group), []).append(item)
    for (_, most, _), group in by_level.items():
        kept += sorted(group, key=_best_first)[:most]
    kept.sort(key=_in_time)
    weights = novelties([item.sentence.text for item in kept])
    return tuple(_weighed(item.sentence, novelty) for item, novelty in zip(kept, weights, strict=True))


def spread(unscored: Sequence[Covered]) -> list[Covered]:
    """The messages whose first sentences are offered. The spread of the old ones stays the same until there are twice as many."""
    old = unscored[:-UNSCORED]
    stride = 1
    while len(old) > stride * UNSCORED:
        stride *= 2
    return [*old[::stride], *unscored[-UNSCORED:]]


def is_own(sentence: SummarySentence) -> bool:
    """Whether a sentence is the person's own."""
    return sentence.locked or sentence.made_by is SummaryMaker.PERSON


class _Levels:
    """How many sentences of a place's group are offered, and which group that is."""

    def __init__(self, told: int) -> None:
        self._arcs_end = max(0, told - MIDDLE) // ARC * ARC
        self._scenes_end = max(self._arcs_end, max(0, told - NEAR) // SCENE * SCENE)
        arcs, scenes = self._arcs_end // ARC, (self._scenes_end - self._arcs_end) // SCENE
        self._of_arc = max(_LEAST, _OF_ARCS // max(1, arcs))
        self._of_scene = max(_LEAST, _OF_SCENES // max(1, scenes))

    def of(self, place: int) -> tuple[int, int]:
        """``most`` is 0 where all is offered. The two levels never have the same group: it is known by its first place."""
        if place < self._arcs_end:
            return self._of_arc, place // ARC * ARC
        if place < self._scenes_end:
            return self._of_scene, place // SCENE * SCENE
        return 0, 0


def _best_first(item: Placed) -> tuple[float, int, str]:
    return -item.sentence.weight, item.place, item.sentence.id


def _in_time(item: Placed) -> tuple[int, int, str]:
    sources = item.sentence.sources
    return item.place, sources[0].start if sources else 0, item.sentence.id


def _weighed(sentence: SummarySentence, novelty: float) -> SummarySentence:
    if sentence.made_by is not SummaryMaker.EXTRACTIVE or not sentence.weight:
        return sentence
    return replace(sentence, weight=round(sentence.weight * novelty * novelty, 4))
