"""Memory entries are proposed from what was said, and nothing is remembered that the person did not take."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan
from desktop_app.domain.message import MessageFlags
from desktop_app.domain.settings import Settings, SummarySettings
from desktop_app.domain.summary import Proposal, ProposalState
from desktop_app.services.events import ChatAdded, ProposalsChanged
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.proposal_choice import MOST
from desktop_app.services.proposal_service import LOOK_BACK, true_until
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run, until
from tests.unit.services.summary_material import add_message

Scenario = Callable[[Program], Awaitable[None]]


async def a_chat(program: Program, *texts: str) -> tuple[str, list[str]]:
    """A chat of these messages, by the person and somebody else in turn, and their ids."""
    chat = await program.chats.new_chat("Talk")
    ids: list[str] = []
    for text in texts:
        await add_message(program, chat.id, text, ids)
    return chat.id, ids


def contents(proposals: list[Proposal] | tuple[Proposal, ...]) -> list[str]:
    """What is proposed."""
    return [proposal.entry.content for proposal in proposals]


async def only(program: Program) -> Proposal:
    """The one that waits."""
    (proposal,) = await program.proposals.waiting()
    return proposal


async def prompt(program: Program, chat_id: str, draft: str) -> str:
    """All that would be sent."""
    plan = await program.context.preview(chat_id, draft, wait=True)
    return "\n".join(str(message) for message in plan.messages)


def test_a_fact_is_proposed_with_where_it_was_said_and_waits() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "Hello! I live in Oslo. Nice to meet you.", "Hi.")
        (made,) = await program.proposals.look(chat_id)
        assert await program.proposals.waiting() == [made]
        assert (made.kind, made.likeness, made.state) == ("fact", "fact:home:you", ProposalState.WAITING)
        assert made.entry.content == "You: I live in Oslo."
        assert made.entry.keywords == ("Oslo",)
        assert made.entry.sources == (SourceSpan(ids[0], 1, 7, 22),)
        assert made.entry.scope == Scope(ScopeKind.CHAT, chat_id)
        assert await program.memory.entries() == []

    run(scenario, make_program())


def test_nothing_that_is_proposed_enters_a_prompt_until_it_is_accepted() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "I live in Oslo.", "Hi.")
        await program.proposals.look(chat_id)
        await program.marks.mark(chat_id, [ids[1]], MessageMark.EXCLUDE)
        assert (await prompt(program, chat_id, "Tell me about Oslo")).count("You: I live in Oslo") == 0
        await program.proposals.accept((await only(program)).id)
        assert (await prompt(program, chat_id, "Tell me about Oslo")).count("You: I live in Oslo") == 1

    run(scenario, make_program())


def test_after_a_turn_the_chat_is_looked_through_and_the_window_is_told() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Talk")
        await program.chats.send(chat.id, "I live in Oslo.")
        await until(lambda: bool(program.of_kind(ProposalsChanged)))
        assert program.of_kind(ProposalsChanged)[-1] == ProposalsChanged(chat.id, 1)
        message = next(each for each in await program.branch_messages(chat.id) if each.text == "I live in Oslo.")
        await program.chats.edit(message.id, "I live in Rome. I'm allergic to nuts.")
        await until(lambda: program.of_kind(ProposalsChanged)[-1].waiting == 2)
        assert contents(await program.proposals.waiting()) == ["You: I live in Rome.", "You: I'm allergic to nuts."]

    run(scenario, make_program(proposes=True))


def test_a_message_is_read_once_in_each_revision() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "I live in Oslo.", "Hi.")
        (made,) = await program.proposals.look(chat_id)
        await program.proposals.refuse(made.id)
        assert await program.proposals.look(chat_id) == ()
        assert await program.proposal_repository.read_up_to(chat_id) == dict.fromkeys(ids, 1)
        await program.chats.edit(ids[0], "I live in Oslo. My name is Tom.")
        assert contents(await program.proposals.look(chat_id)) == ["You: My name is Tom."]

    run(scenario, make_program())


def test_of_many_facts_the_best_three_are_proposed_in_order() -> None:
    async def scenario(program: Program) -> None:
        text = "I love tea. I'm allergic to nuts. I hate cheese. My name is Tom. My birthday is on June 3rd. I own a red boat."
        chat_id, _ = await a_chat(program, text)
        made = await program.proposals.look(chat_id)
        assert len(made) == MOST == 3
        assert contents(made) == [
            "You: I'm allergic to nuts.",
            "You: My name is Tom.",
            "You: My birthday is on June 3rd.",
        ]

    run(scenario, make_program())


@pytest.mark.parametrize("flag", ["excluded", "never_send", "hidden", "deleted"])
def test_what_is_kept_back_is_not_read_and_what_stands_no_more_is_not_shown(flag: str) -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "I live in Oslo.", "Hi.", "My name is Tom.", "Hi.")
        await program.chat_repository.set_flags([ids[0]], MessageFlags(**{flag: True}))
        assert contents(await program.proposals.look(chat_id)) == ["You: My name is Tom."]
        await program.chat_repository.set_flags([ids[2]], MessageFlags(**{flag: True}))
        assert await program.proposals.waiting() == []
        await program.chat_repository.set_flags(ids, MessageFlags())
        assert contents(await program.proposals.look(chat_id)) == ["You: I live in Oslo."]
        assert len(await program.proposals.waiting()) == 2

    run(scenario, make_program())


def test_another_branch_hides_what_was_said_on_this_one() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "Who are you?", "My name is Kael.")
        await program.proposals.look(chat_id)
        other = ids[:1]
        await add_message(program, chat_id, "My name is Rook.", other, parent=ids[0])
        await program.proposals.look(chat_id)
        assert contents(await program.proposals.waiting(chat_id)) == ["My name is Rook."]
        await program.chat_repository.choose(ids[1])
        assert contents(await program.proposals.waiting(chat_id)) == ["My name is Kael."]
        await program.chats.delete_chat(chat_id)
        assert await program.proposals.waiting() == []

    run(scenario, make_program())


def test_nothing_is_proposed_that_is_known_or_waits_already() -> None:
    async def scenario(program: Program) -> None:
        known = MemoryEntry("known", "You: I'm allergic to shellfish and nuts.", scope=Scope())
        await program.memory.save(known)
        chat_id, ids = await a_chat(program, "I'm allergic to shellfish and nuts!", "Hi.", "My name is Tom.", "Hi.")
        assert contents(await program.proposals.look(chat_id)) == ["You: My name is Tom."]
        await add_message(program, chat_id, "As I said, my name is Tom.", ids)
        assert await program.proposals.look(chat_id) == ()

    run(scenario, make_program())


def test_not_like_this_again_is_kept_for_its_kind_and_subject_in_every_chat_and_undone() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await a_chat(program, "I love tea. I love coffee. My name is Tom.")
        await program.proposals.look(chat_id)
        tea, coffee, tom = await program.proposals.waiting()
        decision = await program.proposals.never_again(tea.id)
        assert await program.proposals.waiting() == [tom]
        other, _ = await a_chat(program, "I love cocoa. I hate mud on my boots.", "I love cocoa.")
        assert contents(await program.proposals.look(other)) == ["You: I hate mud on my boots.", "I love cocoa."]
        await program.proposals.undo(decision)
        assert [tea, coffee, tom] == await program.proposals.waiting(chat_id)
        third, _ = await a_chat(program, "I love cake.")
        assert contents(await program.proposals.look(third)) == ["You: I love cake."]

    run(scenario, make_program())


def test_the_person_may_edit_what_is_accepted_and_take_it_back() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "I live in Oslo.")
        await program.proposals.look(chat_id)
        proposal = await only(program)
        edited = replace(proposal.entry, content="Tom lives in Oslo.", scope=Scope(), sources=())
        decision = await program.proposals.accept(proposal.id, edited)
        (entry,) = await program.memory.entries()
        assert decision.entry == entry
        assert (entry.content, entry.scope) == ("Tom lives in Oslo.", Scope())
        assert entry.sources[0].message_id == ids[0]
        assert await program.proposals.waiting() == []
        with pytest.raises(NotFoundError):
            await program.proposals.accept(proposal.id)
        await program.proposals.undo(decision)
        assert await program.memory.entries() == []
        assert await program.proposals.waiting() == [proposal]
        refused = await program.proposals.refuse(proposal.id)
        assert await program.proposals.waiting() == []
        await program.proposals.undo(refused)
        assert await program.proposals.waiting() == [proposal]

    run(scenario, make_program())


def test_a_newer_fact_takes_the_place_of_the_older_which_says_until_when_it_was_true() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "I live in Oslo.", "Hi.")
        await program.proposals.look(chat_id)
        oslo = (await program.proposals.accept((await only(program)).id)).entry
        assert oslo is not None
        await add_message(program, chat_id, "By the way, I moved to Rome.", ids)
        await program.proposals.look(chat_id)
        proposal = await only(program)
        assert proposal.replaces == oslo.id
        decision = await program.proposals.accept(proposal.id)
        rome = decision.entry
        assert rome is not None
        assert (rome.supersedes, decision.older) == (oslo.id, oslo)
        then = await program.memory.get_entry(oslo.id)
        assert (then.enabled, true_until(then), true_until(rome)) == (False, program.clock.now(), None)
        assert "You: I live in Oslo" not in await prompt(program, chat_id, "Oslo or Rome?")
        assert "I moved to Rome" in await prompt(program, chat_id, "Oslo or Rome?")
        await program.proposals.undo(decision)
        (back,) = await program.memory.entries()
        assert (back.enabled, back.content, true_until(back)) == (True, oslo.content, None)

    run(scenario, make_program())


def test_two_proposals_of_one_thing_are_never_both_true_and_the_scope_of_the_older_stays() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await a_chat(program, "I live in Oslo.", "Hi.", "I moved to Rome.")
        await program.proposals.look(chat_id)
        oslo, rome = await program.proposals.waiting()
        await program.proposals.accept(oslo.id, replace(oslo.entry, scope=Scope()))
        await program.proposals.accept(rome.id)
        (true,) = [entry for entry in await program.memory.entries() if entry.enabled]
        assert (true.content, true.supersedes, true.scope) == ("You: I moved to Rome.", oslo.entry.id, Scope())

    run(scenario, make_program())


def test_who_wants_no_proposals_gets_none() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await a_chat(program, "I live in Oslo.")
        assert await program.proposals.look(chat_id) == ()
        assert await program.proposal_repository.read_up_to(chat_id) == {}

    run(scenario, make_program(settings=Settings(first_run_done=True, summary=SummarySettings(propose=False))))


def test_of_a_long_chat_the_end_is_looked_through() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "I live in Oslo.", *["Hm."] * (LOOK_BACK - 2), "My name is Kael.", "Hm.")
        assert contents(await program.proposals.look(chat_id)) == ["My name is Kael."]
        assert len(await program.proposal_repository.read_up_to(chat_id)) == LOOK_BACK < len(ids)

    run(scenario, make_program())


def test_what_is_similar_is_shown_together() -> None:
    async def scenario(program: Program) -> None:
        for id_, content, scope in (
            ("a", "Ann is allergic to shellfish.", Scope()),
            ("b", "Ann is allergic to cats.", Scope()),
            ("c", "Ann: I'm allergic to shellfish", Scope(ScopeKind.CHARACTER, "x")),
            ("d", "Ann: I'm allergic to shellfish", Scope(ScopeKind.CHAT, "other")),
        ):
            await program.memory.save(MemoryEntry(id_, content, scope=scope))
        entry = MemoryEntry("new", "Ann: I'm allergic to shellfish, you know.", scope=Scope(ScopeKind.CHAT, "this"))
        assert [each.id for each in await program.proposals.similar(entry)] == ["a", "c"]

    run(scenario, make_program())


def test_this_is_remembered_of_a_message_or_a_part_of_it() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await a_chat(program, "Well. *I live in Oslo.* And you?")
        whole = await program.proposals.remember(chat_id, ids[0])
        assert whole.content == "You: Well. *I live in Oslo.* And you?"
        part = await program.proposals.remember(chat_id, ids[0], (6, 23))
        assert (part.content, part.keywords) == ("You: I live in Oslo.", ("Oslo",))
        assert part.sources == (SourceSpan(ids[0], 1, 6, 23),)
        assert part.scope == Scope(ScopeKind.CHAT, chat_id)
        assert await program.memory.entries() == []
        for wrong in ((chat_id, "none"), ("other", ids[0])):
            with pytest.raises(NotFoundError):
                await program.proposals.remember(*wrong)

    run(scenario, make_program())


def test_the_same_chat_gives_the_same_proposals() -> None:
    async def made() -> list[Proposal]:
        program = make_program()
        chat_id, _ = await a_chat(program, "I love tea. My name is Tom.", "У меня аллергия на орехи.", "我住在苏州")
        return list(await program.proposals.look(chat_id))

    assert asyncio.run(made()) == asyncio.run(made()) != []


def test_a_chat_in_the_trash_takes_its_proposals_with_it_and_a_new_one_is_not_read_before_a_turn() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await a_chat(program, "I live in Oslo.")
        await program.proposals.look(chat_id)
        await program.chats.delete_chat(chat_id)
        await until(lambda: program.of_kind(ProposalsChanged)[-1] == ProposalsChanged(chat_id, 0))
        await program.chats.restore_chat(chat_id)
        await until(lambda: program.of_kind(ProposalsChanged)[-1] == ProposalsChanged(chat_id, 1))
        other, _ = await a_chat(program, "My name is Tom.")
        program.bus.publish(ChatAdded(await program.chats.get_chat(other)))
        await program.chats.send(chat_id, "Hi.")
        await until(lambda: not any(program.tasks.running(f"proposals:{each}") for each in (chat_id, other)))
        assert await program.proposals.waiting(other) == []
        assert len(await program.proposals.waiting()) == 1

    run(scenario, make_program(proposes=True))
