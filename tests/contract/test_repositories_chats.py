"""What every ``ChatRepository`` does with chats and drafts: the fake one and the one on SQLite."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote, Chat, ChatContext, Draft, Folder
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.lore import Lorebook, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import FlagsPatch, MessageFlags, Role
from tests.contract.worlds import World, a_turn, add_chat, an_answer, append, branch_ids, text_message


def test_a_chat_comes_back_as_it_was_added(world: World) -> None:
    world.run(world.library.save_character(Character("aria", "Aria")))
    world.run(world.library.save_character(Character("bo", "Bo")))
    world.run(world.library.save_persona(Persona("me", "Ilya")))
    chat = Chat(
        "chat",
        "Ёлка 北京 🎄",
        "Folder",
        pinned=True,
        created_at=5,
        updated_at=7,
        deleted_at=None,
        character_ids=("bo", "aria"),
        persona_id="me",
        connection_id="openrouter",
        strategy="truncate",
        context=ChatContext(
            AuthorsNote("Не спеши. 慢慢来", 0, Role.USER, 3),
            use_summary=False,
            cut_in_steps=True,
            order=("memory", "x"),
        ),
    )
    world.run(world.chats.add_chat(chat))
    assert world.run(world.chats.get_chat("chat")) == chat
    assert world.run(world.chats.list_chats()) == [chat]


def test_a_new_chat_has_no_tip_whatever_it_says(world: World) -> None:
    world.run(world.chats.add_chat(Chat("chat", tip_id="from elsewhere")))
    assert world.run(world.chats.get_chat("chat")).tip_id is None
    assert branch_ids(world) == []
    assert world.run(world.chats.tail("chat", 10)) == []


def test_the_list_has_pinned_chats_first_then_the_last_changed(world: World) -> None:
    for chat_id, updated_at, pinned in (("a", 1, False), ("b", 3, False), ("c", 2, False), ("d", 0, True)):
        world.run(world.chats.add_chat(Chat(chat_id, updated_at=updated_at, pinned=pinned)))
    assert [chat.id for chat in world.run(world.chats.list_chats())] == ["d", "b", "c", "a"]
    world.clock.advance(1)
    append(world, text_message("m1", chat_id="a"))
    assert [chat.id for chat in world.run(world.chats.list_chats())] == ["d", "a", "b", "c"]


def test_a_chat_in_the_trash_is_listed_there_and_can_be_read(world: World) -> None:
    add_chat(world)
    append(world, text_message("m1"))
    chat = world.run(world.chats.get_chat("chat"))
    world.run(world.chats.update_chat(replace(chat, deleted_at=9)))
    assert world.run(world.chats.list_chats()) == []
    assert [chat.deleted_at for chat in world.run(world.chats.list_chats(deleted=True))] == [9]
    assert branch_ids(world) == ["m1"]


def test_updating_a_chat_leaves_its_tip_and_times(world: World) -> None:
    world.run(world.library.save_character(Character("aria", "Aria")))
    world.run(world.chats.add_chat(Chat("chat", created_at=1, updated_at=2, character_ids=("aria",))))
    append(world, text_message("m1"))
    before = world.run(world.chats.get_chat("chat"))
    changed = Chat("chat", "New title", "Folder", pinned=True, created_at=99, updated_at=99, tip_id="nowhere")
    changed = replace(changed, context=ChatContext(use_recall=True))
    world.run(world.chats.update_chat(changed))
    expected = replace(changed, created_at=1, updated_at=before.updated_at, tip_id="m1")
    assert world.run(world.chats.get_chat("chat")) == expected


def test_adding_a_chat_twice_is_a_known_error(world: World) -> None:
    add_chat(world)
    with pytest.raises(StorageError, match="already"):
        world.run(world.chats.add_chat(Chat("chat", "Another")))
    assert world.run(world.chats.get_chat("chat")).title == "A chat"


@pytest.mark.parametrize("chat", [Chat("chat", character_ids=("nobody",)), Chat("chat", persona_id="nobody")])
def test_a_chat_cannot_name_who_is_not_there(world: World, chat: Chat) -> None:
    with pytest.raises(NotFoundError, match="nobody"):
        world.run(world.chats.add_chat(chat))
    assert world.run(world.chats.list_chats()) == []
    add_chat(world)
    with pytest.raises(NotFoundError, match="nobody"):
        world.run(world.chats.update_chat(replace(chat, title="Changed")))
    assert world.run(world.chats.get_chat("chat")) == Chat("chat", "A chat")


_Call = Callable[[World], Coroutine[Any, Any, object]]


_UNKNOWN_IDS: list[_Call] = [
    lambda world: world.chats.get_chat("\udcff"),  # as a command line may give it
    lambda world: world.chats.choose("\udcff"),
    lambda world: world.chats.get_chat("no"),
    lambda world: world.chats.update_chat(Chat("no")),
    lambda world: world.chats.branch("no"),
    lambda world: world.chats.tail("no", 5),
    lambda world: world.chats.get_message("no"),
    lambda world: world.chats.revisions("no"),
    lambda world: world.chats.variants("no"),
    lambda world: world.chats.append(text_message("m9", chat_id="no")),
    lambda world: world.chats.append(text_message("m9", "no")),
    lambda world: world.chats.append(text_message("m9", "elsewhere")),
    lambda world: world.chats.revise(text_message("no")),
    lambda world: world.chats.set_flags(["m1", "no"], MessageFlags(hidden=True)),
    lambda world: world.chats.change_flags("chat", {"m1": FlagsPatch(hidden=True), "no": FlagsPatch()}),
    lambda world: world.chats.change_flags("chat", {"m1": FlagsPatch(hidden=True), "elsewhere": FlagsPatch()}),
    lambda world: world.chats.choose("no"),
    lambda world: world.chats.remove_message("no"),
    lambda world: world.chats.get_draft("no"),
    lambda world: world.chats.save_draft(Draft("no", "m9", "text")),
    lambda world: world.turns.open_turn(a_turn(), an_answer("no")),
    lambda world: world.turns.save_partial(text_message("no")),
    lambda world: world.turns.finish_turn(a_turn("no"), text_message("m1")),
    lambda world: world.library.get_character("no"),
    lambda world: world.library.get_persona("no"),
    lambda world: world.library.delete_character("no"),
    lambda world: world.library.delete_persona("no"),
    lambda world: world.turns.replan(a_turn("no")),
    lambda world: world.turns.activations("no"),
    lambda world: world.turns.last_turn("no"),
    lambda world: world.lore.get_book("no"),
    lambda world: world.lore.delete_book("no"),
    lambda world: world.lore.set_links("no", [Scope()]),
    lambda world: world.memory.get_entry("no"),
    lambda world: world.memory.delete_entry("no"),
]


@pytest.mark.parametrize("call", _UNKNOWN_IDS)
def test_an_unknown_id_is_not_found_and_nothing_changes(world: World, call: _Call) -> None:
    add_chat(world)
    add_chat(world, "other")
    append(world, text_message("m1"), text_message("elsewhere", chat_id="other"))
    with pytest.raises(NotFoundError):
        world.run(call(world))
    assert world.run(world.chats.get_message("m1")) == text_message("m1")
    assert branch_ids(world) == ["m1"]
    assert world.run(world.turns.turn_of("answer")) is None


def test_a_draft_is_kept_replaced_and_removed(world: World) -> None:
    add_chat(world)
    assert world.run(world.chats.get_draft("chat")) is None
    world.run(world.chats.save_draft(Draft("chat", "m1", "Hel")))
    draft = Draft("chat", "m1", "Hello\n 北京", "manual", 2)
    world.run(world.chats.save_draft(draft))
    assert world.run(world.chats.get_draft("chat")) == draft
    world.run(world.chats.save_draft(replace(draft, strategy_once=None, reroll=0)))
    assert world.run(world.chats.get_draft("chat")) == Draft("chat", "m1", "Hello\n 北京")
    world.run(world.chats.save_draft(Draft("chat", "m1", "", "manual")))
    assert world.run(world.chats.get_draft("chat")) is None


@pytest.mark.parametrize("drop", [True, False])
def test_sending_drops_the_draft_only_where_asked(world: World, drop: bool) -> None:
    add_chat(world)
    draft = Draft("chat", "m1", "Hello")
    world.run(world.chats.save_draft(draft))
    world.run(world.chats.append(text_message("m1"), drop_draft=drop))
    assert world.run(world.chats.get_draft("chat")) == (None if drop else draft)


def test_a_folder_that_decides_nothing_is_forgotten(world: World) -> None:
    assert world.run(world.chats.folders()) == []
    for folder in (Folder("зима", "summarize"), Folder("Bo", "truncate"), Folder("Ёлка", None), Folder("bo", "manual")):
        world.run(world.chats.save_folder(folder))
    assert world.run(world.chats.folders()) == [
        Folder("Bo", "truncate"),
        Folder("bo", "manual"),
        Folder("зима", "summarize"),
    ]
    world.run(world.chats.save_folder(Folder("зима", "manual")))
    world.run(world.chats.save_folder(Folder("Bo")))
    assert world.run(world.chats.folders()) == [Folder("bo", "manual"), Folder("зима", "manual")]


def test_a_deleted_character_leaves_its_chats_and_its_memories(world: World) -> None:
    for character_id in ("aria", "bo", "cy"):
        world.run(world.library.save_character(Character(character_id, character_id)))
    world.run(world.chats.add_chat(Chat("chat", character_ids=("bo", "aria", "cy"), updated_at=7)))
    world.run(world.chats.add_chat(Chat("gone", character_ids=("aria",), deleted_at=1)))
    of_aria, of_bo = Scope(ScopeKind.CHARACTER, "aria"), Scope(ScopeKind.CHARACTER, "bo")
    same_id = Scope(ScopeKind.PERSONA, "aria")
    world.run(world.lore.save_book(Lorebook("book", "Book")))
    world.run(world.lore.set_links("book", [of_aria, of_bo, same_id]))
    memory = world.run(world.memory.save_entry(MemoryEntry("m", "She likes tea.", scope=of_aria)))

    world.run(world.library.delete_character("aria"))

    assert [character.id for character in world.run(world.library.characters())] == ["bo", "cy"]
    chat = world.run(world.chats.get_chat("chat"))
    assert (chat.character_ids, chat.updated_at) == (("bo", "cy"), 7)
    assert world.run(world.chats.get_chat("gone")).character_ids == ()
    assert [link.scope for link in world.run(world.lore.links())] == [of_bo, same_id]
    assert world.run(world.memory.entries([of_aria])) == [memory]
    world.run(world.chats.update_chat(replace(chat, title="It goes on")))


def test_a_deleted_persona_leaves_its_chats_and_its_memories(world: World) -> None:
    me, other = Persona("me", "Ilya"), Persona("other", "Other")
    for persona in (me, other):
        world.run(world.library.save_persona(persona))
    world.run(world.chats.add_chat(Chat("chat", persona_id="me", updated_at=7)))
    world.run(world.chats.add_chat(Chat("chat2", persona_id="other")))
    of_me = Scope(ScopeKind.PERSONA, "me")
    world.run(world.lore.save_book(Lorebook("book", "Book")))
    world.run(world.lore.set_links("book", [of_me]))
    memory = world.run(world.memory.save_entry(MemoryEntry("m", "I am tall.", scope=of_me)))

    world.run(world.library.delete_persona("me"))

    assert world.run(world.library.personas()) == [other]
    assert [world.run(world.chats.get_chat(chat_id)).persona_id for chat_id in ("chat", "chat2")] == [None, "other"]
    assert world.run(world.chats.get_chat("chat")).updated_at == 7
    assert world.run(world.lore.links()) == []
    assert world.run(world.memory.entries()) == [memory]
