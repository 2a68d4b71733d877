"""Cases H-16 to H-18 and the prompt's half of H-22 of people who do this job today, under every strategy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.plan import ContextPlan
from desktop_app.context.request import ContextRequest, LinkedBook, RecallCandidate, RecalledKind, Relevance
from desktop_app.domain.character import Character
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.memory import SourceSpan, SummarySentence
from desktop_app.domain.message import MessageFlags
from desktop_app.domain.settings import Lanes
from tests.fakes.providers import WordCounter
from tests.unit.context.material import (
    FREE,
    assistant,
    block_of,
    call,
    dialogue,
    included,
    request,
    result,
    tool,
    user,
    words,
)
from tests.unit.context.wire_check import complaints

COUNTER = WordCounter()
EVERY = pytest.mark.parametrize("strategy", ["truncate", "summarize", "vector-recall", "manual"])
CODE = "The safe code is 4711."


def said(plan: ContextPlan) -> str:
    """All that the model gets."""
    return "\n".join(message.content for message in plan.messages)


@EVERY
def test_h16_one_huge_entry_makes_no_smaller_one_leave(strategy: str) -> None:
    sizes = {"huge": 400, "a": 30, "b": 30, "c": 30}
    entries = tuple(
        LorebookEntry(name, name, ("in",), words(name, size), priority=500 if name == "huge" else 100)
        for name, size in sizes.items()
    )
    asked = request(
        draft=words("in", 20),
        overhead=FREE,
        limit=120,
        reserve=0,
        strategy=strategy,
        books=(LinkedBook(Lorebook("b", "Book", entries=entries)),),
        lanes=Lanes(keyed_lore=100, history=0),
    )
    plan = build(asked, COUNTER)
    assert included(plan) == ["lore.a", "lore.b", "lore.c", "draft"]
    assert block_of(plan, "lore.huge").reason.params["needs"] == 400
    assert [trace.reason for trace in plan.entries if trace.entry_id == "huge"] == [block_of(plan, "lore.huge").reason]


@EVERY
def test_h17_prompt_and_reply_fit_into_the_servers_context(strategy: str) -> None:
    card = Character(id="c", name="Mira", description=words("card", 1000))
    asked = request(*dialogue(200, 60), draft="And then?", limit=2048, reserve=512, character=card, strategy=strategy)
    plan = build(replace(asked, summary=_sentences(200)), COUNTER)
    sent = 3 + sum(COUNTER.count(message.content).tokens + 3 for message in plan.messages)
    assert sent + 512 <= 2048
    assert plan.used > 1300


@EVERY
def test_h18_a_call_and_its_results_are_in_together_or_not_at_all(strategy: str) -> None:
    branch = (
        user("u1", words("u1", 20)),
        assistant("call", "I look.", call("c1"), call("c2")),
        tool("r1", result("c1", words("r1", 25))),
        tool("r2", result("c2", words("r2", 30))),
        assistant("a1", words("a1", 30)),
        user("u2", words("u2", 20)),
    )
    group = {"call", "r1", "r2"}
    asked = request(*branch, draft="Go on.", reserve=0, strategy=strategy, summary=_sentences_of("call", "r1", "r2"))
    seen: set[int] = set()
    for limit in range(40, 260, 4):
        plan = build(replace(asked, limit=limit), COUNTER)
        inside = group & set(included(plan))
        assert inside in (set(), group)
        assert complaints(plan.messages) == []
        summarised = {
            source
            for block in plan.blocks
            if block.rendered and block.id == "prompt.summary"
            for source in block.sources
        }
        assert not summarised & inside
        seen.add(len(inside))
    assert seen == {0, 3}


@EVERY
@pytest.mark.parametrize("flag", ["hidden", "excluded", "never_send", "deleted"])
def test_h22_what_is_kept_back_is_in_the_prompt_in_no_form_and_comes_back_at_once(flag: str, strategy: str) -> None:
    asked = _with_the_code(strategy)
    before = build(asked, COUNTER)
    branch = tuple(replace(row, flags=MessageFlags(**{flag: row.id == "m3"})) for row in asked.branch)
    hidden = build(replace(asked, branch=branch), COUNTER)
    assert "4711" not in said(hidden)
    assert not any("4711" in block.text for block in hidden.blocks if block.rendered)
    assert next(run for run in hidden.dropped if run.first_id == "m3").reason.code.startswith("excluded.")
    assert build(asked, COUNTER) == before


@EVERY
def test_h22_without_the_mark_the_code_is_in_where_the_strategy_uses_it(strategy: str) -> None:
    """The test before could not fail otherwise."""
    told = said(build(_with_the_code(strategy), COUNTER)).count("4711")
    # Under vector-recall by the passage alone: block and sentence would tell it again.
    assert told == {"truncate": 0, "summarize": 1, "vector-recall": 1, "manual": 0}[strategy]
    wide = replace(_with_the_code(strategy), limit=4000)
    assert said(build(wide, COUNTER)).count("4711") == 1


@EVERY
def test_h22_an_edited_message_is_told_by_nothing_that_was_made_before(strategy: str) -> None:
    """Cases H-23 and H-24: no ghosts of an earlier revision."""
    asked = _with_the_code(strategy)
    branch = tuple(replace(row, revision=2) if row.id == "m3" else row for row in asked.branch)
    assert "4711" not in said(build(replace(asked, branch=branch), COUNTER))


def test_an_exchange_that_left_for_its_relevance_says_so_though_it_is_summarised() -> None:
    relevance = {f"m{n}": Relevance(0.9 if n < 7 else 0.1, 0.35) for n in range(1, 31)}
    asked = request(*dialogue(30), draft="And then?", limit=250, reserve=20, strategy="vector-recall")
    plan = build(replace(asked, relevance=relevance, summary=_sentences(30)), COUNTER)
    assert any(block.id == "prompt.summary" for block in plan.blocks)
    assert {run.reason.code for run in plan.dropped} == {"trimmed.exchange"}
    by_age = build(replace(asked, summary=_sentences(30)), COUNTER)
    assert {run.reason.code for run in by_age.dropped} == {"summarised.into"}


def test_constant_lore_that_cannot_fit_is_named() -> None:
    entries = tuple(LorebookEntry(f"e{n}", f"E{n}", (), words("e", 50), constant=True) for n in range(4))
    books = (LinkedBook(Lorebook("b", "Book", entries=entries)),)
    asked = request(draft=words("in", 60), overhead=FREE, limit=200, reserve=0, books=books)
    with pytest.raises(ContextTooLargeError) as caught:
        build(asked, COUNTER)
    assert caught.value.params["largest"] == "Constant lore, 4 entries (200), Current input (60)"
    assert caught.value.params["over"] == 60


def test_constant_lore_over_its_share_stays_with_a_warning() -> None:
    entries = tuple(LorebookEntry(f"e{n}", f"E{n}", (), words("e", 50), constant=True) for n in range(4))
    books = (LinkedBook(Lorebook("b", "Book", entries=entries)),)
    asked = request(*dialogue(30), draft=words("in", 50), overhead=FREE, limit=360, reserve=0, books=books)
    plan = build(asked, COUNTER)
    assert [warning.code for warning in plan.warnings] == ["warning.constant-lore"]
    assert plan.warnings[0].params == {"needs": 200, "share": 120}
    assert sum(id_.startswith("lore.") for id_ in included(plan)) == 4


def _sentences(count: int) -> tuple[SummarySentence, ...]:
    return _sentences_of(*(f"m{number}" for number in range(1, count + 1)))


def _sentences_of(*message_ids: str) -> tuple[SummarySentence, ...]:
    return tuple(
        SummarySentence(f"s.{id_}", words(f"told-{id_}", 6), (SourceSpan(id_, 1, 0, 20),)) for id_ in message_ids
    )


def _with_the_code(strategy: str) -> ContextRequest:
    """The third of many messages tells a code; a passage, a compressed block and a sentence do so too."""
    rows = list(dialogue(30))
    rows[2] = user("m3", CODE)
    source = (SourceSpan("m3", 1, 0, len(CODE)),)
    score = Relevance(0.9, 0.35)
    return request(
        *rows,
        draft="What is the code?",
        limit=250,
        reserve=20,
        strategy=strategy,
        summary=(SummarySentence("code", CODE, source, weight=9.0), *_sentences(30)[:2]),
        recall=(
            RecallCandidate("passage", f"They said: {CODE}", source, score),
            RecallCandidate("block", f"In short: {CODE}", source, score, RecalledKind.BLOCK),
        ),
    )
