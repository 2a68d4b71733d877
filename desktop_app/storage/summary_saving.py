"""Writes the rows of summaries. Used by the summary repository, inside its transactions.

A sentence that is replaced stays in its table as history. ``summary_sources`` names the messages of those in use, so that a
change of a message finds them (``sqlite_derived``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from desktop_app.domain.errors import StorageError
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.message import MessageState
from desktop_app.domain.summary import SummarySegment
from desktop_app.storage.batches import in_batches
from desktop_app.storage.codec import flags_of_bits, to_json
from desktop_app.storage.sqlite_derived import drop_vectors
from desktop_app.storage.sqlite_tree import read_tip
from desktop_app.storage.summary_rows import SentenceRow, covered_messages, find_sentence, sentences_of
from desktop_app.storage.tables import messages, summary_segments, summary_sentences, summary_sources

_OF_ROW = update(summary_sentences).where(summary_sentences.c.seq == bindparam("which"))
_RETIRE = _OF_ROW.values(replaced_at=bindparam("at"))
_MOVE = _OF_ROW.values(
    segment_id=bindparam("segment"), position=bindparam("place"), stale=bindparam("old"), sentence=bindparam("json")
)
_UNLINK = delete(summary_sources).where(
    summary_sources.c.message_id == bindparam("message"), summary_sources.c.sentence_seq == bindparam("which")
)


@dataclass(frozen=True, slots=True)
class _Current:
    """A message as it is now. ``sendable``: whether anything of it may be told."""

    chat_id: str
    revision: int
    whole: bool
    sendable: bool


def add_segments(
    connection: Connection, segments: Sequence[SummarySegment], instead_of: Sequence[str], now: int
) -> None:
    """See ``SummaryRepository``. ``now``: Unix milliseconds."""
    for chat_id in dict.fromkeys(segment.chat_id for segment in segments):
        read_tip(connection, chat_id)
    told = covered_messages(connection, instead_of)
    current = _current_messages(connection, segments)
    added = [segment for segment in segments if _is_still_so(segment, current)]
    left_out = {each.message_id for segment in segments if segment not in added for each in segment.covers}
    going = [segment_id for segment_id, message_ids in told.items() if left_out.isdisjoint(message_ids)]
    old = {row.id: row for row in sentences_of(connection, going)}
    added = [_with_locked(segment, old) for segment in added]
    _refuse_known(connection, added, old)
    kept = {each.id: old[each.id] for segment in added for each in segment.sentences if _is_said(each, old)}
    _take_out(connection, [row for row in old.values() if row.id not in kept], now)
    _unlink(connection, kept.values())
    for some in in_batches(going):
        connection.execute(delete(summary_segments).where(summary_segments.c.id.in_(some)))
    drop_vectors(connection, going)
    if added:
        _add(connection, added, current, kept)


def revise_sentence(connection: Connection, sentence: SummarySentence, now: int, *, with_sources: bool = False) -> None:
    """Other words are a row of their own in the place of the old ones. Raises ``NotFoundError``.

    ``with_sources``: where it comes from is said anew too.
    """
    row = find_sentence(connection, sentence.id)
    if row.sentence is not None:
        sources = sentence.sources if with_sources else row.sentence.sources
        said = {"text": sentence.text, "locked": sentence.locked, "made_by": sentence.made_by}
        sentence = replace(row.sentence, **said, sources=sources)
        if sentence.text == row.sentence.text:
            connection.execute(
                _OF_ROW.values(sentence=bindparam("json")), {"which": row.seq, "json": to_json(sentence)}
            )
            return
    _take_out(connection, [row], now)
    seq = _next_seq(connection)
    place = {"chat_id": row.chat_id, "segment_id": row.segment_id, "position": row.position, "stale": False}
    connection.execute(insert(summary_sentences).values(seq=seq, id=row.id, sentence=to_json(sentence), **place))
    _link(connection, {seq: sentence})
    drop_vectors(connection, [row.segment_id])


def remove_sentence(connection: Connection, sentence_id: str, now: int) -> None:
    """Its segment goes on without it. Raises ``NotFoundError``."""
    row = find_sentence(connection, sentence_id)
    _take_out(connection, [row], now)
    drop_vectors(connection, [row.segment_id])


def _current_messages(connection: Connection, segments: Iterable[SummarySegment]) -> dict[str, _Current]:
    """Every message that these segments speak of and that there is."""
    covered = (each.message_id for segment in segments for each in segment.covers)
    quoted = (span.message_id for segment in segments for each in segment.sentences for span in each.sources)
    columns = (messages.c.id, messages.c.chat_id, messages.c.revision, messages.c.state, messages.c.flags)
    found: dict[str, _Current] = {}
    for some in in_batches(dict.fromkeys([*covered, *quoted])):
        for row in connection.execute(select(*columns).where(messages.c.id.in_(some))):
            flags, whole = flags_of_bits(row.flags), row.state != MessageState.STREAMING.value
            found[row.id] = _Current(row.chat_id, row.revision, whole and not flags.deleted, flags.sendable)
    return found


def _is_still_so(segment: SummarySegment, current: Mapping[str, _Current]) -> bool:
    """Whether all its messages are there, whole, in the revisions that were read."""
    for each in segment.covers:
        message = current.get(each.message_id)
        if message is None or (message.chat_id, message.revision) != (segment.chat_id, each.revision):
            return False
        if not message.whole:
            return False
    return True


def _is_stale(segment: SummarySegment, sentence: SummarySentence, current: Mapping[str, _Current]) -> bool:
    """Whether something became of a source between the reading of it and now."""
    if sentence.id in segment.stale:
        return True
    found = ((span, current.get(span.message_id)) for span in sentence.sources)
    return any(message is None or message.revision != span.revision or not message.sendable for span, message in found)


def _with_locked(segment: SummarySegment, old: Mapping[str, SentenceRow]) -> SummarySegment:
    """The person's own words stay as they are by now, where the segment repeats them."""
    sentences = tuple(_locked(each, old.get(each.id)) for each in segment.sentences)
    return replace(segment, sentences=sentences)


def _locked(sentence: SummarySentence, row: SentenceRow | None) -> SummarySentence:
    if row is None or row.sentence is None or not row.sentence.locked:
        return sentence
    return replace(sentence, text=row.sentence.text, made_by=row.sentence.made_by, locked=True)


def _is_said(sentence: SummarySentence, old: Mapping[str, SentenceRow]) -> bool:
    """Whether it stands there already in these words: then nothing of it is history."""
    row = old.get(sentence.id)
    return row is not None and row.sentence is not None and row.sentence.text == sentence.text


def _refuse_known(connection: Connection, segments: Iterable[SummarySegment], old: Collection[str]) -> None:
    """No two sentences in use have the same id."""
    ids = [each.id for segment in segments for each in segment.sentences]
    known = len(set(ids)) < len(ids)
    for some in in_batches(each for each in ids if each not in old):
        in_use = (summary_sentences.c.id.in_(some), summary_sentences.c.replaced_at.is_(None))
        known = known or connection.execute(select(summary_sentences.c.seq).where(*in_use)).first() is not None
    if known:
        raise StorageError(detail="There is a summary sentence with this id already.")


def _take_out(connection: Connection, rows: Sequence[SentenceRow], now: int) -> None:
    """From now on these are history."""
    _unlink(connection, rows)
    if rows:
        connection.execute(_RETIRE, [{"which": row.seq, "at": now} for row in rows])


def _unlink(connection: Connection, rows: Iterable[SentenceRow]) -> None:
    """No change of a message concerns these any more."""
    known: list[dict[str, str | int]] = []
    for row in rows:
        if row.sentence is None:  # damaged: what it was made of must be looked for
            connection.execute(delete(summary_sources).where(summary_sources.c.sentence_seq == row.seq))
        else:
            known += [{"message": span.message_id, "which": row.seq} for span in row.sentence.sources]
    if known:
        connection.execute(_UNLINK, known)


def _link(connection: Connection, sentences: Mapping[int, SummarySentence]) -> None:
    pairs = {(span.message_id, seq): None for seq, sentence in sentences.items() for span in sentence.sources}
    if pairs:
        rows = [{"message_id": message_id, "sentence_seq": seq} for message_id, seq in pairs]
        connection.execute(insert(summary_sources), rows)


def _add(
    connection: Connection,
    segments: Sequence[SummarySegment],
    current: Mapping[str, _Current],
    kept: Mapping[str, SentenceRow],
) -> None:
    connection.execute(insert(summary_segments), [_columns(segment) for segment in segments])
    numbers = count(_next_seq(connection))
    new: list[dict[str, object]] = []
    moved: list[dict[str, object]] = []
    said: dict[int, SummarySentence] = {}
    for segment in segments:
        for place, each in enumerate(segment.sentences):
            stale, json = _is_stale(segment, each, current), to_json(each)
            if each.id in kept:
                seq = kept[each.id].seq
                moved.append({"which": seq, "segment": segment.id, "place": place, "old": stale, "json": json})
            else:
                seq = next(numbers)
                where: dict[str, object] = {"chat_id": segment.chat_id, "segment_id": segment.id, "position": place}
                new.append({"seq": seq, "id": each.id, "stale": stale, "sentence": json, **where})
            said[seq] = each
    if new:
        connection.execute(insert(summary_sentences), new)
    if moved:
        connection.execute(_MOVE, moved)
    _link(connection, said)


def _columns(segment: SummarySegment) -> dict[str, object]:
    return {
        "id": segment.id,
        "chat_id": segment.chat_id,
        "maker": segment.maker.value,
        "level": segment.level,
        "model": segment.model,
        "covers": to_json(segment.covers),
        "created_at": segment.created_at,
    }


def _next_seq(connection: Connection) -> int:
    return 1 + (connection.execute(select(func.max(summary_sentences.c.seq))).scalar_one_or_none() or 0)
