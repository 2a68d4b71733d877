"""What would have to change for something to be in is true: the stated change is applied, one token less is not enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.needed import tokens_needed
from desktop_app.context.plan import ContextPlan
from desktop_app.context.request import ContextRequest, LinkedBook, RecallCandidate, Relevance
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import MessageFlags
from tests.fakes.providers import WordCounter
from tests.unit.context.material import FREE, dialogue, request, words

COUNTER = WordCounter()


def plan_of(asked: ContextRequest) -> ContextPlan:
    """The plan of a request."""
    return build(asked, COUNTER)


def inside(asked: ContextRequest, id_: str, more: int) -> bool:
    """Whether a block is in with so many tokens more."""
    try:
        plan = plan_of(replace(asked, limit=asked.limit + more))
    except ContextTooLargeError:
        return False
    return any(block.id == id_ and block.rendered for block in plan.blocks)


def book(**sizes: int) -> LinkedBook:
    """A lorebook of entries that the word "in" activates."""
    entries = tuple(LorebookEntry(name, name, ("in",), words(name, size)) for name, size in sizes.items())
    return LinkedBook(Lorebook("b", "Book", entries=entries))


LONG = request(*dialogue(40, 20), draft=words("in", 10), limit=400, reserve=50)
ASKED = replace(
    LONG,
    books=(book(a=30, b=40, c=90),),
    memories=(MemoryEntry("k", words("k", 60), keywords=("in",)),),
    relevance={"a": Relevance(0.9, 0.35), "b": Relevance(0.5, 0.35), "c": Relevance(0.2, 0.35)},
    summary=tuple(
        SummarySentence(f"s{n}", words(f"told{n}", 9), (SourceSpan(f"m{n}", 1, 0, 9),)) for n in range(1, 41)
    ),
    recall=(RecallCandidate("r", words("once", 70), (SourceSpan("m2", 1, 0, 9),), Relevance(0.8, 0.35)),),
)


@pytest.mark.parametrize("strategy", ["truncate", "summarize", "vector-recall", "manual"])
@pytest.mark.parametrize("id_", ["m5", "m20", "lore.b", "lore.c", "memory.k"])
def test_what_is_stated_is_true_to_the_token(id_: str, strategy: str) -> None:
    asked = replace(ASKED, strategy=strategy)
    needed = tokens_needed(asked, id_, plan_of)
    assert needed is not None
    if needed:
        assert inside(asked, id_, needed)
        assert not inside(asked, id_, needed - 1)
    else:
        assert inside(asked, id_, 0)


def test_the_figure_for_a_message_is_that_of_all_that_must_come_with_it() -> None:
    """212 tokens more: 211 out, 212 in."""
    asked = request(*dialogue(20), draft=words("in", 10), overhead=FREE, limit=100, reserve=0)
    # m12 to m20 are in. For m1 eleven more messages of 10 must be.
    assert tokens_needed(asked, "m1", plan_of) == 110
    assert tokens_needed(asked, "m11", plan_of) == 10
    assert tokens_needed(asked, "m12", plan_of) == 0
    bigger = (replace(asked.branch[0], tokens=112), *asked.branch[1:])
    assert tokens_needed(replace(asked, branch=bigger), "m1", plan_of) == 212


def test_an_entry_needs_its_lane_to_grow() -> None:
    asked = request(draft=words("in", 10), overhead=FREE, limit=210, reserve=0, books=(book(a=30, b=40),))
    # A quarter of 200 is 50. For both it must be 70: 280.
    assert tokens_needed(asked, "lore.a", plan_of) in {0, 80}
    assert {tokens_needed(asked, name, plan_of) for name in ("lore.a", "lore.b")} == {0, 80}


def test_room_does_not_help_what_is_kept_out() -> None:
    rows = [replace(row, flags=MessageFlags(excluded=row.id == "m3")) for row in dialogue(6)]
    asked = request(*rows, draft="Hi", limit=1000)
    assert tokens_needed(asked, "m3", plan_of) is None
    assert tokens_needed(asked, "nobody", plan_of) is None


def test_where_nothing_fits_yet_it_says_what_everything_needs() -> None:
    asked = request(*dialogue(1), draft=words("in", 50), overhead=FREE, limit=20, reserve=0)
    # The message before it leaves where it alone is too much.
    assert tokens_needed(asked, "draft", plan_of) == 30
    assert tokens_needed(asked, "m1", plan_of) == 40
