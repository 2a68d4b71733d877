"""Rows of numbers that strangers sent, made into vectors of length 1; pure. Called by the embedders.

Standard library only: numpy belongs to ``retrieval``. A batch takes milliseconds: call it in a thread.
"""

from __future__ import annotations

import base64
import binascii
import math
import sys
from array import array
from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from desktop_app.domain.errors import ProviderErrorKind
from desktop_app.providers.errors import reasoned
from desktop_app.providers.json_values import array as list_of
from desktop_app.providers.json_values import count, mapping

Row: TypeAlias = "array[float]"
"""float32 of length 1, in the machine's own byte order."""


def decode_openai(value: object, wanted: int) -> list[Row]:
    """The rows of ``/v1/embeddings`` in the order of the texts, whatever order they came in. Raises ``ProviderError``."""
    found = mapping(value).get("data")
    if not isinstance(found, list):
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
    entries = [mapping(entry) for entry in cast("list[object]", found)]
    _check_count(len(entries), wanted)
    return [_row(entry.get("embedding")) for entry in _in_order(entries)]


def decode_ollama(value: object, wanted: int) -> list[Row]:
    """The rows of ``/api/embed``. Raises ``ProviderError``."""
    found = mapping(value).get("embeddings")
    if not isinstance(found, list):
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
    rows = list_of(cast("object", found))
    _check_count(len(rows), wanted)
    return [_row(row) for row in rows]


def decode_ollama_single(value: object) -> Row:
    """The one row of ``/api/embeddings``, which Ollama had before. Raises ``ProviderError``."""
    answer = mapping(value)
    if "embedding" not in answer:
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
    return _row(answer["embedding"])


def mean_row(rows: Sequence[Row], weights: Sequence[int]) -> Row:
    """The mean by weight, of length 1; the rows are equally long. Raises ``ProviderError`` where they cancel each other out."""
    sums = [0.0] * len(rows[0])
    for row, weight in zip(rows, weights, strict=True):
        for place, number in enumerate(row):
            sums[place] += number * weight
    return unit_row(sums)


def unit_row(numbers: Sequence[float]) -> Row:
    """``numbers`` brought to length 1. Raises ``ProviderError`` for none, for zeros, and for what is no finite number."""
    length = math.hypot(*numbers)
    if not math.isfinite(length):
        raise reasoned(ProviderErrorKind.EMBEDDING, "embedding.not-numbers")
    if not length:
        raise reasoned(ProviderErrorKind.EMBEDDING, "embedding.empty")
    return array("f", [number / length for number in numbers])


def little_endian(row: Row) -> bytes:
    """The bytes of a row, as ``Vectors`` has them."""
    if sys.byteorder == "little":
        return row.tobytes()
    swapped = array("f", row)
    swapped.byteswap()
    return swapped.tobytes()


def _check_count(found: int, wanted: int) -> None:
    if found != wanted:
        raise reasoned(ProviderErrorKind.EMBEDDING, "embedding.count", wanted=wanted, found=found)


def _in_order(entries: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """By ``index`` where each place is named once; servers that name none keep the order."""
    places = [count(entry.get("index")) for entry in entries]
    if sorted(place for place in places if place is not None) != list(range(len(entries))):
        return list(entries)
    by_place = dict(zip(places, entries, strict=True))
    return [by_place[place] for place in range(len(entries))]


def _row(value: object) -> Row:
    if isinstance(value, str):
        return unit_row(_packed(value))
    try:
        return unit_row(array("d", cast("Sequence[float]", value if isinstance(value, list) else ())))
    except (TypeError, OverflowError):
        raise reasoned(ProviderErrorKind.EMBEDDING, "embedding.not-numbers") from None


def _packed(text: str) -> Row:
    """Base64 of float32, little-endian: what OpenAI's own clients ask for, and some servers send unasked."""
    row = array("f")
    try:
        row.frombytes(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        raise reasoned(ProviderErrorKind.EMBEDDING, "embedding.not-numbers") from None
    if sys.byteorder != "little":
        row.byteswap()
    return row
