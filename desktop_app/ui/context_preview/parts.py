"""What a plan's tokens are made of, and how each kind of block is called and drawn. Used by the bar and the tree."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QBrush, QColor, QFont

from desktop_app.context.plan import Block, BlockKind, ContextPlan, Disposition
from desktop_app.ui.theme import Tokens

# A kind is never told by colour alone: kinds of one colour differ by pattern.
_PATTERNS = {
    BlockKind.POST_HISTORY: Qt.BrushStyle.FDiagPattern,
    BlockKind.EXAMPLES: Qt.BrushStyle.FDiagPattern,
    BlockKind.INPUT: Qt.BrushStyle.FDiagPattern,
    BlockKind.LORE: Qt.BrushStyle.HorPattern,
    BlockKind.MEMORY: Qt.BrushStyle.VerPattern,
    BlockKind.RECALL: Qt.BrushStyle.BDiagPattern,
    BlockKind.SUMMARY: Qt.BrushStyle.CrossPattern,
}

PATTERN_OPACITY = 0.35

_INCLUDED = Disposition.INCLUDED

ORDER = (
    BlockKind.SYSTEM,
    BlockKind.CHARACTER,
    BlockKind.LORE,
    BlockKind.EXAMPLES,
    BlockKind.MEMORY,
    BlockKind.RECALL,
    BlockKind.SUMMARY,
    BlockKind.HISTORY,
    BlockKind.INPUT,
    BlockKind.POST_HISTORY,
)
"""The kinds as bar and tree show them, whatever the order of the prompt: they stay where they are when a strategy changes."""


class PartKind(StrEnum):
    """What takes room in a context beside blocks."""

    OVERHEAD = "overhead"
    FREE = "free"
    RESERVE = "reserve"
    SAFETY = "safety"


@dataclass(frozen=True, slots=True)
class Part:
    """A share of the context limit, in tokens."""

    kind: BlockKind | PartKind
    tokens: int


def parts_of(plan: ContextPlan) -> list[Part]:
    """The whole limit in its parts: included blocks by kind, overhead, free room, margin, reserve.

    The sum is the limit, as the plan's sums reconcile.
    """
    tokens: dict[BlockKind, int] = {}
    for block in plan.blocks:
        if block.disposition is _INCLUDED or is_in(block):  # most are: thousands of calls less with every key
            tokens[block.kind] = tokens.get(block.kind, 0) + block.tokens
    parts = [Part(kind, tokens.get(kind, 0)) for kind in ORDER]
    parts += [
        Part(PartKind.OVERHEAD, plan.overhead),
        Part(PartKind.FREE, plan.available - plan.used),
        Part(PartKind.SAFETY, plan.safety),
        Part(PartKind.RESERVE, plan.reserve),
    ]
    return [part for part in parts if part.tokens > 0]


def is_in(block: Block) -> bool:
    """Whether a block is part of the prompt, whole or cut; what was trimmed away altogether is in no message of it."""
    return block.disposition is Disposition.INCLUDED or (
        block.disposition is Disposition.TRIMMED and bool(block.rendered)
    )


def part_name(kind: BlockKind | PartKind) -> str:
    """What people call it."""
    translate = QCoreApplication.translate
    names = {
        BlockKind.SYSTEM: translate("ContextParts", "System"),
        BlockKind.CHARACTER: translate("ContextParts", "Character"),
        BlockKind.LORE: translate("ContextParts", "Lore"),
        BlockKind.EXAMPLES: translate("ContextParts", "Examples"),
        BlockKind.MEMORY: translate("ContextParts", "Memory"),
        BlockKind.HISTORY: translate("ContextParts", "History"),
        BlockKind.RECALL: translate("ContextParts", "Recalled"),
        BlockKind.SUMMARY: translate("ContextParts", "Summary"),
        BlockKind.INPUT: translate("ContextParts", "Your message"),
        BlockKind.POST_HISTORY: translate("ContextParts", "After the history"),
        PartKind.OVERHEAD: translate("ContextParts", "Role markers"),
        PartKind.FREE: translate("ContextParts", "Free"),
        PartKind.RESERVE: translate("ContextParts", "Reserved for the reply"),
        PartKind.SAFETY: translate("ContextParts", "Margin for estimates"),
    }
    return names[kind]


def part_color(kind: BlockKind | PartKind, tokens: Tokens) -> QColor:
    """Its colour in the bar and in the tree."""
    if isinstance(kind, BlockKind):
        return QColor(tokens.kinds[kind])
    if kind is PartKind.FREE:  # where borders are as bright as text, the empty part would be the first thing seen
        return QColor(tokens.hover if tokens.border == tokens.text else tokens.border)
    return QColor(tokens.reserve)


def part_pattern(kind: BlockKind | PartKind) -> Qt.BrushStyle | None:
    """The pattern over its colour; None for a plain surface."""
    if isinstance(kind, BlockKind):
        return _PATTERNS.get(kind)
    return {PartKind.RESERVE: Qt.BrushStyle.BDiagPattern, PartKind.SAFETY: Qt.BrushStyle.Dense5Pattern}.get(kind)


def part_brushes(kind: BlockKind | PartKind, tokens: Tokens) -> list[QBrush]:
    """The brushes to lay over each other for a part: its colour, then its pattern."""
    brushes = [QBrush(part_color(kind, tokens))]
    pattern = part_pattern(kind)
    if pattern is not None:
        ink = QColor(tokens.card)
        ink.setAlphaF(PATTERN_OPACITY)
        brushes.append(QBrush(ink, pattern))
    return brushes


def tabular(font: QFont) -> QFont:
    """The font with figures of one width, so that columns of numbers stand in line."""
    figures = QFont(font)
    figures.setFeature(QFont.Tag("tnum"), 1)
    return figures
