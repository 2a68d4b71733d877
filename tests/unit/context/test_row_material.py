"""Lore, memory, outlets, passages and the summary in a prompt: their lanes, their places, and what became of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.context.builder import build
from desktop_app.context.plan import Block, BlockKind, ContextPlan, Disposition, Lane
from desktop_app.context.plan_store import dump, load
from desktop_app.context.prompt_words import label, words_of
from desktop_app.context.request import (
    ContextRequest,
    LinkedBook,
    RecallCandidate,
    RecalledKind,
    Relevance,
)
from desktop_app.domain.character import Character
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.lore import GenerationKind, Lorebook, Position
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import MessageFlags
from desktop_app.domain.settings import Lanes
from tests.fakes.providers import WordCounter
from tests.unit.context.known import book, fate, lore, passage, texts
from tests.unit.context.material import (
    assistant,
    block_of,
    dialogue,
    included,
    request,
    user,
    words,
)

COUNTER = WordCounter()


class TestEntries:
    """Where entries stand, and what became of them."""

    def test_have_their_lanes(self) -> None:
        entries = lore("constant"), lore("keyed", constant=False, keys=("input",))
        memories = (
            MemoryEntry("always", "always", always_in_context=True),
            MemoryEntry("found", "found", keywords=("input",)),
        )
        plan = build(request(draft="Input", books=(book(*entries),), memories=memories), COUNTER)
        assert [(block.id, block.lane, block.protected) for block in plan.blocks[:-1]] == [
            ("lore.constant", Lane.CONSTANT_LORE, True),
            ("lore.keyed", Lane.KEYED_LORE, False),
            ("memory.always", Lane.PROTECTED, True),
            ("memory.found", Lane.MEMORY, False),
        ]
        assert [(item.entry_id, item.kind) for item in plan.activated] == [
            ("constant", "fresh"),
            ("keyed", "fresh"),
            ("always", "fresh"),
            ("found", "fresh"),
        ]

    def test_over_their_lane_have_its_reason_and_are_not_activated(self) -> None:
        entries = [lore(f"e{n}", constant=False, keys=("input",), content=words(f"e{n}", 40)) for n in range(3)]
        asked = request(draft="Input", books=(book(*entries),), lanes=Lanes(keyed_lore=50))
        plan = build(replace(asked, limit=200, reserve=0), COUNTER)
        out = [trace for trace in plan.entries if not trace.included]
        assert [trace.reason.code for trace in out] == ["trimmed.over-lane"]
        assert out[0].entry_id not in [item.entry_id for item in plan.activated]
        block = block_of(plan, f"lore.{out[0].entry_id}")
        assert (block.disposition, block.reason, block.rendered) == (Disposition.TRIMMED, out[0].reason, ())

    def test_of_a_copied_book_stand_beside_the_first_ones(self) -> None:
        first, copy = book(lore("e")), LinkedBook(Lorebook("copy", "Copy", entries=(lore("e", content="other"),)))
        plan = build(request(draft="Input", books=(first, copy)), COUNTER)
        assert texts(plan) == ["e\n\nother", "Input"]
        assert included(plan) == ["lore.e.b", "lore.e.copy", "draft"]
        assert [(trace.book_id, trace.included) for trace in plan.entries] == [("b", True), ("copy", True)]
        assert load(dump(plan)) == plan

    def test_that_are_blank_have_their_reason_and_no_block(self) -> None:
        plan = build(request(draft="Input", books=(book(lore("blank", content=" \n"), lore("full")),)), COUNTER)
        assert included(plan) == ["lore.full", "draft"]
        assert fate(plan, "blank") == (False, "inactive.empty")

    def test_constant_lore_is_never_cut(self) -> None:
        asked = request(*dialogue(4), draft="Input", books=(book(lore("big", content=words("big", 80))),))
        plan = build(replace(asked, limit=110, reserve=0), COUNTER)
        assert included(plan) == ["lore.big", "m4", "draft"]
        assert [warning.code for warning in plan.warnings] == ["warning.constant-lore"]
        assert included(build(replace(asked, limit=100, reserve=0), COUNTER)) == ["lore.big", "draft"]
        with pytest.raises(ContextTooLargeError, match="big"):
            build(replace(asked, limit=85, reserve=0), COUNTER)

    def test_h16_one_that_is_too_large_is_passed_over(self) -> None:
        sizes = (400, 30, 30, 30)
        entries = [
            lore(f"e{n}", constant=False, keys=("input",), content=words(f"e{n}", size)) for n, size in enumerate(sizes)
        ]
        plan = build(request(draft="Input", books=(book(*entries, token_budget=100),)), COUNTER)
        assert [trace.included for trace in plan.entries] == [False, True, True, True]
        assert fate(plan, "e0") == (False, "inactive.over-book-budget")


class TestOutlets:
    """Entries that are said inside other texts."""

    OUT = (
        lore("first", Position.OUTLET, outlet="o", insertion_order=1),
        lore("second", Position.OUTLET, outlet=" o ", insertion_order=2, content="{{user}} {{outlet::o}}"),
    )

    def test_say_their_entries_in_order_and_literally(self) -> None:
        plan = build(
            request(draft="Input", user_name="{{char}}", system_prompt="<{{outlet::o}}>", books=(book(*self.OUT),)),
            COUNTER,
        )
        assert plan.messages[0].content == "<first\n{{char}}>"
        assert [fate(plan, name)[0] for name in ("first", "second")] == [True, True]
        assert included(plan) == ["prompt.system", "draft"]

    def test_that_are_nowhere_leave_their_entries_out(self) -> None:
        plan = build(request(draft="{{outlet::o}}", books=(book(*self.OUT),)), COUNTER)
        assert texts(plan) == ["{{outlet::o}}"]
        assert fate(plan, "first") == (False, "excluded.outlet-nowhere")

    def test_in_a_part_that_left_are_not_in(self) -> None:
        card = Character("c", "M", mes_example="<START>{{outlet::o}} " + words("x", 30))
        asked = request(draft="Input", character=card, books=(book(*self.OUT),))
        assert fate(build(asked, COUNTER), "first")[0]
        plan = build(replace(asked, limit=40, reserve=10), COUNTER)
        assert fate(plan, "first") == (False, "excluded.outlet-nowhere")
        assert plan.activated == ()


class TestPassages:
    """Recalled passages."""

    FAR = replace(user("far"), parts=None, tokens=9)

    def test_stand_in_order_of_time_with_their_place(self) -> None:
        candidates = (
            passage("newer", "far", place=40, minutes_ago=90),
            passage("older", "far", place=7, minutes_ago=60 * 24 * 3),
            passage("blocked", place=3, minutes_ago=60 * 24 * 400, kind=RecalledKind.BLOCK, chat_title="Storm"),
        )
        plan = build(request(self.FAR, draft="Input", recall=candidates, use_recall=True), COUNTER)
        assert plan.messages[0].content.splitlines()[::3] == [
            "[Chat “Storm”, from message 3, 13 months ago, in short]",
            "[Message 7, three days ago]",
            "[Message 40, one hour ago]",
        ]
        assert block_of(plan, "recall.newer").sources == ("far",)
        assert block_of(plan, "recall.newer").lane is Lane.RECALL

    @pytest.mark.parametrize(
        "candidate",
        [
            passage("a", "m1"),
            passage("a", "gone"),
            passage("a", "far", relevance=Relevance(0.3, 0.35)),
            passage("a", "far", text=" \n"),
            replace(passage("a"), sources=(SourceSpan("far", 2, 0, 9),)),
            passage("a", "back"),
        ],
        ids=["in the window", "not in the branch", "below the threshold", "blank", "changed since", "kept back"],
    )
    def test_do_not_come_in(self, candidate: RecallCandidate) -> None:
        back = user("back", flags=MessageFlags(excluded=True))
        asked = request(self.FAR, back, user("m1"), draft="Input", recall=(candidate,), use_recall=True)
        assert included(build(asked, COUNTER)) == ["m1", "draft"]

    def test_of_another_chat_are_not_looked_for_in_this_branch(self) -> None:
        asked = request(draft="Input", recall=(passage("a", "elsewhere", chat_title="Storm"),), use_recall=True)
        assert included(build(asked, COUNTER)) == ["recall.a", "draft"]

    @pytest.mark.parametrize(
        ("minutes", "told"),
        [
            (1, "one minute ago"),
            (59, "59 minutes ago"),
            (60, "one hour ago"),
            (47 * 60, "47 hours ago"),
            (48 * 60, "two days ago"),
            (13 * 1440, "13 days ago"),
            (14 * 1440, "two weeks ago"),
            (63 * 1440, "two months ago"),
            (720 * 1440, "23 months ago"),
            (730 * 1440, "two years ago"),
            (5_000 * 1440, "13 years ago"),
        ],
    )
    def test_have_their_age_in_words(self, minutes: int, told: str) -> None:
        assert words_of("en").ago(minutes) == told

    def test_of_which_nothing_is_known_are_earlier(self) -> None:
        assert label(passage("a"), words_of("en")) == "[Earlier]"


class TestSummary:
    """The place of the rolling summary."""

    SENTENCES = (SummarySentence("s1", "They met.", (SourceSpan("far", 1, 0, 9),)),)
    FAR = replace(user("far"), parts=None, tokens=9)

    def asked(self, *rows: Any, **more: Any) -> ContextRequest:
        """A request with one message out of the window and a sentence of it."""
        return request(self.FAR, *rows, summary=self.SENTENCES, use_summary=True, **more)

    def kinds(self, plan: ContextPlan) -> list[BlockKind]:
        """The kinds of the blocks in order."""
        return [block.kind for block in plan.blocks]

    def test_is_directly_before_the_input_and_told_in_the_run(self) -> None:
        plan = build(self.asked(user("m1"), draft="Input"), COUNTER)
        assert self.kinds(plan) == [BlockKind.HISTORY, BlockKind.SUMMARY, BlockKind.INPUT]
        assert [(run.disposition, run.reason.code) for run in plan.dropped] == [
            (Disposition.SUMMARISED, "summarised.into")
        ]
        summary: Block = block_of(plan, "prompt.summary")
        assert summary.sources == ("far",)
        assert summary.text.endswith("\nThey met.")
        assert summary.reason.params == {"sentences": 1, "messages": 1}

    def test_is_before_the_last_message_of_the_user_where_an_answer_follows(self) -> None:
        plan = build(self.asked(user("m1"), assistant("m2"), kind=GenerationKind.CONTINUE), COUNTER)
        assert self.kinds(plan) == [BlockKind.SUMMARY, BlockKind.INPUT, BlockKind.HISTORY]

    def test_is_at_the_end_where_the_user_said_nothing(self) -> None:
        plan = build(self.asked(assistant("m1"), assistant("m2")), COUNTER)
        assert self.kinds(plan) == [BlockKind.HISTORY, BlockKind.HISTORY, BlockKind.SUMMARY]
        goes_on = build(self.asked(assistant("m1"), assistant("m2"), kind=GenerationKind.CONTINUE), COUNTER)
        assert self.kinds(goes_on) == [BlockKind.HISTORY, BlockKind.SUMMARY, BlockKind.HISTORY]

    def test_h22_says_nothing_of_what_is_kept_back(self) -> None:
        for mark in ("hidden", "excluded", "never_send", "deleted"):
            secret = replace(self.FAR, flags=MessageFlags(**{mark: True}))
            asked = replace(self.asked(user("m1"), draft="Input"), branch=(secret, user("m1")))
            assert BlockKind.SUMMARY not in self.kinds(build(asked, COUNTER))
        assert BlockKind.SUMMARY in self.kinds(build(self.asked(user("m1"), draft="Input"), COUNTER))
