"""What goes into a request, where it comes from, and when it is read again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote, ChatContext
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.domain.lore import GenerationKind, Scope, ScopeKind
from desktop_app.domain.settings import Lanes
from desktop_app.services.answering import WhatIf
from desktop_app.services.events import CountsChanged
from desktop_app.services.prompt_cache import keeps_prompts
from tests.fakes.program import Program, make_program
from tests.unit.services.request_material import STRATEGIES, Counted, book, long_chat, remote, request
from tests.unit.services.scenario import run


def test_books_and_memories_come_from_every_scope_of_the_chat_the_nearest_first() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira"))
        me = await program.library.save_persona(Persona(id="", name="Ilya"))
        chat = await program.chats.new_chat("Bees", character_id=mira.id)
        await program.chats.set_persona(chat.id, me.id)
        await program.chats.set_folder(chat.id, "Novels")
        scopes = [
            Scope(),
            Scope(ScopeKind.FOLDER, "Novels"),
            Scope(ScopeKind.CHARACTER, mira.id),
            Scope(ScopeKind.PERSONA, me.id),
            Scope(ScopeKind.CHAT, chat.id),
        ]
        for scope in scopes:
            await book(program, scope.kind.value, scope)
            await program.memory.save(replace(program.memory.new_entry(scope), content=f"of {scope.kind}"))
        twice = await book(program, "twice", scopes[0], scopes[4])
        off = await book(program, "off", Scope())
        await program.lore.save_book(replace(await program.lore.get_book(off.id), enabled=False))
        await book(program, "elsewhere", Scope(ScopeKind.CHAT, "another"))
        await program.memory.save(replace(program.memory.new_entry(Scope(ScopeKind.FOLDER, "Other")), content="no"))

        made = await request(program, chat.id)

        assert [linked.book.name for linked in made.books] == [
            "chat", "twice", "persona", "character", "folder", "global",
        ]  # fmt: skip
        assert {linked.book.name: set(linked.scopes) for linked in made.books}[twice.name] == {scopes[0], scopes[4]}
        assert sorted(entry.content for entry in made.memories) == [
            "of character", "of chat", "of folder", "of global", "of persona",
        ]  # fmt: skip

    run(scenario, make_program())


def test_one_more_character_asks_no_repository() -> None:
    asked: list[str] = []

    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, 40)
        await book(program, "World", Scope(), dragon="It sleeps.")
        await program.chats.save_draft(chat_id, "the d")
        for strategy in STRATEGIES:
            await program.context.preview(chat_id, "the d", what_if=WhatIf(strategy=strategy))
            asked.clear()
            books = program.lore_repository.asked
            plan = await program.context.preview(chat_id, "the dragon", what_if=WhatIf(strategy=strategy))
            assert (asked, program.lore_repository.asked) == ([], books)
            assert any(entry.included for entry in plan.entries)

    run(scenario, make_program(pace=lambda repository: Counted(repository, asked)))


def test_whatever_is_changed_is_in_the_next_plan() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira", description="Old."))
        chat = await program.chats.new_chat("Bees", character_id=mira.id)
        world = await book(program, "World", Scope(), dragon="It sleeps.")

        async def prompt() -> str:
            plan = await program.context.preview(chat.id, "the dragon")
            return "\n".join(message.content for message in plan.messages)

        assert "It sleeps." in await prompt()
        await program.lore.save_entry(world.id, replace(world.entries[0], content="It wakes."))
        assert "It wakes." in await prompt()
        await program.lore.set_scopes(world.id, ())
        assert "It wakes." not in await prompt()
        entry = await program.memory.save(
            replace(program.memory.new_entry(), content="Ilya likes tea.", always_in_context=True)
        )
        assert "Ilya likes tea." in await prompt()
        await program.memory.save(replace(entry, enabled=False))
        assert "Ilya likes tea." not in await prompt()
        await program.library.save_character(replace(mira, description="Young."))
        assert "Young." in await prompt()
        await program.chats.set_context(chat.id, lambda known: replace(known, note=AuthorsNote("Be brief.", depth=0)))
        assert "Be brief." in await prompt()
        await program.chats.set_characters(chat.id, ())
        assert "Young." not in await prompt()

    run(scenario, make_program())


def test_the_chat_and_the_settings_decide_the_rest() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        lanes = Lanes(memory=30)
        await program.settings.change(
            lambda known: replace(known, context=replace(known.context, lanes=lanes, keep_exchanges=7))
        )
        await program.chats.set_context(chat.id, lambda _: ChatContext(use_summary=False, cut_in_steps=True))
        made = await request(program, chat.id)
        assert (made.lanes, made.keep_exchanges, made.use_summary, made.cut_in_steps) == (lanes, 7, False, True)
        assert made.draft is not None
        assert (made.kind, made.reroll, made.pending) == (GenerationKind.NORMAL, 0, ())
        await program.context.ask_chance_anew(chat.id)
        assert (await request(program, chat.id)).reroll == 1
        assert program.of_kind(CountsChanged) == [CountsChanged(chat.id)]

    run(scenario, make_program(settings=remote()))


def test_what_if_changes_one_plan_and_nothing_else() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, 60)
        before = await program.context.preview(chat_id, "hello")
        what_if = WhatIf(strategy="manual", limit=400, reserve=50, lanes=Lanes(history=80))
        supposed = await program.context.preview(chat_id, "hello", what_if=what_if)
        assert (supposed.strategy, supposed.limit, supposed.reserve) == ("manual", 400, 50)
        assert supposed.dropped
        assert await program.context.preview(chat_id, "hello") == before
        larger = await program.context.preview(chat_id, "hello", what_if=WhatIf(limit=100_000))
        assert larger.limit == 100_000
        with pytest.raises(ContextTooLargeError):
            await program.context.preview(chat_id, "word " * 500, what_if=WhatIf(limit=300, reserve=100))

    run(scenario, make_program(settings=remote()))


def test_a_turn_keeps_what_it_activated_for_the_turns_after_it() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        world = await book(program, "World", Scope(), dragon="It sleeps.")
        await program.lore.save_entry(world.id, replace(world.entries[0], sticky=4))
        turn = await program.chats.send(chat.id, "the dragon")
        assert [item.entry_id for item in turn.activated] == [world.entries[0].id]
        made = await request(program, chat.id, "and now")
        assert [(past.message_id, past.activated) for past in made.past] == [(turn.message_id, turn.activated)]
        trace = (await program.context.preview(chat.id, "and now")).entries[0]
        assert trace.included, trace.reason.sentence

    run(scenario, make_program())


def test_an_answer_made_anew_does_not_count_the_one_beside_it() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        world = await book(program, "World", Scope(), dragon="It sleeps.")
        await program.lore.save_entry(world.id, replace(world.entries[0], cooldown=10))
        await program.context.ask_chance_anew(chat.id)
        first = await program.chats.send(chat.id, "the dragon")
        second = await program.chats.regenerate(first.message_id)
        assert [item.entry_id for item in second.activated] == [world.entries[0].id]
        assert (first.reroll, second.reroll) == (1, 1)

    run(scenario, make_program())


def test_an_entry_for_answers_made_anew_is_in_those_alone() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        world = await book(program, "World", Scope(), dragon="Say it otherwise.")
        entry = replace(world.entries[0], kinds=(GenerationKind.REGENERATE,))
        await program.lore.save_entry(world.id, entry)
        turn = await program.chats.send(chat.id, "the dragon")
        await program.chats.regenerate(turn.message_id)
        contents = ["\n".join(message.content for message in sent.messages) for sent in program.provider.requests]
        assert ["Say it otherwise." in content for content in contents] == [False, True]

    run(scenario, make_program())


def test_the_last_prompt_counts_where_it_went() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        turn = await program.chats.send(chat.id, "one")
        stored = await program.context.stored_plan(turn.message_id)
        assert stored is not None
        made = await request(program, chat.id, "two")
        assert len(made.last_prompt.hashes) == len(stored.messages)
        plan = await program.context.preview(chat.id, "two")
        assert plan.stable == len(stored.messages)
        other = ConnectionProfile("other", "Other", base_url="https://elsewhere.example/v1", context_limit=2000)
        await program.settings.save_connection(other, None)
        await program.chats.set_connection(chat.id, "other")
        assert (await program.context.preview(chat.id, "two")).stable == 0

    run(scenario, make_program(settings=remote()))


@pytest.mark.parametrize(
    ("profile", "keeps"),
    [
        (ConnectionProfile("c", "c", ConnectionKind.BUILTIN), True),
        (ConnectionProfile("c", "c", ConnectionKind.OLLAMA, base_url="https://far.example"), True),
        (ConnectionProfile("c", "c", base_url="http://127.0.0.1:8080/v1"), True),
        (ConnectionProfile("c", "c", base_url="http://localhost:1234/v1"), True),
        (ConnectionProfile("c", "c", base_url="http://[::1]:1234/v1"), True),
        (ConnectionProfile("c", "c", base_url="http://192.168.1.5:5000/v1"), True),
        (ConnectionProfile("c", "c", base_url="https://api.openai.com/v1"), True),
        (ConnectionProfile("c", "c", base_url="https://model.example/v1"), False),
        (ConnectionProfile("c", "c", base_url="https://api.openai.com.example/v1"), False),
        (ConnectionProfile("c", "c", base_url="http://[broken/v1"), False),
    ],
)
def test_who_keeps_prompts(profile: ConnectionProfile, keeps: bool) -> None:
    assert keeps_prompts(profile) is keeps
