"""What Ollama is sent and what its answers mean, without a network."""

from __future__ import annotations

import json

import pytest

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    FinishReason,
    GenerationSettings,
    ReasoningDelta,
    StreamEvent,
    StreamFinished,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    Usage,
    UsageReported,
)
from desktop_app.domain.message import Role
from desktop_app.providers.addresses import normalize_root
from desktop_app.providers.ollama_decode import (
    ChatDecoder,
    ModelFacts,
    decode_loaded_context,
    decode_show,
    decode_tags,
)
from desktop_app.providers.ollama_encode import encode_chat
from tests.fakes.ollama_replies import last_line, line


def played(*values: object) -> list[StreamEvent]:
    decoder = ChatDecoder()
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values]
    events = [event for text in texts for event in decoder.feed(text)]
    return [*events, *decoder.flush(), *decoder.end()]


def request(*messages: ChatMessage, **settings: object) -> ChatRequest:
    return ChatRequest("m", messages, GenerationSettings(**settings))  # pyright: ignore[reportArgumentType] - by name


def test_the_context_is_the_connections_and_nothing_may_be_cut_silently() -> None:
    body = encode_chat(request(ChatMessage(Role.USER, "Hi "), max_tokens=99), 12_345)

    assert body == {
        "model": "m",
        "messages": [{"role": "user", "content": "Hi "}],
        "stream": True,
        "truncate": False,
        "shift": False,
        "options": {"num_ctx": 12_345, "num_predict": 99, "temperature": 0.8},
    }


def test_settings_are_options_and_extra_fields_go_where_they_belong() -> None:
    extra = (("min_p", 0.05), ("think", "low"), ("keep_alive", "1h"), ("num_gpu", 20))
    body = encode_chat(request(temperature=None, top_p=0.9, seed=7, stop=("\n",), extra=extra), 512)

    assert (body["think"], body["keep_alive"]) == ("low", "1h")
    assert body["options"] == {
        "num_ctx": 512,
        "num_predict": 512,
        "top_p": 0.9,
        "seed": 7,
        "stop": ["\n"],
        "min_p": 0.05,
        "num_gpu": 20,
    }


def test_tool_calls_are_objects_and_results_name_their_tool() -> None:
    calls = (ToolCall("c1", "dice", '{"sides": 6}'), ToolCall("c2", "coin", ""), ToolCall("c3", "odd", "six"))
    said = ChatMessage(Role.ASSISTANT, "", tool_calls=calls)
    messages = encode_chat(request(said, ChatMessage(Role.TOOL, "4", tool_call_id="c1")), 512)["messages"]

    assert messages == [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {"id": "c1", "function": {"name": "dice", "arguments": {"sides": 6}}},
                {"id": "c2", "function": {"name": "coin", "arguments": {}}},
                {"id": "c3", "function": {"name": "odd", "arguments": {}}},
            ],
        },
        {"role": "tool", "content": "4", "tool_call_id": "c1", "tool_name": "dice"},
    ]


def test_an_answer_is_text_usage_and_end() -> None:
    assert played(line("Hel"), line("lo"), last_line(prompt=3, completion=2)) == [
        TextDelta("Hel"),
        TextDelta("lo"),
        UsageReported(Usage(3, 2, 5)),
        StreamFinished(FinishReason.STOP, model="fake-model:latest"),
    ]


def test_reasoning_comes_in_its_field_or_between_tags() -> None:
    own_field = played(line(thinking="Well"), line("Yes"), last_line())
    in_tags = played(line("<thi"), line("nk>Well</think>\n\n"), line("Yes"), last_line())

    assert own_field[:2] == in_tags[:2] == [ReasoningDelta("Well"), TextDelta("Yes")]


def test_a_character_in_two_halves_is_put_together() -> None:
    halves = [json.dumps(line("X")).replace('"X"', f'"{half}"') for half in (r"\ud83d", r"\ude00")]

    assert played(*halves, last_line())[0] == TextDelta("😀")


def test_tool_calls_come_whole_and_are_the_reason_to_stop() -> None:
    call = {"id": "call_abc", "function": {"name": "dice", "arguments": {"seiten": "sechs ü"}}}
    events = played(line(tool_calls=[call]), line(tool_calls=[{"function": {"name": "coin"}}]), last_line())

    assert events[:2] == [
        ToolCallDelta(0, "call_abc", "dice", '{"seiten": "sechs ü"}'),
        ToolCallDelta(1, "call_1", "coin", "{}"),
    ]
    assert isinstance(events[-1], StreamFinished)
    assert events[-1].reason is FinishReason.TOOL_CALLS


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("stop", FinishReason.STOP),
        ("length", FinishReason.LENGTH),
        ("load", FinishReason.STOP),
        ("", FinishReason.STOP),
    ],
)
def test_the_reason_to_stop_is_understood(reason: str, finish: FinishReason) -> None:
    end = played(line("x"), last_line(reason))[-1]

    assert isinstance(end, StreamFinished)
    assert end.reason is finish


@pytest.mark.parametrize("prompt", [None, 0])
def test_a_count_that_is_missing_is_not_taken_for_zero(prompt: int | None) -> None:
    assert not any(isinstance(event, UsageReported) for event in played(line("x"), last_line(prompt=prompt)))


@pytest.mark.parametrize(
    ("values", "kind", "reason"),
    [
        (["{"], ProviderErrorKind.BAD_RESPONSE, "answer.not-json"),
        ([line("x")], ProviderErrorKind.INTERRUPTED, ""),
        ([], ProviderErrorKind.INTERRUPTED, ""),
        ([line("x"), '{"message": {"con', last_line()], ProviderErrorKind.BAD_RESPONSE, "answer.not-json"),
        ([{"done": True}], ProviderErrorKind.BAD_RESPONSE, "answer.no-reply"),
        ([{"error": "model runner has unexpectedly stopped"}], ProviderErrorKind.SERVER, ""),
        ([{"error": "the input length exceeds the context length", "status": 400}], ProviderErrorKind.CONTEXT_TOO_LONG, ""),
        ([{"error": "server busy", "status_code": 503}], ProviderErrorKind.SERVER, ""),
        ([{"error": {"message": "deep", "code": 429}}], ProviderErrorKind.RATE_LIMIT, ""),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_known(values: list[object], kind: ProviderErrorKind, reason: str) -> None:
    with pytest.raises(ProviderError) as caught:
        played(*values)
    assert (caught.value.kind, caught.value.reason) == (kind, reason)


@pytest.mark.parametrize(
    "odd", [{"message": None}, {"message": "x"}, {"message": {"content": 5, "tool_calls": {}}}, []]
)
def test_odd_lines_are_passed_over(odd: object) -> None:
    assert [event for event in played(odd, line("Hi"), last_line()) if isinstance(event, TextDelta)] == [
        TextDelta("Hi")
    ]


def test_the_trained_context_is_that_of_the_architecture() -> None:
    about = {"general.architecture": "gemma3", "clip.context_length": 77, "gemma3.context_length": 131_072}

    assert decode_show({"model_info": about, "capabilities": ["completion", "vision"]}) == ModelFacts(
        131_072, chats=True, sees=True
    )
    assert decode_show({"model_info": {"bert.context_length": 512}, "capabilities": ["embedding"]}) == ModelFacts(
        512, chats=False, embeds=True, sees=False
    )
    old = {"model_info": {"general.architecture": "nomic-bert", "nomic-bert.context_length": 2048}}
    assert decode_show(old) == ModelFacts(2048, chats=True, embeds=True)
    assert decode_show({}) == ModelFacts(0, chats=True)
    assert decode_show({"model_info": {"general.architecture": 5, "x.context_length": "8k"}}) == ModelFacts(
        0, chats=True
    )


def test_models_are_listed_by_name_and_anything_else_is_no_list() -> None:
    assert decode_tags({"models": [{"name": "a:1b"}, {"model": "b"}, {}, None]}) == ["a:1b", "b"]
    with pytest.raises(ProviderError):
        decode_tags({"data": []})


def test_the_context_of_a_loaded_model_is_found_by_its_full_name() -> None:
    running = {
        "models": [{"name": "other:1b", "context_length": 1}, {"name": "hf.co/a/b:latest", "context_length": 4096}]
    }

    assert decode_loaded_context(running, "hf.co/a/b") == 4096
    assert decode_loaded_context(running, "a") == 0
    assert decode_loaded_context({"models": [{"name": "a:latest"}]}, "a") == 0


@pytest.mark.parametrize(
    ("entered", "root"),
    [
        ("http://localhost:11434", "http://localhost:11434"),
        ("http://localhost:11434/", "http://localhost:11434"),
        ("http://localhost:11434/v1", "http://localhost:11434"),
        ("localhost:11434/api/chat", "http://localhost:11434"),
        ("https://ollama.com/api", "https://ollama.com"),
        ("https://home.example/ollama/v1/chat/completions", "https://home.example/ollama"),
        ("https://home.example/apis", "https://home.example/apis"),
    ],
)
def test_an_address_is_cut_in_front_of_its_api(entered: str, root: str) -> None:
    assert normalize_root(entered) == root
