"""What the fake servers answer when they are asked for vectors: good rows and bad ones. Must not import the program.

A row is made of a text's words, so that texts that share words are near each other; it is not of length 1, as those of many
servers are not. One word is one token here. Standard library only.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tests.fakes.model_replies import Reply, error, json_reply

if TYPE_CHECKING:
    from tests.fakes.model_server import ReceivedRequest

DIMENSION = 8


def word_row(text: str, dimension: int = DIMENSION) -> list[float]:
    """Each word adds 1 to one of ``dimension`` places."""
    row = [0.0] * dimension
    for word in text.casefold().split():
        row[zlib.crc32(word.encode()) % dimension] += 1.0
    return row


def texts_of(request: ReceivedRequest) -> list[str]:
    """The texts that came in one request, in OpenAI's and in Ollama's form."""
    given: Any = request.json.get("input", [])
    return [given] if isinstance(given, str) else [str(text) for text in given]


def openai_rows(rows: Sequence[object], order: Sequence[int] = ()) -> Reply:
    """Rows in OpenAI's form, sent in another ``order`` of places where one is given."""
    entries: list[dict[str, Any]] = [
        {"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)
    ]
    sent = [entries[place] for place in order] if order else entries
    return json_reply({"object": "list", "data": sent, "model": "fake-model", "usage": {"prompt_tokens": 1}})


def by_words(request: ReceivedRequest) -> Reply:
    """What a well-behaved server answers."""
    return openai_rows([word_row(text) for text in texts_of(request)])


def backwards(request: ReceivedRequest) -> Reply:
    """The last row first; only ``index`` tells."""
    rows = [word_row(text) for text in texts_of(request)]
    return openai_rows(rows, tuple(reversed(range(len(rows)))))


def packed(request: ReceivedRequest) -> Reply:
    """Rows as base64 of float32, little-endian, though numbers were asked for."""
    rows = [struct.pack(f"<{DIMENSION}f", *word_row(text)) for text in texts_of(request)]
    return openai_rows([base64.b64encode(row).decode() for row in rows])


def most_texts(limit: int) -> Callable[[ReceivedRequest], Reply]:
    """Refuses more than so many texts at once, as DashScope does."""

    def answer(request: ReceivedRequest) -> Reply:
        if len(texts_of(request)) > limit:
            return error(400, f"batch size is invalid, it should not be larger than {limit}.: input.contents")
        return by_words(request)

    return answer


def most_words(limit: int) -> Callable[[ReceivedRequest], Reply]:
    """Refuses a text of more words; llama.cpp's refusal."""

    def answer(request: ReceivedRequest) -> Reply:
        longest = max(len(text.split()) for text in texts_of(request))
        if longest <= limit:
            return by_words(request)
        message = f"input ({longest} tokens) is too large to process. increase the physical batch size (current batch size: {limit})"
        return error(500, message, code=500, kind="server_error")

    return answer


def refuses_format(request: ReceivedRequest) -> Reply:
    """Knows one format only and does not want it named."""
    if "encoding_format" in request.json:
        return error(400, "Unrecognized request argument supplied: encoding_format")
    return by_words(request)
