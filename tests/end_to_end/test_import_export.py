"""Files of other programs through the real program into a real database, out of it, and in again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.importing import ImportedCard
from desktop_app.interchange.reader import read_file
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.open import Storage
from tests.end_to_end.home import Home, content_hash
from tests.unit.interchange.files import CORPUS, archive, as_json, book_entry, card, png, text_chunk

BOMB = {"type": "icon", "uri": "embeded://a.png", "name": "main", "ext": "png"}

# What the index says of each: how many objects come, or why none does.
EXPECTED: dict[str, int | str] = {
    "card-png-bad/choral-invalid-character.png": "interchange.no-card",
    "card-png/choral-default-chan-v3only.png": 1,
    "card-png/shodan-v2-chub.png": 1,
    "card-png/skynet-v1-metadata.png": 1,
    "card-png/st-gloria.png": 1,
    "chat-tavern/tavernai-aqua.jsonl": 1,
    "chat-tavern/tavernai-room-konosuba.jsonl": 1,
    "chatgpt/context-carry.json": 2,
    "chatgpt/librechat-chatgpt-export.json": 2,
    "chatgpt/librechat-chatgpt-tree.json": 1,
    "claude/context-carry.json": 1,
    "lorebook-nai/nai-empty.lorebook": "interchange.nothing-usable",
    "lorebook-nai/nai-one-blank-entry.lorebook": "interchange.nothing-usable",
    "lorebook-st/chub-style-example.json": 1,
    "openwebui/openwebui-export.json": 3,
    "other-chat/chatbotui-export.json": 2,
    "other-chat/librechat-export.json": 1,
}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is not beside the project")
def test_every_file_of_the_corpus_comes_in_or_is_refused_as_its_index_says(home: Home) -> None:
    files = sorted(path for path in CORPUS.rglob("*") if path.parent != CORPUS and path.is_file())
    words = ("import", "--json", *map(str, files))
    report, again = (done.json for done in home.run_each(words, words))
    found = {
        str(path.relative_to(CORPUS)): entry["error"]["code"] if entry["error"] else len(entry["items"])
        for path, entry in zip(files, report["files"], strict=True)
    }
    assert found == EXPECTED
    outcomes = {item["outcome"] for entry in report["files"] for item in entry["items"]}
    assert outcomes == {"added"}
    assert {item["outcome"] for entry in again["files"] for item in entry["items"]} == {"unchanged"}


def test_a_dry_run_changes_nothing_and_goes_beside_the_window(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "Mira.png"
    file.write_bytes(png(text_chunk(card(tags="a, b"))))
    home.run("import", str(tmp_path / "nothing.json"))
    lock = DataFolderLock(home.paths)
    lock.acquire()
    before = content_hash(home.paths.database)
    try:
        dry, refused = home.run_each(("import", "--dry-run", str(file)), ("import", str(file)))
    finally:
        lock.release()
    assert dry.code == 0
    assert "character “Mira”: new: add" in dry.out
    assert content_hash(home.paths.database) == before
    assert refused.code == 4
    assert refused.err.startswith("talespan: Another Talespan")


def test_hostile_files_write_nothing(home: Home, tmp_path: Path) -> None:
    home.run("import", str(tmp_path / "nothing"))
    hostile = {
        "bomb.charx": archive({"card.json": as_json(card(assets=[BOMB])), "a.png": bytes(60 << 20)}),
        "slip.charx": archive({"card.json": as_json(card()), "../../evil.txt": b"x"}),
        "deep.json": b"[" * 100_000,
        "cut.png": png(text_chunk(card()))[:60],
        "page.png": b"<!doctype html><html>",
        "number.json": b'{"spec":"chara_card_v2","data":{"name":"x","description":1e999}}',
    }
    for name, data in hostile.items():
        (tmp_path / name).write_bytes(data)
    before = content_hash(home.paths.database)
    done = home.run("import", *(str(tmp_path / name) for name in hostile))
    assert done.code == 1
    assert done.out.count("✗") == len(hostile)
    assert content_hash(home.paths.database) == before
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == sorted(hostile)


def test_everything_goes_into_an_archive_and_into_another_home(home: Home, tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    book = {"name": "Sea", "entries": [book_entry(extensions={"other/tool": {"a": [1, None]}})]}
    (source / "Mira.png").write_bytes(png(text_chunk(card(character_book=book))))
    rows: list[Any] = [
        {"user_name": "Anna", "character_name": "Mira", "chat_metadata": {"variables": {"a": 1}}},
        {"name": "Mira", "is_user": False, "mes": "Hi.", "swipes": ["Hello.", "Hi."], "swipe_id": 1},
        {"name": "Anna", "is_user": True, "is_system": True, "mes": "Quietly.", "send_date": "June 19, 2023 2:20pm"},
    ]
    (source / "talk.jsonl").write_bytes(b"\n".join(map(as_json, rows)))
    first, second, talk = (str(tmp_path / name) for name in ("all.talespan", "second.talespan", "talk.jsonl"))
    for done in home.run_each(("import", str(source)), ("export", "all", "--output", first)):
        assert (done.code, done.err) == (0, "")
    other = Home(tmp_path / "other")
    came, again, exported, chat = other.run_each(
        ("import", "--json", first),
        ("import", "--json", first),
        ("export", "all", "--output", second),
        ("export", "chat", "talk", "--format", "jsonl", "--output", talk),
    )
    assert [item["outcome"] for item in came.json["files"][0]["items"]] == ["added"] * 3
    assert {item["outcome"] for item in again.json["files"][0]["items"]} == {"unchanged"}
    assert (exported.code, chat.code) == (0, 0)
    assert everything(home) == everything(other)
    assert Path(second).read_bytes() == Path(first).read_bytes()
    written = [json.loads(line) for line in Path(talk).read_text("utf-8").splitlines()]
    assert written[0]["chat_metadata"]["variables"] == {"a": 1}
    assert [row["mes"] for row in written[1:]] == ["Hi.", "Quietly."]
    assert (written[1]["swipes"], written[1]["swipe_id"]) == (["Hello.", "Hi."], 1)
    assert (written[2]["is_system"], written[2]["send_date"]) == (True, "June 19, 2023 2:20pm")


def everything(home: Home) -> list[Any]:
    """All that there is in a home."""

    async def look(storage: Storage) -> list[Any]:
        chats = await storage.chats.list_chats()
        characters = await storage.library.characters()
        return [
            characters,
            await storage.lore.books(),
            await storage.lore.links(),
            [await storage.imports.tree(chat.id) for chat in chats],
            [sorted((await storage.files.files(one.id)).items()) for one in characters],
        ]

    return home.with_storage(look)


def test_pictures_of_a_sillytavern_folder_and_files_of_a_card_come_in_and_go_out_again(
    home: Home, tmp_path: Path
) -> None:
    root, out = tmp_path / "tavern" / "default-user", tmp_path / "out"
    joy = {"type": "emotion", "uri": "embeded://assets/emotion/images/joy.png", "name": "joy", "ext": "png"}
    made = archive(
        {"card.json": as_json({"spec": "chara_card_v3", "data": {"name": "Mira", "assets": [joy]}})}
        | {"assets/emotion/images/joy.png": b"joy"}
    )
    rows: list[dict[str, Any]] = [
        {"user_name": "Anna", "character_name": "Mira"},
        {"name": "Mira", "is_user": False, "mes": "Look.", "extra": {"image": "/user/images/Mira/sea.png"}},
    ]
    for name, content in {
        "characters/Mira.charx": made,
        "chats/Mira/talk.jsonl": "\n".join(map(json.dumps, rows)).encode(),
        "user/images/Mira/sea.png": png(),
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    out.mkdir()
    card_out, chat_out = str(out / "Mira.png"), str(out / "talk.md")
    done = home.run_each(
        ("import", str(root.parent)),
        ("export", "chat", "talk", "--format", "markdown", "--output", chat_out),
        ("export", "character", "Mira", "--format", "png", "--output", card_out),
        ("import", "--dry-run", "--json", card_out),
    )
    assert [one.code for one in done] == [0, 0, 0, 0], [one.err for one in done]
    [sea] = (out / "talk files").iterdir()
    assert sea.read_bytes() == png()
    assert f"![](talk%20files/{sea.name})" in (out / "talk.md").read_text("utf-8")
    assert str(out / "talk files") in done[1].out
    [card_again] = read_file((out / "Mira.png").read_bytes(), "Mira.png").contents
    assert isinstance(card_again, ImportedCard)
    assert card_again.files == {joy["uri"]: b"joy"}
