"""What goes into a request, where it comes from, and when it is read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.context.request import ContextRequest, RelevanceSource
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote, ChatContext
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.domain.lore import GenerationKind, Lorebook, LorebookEntry, Scope, ScopeKind
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.settings import Lanes, Settings
from desktop_app.services.answering import WhatIf
from desktop_app.services.context_service import TRACED_TEXT_ID
from desktop_app.services.events import CountsChanged
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.prompt_cache import keeps_prompts
from desktop_app.services.relevance import MOST_ENTRIES
from desktop_app.services.request_maker import RANKED_AT_ONCE
from desktop_app.services.strategy_choice import StrategyOrigin
from tests.fakes.program import Program, make_program
from tests.fakes.providers import words
from tests.unit.services.scenario import run, until

STRATEGIES = ("truncate", "summarize", "vector-recall", "manual")


class Counted:
    """A repository that counts how often it is asked."""

    def __init__(self, repository: object, asked: list[str]) -> None:
        self._repository = repository
        self._asked = asked

    def __getattr__(self, name: str) -> Any:
        self._asked.append(name)
        return getattr(self._repository, name)


def remote(limit: int = 2000, **changes: Any) -> Settings:
    profile = ConnectionProfile("s", "Server", base_url="https://model.example/v1", context_limit=limit, **changes)
    return Settings(connections=(profile,), default_connection_id="s", first_run_done=True)


async def book(program: Program, name: str, *scopes: Scope, **entries: str) -> Lorebook:
    """A book that counts there; its entries by key."""
    made = await program.lore.new_book(name)
    for key, content in entries.items():
        entry = replace(program.lore.new_entry(), name=key, keys=(key,), content=content)
        made = await program.lore.save_entry(made.id, entry)
    await program.lore.set_scopes(made.id, scopes)
    return made


async def long_chat(program: Program, count: int) -> tuple[str, list[str]]:
    chat = await program.chats.new_chat("Long")
    ids: list[str] = []
    for number in range(count):
        role = Role.ASSISTANT if number % 2 else Role.USER
        text = TextPart(f"Fact {number} is known. And more about it.")
        await program.chat_repository.append(Message(f"m{number:05}", chat.id, ids[-1] if ids else None, role, (text,)))
        ids.append(f"m{number:05}")
    return chat.id, ids


async def request(program: Program, chat_id: str, text: str = "hello") -> ContextRequest:
    return await program.context.request(chat_id, text)


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


def test_relevance_is_measured_by_words_for_entries_and_where_it_decides_for_messages() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, 12)
        world = await book(program, "World", Scope(), dragon="The dragon sleeps.", castle="Stones.")
        memory = await program.memory.save(replace(program.memory.new_entry(), content="Fact 3 matters to Ilya."))
        made = await request(program, chat_id, "tell me of the dragon and of fact 3")
        scores = {id_: known.score for id_, known in made.relevance.items()}
        assert scores.keys() == {*(entry.id for entry in world.entries), memory.id}
        assert scores[world.entries[0].id] > scores[world.entries[1].id] == 0
        assert {known.source for known in made.relevance.values()} == {RelevanceSource.WORDS}
        await program.chats.set_strategy(chat_id, "vector-recall")
        made = await request(program, chat_id, "tell me of fact 3")
        assert set(ids) <= made.relevance.keys()
        assert max(ids, key=lambda id_: made.relevance[id_].score) == "m00003"
        assert made.relevance["m00004"].score > made.relevance["m00009"].score, "a neighbour takes a share"

    run(scenario, make_program(settings=remote(8000)))


def test_entries_that_are_many_and_new_are_ranked_beside_the_preview_and_before_a_send() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        entries = tuple(
            LorebookEntry(f"e{number}", keys=(f"key{number}",), content=f"Content {number}.")
            for number in range(RANKED_AT_ONCE + 1)
        )
        made = await program.lore.new_book("Large")
        await program.lore.save_book(replace(made, entries=entries))
        await program.lore.set_scopes(made.id, (Scope(),))
        first = await program.context.preview(chat.id, "content 7")
        assert first.pending == ("relevance",)
        await until(lambda: bool(program.of_kind(CountsChanged)))
        second = await program.context.preview(chat.id, "content 7")
        assert second.pending == ()
        assert len((await request(program, chat.id)).relevance) == len(entries) < MOST_ENTRIES
        turn = await program.chats.send(chat.id, "content 7")
        assert (await program.context.stored_plan(turn.message_id) or first).pending == ()

    run(scenario, make_program())


def test_sentences_for_a_summary_are_of_all_that_may_be_told_and_nothing_else() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, 300)
        await program.chats.set_strategy(chat_id, "summarize")
        await program.marks.mark(chat_id, [ids[3]], MessageMark.EXCLUDE)
        await program.marks.mark(chat_id, [ids[4]], MessageMark.NEVER_SEND)
        await program.chats.delete_message(ids[5])
        made = await request(program, chat_id)
        told = [span.message_id for sentence in made.summary for span in sentence.sources]
        assert told == [*ids[:3], *ids[6:]]
        assert made.summary[0].text == "Fact 0 is known."
        await program.chats.edit(ids[0], "Another first sentence. And more.")
        assert (await request(program, chat_id)).summary[0].text == "Another first sentence."
        await program.marks.mark(chat_id, [ids[3]], MessageMark.RESTORE)
        assert "Fact 3 is known." in [sentence.text for sentence in (await request(program, chat_id)).summary]
        for strategy, wanted in (("truncate", False), ("manual", False), ("vector-recall", True)):
            await program.chats.set_strategy(chat_id, strategy)
            assert bool((await request(program, chat_id)).summary) is wanted
        assert (await program.context.request(chat_id, "word " * 900)).draft is not None, "too large, and yet a request"
        await program.chats.set_context(chat_id, lambda known: replace(known, use_summary=False))
        assert (await request(program, chat_id)).summary == ()

    run(scenario, make_program(settings=remote(900)))


def test_a_long_chat_is_summarised_beside_the_preview() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, 2_600)
        await program.chats.set_strategy(chat_id, "summarize")
        first = await program.context.preview(chat_id, "hello")
        assert first.pending == ("summary",)
        await until(lambda: bool(program.of_kind(CountsChanged)))
        second = await program.context.preview(chat_id, "hello")
        assert second.pending == ()
        assert any(block.kind == "summary" and block.rendered for block in second.blocks)
        # The newest thousand one by one, of those before them every second.
        assert len((await request(program, chat_id)).summary) == 1_000 + 800

    run(scenario, make_program(settings=remote(2000)))


def test_a_text_is_traced_as_if_nothing_else_were_said() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        world = await book(program, "World", Scope(), dragon="It sleeps.", castle="Stones.")
        await program.chats.send(chat.id, "the castle")
        dragon, castle = (entry.id for entry in world.entries)
        traced = {entry.entry_id: entry for entry in await program.context.trace(chat.id, "A dragon, two dragons")}
        assert (traced[dragon].included, traced[castle].included) == (True, False)
        hit = traced[dragon].hits[0]
        assert (hit.where, hit.start, hit.end) == (TRACED_TEXT_ID, 2, 8)
        own = {entry.entry_id: entry for entry in await program.context.trace(chat.id, "  ")}
        assert (own[dragon].included, own[castle].included) == (False, True)

    run(scenario, make_program())


def test_so_many_tokens_more_and_a_message_is_in() -> None:
    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, 60)
        needed = await program.context.tokens_needed(chat_id, "hello", ids[0])
        assert needed is not None
        assert needed > 0
        limit = (await program.context.preview(chat_id, "hello")).limit
        for more, inside in ((needed, True), (needed - 1, False)):
            plan = await program.context.preview(chat_id, "hello", what_if=WhatIf(limit=limit + more))
            assert any(block.id == ids[0] and block.rendered for block in plan.blocks) is inside

    run(scenario, make_program(settings=remote(700)))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_h22_what_is_hidden_is_in_no_form_of_the_prompt(strategy: str) -> None:
    """The prompt half of case H-22: hide, rebuild, unhide, hide again."""

    async def scenario(program: Program) -> None:
        chat_id, ids = await long_chat(program, 80)
        secret = "the safe code is 4711"
        await program.chats.edit(ids[10], secret)
        await program.chats.edit(ids[70], secret)
        await program.chats.set_strategy(chat_id, strategy)
        await program.chats.set_context(chat_id, lambda known: replace(known, use_summary=True, use_recall=True))
        hidden = [ids[10], ids[70]]

        async def told(texts: Sequence[str] = ("what was the safe code?", "fact 9")) -> bool:
            plans = [await program.context.preview(chat_id, text) for text in texts]
            return any("4711" in message.content for plan in plans for message in plan.messages)

        assert await told()
        for mark in (MessageMark.EXCLUDE, MessageMark.NEVER_SEND):
            await program.marks.mark(chat_id, hidden, mark)
            assert not await told()
            await program.marks.mark(chat_id, hidden, MessageMark.RESTORE)
            assert await told()

    run(scenario, make_program(settings=remote(900)))


def test_what_is_previewed_is_what_is_sent_and_what_is_stored() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await long_chat(program, 80)
        await book(program, "World", Scope(), dragon="It sleeps.")
        program.provider.scripts = [words("Fine.")]
        for strategy in STRATEGIES:
            await program.strategies.choose(chat_id, strategy, StrategyOrigin.ONCE)
            plan = await program.context.preview(chat_id, f"the dragon, {strategy}")
            turn = await program.chats.send(chat_id, f"the dragon, {strategy}")
            stored = await program.context.stored_plan(turn.message_id)
            assert stored is not None
            assert stored.fingerprint == plan.fingerprint
            assert stored.messages == plan.messages == program.provider.requests[-1].messages
            assert turn.activated == plan.activated != ()

    run(scenario, make_program(settings=remote(900)))
