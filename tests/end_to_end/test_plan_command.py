"""``talespan plan``: of a chat and of a request in a file, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from desktop_app import assets
from tests.end_to_end.home import Home
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer

REQUEST: dict[str, Any] = {
    "limit": 1_000,
    "reserve": 100,
    "model": "gpt-4o",
    "user_name": "Ilya",
    "character": {"id": "c1", "name": "Mira", "description": "{{char}} keeps bees."},
    "books": [
        {
            "book": {
                "id": "b1",
                "name": "World",
                "entries": [
                    {
                        "id": "e1",
                        "name": "Dragon",
                        "keys": ["dragon"],
                        "content": "The dragon sleeps.",
                        "position": "at-depth",
                    },
                    {"id": "e2", "name": "Castle", "keys": ["castle"], "content": "Stones."},
                    {"id": "e3", "name": "Off", "keys": ["dragon"], "content": "Never.", "enabled": False},
                ],
            }
        }
    ],
    "memories": [{"id": "n1", "content": "Ilya fears bees.", "always_in_context": True}],
    "branch": [
        {"id": "m1", "role": "user", "text": "Hello"},
        {"id": "m2", "role": "assistant", "text": "Good evening."},
        {"id": "m3", "role": "user", "text": "my secret", "flags": {"excluded": True}},
    ],
    "draft": {"id": "d1", "text": "The dragon!"},
}


def schema(name: str) -> Any:
    return json.loads(assets.path(f"schemas/{name}.schema.json").read_text("utf-8"))


def write(folder: Path, name: str, value: Any) -> str:
    file = folder / name
    file.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), "utf-8")
    return str(file)


def test_a_request_in_a_file_is_planned_without_a_database(home: Home, tmp_path: Path) -> None:
    file = write(tmp_path, "request.json", REQUEST)
    saved, filler = tmp_path / "saved.json", tmp_path / "filler.json"
    as_json, as_text, smaller, again, filled = home.run_each(
        ("plan", "--request", file, "--json", "--save-request", str(saved)),
        ("plan", "--request", file),
        ("plan", "--request", file, "--strategy", "manual", "--limit", "300", "--reserve", "50", "--json"),
        ("plan", "--request", file, "--json"),
        ("plan", "--request", file, "--save-request", str(filler), "--filler", "--json"),
    )
    assert not home.paths.database.exists()

    plan = as_json.json
    jsonschema.validate(plan, schema("plan"))
    assert plan["exact"]
    assert [message["content"] for message in plan["messages"]][-1] == "The dragon!"
    assert {entry["entry_id"]: entry["included"] for entry in plan["entries"]} == {
        "e1": True, "e2": False, "e3": False, "n1": True,
    }  # fmt: skip
    assert "my secret" not in json.dumps(plan["messages"])

    for told in ("truncate", "Dragon — Key “dragon”", "None of its keys was found.", "Excluded by you.", "keyed-lore"):
        assert told in as_text.out, told
    assert (smaller.json["strategy"], smaller.json["limit"], smaller.json["reserve"]) == ("manual", 300, 50)

    request = json.loads(saved.read_text("utf-8"))
    jsonschema.validate(request, schema("request"))
    assert again.json == plan == home.run("plan", "--request", str(saved), "--json").json
    told = filler.read_text("utf-8")
    jsonschema.validate(json.loads(told), schema("request"))
    assert [
        word for word in ("dragon", "bees", "secret", "Mira", "Ilya", "Castle") if word.lower() in told.lower()
    ] == []
    assert filled.json == plan, "the filler is in the file alone"


def test_what_cannot_be_used_is_a_sentence_and_code_2(home: Home, tmp_path: Path) -> None:
    good = write(tmp_path, "good.json", REQUEST)
    told = home.run_each(
        ("plan", "--request", str(tmp_path / "missing.json")),
        ("plan", "--request", str(tmp_path)),
        ("plan", "--request", write(tmp_path, "none.json", "[{")),
        ("plan", "--request", write(tmp_path, "list.json", [1])),
        ("plan", "--request", write(tmp_path, "words.json", {"limit": "many"})),
        ("plan", "--request", write(tmp_path, "unknown.json", {"limit": 100, "wrong": 1})),
        ("plan", "--request", write(tmp_path, "entry.json", {"limit": 9, "books": [{"book": {"id": 1, "name": "x"}}]})),
        ("plan", "--request", good, "--strategy", "nothing"),
        ("plan", "--request", good, "--save-request", str(tmp_path / "no" / "folder.json")),
        ("plan", "--request", write(tmp_path, "deep.json", "[" * 200_000)),
    )
    for done in told:
        assert (done.code, done.out) == (2, ""), done
        assert done.err.startswith("talespan: ")
        assert done.err.count("\n") == 1, done
    assert "books[0].book.id" in told[6].err

    tiny = home.run("plan", "--request", good, "--limit", "60")
    assert tiny.code == 1
    assert tiny.err.startswith("talespan: Nothing can be sent: of the context of 60 tokens 100 are kept free")
    small = home.run("plan", "--request", good, "--limit", "104")
    assert small.code == 1
    assert small.err.startswith("talespan: What must be sent needs ")


def test_a_chats_request_is_saved_and_gives_the_same_plan(home: Home, tmp_path: Path) -> None:
    file, filler = tmp_path / "chat.json", tmp_path / "filler.json"
    with ModelServer([words("The bees are asleep.")]) as server:
        home.change_connection(home.connect_to(server.url), tokenizer="o200k_base", model="gpt-4o")
        for number in range(4):
            home.run("send", "--chat", "Bees", f"Tell me about the bees, night {number}.")
    planned = home.run("plan", "--draft", "And now?", "--strategy", "summarize", "--json", "--save-request", str(file))
    home.run("plan", "--draft", "And now?", "--save-request", str(filler), "--filler")

    assert planned.json["strategy"] == "summarize"
    again = home.run("plan", "--request", str(file), "--json").json
    assert again == planned.json
    jsonschema.validate(json.loads(file.read_text("utf-8")), schema("request"))
    assert "bees" not in filler.read_text("utf-8").lower()
    too_large = home.run("plan", "--draft", "word " * 9_000, "--save-request", str(tmp_path / "large.json"))
    assert too_large.code == 1
    assert (tmp_path / "large.json").exists(), "what makes no plan is what one wants to report"
