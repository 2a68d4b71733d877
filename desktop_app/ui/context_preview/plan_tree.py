"""A plan as the rows of a tree: its kinds in the order of the design page, then what is out. A pure function of the plan.

Looks at every block once; rows are made when their folder is opened.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from desktop_app.context.current import INPUT_TITLE
from desktop_app.context.plan import Block, BlockKind, ContextPlan, Disposition, DroppedRun, EntryTrace
from desktop_app.context.speaking import next_speaker
from desktop_app.ui.context_preview.entry_rows import entries_node, entry_kind
from desktop_app.ui.context_preview.nodes import Node, counted, folder
from desktop_app.ui.context_preview.parts import ORDER, PartKind, is_in, part_name
from desktop_app.ui.counts import messages_phrase
from desktop_app.ui.speakers import speaker

SNIPPET = 80

Item = Block | DroppedRun | EntryTrace
Keep = Callable[[Item], bool]


@dataclass(slots=True)
class _Sorted:
    """What is in a plan by what becomes of it; ``of_entries``: blocks of lore and memory, in or out.

    ``exact``: whether the plan's tokens are counted; a run of messages and an entry without a block do not say it themselves.
    """

    traces: Sequence[EntryTrace]
    runs: Sequence[DroppedRun]
    exact: bool
    included: defaultdict[BlockKind, list[Block]] = field(default_factory=lambda: defaultdict(list))
    of_entries: list[Block] = field(default_factory=list[Block])
    out: list[Block] = field(default_factory=list[Block])
    summarised: list[Block] = field(default_factory=list[Block])


def tree_of(plan: ContextPlan, keep: Keep | None = None, *, character: str = "", persona: str = "") -> list[Node]:
    """The top rows; with ``keep`` only of what it keeps. A kind with a single block needs no level of its own.

    ``character``: whose card it is, where the plan names no member of a group; ``persona``: who says the newest message.
    """
    blocks = _sorted(plan, keep)
    top = [node for kind in ORDER if (node := _kind_row(blocks, kind)) is not None]
    called = _called(character or next_speaker(plan), persona)
    for node in top:
        node.title = called.get(node.kind, "") or node.title
    if plan.overhead and keep is None:
        top.append(_overhead_row(plan))
    summarised = [run for run in blocks.runs if run.disposition is Disposition.SUMMARISED]
    out = [run for run in blocks.runs if run.disposition is not Disposition.SUMMARISED]
    translate = QCoreApplication.translate
    top += _out_rows("out", translate("ContextNodes", "Left out"), blocks.out, out, exact=blocks.exact)
    told = translate("ContextNodes", "In the summary")
    top += _out_rows("summarised", told, blocks.summarised, summarised, exact=blocks.exact)
    for row, node in enumerate(top):
        node.row = row
    return top


def headline(block: Block) -> str:
    """The block's own title, and how its text begins, in one line. The label of a passage tells what the title tells."""
    label, _, rest = block.text.partition("\n")
    text = rest if block.kind is BlockKind.RECALL and label.startswith("[") and rest else block.text
    beginning = " ".join(text[: 2 * SNIPPET].split())[:SNIPPET]
    title = block_title(block)
    if not title or title == beginning:
        return beginning or part_name(block.kind)
    return f"{title}: {beginning}" if beginning else title


def block_title(block: Block) -> str:
    """What a block is called: the engine's names of its own parts in the person's language, all other names as they are."""
    translate = QCoreApplication.translate
    if block.is_picture:
        return (
            translate("BlockTitles", "Picture {size}").format(size=block.title.removeprefix("Picture").strip()).strip()
        )
    if block.kind is BlockKind.INPUT and block.title == INPUT_TITLE:
        return part_name(block.kind)
    if block.kind in (BlockKind.HISTORY, BlockKind.INPUT):
        return speaker(block.title)
    own = {
        "System prompt": translate("BlockTitles", "System prompt"),
        "Description": translate("BlockTitles", "Description"),
        "Personality": translate("BlockTitles", "Personality"),
        "Scenario": translate("BlockTitles", "Scenario"),
        "Persona": translate("BlockTitles", "Persona"),
        "Example dialogue": translate("BlockTitles", "Example dialogue"),
        "Author's note": translate("BlockTitles", "Author's note"),
        "Recalled passage": translate("BlockTitles", "Recalled passage"),
        "Summary": translate("BlockTitles", "Summary"),
        "Post-history instructions": translate("BlockTitles", "Post-history instructions"),
        "Who speaks": translate("BlockTitles", "Who speaks"),
    }
    place = block.title.removeprefix("Message ")
    if block.kind is BlockKind.RECALL and place.isdecimal():
        return translate("BlockTitles", "Message {number}").format(number=place)
    return own.get(block.title, block.title)


def _called(character: str, persona: str) -> dict[BlockKind | PartKind | None, str]:
    """The kinds that have names in a chat; empty where nobody has one."""
    said = QCoreApplication.translate("ContextNodes", "Your message as {name}").format(name=persona)
    return {BlockKind.CHARACTER: character, BlockKind.INPUT: said if persona else ""}


def _sorted(plan: ContextPlan, keep: Keep | None) -> _Sorted:
    blocks, runs, traces = plan.blocks, plan.dropped, plan.entries
    if keep is not None:
        runs = tuple(filter(keep, runs))
        blocks, traces = _kept(plan, keep)
    found = _Sorted(traces, runs, plan.exact)
    included, entries = Disposition.INCLUDED, (BlockKind.LORE, BlockKind.MEMORY)
    for block in blocks:
        if block.kind in entries:
            found.of_entries.append(block)
        elif block.disposition is included or is_in(block):  # most are: thousands of calls less with every key
            found.included[block.kind].append(block)
        elif block.disposition is Disposition.SUMMARISED:
            found.summarised.append(block)
        else:
            found.out.append(block)
    return found


def _kept(plan: ContextPlan, keep: Keep) -> tuple[tuple[Block, ...], tuple[EntryTrace, ...]]:
    """An entry is kept whole: its block with its trace."""
    entries = {trace.entry_id for trace in plan.entries if keep(trace)}
    blocks = tuple(block for block in plan.blocks if block.origin_id in entries or keep(block))
    entries.update(block.origin_id for block in blocks if entry_kind(block.kind) is not None)
    return blocks, tuple(trace for trace in plan.entries if trace.entry_id in entries)


def _kind_row(blocks: _Sorted, kind: BlockKind) -> Node | None:
    entries = entry_kind(kind)
    if entries is not None:
        traces = [trace for trace in blocks.traces if trace.kind is entries]
        of_kind = [block for block in blocks.of_entries if block.kind is kind]
        return entries_node(kind, of_kind, traces, exact=blocks.exact)
    included = blocks.included.get(kind)
    if not included:
        return None
    if len(included) == 1:
        node = block_row(included[0])
        node.key, node.title = f"kind:{kind.value}", part_name(kind)
        return node
    return folder(
        f"kind:{kind.value}",
        counted(part_name(kind), len(included)),
        included,
        block_row,
        tokens=sum([block.tokens for block in included]),
        exact=all(block.exact for block in included),
        kind=kind,
    )


def block_row(block: Block) -> Node:
    """The row of a block."""
    key = f"block:{block.id}"
    return Node(key=key, title=headline(block), tokens=block.tokens, exact=block.exact, kind=block.kind, block=block)


def _overhead_row(plan: ContextPlan) -> Node:
    why = QCoreApplication.translate("ContextNodes", "What the marks between messages cost.")
    name = part_name(PartKind.OVERHEAD)
    return Node(key="overhead", title=name, tokens=plan.overhead, exact=plan.exact, kind=PartKind.OVERHEAD, why=why)


def _out_rows(key: str, name: str, blocks: Sequence[Block], runs: Sequence[DroppedRun], *, exact: bool) -> list[Node]:
    if not blocks and not runs:
        return []
    count = len(blocks) + sum([run.count for run in runs])
    tokens = sum([block.tokens for block in blocks]) + sum([run.tokens for run in runs])

    def row(item: Block | DroppedRun) -> Node:
        return block_row(item) if isinstance(item, Block) else _run_row(item, exact=exact)

    return [folder(key, counted(name, count), [*runs, *blocks], row, tokens=tokens, exact=exact)]


def _run_row(run: DroppedRun, *, exact: bool) -> Node:
    key = f"run:{run.disposition.value}:{run.reason.code}:{run.first_id}"
    return Node(key=key, title=messages_phrase(run.count), tokens=run.tokens, exact=exact, run=run)
