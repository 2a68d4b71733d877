"""Reads what Ollama answers: the lines of a chat, its lists of models, what a model is; pure. Called by ``ollama``.

Unknown fields are skipped, missing ones too; an error in the stream is raised as the known error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from desktop_app.domain.errors import ProviderErrorKind
from desktop_app.domain.generation import (
    FinishReason,
    StreamEvent,
    StreamFinished,
    ToolCallDelta,
    Usage,
    UsageReported,
)
from desktop_app.providers.embedding_names import is_encoder
from desktop_app.providers.errors import from_error_object, plain, reasoned
from desktop_app.providers.json_values import array, count, label, mapping, text
from desktop_app.providers.reply_text import ReplyText

_DEFAULT_TAG = ":latest"
_CHATS = "completion"
_EMBEDS = "embedding"
_SEES = "vision"


class ChatDecoder:
    """Give it lines with ``feed``; then ``flush`` for what was held back, and ``end`` for the last events.

    ``started``: a token has come. ``finished`` and ``marked``: the last line has come, with the reason to stop.
    """

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        self.started = False
        self.finished = False
        self._secrets = secrets
        self._texts = ReplyText()
        self._calls = 0
        self._usage: Usage | None = None
        self._reason = FinishReason.STOP
        self._model = ""
        self._understood = False
        self._damaged = False

    @property
    def marked(self) -> bool:
        """Nothing follows the last line."""
        return self.finished

    def feed(self, data: str) -> list[StreamEvent]:
        """The events of one line. Raises ``ProviderError`` where it is an error."""
        try:
            value: object = json.loads(data)
        except (ValueError, RecursionError):
            self._damaged = True
            return []
        line = mapping(value)
        if line.get("error"):
            raise from_error_object(_error_object(line), self._secrets)
        self._understood = self._understood or "message" in line
        self._model = self._model or label(line.get("model"))
        events = self._take_message(mapping(line.get("message")))
        if line.get("done") is True:
            self._take_end(line)
        return events

    def flush(self) -> list[StreamEvent]:
        """What was held back: halves of characters and of tags."""
        return self._texts.finish()

    def end(self) -> list[StreamEvent]:
        """Usage and finish. Raises ``ProviderError`` where the answer is not whole."""
        if self._damaged:
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.not-json")
        if not self.finished:
            raise plain(ProviderErrorKind.INTERRUPTED)
        if not self._understood:
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
        finish = StreamFinished(self._reason, model=self._model)
        return [*([UsageReported(self._usage)] if self._usage else []), finish]

    def _take_message(self, message: Mapping[str, object]) -> list[StreamEvent]:
        events = self._texts.feed(text(message.get("thinking")), text(message.get("content")))
        events += [self._take_call(call) for call in map(mapping, array(message.get("tool_calls")))]
        self.started = self.started or bool(events)
        return events

    def _take_call(self, call: Mapping[str, object]) -> ToolCallDelta:
        """Each call comes whole. Old versions give it no id; the place of the call is one then."""
        function = mapping(call.get("function"))
        arguments = json.dumps(mapping(function.get("arguments")), ensure_ascii=False)
        index = self._calls
        self._calls += 1
        return ToolCallDelta(index, text(call.get("id")) or f"call_{index}", text(function.get("name")), arguments)

    def _take_end(self, line: Mapping[str, object]) -> None:
        self.finished = True
        if line.get("done_reason") == "length":
            self._reason = FinishReason.LENGTH
        elif self._calls:
            self._reason = FinishReason.TOOL_CALLS
        # A count that is missing is no zero: versions before 0.4 left it out where the prompt was in the cache.
        prompt, completion = count(line.get("prompt_eval_count")), count(line.get("eval_count"))
        if prompt and completion is not None:
            self._usage = Usage(prompt, completion, prompt + completion)


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What ``/api/show`` tells of a model. ``trained_context`` in tokens, 0 where it does not say; ``sees``: None, where not."""

    trained_context: int
    chats: bool
    embeds: bool = False
    sees: bool | None = None


def decode_tags(value: object) -> list[str]:
    """The names in ``/api/tags``, in the server's order. Raises ``ProviderError`` where it is no list of models."""
    found = mapping(value).get("models")
    if not isinstance(found, list):
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
    return [name for entry in map(mapping, array(cast("object", found))) if (name := _name(entry))]


def decode_show(value: object) -> ModelFacts:
    """The facts of a model; an old version that tells no capabilities is believed to chat, and an encoder to make vectors."""
    shown = mapping(value)
    about = mapping(shown.get("model_info"))
    by_name = count(about.get(f"{text(about.get('general.architecture'))}.context_length"))
    lengths = [by_name, *(count(length) for field, length in about.items() if field.endswith(".context_length"))]
    capabilities = array(shown.get("capabilities"))
    return ModelFacts(
        next((length for length in lengths if length), 0),
        chats=not capabilities or _CHATS in capabilities,
        embeds=_EMBEDS in capabilities if capabilities else is_encoder(text(about.get("general.architecture"))),
        sees=_SEES in capabilities if capabilities else None,
    )


def decode_loaded_context(value: object, model: str) -> int:
    """The tokens that ``/api/ps`` says a loaded model has room for; 0 where it does not say."""
    for entry in map(mapping, array(mapping(value).get("models"))):
        if _full_name(_name(entry)) == _full_name(model):
            return count(entry.get("context_length")) or 0
    return 0


def _error_object(line: Mapping[str, object]) -> object:
    """Ollama writes ``{"error": "…", "status": 400}``; newer versions ``status_code``."""
    error = line["error"]
    if not isinstance(error, str):
        return error
    return {"message": error, "code": line.get("status") or line.get("status_code")}


def _name(entry: Mapping[str, object]) -> str:
    return text(entry.get("name")) or text(entry.get("model"))


def _full_name(model: str) -> str:
    return model if ":" in model.rpartition("/")[2] else model + _DEFAULT_TAG
