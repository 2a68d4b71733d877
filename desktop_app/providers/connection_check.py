"""*Test connection*: asks the server for its models and for a few tokens, and says in a sentence what is wrong.

Used by ``openai_compatible``; its parts also by ``ollama_check``. Both questions are needed: OpenRouter lists its models without looking at the key, and
llama.cpp answers whatever the model's name is.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from urllib.parse import urlsplit

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    ConnectionProfile,
    GenerationSettings,
    ModelInfo,
    StreamEvent,
    StreamFailed,
)
from desktop_app.domain.message import Role
from desktop_app.domain.ports import ConnectionReport
from desktop_app.providers.addresses import shown
from desktop_app.providers.endpoint import Endpoint
from desktop_app.providers.errors import reasoned

CHOOSE_A_MODEL = "The server answers. Choose one of its models."
MODEL_ANSWERS = "The model answers."

# A few more than one: OpenAI's reasoning models refuse a limit that they cannot even think within.
_TOKENS = 16
# Where servers have their API when it is not where the person said.
_USUAL_PATHS = ("/v1", "/api/v1", "/openai/v1", "/api", "")
_NO_API = frozenset({ProviderErrorKind.NOT_FOUND, ProviderErrorKind.BAD_RESPONSE})
_MODEL_REFUSED = frozenset({ProviderErrorKind.NOT_FOUND, ProviderErrorKind.BAD_REQUEST})


class ConnectionCheck:
    """One test. ``models_at`` lists the models below a base URL, ``stream`` asks for an answer."""

    def __init__(
        self,
        profile: ConnectionProfile,
        endpoint: Endpoint,
        models_at: Callable[[str], Awaitable[list[ModelInfo]]],
        stream: Callable[[ChatRequest], AsyncGenerator[StreamEvent, None]],
    ) -> None:
        self._profile = profile
        self._endpoint = endpoint
        self._models_at = models_at
        self._stream = stream

    async def run(self) -> ConnectionReport:
        """The report; known errors are in it, never raised."""
        unlisted: ProviderError | None = None
        models: list[ModelInfo] = []
        try:
            models = await self._models_at(self._endpoint.base_url)
        except ProviderError as error:
            if error.kind not in _NO_API or error.reason == "address.redirect":
                return failed(error)
            unlisted = error
        if unlisted is not None and (found := await self._other_path()):
            return failed(self._no_api("address.other-path", found=found))
        if not self._profile.model:
            return failed(unlisted) if unlisted else worked(CHOOSE_A_MODEL, models)
        failure = await first_failure(self._stream, self._profile.model)
        if failure is None:
            return worked(MODEL_ANSWERS, models)
        return failed(self._explained(failure, unlisted, models), models)

    def _explained(
        self, failure: ProviderError, unlisted: ProviderError | None, models: Sequence[ModelInfo]
    ) -> ProviderError:
        """What the failed answer means, seen together with what the list of models said."""
        if unlisted is not None and failure.kind in _NO_API:
            return unlisted if unlisted.reason else self._no_api("address.no-api")
        name = self._profile.model
        if models and failure.kind in _MODEL_REFUSED and name not in {model.id for model in models}:
            return reasoned(ProviderErrorKind.NOT_FOUND, "model.unlisted", status=failure.status, model=name)
        return failure

    def _no_api(self, reason: str, *, found: str = "") -> ProviderError:
        return reasoned(ProviderErrorKind.NOT_FOUND, reason, url=self._endpoint.base_url, found=found)

    async def _other_path(self) -> str:
        """Another base URL on the same server that has models; empty where there is none."""
        base = self._endpoint.base_url
        candidates = [base + "/v1", *(shown(base) + path for path in _USUAL_PATHS)]
        for candidate in dict.fromkeys(candidates):
            if candidate != base and urlsplit(candidate).path.count("/v1") <= 1:
                try:
                    await self._models_at(candidate)
                except ProviderError:
                    continue
                return candidate
        return ""


async def first_failure(
    stream: Callable[[ChatRequest], AsyncGenerator[StreamEvent]], model: str
) -> ProviderError | None:
    """Asks for a few tokens; the first sign of an answer is enough. What went wrong, or None."""
    settings = GenerationSettings(max_tokens=_TOKENS, temperature=None)
    request = ChatRequest(model, (ChatMessage(Role.USER, "Hi"),), settings)
    async with aclosing(stream(request)) as events:
        async for event in events:
            return event.error if isinstance(event, StreamFailed) else None
    return None


def worked(sentence: str, models: Sequence[ModelInfo]) -> ConnectionReport:
    """A good report."""
    return ConnectionReport(ok=True, sentence=sentence, models=tuple(models))


def failed(error: ProviderError, models: Sequence[ModelInfo] = ()) -> ConnectionReport:
    """A report of what is wrong."""
    return ConnectionReport(ok=False, sentence=str(error), models=tuple(models), error=error)
