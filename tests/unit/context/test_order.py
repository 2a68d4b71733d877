"""Other orders of the prompt: whatever the order, nothing is lost or doubled, and what may not move has not moved."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.context.builder import build
from desktop_app.context.layout import Row, order_of
from desktop_app.context.plan import Block, ContextPlan, Disposition
from desktop_app.context.render import message_hash
from desktop_app.context.request import ContextRequest, LastPrompt, RecallCandidate, Relevance
from desktop_app.context.strategies import BUILT_IN
from desktop_app.domain.character import Character
from desktop_app.domain.lore import Position
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.prompt_order import DEFAULT_ROWS, PromptRow
from tests.fakes.providers import WordCounter
from tests.unit.context.known import at_depth, book, lore
from tests.unit.context.material import dialogue, included, request, user

COUNTER = WordCounter()
ORDERS = st.permutations([row.value for row in PromptRow]).map(tuple)
FAR = replace(user("far"), parts=None, tokens=9)
SPAN = (SourceSpan("far", 1, 0, 9),)
ASKED = request(
    FAR,
    *dialogue(12),
    draft="the lamp",
    system_prompt="System.",
    post_history="Brief.",
    character=Character("c", "Mira", description="Keeper.", mes_example="<START>One.<START>Two."),
    books=(
        book(
            *(lore(position.value, position) for position in Position if position is not Position.OUTLET),
            at_depth(0),
            at_depth(1),
            at_depth(3),
        ),
    ),
    memories=(
        MemoryEntry("always", "It rains.", always_in_context=True),
        MemoryEntry("found", "It shines.", keywords=("lamp",)),
    ),
    recall=(
        RecallCandidate("old", "Long ago.", (SourceSpan("gone", 1, 0, 9),), Relevance(1, 0.3), chat_title="Storm"),
    ),
    summary=(SummarySentence("s", "They met.", SPAN),),
    use_summary=True,
    use_recall=True,
)
NAMES: dict[str, PromptRow] = {
    "prompt.system": PromptRow.SYSTEM,
    "prompt.description": PromptRow.CHARACTER,
    "lore.before-character": PromptRow.LORE_BEFORE_CHARACTER,
    "lore.after-character": PromptRow.LORE_AFTER_CHARACTER,
    "prompt.example.1": PromptRow.EXAMPLES,
    "memory.always": PromptRow.MEMORY,
    "memory.found": PromptRow.FOUND_MEMORY,
    "recall.old": PromptRow.RECALL,
    "m1": PromptRow.HISTORY,
}


def plan_of(order: tuple[str, ...], **more: object) -> ContextPlan:
    """The plan in this order."""
    return build(replace(ASKED, order=order, **more), COUNTER)  # pyright: ignore[reportArgumentType] - any field


def inside(plan: ContextPlan) -> list[Block]:
    """The blocks in the prompt."""
    return [block for block in plan.blocks if block.disposition is Disposition.INCLUDED]


@settings(max_examples=20, deadline=None)
@given(ORDERS)
def test_rows_stand_as_they_were_dragged(order: tuple[str, ...]) -> None:
    placed = [NAMES[id_].value for id_ in included(plan_of(order)) if id_ in NAMES]
    assert placed == list(order)


@settings(max_examples=20, deadline=None)
@given(ORDERS, st.booleans(), st.sampled_from(list(BUILT_IN)), st.integers(160, 400))
def test_in_any_order_the_limit_holds_and_nothing_is_lost_or_doubled(
    order: tuple[str, ...], post_history_first: bool, strategy: str, limit: int
) -> None:
    usual = plan_of((), strategy=strategy, limit=limit, post_history_first=post_history_first)
    plan = plan_of(order, strategy=strategy, limit=limit, post_history_first=post_history_first)
    assert plan.used + plan.reserve <= plan.limit
    assert sum(block.tokens for block in inside(plan)) + plan.overhead == plan.used
    every = [block.id for block in plan.blocks]
    assert len(set(every)) == len(every)
    messages = {"far", "draft", *(f"m{number}" for number in range(1, 13))}
    told = {id_ for id_ in every if id_ in messages}
    assert len(told) + sum(run.count for run in plan.dropped) == len(messages)
    protected = {block.id for block in inside(plan) if block.protected}
    assert protected == {block.id for block in inside(usual) if block.protected}
    text = "\n".join(message.content for message in plan.messages)
    for block in inside(plan):
        assert block.text in text


@settings(max_examples=20, deadline=None)
@given(ORDERS, st.booleans())
def test_what_may_not_move_has_not_moved(order: tuple[str, ...], post_history_first: bool) -> None:
    ids = included(plan_of(order, post_history_first=post_history_first))
    after_summary = ids.index("lore.after-summary")
    assert ids[after_summary - 2 : after_summary + 2] == [
        "lore.before-summary",
        "prompt.summary",
        "lore.after-summary",
        "draft",
    ]
    assert ids.index("prompt.post-history") == after_summary + (-3 if post_history_first else 2)
    assert ids[-1] == "lore.d0"
    told = [id_ for id_ in ids if id_.startswith("m") and id_[1:].isdecimal()]
    assert told == [f"m{number}" for number in range(1, 13)]
    assert ids.index("lore.d3") == ids.index("m11") - 1
    assert ids.index("lore.d1") == ids.index("m12") + 1
    assert ids.index("lore.before-history") == ids.index("m1") - 1
    assert ids.index("lore.after-history") == ids.index("lore.d1") + 1
    assert ids.index("lore.before-examples") == ids.index("prompt.example.1") - 1
    assert ids.index("lore.after-examples") == ids.index("prompt.example.2") + 1


def test_no_row_is_in_two_places_of_an_order() -> None:
    for order in itertools.permutations(DEFAULT_ROWS, 3):
        for first in (False, True):
            made = order_of(request(order=tuple(order), post_history_first=first))
            rows = [*made.front, *made.behind, *made.end]
            assert sorted(rows) == sorted(Row)


def test_an_order_of_another_version_is_completed() -> None:
    known = plan_of(("memory", "system"))
    strange = plan_of(("of version 9", "memory", "memory", "", "system"))
    assert strange.messages == known.messages
    assert included(known)[:3] == ["memory.always", "prompt.system", "lore.before-character"]


@pytest.mark.parametrize("row", [PromptRow.FOUND_MEMORY, PromptRow.RECALL])
def test_a_cache_keeps_as_much_as_the_order_lets_it(row: PromptRow) -> None:
    """What changes with the turn breaks the prefix where it stands; ``stable`` says so by what is sent."""
    moved = (*[name for name in DEFAULT_ROWS if name is not row][:6], row, "history")

    def turn(asked: ContextRequest, told: str, before: ContextPlan | None) -> ContextPlan:
        last = LastPrompt(tuple(map(message_hash, before.messages))) if before else LastPrompt()
        memories = (MemoryEntry("found", told, keywords=("lamp",)),)
        recalled = (replace(ASKED.recall[0], text=told),)
        return build(replace(asked, memories=memories, recall=recalled, last_prompt=last, books=()), COUNTER)

    stable: dict[bool, int] = {}
    for is_moved in (False, True):
        asked = replace(ASKED, order=moved if is_moved else ())
        stable[is_moved] = turn(asked, "Second.", turn(asked, "First.", None)).stable
    assert stable == {False: 13, True: 0}


def test_the_default_order_spelled_out_is_the_same_prompt() -> None:
    assert plan_of(tuple(row.value for row in PromptRow)).messages == plan_of(()).messages
