"""The header reader: right about real and small files, and never more than a ``GgufError`` on hostile ones."""

from __future__ import annotations

import random
import struct
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.providers.demo_model import find_demo_model
from desktop_app.providers.gguf import GgufError, GgufHeader, parse_header, read_header
from tests.examples import examples
from tests.fakes.gguf_files import CHAT_MODEL, DATA_BYTES, gguf


def parse(data: bytes) -> GgufHeader:
    return parse_header(BytesIO(data))


def test_reads_what_a_small_file_says() -> None:
    data = gguf()
    header = parse(data)
    assert header.architecture == "llama"
    assert header.name == "A tiny model"
    assert header.context_length == 4096
    assert header.has_chat_template
    assert header.file_type == 3
    assert header.tensor_count == 2
    assert header.array_lengths == {"tokenizer.ggml.tokens": 3}
    assert header.needed == header.size == len(data)


def test_reads_the_demo_model_to_the_byte() -> None:
    header = read_header(find_demo_model())
    assert (header.architecture, header.context_length, header.tensor_count) == ("llama", 8192, 272)
    assert header.has_chat_template
    assert header.array_lengths["tokenizer.ggml.tokens"] == 49152
    assert header.needed == header.size


def test_a_header_cut_anywhere_is_short_or_needs_more() -> None:
    data = gguf()
    data_start = len(data) - DATA_BYTES
    for length in range(4, data_start - 32):
        with pytest.raises(GgufError, match="short"):
            parse(data[:length])
    for length in range(data_start, len(data)):
        header = parse(data[:length])
        assert header.needed > header.size == length


def test_long_texts_are_passed_over() -> None:
    header = parse(gguf({**CHAT_MODEL, "general.description": "x" * (2 << 20)}))
    assert "general.description" not in header.fields
    assert header.context_length == 4096


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "magic"),
        (b"GGU", "magic"),
        (b"GGUF", "short"),
        (gguf(order=">"), "byte-order"),
        (gguf(version=1), "version"),
        (gguf(version=4), "version"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1 << 63, 0), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 63), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1 << 63), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 3) + b"key" + struct.pack("<IQ", 8, 1 << 63), "short"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 3) + b"key" + struct.pack("<IIQ", 9, 4, 1 << 62), "short"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 3) + b"key" + struct.pack("<IIQ", 9, 8, 1 << 62), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 3) + b"key" + struct.pack("<IIQ", 9, 9, 1), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 3) + b"key" + struct.pack("<I", 99), "damaged"),
        (gguf({**CHAT_MODEL, "general.alignment": 33}), "damaged"),
        (gguf({**CHAT_MODEL, "general.alignment": 0}), "damaged"),
        (gguf(tensors=(("t", (1,) * 9, 0, 0),)), "damaged"),
    ],
)
def test_says_what_is_wrong(data: bytes, reason: str) -> None:
    with pytest.raises(GgufError) as caught:
        parse(data)
    assert caught.value.reason == reason


def test_a_tensor_of_a_newer_type_still_shows_where_it_begins() -> None:
    header = parse(gguf(tensors=(("t", (64,), 250, 1024),), data_bytes=0))
    assert header.needed == header.size + 1024


def test_ten_thousand_broken_headers_end_in_a_header_or_a_known_error() -> None:
    chance = random.Random(1)
    sound = gguf()
    for _ in range(10_000):
        data = bytearray(sound)
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(4, len(data))
            data[place : place + chance.randint(0, 8)] = chance.choice(
                (chance.randbytes(chance.randint(0, 8)), b"\xff" * 8)
            )
        check_read_or_refused(bytes(data[: chance.randint(4, len(data))]) if chance.random() < 0.3 else bytes(data))


@examples(120)
@given(
    st.binary(max_size=400),
    st.sampled_from((b"", b"GGUF", b"GGUF\x03\0\0\0", b"GGUF\x03\0\0\0" + struct.pack("<QQ", 1, 2))),
)
def test_any_bytes_end_in_a_header_or_a_known_error(data: bytes, begin: bytes) -> None:
    check_read_or_refused(begin + data)


def check_read_or_refused(data: bytes) -> None:
    try:
        header = parse(data)
    except GgufError:
        return
    # Whatever it says, asking it raises nothing.
    assert isinstance(header.context_length, int)
    assert len(header.name) <= 200
    assert header.has_chat_template in {True, False}
