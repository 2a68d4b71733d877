"""What every store of the memory library promises, in memory and in a file, awaited or not."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import math
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.retrieval.async_stores import AsyncInMemStore, AsyncStoreProtocol, AsyncStoreWrapper, as_async
from desktop_app.retrieval.in_mem_store import InMemStore
from desktop_app.retrieval.sqlite_store import SqliteStore
from desktop_app.retrieval.store import GrowingStore, StoreProtocol

EAST, NORTH, WEST = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]


class Awaited:
    """An asynchronous store behind the plain protocol, so that one suite fits all."""

    def __init__(self, store: Any) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method: Callable[..., Awaitable[Any]] = getattr(self.store, name)

        async def call(*args: Any, **options: Any) -> Any:
            return await method(*args, **options)

        return lambda *args, **options: asyncio.run(call(*args, **options))


@pytest.fixture(params=["memory", "file", "sqlite in memory", "async memory", "async file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """An empty store of each kind."""
    with SqliteStore(tmp_path / "s.db" if "file" in request.param else ":memory:") as sqlite:
        match request.param:
            case "memory":
                yield InMemStore()
            case "async memory":
                yield Awaited(AsyncInMemStore())
            case "async file":
                yield Awaited(as_async(sqlite))
            case _:
                yield sqlite


def documents(store: Any, *args: Any, **options: Any) -> list[str]:
    return [hit["document"] for hit in store.query(*args, **options)]


def test_what_is_nearest_comes_first(store: Any) -> None:
    store.add("a", ["east", "north"], [EAST, NORTH])
    store.add("b", ["north-east"], [[3.0, 4.0]])

    hits = store.query([2.0, 0.0])

    assert [(hit["document"], hit["metadata"]) for hit in hits] == [
        ("east", {"doc_id": "a", "chunk_index": 0}),
        ("north-east", {"doc_id": "b", "chunk_index": 0}),
        ("north", {"doc_id": "a", "chunk_index": 1}),
    ]
    assert [hit["score"] for hit in hits] == pytest.approx([1.0, 0.6, 0.0])
    assert store.count() == 3
    assert documents(store, EAST, top_k=1) == ["east"]
    assert documents(store, EAST, top_k=0) == []


def test_scores_are_cosines_from_0_to_1(store: Any) -> None:
    store.add("a", ["west", "nothing", "long"], [WEST, [0.0, 0.0], [1e300, 1e300]])

    scores = {hit["document"]: hit["score"] for hit in store.query(EAST)}

    assert scores == pytest.approx({"west": 0.0, "nothing": 0.0, "long": math.sqrt(0.5)})
    assert all(hit["score"] == 0.0 for hit in store.query([0.0, 0.0]))
    assert all(isinstance(score, float) for score in scores.values())


def test_equal_scores_stand_in_the_order_of_adding(store: Any) -> None:
    for name in "cab":
        store.add(name, [name], [[0.6, 0.8]])

    assert documents(store, [0.6, 0.8], top_k=2) == ["c", "a"]


def test_only_scores_over_the_threshold(store: Any) -> None:
    store.add("a", ["east", "north-east", "north"], [EAST, [0.8, 0.6], NORTH])

    assert documents(store, EAST, score_threshold=0.7) == ["east", "north-east"]
    assert documents(store, EAST, score_threshold=1.0) == ["east"]
    assert len(documents(store, EAST, score_threshold=0.0)) == 3


def test_adding_again_replaces(store: Any) -> None:
    store.add("a", ["old", "older"], [EAST, EAST], {"version": 1})
    store.add("b", ["other"], [NORTH])
    store.add("a", ["new"], [EAST], {"version": 2})

    assert documents(store, EAST) == ["new", "other"]
    assert store.count() == 2
    assert documents(store, EAST, where={"version": 1}) == []


def test_a_document_without_chunks_is_none(store: Any) -> None:
    store.add("a", ["x"], [EAST])
    store.add("a", [], [])

    assert store.count() == 0
    assert store.query(EAST) == []


def test_delete_takes_all_chunks(store: Any) -> None:
    store.add("a", ["one", "two"], [EAST, NORTH])
    store.add("b", ["three"], [NORTH])

    store.delete("a")
    store.delete("nobody")

    assert store.count() == 1
    assert documents(store, EAST) == ["three"]
    assert store.get("a") == []


def test_an_empty_store_takes_any_dimension(store: Any) -> None:
    assert store.query([1.0, 2.0, 3.0]) == []
    store.add("a", ["x"], [EAST])
    store.add("a", ["y"], [[1.0, 0.0, 0.0]])  # embedded anew by another model

    assert documents(store, [1.0, 0.0, 0.0]) == ["y"]
    store.delete("a")
    store.add("b", ["z"], [EAST])
    assert documents(store, EAST) == ["z"]


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({}, {"cats", "dogs", "plain"}),
        ({"topic": "cats"}, {"cats"}),
        ({"topic": "birds"}, set[str]()),
        ({"topic": "cats", "year": 2024}, {"cats"}),
        ({"topic": "cats", "year": 2025}, set[str]()),
        ({"topic": {"$in": ["cats", "dogs", "birds"]}}, {"cats", "dogs"}),
        ({"topic": {"$in": []}}, set[str]()),
        ({"nothing": None}, set[str]()),
        ({"nothing": {"$in": [None]}}, set[str]()),
        ({"empty": None}, set[str]()),
        ({"tags": ["a", "b"]}, {"cats"}),
        ({"doc_id": "dogs"}, {"dogs"}),
        ({"doc_id": {"$in": ["dogs", "plain", "nobody"]}}, {"dogs", "plain"}),
        ({"doc_id": "dogs", "topic": "cats"}, set[str]()),
        ({"chunk_index": 0}, {"cats", "dogs", "plain"}),
        ({"chunk_index": 1}, set[str]()),
    ],
)
def test_all_conditions_hold(store: Any, where: dict[str, Any], found: set[str]) -> None:
    store.add("cats", ["cats"], [EAST], {"topic": "cats", "year": 2024, "empty": None, "tags": ["a", "b"]})
    store.add("dogs", ["dogs"], [NORTH], {"topic": "dogs", "year": 2025})
    store.add("plain", ["plain"], [EAST])

    assert set(documents(store, EAST, where=where)) == found


def test_chunks_may_have_metadata_of_their_own(store: Any) -> None:
    store.add("a", ["one", "two"], [EAST, EAST], [{"turn": 1, "kind": "x"}, {"turn": 2, "kind": "x"}])

    assert documents(store, EAST, where={"turn": 2}) == ["two"]
    assert documents(store, EAST, where={"kind": "x", "chunk_index": 0}) == ["one"]
    assert [hit["metadata"]["turn"] for hit in store.query(EAST)] == [1, 2]


def test_filters_follow_every_change(store: Any) -> None:
    for number in range(12):
        store.add(
            f"d{number}", [str(number)], [EAST], {"colour": ("red", "blue", [1])[number % 3], "even": number % 2 == 0}
        )

    def found(**where: Any) -> set[str]:
        return set(documents(store, EAST, top_k=100, where=where))

    assert found(colour="red") == {"0", "3", "6", "9"}
    assert found(colour=[1], even=True) == {"2", "8"}
    store.delete("d3")
    store.add("d6", ["6"], [EAST], {"colour": "blue", "even": True})
    store.add("new", ["new", "newer"], [EAST, EAST], [{"colour": "red"}, {"colour": "blue"}])
    store.extend("new", ["newest"], [EAST], {"colour": "red", "even": False})
    assert found(colour="red") == {"0", "9", "new", "newest"}
    assert found(colour="blue", even=True) == {"4", "6", "10"}
    for number in range(12):
        store.delete(f"d{number}")  # so many that the rows move together
    assert found(colour="red") == {"new", "newest"}
    assert found(colour={"$in": ["red", "blue"]}) == {"new", "newer", "newest"}
    assert found(even=False) == {"newest"}


@pytest.mark.parametrize(
    "where", [{"year": {"$gt": 3}}, {"$or": []}, {"year": {}}, {"year": {"a": 1}}, {"y": {"$in": [1], "$ne": 2}}]
)
def test_an_unknown_operator_is_an_error(store: Any, where: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="operator"):
        store.query(EAST, where=where)


@pytest.mark.parametrize(
    ("chunks", "embeddings", "metadata", "says"),
    [
        (["x", "y"], [EAST], None, "2 chunks cannot have 1 embeddings"),
        (["x"], [EAST, EAST], None, "1 chunks cannot have 2 embeddings"),
        ("x", [EAST], None, "list of texts"),
        ([1], [EAST], None, "list of texts"),
        (["x"], [1.0], None, "list of lists"),
        (["x"], [list[float]()], None, "list of lists"),
        (["x"], [[EAST]], None, "list of lists"),
        (["x", "y"], [EAST, [1.0]], None, "same number"),
        (["x"], [["a", "b"]], None, "must be numbers"),
        (["x"], [[1.0, 2.0, 3.0]], None, "3 numbers, the others in this store have 2"),
        (["x"], [[math.nan, 1.0]], None, "NaN"),
        (["x"], [[math.inf, 1.0]], None, "endless"),
        (["x"], [EAST], {"a": object()}, "JSON"),
        (["x"], [EAST], [dict[str, int]()] * 2, "2 metadata"),
    ],
)
def test_a_failed_add_says_why_and_leaves_the_old(
    store: Any, chunks: Any, embeddings: Any, metadata: Any, says: str
) -> None:
    store.add("a", ["old"], [EAST], {"kept": True})
    store.add("b", ["other"], [NORTH])

    for change in (store.add, store.extend):
        with pytest.raises(ValueError, match=says):
            change("a", chunks, embeddings, metadata)

    assert documents(store, EAST, where={"kept": True}) == ["old"]
    assert store.count() == 2


@pytest.mark.parametrize("query", [[1.0, 2.0, 3.0], [math.nan, 0.0], [], [[1.0, 0.0]], "text"])
def test_a_wrong_query_is_an_error(store: Any, query: Any) -> None:
    store.add("a", ["x"], [EAST])

    with pytest.raises(ValueError, match="number"):
        store.query(query)
    with pytest.raises(ValueError, match="negative"):
        store.query(EAST, top_k=-1)


def test_what_one_does_with_an_answer_changes_nothing(store: Any) -> None:
    given = {"tags": ["a"]}
    store.add("a", ["x"], [EAST], given)
    given["tags"].append("b")
    store.query(EAST)[0]["metadata"]["tags"].append("c")

    assert store.query(EAST)[0]["metadata"] == {"tags": ["a"], "doc_id": "a", "chunk_index": 0}


def test_a_document_grows(store: Any) -> None:
    store.extend("a", ["one"], [EAST], {"turn": 1})
    store.add("b", ["between"], [NORTH])
    store.extend("a", ["two", "three"], [EAST, NORTH], [{"turn": 2}, {"turn": 3}])
    store.extend("a", [], [])

    assert store.get("a") == [
        {"document": text, "metadata": {"turn": turn, "doc_id": "a", "chunk_index": turn - 1}}
        for turn, text in enumerate(("one", "two", "three"), 1)
    ]
    assert documents(store, EAST, where={"doc_id": "a", "turn": {"$in": [1, 2]}}) == ["one", "two"]
    assert store.count() == 4


def test_many_changes_leave_what_was_added_last(store: Any) -> None:
    for round_ in range(5):
        for number in range(20):
            store.add(f"d{number}", [f"{number}.{round_}"], [[math.cos(number / 20), math.sin(number / 20)]])
        for number in range(0, 20, 3):
            store.delete(f"d{number}")

    found = documents(store, EAST, top_k=100)

    assert found == [f"{number}.4" for number in range(20) if number % 3]
    assert store.count() == len(found)


def test_every_store_has_the_protocol(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "s.db") as sqlite:
        assert all(isinstance(made, StoreProtocol) for made in (InMemStore(), sqlite))
        assert all(isinstance(made, GrowingStore) for made in (InMemStore(), sqlite))
        wrapped = as_async(sqlite)
        assert isinstance(wrapped, AsyncStoreWrapper)
        assert isinstance(AsyncInMemStore(), AsyncStoreProtocol)
        assert as_async(wrapped) is wrapped


@pytest.mark.skipif(importlib.util.find_spec("protoprompt") is None, reason="protoprompt is not installed")
def test_the_checks_of_a_peer_pass(store: Any) -> None:
    testing = importlib.import_module("protoprompt.testing")
    report = asyncio.run(testing.check_vector_store(getattr(store, "store", store)))

    assert {"equality_filter", "in_filter", "threshold", "delete"} <= set(report.checks)
