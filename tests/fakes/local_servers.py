"""Model servers as people run them at home, as far as they tell who they are. Must not import the program."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fakes.model_replies import Reply, error, json_reply
from tests.fakes.model_server import ModelServer, ReceivedRequest


class PathServer(ModelServer):
    """Answers by path, and anything else with 404; ``otherwise`` is another answer for that."""

    def __init__(
        self, answers: Mapping[str, object], *, otherwise: Reply | None = None, host: str = "127.0.0.1"
    ) -> None:
        super().__init__(host=host, prefix="")
        self._answers = answers
        self._otherwise = otherwise or error(404, "not found")

    def _answer(self, request: ReceivedRequest) -> Reply:
        answer = self._answers.get(request.path)
        if answer is None:
            return self._otherwise
        return answer if isinstance(answer, Reply) else json_reply(answer)


def openai_list(*names: str, **fields: object) -> dict[str, object]:
    """A list of models; more fields of each by name."""
    return {"object": "list", "data": [{"id": name, "object": "model", **fields} for name in names]}


def koboldcpp() -> PathServer:
    """It answers like an Ollama too."""
    return PathServer(
        {
            "/api/extra/version": {"result": "KoboldCpp", "version": "1.101", "protected": False},
            "/api/extra/true_max_context_length": {"value": 6144},
            "/api/version": {"version": "0.7.0"},
            "/api/tags": {"models": [{"name": "koboldcpp", "model": "koboldcpp:latest"}]},
            "/v1/models": openai_list("koboldcpp/fimbul", owned_by="koboldcpp"),
        }
    )


def llama_cpp() -> PathServer:
    """It lists its models in Ollama's way too."""
    return PathServer(
        {
            "/props": {"default_generation_settings": {"n_ctx": 4096}, "total_slots": 1, "model_path": "m.gguf"},
            "/api/tags": {"models": [{"name": "m.gguf"}]},
            "/v1/models": openai_list("m.gguf", owned_by="llamacpp"),
        }
    )


def lm_studio() -> PathServer:
    """It answers 200 to everything."""
    models = [
        {"id": "qwen", "type": "llm", "compatibility_type": "gguf", "max_context_length": 32768},
        {"id": "gemma", "type": "vlm", "compatibility_type": "gguf", "max_context_length": 8192}
        | {"loaded_context_length": 4096},
        {"id": "nomic", "type": "embeddings", "compatibility_type": "gguf", "max_context_length": 2048},
    ]
    unexpected = json_reply({"error": "Unexpected endpoint or method. (GET /props). Returning 200 anyway"})
    return PathServer(
        {"/api/v0/models": {"object": "list", "data": models}, "/v1/models": openai_list("qwen", "gemma", "nomic")},
        otherwise=unexpected,
    )


def vllm() -> PathServer:
    """Its list says who owns the models, and how much they read."""
    return PathServer(
        {"/version": {"version": "0.11"}, "/v1/models": openai_list("org/m", owned_by="vllm", max_model_len=16384)}
    )


def text_generation_webui() -> PathServer:
    """Its list pretends to have models of OpenAI's."""
    return PathServer(
        {
            "/v1/internal/model/info": {"model_name": "fimbul.gguf", "lora_names": []},
            "/v1/models": openai_list("gpt-3.5-turbo", "fimbul.gguf"),
        }
    )
