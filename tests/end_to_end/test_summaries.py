"""Summaries of the real program: ``talespan summarize``, and what a kill, a restart and a fork leave in the database."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import text

from desktop_app.app import App, opened
from desktop_app.domain.chat import Chat
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.storage.bulk import append_many
from desktop_app.storage.open import Storage
from desktop_app.storage.paths import HOME_VARIABLE
from tests.end_to_end.home import Home
from tests.fakes.killable import nursery
from tests.unit.retrieval.planted import RUSSIAN, known_again, told

T = TypeVar("T")

KILLS = 3


def with_app(home: Home, work: Callable[[App], Awaitable[T]]) -> T:
    """The program itself, below its window."""

    async def run() -> T:
        async with opened(argparse.Namespace(data_dir=None, debug=False), writes=True) as app:
            return await work(app)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(home.folder))
        return asyncio.run(run())


def fill(home: Home, count: int) -> None:
    """A chat of so many messages with decisions among them."""

    async def work(app: App) -> None:
        await app.storage.chats.add_chat(Chat("long", "Long talk"))
        messages = told(RUSSIAN, count)
        await append_many(
            app.storage,
            [
                Message(
                    message.id,
                    "long",
                    messages[place - 1].id if place else None,
                    Role.ASSISTANT if place % 2 else Role.USER,
                    (TextPart(message.text),),
                )
                for place, message in enumerate(messages)
            ],
        )

    with_app(home, work)


def summary_of(home: Home) -> Any:
    """What the command prints of the chat."""
    return home.run("summarize", "Long talk", "--tokens", "300", "--json").json


def segments(home: Home) -> list[tuple[str, tuple[Any, ...], tuple[Any, ...]]]:
    """What is stored, in the order of the chat."""

    async def read(storage: Storage) -> list[Any]:
        return await storage.summaries.segments("long")

    found = home.with_storage(read)
    return sorted((each.id, each.covers, each.sentences) for each in found)


def keep_up(home: Home) -> None:
    with_app(home, lambda app: app.summaries.keep_up("long"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill -9")
def test_killed_and_started_again_the_summary_is_the_same(home: Home, tmp_path: Path) -> None:
    other = Home(tmp_path / "other")
    for each in (home, other):
        fill(each, 240)
    keep_up(other)
    stopped: list[int] = []
    with nursery("tests.end_to_end.summary_victims:keep_up") as program:
        for _ in range(KILLS):
            victim = program.start(str(home.folder), "long")
            assert victim.lines(1) == ["begins"]
            before = time.monotonic() + 0.3
            while time.monotonic() < before and len(segments(home)) <= (stopped[-1] if stopped else 0):
                pass
            victim.kill()
            stopped.append(len(segments(home)))
    keep_up(home)
    assert segments(home) == segments(other)
    assert summary_of(home) == summary_of(other)
    assert len(segments(home)) == 30


def test_a_fork_stores_no_summary_of_its_own_and_what_it_shares_stays(home: Home) -> None:
    fill(home, 120)
    keep_up(home)
    before = segments(home)

    async def fork(app: App) -> tuple[int, int]:
        size = await _size(app.storage)
        await app.storage.chats.append(Message("fork", "long", "m97", Role.ASSISTANT, (TextPart("Иначе."),)))
        await app.summaries.keep_up("long")
        return size, await _size(app.storage)

    size, after = with_app(home, fork)
    assert after - size < 1_024
    assert segments(home) == before
    found = summary_of(home)
    assert found["messages"] == 98
    assert max(source["message"] for each in found["sentences"] for source in each["sources"]) <= 98


async def _size(storage: Storage) -> int:
    """The bytes that all of the summaries take."""
    statement = text(
        "SELECT (SELECT COALESCE(SUM(LENGTH(covers) + 100), 0) FROM summary_segments)"
        " + (SELECT COALESCE(SUM(LENGTH(sentence) + 100), 0) FROM summary_sentences)"
        " + (SELECT COUNT(*) * 40 FROM summary_sources)"
    )
    return await storage.database.read(lambda connection: int(connection.execute(statement).scalar_one()))


def test_a_change_by_another_start_of_the_program_is_not_told_any_more(home: Home) -> None:
    fill(home, 80)
    keep_up(home)
    first = summary_of(home)["sentences"][0]

    async def edit(app: App) -> None:
        await app.chats.edit(first["sources"][0]["id"], "Ничего такого не было.")

    with_app(home, edit)
    texts = [each["text"] for each in summary_of(home)["sentences"]]
    assert first["text"] not in texts


def test_a_file_is_told_with_places(home: Home, tmp_path: Path) -> None:
    messages = told(RUSSIAN, 200)
    path = tmp_path / "talk.jsonl"
    rows = [
        {"role": "assistant" if n % 2 else "user", "text": each.text, "id": each.id} for n, each in enumerate(messages)
    ]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    plain, as_json = home.run_each(
        ("summarize", str(path), "--tokens", "400"), ("summarize", str(path), "--tokens", "400", "--json")
    )
    found = as_json.json
    assert found["messages"] == 200
    assert found["tokens"] == sum(each["tokens"] for each in found["sentences"]) <= 400
    for each in found["sentences"]:
        (source,) = each["sources"]
        message = messages[int(source["message"]) - 1]
        assert message.id == source["id"]
        assert message.text[source["start"] : source["end"]] == each["text"]
        assert f"{each['text']}  [{source['message']} ({source['id']}, " in plain.out
    assert known_again([each["text"] for each in found["sentences"]], RUSSIAN) >= 8


def test_what_cannot_be_told_is_said(home: Home, tmp_path: Path) -> None:
    bad, empty, claude = tmp_path / "bad.jsonl", tmp_path / "empty.jsonl", tmp_path / "openai.json"
    bad.write_text('{"role": "user", "text": "Hi"}\nno JSON', "utf-8")
    empty.write_text("", "utf-8")
    claude.write_text(
        json.dumps(
            [{"role": "user", "content": "We agreed on 5 keys for Ivan."}, {"role": "assistant", "content": "Yes."}]
        ),
        "utf-8",
    )
    unknown, line, nothing, export = home.run_each(
        ("summarize", "nowhere", "--tokens", "100"),
        ("summarize", str(bad), "--tokens", "100"),
        ("summarize", str(empty), "--tokens", "100"),
        ("summarize", str(claude), "--tokens", "100", "--json"),
    )
    assert (unknown.code, line.code, nothing.code) == (2, 2, 2)
    assert "There is no chat or file with the id nowhere." in unknown.err
    assert "Line 2 is no message" in line.err
    assert nothing.err
    assert "5 keys" in export.json["sentences"][0]["text"]
