"""Chats beside turns: names, trash, edits, variants, drafts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from desktop_app.domain.message import Role
from desktop_app.services.events import ChatAdded, ChatChanged, ChatRemoved, MessageChanged
from tests.fakes.program import Program, make_program
from tests.fakes.providers import words


def run(scenario: Callable[[Program], Awaitable[None]]) -> None:
    """Runs a scenario on a fresh program."""
    program = make_program()
    asyncio.run(asyncio.wait_for(scenario(program), 60))
    assert program.bugs == []


def test_a_chat_without_a_name_is_called_by_its_first_message() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "  The lighthouse\nkeeper finds a letter that somebody wrote to him long ago")
        title = (await program.chats.get_chat(chat.id)).title
        assert title == "The lighthouse keeper finds a letter that somebody wrote…"
        await program.chats.send(chat.id, "Another")
        assert (await program.chats.get_chat(chat.id)).title == title

    run(scenario)


def test_a_language_without_spaces_is_cut_by_length() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "灯塔" * 40)
        assert (await program.chats.get_chat(chat.id)).title == ("灯塔" * 40)[:59] + "…"

    run(scenario)


def test_rename_and_pin_are_told_and_an_empty_name_changes_nothing() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Old")
        await program.chats.rename(chat.id, "  ")
        assert program.of_kind(ChatChanged) == []
        await program.chats.rename(chat.id, " Маяк ")
        await program.chats.set_pinned(chat.id, True)
        changed = program.of_kind(ChatChanged)
        assert [(event.chat.title, event.chat.pinned) for event in changed] == [("Маяк", False), ("Маяк", True)]

    run(scenario)


def test_a_deleted_chat_comes_back_whole() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Old")
        await program.chats.send(chat.id, "Hi")
        await program.chats.delete_chat(chat.id)
        assert await program.chats.list_chats() == []
        await program.chats.restore_chat(chat.id)
        assert [event.chat_id for event in program.of_kind(ChatRemoved)] == [chat.id]
        assert [event.chat.id for event in program.of_kind(ChatAdded)] == [chat.id, chat.id]
        assert await program.branch_texts(chat.id) == ["Hi", "Hello there"]

    run(scenario)


def test_an_edit_is_a_new_revision_in_place() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Hi")
        await program.chats.edit(turn.message_id, "Hello, traveller")
        assert await program.branch_texts(chat.id) == ["Hi", "Hello, traveller"]
        revisions = await program.chat_repository.revisions(turn.message_id)
        assert [revision.text for revision in revisions] == ["Hello there", "Hello, traveller"]
        assert program.of_kind(MessageChanged)[-1].message.revision == 2

    run(scenario)


def test_an_edit_reaches_the_next_prompt() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Hi")
        await program.chats.edit(turn.message_id, "My cat is called Rex")
        plan = await program.context.preview(chat.id, "What is my cat called?")
        contents = [message.content for message in plan.messages]
        assert "My cat is called Rex" in contents
        assert "Hello there" not in contents

    run(scenario)


def test_edit_and_resend_makes_a_sibling_and_the_old_branch_stays() -> None:
    async def scenario(program: Program) -> None:
        program.provider.scripts = [words("To the north"), words("To the south")]
        chat = await program.chats.new_chat()
        await program.chats.send(chat.id, "Go north")
        old = (await program.branch_messages(chat.id))[0]
        await program.chats.edit_and_resend(old.id, "Go south")
        assert await program.branch_texts(chat.id) == ["Go south", "To the south"]
        new = (await program.branch_messages(chat.id))[0]
        await program.chats.choose_variant(new.id, -1)
        assert await program.branch_texts(chat.id) == ["Go north", "To the north"]
        await program.chats.choose_variant(old.id, -1)
        assert await program.branch_texts(chat.id) == ["Go north", "To the north"]

    run(scenario)


def test_a_deleted_message_is_not_sent_and_its_children_stay() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "Hi")
        await program.chats.send(chat.id, "And then?")
        await program.chats.delete_message(turn.message_id)
        messages = await program.branch_messages(chat.id)
        assert [message.flags.deleted for message in messages] == [False, True, False, False]
        plan = await program.context.preview(chat.id, "Next")
        sent = [message.content for message in plan.messages if message.role is not Role.SYSTEM]
        assert sent.count("Hello there") == 1
        await program.chats.restore_message(turn.message_id)
        plan = await program.context.preview(chat.id, "Next")
        assert [message.content for message in plan.messages].count("Hello there") == 2

    run(scenario)


def test_drafts_are_kept_per_chat() -> None:
    async def scenario(program: Program) -> None:
        a, b = await program.chats.new_chat("A"), await program.chats.new_chat("B")
        await program.chats.save_draft(a.id, "for a \ud83d")
        await program.chats.save_draft(b.id, "for b")
        drafts = [await program.chats.get_draft(chat.id) for chat in (a, b)]
        assert [draft.text for draft in drafts if draft] == ["for a \N{REPLACEMENT CHARACTER}", "for b"]
        await program.chats.save_draft(a.id, "")
        assert await program.chats.get_draft(a.id) is None

    run(scenario)
