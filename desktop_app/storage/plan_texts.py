"""Keeps the plan of a turn small: each text once for all turns, known by its hash. Used by the turn repository.

A plan names hundreds of texts, nearly all of which the turn before named too. ``plan_texts`` holds each text once,
compressed; a turn holds its skeleton as it came (the engine has compressed it), and the numbers of its texts as differences:
they are mostly neighbours, so that hundreds compress to some fifty bytes.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise

import msgspec
from sqlalchemy import Connection, delete, insert, select

from desktop_app.domain.generation import StoredPlan
from desktop_app.storage.batches import in_batches
from desktop_app.storage.tables import plan_texts, turns

_LEVEL = 6

_log = logging.getLogger(__name__)


def store_plan(connection: Connection, plan: StoredPlan) -> tuple[bytes, bytes]:
    """Stores what texts are new; returns what the turn's row keeps: (skeleton, text ids)."""
    ids = _known_ids(connection, list(plan.texts))
    for text_hash, text in plan.texts.items():
        if text_hash not in ids:
            data = zlib.compress(text.encode(), _LEVEL)
            new = insert(plan_texts).values(hash=text_hash, data=data).returning(plan_texts.c.id)
            ids[text_hash] = connection.execute(new).scalar_one()
    differences = [after - before for before, after in pairwise([0, *sorted(ids.values())])]
    return plan.skeleton, zlib.compress(msgspec.json.encode(differences), _LEVEL)


def drop_unused_texts(connection: Connection) -> None:
    """Texts go that no turn names any more. Reads the names of all turns; where one is damaged, every text stays."""
    used: set[int] = set()
    named = select(turns.c.plan_text_ids).where(turns.c.plan_text_ids.is_not(None))
    try:
        for (text_ids,) in connection.execute(named):
            used.update(numbers_of(text_ids))
    except (zlib.error, msgspec.MsgspecError, UnicodeError):
        _log.warning("The plan of a turn was changed on the disk by something else than Talespan.")
        return
    unused = [number for number in connection.execute(select(plan_texts.c.id)).scalars() if number not in used]
    for some in in_batches(unused):
        connection.execute(delete(plan_texts).where(plan_texts.c.id.in_(some)))


def load_plan(connection: Connection, turn_id: str, skeleton: bytes, text_ids: bytes) -> StoredPlan | None:
    """The plan that ``store_plan`` took apart; None, and a line in the log, where it is damaged."""
    try:
        return _put_together(connection, skeleton, text_ids)
    except (zlib.error, msgspec.MsgspecError, UnicodeError):
        _log.warning("The plan of turn %s was changed on the disk by something else than Talespan.", turn_id)
        return None


def numbers_of(text_ids: bytes) -> list[int]:
    """The numbers of a plan's texts. Raises ``zlib.error``, ``msgspec.MsgspecError`` or ``UnicodeError`` for damaged ones."""
    return list(accumulate(msgspec.json.decode(zlib.decompress(text_ids), type=list[int])))


def _put_together(connection: Connection, skeleton: bytes, text_ids: bytes) -> StoredPlan:
    numbers = numbers_of(text_ids)
    texts: dict[str, str] = {}
    for some in in_batches(numbers):
        query = select(plan_texts.c.hash, plan_texts.c.data).where(plan_texts.c.id.in_(some))
        texts |= {text_hash: zlib.decompress(data).decode() for text_hash, data in connection.execute(query)}
    return StoredPlan(skeleton, texts)


def _known_ids(connection: Connection, hashes: Sequence[str]) -> dict[str, int]:
    ids: dict[str, int] = {}
    for some in in_batches(hashes):
        query = select(plan_texts.c.hash, plan_texts.c.id).where(plan_texts.c.hash.in_(some))
        ids |= {row.hash: row.id for row in connection.execute(query)}
    return ids
