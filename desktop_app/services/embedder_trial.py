"""Tries out what makes vectors, before and after it is chosen. Called by the settings; keeps nothing of what it gets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.domain.embedding import Embedder, TextKind
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.generation import ConnectionProfile, ModelInfo
from desktop_app.domain.ports import ProviderRegistry
from desktop_app.domain.settings import RecallSettings
from desktop_app.services.settings_service import SettingsService

# Ours, so that no chat is read for a trial. The first one has a server load its model.
_WARM_UP = "Hello."
_TEXTS = (
    "The keeper of the lighthouse has not been seen since the storm.",
    "She put the letter under the loose stone by the well.",
    "We agreed to meet at the northern gate at dawn.",
    "Ключ от погреба висит за печью, но старик об этом не скажет.",
    "На третий день они добрались до перевала.",
    "Она так и не узнала, кто прислал ей цветы.",
    "他把地图藏在旧钟的后面。",
    "雨停之后，我们就出发去京城。",
)


@dataclass(frozen=True, slots=True)
class EmbedderTrial:
    """A trial that went well: the numbers of a vector, and how long a short text took."""

    dimension: int
    milliseconds: float


class EmbedderTrials:
    """``timer`` in seconds; there for tests."""

    def __init__(
        self, settings: SettingsService, providers: ProviderRegistry, timer: Callable[[], float] = time.perf_counter
    ) -> None:
        self._settings = settings
        self._providers = providers
        self._timer = timer

    async def models(self, connection_id: str) -> list[ModelInfo]:
        """The models of a connection that make vectors, as far as that is known. Raises ``ProviderError``."""
        return await self._providers.embedding_models(self._connection(connection_id))

    def stays_here(self, wanted: RecallSettings) -> bool:
        """Whether no text would leave this machine. Asks nobody."""
        return not wanted.embedder_connection_id or self._embedder(wanted).local

    async def run(self, wanted: RecallSettings) -> EmbedderTrial:
        """Embeds a few sentences of ours. Raises ``ProviderError``, and ``NotFoundError`` for a connection that is gone."""
        embedder = self._embedder(wanted)
        await embedder.embed([_WARM_UP], TextKind.QUERY)
        before = self._timer()
        vectors = await embedder.embed(_TEXTS, TextKind.PASSAGE)
        return EmbedderTrial(vectors.dimension, 1000 * (self._timer() - before) / len(_TEXTS))

    def _embedder(self, wanted: RecallSettings) -> Embedder:
        return self._providers.embedder(
            self._connection(wanted.embedder_connection_id),
            wanted.embedder_model,
            wanted.query_prefix,
            wanted.passage_prefix,
        )

    def _connection(self, connection_id: str) -> ConnectionProfile:
        for profile in self._settings.settings.all_connections:
            if profile.id == connection_id:
                return profile
        raise NotFoundError(kind="connection", id=connection_id)
