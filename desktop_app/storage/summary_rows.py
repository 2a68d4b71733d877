"""Reads the rows of summaries. Used by the stores of summaries and vectors, inside their transactions; writes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from desktop_app.storage.tables import summary_segments, summary_sentences

_REPLACED = (
    select(func.count())
    .where(summary_sentences.c.segment_id == summary_segments.c.id, summary_sentences.c.replaced_at.is_not(None))
    .scalar_subquery()
)


def segment_revisions(connection: Connection, chat_id: str, ids: Sequence[str]) -> dict[str, int]:
    """The revision of each of these segments of a chat: one more than sentences of it were replaced or taken out."""
    mine = (summary_segments.c.id.in_(ids), summary_segments.c.chat_id == chat_id)
    rows = connection.execute(select(summary_segments.c.id, _REPLACED).where(*mine))
    return {segment_id: 1 + replaced for segment_id, replaced in rows}
