"""Why a row is in or out: which key at which place, who pulled it, and what would have to be otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.plan import BlockKind, ContextPlan, Disposition, DroppedRun, EntryTrace, Hit
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.lore import ScanSource
from desktop_app.ui.context_preview.changes import change_sentence
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.why import HITS_SHOWN, Line, lines_of
from tests.ui.context_preview.plans import NO_KEY, OLDER, block, plan_of, trace

TEXT = "Where did you hide the harbour key, Mira?"
KEY = reason(ReasonCode.HAD_ROOM)


def node_of(entry: EntryTrace) -> Node:
    return Node(key="entry", title=entry.title, tokens=entry.tokens, kind=BlockKind.LORE, trace=entry)


def plan_with(*entries: EntryTrace) -> ContextPlan:
    return plan_of(
        block(BlockKind.HISTORY, 9, "m1", text=TEXT), block(BlockKind.INPUT, 9, "draft", text="key"), entries=entries
    )


@pytest.mark.usefixtures("english")
def test_a_hit_tells_key_place_and_what_stands_around_it() -> None:
    start = TEXT.index("harbour key")
    entry = trace("a", KEY, hits=[Hit("harbour", "m1", start, start + 7)])
    (line,) = lines_of(node_of(entry), plan_with(entry))
    assert line.text == "“harbour” in: a message of m1, characters 24–30: Where did you hide the harbour key, Mira?"
    assert (line.message_id, line.start, line.end) == ("m1", start, start + 7)


def test_hits_elsewhere_lead_where_they_are() -> None:
    castle = trace("castle", KEY, hits=[Hit("castle", "draft", 0, 3)])
    hits = [
        Hit("key", "draft", 0, 3),
        Hit("king", "castle", 5, 9),
        Hit("lamp", ScanSource.SCENARIO, 0, 4),
        Hit("x", "?", 0, 1),
    ]
    entry = replace(trace("a", KEY, hits=hits), pulled_by="castle", passed=2, score=0.625)
    lines = lines_of(node_of(entry), plan_with(entry, castle))
    assert [(line.message_id, line.entry_id, line.leads) for line in lines] == [
        ("draft", "", True),
        ("", "castle", True),
        ("", "", False),
        ("?", "", True),
        ("", "castle", True),
        ("", "", False),
        ("", "", False),
    ]
    assert [line.text for line in lines[4:6]] == ["Pulled in by “Entry castle”", "Found in pass 2 of recursion"]
    assert "the scenario" in lines[2].text
    assert "left out" in lines[3].text


def test_very_many_hits_are_counted() -> None:
    entry = trace("a", KEY, hits=[Hit("key", "m1", 0, 3)] * (HITS_SHOWN + 5))
    lines = lines_of(node_of(entry), plan_with(entry))
    assert len(lines) == HITS_SHOWN + 1
    assert lines[-1] == Line("and 5 more places")


def test_a_recalled_passage_names_its_messages() -> None:
    passage = replace(block(BlockKind.RECALL, 9, "p"), sources=("m1", "gone"))
    node = Node(key="b", title="p", tokens=9, kind=BlockKind.RECALL, block=passage)
    assert [line.message_id for line in lines_of(node, plan_with())] == ["m1", "gone"]


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (reason(ReasonCode.OVER_LANE_ALONE, needs=300, had=88), "It would be in with 212 tokens more for its kind."),
        (NO_KEY, "It would be in if one of its keys were said, or if it were always on."),
        (KEY, ""),
    ],
)
def test_what_would_have_to_change_is_said(why: object, sentence: str) -> None:
    entry = trace("a", why)  # pyright: ignore[reportArgumentType] - parametrized
    assert change_sentence(node_of(entry), plan_with(entry)) == sentence


@pytest.mark.usefixtures("english")
def test_a_message_lacks_the_tokens_of_all_that_is_newer() -> None:
    runs = (
        DroppedRun("a", "b", 2, 500, Disposition.TRIMMED, OLDER),
        DroppedRun("c", "c", 1, 50, Disposition.EXCLUDED, reason(ReasonCode.EXCLUDED_BY_USER)),
        DroppedRun("d", "d", 1, 900, Disposition.TRIMMED, OLDER),
    )
    plan = plan_of(block(BlockKind.HISTORY, 800, "m"), dropped=runs)
    free, per_message = plan.available - plan.used, plan.overhead / len(plan.messages)
    for run, needed in ((runs[2], 900 + per_message), (runs[0], 1400 + 3 * per_message)):
        sentence = change_sentence(Node(key="r", title="", tokens=run.tokens, run=run), plan)
        more = f"{round(needed - free):,}"
        assert sentence == f"It would be in with about {more} tokens more, or marked as always in context."
    excluded = Node(key="r", title="", tokens=50, run=runs[1])
    assert change_sentence(excluded, plan) == "It would be in if you restored it."
