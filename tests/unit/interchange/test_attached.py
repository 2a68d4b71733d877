"""Pictures inside files of chats: taken where their bytes are there, left as they stand where they are not, never fetched."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import random
import struct
import zipfile
import zlib
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.importing import Archived, ImportedChat
from desktop_app.domain.message import ImagePart, Message, OpaquePart, Part, Role, TextPart
from desktop_app.domain.picture_bytes import without_metadata
from desktop_app.domain.transfer import ChatTree
from desktop_app.interchange import reader
from desktop_app.interchange.archive import Archive
from desktop_app.interchange.attached import Attachments, size_of
from desktop_app.interchange.reader import read_file
from desktop_app.interchange.talespan_archive import write_archive


def png(width: int = 3, height: int = 2) -> bytes:
    """A picture of zeros."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = zlib.compress((b"\0" + b"\0" * width) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


PNG = png()
DIGEST = hashlib.sha256(PNG).hexdigest()
PART = ImagePart(DIGEST, "image/png", 3, 2)
ADDRESS = "data:image/png;base64," + base64.b64encode(PNG).decode()
FAR = "https://example.org/sea.png"


def only(chat: bytes, name: str) -> ImportedChat:
    """The one chat of a file."""
    [content] = read_file(chat, name).contents
    assert isinstance(content, ImportedChat)
    return content


def parts_of(chat: ImportedChat) -> list[tuple[Part, ...]]:
    """Of its messages."""
    return [node.parts for node in chat.nodes]


def openai(address: str) -> bytes:
    """A chat in OpenAI's form with one picture."""
    content = [{"type": "text", "text": "Look"}, {"type": "image_url", "image_url": {"url": address}}]
    return json.dumps([{"role": "user", "content": content}, {"role": "assistant", "content": "A sea."}]).encode()


def test_openai_messages_bring_pictures_in_data_addresses() -> None:
    chat = only(openai(ADDRESS), "chat.json")
    assert parts_of(chat)[0] == (TextPart("Look"), PART)
    assert chat.pictures == {DIGEST: PNG}


def test_a_far_picture_stays_an_address() -> None:
    chat = only(openai(FAR), "chat.json")
    [text, kept] = parts_of(chat)[0]
    assert text == TextPart("Look")
    assert isinstance(kept, OpaquePart)
    assert FAR in kept.payload
    assert chat.pictures == {}


def test_anthropics_blocks_bring_theirs() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": base64.b64encode(PNG).decode()}
    said = [{"role": "user", "content": [{"type": "image", "source": source}]}, {"role": "assistant", "content": "A"}]
    assert parts_of(only(json.dumps(said).encode(), "chat.json"))[0] == (PART,)


def tavern(**extra: object) -> bytes:
    """A chat of SillyTavern's with one line that has more than words."""
    lines: list[Any] = [
        {"user_name": "Ilya", "character_name": "Mira", "chat_metadata": {}},
        {"name": "Ilya", "is_user": True, "mes": "Look", "extra": extra},
        {"name": "Mira", "is_user": False, "mes": "A sea."},
    ]
    return "\n".join(map(json.dumps, lines)).encode()


@pytest.mark.parametrize("extra", [{"image": ADDRESS}, {"media": [{"type": "image", "url": ADDRESS}]}])
def test_silly_tavern_brings_its_pictures(extra: dict[str, object]) -> None:
    chat = only(tavern(**extra), "chat.jsonl")
    assert parts_of(chat)[0] == (TextPart("Look"), PART)
    assert chat.pictures == {DIGEST: PNG}


@pytest.mark.parametrize("image", [FAR, "/user/images/Mira/sea.png", 5, None, "data:image/png;base64,####"])
def test_what_is_not_in_the_file_leaves_the_words(image: object) -> None:
    chat = only(tavern(image=image), "chat.jsonl")
    assert parts_of(chat)[0] == (TextPart("Look"),)


def test_a_picture_beside_a_chat_in_an_archive_is_found() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("chats/one.jsonl", tavern(image="/user/images/Mira/sea.png"))
        archive.writestr("user/images/Mira/sea.png", PNG)
    chats = [one for one in read_file(out.getvalue(), "all.zip").contents if isinstance(one, ImportedChat)]
    assert parts_of(chats[0])[0] == (TextPart("Look"), PART)
    assert chats[0].pictures == {DIGEST: PNG}


def test_pictures_beside_chats_take_no_room_from_the_chats(monkeypatch: pytest.MonkeyPatch) -> None:
    def tight(data: bytes, file: str, **limits: int) -> Archive:
        return Archive(data, file, **{"total": 1_000, **limits})

    noise = PNG + random.Random(1).randbytes(600)
    monkeypatch.setattr(reader, "Archive", tight)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("one", "two"):
            archive.writestr(f"chats/{name}.jsonl", tavern(image="/user/images/sea.dat"))
        archive.writestr("user/images/sea.dat", noise)
    chats = [one for one in read_file(out.getvalue(), "all.zip").contents if isinstance(one, ImportedChat)]
    assert [chat.pictures for chat in chats] == 2 * [{hashlib.sha256(noise).hexdigest(): noise}]


def test_a_picture_is_read_once_however_many_messages_speak_of_it() -> None:
    asked: list[str] = []

    def find(name: str) -> bytes | None:
        asked.append(name)
        return PNG if name == "sea" else None

    attached = Attachments(find)
    assert [attached.of_member(name) for name in ("sea", "lake", "sea", "lake")] == [PART, None, PART, None]
    assert asked == ["sea", "lake"]


def test_only_a_sole_member_of_an_archive_is_found_by_its_last_part() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("a/Sea.png", "b/sea.png", "b/Lake.png"):
            archive.writestr(name, PNG)
    opened = Archive(out.getvalue(), "all.zip")
    assert opened.find("elsewhere/lake.PNG") == "b/Lake.png"
    assert opened.find("elsewhere/sea.png") is None
    assert opened.find("B/SEA.png") == "b/sea.png"
    assert opened.find("") is None


def test_open_webui_brings_the_files_of_a_message() -> None:
    asked = {
        "id": "a",
        "parentId": None,
        "role": "user",
        "content": "Look",
        "files": [{"type": "image", "url": ADDRESS}],
    }
    answer = {"id": "b", "parentId": "a", "role": "assistant", "content": "A sea."}
    chat = {"history": {"messages": {"a": asked, "b": answer}, "currentId": "b"}}
    read = only(json.dumps([{"id": "1", "user_id": "u", "title": "T", "chat": chat}]).encode(), "open.json")
    assert parts_of(read)[0] == (TextPart("Look"), PART)
    assert "files" not in read.nodes[0].foreign
    asked["files"] = [{"type": "image", "url": FAR}]
    far = only(json.dumps([{"id": "1", "user_id": "u", "title": "T", "chat": chat}]).encode(), "open.json")
    assert parts_of(far)[0] == (TextPart("Look"),)
    assert FAR in far.nodes[0].foreign["files"]


@pytest.mark.parametrize(
    ("pointer", "member"),
    [("file-service://file-AbC", "file-AbC-sea.png"), ("sediment://file_00aa", "user-1/file_00aa-x.dat")],
)
def test_chatgpts_zip_brings_the_pictures_in_it(pointer: str, member: str) -> None:
    picture: Any = {"content_type": "image_asset_pointer", "asset_pointer": pointer, "width": 3}
    content = {"content_type": "multimodal_text", "parts": [picture, "Look"]}
    message = {"id": "m", "author": {"role": "user"}, "content": content}
    mapping: Any = {
        "r": {"id": "r", "parent": None, "children": ["m"]},
        "m": {"id": "m", "parent": "r", "message": message, "children": []},
    }
    told = [{"title": "T", "conversation_id": "c", "current_node": "m", "mapping": mapping}]
    for data in (PNG, None):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("conversations.json", json.dumps(told))
            if data is not None:
                archive.writestr(member, data)
        first, second = parts_of(only(out.getvalue(), "export.zip"))[0]
        assert second == TextPart("Look")
        assert first == PART if data is not None else isinstance(first, OpaquePart)


def test_an_archive_of_our_own_has_the_pictures_of_its_chats() -> None:
    message = Message("m", "chat", None, Role.USER, (TextPart("Look"), PART))
    older = replace(message, parts=(TextPart("Look there"),))
    tree = ChatTree(Chat("chat", tip_id="m"), (older, replace(message, revision=2)))
    written = write_archive([Archived(tree, files={DIGEST: PNG})])
    [read] = read_file(written, "all.talespan").contents
    assert isinstance(read, Archived)
    assert read == Archived(tree, files={DIGEST: PNG})
    assert write_archive([read]) == written
    [lost] = read_file(write_archive([Archived(tree)]), "all.talespan").contents
    assert lost == Archived(tree)


def test_sizes_are_read_and_nonsense_is_none() -> None:
    jpeg = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x10\x00\x20\x01\x01\x11\x00"
    webp = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x1f\0\0\x0f\0\0"
    assert size_of(PNG) == ("image/png", 3, 2)
    assert size_of(jpeg) == ("image/jpeg", 32, 16)
    assert size_of(webp) == ("image/webp", 32, 16)
    assert size_of(b"GIF89a\x20\x00\x10\x00") == ("image/gif", 32, 16)
    for broken in (b"", b"GIF8", PNG[:18], jpeg[:9], webp[:20], b"<svg/>"):
        assert size_of(broken) == ("", 0, 0) or 0 in size_of(broken)
        assert Attachments().of_bytes(broken) is None
    assert Attachments().of_bytes(png(60_000, 1)[:40].replace(b"\0\0\0\x01", b"\0\0\xff\xff")) is None


def test_where_a_photograph_was_taken_is_left_out() -> None:
    place = b"\xff\xe1\x00\x0cGPS 55 N!!"
    jpeg = (
        b"\xff\xd8\xff\xe0\x00\x04ab"
        + place
        + b"\xff\xc0\x00\x0b\x08\x00\x10\x00\x20\x01\x01\x11\x00\xff\xda\x00\x02rest"
    )
    bare = without_metadata(jpeg)
    assert b"GPS" not in bare
    assert bare == jpeg.replace(place, b"")
    assert size_of(bare) == size_of(jpeg)
    assert without_metadata(jpeg[:30]) == jpeg[:30]


def test_a_photograph_that_lies_on_its_side_is_as_wide_as_it_is_shown() -> None:
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    rest = b"\xff\xc0\x00\x0b\x08" + struct.pack(">HH", 24, 40) + b"\x01\x01\x11\x00\xff\xda\x00\x02x\xff\xd9"
    pictures = Attachments()
    part = pictures.of_bytes(b"\xff\xd8" + turned + rest)
    assert part is not None
    assert (part.width, part.height) == (24, 40)
    assert part.digest == hashlib.sha256(b"\xff\xd8" + turned + rest).hexdigest(), "how it lies is kept"
    flat = pictures.of_bytes(b"\xff\xd8" + rest)
    assert flat is not None
    assert (flat.width, flat.height) == (40, 24)
