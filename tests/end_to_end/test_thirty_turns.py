"""Many turns on the real built-in model with a small context: never too long, and every stored plan adds up.

Through the services in one process, as ``send`` uses them.
"""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import dataclass
from itertools import pairwise

import pytest

from desktop_app.app import App, opened
from desktop_app.context.plan import ContextPlan, Disposition
from desktop_app.domain.errors import AppError
from desktop_app.domain.generation import FinishReason, GenerationSettings, Turn
from desktop_app.services.events import NoticeRaised, TurnFinished
from tests.end_to_end.home import Home, with_builtin


@dataclass(frozen=True)
class Told:
    """One turn as it ended."""

    turn: Turn
    plan: ContextPlan
    errors: list[AppError]


def converse(home: Home, *, turns: int, context: int, reply: int, words: int) -> list[Told]:
    """Sends messages of so many words, one after the other."""
    generation = GenerationSettings(max_tokens=reply, temperature=0.0, seed=1)
    home.save_settings(with_builtin(context_limit=context, generation=generation))

    async def talk() -> list[Told]:
        async with opened(argparse.Namespace(data_dir=None, debug=False), writes=True) as app:
            chat = await app.chats.new_chat("Thirty turns")
            return [await _turn(app, chat.id, _message(number, words)) for number in range(turns)]

    return asyncio.run(talk())


async def _turn(app: App, chat_id: str, text: str) -> Told:
    errors: list[AppError] = []
    ends = [
        app.bus.subscribe(TurnFinished, lambda event: errors.append(event.error) if event.error else None),
        app.bus.subscribe(NoticeRaised, lambda event: errors.append(event.error)),
    ]
    turn = await app.chats.send(chat_id, text)
    for end in ends:
        end()
    plan = await app.context.stored_plan(turn.message_id)
    assert plan is not None
    stored = await app.storage.turns.turn_of(turn.message_id)
    assert stored is not None
    return Told(stored, plan, errors)


def _message(number: int, words: int) -> str:
    """English, with names and figures so that no two are alike."""
    story = "the keeper of the lighthouse wrote into his book that the sea was calm and the lamp burned well".split()
    return f"Day {number}: " + " ".join(story[(number + at) % len(story)] for at in range(words)) + "."


def assert_every_plan_adds_up(told: list[Told]) -> None:
    """The sum of what is in is what is said to be used, and the model counted no more than there was room for."""
    for one in told:
        plan, usage = one.plan, one.turn.usage
        assert one.errors == []
        assert one.turn.finish_reason in {FinishReason.STOP, FinishReason.LENGTH}
        included = sum(block.tokens for block in plan.blocks if block.disposition is Disposition.INCLUDED)
        assert included + plan.overhead == plan.used
        assert plan.used <= plan.available == plan.limit - plan.reserve - plan.safety
        assert usage is not None
        assert 0 < usage.prompt_tokens <= plan.limit - plan.reserve
        assert usage.total_tokens <= plan.limit


def assert_it_was_long_enough(told: list[Told]) -> None:
    """The chat outgrew the context, and the prompt stayed near what is allowed."""
    assert not told[0].plan.dropped
    assert told[-1].plan.dropped
    assert max(one.plan.used for one in told) > told[0].plan.available * 0.7
    left = [sum(run.count for run in one.plan.dropped) for one in told]
    assert all(later >= earlier for earlier, later in pairwise(left))


def differences(told: list[Told]) -> list[int]:
    """By how many tokens the model counted otherwise than the plan."""
    return [one.turn.usage.prompt_tokens - one.plan.used for one in told if one.turn.usage]


def test_a_chat_outgrows_a_context_of_512(home: Home) -> None:
    told = converse(home, turns=7, context=512, reply=8, words=80)

    assert_every_plan_adds_up(told)
    assert_it_was_long_enough(told)
    assert max(differences(told)) <= 0, "the model counted more than the plan"


@pytest.mark.long
def test_thirty_turns_in_a_context_of_2048(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    told = converse(home, turns=30, context=2048, reply=32, words=120)

    assert_every_plan_adds_up(told)
    assert_it_was_long_enough(told)
    found = differences(told)
    with capsys.disabled():
        print(f"\nusage.prompt_tokens - plan.used: smallest {min(found)}, largest {max(found)} in {len(found)} turns")  # noqa: T201 - a figure for the closing note
    assert max(found) <= 0, "the model counted more than the plan"
