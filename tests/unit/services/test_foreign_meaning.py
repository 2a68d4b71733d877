"""What comes from SillyTavern and its kin means in a prompt what it meant there: keyless entries, and what a card says at a depth."""

from __future__ import annotations

import json
from typing import Any

from desktop_app.context.plan import BlockKind
from desktop_app.domain.lore import MeaningMode, Scope
from desktop_app.domain.message import Message, Role, TextPart
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run


def world_entry(uid: int, **more: Any) -> dict[str, Any]:
    return {"uid": uid, "key": [], "keysecondary": [], "content": f"Entry {uid}.", "comment": str(uid), **more}


async def brought(program: Program, data: Any, name: str) -> str:
    """The id of what came of a file."""
    outcome = await program.imports.run(await program.imports.plan_pasted(json.dumps(data).encode(), name))
    return outcome.items[0].object_id


def test_an_entry_without_keys_is_found_by_meaning_or_is_always_there_as_it_was() -> None:
    async def scenario(program: Program) -> None:
        entries = {
            "0": world_entry(0, constant=True),
            "1": world_entry(1, vectorized=True),
            "2": world_entry(2, key=["sea"], vectorized=True),
            "3": world_entry(3, constant=True, vectorized=True),
            "4": world_entry(4),
        }
        book_id = await brought(program, {"entries": entries}, "World.json")
        await program.lore.set_scopes(book_id, [Scope()])
        book = await program.lore.get_book(book_id)
        assert [(entry.constant, entry.meaning) for entry in book.entries] == [
            (True, MeaningMode.KEYS),
            (False, MeaningMode.MEANING),
            (False, MeaningMode.EITHER),
            (True, MeaningMode.MEANING),
            (False, MeaningMode.KEYS),
        ]
        chat = await program.chats.new_chat("Bees")
        plan = await program.context.preview(chat.id, "the sea", wait=True)
        assert [block.text for block in plan.blocks if block.kind is BlockKind.LORE] == [
            "Entry 0.", "Entry 2.", "Entry 3.",
        ]  # fmt: skip

    run(scenario, make_program())


def test_the_book_in_a_card_keeps_it_too() -> None:
    async def scenario(program: Program) -> None:
        entries: list[dict[str, Any]] = [
            {"keys": [], "content": "Always.", "constant": True, "extensions": {}},
            {"keys": [], "content": "By meaning.", "extensions": {"vectorized": True}},
        ]
        card: dict[str, Any] = {
            "spec": "chara_card_v2",
            "data": {"name": "Mira", "first_mes": "Hi", "character_book": {"entries": entries}},
        }
        await brought(program, card, "mira.json")
        (known,) = await program.lore.books()
        book = await program.lore.get_book(known.id)
        found = [(entry.content, entry.constant, entry.meaning) for entry in book.entries]
        assert found == [("Always.", True, MeaningMode.KEYS), ("By meaning.", False, MeaningMode.MEANING)]

    run(scenario, make_program())


def test_a_cards_depth_prompt_stands_at_its_depth_in_its_role() -> None:
    async def scenario(program: Program) -> None:
        extensions = {"depth_prompt": {"prompt": "{{char}} limps.", "depth": 2, "role": "assistant"}}
        card = {"spec": "chara_card_v2", "data": {"name": "Mira", "first_mes": "Hi", "extensions": extensions}}
        mira = await brought(program, card, "mira.json")
        chat = await program.chats.new_chat("Bees", character_id=mira)
        for number, text in enumerate(("one", "two", "three")):
            parent = f"m{number - 1}" if number else None
            await program.chat_repository.append(Message(f"m{number}", chat.id, parent, Role.USER, (TextPart(text),)))
        plan = await program.context.preview(chat.id, "four", wait=True)
        told = [(message.role, message.content) for message in plan.messages if message.role is not Role.SYSTEM]
        assert told[2:4] == [(Role.ASSISTANT, "Mira limps."), (Role.USER, "three")]

    run(scenario, make_program())
