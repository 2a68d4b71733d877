"""An Ollama on loopback for tests: its models, its contexts, and how it goes wrong. Built upon the model server's sockets.

It keeps Ollama's rules: an unknown model is a 404, a prompt that does not fit is cut without a word unless ``truncate`` is
false (a text that is embedded too), the context is ``num_ctx`` but never more than the model was trained for. Without a script it echoes the last message.
Its wire was compared with api/types.go, server/routes.go and the official Python client; the real server cannot be
installed on the machines of this project. Must not import the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.fakes import ollama_replies
from tests.fakes.embedding_replies import texts_of, word_row
from tests.fakes.model_replies import Reply, count_tokens, json_reply, prompt_text
from tests.fakes.model_server import ModelServer, ReceivedRequest, Script

# What Ollama takes where nobody says anything.
DEFAULT_CONTEXT = 4096


@dataclass(frozen=True, slots=True)
class FakeModel:
    """``trained`` in tokens."""

    trained: int = 8192
    capabilities: Sequence[str] = ("completion",)
    architecture: str = "llama"


class OllamaServer(ModelServer):
    """``models`` by name. ``old``: a version that tells neither capabilities nor the loaded context, and embeds text by text."""

    def __init__(
        self,
        script: Script | None = None,
        *,
        models: Mapping[str, FakeModel] | None = None,
        old: bool = False,
        key: str | None = None,
        tags_reply: Reply | None = None,
    ) -> None:
        super().__init__(script or _echo, key=key, prefix="")
        self._known = {"fake-model:latest": FakeModel()} if models is None else dict(models)
        self._old = old
        self._tags_reply = tags_reply
        self._loaded: dict[str, int] = {}

    @property
    def chats(self) -> list[ReceivedRequest]:
        """The chats that were asked for."""
        return [request for request in self.requests if request.path == "/api/chat"]

    def _answer(self, request: ReceivedRequest) -> Reply:
        if self._key is not None and request.headers.get("authorization") != f"Bearer {self._key}":
            return ollama_replies.failure(401, "unauthorized")
        match request.method, request.path:
            case "GET", "/":
                return Reply(200, {"Content-Type": "text/plain"}, (b"Ollama is running",))
            case "GET", "/api/version":
                return json_reply({"version": "0.13.0"})
            case "GET", "/api/tags":
                return self._tags_reply or json_reply({"models": [self._tag(name) for name in self._known]})
            case "GET", "/api/ps":
                return json_reply({"models": [self._running(name) for name in self._loaded]})
            case "POST", "/api/show":
                return self._show(request)
            case "POST", "/api/chat":
                return self._chat(request)
            case "POST", "/api/embed" if not self._old:
                return self._embed_all(request)
            case "POST", "/api/embeddings":
                return self._embed_one(request)
            case _:
                return Reply(404, {"Content-Type": "text/plain"}, (b"404 page not found",))

    def _chat(self, request: ReceivedRequest) -> Reply:
        name = _full(str(request.json.get("model", "")))
        model = self._known.get(name)
        if model is None:
            return ollama_replies.failure(404, f'model "{request.json.get("model")}" not found, try pulling it first')
        if "completion" not in model.capabilities:
            return ollama_replies.failure(400, f'"{name}" does not support chat')
        options: dict[str, Any] = request.json.get("options", {})
        self._loaded[name] = min(int(options.get("num_ctx", DEFAULT_CONTEXT)), model.trained)
        if request.json.get("truncate") is False and count_tokens(request.messages) > self._loaded[name]:
            return ollama_replies.failure(400, "the input length exceeds the context length")
        return self._complete(request)

    def _embed_all(self, request: ReceivedRequest) -> Reply:
        model = self._known.get(_full(str(request.json.get("model", ""))))
        texts = texts_of(request)
        refusal = self._refusal(request, model)
        if model is None or refusal is not None:
            return refusal or ollama_replies.failure(404, "model not found")
        if request.json.get("truncate") is False and any(len(text.split()) > model.trained for text in texts):
            return ollama_replies.failure(400, "the input length exceeds the context length")
        rows = [word_row(" ".join(text.split()[: model.trained])) for text in texts]
        return json_reply({"model": request.json.get("model"), "embeddings": rows, "prompt_eval_count": 1})

    def _embed_one(self, request: ReceivedRequest) -> Reply:
        model = self._known.get(_full(str(request.json.get("model", ""))))
        refusal = self._refusal(request, model)
        return refusal or json_reply({"embedding": word_row(str(request.json.get("prompt", "")))})

    def _refusal(self, request: ReceivedRequest, model: FakeModel | None) -> Reply | None:
        name = request.json.get("model")
        if model is None:
            return ollama_replies.failure(404, f'model "{name}" not found, try pulling it first')
        if "embedding" not in model.capabilities:
            return ollama_replies.failure(400, f'"{name}" does not support embeddings')
        return None

    def _show(self, request: ReceivedRequest) -> Reply:
        name = _full(str(request.json.get("model", "")))
        model = self._known.get(name)
        if model is None:
            return ollama_replies.failure(404, f"model '{name}' not found")
        about = {"general.architecture": model.architecture, f"{model.architecture}.context_length": model.trained}
        shown: dict[str, object] = {"details": _details(model), "model_info": about, "template": "{{ .Prompt }}"}
        return json_reply(shown if self._old else {**shown, "capabilities": list(model.capabilities)})

    def _tag(self, name: str) -> dict[str, object]:
        entry = {"name": name, "model": name, "modified_at": "2026-11-30T14:00:00Z", "size": 1000, "digest": "abc"}
        return {**entry, "details": _details(self._known[name])}

    def _running(self, name: str) -> dict[str, object]:
        entry = {**self._tag(name), "expires_at": "2026-11-30T14:05:00Z", "size_vram": 0}
        return entry if self._old else {**entry, "context_length": self._loaded[name]}


def _echo(request: ReceivedRequest) -> Reply:
    """Echoes as many words as the request allows, and counts the prompt as far as it was read."""
    options: dict[str, Any] = request.json.get("options", {})
    answer = f"You said: {prompt_text(request.messages)}".split()
    most = int(options.get("num_predict", -1))
    cut = answer[:most] if most >= 0 else answer
    read = min(count_tokens(request.messages), int(options.get("num_ctx", DEFAULT_CONTEXT)))
    reason = "length" if len(cut) < len(answer) else "stop"
    return ollama_replies.words(" ".join(cut), reason=reason, prompt=read, pause=0.01)


def _details(model: FakeModel) -> dict[str, object]:
    return {"format": "gguf", "family": model.architecture, "families": [model.architecture], "parameter_size": "1B"}


def _full(name: str) -> str:
    return name if ":" in name else f"{name}:latest"
