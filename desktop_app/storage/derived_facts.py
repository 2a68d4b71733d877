"""Counts what was made of the messages: vectors, summaries, proposals. For the report about a data folder; reads only."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from desktop_app.storage.sqlite_copy import count_rows

_SOURCES = """
SELECT identity, count(*) FROM (SELECT DISTINCT source_id, embedder_id FROM passage_vectors)
JOIN embedders ON embedders.id = embedder_id GROUP BY embedder_id ORDER BY identity
"""


@dataclass(frozen=True, slots=True)
class DerivedFacts:
    """``vectors``: how many messages and summary segments have some, by the identity of the embedder."""

    vectors: Mapping[str, int]
    cached_vectors: int
    summary_segments: int
    stale_sentences: int
    waiting_proposals: int


def read_derived(connection: sqlite3.Connection) -> DerivedFacts:
    """Zeros where the database is of a version that had none of it yet."""
    has_vectors = count_rows(connection, "embedders") > 0
    return DerivedFacts(
        vectors=dict(connection.execute(_SOURCES).fetchall()) if has_vectors else {},
        cached_vectors=count_rows(connection, "embedding_cache"),
        summary_segments=count_rows(connection, "summary_segments"),
        stale_sentences=count_rows(connection, "summary_sentences", "stale AND replaced_at IS NULL"),
        waiting_proposals=count_rows(connection, "memory_proposals", "state = 'waiting'"),
    )
