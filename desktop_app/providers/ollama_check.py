"""*Test connection* of an Ollama: does it answer, has it the model, and is its context what the connection says. For ``ollama``."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ChatRequest, ConnectionProfile, ModelInfo, StreamEvent
from desktop_app.domain.ports import ConnectionReport
from desktop_app.providers.connection_check import CHOOSE_A_MODEL, MODEL_ANSWERS, failed, first_failure, worked
from desktop_app.providers.errors import reasoned


async def check_ollama(
    profile: ConnectionProfile,
    list_models: Callable[[], Awaitable[list[ModelInfo]]],
    stream: Callable[[ChatRequest], AsyncGenerator[StreamEvent]],
    true_context: Callable[[], Awaitable[int]],
) -> ConnectionReport:
    """The report; known errors are in it, never raised. ``true_context``: the loaded model's room in tokens, 0 if unknown."""
    try:
        models = await list_models()
    except ProviderError as error:
        return failed(error)
    if not models:
        return failed(reasoned(ProviderErrorKind.NOT_FOUND, "ollama.no-models"))
    if not profile.model:
        return worked(CHOOSE_A_MODEL, models)
    failure = await first_failure(stream, profile.model)
    if failure is not None:
        return failed(failure, models)
    found = await true_context()
    if 0 < found < profile.context_limit:
        limit = f"{profile.context_limit:,}"
        return failed(reasoned(ProviderErrorKind.WINDOW, "window.smaller", found=f"{found:,}", wanted=limit), models)
    return worked(MODEL_ANSWERS, models)
