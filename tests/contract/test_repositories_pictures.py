"""What every ``ChatRepository`` does with pictures: the bytes once, and gone when nobody speaks of them any more."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.chat import Draft
from desktop_app.domain.message import ImagePart, Message, Role, TextPart
from desktop_app.domain.transfer import ChatTree, ImportBatch
from tests.contract.worlds import World, add_chat, append, real_world

RED, BLUE = b"\x89PNG\r\n\x1a\nred", b"\x89PNG\r\n\x1a\nblue"


def picture(data: bytes) -> ImagePart:
    """The part that speaks of these bytes."""
    return ImagePart(hashlib.sha256(data).hexdigest(), "image/png", 4, 3)


def files(*datas: bytes) -> dict[str, bytes]:
    """By digest."""
    return {hashlib.sha256(data).hexdigest(): data for data in datas}


def there(world: World) -> set[bytes]:
    """Which of the two pictures the repository still has."""
    return set(world.run(world.chats.pictures(files(RED, BLUE))).values())


def drafted(*pictures: ImagePart, text: str = "Look") -> Draft:
    """The draft of the chat, which will be the message ``m1``."""
    return Draft("chat", "m1", text, pictures=pictures)


def said(message_id: str, *pictures: ImagePart, parent: str | None = None, text: str = "Look") -> Message:
    """A message with pictures behind its text."""
    return Message(message_id, "chat", parent, Role.USER, (TextPart(text), *pictures))


def test_a_draft_keeps_its_pictures_and_loses_them(world: World) -> None:
    add_chat(world)
    draft = drafted(picture(RED), picture(BLUE))
    world.run(world.chats.save_draft(draft, files(RED, BLUE)))
    assert world.run(world.chats.get_draft("chat")) == draft
    assert there(world) == {RED, BLUE}
    world.run(world.chats.save_draft(drafted(picture(BLUE), text="")))
    assert world.run(world.chats.get_draft("chat")) == drafted(picture(BLUE), text="")
    assert there(world) == {BLUE}
    world.run(world.chats.save_draft(drafted(text="")))
    assert world.run(world.chats.get_draft("chat")) is None
    assert there(world) == set()


def test_the_pictures_of_a_draft_become_those_of_its_message(world: World) -> None:
    add_chat(world)
    world.run(world.chats.save_draft(drafted(picture(RED)), files(RED)))
    message = said("m1", picture(RED))
    world.run(world.chats.append(message, drop_draft=True))
    world.run(world.chats.save_draft(Draft("chat", "m2", "next")))
    world.run(world.chats.save_draft(Draft("chat", "m2", "")))
    assert there(world) == {RED}
    assert world.run(world.chats.get_message("m1")).parts == message.parts


def test_what_was_drafted_and_not_sent_goes(world: World) -> None:
    add_chat(world)
    world.run(world.chats.save_draft(drafted(picture(RED), picture(BLUE)), files(RED, BLUE)))
    world.run(world.chats.append(said("m1", picture(BLUE)), drop_draft=True))
    assert there(world) == {BLUE}


def test_a_draft_that_got_another_id_takes_its_pictures_along(world: World) -> None:
    add_chat(world)
    world.run(world.chats.save_draft(drafted(picture(RED), picture(BLUE)), files(RED, BLUE)))
    world.run(world.chats.save_draft(replace(drafted(picture(RED)), message_id="m7")))
    assert there(world) == {RED}


def test_a_revision_without_a_picture_leaves_it_to_the_one_before(world: World) -> None:
    add_chat(world)
    world.run(world.chats.save_draft(drafted(picture(RED)), files(RED)))
    world.run(world.chats.append(said("m1", picture(RED)), drop_draft=True))
    world.run(world.chats.revise(said("m1", text="Nothing to see")))
    assert there(world) == {RED}


def test_two_messages_share_the_bytes(world: World) -> None:
    add_chat(world)
    world.run(world.chats.save_draft(drafted(picture(RED)), files(RED)))
    world.run(world.chats.append(said("m1", picture(RED)), drop_draft=True))
    append(world, said("m2", picture(RED), text="Once more"))
    world.run(world.chats.save_draft(Draft("chat", "m3", "", pictures=(picture(RED),)), files(RED)))
    world.run(world.chats.save_draft(Draft("chat", "m3", "")))
    assert there(world) == {RED}


def test_pictures_are_there_when_the_database_is_opened_again(tmp_path: Path) -> None:
    first = real_world(tmp_path)
    add_chat(first)
    first.run(first.chats.save_draft(drafted(picture(RED), picture(BLUE)), files(RED, BLUE)))
    first.close()
    second = real_world(tmp_path)
    assert second.run(second.chats.get_draft("chat")) == drafted(picture(RED), picture(BLUE))
    assert there(second) == {RED, BLUE}
    second.close()


def test_the_files_of_a_character_stay_when_a_draft_lets_go_of_the_same_picture(tmp_path: Path) -> None:
    world = real_world(tmp_path)
    add_chat(world)
    assert world.storage is not None
    world.run(world.storage.files.set_files("mira", {"ccdefault:": RED}))
    world.run(world.chats.save_draft(drafted(picture(RED)), files(RED)))
    world.run(world.chats.save_draft(drafted(text="")))
    assert (found := world.run(world.storage.files.portrait("mira"))) is not None
    assert found.data == RED
    world.run(world.chats.save_draft(drafted(picture(RED)), files(RED)))
    world.run(world.storage.files.set_files("mira", {}))
    assert there(world) == {RED}
    world.close()


def test_an_imported_chat_brings_its_pictures_and_no_others(tmp_path: Path) -> None:
    world = real_world(tmp_path)
    add_chat(world)
    assert world.storage is not None
    chat = replace(world.run(world.chats.get_chat("chat")), id="other", tip_id="i1")
    tree = ChatTree(chat, (replace(said("i1", picture(RED), picture(b"lost")), chat_id="other"),))
    world.run(world.storage.imports.store(ImportBatch(chats=(tree,), pictures=files(RED, BLUE))))
    assert there(world) == {RED}
    assert world.run(world.storage.imports.tree("other")).messages == tree.messages
    world.close()
