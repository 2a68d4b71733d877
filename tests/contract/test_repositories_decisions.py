"""What chats and folders decide for themselves, and what personas bring along, in every repository."""

from __future__ import annotations

from dataclasses import fields, replace

from desktop_app.domain.character import Persona
from desktop_app.domain.chat import AuthorsNote, Chat, ChatContext, Folder
from desktop_app.domain.group import CardsSent, GroupChoices, TurnOrder
from tests.contract.worlds import World

_DECIDED = ChatContext(
    AuthorsNote("Тише. 轻声"),
    use_summary=True,
    use_recall=False,
    cut_in_steps=False,
    compress_every_n=12,
    code_review=True,
    summarised_by_model=True,
    recall_enabled=False,
    order=("memory", "half \ufffd"),
    group=GroupChoices(TurnOrder.POOLED, ("muted",), 2, CardsSent.ALL, "next"),
)


def test_all_that_a_chat_decides_is_kept(world: World) -> None:
    undecided = ChatContext()
    assert all(getattr(_DECIDED, entry.name) != getattr(undecided, entry.name) for entry in fields(_DECIDED))
    given = replace(_DECIDED, order=("memory", "half \ud83d"))
    world.run(world.chats.add_chat(Chat("chat", context=given)))
    assert world.run(world.chats.get_chat("chat")).context == _DECIDED
    world.run(world.chats.update_chat(Chat("chat")))
    assert world.run(world.chats.get_chat("chat")).context == undecided


def test_a_folder_is_kept_as_long_as_it_decides_anything(world: World) -> None:
    for folder in (Folder("b", compress_every_n=20), Folder("A", "manual", 5), Folder("c", "manual"), Folder("d")):
        world.run(world.chats.save_folder(folder))
    assert world.run(world.chats.folders()) == [
        Folder("A", "manual", 5),
        Folder("b", compress_every_n=20),
        Folder("c", "manual"),
    ]
    for folder in (Folder("A", compress_every_n=5), Folder("b"), Folder("c")):
        world.run(world.chats.save_folder(folder))
    assert world.run(world.chats.folders()) == [Folder("A", compress_every_n=5)]


def test_a_persona_keeps_what_it_was_imported_with(world: World) -> None:
    persona = Persona("me", "Ilya", "A traveller.", {"sillytavern": '{"depth": 4}', "имя": "half \ud83d"})
    stored = replace(persona, extensions={"sillytavern": '{"depth": 4}', "имя": "half \ufffd"})
    world.run(world.library.save_persona(persona))
    assert world.run(world.library.get_persona("me")) == stored
    assert world.run(world.library.personas()) == [stored]
    plain = replace(persona, extensions={})
    world.run(world.library.save_persona(plain))
    assert world.run(world.library.get_persona("me")) == plain
