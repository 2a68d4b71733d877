"""A plan as the rows of a tree: kinds with their blocks, then what was left out. A pure function; knows no widget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from desktop_app.context.plan import Block, BlockKind, ContextPlan, Disposition, DroppedRun
from desktop_app.ui.context_preview.parts import PartKind, is_in, part_name
from desktop_app.ui.counts import messages_phrase
from desktop_app.ui.messages import reason_sentence

SNIPPET = 80


@dataclass(slots=True, eq=False)
class Node:
    """A row. ``key`` stays the same from plan to plan, so that what is open stays open.

    ``kind`` gives the colour (None: left out). ``reason`` is a whole sentence, ``text`` the full text for the detail.
    ``below`` makes the rows of a group; most stay folded, and a plan comes with every key.
    """

    key: str
    title: str
    tokens: int
    exact: bool
    kind: BlockKind | PartKind | None
    disposition: Disposition | None = None
    reason: str = ""
    text: str = ""
    below: Callable[[], list[Node]] | None = None
    parent: Node | None = None
    row: int = 0
    _children: list[Node] | None = None

    @property
    def is_group(self) -> bool:
        """Whether there are rows below it."""
        return self.below is not None

    @property
    def children(self) -> list[Node]:
        """The rows below it, made when they are asked for."""
        if self._children is None:
            self._children = self.below() if self.below is not None else []
            for row, child in enumerate(self._children):
                child.parent, child.row = self, row
        return self._children


def tree_of(plan: ContextPlan) -> list[Node]:
    """The top rows, in the order of the prompt; a kind with a single block needs no level of its own."""
    included: dict[BlockKind, list[Block]] = {}
    out: list[Block] = []
    for block in plan.blocks:
        if is_in(block.disposition):
            included.setdefault(block.kind, []).append(block)
        else:
            out.append(block)
    top = [_kind_node(kind, blocks) for kind, blocks in included.items()]
    if plan.overhead:
        top.append(_overhead_node(plan))
    if out or plan.dropped:
        top.append(_left_out_node(out, plan.dropped))
    for row, node in enumerate(top):
        node.row = row
    return top


def disposition_name(disposition: Disposition) -> str:
    """What became of a block, in a word or two."""
    translate = QCoreApplication.translate
    names = {
        Disposition.INCLUDED: translate("ContextNodes", "Included"),
        Disposition.EXCLUDED: translate("ContextNodes", "Left out"),
        Disposition.SUMMARISED: translate("ContextNodes", "In the summary"),
        Disposition.TRIMMED: translate("ContextNodes", "Shortened"),
    }
    return names[disposition]


def _kind_node(kind: BlockKind, blocks: list[Block]) -> Node:
    if len(blocks) == 1:
        node = _block_node(blocks[0])
        node.key, node.title = f"kind:{kind.value}", part_name(kind)
        return node
    return Node(
        key=f"kind:{kind.value}",
        title=_counted(part_name(kind), len(blocks)),
        tokens=sum(block.tokens for block in blocks),
        exact=all(block.exact for block in blocks),
        kind=kind,
        below=lambda: [_block_node(block) for block in blocks],
    )


def _overhead_node(plan: ContextPlan) -> Node:
    reason = QCoreApplication.translate("ContextNodes", "What the marks between messages cost.")
    name = part_name(PartKind.OVERHEAD)
    return Node(
        key="overhead", title=name, tokens=plan.overhead, exact=plan.exact, kind=PartKind.OVERHEAD, reason=reason
    )


def _block_node(block: Block) -> Node:
    return Node(
        key=f"block:{block.id}",
        title=_headline(block),
        tokens=block.tokens,
        exact=block.exact,
        kind=block.kind,
        disposition=block.disposition,
        reason=reason_sentence(block.reason),
        text=block.text,
    )


def _left_out_node(blocks: list[Block], runs: tuple[DroppedRun, ...]) -> Node:
    count = len(blocks) + sum(run.count for run in runs)
    return Node(
        key="out",
        title=_counted(disposition_name(Disposition.EXCLUDED), count),
        tokens=sum(block.tokens for block in blocks) + sum(run.tokens for run in runs),
        exact=all(block.exact for block in blocks),
        kind=None,
        below=lambda: [_run_node(run) for run in runs] + [_block_node(block) for block in blocks],
    )


def _run_node(run: DroppedRun) -> Node:
    return Node(
        key=f"run:{run.disposition.value}:{run.reason.code}:{run.first_id}",
        title=messages_phrase(run.count),
        tokens=run.tokens,
        exact=True,
        kind=None,
        disposition=run.disposition,
        reason=reason_sentence(run.reason),
    )


def _headline(block: Block) -> str:
    """The block's own title, and how its text begins, in one line."""
    beginning = " ".join(block.text[: 2 * SNIPPET].split())[:SNIPPET]
    if not block.title or block.title == beginning:
        return beginning or part_name(block.kind)
    return f"{block.title}: {beginning}" if beginning else block.title


def _counted(name: str, count: int) -> str:
    return QCoreApplication.translate("ContextNodes", "{name} ({count})").format(name=name, count=count)
