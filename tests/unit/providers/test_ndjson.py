"""Lines of JSON are the same however the bytes are cut, and none is too long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers.ndjson import NdjsonDecoder


def decoded(*chunks: bytes, decoder: NdjsonDecoder | None = None) -> list[str]:
    decoder = decoder or NdjsonDecoder()
    return [text for chunk in chunks for text in decoder.feed(chunk)] + decoder.finish()


@given(
    st.lists(st.sampled_from(['{"a":"é"}', '{"b":"👩‍🚀 你好"}', "{}", ""])), st.sampled_from(["\n", "\r\n"]), st.data()
)
def test_every_cut_gives_the_same_lines(lines: list[str], newline: str, data: st.DataObject) -> None:
    whole = "".join(line + newline for line in lines).encode()
    cut = data.draw(st.integers(0, len(whole)))

    assert decoded(whole[:cut], whole[cut:]) == [line for line in lines if line]
    assert decoded(*(whole[index : index + 1] for index in range(len(whole)))) == [line for line in lines if line]


def test_a_last_line_needs_no_end_and_a_mark_in_front_is_left_out() -> None:
    assert decoded(b"\xef\xbb\xbf{}\n{1}") == ["{}", "{1}"]


@pytest.mark.parametrize("newline", [b"", b"\n"], ids=["one line", "many lines"])
def test_what_never_ends_is_refused(newline: bytes) -> None:
    decoder = NdjsonDecoder(max_line=1000, max_reply=10_000)
    with pytest.raises(ProviderError) as caught:
        decoded(*[b"x" * 100 + newline] * 200, decoder=decoder)
    assert (caught.value.kind, caught.value.reason) == (ProviderErrorKind.BAD_RESPONSE, "answer.too-large")
