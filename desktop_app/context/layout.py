"""The order of a prompt as data: its rows from top to bottom, and the places inside the history.

Called by ``builder``. Nothing is made here: ``parts``, ``entries`` and ``passages`` make what stands in the rows. By default what
changes with every turn stands behind the history, so that a prompt cache can keep what is before it.

A person may put the rows of ``domain.prompt_order`` into another order, across the history too. What may not move, and why:

- What is inserted at a depth stays among the messages, for a depth counts messages.
- Entries before and behind examples, history and summary move with these, for that is what their position says. (Those
  before and behind the character are rows of their own, as other programs have them.) Entries that a book keeps out of the
  prompt's beginning stay behind the history.
- The summary stays directly before the current input: measured, a model uses it best there, and it changes with every turn.
- The current input stays behind the history, whose newest message it is; the instructions that follow the history stay
  behind it or, by their option, before the summary: elsewhere they would not follow the history.

So every row is in the prompt once in any order, and a strategy is asked the same whatever the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType

from desktop_app.context.history import Segment
from desktop_app.context.pieces import Group
from desktop_app.context.plan import BlockKind
from desktop_app.context.render import SEPARATOR
from desktop_app.context.request import ContextRequest
from desktop_app.domain.lore import Position
from desktop_app.domain.ports import TokenCounter
from desktop_app.domain.prompt_order import PromptRow, completed


class Row(StrEnum):
    """A row of the prompt beside the messages (context-engine page, section 1)."""

    SYSTEM = "system"
    LORE_BEFORE_CHARACTER = "lore-before-character"
    CHARACTER = "character"
    LORE_AFTER_CHARACTER = "lore-after-character"
    LORE_BEFORE_EXAMPLES = "lore-before-examples"
    EXAMPLES = "examples"
    LORE_AFTER_EXAMPLES = "lore-after-examples"
    MEMORY = "memory"
    LORE_BEFORE_HISTORY = "lore-before-history"
    LORE_MOVED = "lore-moved"
    LORE_AFTER_HISTORY = "lore-after-history"
    FOUND_MEMORY = "found-memory"
    RECALL = "recall"
    LORE_BEFORE_SUMMARY = "lore-before-summary"
    SUMMARY = "summary"
    LORE_AFTER_SUMMARY = "lore-after-summary"
    POST_HISTORY = "post-history"


@dataclass(frozen=True, slots=True)
class Order:
    """The rows before the history, between the history and the current input, and behind the input.

    What is inserted at depth 0 stands behind ``end``.
    """

    front: tuple[Row, ...]
    behind: tuple[Row, ...]
    end: tuple[Row, ...]


# What stands where the history is in an order: before it, and directly behind it.
_BEFORE_HISTORY = (Row.LORE_BEFORE_HISTORY,)
_BEHIND_HISTORY = (Row.LORE_MOVED, Row.LORE_AFTER_HISTORY)

# Directly before the current input, whatever the order.
_BEFORE_INPUT = (Row.LORE_BEFORE_SUMMARY, Row.SUMMARY, Row.LORE_AFTER_SUMMARY)

# What moves with each row of an order.
_ROWS: Mapping[PromptRow, tuple[Row, ...]] = MappingProxyType(
    {
        PromptRow.SYSTEM: (Row.SYSTEM,),
        PromptRow.LORE_BEFORE_CHARACTER: (Row.LORE_BEFORE_CHARACTER,),
        PromptRow.CHARACTER: (Row.CHARACTER,),
        PromptRow.LORE_AFTER_CHARACTER: (Row.LORE_AFTER_CHARACTER,),
        PromptRow.EXAMPLES: (Row.LORE_BEFORE_EXAMPLES, Row.EXAMPLES, Row.LORE_AFTER_EXAMPLES),
        PromptRow.MEMORY: (Row.MEMORY,),
        PromptRow.FOUND_MEMORY: (Row.FOUND_MEMORY,),
        PromptRow.RECALL: (Row.RECALL,),
    }
)

# The row of an entry by its position; the other positions are depths, the author's note and outlets.
LORE_ROWS: Mapping[Position, Row] = MappingProxyType(
    {
        Position.BEFORE_CHARACTER: Row.LORE_BEFORE_CHARACTER,
        Position.AFTER_CHARACTER: Row.LORE_AFTER_CHARACTER,
        Position.BEFORE_EXAMPLES: Row.LORE_BEFORE_EXAMPLES,
        Position.AFTER_EXAMPLES: Row.LORE_AFTER_EXAMPLES,
        Position.BEFORE_HISTORY: Row.LORE_BEFORE_HISTORY,
        Position.AFTER_HISTORY: Row.LORE_AFTER_HISTORY,
        Position.BEFORE_SUMMARY: Row.LORE_BEFORE_SUMMARY,
        Position.AFTER_SUMMARY: Row.LORE_AFTER_SUMMARY,
    }
)

# Where keyed entries go whose book wants the prompt's beginning to stay the same.
MOVED = frozenset({Row.LORE_BEFORE_CHARACTER, Row.LORE_AFTER_CHARACTER})


@dataclass(frozen=True, slots=True)
class Material:
    """What stands in the rows, and at the depths: depth counts messages from the end (0: behind the newest one)."""

    rows: Mapping[Row, tuple[Segment, ...]] = field(default_factory=dict[Row, tuple[Segment, ...]])
    depths: Mapping[int, tuple[Segment, ...]] = field(default_factory=dict[int, tuple[Segment, ...]])

    def of(self, rows: Iterable[Row]) -> list[Segment]:
        """All that stands in these rows, one after the other."""
        return [segment for row in rows for segment in self.rows.get(row, ())]


@dataclass(frozen=True, slots=True)
class Prices:
    """What a text costs beside its own tokens: ``message`` where it opens one, ``joint`` where it joins one."""

    message: int
    joint: int


def order_of(request: ContextRequest) -> Order:
    """The order that the person chose. ``post_history_first``: the input is the last word, as some programs do it."""
    chosen = completed(request.order)
    history = chosen.index(PromptRow.HISTORY)
    front = (row for name in chosen[:history] for row in _ROWS[name])
    behind = (row for name in chosen[history + 1 :] for row in _ROWS[name])
    instructions = (Row.POST_HISTORY,)
    first, last = (instructions, ()) if request.post_history_first else ((), instructions)
    return Order(
        front=(*front, *_BEFORE_HISTORY),
        behind=(*_BEHIND_HISTORY, *behind, *first, *_BEFORE_INPUT),
        end=last,
    )


def prices_of(request: ContextRequest, counter: TokenCounter) -> Prices:
    """The prices of a connection."""
    return Prices(request.overhead.per_message, counter.count(SEPARATOR).tokens)


def arranged(
    material: Material, history: Sequence[Segment], order: Order, prices: Prices, *, answer_last: bool
) -> tuple[Segment, ...]:
    """Everything in the order of the prompt, with its cost.

    ``answer_last``: the newest message is to be continued, so what stands behind the input stands before that message.
    """
    newest = _newest(history)
    end = newest if answer_last else len(history)
    at_input = min(_input(history), end)
    places = _places_of_depths(history, [depth for depth in material.depths if depth > 0])
    points: list[tuple[int, Sequence[Segment]]] = [
        (place, material.depths[depth]) for depth, place in sorted(places.items(), reverse=True)
    ]
    points.append((at_input, material.of(order.behind)))
    points.append((end, [*material.of(order.end), *material.depths.get(0, ())]))
    placed: list[Segment] = _priced(material.of(order.front), prices)
    at = 0
    for place, segments in sorted(_joined(points)):
        placed.extend(history[at:place])
        placed.extend(_priced(segments, prices))
        at = place
    placed.extend(history[at:])
    return tuple(placed)


def _joined(points: Iterable[tuple[int, Sequence[Segment]]]) -> Iterator[tuple[int, list[Segment]]]:
    by_place: dict[int, list[Segment]] = {}
    for place, segments in points:
        by_place.setdefault(place, []).extend(segments)
    yield from by_place.items()


def _newest(history: Sequence[Segment]) -> int:
    """The index of the newest message that can be sent, the length where there is none."""
    for index in range(len(history) - 1, -1, -1):
        if isinstance(history[index], Group):
            return index
    return len(history)


def _input(history: Sequence[Segment]) -> int:
    """The index of the current input, the length where there is none."""
    for index in range(len(history) - 1, -1, -1):
        segment = history[index]
        if isinstance(segment, Group) and segment.kind is BlockKind.INPUT:
            return index
    return len(history)


def _places_of_depths(history: Sequence[Segment], depths: Iterable[int]) -> dict[int, int]:
    """For each depth from 1 on, the index before which it is: only messages that can be sent count, groups stay whole.

    Beyond the beginning is the beginning.
    """
    waiting = sorted(depths, reverse=True)
    places = dict.fromkeys(waiting, 0)
    passed = 0
    for index in range(len(history) - 1, -1, -1):
        if not waiting:
            break
        segment = history[index]
        if isinstance(segment, Group):
            passed += sum(piece.silent is None for piece in segment.pieces)
            while waiting and waiting[-1] <= passed:
                places[waiting.pop()] = index
    return places


def _priced(segments: Sequence[Segment], prices: Prices) -> list[Segment]:
    costs = _costs([segment for segment in segments if isinstance(segment, Group)], prices)
    return [replace(item, cost=costs[item.id]) if isinstance(item, Group) else item for item in segments]


def _costs(groups: Iterable[Group], prices: Prices) -> dict[str, int]:
    """Neighbours of one role become one message, and one of them pays for it: one that stays in any case.

    Where nothing of them is sure to stay, each could be the only one.
    """
    costs: dict[str, int] = {}
    for _, neighbours in groupby(groups, key=lambda group: group.pieces[0].role):
        members = list(neighbours)
        payer = next((group.id for group in members if group.protected), None)
        for group in members:
            alone = payer is None or group.id == payer
            besides = max(prices.message, prices.joint) if alone else prices.joint
            costs[group.id] = group.pieces[0].tokens + besides
    return costs
