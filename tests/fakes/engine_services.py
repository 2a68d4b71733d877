"""The services that decide on a prompt, over fakes: context, summaries, recall. A part of ``program``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypedDict

from desktop_app.domain.embedding import Embedder
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import WordRanker
from desktop_app.retrieval.retriever import ChatRetriever
from desktop_app.retrieval.sentence_scores import SentenceMaker
from desktop_app.retrieval.vector_ranker import VectorRanker
from desktop_app.services.context_service import ContextService
from desktop_app.services.knowledge import Sources
from desktop_app.services.meaning import Meaning
from desktop_app.services.recall_service import RecallService, RecallSources
from desktop_app.services.summary_service import SummaryMakers, SummaryService, SummarySources
from tests.fakes.ground import Ground

# What a model is asked for summaries with.
PROMPTS = {
    "en": "Summarise in {language}, {lines} lines.",
    "ru": "Перескажи, {lines} строк.",
    "zh": "概括，{lines} 行。",
}


class EngineServices(TypedDict):
    """By the names that ``Program`` has for them."""

    context: ContextService
    summaries: SummaryService
    recall: RecallService | None


def engine_services(
    ground: Ground, summarises: Callable[[float], Awaitable[None]] | None, recalls: Embedder | None
) -> EngineServices:
    """``summarises`` and ``recalls`` as for ``make_program``."""
    summaries = _summaries(ground, summarises)
    recall = _recall(ground, recalls, summaries) if recalls else None
    return EngineServices(context=_context(ground, summaries, recall), summaries=summaries, recall=recall)


def _context(ground: Ground, summaries: SummaryService, recall: RecallService | None) -> ContextService:
    world, stored = ground.world, ground.stored
    knowledge = (world["library_repository"], world["lore_repository"], world["memory_repository"])
    return ContextService(
        **ground.about,
        sources=Sources(stored["chats"], stored["turns"], *knowledge),
        calibrations=world["calibrations"],
        ranker=WordRanker(ground.lemmas),
        summaries=summaries,
        recalls=recall,
        providers=world["providers"],
        settings=ground.settings,
        drafts=ground.drafts,
        tasks=ground.tasks,
    )


def _recall(ground: Ground, embedder: Embedder, summaries: SummaryService) -> RecallService:
    world, lemmas = ground.world, Lemmas()
    meaning = Meaning(
        ranker=VectorRanker(lemmas),
        kept=world["embeddings"],
        builtin=embedder,
        providers=world["providers"],
        settings=ground.settings,
    )
    return RecallService(
        **ground.about,
        sources=RecallSources(ground.stored["chats"], world["vectors"]),
        retriever=ChatRetriever(lemmas),
        meaning=meaning,
        summaries=summaries,
        settings=ground.settings,
        tasks=ground.tasks,
        automatic=True,
    )


def _summaries(ground: Ground, wait: Callable[[float], Awaitable[None]] | None) -> SummaryService:
    world, lemmas = ground.world, ground.lemmas
    summaries, costs = world["summary_repository"], world["calibrations"]
    knowledge = (world["lore_repository"], world["memory_repository"])
    return SummaryService(
        **ground.about,
        sources=SummarySources(ground.stored["chats"], summaries, costs, *knowledge),
        makers=SummaryMakers(SentenceMaker(lemmas), world["providers"], PROMPTS, lemmas),
        settings=ground.settings,
        tasks=ground.tasks,
        new_id=ground.new_id,
        automatic=wait is not None,
        wait=wait or asyncio.sleep,
    )
