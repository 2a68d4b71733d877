"""Chats of Kobold, text-generation-webui, Character.AI tools, RisuAI and Agnai."""

from __future__ import annotations

from typing import Any

from desktop_app.domain.importing import ImportedChat
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.message import MessageKind, Role
from tests.unit.interchange.files import archive, as_json, read
from tests.unit.interchange.test_chats import chats, texts


def test_a_kobold_save_is_a_book_and_a_story_and_its_keys_stay_out() -> None:
    value: dict[str, Any] = {
        "gamestarted": True,
        "prompt": "Once.",
        "actions": [" ", "{{[INPUT]}}\nGo.\n{{[OUTPUT]}}\nWent."],
        "worldinfo": [{"key": "a", "content": "T"}],
        "savedsettings": {"apikey": "secret"},
        "memory": "M",
    }
    book, chat = read(value).contents
    assert read(archive({"story.json": as_json(value)}), "file.kaistory").contents == (book, chat)
    assert isinstance(book, Lorebook)
    assert isinstance(chat, ImportedChat)
    assert texts(chat) == ["Once.", "Go.", "Went."]
    assert [node.role for node in chat.branch()] == [Role.ASSISTANT, Role.USER, Role.ASSISTANT]
    (entry,) = chat.memories
    assert (entry.content, entry.always_in_context) == ("M", True)
    assert "secret" not in str(chat) + str(book)


def test_text_generation_webui() -> None:
    pairs = [["<|BEGIN-VISIBLE-CHAT|>", "Hi"], ["Jo", "Mira"]]
    for value in ({"internal": pairs, "visible": pairs}, {"data": pairs, "data_visible": pairs}):
        (chat,) = chats(value)
        assert texts(chat) == ["Hi", "Jo", "Mira"]


def test_character_ai_tools() -> None:
    messages = [{"src": {"is_human": True, "name": "Jo"}, "text": "x"}, {"src": {"name": "Mira"}, "text": "y"}]
    found = chats({"histories": {"histories": [{"msgs": messages}, {"msgs": []}]}})
    assert [texts(chat) for chat in found] == [["x", "y"]]
    assert found[0].nodes[0].role is Role.USER


def test_risu() -> None:
    messages = [
        {"role": "user", "data": "x"},
        {"role": "char", "data": "y", "disabled": True},
        {"role": "char", "data": "z", "isComment": True},
    ]
    one = {"message": messages, "name": "N"}
    for value in ({"type": "risuChat", "ver": 1, "data": one}, {"type": "risuAllChats", "data": [one]}):
        (chat,) = chats(value)
        assert (chat.title, texts(chat)) == ("N", ["x", "y", "z"])
        assert chat.nodes[1].flags.excluded
        assert chat.nodes[2].kind is MessageKind.NOTE


def test_agnai_retries_are_variants_and_the_leaf_is_the_tip() -> None:
    messages = [
        {"_id": "a", "userId": "u", "handle": "Jo", "msg": "x"},
        {"_id": "b", "parent": "a", "characterId": "c", "handle": "Mira", "msg": "y", "retries": ["y2"]},
        {"_id": "c", "parent": "a", "characterId": "c", "handle": "Mira", "msg": "z"},
    ]
    (chat,) = chats({"name": "N", "treeLeafId": "b", "messages": messages})
    assert texts(chat) == ["x", "y"]
    assert sorted(node.key for node in chat.nodes if node.parent == "a") == ["b", "b~1", "c"]
    (flat,) = chats({"name": "N", "messages": [{"userId": "u", "msg": "x"}, {"msg": "y", "retries": ["y2"]}]})
    assert texts(flat) == ["x", "y"]
