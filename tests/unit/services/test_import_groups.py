"""A group chat of SillyTavern: its speakers are the characters of these names, and it goes on as a group."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desktop_app.domain.character import Character
from desktop_app.domain.group import TurnOrder
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.unit.interchange.files import as_json
from tests.unit.services.importing import brought, written
from tests.unit.services.scenario import run


def group_file() -> bytes:
    """Two characters and the person; a third speaks who is in no library."""
    rows: list[Any] = [{"user_name": "Anna", "character_name": "unused", "chat_metadata": {}}]
    for name, text in (("Mira", "Good evening."), ("Anna", "Hello both."), ("Tom", "Ahoy!"), ("Ghost", "Boo.")):
        rows.append({"name": name, "is_user": name == "Anna", "mes": text, "original_avatar": f"{name}.png"})
    return b"\n".join(as_json(row) for row in rows)


def test_speakers_are_the_characters_of_their_names_and_the_chat_goes_on_as_a_group(tmp_path: Path) -> None:
    async def scenario(program: Program) -> None:
        ids = {
            name: (await program.library.save_character(Character("", name, extensions={"talkativeness": "0"}))).id
            for name in ("Tom", "Mira")
        }
        await brought(program, written(tmp_path, "group.jsonl", group_file()))
        (chat,) = await program.chats.list_chats()
        assert sorted(chat.character_ids) == sorted(ids.values())
        assert chat.is_group
        messages = await program.branch_messages(chat.id)
        assert [(message.speaker.name, message.speaker.id) for message in messages] == [
            ("Mira", ids["Mira"]),
            ("Anna", None),
            ("Tom", ids["Tom"]),
            ("Ghost", None),
        ]
        assert chat.context.group.order is TurnOrder.NATURAL
        await program.chats.send(chat.id, "Mira, who was that?")
        answer = (await program.branch_messages(chat.id))[-1]
        assert (answer.speaker.name, answer.speaker.id) == ("Mira", ids["Mira"])
        sent = [message.content for message in program.provider.requests[-1].messages]
        assert {"Mira: Good evening.", "Tom: Ahoy!", "Ghost: Boo."} <= set(sent)

    run(scenario, make_program(ScriptedProvider([words("A ghost.")])))
