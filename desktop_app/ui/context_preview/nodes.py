"""A row of the dock's tree: what it is called, what it costs, what it is about, and where it leads.

Made by ``plan_tree`` and ``entry_rows``; shown by ``tree_model``. Knows no widget. What a row holds is made when somebody
opens it: a plan of ten thousand messages is replaced with every key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.context.plan import Block, BlockKind, Disposition, DroppedRun, EntryTrace, Reason
from desktop_app.ui.context_preview.parts import PartKind, is_in
from desktop_app.ui.messages import reason_sentence

PAGE = 100
"""Rows of one folder; what has more of them is divided into folders of so many."""

UNDIVIDED = 2 * PAGE
"""So many rows need no dividing yet."""


class Counted(Protocol):
    """What rows are made of: blocks, runs, traces."""

    @property
    def tokens(self) -> int:
        """What it costs."""
        ...


T = TypeVar("T", bound=Counted)


@dataclass(slots=True, eq=False)
class Node:
    """A row. ``key`` stays the same from plan to plan, so that what is open stays open.

    ``kind`` gives the colour (None: a hollow mark). A row is about a ``block``, a ``run`` of messages or an entry by its
    ``trace`` (an active entry has its block too), or it is a folder: then ``make`` gives its rows.
    ``why`` is the reason of what has none of its own, ``hint`` what the tooltip says besides.
    """

    key: str
    title: str
    tokens: int
    exact: bool = True
    kind: BlockKind | PartKind | None = None
    block: Block | None = None
    run: DroppedRun | None = None
    trace: EntryTrace | None = None
    why: str = ""
    hint: str = ""
    make: Callable[[], Sequence[Node]] | None = None
    parent: Node | None = None
    row: int = 0
    _made: list[Node] | None = field(default=None, init=False)

    @property
    def is_folder(self) -> bool:
        """Whether there are rows in it."""
        return self.make is not None

    def look_inside(self) -> list[Node]:
        """Its rows, made at the first look."""
        if self._made is None:
            self._made = list(self.make()) if self.make is not None else []
            for row, child in enumerate(self._made):
                child.parent, child.row = self, row
        return self._made

    @property
    def children(self) -> list[Node]:
        """Its rows."""
        return self.look_inside()

    @property
    def made(self) -> list[Node]:
        """Its rows as far as somebody has looked."""
        return self._made or []

    @property
    def reason(self) -> Reason | None:
        """Why it is in or out; an entry's trace knows more than its block."""
        about = self.trace or self.block or self.run
        return about.reason if about is not None else None

    @property
    def sentence(self) -> str:
        """The reason in the person's language; empty for folders."""
        return reason_sentence(self.reason) if self.reason is not None else self.why

    @property
    def text(self) -> str:
        """What is sent of it, or would be."""
        return self.block.text if self.block is not None else ""

    @property
    def disposition(self) -> Disposition | None:
        """What became of it; None for folders and for entries that never came near the prompt."""
        about = self.block or self.run
        return about.disposition if about is not None else None

    @property
    def is_in(self) -> bool:
        """Whether it is part of the prompt."""
        if self.trace is not None:
            return self.trace.included
        return is_in(self.block) if self.block is not None else self.kind is not None

    @property
    def message_id(self) -> str:
        """The message of the chat that it leads to: itself, the first of a run, or the first that it was made of."""
        if self.run is not None:
            return self.run.first_id
        if self.block is None:
            return ""
        if self.block.kind in (BlockKind.HISTORY, BlockKind.INPUT):
            return self.block.origin_id or self.block.id
        return self.block.sources[0] if self.block.sources else ""

    @property
    def entry(self) -> tuple[str, str, str] | None:
        """What of the library it leads to, as ``ContextPreview.entry_activated`` tells it: kind, book and id."""
        if self.trace is not None:
            return self.trace.kind.value, self.trace.book_id, self.trace.entry_id
        if self.block is not None and self.block.kind is BlockKind.CHARACTER and self.block.origin_id:
            kind = "persona" if self.block.id == PERSONA_BLOCK else "character"
            return kind, "", self.block.origin_id
        return None


PERSONA_BLOCK = "prompt.persona"
"""The id that the builder gives to what describes the user."""


def folder(
    key: str,
    title: str,
    items: Sequence[T],
    make: Callable[[T], Node],
    *,
    tokens: int = 0,
    exact: bool = True,
    kind: BlockKind | None = None,
) -> Node:
    """A row that holds one row for each of ``items``; very many are divided into folders by their numbers."""

    def rows() -> list[Node]:
        if len(items) <= UNDIVIDED:
            return [make(item) for item in items]
        starts = range(0, len(items), PAGE)
        return [_page(key, items, start, make, kind, exact=exact) for start in starts]

    return Node(key=key, title=title, tokens=tokens, exact=exact, kind=kind, make=rows)


def counted(name: str, count: int) -> str:
    """``History (38)``."""
    template = QCoreApplication.translate("ContextNodes", "{name} ({count})")
    return template.format(name=name, count=QLocale().toString(count))


def counted_of(name: str, count: int, total: int) -> str:
    """``Lore (3 of 9)``."""
    template = QCoreApplication.translate("ContextNodes", "{name} ({count} of {total})")
    locale = QLocale()
    return template.format(name=name, count=locale.toString(count), total=locale.toString(total))


def fate_name(node: Node) -> str:
    """What became of a row, in a word or two."""
    translate = QCoreApplication.translate
    if node.is_in:
        return translate("ContextNodes", "In context")
    if node.disposition is Disposition.SUMMARISED:
        return translate("ContextNodes", "In the summary")
    return translate("ContextNodes", "Left out")


def _page(
    key: str, items: Sequence[T], start: int, make: Callable[[T], Node], kind: BlockKind | None, *, exact: bool
) -> Node:
    part = items[start : start + PAGE]
    locale = QLocale()
    title = f"{locale.toString(start + 1)}–{locale.toString(start + len(part))}"
    return Node(
        key=f"{key}:{start}",
        title=title,
        tokens=sum([item.tokens for item in part]),
        exact=exact,
        kind=kind,
        make=lambda: [make(i) for i in part],
    )
