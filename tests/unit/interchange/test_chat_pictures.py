"""The pictures of a chat go out: inside a page and a SillyTavern chat, beside Markdown, told of where they are left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.exporting import ChatFormat, ChatMaterial, Written
from desktop_app.domain.importing import ImportedChat
from desktop_app.domain.message import ImagePart, Message, Origin, Part, Role, TextPart
from desktop_app.domain.transfer import ChatTree
from desktop_app.interchange.chats import pictures_out
from desktop_app.interchange.chats.tavern import SOURCE
from desktop_app.interchange.reader import read_file
from desktop_app.interchange.writers import Writers
from tests.unit.interchange.test_attached import ADDRESS, DIGEST, PART, PNG, png

OTHER = ImagePart("other", "image/png", 4, 4)
LOST = ImagePart("lost", "image/webp")
PICTURES = {DIGEST: PNG, "other": png(4, 4)}


def written(form: ChatFormat, *said: tuple[Part, ...], origin: Origin | None = None) -> Written:
    messages: list[Message] = []
    for number, parts in enumerate(said):
        parent = messages[-1].id if messages else None
        messages.append(Message(f"m{number}", "chat", parent, Role.USER, parts, origin=origin))
    tree = ChatTree(Chat("chat", "The lamp", tip_id=messages[-1].id), tuple(messages))
    return Writers().chat(ChatMaterial(tree, "Anna", ("Mira",), PICTURES, "The (lamp) files"), form)


def told(made: Written) -> list[object]:
    return [note.params["count"] for note in made.notes if note.code == "export.no-pictures"]


def test_a_page_holds_its_pictures_and_may_load_no_others() -> None:
    made = written(ChatFormat.HTML, (TextPart("<Look>"), PART), (OTHER,), (LOST,))
    page = made.data.decode()
    assert f'<p dir="auto">&lt;Look&gt;</p><img src="{ADDRESS}" alt="" width="3" height="2">' in page
    assert page.count("<img ") == 2
    assert "img-src data:" in page
    assert (told(made), made.beside) == ([1], {})


def test_markdown_has_its_pictures_in_a_folder_beside_it() -> None:
    made = written(ChatFormat.MARKDOWN, (TextPart("Look"), PART, OTHER), (PART,), (LOST,))
    lines = made.data.decode().splitlines()
    [first, second] = made.beside
    links = [f"![](The%20%28lamp%29%20files/{name})" for name in (first, second)]
    said = ["**Anna**", "", "Look", "", links[0], "", links[1], "", "**Anna**", "", links[0], "", "**Anna**", "", ""]
    assert lines == ["# The lamp", "", *said]
    assert list(made.beside.values()) == [PNG, PICTURES["other"]]
    assert first.endswith(".png")
    assert told(made) == [1]


def test_plain_text_says_where_a_picture_is() -> None:
    made = written(ChatFormat.TEXT, (TextPart("Look"), PART), (OTHER,))
    assert made.data.decode() == "Anna: Look\n[image]\n\nAnna: [image]\n"
    assert told(made) == [2]


@pytest.mark.parametrize("parts", [(PART,), (PART, OTHER)])
def test_silly_tavern_gets_them_in_the_chat_and_gives_them_back(parts: tuple[Part, ...]) -> None:
    made = written(ChatFormat.TAVERN, (TextPart("Look"), *parts), (TextPart("A sea."), LOST))
    extra: dict[str, Any] = json.loads(made.data.decode().splitlines()[1])["extra"]
    assert extra["inline_image"] is True
    assert ("image" in extra, "media" in extra) == (len(parts) == 1, len(parts) > 1)
    [chat] = read_file(made.data, "chat.jsonl").contents
    assert isinstance(chat, ImportedChat)
    assert [type(part) for part in chat.nodes[0].parts] == [TextPart, *(type(part) for part in parts)]
    assert set(chat.pictures.values()) == set(PICTURES.values() if len(parts) > 1 else [PNG])
    assert told(made) == [1]


def test_an_address_that_came_from_silly_tavern_goes_out_as_it_came() -> None:
    extra = {"image": "user/images/Mira/sea.png", "title": "A sea"}
    made = written(ChatFormat.TAVERN, (PART,), origin=Origin(SOURCE, {"extra": json.dumps(extra)}))
    assert json.loads(made.data.decode().splitlines()[1])["extra"] == extra
    assert told(made) == [1]
    made = written(ChatFormat.TAVERN, (PART,), origin=Origin(SOURCE, {"extra": json.dumps({"image": ADDRESS})}))
    assert told(made) == []


def test_no_text_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures_out, "MAX_EMBEDDED", len(PNG))
    made = written(ChatFormat.HTML, (PART,), (PART,), (OTHER,))
    assert made.data.count(b"<img ") == 1
    assert told(made) == [2]


def test_no_line_grows_so_long_that_it_cannot_be_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures_out, "MAX_OF_LINE", len(PNG))
    made = written(ChatFormat.TAVERN, (PART, PART), (PART,))
    assert [line.count("data:image/png") for line in made.data.decode().splitlines()] == [0, 1, 1]
    assert told(made) == [1]
