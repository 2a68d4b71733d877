"""A long chat is carried on in a new one, and stays as it was."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import MessageKind, Role
from desktop_app.services.answering import WhatIf
from desktop_app.services.hand_over import next_title
from tests.fakes.program import make_program
from tests.unit.services.request_material import book, remote
from tests.unit.services.summary_material import told_chat


@pytest.mark.parametrize("strategy", ["truncate", "summarize", "vector-recall", "manual"])
def test_a_chat_is_carried_on_with_its_summary_its_last_exchange_and_its_knowledge(strategy: str) -> None:
    async def scenario() -> None:
        program = make_program(settings=remote(2000))
        chat, _ = await told_chat(program, 60)
        await program.chats.set_strategy(chat.id, strategy)
        await program.chats.set_folder(chat.id, "Sea")
        scope = Scope(ScopeKind.CHAT, chat.id)
        await book(program, "World", scope, dragon="The dragon sleeps.")
        await program.memory_repository.save_entry(MemoryEntry("e1", "Olga fears bees.", scope=scope))
        await program.summaries.keep_up(chat.id)
        await program.summaries.add(chat.id, "They trust each other.")
        old = await program.branch_messages(chat.id)
        stored = list(program.state.segments)
        new = await program.summaries.hand_over(chat.id)

        first, *last = await program.branch_messages(new.id)
        assert (first.role, first.kind, first.flags.always_in_context) == (Role.SYSTEM, MessageKind.NARRATOR, True)
        assert "They trust each other." in first.text
        assert first.text.count("crowns for the roof") >= 2
        assert [(each.role, each.text) for each in last] == [(each.role, each.text) for each in old[-2:]]
        assert last[-1].text not in first.text
        kept = await program.chats.get_chat(chat.id)
        same = {"id": kept.id, "title": kept.title, "tip_id": kept.tip_id}
        assert replace(new, **same, created_at=0, updated_at=0) == replace(kept, created_at=0, updated_at=0)
        assert new.title == "Told · 2"
        plan = await program.context.preview(new.id, "a dragon!", what_if=WhatIf(reserve=100))
        prompt = "\n".join(message.content for message in plan.messages)
        assert "They trust each other." in prompt
        assert "The dragon sleeps." in prompt
        copies = await program.memory_repository.entries([Scope(ScopeKind.CHAT, new.id)])
        assert [each.content for each in copies] == ["Olga fears bees."]
        assert await program.branch_messages(chat.id) == old
        assert program.state.segments == stored
        assert len(await program.memory_repository.entries([scope])) == 1

    asyncio.run(scenario())


def test_of_an_empty_chat_the_people_and_settings_alone_go_on() -> None:
    async def scenario() -> None:
        program = make_program()
        chat = await program.chats.new_chat("Empty")
        new = await program.summaries.hand_over(chat.id)
        assert await program.branch_messages(new.id) == []
        assert new.title == "Empty · 2"

    asyncio.run(scenario())


def test_titles_are_counted() -> None:
    assert [next_title(title) for title in ("", "Sea", "Sea · 2", "Sea · 99")] == [
        "",
        "Sea · 2",
        "Sea · 3",
        "Sea · 100",
    ]
