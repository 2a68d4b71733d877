"""The index of words in the database itself: what waits, what is taken out, what a newer Python makes of an old one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from desktop_app.domain.backup import BY_HAND
from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.searching import SearchQuestion
from desktop_app.storage import sqlite_search
from desktop_app.storage.backup import make_backup
from desktop_app.storage.bulk import append_many
from desktop_app.storage.inspection import inspect_database
from tests.contract.worlds import World, add_chat, append, real_world, text_message


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A database with a chat."""
    made = real_world(tmp_path / "world")
    add_chat(made)
    yield made
    made.close()


def _ids(world: World, text: str) -> list[str]:
    return [hit.message_id for hit in world.run(world.search.find(SearchQuestion(text, all_variants=True), 99))]


def _words(world: World) -> list[tuple[str, int]]:
    """Each word in the index, and in how many messages it is."""

    def read(connection: Connection) -> list[tuple[str, int]]:
        connection.exec_driver_sql("CREATE VIRTUAL TABLE temp.seen USING fts5vocab('main', 'message_words', 'row')")
        found = [
            (str(term), int(documents)) for term, documents in connection.exec_driver_sql("SELECT term, doc FROM seen")
        ]
        connection.exec_driver_sql("DROP TABLE temp.seen")
        return found

    assert world.storage is not None
    return world.run(world.storage.database.write(read))


def _many(count: int) -> list[Message]:
    return [text_message(f"m{number}", None, f"lamp number{number}") for number in range(count)]


def test_what_comes_in_bulk_waits_and_is_taken_up_the_newest_first(world: World) -> None:
    assert world.storage is not None
    world.run(append_many(world.storage, _many(5)))
    assert (_ids(world, "lamp"), world.run(world.search.waiting())) == ([], 5)
    assert world.run(world.search.index_older(2)) == 3
    assert _ids(world, "lamp") == ["m4", "m3"]
    assert world.run(world.search.index_older(3)) == 0
    assert _ids(world, "lamp") == ["m4", "m3", "m2", "m1", "m0"]
    assert world.run(world.search.index_older(3)) == 0


def test_what_is_edited_while_it_waits_is_indexed_once_and_as_it_is_then(world: World) -> None:
    assert world.storage is not None
    world.run(append_many(world.storage, _many(2)))
    world.run(world.chats.revise(text_message("m0", None, "the door")))
    assert _ids(world, "door") == []
    assert world.run(world.search.index_older(9)) == 0
    assert (_ids(world, "door"), _ids(world, "lamp")) == (["m0"], ["m1"])
    world.run(world.chats.revise(text_message("m0", None, "a window")))
    assert (_ids(world, "door"), _ids(world, "window")) == ([], ["m0"])


def test_an_edit_leaves_no_word_of_the_old_text_in_the_index(world: World) -> None:
    append(world, text_message("a", None, "Ёлка café 北京"))
    world.run(world.chats.revise(text_message("a", None, "door")))
    words = dict(_words(world))
    append(world, text_message("b", None, "door"))
    assert {word for word, _ in _words(world)} == set(words)
    assert set(words.values()) == {1}
    assert "door"[:3] in words


def test_a_removed_message_takes_its_words_along(world: World) -> None:
    append(world, text_message("a", None, "lamp"))
    before = _words(world)
    append(world, text_message("blank", "a", "", state=MessageState.FAILED))
    world.run(world.chats.remove_message("blank"))
    assert _words(world) == before


def test_an_index_of_other_rules_is_made_anew_by_the_next_write(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    append(world, *_many(3))
    monkeypatch.setattr(sqlite_search, "_MADE_WITH", "another")
    append(world, text_message("new", None, "lamp"))
    assert (_ids(world, "lamp"), world.run(world.search.waiting())) == ([], 4)
    world.run(world.chats.revise(text_message("m0", None, "lamp again")))
    assert world.run(world.search.index_older(9)) == 0
    assert _ids(world, "lamp") == ["new", "m2", "m1", "m0"]
    assert dict(_words(world))["lam"] == 4


def test_the_index_becomes_tidy_and_says_so(world: World) -> None:
    append(world, *_many(40))
    rounds = 0
    while world.run(world.search.tidy()):
        rounds += 1
        assert rounds < 50
    assert rounds > 0
    assert _ids(world, "lamp") == [f"m{number}" for number in reversed(range(40))]


def test_a_database_with_an_index_is_sound_backed_up_and_told_about(world: World) -> None:
    append(world, *_many(3))
    assert world.storage is not None
    world.run(world.chats.revise(replace(text_message("m1", None, "another lamp"))))
    paths = world.storage.database._paths
    facts = inspect_database(paths)
    assert facts is not None
    assert (facts.integrity, facts.messages) == ("ok", 3)
    assert make_backup(paths, BY_HAND, 0).path.exists()
    assert world.run(world.storage.database.check()) == "ok"
