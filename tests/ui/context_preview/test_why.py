"""Why a row is in or out: which key at which place, who pulled it, and what would have to be otherwise."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from desktop_app.context.plan import BlockKind, ContextPlan, Disposition, DroppedRun, EntryTrace, Hit, Reason
from desktop_app.context.reasons import TEMPLATES, ReasonCode, reason
from desktop_app.domain.lore import ScanSource
from desktop_app.ui.context_preview.changes import asked_for, change_sentence, needed_sentence
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
    assert line.text == "m1, 24–30: Where did you hide the harbour key, Mira?"
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
    entry = trace("a", KEY, hits=[Hit("key", "m1", at, at + 3) for at in range(HITS_SHOWN + 5)])
    lines = lines_of(node_of(entry), plan_with(entry))
    assert len(lines) == HITS_SHOWN + 1
    assert lines[-1] == Line("and 5 more places")


def test_a_place_where_two_keys_meet_is_one() -> None:
    entry = trace("a", KEY, hits=[Hit("key", "m1", 0, 3), Hit("/key/", "m1", 0, 3), Hit("key", "draft", 0, 3)])
    assert [line.message_id for line in lines_of(node_of(entry), plan_with(entry))] == ["m1", "draft"]


def test_a_recalled_passage_names_its_messages() -> None:
    passage = replace(block(BlockKind.RECALL, 9, "p"), sources=("m1", "gone"))
    node = Node(key="b", title="p", tokens=9, kind=BlockKind.RECALL, block=passage)
    assert [line.message_id for line in lines_of(node, plan_with())] == ["m1", "gone"]


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (NO_KEY, "It would be in if one of its keys were said, or if it were always on."),
        (
            reason(ReasonCode.OVER_BOOK_BUDGET, needs=1300, book="Sea", had=88, more=1212),
            "It would be in if the budget of “Sea” were 1,212 tokens larger.",
        ),
        (reason(ReasonCode.ANTI_KEY, key="{sea}"), "It would be in if “{sea}” were not said."),
        (KEY, ""),
    ],
)
def test_what_would_have_to_change_is_said(why: Reason, sentence: str) -> None:
    assert change_sentence(node_of(trace("a", why))) == sentence


def test_every_reason_of_an_entry_that_is_out_says_what_would_change_it() -> None:
    """But for those that nothing changes: a thing of the past, a text that is there already, a measure to come."""
    nothing = {ReasonCode.ONLY_ONCE, ReasonCode.SUPERSEDED, ReasonCode.NOT_MEASURED, ReasonCode.OTHER_GREETING}
    params = dict.fromkeys(re.findall(r"\{(\w+)\}", "".join(TEMPLATES.values())), "x")
    silent = {
        code
        for code in ReasonCode
        if code.startswith("inactive.") and not change_sentence(node_of(trace("a", reason(code, **params))))
    }
    assert silent == nothing


@pytest.mark.usefixtures("english")
def test_room_is_asked_for_where_room_is_what_lacks() -> None:
    run = DroppedRun("m1", "m9", 9, 500, Disposition.TRIMMED, OLDER)
    older = Node(key="r", title="", tokens=500, run=run)
    assert asked_for(older) == "m9"
    assert needed_sentence(older, 212) == "The newest of them would be in if the context were 212 tokens larger."
    assert change_sentence(older) == "Marked as always in context it would be in as well."
    single = Node(key="r", title="", tokens=500, run=replace(run, count=1, first_id="m9"))
    assert needed_sentence(single, 1) == "It would be in if the context were 1 token larger."
    assert needed_sentence(single, None) == "No larger context would let it in."
    over = replace(
        block(BlockKind.LORE, 60, "a", Disposition.TRIMMED), reason=reason(ReasonCode.OVER_LANE_ALONE, needs=60, had=9)
    )
    entry = Node(key="b", title="", tokens=60, kind=BlockKind.LORE, block=over)
    assert asked_for(entry) == over.id
    assert change_sentence(entry) == ""
    for row in (node_of(trace("a", NO_KEY)), Node(key="b", title="", tokens=1, block=block(BlockKind.HISTORY, 1))):
        assert asked_for(row) == ""
