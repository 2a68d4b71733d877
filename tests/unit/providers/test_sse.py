"""The event decoder: the same events however the bytes are cut, and a known error for whatever is too large (H-27, H-28, H4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers.sse import SseDecoder

_LINES = st.sampled_from(
    [
        b"data: one",
        b"data:two",
        b"data:  kept space",
        "data: 那个👩‍🚀é".encode(),
        b"data: torn \xf0\x9f",
        b"data",
        b"data:",
        b": comment",
        b"event: x",
        b"id: 7",
        b"retry: 9",
        b"",
        b"",
        b"\xef\xbb\xbfdata: bom",
        b"nonsense",
    ]
)
_STREAMS = st.lists(st.tuples(_LINES, st.sampled_from([b"\n", b"\r", b"\r\n"]))).map(
    lambda pairs: b"".join(line + end for line, end in pairs)
)


def decode(*chunks: bytes, decoder: SseDecoder | None = None) -> list[str]:
    decoder = decoder or SseDecoder()
    events = [event for chunk in chunks for event in decoder.feed(chunk)]
    return events + decoder.finish()


@given(_STREAMS | st.binary(max_size=200), st.data())
def test_any_cutting_gives_the_same_events(stream: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    chunks = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]

    assert decode(*chunks) == decode(stream)
    assert decode(*(stream[index : index + 1] for index in range(len(stream)))) == decode(stream)


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n\ufeff"), min_size=1)),
    st.sampled_from(["\n", "\r", "\r\n"]),
    st.sampled_from(["data: ", "data:"]),
)
def test_what_was_sent_is_what_comes_out(texts: list[str], newline: str, field: str) -> None:
    texts = [text for text in texts if field.endswith(" ") or not text.startswith(" ")]
    stream = "".join(f"{field}{text}{newline}{newline}" for text in texts)

    assert decode(stream.encode()) == texts


@pytest.mark.parametrize("newline", [b"\n", b"\r", b"\r\n"])
def test_lines_of_one_event_are_joined(newline: bytes) -> None:
    assert decode(newline.join([b"event: m", b"data: a", b"id: 1", b"data:b", b"", b""])) == ["a\nb"]


def test_a_byte_order_mark_is_skipped_even_when_cut() -> None:
    assert decode(b"\xef", b"\xbb", b"\xbfdata: a\n\n") == ["a"]


def test_invalid_bytes_show_once_and_the_stream_goes_on() -> None:
    assert decode(b"data: a\xff\n\ndata: b\n\n") == ["a\ufffd", "b"]


def test_the_last_event_counts_without_an_empty_line() -> None:
    assert decode(b"data: a\n\ndata: [DONE]") == ["a", "[DONE]"]


def test_an_event_comes_out_as_soon_as_it_is_whole() -> None:
    decoder = SseDecoder()

    assert decoder.feed(b"data: a\r\n\r") == ["a"]
    assert decoder.feed(b"\ndata: b\n\n") == ["b"]


@pytest.mark.parametrize(
    "chunks",
    [
        pytest.param([b"data: ", *[b"x" * 50] * 3], id="line"),
        pytest.param([b"data: " + b"x" * 60 + b"\n"] * 4, id="event"),
        pytest.param([b": x\n\n"] * 200, id="reply"),
    ],
)
def test_what_is_too_large_is_a_known_error(chunks: list[bytes]) -> None:
    decoder = SseDecoder(max_line=100, max_event=200, max_reply=500)

    with pytest.raises(ProviderError) as caught:
        decode(*chunks, decoder=decoder)

    assert caught.value.kind is ProviderErrorKind.BAD_RESPONSE
    assert caught.value.reason == "answer.too-large"
