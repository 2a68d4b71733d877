"""Rows of values in a small form: as columns, cut into chunks that are kept as texts, each named by its hash.

Called by ``plan_store``. Cuts depend on the rows' ids alone: the same chunk comes again in the next plan, is kept once, and
costs a hash; rows of such hashes are cut in the same way. Only the ends stand in the skeleton themselves.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any, TypeAlias, TypeGuard, TypeVar

Json: TypeAlias = Any

# A row's fields by name; no value is a list itself.
Row: TypeAlias = Mapping[str, Json]

_Item = TypeVar("_Item")

# 120 bits: 20 characters without padding.
_HASH_BYTES = 15

# A chunk ends behind every item whose key falls to this share: about four items a chunk weighed least
# (fewer: more hashes; more: longer ends that stand in the skeleton).
_CHUNK_SHARE = 4

# So few hashes are not cut again.
_FEW_HASHES = 4


class Texts:
    """Collects texts; hands out their hashes."""

    def __init__(self) -> None:
        self.by_hash: dict[str, str] = {}

    def hash_of(self, text: str) -> str:
        """The hash of a text, which is kept."""
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES).digest()
        key = urlsafe_b64encode(digest).decode("ascii")
        self.by_hash[key] = text
        return key


def as_json(value: Json) -> str:
    """JSON without white space, ASCII."""
    return json.dumps(value, separators=(",", ":"))


def listed(values: Sequence[Json]) -> Json:
    """A list inside a row, where a bare one would be a column."""
    return {"of": values} if values else None


def unlisted(data: Json) -> Sequence[Json]:
    """The list again."""
    return data["of"] if data else ()


def packed(rows: Sequence[Row], ids: Sequence[str], usual: Row, texts: Texts) -> list[Json]:
    """Columns of rows at the ends, between them hashes of columns or of rows of further hashes.

    All ``rows`` have the same fields; ``ids`` are theirs. What is as in ``usual`` is not written.
    """
    head, middle, tail = _cut(rows, ids)
    before: list[Json] = [columns(head, usual)] if head else []
    after: list[Json] = [columns(tail, usual)] if tail else []
    hashes = [texts.hash_of(as_json(columns(chunk, usual))) for chunk in middle]
    while len(hashes) > _FEW_HASHES:
        first, chunks, last = _cut(hashes, hashes)
        before, after = [*before, *first], [*last, *after]
        hashes = [texts.hash_of(as_json(chunk)) for chunk in chunks]
    return [*before, *hashes, *after]


def unpacked(items: Sequence[Json], usual: Row, texts: Mapping[str, str]) -> Iterator[Row]:
    """The rows again. Raises ``KeyError`` where a text is not there."""
    for item in items:
        data: Json = json.loads(texts[item]) if isinstance(item, str) else item
        yield from unpacked(data, usual, texts) if _is_list(data) else rows_of(data, usual)


def columns(rows: Sequence[Row], usual: Row) -> Json:
    """A list for each field, or one value where all are the same, or nothing where it is the usual one."""
    if not rows:
        return {"count": 0}
    folded = {name: _folded([row[name] for row in rows]) for name in rows[0]}
    unusual = {name: value for name, value in folded.items() if name not in usual or value != usual[name]}
    return {"count": len(rows), **unusual}


def rows_of(data: Json, usual: Row) -> Iterator[Row]:
    """The rows of ``columns``."""
    whole: dict[str, Json] = {**usual, **data}
    for index in range(whole.pop("count")):
        yield {name: value[index] if _is_list(value) else value for name, value in whole.items()}


def _cut(items: Sequence[_Item], keys: Sequence[str]) -> tuple[Sequence[_Item], list[Sequence[_Item]], Sequence[_Item]]:
    """Items as (head, chunks, tail): a chunk begins behind a cut and ends with one, so it is the same in every plan."""
    cuts = [
        index + 1
        for index, key in enumerate(keys)
        if zlib.crc32(key.encode("utf-8", "surrogatepass")) % _CHUNK_SHARE == 0
    ]
    if not cuts:
        return items, [], ()
    chunks = [items[start:stop] for start, stop in pairwise(cuts)]
    return items[: cuts[0]], chunks, items[cuts[-1] :]


def _folded(values: list[Json]) -> Json:
    return values[0] if all(value == values[0] for value in values) else values


def _is_list(value: Json) -> TypeGuard[list[Json]]:
    return isinstance(value, list)
