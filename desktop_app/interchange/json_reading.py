"""JSON of unknown origin as Python values, bounded and clean. Called by every reader of ``interchange``.

What comes out holds no NUL and no lone surrogate, is not nested deeper than ``MAX_DEPTH``, and every number in it is finite.
It has the types ``dict``, ``list``, ``str``, ``int``, ``float``, ``bool`` and ``None`` only.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias, cast

from desktop_app.domain.message import clean_text
from desktop_app.interchange.errors import EmptyFileError, NotJsonError, NumberError, TooDeepError, TooLargeError
from desktop_app.interchange.limits import MAX_DEPTH, MAX_DIGITS, MAX_JSON, MB
from desktop_app.interchange.report import NoteCode, Notes

# Any: JSON from outside, which the coercion helpers (``fields``) give types.
Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]

_UTF8_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
# A whole text, or a bracket; possessive, so that no input makes it go back.
_STRUCTURE = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|([\[{])|([\]}])', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z))|,(?=\s*[\]}])', re.DOTALL)
_DIRTY_ESCAPE = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")
_REPLACEMENT = "�"


def decode_text(data: bytes, notes: Notes) -> str:
    """The text of a file: UTF-8 or UTF-16 with a mark, one mark taken off; bytes that are no text become U+FFFD."""
    if data.startswith(_UTF16_BOMS):
        text = data.decode("utf-16", "replace")
    else:
        text = data.removeprefix(_UTF8_BOM).decode("utf-8", "replace")
    if (bad := text.count(_REPLACEMENT) - data.count(_REPLACEMENT.encode())) > 0:
        notes.warn(NoteCode.BAD_BYTES, count=bad)
    return text


def load_json(data: bytes | str, notes: Notes) -> Json:
    """The value of a whole file. Raises ``InterchangeError``."""
    if len(data) > MAX_JSON:
        raise TooLargeError(file=notes.file, limit=MAX_JSON // MB)
    text = decode_text(data, notes) if isinstance(data, bytes) else data
    if not text.strip():
        raise EmptyFileError(file=notes.file)
    check_depth(text, notes)
    value = _parsed(text, notes)
    return cleaned(value, notes) if "\0" in text or _DIRTY_ESCAPE.search(text) else value


def check_depth(text: str, notes: Notes) -> None:
    """Raises ``TooDeepError`` before a parser could run out of stack."""
    depth = 0
    for match in _STRUCTURE.finditer(text):
        if match.lastindex == 1:
            depth += 1
            if depth > MAX_DEPTH:
                raise TooDeepError(file=notes.file, limit=MAX_DEPTH)
        elif match.lastindex == 2:
            depth -= 1


def cleaned(value: Json, notes: Notes) -> Json:
    """``value`` without NUL and lone surrogates, lists and objects changed in place; without recursion."""
    box = [value]
    waiting: list[Json] = [box]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            here = cast("JsonObject", here)
            items = [(_clean(key, notes), _clean(item, notes)) for key, item in here.items()]
            here.clear()
            here.update(items)
            waiting.extend(_containers(here.values()))
        else:
            here[:] = [_clean(item, notes) for item in here]
            waiting.extend(_containers(here))
    return box[0]


def dump_json(value: Json) -> str:
    """As compact JSON text, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _containers(items: Iterable[Json]) -> Iterator[Json]:
    for item in items:
        if isinstance(item, dict | list):
            yield cast("Json", item)


def _clean(value: Json, notes: Notes) -> Json:
    if not isinstance(value, str):
        return value
    if "\0" in value:
        notes.warn(NoteCode.NUL)
        value = value.replace("\0", "")
    made = clean_text(value)
    if made != value:
        notes.warn(NoteCode.SURROGATES)
    return made


def _parsed(text: str, notes: Notes) -> Json:
    decoder = _decoder(notes)
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        mended = _TRAILING_COMMA.sub(lambda match: match[1] or "", text)
        if len(mended) == len(text):
            raise _not_json(error, notes) from None
    except RecursionError:
        raise TooDeepError(file=notes.file, limit=MAX_DEPTH) from None
    try:
        value = decoder.decode(mended)
    except json.JSONDecodeError as error:
        raise _not_json(error, notes) from None
    notes.warn(NoteCode.TRAILING_COMMA)
    return value


def _decoder(notes: Notes) -> json.JSONDecoder:
    def integer(digits: str) -> int:
        if len(digits) > MAX_DIGITS:
            raise NumberError(file=notes.file, number=digits[:12] + "…")
        return int(digits)

    def real(digits: str) -> float:
        number = float(digits)
        if not math.isfinite(number):
            raise NumberError(file=notes.file, number=digits[:40])
        return number

    def constant(name: str) -> float:
        raise NumberError(file=notes.file, number=name)

    def pairs(items: list[tuple[str, Json]]) -> JsonObject:
        made = dict(items)
        if len(made) != len(items):
            for key, item in items:
                if made[key] != item:
                    notes.warn(NoteCode.DUPLICATE_KEY, key=key[:80])
        return made

    # strict=False: line breaks inside texts, which careless writers leave as they are.
    return json.JSONDecoder(
        parse_int=integer, parse_float=real, parse_constant=constant, object_pairs_hook=pairs, strict=False
    )


def _not_json(error: json.JSONDecodeError, notes: Notes) -> NotJsonError:
    return NotJsonError(file=notes.file, line=error.lineno, column=error.colno)
