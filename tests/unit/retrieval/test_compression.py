"""The pipeline takes what is new, covers all, and knows after a restart how far it was."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from desktop_app.retrieval.async_stores import as_async
from desktop_app.retrieval.compression import Pipeline
from desktop_app.retrieval.in_mem_store import InMemStore
from desktop_app.retrieval.llm_summary import LLMSummaryStrategy
from desktop_app.retrieval.session import CompressedBlock, Session
from desktop_app.retrieval.sqlite_store import SqliteStore
from tests.unit.retrieval.llms import DIMENSION, FakeLlm, SilentLlm


def session(count: int, chat_id: str = "c") -> Session:
    roles = ("user", "assistant")
    messages = [{"role": roles[at % 2], "content": f"This is what was said as number {at}."} for at in range(count)]
    return Session(chat_id, messages)


def covered(blocks: Sequence[CompressedBlock]) -> list[int]:
    return [turn for block in blocks for turn in range(block.turns[0], block.turns[1] + 1)]


def stored(store: Any, chat_id: str = "c") -> list[CompressedBlock]:
    hits = store.query([1.0] * DIMENSION, top_k=1_000, where={"doc_id": f"session_{chat_id}"})
    return sorted((CompressedBlock(hit["document"], hit["metadata"]) for hit in hits), key=lambda block: block.turns)


class FourMethods:
    """A store of somebody else, with nothing but the protocol and flat metadata."""

    def __init__(self) -> None:
        self._store = InMemStore()

    def add(self, doc_id: str, chunks: Any, embeddings: Any, metadata: Any = None) -> None:
        assert all(isinstance(value, str | int | float) for value in dict(metadata or {}).values())
        self._store.add(doc_id, chunks, embeddings, metadata)

    def query(
        self, embedding: Any, top_k: int = 5, where: Any = None, score_threshold: float | None = None
    ) -> list[dict[str, Any]]:
        return self._store.query(embedding, top_k, where, score_threshold)

    def delete(self, doc_id: str) -> None:
        self._store.delete(doc_id)

    def count(self) -> int:
        return self._store.count()


@pytest.mark.parametrize("awaited", [False, True])
def test_every_ten_messages_also_after_a_restart(tmp_path: Path, awaited: bool) -> None:
    for count, done in ((10, 0), (20, 10)):
        with SqliteStore(tmp_path / "s.db") as store:
            pipeline = Pipeline(as_async(store) if awaited else store, SilentLlm())
            assert [pipeline.should_compress(done + new, "c") for new in (9, 10)] == [False, True]
            blocks = asyncio.run(pipeline.compress_and_store(session(count)))
            assert covered(blocks) == list(range(done, count))
            assert [pipeline.should_compress(count + new) for new in (1, 9, 10)] == [False, False, True]
            assert covered(stored(store)) == list(range(count))
    with SqliteStore(tmp_path / "s.db") as store:
        pipeline = Pipeline(store, SilentLlm())
        assert not pipeline.should_compress(29, "c")
        assert pipeline.should_compress(30, "c")
        assert pipeline.should_compress(10, "another")


def test_only_what_is_new_is_compressed_and_embedded() -> None:
    store, llm = InMemStore(), FakeLlm()
    pipeline = Pipeline(store, llm, LLMSummaryStrategy(window_size=4))
    first = asyncio.run(pipeline.compress_and_store(session(10)))
    llm.asked.clear()
    llm.embedded.clear()
    second = asyncio.run(pipeline.compress_and_store(session(21)))

    assert "number 9." not in "".join(llm.asked)
    assert "number 10." in llm.asked[0]
    assert llm.embedded == [block.text for block in second]
    assert stored(store) == [
        CompressedBlock(
            block.text, {**block.metadata, "chat_id": "c", "kind": "session", "doc_id": "session_c"} | index
        )
        for block, index in zip([*first, *second], ({"chunk_index": at} for at in range(6)), strict=True)
    ]


def test_too_little_that_is_new_waits() -> None:
    store = InMemStore()
    pipeline = Pipeline(store, SilentLlm())
    assert asyncio.run(pipeline.compress_and_store(session(9))) == []
    asyncio.run(pipeline.compress_and_store(session(12)))
    assert asyncio.run(pipeline.compress_and_store(session(21))) == []
    assert covered(stored(store)) == list(range(12))


def test_chats_are_kept_apart() -> None:
    store = InMemStore()
    pipeline = Pipeline(store, SilentLlm(), compress_every_n=4)
    asyncio.run(pipeline.compress_and_store(session(4, "a")))
    asyncio.run(pipeline.compress_and_store(session(8, "b")))

    assert covered(stored(store, "a")) == list(range(4))
    assert covered(stored(store, "b")) == list(range(8))
    assert pipeline.should_compress(8, "a")
    assert not pipeline.should_compress(11, "b")
    store.delete("session_b")
    assert pipeline.should_compress(4, "b")


def test_what_fails_leaves_nothing_behind() -> None:
    class Broken(SilentLlm):
        async def embed(self, texts: list[str], model: str = "") -> list[list[float]]:
            raise ConnectionError("no server")

    store = InMemStore()
    with pytest.raises(ConnectionError):
        asyncio.run(Pipeline(store, Broken()).compress_and_store(session(10)))
    assert store.count() == 0
    assert Pipeline(store, SilentLlm()).should_compress(10, "c")


def test_two_at_once_take_every_message_once() -> None:
    async def both() -> list[list[CompressedBlock]]:
        pipeline = Pipeline(store, SilentLlm())
        return await asyncio.gather(*(pipeline.compress_and_store(session(10)) for _ in range(2)))

    store = InMemStore()
    first, second = asyncio.run(both())

    assert covered(first) == list(range(10))
    assert second == []
    assert covered(stored(store)) == list(range(10))


def test_a_store_of_somebody_else_is_enough() -> None:
    store = FourMethods()
    asyncio.run(Pipeline(store, SilentLlm()).compress_and_store(session(10)))
    after_restart = Pipeline(store, SilentLlm())
    blocks = asyncio.run(after_restart.compress_and_store(session(20)))

    assert covered(blocks) == list(range(10, 20))
    assert not after_restart.should_compress(29, "c")
    hits = store.query([1.0] * DIMENSION, top_k=100, where={"doc_id": "session_c"})
    assert {hit["metadata"]["turn_range"] for hit in hits} == {"0-19"}
    assert hits[0]["metadata"]["turn_ranges"] == "0-2,3-9,10-12,13-19"


def test_an_interval_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Pipeline(InMemStore(), SilentLlm(), compress_every_n=0)
