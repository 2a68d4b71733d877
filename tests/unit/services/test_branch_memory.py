"""What is remembered of a message counts on the branch where it was said; what the person wrote counts on all."""

from __future__ import annotations

import random
from dataclasses import replace

from desktop_app.context.plan import ContextPlan, EntryKind
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.branch_memory import on_branch
from desktop_app.services.events import BranchChanged
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run
from tests.unit.services.summary_material import add_message


async def say(program: Program, chat_id: str, text: str, ids: list[str], parent: str | None = None) -> None:
    """One message more, and whoever holds the branch hears of it."""
    await add_message(program, chat_id, text, ids, parent=parent)
    program.bus.publish(BranchChanged(chat_id))


async def plan_of(program: Program, chat_id: str) -> ContextPlan:
    """What would be sent."""
    return await program.context.preview(chat_id, "So?", wait=True)


async def became(program: Program, chat_id: str) -> dict[str, str]:
    """The reason of each memory entry by its content, and that it is in."""
    entries = {entry.id: entry.content for entry in await program.memory.entries()}
    traces = (await plan_of(program, chat_id)).entries
    return {
        entries[each.entry_id]: "in" if each.included else each.reason.code
        for each in traces
        if each.kind is EntryKind.MEMORY
    }


async def forked(program: Program) -> tuple[str, list[str], list[str]]:
    """A chat with two branches below its first message, its ids on either; the second is the visible one."""
    chat = await program.chats.new_chat("Talk")
    one: list[str] = []
    for text in ("Who are you?", "My name is Kael.", "Hello."):
        await say(program, chat.id, text, one)
    other = one[:1]
    await say(program, chat.id, "My name is Rook.", other, parent=one[0])
    return chat.id, one, other


def test_an_accepted_entry_is_in_the_prompt_of_the_branch_where_it_was_said_alone() -> None:
    async def scenario(program: Program) -> None:
        chat_id, one, _ = await forked(program)
        await program.chat_repository.choose(one[1])
        (kael,) = await program.proposals.look(chat_id)
        await program.proposals.accept(kael.id, replace(kael.entry, always_in_context=True))
        content = kael.entry.content
        own = replace(program.memory.new_entry(Scope(ScopeKind.CHAT, chat_id)), content="Own", always_in_context=True)
        await program.memory.save(own)
        assert await became(program, chat_id) == {content: "in", "Own": "in"}
        await program.chats.choose_variant(one[1], 1)
        assert await became(program, chat_id) == {content: ReasonCode.OTHER_BRANCH, "Own": "in"}
        assert content not in str((await plan_of(program, chat_id)).messages)
        stored = next(entry for entry in await program.memory.entries() if entry.content == content)
        await program.memory.save(replace(stored, scope=Scope()))
        assert await became(program, chat_id) == {content: "in", "Own": "in"}, "its scope was widened"

    run(scenario, make_program())


def test_what_became_untrue_on_one_branch_is_true_on_the_other() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Talk")
        ids: list[str] = []
        for text in ("I live in Oslo.", "Nice."):
            await say(program, chat.id, text, ids)
        (oslo,) = await program.proposals.look(chat.id)
        await program.proposals.accept(oslo.id, replace(oslo.entry, always_in_context=True))
        await say(program, chat.id, "Now I live in Rome.", ids)
        (rome,) = await program.proposals.look(chat.id)
        decision = await program.proposals.accept(rome.id, replace(rome.entry, always_in_context=True))
        assert decision.older is not None
        told = {oslo.entry.content: ReasonCode.DISABLED, rome.entry.content: "in"}
        assert await became(program, chat.id) == told
        fork = ids[:2]
        await say(program, chat.id, "And now?", fork, parent=ids[1])
        there = {oslo.entry.content: "in", rome.entry.content: ReasonCode.OTHER_BRANCH}
        assert await became(program, chat.id) == there
        # A third fact, said here, takes the place of what is true here; undone, all is as it was.
        for text in ("Go on.", "I live in Kyoto."):
            await say(program, chat.id, text, fork)
        (kyoto,) = await program.proposals.look(chat.id)
        third = await program.proposals.accept(kyoto.id, replace(kyoto.entry, always_in_context=True))
        assert await became(program, chat.id) == {
            oslo.entry.content: ReasonCode.DISABLED,
            rome.entry.content: ReasonCode.OTHER_BRANCH,
            kyoto.entry.content: "in",
        }
        await program.proposals.undo(third)
        assert await became(program, chat.id) == there

    run(scenario, make_program())


def test_what_is_known_elsewhere_is_proposed_where_it_is_said_again() -> None:
    async def scenario(program: Program) -> None:
        chat_id, one, other = await forked(program)
        await program.chat_repository.choose(one[1])
        (kael,) = await program.proposals.look(chat_id)
        await program.proposals.accept(kael.id)
        await program.chats.choose_variant(one[1], 1)
        await say(program, chat_id, "Hello.", other)
        await say(program, chat_id, "My name is Kael.", other)
        made = await program.proposals.look(chat_id)
        assert kael.entry.content in [proposal.entry.content for proposal in made]

    run(scenario, make_program())


def test_a_chat_that_was_carried_on_keeps_what_it_was_given() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Talk")
        ids: list[str] = []
        for text in ("I live in Oslo.", "Nice."):
            await say(program, chat.id, text, ids)
        (oslo,) = await program.proposals.look(chat.id)
        await program.proposals.accept(oslo.id, replace(oslo.entry, always_in_context=True))
        new = await program.summaries.hand_over(chat.id)
        assert set((await became(program, new.id)).values()) == {"in"}

    run(scenario, make_program())


def test_random_forks_let_no_entry_into_a_branch_where_it_was_not_said() -> None:
    async def scenario(program: Program) -> None:
        chance = random.Random(5)
        chat = await program.chats.new_chat("Talk")
        ids: list[str] = []
        await say(program, chat.id, "Hello.", ids)
        for step in range(60):
            branch = await program.branch_messages(chat.id)
            if chance.randrange(3) and len(branch) > 1:
                await program.chats.choose_variant(chance.choice(branch).id, chance.choice([-1, 1]))
            else:
                await say(program, chat.id, f"Step {step}.", ids, parent=chance.choice(branch).id)
                entry = await program.proposals.remember(chat.id, ids[-1])
                await program.memory.save(replace(entry, keywords=(), always_in_context=True))
            path = {message.id for message in await program.branch_messages(chat.id)}
            known = {entry.id: entry for entry in await program.memory.entries()}
            for trace in (await plan_of(program, chat.id)).entries:
                said = {source.message_id for source in known[trace.entry_id].sources} <= path
                assert trace.included == said

    run(scenario, make_program())


def test_without_sources_of_this_chat_nothing_is_looked_at() -> None:
    entries = (MemoryEntry("e", "c", scope=Scope(ScopeKind.CHAT, "c")),)
    assert on_branch(entries, "c", frozenset(), iter(())).memories is entries
