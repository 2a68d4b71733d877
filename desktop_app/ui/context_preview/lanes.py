"""The lanes of a plan in words: what they are called, and how much of its room each has taken. Pure functions of a plan."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.context.plan import BlockKind, ContextPlan, Lane, LaneUse
from desktop_app.ui.context_preview.parts import PartKind

LANES_OF: dict[BlockKind, tuple[Lane, ...]] = {
    BlockKind.LORE: (Lane.CONSTANT_LORE, Lane.KEYED_LORE),
    BlockKind.MEMORY: (Lane.MEMORY,),
    BlockKind.RECALL: (Lane.RECALL,),
    BlockKind.SUMMARY: (Lane.SUMMARY,),
    BlockKind.EXAMPLES: (Lane.EXAMPLES,),
    BlockKind.HISTORY: (Lane.HISTORY,),
}
"""From which lanes the blocks of a kind take; what is not here is protected."""


def lane_name(lane: Lane) -> str:
    """What people call it."""
    translate = QCoreApplication.translate
    names = {
        Lane.PROTECTED: translate("ContextLanes", "Always in context"),
        Lane.CONSTANT_LORE: translate("ContextLanes", "Lore, always on"),
        Lane.KEYED_LORE: translate("ContextLanes", "Lore, by keyword"),
        Lane.MEMORY: translate("ContextLanes", "Memory"),
        Lane.RECALL: translate("ContextLanes", "Recalled"),
        Lane.SUMMARY: translate("ContextLanes", "Summary"),
        Lane.EXAMPLES: translate("ContextLanes", "Examples"),
        Lane.HISTORY: translate("ContextLanes", "History"),
    }
    return names[lane]


def lane_sentence(use: LaneUse) -> str:
    """``Lore, by keyword: 300 of 1,024 used``."""
    locale = QLocale()
    template = QCoreApplication.translate("ContextLanes", "{name}: {used} of {room} used")
    return template.format(name=lane_name(use.lane), used=locale.toString(use.used), room=locale.toString(use.room))


def lanes_of(plan: ContextPlan, kind: BlockKind | PartKind | None) -> list[LaneUse]:
    """The lanes that the blocks of this kind take from, as far as the plan tells."""
    wanted = LANES_OF.get(kind, ()) if isinstance(kind, BlockKind) else ()
    return [use for use in plan.lanes if use.lane in wanted]


def lane_sentences(uses: Iterable[LaneUse]) -> str:
    """One a line."""
    return "\n".join(lane_sentence(use) for use in uses)
