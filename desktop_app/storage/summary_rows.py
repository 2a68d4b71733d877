"""Reads the rows of summaries. Used by the stores of summaries and vectors, inside their transactions; writes nothing.

A sentence or segment that is damaged on the disk is logged and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, select

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.memory import SummaryMaker, SummarySentence
from desktop_app.domain.summary import Covered, OldSentence, SummarySegment
from desktop_app.storage.batches import in_batches
from desktop_app.storage.codec import readable_json
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.sqlite_tree import read_tip
from desktop_app.storage.tables import summary_segments, summary_sentences

_MAKERS = KnownWords(SummaryMaker)

_IN_USE = summary_sentences.c.replaced_at.is_(None)

_REPLACED = (
    select(func.count())
    .where(summary_sentences.c.segment_id == summary_segments.c.id, summary_sentences.c.replaced_at.is_not(None))
    .scalar_subquery()
    .label("replaced")
)


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """A sentence in use and where it stands. ``sentence`` is None where it cannot be read."""

    seq: int
    id: str
    segment_id: str
    chat_id: str
    position: int
    sentence: SummarySentence | None


def read_segments(connection: Connection, chat_id: str) -> list[SummarySegment]:
    """All of a chat, in the order in which they were made. Raises ``NotFoundError``."""
    read_tip(connection, chat_id)
    sentences = _sentences_in_use(connection, chat_id)
    query = select(summary_segments, _REPLACED).where(summary_segments.c.chat_id == chat_id)
    rows = connection.execute(query.order_by(summary_segments.c.seq)).all()
    found = (_segment_of(row, sentences.get(row.id, ())) for row in rows)
    return [segment for segment in found if segment is not None]


def segment_revisions(connection: Connection, chat_id: str, ids: Sequence[str]) -> dict[str, int]:
    """The revision of each of these segments of a chat: one more than sentences of it were replaced or taken out."""
    mine = (summary_segments.c.id.in_(ids), summary_segments.c.chat_id == chat_id)
    rows = connection.execute(select(summary_segments.c.id, _REPLACED).where(*mine))
    return {row.id: 1 + row.replaced for row in rows}


def covered_messages(connection: Connection, segment_ids: Iterable[str]) -> dict[str, frozenset[str]]:
    """The ids of the messages that each of these segments stands for. Raises ``NotFoundError``."""
    found: dict[str, frozenset[str]] = {}
    for segment_id in segment_ids:
        query = select(summary_segments.c.covers).where(summary_segments.c.id == segment_id)
        json = connection.execute(query).scalar_one_or_none()
        if json is None:
            raise NotFoundError(kind="summary segment", id=segment_id)
        found[segment_id] = frozenset(each.message_id for each in _covers(segment_id, json) or ())
    return found


def sentences_of(connection: Connection, segment_ids: Iterable[str]) -> list[SentenceRow]:
    """Those in use of these segments."""
    found: list[SentenceRow] = []
    for some in in_batches(segment_ids):
        query = select(summary_sentences).where(summary_sentences.c.segment_id.in_(some), _IN_USE)
        found += map(_sentence_row, connection.execute(query))
    return found


def find_sentence(connection: Connection, sentence_id: str) -> SentenceRow:
    """One that is in use. Raises ``NotFoundError``."""
    row = connection.execute(select(summary_sentences).where(summary_sentences.c.id == sentence_id, _IN_USE)).first()
    if row is None:
        raise NotFoundError(kind="summary sentence", id=sentence_id)
    return _sentence_row(row)


def read_history(connection: Connection, chat_id: str, limit: int) -> list[OldSentence]:
    """What was replaced or taken out, the newest first. Raises ``NotFoundError``."""
    read_tip(connection, chat_id)
    replaced_at = summary_sentences.c.replaced_at
    query = select(summary_sentences).where(summary_sentences.c.chat_id == chat_id, replaced_at.is_not(None))
    newest = query.order_by(replaced_at.desc(), summary_sentences.c.seq.desc()).limit(max(limit, 0))
    found = [(_readable(row.id, row.sentence), row) for row in connection.execute(newest)]
    return [OldSentence(sentence, row.segment_id, row.replaced_at) for sentence, row in found if sentence is not None]


def _sentences_in_use(connection: Connection, chat_id: str) -> dict[str, list[tuple[SummarySentence, bool]]]:
    """By segment, in their order, and whether each is stale."""
    columns = (summary_sentences.c.id, summary_sentences.c.segment_id)
    of_chat = summary_sentences.c.segment_id.in_(
        select(summary_segments.c.id).where(summary_segments.c.chat_id == chat_id)
    )
    query = select(*columns, summary_sentences.c.stale, summary_sentences.c.sentence).where(of_chat, _IN_USE)
    found: dict[str, list[tuple[SummarySentence, bool]]] = {}
    for row in connection.execute(query.order_by(summary_sentences.c.position, summary_sentences.c.seq)).all():
        if (sentence := _readable(row.id, row.sentence)) is not None:
            found.setdefault(row.segment_id, []).append((sentence, row.stale))
    return found


def _segment_of(row: Row[*tuple[Any, ...]], sentences: Sequence[tuple[SummarySentence, bool]]) -> SummarySegment | None:
    covers = _covers(row.id, row.covers)
    if covers is None:
        return None
    return SummarySegment(
        id=row.id,
        chat_id=row.chat_id,
        covers=covers,
        sentences=tuple(sentence for sentence, _stale in sentences),
        maker=_MAKERS[row.maker],
        level=row.level,
        model=row.model,
        stale=frozenset(sentence.id for sentence, stale in sentences if stale),
        created_at=row.created_at,
        revision=1 + row.replaced,
    )


def _sentence_row(row: Row[*tuple[Any, ...]]) -> SentenceRow:
    sentence = _readable(row.id, row.sentence)
    return SentenceRow(row.seq, row.id, row.segment_id, row.chat_id, row.position, sentence)


def _covers(segment_id: str, json: str) -> tuple[Covered, ...] | None:
    return readable_json(json, tuple[Covered, ...], f"summary segment {segment_id}")


def _readable(sentence_id: str, json: str) -> SummarySentence | None:
    return readable_json(json, SummarySentence, f"summary sentence {sentence_id}")
