"""What entries are worth, what they cost, and which of them stand by what is said no more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from desktop_app.domain.generation import Activated, GenerationSettings, Turn
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan
from desktop_app.domain.message import Message, MessageFlags, Role, TextPart
from desktop_app.services.memory_review import DAYS, EntryFigures, Why
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run
from tests.unit.services.summary_material import told_chat

DAY = 86_400_000


async def entry(program: Program, id_: str, content: str, **more: Any) -> MemoryEntry:
    """An entry that was made a hundred days before now."""
    made = replace(MemoryEntry(id_, content), created_at=program.clock.now() - 100 * DAY, **more)
    return await program.memory.save(made)


async def turns(program: Program, chat_id: str, days_ago: int, activated: list[tuple[str, ...]]) -> None:
    """A turn for each of these, with what it activated, so many days before now."""
    at = program.clock.now() - days_ago * DAY
    tip = (await program.chats.get_chat(chat_id)).tip_id
    for number, ids in enumerate(activated):
        name = f"{chat_id}-{days_ago}-{number}"
        ask = Message(f"{name}a", chat_id, tip, Role.USER, (TextPart("Hm?"),), created_at=at)
        await program.chat_repository.append(ask)
        answer = Message(f"{name}b", chat_id, ask.id, Role.ASSISTANT, (), created_at=at)
        activated_now = tuple(Activated(each, 1, "fresh") for each in ids)
        turn = Turn(f"{name}t", chat_id, answer.id, "", "", "m", GenerationSettings(), activated=activated_now)
        await program.turn_repository.open_turn(turn, answer)
        tip = answer.id
    chat = await program.chats.get_chat(chat_id)
    await program.chat_repository.update_chat(replace(chat, updated_at=program.clock.now()))


def test_entries_that_never_help_and_those_that_are_always_there_are_told_with_what_they_cost() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Talk")
        for id_ in ("silent", "constant", "some", "old"):
            await entry(program, id_, f"The {id_} one knows a word that is long.")
        await entry(program, "off", "This one is off.", enabled=False)
        await entry(program, "elsewhere", "In another chat.", scope=Scope(ScopeKind.CHAT, "other"))
        new = await program.memory.save(MemoryEntry("new", "A new one."))
        await turns(program, chat.id, 70, [("old",)] * 3)
        await turns(program, chat.id, 5, [("constant",)] * 6 + [("constant", "some")] * 2)
        review = await program.memory_review.review()
        assert review.days == DAYS == 60
        assert set(review.silent) == {"silent", "old", "elsewhere"}
        assert review.constant == ("constant",)
        figures = {each.entry.id: each for each in review.figures}
        assert "off" not in figures
        assert (figures["some"].activations, figures["some"].turns) == (2, 8)
        assert (figures["new"].activations, figures["new"].turns, figures["new"].entry) == (0, 0, new)
        tokens = (await program.context.count_text("", figures["some"].entry.content)).tokens
        assert tokens > 3
        assert figures["some"].tokens == tokens
        assert figures["some"].tokens_per_turn == tokens * 2 / 8
        assert (await program.memory_review.review(90)).silent == ("elsewhere", "silent")

    run(scenario, make_program())


def test_an_entry_that_is_always_in_context_costs_before_there_is_a_turn() -> None:
    always = MemoryEntry("a", "x", always_in_context=True)
    assert EntryFigures(always, 7, True, 0, 0).tokens_per_turn == 7
    assert EntryFigures(replace(always, always_in_context=False), 7, True, 0, 0).tokens_per_turn == 0
    assert EntryFigures(always, 7, True, 3, 6).tokens_per_turn == 3.5


def test_what_contradicts_each_other_and_what_is_said_twice_is_told() -> None:
    async def scenario(program: Program) -> None:
        elsewhere = Scope(ScopeKind.CHAT, "other")
        await entry(program, "oslo", "Ann: I live in Oslo.")
        await entry(program, "rome", "Ann: I moved to Rome.", scope=Scope(ScopeKind.CHAT, "this"))
        await entry(program, "pisa", "Ann: I live in Pisa.", scope=elsewhere)
        await entry(program, "tea", "Ann: I love tea.")
        await entry(program, "tea too", "Ann: I hate tea.")
        await entry(program, "lamp 1", "The red lamp hangs over the old harbour.")
        await entry(program, "lamp 2", "Over the old harbour hangs the red lamp!")
        await entry(program, "lamp 3", "The red lamps hang over the old harbour.", scope=elsewhere)
        await entry(program, "lamp 4", "The red lamp hangs over the old harbour.", enabled=False)
        review = await program.memory_review.review()
        assert set(review.contradictions) == {("oslo", "rome"), ("oslo", "pisa"), ("tea", "tea too")}
        assert review.duplicates == (("lamp 1", "lamp 2", "lamp 3"),)

    run(scenario, make_program())


def test_an_entry_is_to_be_reviewed_when_what_it_was_made_of_changes() -> None:
    async def scenario(program: Program) -> None:
        _, ids = await told_chat(program, 4)
        for number, id_ in enumerate(ids):
            await entry(program, f"e{number}", "It was so.", sources=(SourceSpan(id_, 1, 0, 9),))
        await entry(program, "lost", "It was so.", sources=(SourceSpan("gone", 1, 0, 9), SourceSpan(ids[3], 1, 0, 9)))
        await entry(program, "own", "The person's own.")
        before = await program.memory_review.to_review()
        assert [(each.entry.id, each.why, each.message_ids) for each in before] == [("lost", Why.GONE, ("gone",))]
        await program.chats.edit(ids[0], "Short")
        await program.chats.delete_message(ids[1])
        await program.chat_repository.set_flags([ids[2]], MessageFlags(excluded=True))
        found = await program.memory_review.to_review()
        assert {each.entry.id: each.why for each in found} == {
            "e0": Why.CHANGED,
            "e1": Why.GONE,
            "e2": Why.KEPT_BACK,
            "lost": Why.GONE,
        }
        edited = await program.memory_review.reviewed("e0")
        assert edited.sources == (SourceSpan(ids[0], 2, 0, 5),)
        assert (await program.memory_review.reviewed("lost")).sources == (SourceSpan(ids[3], 1, 0, 9),)
        assert [each.entry.id for each in await program.memory_review.to_review()] == ["e1", "e2"]

    run(scenario, make_program())
