"""A database that cannot be read leads to one sentence and exit code 1, and stays as it was to the byte (D6, D10, D12)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.domain.settings import Settings
from tests.end_to_end.home import Home, content_hash
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer

PAGE = 4096
COMMANDS = (("chat", "list"), ("plan", "--draft", "x"), ("send", "hello"), ("doctor", "--json"))


def _garble_header(file: Path) -> None:
    file.write_bytes(b"not a database at all, but as long as one" + file.read_bytes()[41:])


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _zero_pages(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:PAGE] + bytes(file.stat().st_size - PAGE))


def _make_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _make_foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA application_id = 1")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "header": (_garble_header, "The chat database is damaged"),
    "cut": (_cut, "The chat database is damaged"),
    "empty": (_empty, "The chat database is damaged"),
    "zeros": (_zero_pages, "The chat database is damaged"),
    "newer": (_make_newer, "This data was last used by a newer Talespan"),
    "foreign": (_make_foreign, "The chat database is damaged"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_it_is_told_and_left_alone(home: Home, name: str) -> None:
    damage, sentence = DAMAGES[name]
    with ModelServer([words("Fine.")]) as server:
        home.connect_to(server.url)
        home.run("send", "hello")
        damage(home.paths.database)
        before = content_hash(home.paths.database)
        home.save_settings(Settings())
        home.environment["TALESPAN_DEMO_MODEL"] = str(home.folder / "none.gguf")  # the models are not what is examined
        told = home.run_each(*COMMANDS)
        assert len(server.chats) == 1
    examined = told.pop()
    for done in told:
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(f"talespan: {sentence}")
        assert done.err.count("\n") == 1
    assert examined.code == 1
    assert sentence in examined.json["problems"][0]
    assert content_hash(home.paths.database) == before


def test_a_missing_database_is_not_a_first_start(home: Home) -> None:
    with ModelServer([words("Fine.")]) as server:
        home.connect_to(server.url)
        home.run("send", "hello")
        home.paths.database.unlink()
        done = home.run("send", "again")

    assert done.code == 1
    assert "the file is missing" in done.err
    assert not home.paths.database.exists()
