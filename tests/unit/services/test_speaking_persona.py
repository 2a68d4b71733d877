"""Who the person is in a chat: its own persona before that of its character, and that before the default one."""

from __future__ import annotations

import json
from dataclasses import replace

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.message import Role
from desktop_app.services.speaking_persona import BoundBy, bound_to, characters_of, speaking_as
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run

ANNA, ILYA = Persona("anna", "Anna", "A sailor."), Persona("ilya", "Ilya", "A baker.")
CHAT = Chat("chat", character_ids=("mira", "otto"))


def test_the_chat_then_the_character_then_the_default_decides() -> None:
    bound = bound_to(ILYA, ["otto"])
    own = replace(CHAT, persona_id="anna")
    assert speaking_as(own, [ANNA, bound], "ilya") == (speaking := speaking_as(own, [ANNA, bound], ""))
    assert speaking is not None
    assert (speaking.persona, speaking.bound_by) == (ANNA, BoundBy.CHAT)
    by_character = speaking_as(CHAT, [ANNA, bound], "anna")
    assert by_character is not None
    assert (by_character.persona, by_character.bound_by) == (bound, BoundBy.CHARACTER)
    usual = speaking_as(Chat("other"), [ANNA, bound], "anna")
    assert usual is not None
    assert (usual.persona, usual.bound_by) == (ANNA, BoundBy.DEFAULT)
    assert speaking_as(Chat("other"), [ANNA, bound], "gone") is None
    assert speaking_as(replace(Chat("other"), persona_id="gone"), [ANNA], "") is None


def test_the_character_that_stands_first_in_the_chat_counts_first() -> None:
    first, second = bound_to(ANNA, ["otto"]), bound_to(ILYA, ["mira"])
    found = speaking_as(CHAT, [first, second], "")
    assert found is not None
    assert found.persona == second


def test_other_connections_and_damaged_ones_stay_out_of_the_way() -> None:
    group = {"type": "group", "id": "g", "more": [1]}
    persona = replace(ANNA, extensions={"connections": json.dumps([group, {"type": "character", "id": "mira"}, 7])})
    assert characters_of(persona) == ("mira",)
    moved = bound_to(persona, ["otto", "otto"])
    assert json.loads(moved.extensions["connections"]) == [group, {"type": "character", "id": "otto"}]
    assert bound_to(moved, ["otto"]) is moved
    assert bound_to(bound_to(ANNA, ["mira"]), []) == ANNA
    for broken in ("", "{", "{}", "null", "[[]]"):
        assert characters_of(replace(ANNA, extensions={"connections": broken})) == ()


def test_the_engine_and_the_messages_take_the_persona_of_the_character_and_its_lore_scope() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="mira", name="Mira"))
        anna = await program.library.save_persona(bound_to(ANNA, [mira.id]))
        ilya = await program.library.save_persona(ILYA)
        entry = replace(program.memory.new_entry(Scope(ScopeKind.PERSONA, anna.id)), content="Anna can swim.")
        await program.memory.save(replace(entry, always_in_context=True))
        chat = await program.chats.start_chat(mira)
        plain = await program.chats.new_chat("Plain")
        await program.settings.change(lambda settings: replace(settings, default_persona_id=ilya.id))

        assert (await program.context.answerer(chat.id)).bound_by is BoundBy.CHARACTER
        plan = await program.context.preview(chat.id, "hello")
        assert {block.text for block in plan.blocks} >= {"A sailor."}
        assert any("Anna can swim." in block.text for block in plan.blocks)
        await program.chats.send(chat.id, "hello")
        said = [message for message in await program.branch_messages(chat.id) if message.role is Role.USER]
        assert [message.speaker.name for message in said] == ["Anna"]

        answerer = await program.context.answerer(plain.id)
        assert (answerer.persona, answerer.bound_by) == (ilya, BoundBy.DEFAULT)
        await program.settings.change(lambda settings: replace(settings, default_persona_id=""))
        assert (await program.context.answerer(plain.id)).persona is None
        await program.chats.set_persona(chat.id, ilya.id)
        assert (await program.context.answerer(chat.id)).bound_by is BoundBy.CHAT

    run(scenario, make_program())


def test_a_prompt_with_a_persona_is_the_same_in_the_preview_and_when_it_is_sent() -> None:
    async def scenario(program: Program) -> None:
        anna = await program.library.save_persona(ANNA)
        chat = await program.chats.new_chat("Sea")
        await program.chats.set_persona(chat.id, anna.id)
        await program.chats.send(chat.id, "one")
        preview = await program.context.preview(chat.id, "two")
        await program.chats.send(chat.id, "two")
        assert program.provider.requests[-1].messages == preview.messages

    run(scenario, make_program())
