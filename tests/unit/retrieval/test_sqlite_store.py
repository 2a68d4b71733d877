"""What only the store in a file does: it lasts, shares its file, and refuses files of others."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest

from desktop_app.domain.errors import StorageError
from desktop_app.retrieval.matrix import unit_rows
from desktop_app.retrieval.sqlite_store import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def test_what_was_added_is_there_after_a_restart(path: Path) -> None:
    rows = unit_rows(np.random.default_rng(3).standard_normal((30, 96)))
    with SqliteStore(path) as store:
        store.add("a", ["x", "y"], rows[:2], {"язык": "русский"})
        store.add("b", [f"t{number}" for number in range(28)], rows[2:], [{"turn": n} for n in range(28)])
        store.delete("nobody")
        before = store.query(rows[5].tolist(), top_k=30)
    with SqliteStore(str(path)) as store:
        assert store.query(rows[5].tolist(), top_k=30) == before
        assert before[0]["document"] == "t3"
        assert before[0]["score"] == pytest.approx(1.0, abs=1e-3)
        assert store.get("a")[1]["metadata"] == {"язык": "русский", "doc_id": "a", "chunk_index": 1}
        assert store.count() == 30
        assert store.nbytes >= 30 * 96 * 4


def test_half_precision_only_where_it_saves_room(path: Path) -> None:
    with SqliteStore(path) as store:
        store.add("short", ["x"], [[0.1, 0.7, 0.3]])
    with SqliteStore(path) as store:
        expected = 0.7 / (0.1**2 + 0.7**2 + 0.3**2) ** 0.5
        assert store.query([0.0, 1.0, 0.0])[0]["score"] == pytest.approx(expected, abs=1e-6)
        store.delete("short")
        store.add("long", ["x"], np.ones((1, 384), np.float32))
        assert store.query(np.ones(384, np.float32))[0]["score"] == pytest.approx(1.0, abs=1e-6)
    with sqlite3.connect(path) as raw:
        assert raw.execute("select length(rows) from documents").fetchone() == (768,)
    raw.close()


def test_two_at_one_file_see_each_other(path: Path) -> None:
    with SqliteStore(path) as first, SqliteStore(path) as second:
        first.add("a", ["x"], [[1.0, 0.0]])
        assert second.count() == 1
        second.add("a", ["y"], [[1.0, 0.0]])
        second.add("b", ["z"], [[0.0, 1.0]])
        assert [hit["document"] for hit in first.query([1.0, 0.0])] == ["y", "z"]
        first.delete("a")
        assert [hit["document"] for hit in second.query([1.0, 0.0])] == ["z"]
        with pytest.raises(ValueError, match="3 numbers"):
            first.add("c", ["w"], [[1.0, 0.0, 0.0]])


def test_an_add_that_breaks_in_the_middle_leaves_the_old(path: Path) -> None:
    with SqliteStore(path) as store:
        store.add("a", ["old"], [[1.0, 0.0]])
        store._connection.execute(
            "create trigger broken before insert on texts when new.chunk_index = 1 "
            "begin select raise(abort, 'no room'); end"
        )
        with pytest.raises(StorageError, match="no room"):
            store.add("a", ["new", "newer"], [[1.0, 0.0], [0.0, 1.0]])
        assert [hit["document"] for hit in store.query([1.0, 0.0])] == ["old"]
    with SqliteStore(path) as store:
        assert [hit["document"] for hit in store.query([1.0, 0.0])] == ["old"]


def test_files_of_others_are_refused_and_left_alone(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"This is a letter, not a database. " * 50)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as raw:
        raw.execute("create table t (x)")
    raw.close()
    newer = tmp_path / "newer.db"
    SqliteStore(newer).close()
    with sqlite3.connect(newer) as raw:
        raw.execute("pragma user_version = 99")
    raw.close()
    for refused, says in ((path, "not a database"), (other, "another program"), (newer, "newer version")):
        with pytest.raises(StorageError, match=says):
            SqliteStore(refused)
    assert path.read_bytes().startswith(b"This is a letter")
    with pytest.raises(StorageError):
        SqliteStore(tmp_path / "nowhere" / "s.db")


def test_a_closed_store_says_so(path: Path) -> None:
    store = SqliteStore(path)
    store.close()
    store.close()
    with pytest.raises(StorageError, match="closed"):
        store.count()
