"""Cutting in steps over many turns of a chat: the prompt's beginning stays the same, so that a prompt cache can keep it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.context.reasons import ReasonCode
from desktop_app.context.render import message_hash
from desktop_app.context.request import LastPrompt
from desktop_app.domain.memory import SourceSpan, SummarySentence
from tests.fakes.providers import WordCounter
from tests.unit.context.material import dialogue, request, words

COUNTER = WordCounter()
TURNS = 60
BRANCH = dialogue(2 * TURNS, 20)
SENTENCES = tuple(
    SummarySentence(f"s{n}", words(f"told{n}", 6), (SourceSpan(f"m{n}", 1, 0, 9),)) for n in range(1, 2 * TURNS)
)


def last_prompt(plan: ContextPlan) -> LastPrompt:
    """What the service keeps of a prompt."""
    history = (block for block in plan.blocks if block.kind is BlockKind.HISTORY and not block.protected)
    kept = next((block.origin_id for block in history if block.rendered), "")
    return LastPrompt(tuple(message_hash(message) for message in plan.messages), kept)


def plans(strategy: str, *, in_steps: bool) -> list[ContextPlan]:
    """The plan of every turn."""
    found: list[ContextPlan] = []
    before = LastPrompt()
    for turn in range(1, TURNS):
        asked = request(
            *BRANCH[: 2 * turn],
            draft=words("in", 10),
            limit=1000,
            reserve=100,
            strategy=strategy,
            summary=SENTENCES,
            system_prompt="Be brief.",
            cut_in_steps=in_steps,
            last_prompt=before,
        )
        found.append(build(asked, COUNTER))
        before = last_prompt(found[-1])
    return found


def broken(found: list[ContextPlan]) -> int:
    """In how many turns the history did not begin as in the turn before; the system prompt alone is always the same."""
    return sum(plan.stable < 2 for plan in found[1:])


@pytest.mark.parametrize("strategy", ["truncate", "summarize", "manual"])
def test_the_beginning_of_the_prompt_stays_the_same_for_many_turns(strategy: str) -> None:
    at_once, in_steps = plans(strategy, in_steps=False), plans(strategy, in_steps=True)
    assert broken(at_once) >= 35
    # A quarter of about 880 tokens is 220: nearly five turns of 46.
    assert 0 < broken(in_steps) <= 12
    assert all(plan.used <= 900 for plan in in_steps)
    assert min(plan.used for plan in in_steps[30:]) >= 600


def test_before_the_window_is_full_steps_change_nothing() -> None:
    for one, other in zip(plans("truncate", in_steps=True)[:18], plans("truncate", in_steps=False)[:18], strict=True):
        assert one.messages == other.messages


def test_a_larger_window_is_used_at_once() -> None:
    small = plans("truncate", in_steps=True)[-1]
    asked = request(*BRANCH, draft="in", limit=4000, reserve=100, cut_in_steps=True, last_prompt=last_prompt(small))
    assert not build(asked, COUNTER).dropped
    narrower = build(replace(asked, limit=2500), COUNTER)
    assert narrower.used >= 0.7 * 2400


def test_room_that_is_left_on_purpose_is_told_with_its_figure() -> None:
    """Only in turns where more left than had to, and never without steps."""
    notes = [
        [note.params["tokens"] for note in plan.warnings if note.code == ReasonCode.KEPT_FREE]
        for plan in plans("truncate", in_steps=True)
    ]
    assert not any(notes[:18])
    told = [plan for plan, note in zip(plans("truncate", in_steps=True), notes, strict=True) if note]
    assert len(told) > TURNS // 2
    assert [note for note in notes if note] == [[plan.available - plan.used] for plan in told]
    # A quarter of about 880 tokens, less what came since.
    assert max(plan.available - plan.used for plan in told) > 200
    assert not any(
        note.code == ReasonCode.KEPT_FREE for plan in plans("truncate", in_steps=False) for note in plan.warnings
    )
