"""Keeps the plan of a turn small: each text once for all turns, known by its hash. Used by the turn repository.

A plan names hundreds of texts, nearly all of which the turn before named too. ``plan_texts`` holds each text once,
compressed; a turn holds the numbers of its texts as differences (neighbours, so they compress to nothing) and its skeleton,
compressed with the hashes of these texts as dictionary, so that naming one costs a few bytes instead of its whole hash.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

import msgspec
from sqlalchemy import Connection, insert, select

from desktop_app.domain.generation import StoredPlan
from desktop_app.storage.tables import plan_texts

_LEVEL = 6

# zlib looks back no further than this.
_DICTIONARY_BYTES = 32 * 1024

_PER_STATEMENT = 500

_log = logging.getLogger(__name__)


def store_plan(connection: Connection, plan: StoredPlan) -> tuple[bytes, bytes]:
    """Stores what texts are new; returns what the turn's row keeps: (skeleton, text ids)."""
    hashes = list(plan.texts)
    ids = _known_ids(connection, hashes)
    for text_hash, text in plan.texts.items():
        if text_hash not in ids:
            data = zlib.compress(text.encode(), _LEVEL)
            new = insert(plan_texts).values(hash=text_hash, data=data).returning(plan_texts.c.id)
            ids[text_hash] = connection.execute(new).scalar_one()
    ordered = sorted(hashes, key=ids.__getitem__)
    numbers = [ids[text_hash] for text_hash in ordered]
    differences = [b - a for a, b in pairwise([0, *numbers])]
    return _compress(plan.skeleton, ordered), zlib.compress(msgspec.json.encode(differences), _LEVEL)


def load_plan(connection: Connection, turn_id: str, skeleton: bytes, text_ids: bytes) -> StoredPlan | None:
    """The plan that ``store_plan`` took apart; None, and a line in the log, where it is damaged."""
    try:
        return _put_together(connection, skeleton, text_ids)
    except (zlib.error, msgspec.MsgspecError, UnicodeError):
        _log.warning("The plan of turn %s was changed on the disk by something else than Talespan.", turn_id)
        return None


def _put_together(connection: Connection, skeleton: bytes, text_ids: bytes) -> StoredPlan:
    differences = msgspec.json.decode(zlib.decompress(text_ids), type=list[int])
    numbers = list(accumulate(differences))
    texts: dict[str, str] = {}
    for some in _batches(numbers):
        query = select(plan_texts.c.hash, plan_texts.c.data).where(plan_texts.c.id.in_(some)).order_by(plan_texts.c.id)
        texts |= {text_hash: zlib.decompress(data).decode() for text_hash, data in connection.execute(query)}
    return StoredPlan(skeleton=_decompress(skeleton, list(texts)), texts=texts)


def _known_ids(connection: Connection, hashes: Sequence[str]) -> dict[str, int]:
    ids: dict[str, int] = {}
    for some in _batches(hashes):
        query = select(plan_texts.c.hash, plan_texts.c.id).where(plan_texts.c.hash.in_(some))
        ids.update(row.tuple() for row in connection.execute(query))
    return ids


def _compress(skeleton: bytes, hashes: Sequence[str]) -> bytes:
    compressor = zlib.compressobj(_LEVEL, zdict=_dictionary(hashes))
    return compressor.compress(skeleton) + compressor.flush()


def _decompress(data: bytes, hashes: Sequence[str]) -> bytes:
    decompressor = zlib.decompressobj(zdict=_dictionary(hashes))
    return decompressor.decompress(data) + decompressor.flush()


def _dictionary(hashes: Sequence[str]) -> bytes:
    return "".join(hashes).encode()[-_DICTIONARY_BYTES:]


def _batches(items: Sequence[int] | Sequence[str]) -> Iterator[Sequence[int] | Sequence[str]]:
    return (items[start : start + _PER_STATEMENT] for start in range(0, len(items), _PER_STATEMENT))
