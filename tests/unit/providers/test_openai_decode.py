"""Chunks in all the forms that servers send them, thoughts between tags, and characters cut in two (H-27, H-30)."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    FinishReason,
    ModelInfo,
    StreamEvent,
    StreamFinished,
    ToolCallDelta,
    Usage,
    UsageReported,
)
from desktop_app.providers.openai_decode import ReplyDecoder, decode_models
from desktop_app.providers.reply_text import SurrogateJoiner, ThinkSplitter
from tests.fakes.model_replies import chunk, usage_chunk
from tests.fakes.provider_bench import reasoning_in, text_in


def decode(*values: object, end: bool = True) -> list[StreamEvent]:
    reply = ReplyDecoder()
    events = [event for value in values for event in reply.feed(value if isinstance(value, str) else json.dumps(value))]
    events += reply.flush()
    return events + reply.end() if end else events


def test_chunks_with_nothing_to_say_are_skipped_and_usage_is_still_taken() -> None:
    null: dict[str, object] = {"choices": [{"index": 0, "delta": None, "finish_reason": None}]}
    filtered: dict[str, object] = {"choices": [], "prompt_filter_results": [{}]}

    events = decode(
        filtered, null, chunk(role="assistant"), chunk("hi"), chunk(finish="stop"), usage_chunk(3, 4), "[DONE]"
    )

    assert text_in(events) == "hi"
    assert events[-2:] == [
        UsageReported(Usage(3, 4, 7)),
        StreamFinished(FinishReason.STOP, "chatcmpl-1", "fp_fake", "fake-model"),
    ]


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_in_a_field_of_its_own(field: str) -> None:
    events = decode(chunk(**{field: "hm"}), chunk("so"), "[DONE]")

    assert (reasoning_in(events), text_in(events)) == ("hm", "so")


def test_reasoning_in_both_fields_counts_once() -> None:
    assert reasoning_in(decode(chunk(reasoning="hm", reasoning_content="hm"), "[DONE]")) == "hm"


def test_content_in_parts() -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "so"}]

    events = decode({"choices": [{"delta": {"content": parts}}]}, "[DONE]")

    assert (reasoning_in(events), text_in(events)) == ("hm", "so")


def test_tool_calls_come_in_pieces() -> None:
    begin = {"index": 0, "id": "c1", "type": "function", "function": {"name": "look", "arguments": ""}}
    more = {"index": 0, "function": {"arguments": '{"a"'}}
    other = {"index": 1, "id": "c2", "function": {"name": "go", "arguments": "{}"}}

    events = decode(chunk(tool_calls=[begin]), chunk(tool_calls=[more, other]), chunk(finish="tool_calls"))

    assert events[:3] == [
        ToolCallDelta(0, "c1", "look", ""),
        ToolCallDelta(0, "", "", '{"a"'),
        ToolCallDelta(1, "c2", "go", "{}"),
    ]
    assert events[-1] == StreamFinished(FinishReason.TOOL_CALLS, "chatcmpl-1", "fp_fake", "fake-model")


def test_tool_calls_without_index_are_told_by_their_ids() -> None:
    calls = [
        {"id": "c1", "function": {"name": "look", "arguments": {"a": "й"}}},
        {"id": "c2", "function": {"name": "go"}},
        {"function": {"arguments": "{}"}},
    ]

    events = decode(*(chunk(tool_calls=[call]) for call in calls), end=False)

    assert events == [
        ToolCallDelta(0, "c1", "look", '{"a": "й"}'),
        ToolCallDelta(1, "c2", "go", ""),
        ToolCallDelta(1, "", "", "{}"),
    ]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("stop", FinishReason.STOP),
        ("eos", FinishReason.STOP),
        ("length", FinishReason.LENGTH),
        ("MAX_TOKENS", FinishReason.LENGTH),
        ("content_filter", FinishReason.CONTENT_FILTER),
        ("tool_use", FinishReason.TOOL_CALLS),
    ],
)
def test_a_reason_without_an_end_mark_is_an_end(said: str, meant: FinishReason) -> None:
    last = decode(chunk("a"), chunk(finish=said))[-1]

    assert isinstance(last, StreamFinished)
    assert last.reason is meant


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([chunk("a")], ProviderErrorKind.INTERRUPTED),
        ([], ProviderErrorKind.INTERRUPTED),
        ([chunk("a", finish="")], ProviderErrorKind.INTERRUPTED),
        ([chunk("a"), chunk(finish="abort")], ProviderErrorKind.INTERRUPTED),
        ([chunk("a"), chunk(finish="error")], ProviderErrorKind.SERVER),
        ([chunk("a"), {"error": {"message": "boom"}}], ProviderErrorKind.SERVER),
        ([chunk("a"), {"object": "error", "message": "rate_limit_error"}], ProviderErrorKind.RATE_LIMIT),
        ([chunk(refusal="I cannot"), chunk(refusal=" help."), "[DONE]"], ProviderErrorKind.REFUSED),
        ([chunk("a"), '{"choices": [{"delta": {"con', "[DONE]"], ProviderErrorKind.BAD_RESPONSE),
        ([{"hello": "world"}, "[DONE]"], ProviderErrorKind.BAD_RESPONSE),
    ],
)
def test_what_is_no_whole_answer_is_a_known_error(values: list[object], kind: ProviderErrorKind) -> None:
    with pytest.raises(ProviderError) as caught:
        decode(*values)

    assert caught.value.kind is kind


def test_a_refusal_is_shown_in_the_servers_words() -> None:
    with pytest.raises(ProviderError, match=r"I cannot help\."):
        decode(chunk(refusal="I cannot"), chunk(refusal=" help."), "[DONE]")


def test_words_that_are_no_json_are_keep_alives() -> None:
    assert text_in(decode("ping", chunk("a"), "42", "[]", "null", "[DONE]")) == "a"


_VALUES: list[object] = [None, True, -1, 0.5, "x", "stop", "\ud83d", [], {}, [None], [{}], [[]], {"a": []}]
_JUNK = st.sampled_from(_VALUES)


def _objects(**fields: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Objects with some of the fields, each as it should be or junk; or junk altogether."""
    return st.fixed_dictionaries({}, optional={name: value | _JUNK for name, value in fields.items()}) | _JUNK


_CALLS = st.lists(_objects(index=_JUNK, id=_JUNK, function=_objects(name=_JUNK, arguments=_JUNK)), max_size=2)
_DELTAS = _objects(content=_JUNK, reasoning=_JUNK, refusal=_JUNK, tool_calls=_CALLS)
_CHOICES = st.lists(_objects(delta=_DELTAS, message=_DELTAS, finish_reason=_JUNK), max_size=2)
_CHUNKS = _objects(
    choices=_CHOICES, usage=_objects(prompt_tokens=_JUNK, completion_tokens=_JUNK), error=_JUNK, id=_JUNK
)


@given(st.lists(_CHUNKS, max_size=4))
def test_no_chunk_breaks_the_decoder(values: list[object]) -> None:
    reply = ReplyDecoder()

    with suppress(ProviderError):
        events = [event for value in values for event in reply.feed(json.dumps(value))]
        events += [*reply.flush(), *reply.end()]
        assert isinstance(events[-1], StreamFinished)
        (text_in(events) + reasoning_in(events)).encode("utf-8")


def test_a_chunk_of_endless_depth_is_a_known_error() -> None:
    with pytest.raises(ProviderError):
        decode('{"a":' * 200_000, "[DONE]")


@pytest.mark.parametrize(
    ("text", "reasoning", "answer"),
    [
        ("<think>hm</think>so", "hm", "so"),
        ("\n <think>\nhm\n</think>\n\nso\n", "hm\n", "so\n"),
        ("<think></think>so", "", "so"),
        ("<think>unfinished </thi", "unfinished </thi", ""),
        ("a <think>b</think>", "", "a <think>b</think>"),
        ("<thinking aloud>", "", "<thinking aloud>"),
        ("<thi", "", "<thi"),
        ("  so", "", "  so"),
        ("<think>a</think>b<think>c</think>", "a", "b<think>c</think>"),
        ("", "", ""),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_thoughts_between_tags_are_told_apart_however_they_are_cut(
    text: str, reasoning: str, answer: str, size: int
) -> None:
    splitter = ThinkSplitter()
    pieces = [splitter.feed(text[start : start + size]) for start in range(0, len(text), size)]
    pieces.append(splitter.finish())

    assert "".join(piece[0] for piece in pieces) == reasoning
    assert "".join(piece[1] for piece in pieces) == answer


@given(st.text(st.characters(codec="utf-8")), st.data())
def test_characters_that_servers_cut_in_two_are_joined(text: str, data: st.DataObject) -> None:
    units = [text.encode("utf-16-le")[start : start + 2] for start in range(0, len(text.encode("utf-16-le")), 2)]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(units)), max_size=6)))
    joiner = SurrogateJoiner()
    pieces = [
        joiner.feed("".join(unit.decode("utf-16-le", "surrogatepass") for unit in units[start:end]))
        for start, end in zip([0, *cuts], [*cuts, len(units)], strict=True)
    ]

    assert "".join(pieces) + joiner.finish() == text


def test_half_a_character_can_be_stored() -> None:
    events = decode(chunk("a\ud83d"), chunk("b"), chunk("c\ud83d"), "[DONE]")

    text_in(events).encode("utf-8")
    assert text_in(events)[0] == "a"


def test_both_halves_of_a_character_in_two_chunks() -> None:
    assert text_in(decode(chunk("\ud83d"), chunk("\ude00!"), "[DONE]")) == "😀!"


@pytest.mark.parametrize(
    ("value", "models"),
    [
        ({"data": [{"id": "a"}, {"id": "b", "context_length": 4096}]}, [ModelInfo("a"), ModelInfo("b", 4096)]),
        ([{"id": "a", "max_model_len": 8}], [ModelInfo("a", 8)]),
        ({"data": [{"id": "a", "context_window": "big"}, {"name": "no id"}, None]}, [ModelInfo("a")]),
        ({"data": []}, []),
    ],
)
def test_lists_of_models(value: object, models: list[ModelInfo]) -> None:
    assert decode_models(value) == models


@pytest.mark.parametrize("value", [{}, None, "models", {"data": {}}])
def test_what_is_no_list_of_models_is_a_known_error(value: object) -> None:
    with pytest.raises(ProviderError):
        decode_models(value)


def test_figures_and_names_out_of_all_measure_reach_no_database() -> None:
    events = decode({**chunk("hi"), "model": "m" * 100_000}, usage_chunk(10**30, 4), "[DONE]")
    assert not any(isinstance(event, UsageReported) for event in events)
    end = events[-1]
    assert isinstance(end, StreamFinished)
    assert end.model == "m" * 200


def test_white_space_without_end_is_not_held_for_ever() -> None:
    splitter = ThinkSplitter()
    given_out = "".join(splitter.feed("\n")[1] for _ in range(3000))
    assert len(given_out) > 1000
    assert given_out + splitter.feed("hi")[1] == "\n" * 3000 + "hi"
