"""What the person decides about entries under review, that it is not asked twice, and that each decision can be undone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.memory import MemoryEntry, SourceSpan
from desktop_app.services.memory_decisions import MemoryDecisions, ReviewDecision
from desktop_app.services.memory_review import DAYS
from desktop_app.services.proposal_service import true_until
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run
from tests.unit.services.test_memory_review import DAY, entry, turns

Decide = Callable[[MemoryDecisions], Awaitable[ReviewDecision]]

LAMP, LAMP_TOO = "The red lamp hangs over the old harbour.", "Over the old harbour hangs the red lamp!"


async def two(program: Program) -> None:
    """Two that contradict each other, and two that say nearly the same."""
    await entry(program, "oslo", "Ann: I live in Oslo.", keywords=("Oslo",))
    await entry(program, "rome", "Ann: I moved to Rome.", keywords=("Rome",))
    await entry(program, "lamp", LAMP, keywords=("lamp", "Harbour"), sources=(SourceSpan("m1", 1, 0, 3),))
    await entry(
        program,
        "lamp too",
        LAMP_TOO,
        keywords=("harbour", "red"),
        sources=(SourceSpan("m2", 1, 0, 3),),
        always_in_context=True,
    )


async def stored(program: Program) -> dict[str, MemoryEntry]:
    """All entries, without what every change changes."""
    return {each.id: replace(each, revision=1, updated_at=0) for each in await program.memory.entries()}


def test_a_pair_that_the_person_keeps_is_not_named_again() -> None:
    async def scenario(program: Program) -> None:
        await two(program)
        decisions = program.memory_review.decisions
        first = await program.memory_review.review()
        assert (first.contradictions, first.duplicates) == ((("oslo", "rome"),), (("lamp", "lamp too"),))
        one = await decisions.keep_both("rome", "oslo")
        await decisions.keep_both("lamp", "lamp too")
        kept = await program.memory_review.review()
        assert (kept.contradictions, kept.duplicates) == ((), ())
        await decisions.undo(one)
        assert (await program.memory_review.review()).contradictions == (("oslo", "rome"),)

    run(scenario, make_program())


def test_what_is_kept_as_it_is_is_named_again_when_it_is_long_ago() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Talk")
        await entry(program, "silent", "Nobody ever asked.")
        await entry(program, "constant", "Everybody always asks.")
        await turns(program, chat.id, 5, [("constant",)] * 6)
        for id_ in ("silent", "constant"):
            await program.memory_review.decisions.keep(id_)
        kept = await program.memory_review.review()
        assert (kept.silent, kept.constant) == ((), ())
        program.clock.advance((DAYS + 1) * DAY)
        assert (await program.memory_review.review()).silent == ("constant", "silent")

    run(scenario, make_program())


def test_two_become_one_with_the_keywords_and_sources_of_both() -> None:
    async def scenario(program: Program) -> None:
        await two(program)
        await program.memory_review.decisions.join("lamp", "lamp too")
        entries = await stored(program)
        assert set(entries) == {"oslo", "rome", "lamp"}
        lamp = entries["lamp"]
        assert (lamp.content, lamp.keywords) == (LAMP, ("lamp", "Harbour", "red"))
        assert [source.message_id for source in lamp.sources] == ["m1", "m2"]
        assert lamp.always_in_context

    run(scenario, make_program())


def test_one_that_was_found_by_meaning_is_found_so_when_it_is_joined() -> None:
    async def scenario(program: Program) -> None:
        await two(program)
        await entry(program, "lamp 3", LAMP)
        await program.memory_review.decisions.join("lamp", "lamp 3")
        assert (await stored(program))["lamp"].keywords == ()

    run(scenario, make_program())


def test_the_other_one_was_true_until_now() -> None:
    async def scenario(program: Program) -> None:
        await two(program)
        await program.memory_review.decisions.true_until_now("oslo", "rome")
        entries = await stored(program)
        assert not entries["oslo"].enabled
        assert true_until(entries["oslo"]) == program.clock.now()
        assert (entries["rome"].enabled, entries["rome"].supersedes) == (True, "oslo")
        assert (await program.memory_review.review()).contradictions == ()

    run(scenario, make_program())


DECISIONS: dict[str, Decide] = {
    "keep": lambda decisions: decisions.keep("oslo"),
    "keep both": lambda decisions: decisions.keep_both("oslo", "rome"),
    "join": lambda decisions: decisions.join("lamp too", "lamp"),
    "true until": lambda decisions: decisions.true_until_now("oslo", "rome"),
    "switch off": lambda decisions: decisions.switch_off("oslo"),
    "delete": lambda decisions: decisions.delete("oslo"),
}


@pytest.mark.parametrize("decide", DECISIONS.values(), ids=DECISIONS.keys())
def test_every_decision_changes_something_and_can_be_undone(decide: Decide) -> None:
    async def scenario(program: Program) -> None:
        await two(program)
        before = await stored(program)
        decision = await decide(program.memory_review.decisions)
        assert await stored(program) != before
        await program.memory_review.decisions.undo(decision)
        assert await stored(program) == before

    run(scenario, make_program())


@pytest.mark.parametrize("decide", DECISIONS.values(), ids=DECISIONS.keys())
def test_where_an_entry_is_gone_nothing_is_changed(decide: Decide) -> None:
    async def scenario(program: Program) -> None:
        await two(program)
        for id_ in ("rome", "lamp"):
            await program.memory.delete(id_)
        lonely = {"oslo", "lamp too"}
        before = await stored(program)
        assert set(before) == lonely
        if decide in [DECISIONS[name] for name in ("keep", "switch off", "delete")]:
            await program.memory.delete("oslo")
            before = await stored(program)
        with pytest.raises(NotFoundError):
            await decide(program.memory_review.decisions)
        assert await stored(program) == before

    run(scenario, make_program())


def test_the_review_tells_how_far_it_is() -> None:
    async def scenario(program: Program) -> None:
        await two(program)
        heard: list[float] = []
        await program.memory_review.review(progress=heard.append)
        assert heard == sorted(heard)
        assert len(heard) >= 4
        assert 0 < heard[0] < heard[-1] < 1

    run(scenario, make_program())
