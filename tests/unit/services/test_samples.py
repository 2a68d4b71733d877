"""A character's greeting opens its chat, and the sample that comes with the program is whole in every language."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from desktop_app import assets
from desktop_app.context.plan import BlockKind
from desktop_app.domain.character import Character
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.message import Role, Speaker
from desktop_app.services.events import ChatAdded, LibraryChanged, MessageAdded
from desktop_app.services.samples import LANGUAGES, Samples, read_sample
from tests.fakes.program import Program, make_program

LETTERS = {"ru": "а", "zh": "的"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_has_something_for_every_part_of_a_prompt(language: str) -> None:
    card = read_sample(language)
    assert all(
        (card.description, card.personality, card.scenario, card.mes_example, card.system_prompt, card.first_mes)
    )
    assert LETTERS.get(language, "the") in card.description
    assert card.alternate_greetings == ()
    raw = json.loads(assets.read_text(f"samples/mira-{language}.json"))
    assert (raw["spec"], raw["spec_version"], raw["data"]["name"]) == ("chara_card_v2", "2.0", card.name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_chat_fills_the_preview(language: str) -> None:
    async def story(program: Program) -> None:
        chat = await samples_of(program).start_chat(language)
        (message,) = await program.branch_messages(chat.id)
        assert chat.tip_id == message.id
        assert message.role is Role.ASSISTANT
        assert message.speaker == Speaker(chat.title, f"sample-mira-{language}")
        assert "{{" not in message.text
        plan = await program.context.preview(chat.id, "?")
        kinds = {block.kind for block in plan.blocks}
        assert kinds >= {
            BlockKind.SYSTEM,
            BlockKind.CHARACTER,
            BlockKind.LORE,
            BlockKind.EXAMPLES,
            BlockKind.HISTORY,
            BlockKind.INPUT,
        }
        assert plan.used < plan.limit - plan.reserve

    program = make_program()
    asyncio.run(story(program))
    told = [type(event).__name__ for event in program.told]
    begun = told.index(ChatAdded.__name__)
    assert set(told[:begun]) == {LibraryChanged.__name__}  # the preview is made when all of it is there
    assert told[begun + 1] == MessageAdded.__name__


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lorebook_has_entries_that_fire_and_entries_that_wait(language: str) -> None:
    async def story(program: Program) -> None:
        chat = await samples_of(program).start_chat(language)
        (book,) = await program.lore.books()
        assert await program.lore.scopes_of(book.id) == (Scope(ScopeKind.CHARACTER, f"sample-mira-{language}"),)
        always = [entry for entry in book.entries if entry.constant]
        keyed = [entry for entry in book.entries if entry.keys]
        assert len(always) == 1
        assert len(keyed) == len(book.entries) - 1 == 3
        quiet = await sent(program, chat.id, "…")
        assert always[0].content in quiet
        for entry in keyed:
            assert entry.content in await sent(program, chat.id, f"… {entry.keys[0]}?")
        assert any(entry.content not in quiet for entry in keyed)

    asyncio.run(story(make_program()))


def test_a_book_that_was_taken_out_stays_out() -> None:
    async def story(program: Program) -> None:
        await samples_of(program).start_chat("en")
        (book,) = await program.lore.books()
        await program.lore.delete_book(book.id)
        await samples_of(program).start_chat("en")
        assert await program.lore.books() == []

    asyncio.run(story(make_program()))


def test_a_language_that_is_not_spoken_gets_english() -> None:
    program = make_program()
    chat = asyncio.run(samples_of(program).start_chat("fr"))
    assert chat.character_ids == ("sample-mira-en",)


def test_the_sample_is_kept_as_the_person_changed_it() -> None:
    async def story(program: Program) -> None:
        await samples_of(program).start_chat("en")
        mine = replace(await program.library.get_character("sample-mira-en"), name="Mirabel")
        await program.library.save_character(mine)
        assert (await samples_of(program).start_chat("en")).title == "Mirabel"
        assert len(await program.library.characters()) == 1

    asyncio.run(story(make_program()))


def test_macros_of_a_greeting_are_expanded_once() -> None:
    async def story(program: Program) -> None:
        card = Character("c", "Ann", description="tall {{user}}", first_mes="{{char}} to {{user}}: {{description}}")
        await program.library.save_character(card)
        chat = await program.chats.start_chat(card)
        assert await program.branch_texts(chat.id) == ["Ann to You: tall You"]

    asyncio.run(story(make_program()))


def test_a_character_that_says_nothing_first_leaves_the_chat_empty() -> None:
    async def story(program: Program) -> None:
        card = Character("c", "Ann", first_mes=" \n")
        await program.library.save_character(card)
        chat = await program.chats.start_chat(card)
        assert (chat.title, chat.tip_id) == ("Ann", None)

    asyncio.run(story(make_program()))


def samples_of(program: Program) -> Samples:
    """The samples over a program's fakes."""
    return Samples(program.library, program.lore, program.chats)


async def sent(program: Program, chat_id: str, draft: str) -> str:
    """The whole prompt that would go out with this draft."""
    plan = await program.context.preview(chat_id, draft)
    return "\n".join(message.content for message in plan.messages)
