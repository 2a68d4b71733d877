"""The tree of a plan: every block, run and entry in its place, with its reason, and nothing made that nobody looks at."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTreeView

from desktop_app.context.plan import Block, BlockKind, Disposition, DroppedRun, EntryKind, Hit, Lane, LaneUse
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.ui.context_preview.budget_bar import MINIMUM_SEGMENT, BudgetBar
from desktop_app.ui.context_preview.nodes import PAGE, Node
from desktop_app.ui.context_preview.parts import Part, PartKind, parts_of
from desktop_app.ui.context_preview.plan_filter import PlanFilter
from desktop_app.ui.context_preview.plan_tree import headline, tree_of
from desktop_app.ui.context_preview.tree_model import PlanTreeModel
from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.theme import AppTheme
from tests.ui.context_preview.plans import BECAUSE, OLDER, PLAN, block, plan_of, trace

KEY = reason(ReasonCode.HAD_ROOM)


def by_key(nodes: list[Node]) -> dict[str, Node]:
    return {node.key: node for node in nodes}


def test_the_parts_are_the_whole_limit() -> None:
    parts = {part.kind: part.tokens for part in parts_of(PLAN)}
    assert sum(parts.values()) == PLAN.limit
    assert parts[BlockKind.HISTORY] == 70
    assert parts[PartKind.RESERVE] == 100
    assert parts[PartKind.FREE] == PLAN.available - PLAN.used
    assert sum(tokens for kind, tokens in parts.items() if isinstance(kind, BlockKind)) + 7 == PLAN.used


def test_what_was_cut_away_altogether_is_no_part_of_the_prompt() -> None:
    """The engine calls *trimmed* what left for want of room; only what is in a message of the prompt takes room."""
    gone = block(BlockKind.EXAMPLES, 60, "gone", Disposition.TRIMMED)
    shortened = replace(block(BlockKind.LORE, 40, "short", Disposition.TRIMMED), rendered=(0,))
    parts = {part.kind: part.tokens for part in parts_of(plan_of(gone, shortened))}
    assert BlockKind.EXAMPLES not in parts
    assert parts[BlockKind.LORE] == 40


def test_segments_fill_the_bar_and_none_is_invisible(theme: AppTheme) -> None:
    bar = BudgetBar(theme)
    bar.resize(300, 16)
    parts = [Part(BlockKind.SYSTEM, 1), Part(BlockKind.HISTORY, 700), Part(PartKind.RESERVE, 299)]
    bar.show_parts(parts)
    segments = list(bar.segments())
    assert [part for _, part in segments] == parts
    assert min(rect.width() for rect, _ in segments) >= MINIMUM_SEGMENT
    assert segments[0][0].left() == 0
    assert round(segments[-1][0].right()) == bar.width()
    gaps = [after[0].left() - before[0].right() for before, after in pairwise(segments)]
    assert all(0.9 < gap < 1.1 for gap in gaps)


@pytest.mark.usefixtures("english")
def test_a_segment_says_its_name_tokens_share_and_lane(theme: AppTheme) -> None:
    bar = BudgetBar(theme)
    use = LaneUse(Lane.KEYED_LORE, used=300, room=1024)
    bar.show_plan(replace(plan_of(block(BlockKind.LORE, 300)), lanes=(use,)))
    assert bar.accessibleDescription().startswith("Lore: 300 tokens, 30 % of the limit")
    lore = next(part for _, part in bar.segments() if part.kind is BlockKind.LORE)
    assert bar.explained(lore) == "Lore: 300 tokens, 30 % of the limit\nLore, by keyword: 300 of 1,024 used"


def test_the_tree_reconciles_with_the_header() -> None:
    top = tree_of(PLAN)
    assert [node.key for node in top] == ["kind:system", "kind:history", "kind:input", "overhead", "out"]
    assert sum(node.tokens for node in top if node.key != "out") == PLAN.used
    out = top[-1]
    assert out.title == "Left out (13)"
    assert [child.tokens for child in out.children] == [3400, 999]
    assert all(child.sentence for child in out.children)


def test_what_is_left_out_of_an_estimated_plan_is_an_estimate_too() -> None:
    out = tree_of(replace(PLAN, exact=False))[-1]
    assert [out.exact, *(child.exact for child in out.children if child.run)] == [False, False]
    assert tree_of(PLAN)[-1].exact


def test_an_entry_that_lost_its_group_is_an_estimate_where_tokens_are_estimated() -> None:
    lost = trace("lost", reason(ReasonCode.LOST_GROUP, group="weather", title="Storm"), tokens=22)
    plan = plan_of(block(BlockKind.LORE, 30, "a"), entries=(trace("a", KEY, hits=[Hit("key", "one", 0, 3)]), lost))
    rows = by_key(by_key(tree_of(replace(plan, exact=False)))["kind:lore"].children)
    assert (rows["entry:lore:lost"].tokens, rows["entry:lore:lost"].exact) == (22, False)
    assert by_key(by_key(tree_of(plan))["kind:lore"].children)["entry:lore:lost"].exact


def test_what_went_into_the_summary_stands_apart() -> None:
    why = reason(ReasonCode.SUMMARISED, sentences=3, messages=180)
    run = DroppedRun("a", "b", 180, 9000, Disposition.SUMMARISED, why)
    top = by_key(tree_of(plan_of(block(BlockKind.SUMMARY, 180), dropped=(run,))))
    assert top["summarised"].title == "In the summary (180)"
    assert "out" not in top


def test_entries_in_context_come_first_and_those_that_came_nowhere_near_are_folded() -> None:
    over = reason(ReasonCode.OVER_LANE_ALONE, needs=60, had=20)
    entries = (
        trace("far1"),
        trace("a", KEY, hits=[Hit("key", "one", 0, 3)]),
        trace("near", over),
        trace("far2"),
        trace("off", reason(ReasonCode.DISABLED)),
        trace("m", KEY, kind=EntryKind.MEMORY, hits=[Hit("key", "one", 0, 3)]),
    )
    plan = plan_of(block(BlockKind.LORE, 30, "a"), block(BlockKind.MEMORY, 5, "m"), entries=entries)
    top = by_key(tree_of(plan))
    lore = top["kind:lore"]
    assert lore.title == "Lore (1 of 5)"
    assert top["kind:memory"].title == "Memory (1)"
    assert lore.tokens == 30
    rows = lore.children
    assert [row.title for row in rows] == [
        "Entry a",
        "Entry near",
        "No key hit (2)",
        "Switched off (1)",
    ]
    assert [row.is_in for row in rows[:2]] == [True, False]
    assert rows[1].sentence == over.sentence
    assert rows[2].made == []
    assert [row.title for row in rows[2].children] == ["Entry far1", "Entry far2"]


def test_very_many_rows_are_divided() -> None:
    plan = plan_of(*(block(BlockKind.HISTORY, 1, f"m{number}") for number in range(1050)))
    (history,) = (node for node in tree_of(plan) if node.key == "kind:history")
    pages = history.children
    assert [page.title.replace("\xa0", "").replace(",", "") for page in (pages[0], pages[-1])] == ["1–100", "1001–1050"]
    assert sum(page.tokens for page in pages) == 1050
    assert pages[0].made == []
    assert [len(page.children) for page in (pages[0], pages[-1])] == [PAGE, 50]


def test_the_folders_of_very_many_estimated_rows_are_estimates() -> None:
    guessed = (replace(block(BlockKind.HISTORY, 1, f"m{number}"), exact=False) for number in range(1050))
    assert [page.exact for page in by_key(tree_of(plan_of(*guessed)))["kind:history"].children][:1] == [False]
    counted = (block(BlockKind.HISTORY, 1, f"m{number}") for number in range(1050))
    assert by_key(tree_of(plan_of(*counted)))["kind:history"].children[0].exact


def test_the_tree_model_keeps_qts_rules() -> None:
    model = PlanTreeModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_nodes(tree_of(PLAN))
    assert model.rowCount() == 5
    model.show_nodes([])
    assert model.rowCount() == 0


def test_what_is_folded_is_not_made(theme: AppTheme) -> None:
    del theme  # only a Qt application is needed
    made: list[str] = []

    def rows() -> list[Node]:
        made.append("rows")
        return [Node("block:a", "A", 5, kind=BlockKind.LORE)]

    model, tree = PlanTreeModel(), QTreeView()
    tree.setModel(model)
    tree.show()
    model.show_nodes([Node("kind:lore", "Lore", 5, kind=BlockKind.LORE, make=rows)])
    tree.grab()
    assert model.hasChildren(model.index(0, 0))
    assert not made
    tree.expand(model.index(0, 0))
    assert made == ["rows"]
    assert model.rowCount(model.index(0, 0)) == 1


@pytest.mark.parametrize(
    ("words", "only_out", "expected"),
    [
        ("LAMP", False, ["kind:history"]),
        ("entry near", False, ["entry:lore:near"]),
        ("harbour", False, ["block:lore:a"]),
        ("older than", False, ["run"]),
        ("", True, ["block:history:gone", "entry:lore:near", "run"]),
        ("nothing has this", False, []),
    ],
)
def test_the_search_finds_texts_titles_keys_and_reasons(words: str, only_out: bool, expected: list[str]) -> None:
    lit, gone = block(BlockKind.HISTORY, 1, "lit", text="The lamp."), block(BlockKind.HISTORY, 1, "gone")
    gone = replace(gone, disposition=Disposition.EXCLUDED, rendered=(), reason=reason(ReasonCode.EXCLUDED_BY_USER))
    entries = (
        trace("a", KEY, hits=[Hit("harbour", "lit", 0, 3)]),
        trace("near", reason(ReasonCode.OVER_LANE_ALONE, needs=60, had=20)),
    )
    run = DroppedRun("x", "y", 3, 9, Disposition.TRIMMED, OLDER)
    plan = plan_of(lit, gone, block(BlockKind.LORE, 2, "a"), dropped=(run,), entries=entries)
    found = sorted(node.key.split(":trimmed")[0] for node in _leaves(tree_of(plan, PlanFilter(words, only_out))))
    assert found == expected


def test_a_plan_of_ten_thousand_messages_is_drawn_from_what_is_seen(view: ContextPreview) -> None:
    """The figure to reach is 16 ms; the guard is twenty times that."""
    history = tuple(block(BlockKind.HISTORY, 3, f"m{number}", text="The lamp was lit.") for number in range(10_000))
    entries = tuple(trace(f"e{number}") for number in range(1_000))
    plan = plan_of(*history, entries=entries, limit=100_000)
    view.show_plan(plan)
    _open(view, "kind:history")
    _open(view, "kind:lore")
    view.grab()
    start = time.thread_time()
    view.show_plan(replace(plan, used=plan.used + 1))
    view.grab()
    assert time.thread_time() - start < 20 * 0.016
    made = sum(1 for _ in view._tree._nodes.made())
    assert made < 200


def _open(view: ContextPreview, key: str) -> None:
    model = view._tree._nodes
    index = next(model.index_of(node) for node in model.made() if node.key == key)
    assert isinstance(index, QModelIndex)
    view._tree.expand(index)


def _leaves(nodes: list[Node]) -> list[Node]:
    return [leaf for node in nodes for leaf in (_leaves(node.children) if node.is_folder else [node])]


def test_a_row_leads_to_its_message_or_entry() -> None:
    recalled = replace(block(BlockKind.RECALL, 9, "passage"), sources=("m4", "m5"))
    described = Block(
        "prompt.description",
        BlockKind.CHARACTER,
        "Description",
        "",
        1,
        True,
        Disposition.INCLUDED,
        BECAUSE,
        origin_id="mira",
    )
    run = DroppedRun("m1", "m3", 3, 9, Disposition.TRIMMED, OLDER)
    plan = plan_of(
        described,
        replace(described, id="prompt.persona", origin_id="ilya"),
        block(BlockKind.LORE, 1, "a"),
        recalled,
        block(BlockKind.HISTORY, 1, "m6"),
        dropped=(run,),
        entries=(trace("a", KEY, hits=[Hit("k", "m6", 0, 1)]),),
    )
    leaves = _leaves(tree_of(plan))
    assert [node.message_id for node in leaves if node.message_id] == ["m4", "m6", "m1"]
    assert [node.entry for node in leaves if node.entry] == [
        ("character", "", "mira"),
        ("persona", "", "ilya"),
        ("lore", "book", "a"),
    ]


def test_a_recalled_passage_is_told_by_its_words_and_not_by_its_label(english: None) -> None:
    passage = replace(
        block(BlockKind.RECALL, 9, "Message 412"), text="[Message 412, three weeks ago]\nThe cat is called Fluff."
    )

    assert headline(passage) == "Message 412: The cat is called Fluff."
    assert headline(replace(passage, text="[a note]")) == "Message 412: [a note]"
