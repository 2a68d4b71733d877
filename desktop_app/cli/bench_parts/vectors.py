"""Searching vectors: the library's search beside a plain product of numpy in the same run, its file, and a peer where there is one.

The only place outside ``retrieval`` that uses numpy: what it compares with is numpy itself.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop_app.cli.bench_parts.figures import Figure, now_ms, percentile, ratio, timed
from desktop_app.retrieval import SqliteStore, as_async
from desktop_app.retrieval.matrix import Matrix, Rows, unit_rows

COUNTS = (1_000, 10_000, 100_000)
DIMENSIONS = (384, 512)
NEAREST = 10
QUERIES = 60

# The peer, if it is installed, searches so many vectors so many times; it needs seconds for what takes others milliseconds.
PEER = "protoprompt"
PEER_COUNTS = {1_000: 5, 10_000: 3, 100_000: 2}

_MANY = 100_000
# The loop is asked every so many milliseconds whether it is free.
_STEP = 1.0
_CENTRES = 400
_NOISE = 0.9
_DOCUMENT = 100


async def measure(folder: Path) -> list[Figure]:
    """Vectors round 400 centres, as texts have topics; queries are noisy vectors of them."""
    figures: list[Figure] = []
    for dimension in DIMENSIONS:
        for count in COUNTS:
            rows, queries = _material(count, dimension)
            figures += _beside_numpy(rows, queries)
            if dimension == DIMENSIONS[0]:
                figures += _beside_peer(rows, queries)
    rows, queries = _material(_MANY, DIMENSIONS[0])
    return [*figures, *await _file(folder / "vectors.db", rows, queries)]


def _material(count: int, dimension: int) -> tuple[Rows, Rows]:
    chance = np.random.default_rng(count)
    centres = chance.standard_normal((_CENTRES, dimension), np.float32)
    rows = centres[chance.integers(0, _CENTRES, count)]
    rows += np.float32(_NOISE) * chance.standard_normal((count, dimension), np.float32)
    rows = unit_rows(rows)
    near = rows[chance.integers(0, count, QUERIES)]
    return rows, unit_rows(near + np.float32(0.05) * chance.standard_normal(near.shape, np.float32))


def _beside_numpy(rows: Rows, queries: Rows) -> list[Figure]:
    matrix = Matrix(rows)
    matrix.search(queries[0], NEAREST)

    def plain_way(at: int) -> NDArray[np.intp]:
        return _plain(rows, queries[at])

    def our_way(at: int) -> NDArray[np.intp]:
        return matrix.search(queries[at], NEAREST)[0]

    plain, ours = _in_turns([plain_way, our_way], len(queries))
    same = [len({*plain_way(at).tolist()} & {*our_way(at).tolist()}) / NEAREST for at in range(len(queries))]
    name = f"{len(rows):,} × {rows.shape[1]}"
    return [
        Figure(f"{name}: plain numpy", percentile(plain, 0.5)),
        Figure(f"{name}: search", percentile(ours, 0.5)),
        ratio(f"{name}: search to plain numpy", ours, plain),
        Figure(f"{name}: of the {NEAREST} nearest found", 100 * sum(same) / len(same), "%"),
        Figure(f"{name}: memory", matrix.nbytes / 1e6, "MB"),
    ]


def _plain(rows: Rows, query: Rows) -> NDArray[np.intp]:
    scores = rows @ query
    best = np.argpartition(scores, len(scores) - NEAREST)[len(scores) - NEAREST :]
    return best[np.argsort(-scores[best])]


def _in_turns(ways: Sequence[Callable[[int], object]], times: int) -> list[list[float]]:
    """Milliseconds of each way, taken by turns: what else the machine does slows all of them alike."""
    found: list[list[float]] = [[] for _ in ways]
    for at in range(times):
        for way, of_way in zip(ways, found, strict=True):
            start = now_ms()
            way(at)
            of_way.append(now_ms() - start)
    return found


async def _file(path: Path, rows: Rows, queries: Rows) -> list[Figure]:
    """A store of many documents: writing, reading, searching in it, and how long the event loop waits meanwhile."""
    written = _written(path, rows)
    with SqliteStore(path) as store:
        start = now_ms()
        store.count()
        loaded = now_ms() - start
        all_ = timed(lambda at: store.query(queries[at], NEAREST), QUERIES)
        some = timed(lambda at: store.query(queries[at], NEAREST, {"topic": 3}), QUERIES)
        gap = await _longest_gap(store, queries)
        memory = store.nbytes / 1e6
    return [
        *written,
        Figure(f"{len(rows):,} × {rows.shape[1]} read from a file", loaded),
        Figure("its memory", memory, "MB"),
        Figure("query with texts", percentile(all_, 0.5)),
        Figure("query of one document in seven", percentile(some, 0.5)),
        Figure("longest wait of the event loop during queries", gap),
    ]


def _written(path: Path, rows: Rows) -> list[Figure]:
    with SqliteStore(path) as store:
        start = now_ms()
        for first in range(0, len(rows), _DOCUMENT):
            texts = [f"chunk {at}" for at in range(first, first + _DOCUMENT)]
            store.add(f"document {first}", texts, rows[first : first + _DOCUMENT], {"topic": first // _DOCUMENT % 7})
        seconds = (now_ms() - start) / 1000
    size = path.stat().st_size / 1e6
    return [Figure("chunks written to a file", len(rows) / seconds, "/s"), Figure("size of the file", size, "MB")]


async def _longest_gap(store: SqliteStore, queries: Rows) -> float:
    awaited = as_async(store)

    async def search() -> None:
        for query in queries:
            await awaited.query(query.tolist(), NEAREST)

    waits = [0.0]
    async with asyncio.TaskGroup() as group:
        searching = group.create_task(search())
        while not searching.done():
            start = now_ms()
            await asyncio.sleep(_STEP / 1000)
            waits.append(now_ms() - start - _STEP)
    return max(waits)


def _beside_peer(rows: Rows, queries: Rows) -> list[Figure]:
    """Nothing where the peer is not installed."""
    if importlib.util.find_spec(PEER) is None:
        return []
    theirs: Any = importlib.import_module(PEER).InMemStore()
    theirs.add("d", [f"chunk {at}" for at in range(len(rows))], rows.tolist())
    matrix = Matrix(rows)
    matrix.search(queries[0], NEAREST)
    # Not by turns: whoever reads gigabytes before us leaves nothing of ours in the cache.
    our_times = timed(lambda at: matrix.search(queries[at], NEAREST), QUERIES)
    their_times = timed(lambda at: theirs.query(queries[at].tolist(), top_k=NEAREST), PEER_COUNTS[len(rows)])
    name = f"{len(rows):,} × {rows.shape[1]}"
    return [
        Figure(f"{name}: {PEER} in memory", percentile(their_times, 0.5)),
        ratio(f"{name}: {PEER} to search", their_times, our_times),
    ]
