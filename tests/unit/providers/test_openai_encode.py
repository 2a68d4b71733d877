"""The body of a request: messages byte for byte as the plan has them, names made to fit, refused fields left out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ChatMessage, ChatRequest, GenerationSettings, ToolCall
from desktop_app.domain.message import Role
from desktop_app.providers.errors import plain
from desktop_app.providers.openai_encode import WireForm, encode_messages, encode_request, fitting_name


@given(st.lists(st.tuples(st.sampled_from(Role), st.text())))
def test_roles_contents_and_their_order_are_what_the_plan_rendered(pairs: list[tuple[Role, str]]) -> None:
    wire = json.loads(json.dumps(encode_messages([ChatMessage(role, text) for role, text in pairs])))

    assert [(message["role"], message["content"]) for message in wire] == [(role.value, text) for role, text in pairs]


def test_settings_that_are_not_set_are_left_to_the_server() -> None:
    settings = GenerationSettings(max_tokens=99, temperature=None)

    body = encode_request(ChatRequest("m", (), settings), WireForm())

    assert body == {
        "model": "m",
        "messages": [],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 99,
    }


def test_settings_that_are_set_are_sent() -> None:
    settings = GenerationSettings(temperature=0.0, top_p=0.5, seed=0, stop=("\n", "###"))

    body = encode_request(ChatRequest("", (), settings), WireForm())

    assert "model" not in body
    assert [body[name] for name in ("temperature", "top_p", "seed", "stop")] == [0.0, 0.5, 0, ["\n", "###"]]


def test_tools_are_repeated_with_their_ids() -> None:
    call = ChatMessage(Role.ASSISTANT, "", tool_calls=(ToolCall("c1", "look", '{"a": 1}'),))
    result = ChatMessage(Role.TOOL, "found", tool_call_id="c1")

    assert encode_messages([call, result]) == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"a": 1}'}}],
        },
        {"role": "tool", "content": "found", "tool_call_id": "c1"},
    ]


@pytest.mark.parametrize(
    ("name", "fitted"),
    [
        ("Mira", "Mira"),
        ("Mira of the Lake", "Mira_of_the_Lake"),
        ("José", "Jose"),
        ("Мира", ""),
        ("...", ""),
        ("a" * 80, "a" * 64),
        ("", ""),
    ],
)
def test_names_are_made_to_fit(name: str, fitted: str) -> None:
    assert fitting_name(name) == fitted
    assert fitting_name(fitted) == fitted
    assert encode_messages([ChatMessage(Role.USER, "x", name=name)])[0].get("name", "") == fitted


@pytest.mark.parametrize(
    ("said", "left_out", "limit_name"),
    [
        ("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", [], "max_completion_tokens"),
        ("Unrecognized request argument supplied: stream_options", ["stream_options"], "max_tokens"),
        ("body.stream_options: Extra inputs are not permitted", ["stream_options"], "max_tokens"),
        ("Unsupported value: 'temperature' does not support 0.8 with this model. Only the default (1) value is supported.", ["temperature"], "max_tokens"),
    ],
)  # fmt: skip
def test_a_refused_field_is_left_out_or_renamed(said: str, left_out: list[str], limit_name: str) -> None:
    adapted = WireForm().adapted_to(plain(ProviderErrorKind.BAD_REQUEST, detail=said, status=400))

    assert adapted is not None
    assert (sorted(adapted.left_out), adapted.limit_name) == (left_out, limit_name)
    assert adapted.adapted_to(plain(ProviderErrorKind.BAD_REQUEST, detail=said, status=400)) is None


@pytest.mark.parametrize(
    "error",
    [
        plain(ProviderErrorKind.BAD_REQUEST, detail="temperature must be at most 2", status=400),
        plain(ProviderErrorKind.BAD_REQUEST, detail="Unsupported parameter: 'frequency'", status=400),
        plain(ProviderErrorKind.AUTH, detail="stream_options are not supported for this key", status=401),
    ],
)
def test_other_refusals_change_nothing(error: ProviderError) -> None:
    assert WireForm().adapted_to(error) is None
