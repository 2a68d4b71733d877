"""Reads the chunks of an OpenAI chat completion, in all the forms servers give them; pure.

Called by ``openai_compatible``: one ``ReplyDecoder`` per answer. Unknown fields are skipped, missing and null ones too
(H-30); an error object in the stream is raised as the known error (H-29).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from desktop_app.domain.errors import ProviderErrorKind
from desktop_app.domain.generation import (
    FinishReason,
    ModelInfo,
    StreamEvent,
    StreamFinished,
    ToolCallDelta,
    Usage,
    UsageReported,
)
from desktop_app.providers import json_values
from desktop_app.providers.errors import from_error_object, plain, reasoned, redact
from desktop_app.providers.reply_text import ReplyText, SurrogateJoiner

_END_MARK = "[DONE]"

# Besides OpenAI's own words those of Anthropic's and Gemini's compatible endpoints, TGI and KoboldCpp.
_FINISH_REASONS = {
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "tool_use": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.CONTENT_FILTER,
    "safety": FinishReason.CONTENT_FILTER,
}
# The server gave up: vLLM, DeepSeek, OpenRouter.
_GIVEN_UP = {
    "abort": ProviderErrorKind.INTERRUPTED,
    "insufficient_system_resource": ProviderErrorKind.INTERRUPTED,
    "error": ProviderErrorKind.SERVER,
}
# Where servers say how long a model's context is: OpenRouter, vLLM, Mistral, Groq.
_CONTEXT_FIELDS = ("context_length", "max_model_len", "max_context_length", "context_window")


class ReplyDecoder:
    """Give it data with ``feed``; then ``flush`` for what was held back, and ``end`` for the last events.

    ``started``: a token has come. ``finished``: the server has given its reason to stop. ``marked``: the end mark has come.
    """

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        self.started = False
        self.finished = False
        self.marked = False
        self._secrets = secrets
        self._texts = ReplyText()
        self._refusal = SurrogateJoiner()
        self._refused = ""
        self._tool_ids: dict[int, str] = {}
        self._usage: Usage | None = None
        self._reason = FinishReason.STOP
        self._labels = {"id": "", "system_fingerprint": "", "model": ""}
        self._understood = False
        self._damaged = False

    def feed(self, data: str) -> list[StreamEvent]:
        """The events of one chunk's JSON text. Raises ``ProviderError`` where it is an error object."""
        if data.strip() == _END_MARK:
            self.marked = True
            return []
        try:
            value: object = json.loads(data)
        except (ValueError, RecursionError):
            # Some servers send words of their own as keep-alive. A torn chunk before the end is another matter: text is missing.
            self._damaged = self._damaged or (data.lstrip().startswith("{") and not self.finished)
            return []
        return self._take_chunk(value)

    def feed_whole(self, value: object) -> list[StreamEvent]:
        """The events of an answer that came in one piece. Raises ``ProviderError`` as ``feed`` does."""
        self.marked = True
        return self._take_chunk(value)

    def flush(self) -> list[StreamEvent]:
        """What was held back: halves of characters and of tags."""
        self._refused += self._refusal.finish()
        return self._texts.finish()

    def end(self) -> list[StreamEvent]:
        """Usage and finish. Raises ``ProviderError`` where the answer is not whole."""
        if self._refused:
            raise plain(ProviderErrorKind.REFUSED, detail=redact(self._refused, self._secrets))
        if self._damaged:
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.not-json")
        if not (self.marked or self.finished):
            raise plain(ProviderErrorKind.INTERRUPTED)
        if not self._understood:
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
        labels = self._labels
        finish = StreamFinished(self._reason, labels["id"], labels["system_fingerprint"], labels["model"])
        return [*([UsageReported(self._usage)] if self._usage else []), finish]

    def _take_chunk(self, value: object) -> list[StreamEvent]:
        chunk = json_values.mapping(value)
        error = chunk.get("error")
        if error:
            raise from_error_object(error, self._secrets)
        if chunk.get("object") == "error":
            raise from_error_object(chunk, self._secrets)
        self._take_usage(json_values.mapping(chunk.get("usage")))
        self._labels = {label: known or json_values.label(chunk.get(label)) for label, known in self._labels.items()}
        choices = json_values.array(chunk.get("choices"))
        self._understood = self._understood or "choices" in chunk
        return self._take_choice(json_values.mapping(choices[0])) if choices else []

    def _take_usage(self, usage: Mapping[str, object]) -> None:
        prompt, completion = (
            json_values.count(usage.get("prompt_tokens")),
            json_values.count(usage.get("completion_tokens")),
        )
        if prompt is not None and completion is not None:
            total = json_values.count(usage.get("total_tokens"))
            self._usage = Usage(prompt, completion, prompt + completion if total is None else total)

    def _take_choice(self, choice: Mapping[str, object]) -> list[StreamEvent]:
        delta = json_values.mapping(choice.get("delta")) or json_values.mapping(choice.get("message"))
        thought, text = _content(delta.get("content"))
        thought = (
            json_values.text(delta.get("reasoning_content")) or json_values.text(delta.get("reasoning"))
        ) + thought
        self._refused += self._refusal.feed(json_values.text(delta.get("refusal")))
        events = self._texts.feed(thought, text)
        events += self._tool_calls(json_values.array(delta.get("tool_calls")))
        self.started = self.started or bool(events)
        self._take_reason(json_values.text(choice.get("finish_reason")).lower())
        return events

    def _tool_calls(self, calls: list[object]) -> list[StreamEvent]:
        events: list[StreamEvent] = []
        for value in calls:
            call = json_values.mapping(value)
            function = json_values.mapping(call.get("function"))
            call_id = json_values.text(call.get("id"))
            arguments = function.get("arguments")
            text = (
                json.dumps(arguments, ensure_ascii=False)
                if isinstance(arguments, Mapping)
                else json_values.text(arguments)
            )
            index = self._tool_index(call.get("index"), call_id)
            events.append(ToolCallDelta(index, call_id, json_values.text(function.get("name")), text))
        return events

    def _tool_index(self, index: object, call_id: str) -> int:
        """Gemini's and some local servers send no index: a new id is a new call, no id means the last one."""
        if isinstance(index, int):
            self._tool_ids.setdefault(index, call_id)
            return index
        for known, known_id in self._tool_ids.items():
            if call_id and known_id == call_id:
                return known
        last = len(self._tool_ids) - 1
        if not call_id and last >= 0:
            return last
        self._tool_ids[last + 1] = call_id
        return last + 1

    def _take_reason(self, reason: str) -> None:
        if reason in _GIVEN_UP:
            raise plain(_GIVEN_UP[reason])
        if reason:
            self.finished = True
            self._reason = _FINISH_REASONS.get(reason, FinishReason.STOP)


def decode_models(value: object) -> list[ModelInfo]:
    """The list of ``/models``, in the server's order. Raises ``ProviderError`` where it is none."""
    found = cast("object", value) if isinstance(value, list) else json_values.mapping(value).get("data")
    if not isinstance(found, list):
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
    models: list[ModelInfo] = []
    for entry in map(json_values.mapping, cast("list[object]", found)):
        limits = (json_values.count(entry.get(field)) for field in _CONTEXT_FIELDS)
        if model_id := json_values.text(entry.get("id")):
            models.append(ModelInfo(model_id, next((limit for limit in limits if limit), 0)))
    return models


def _content(value: object) -> tuple[str, str]:
    """Reasoning and text of a ``content``: a string, or (Mistral) a list of typed parts."""
    if not isinstance(value, list):
        return "", json_values.text(value)
    reasoning = text = ""
    for part in map(json_values.mapping, cast("list[object]", value)):
        if part.get("type") == "thinking":
            inner_reasoning, inner = _content(part.get("thinking"))
            reasoning += inner_reasoning + inner
        else:
            text += json_values.text(part.get("text"))
    return reasoning, text
