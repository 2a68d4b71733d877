"""What decides on a prompt: context, summaries and recall over the ground. A part of ``open_app``."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.adapters import LateSegmentMaker, load_recall, read_prompts, recall_identity
from desktop_app.assembly.ground import Ground
from desktop_app.language.relevance import WordRanker
from desktop_app.services.context_service import ContextService
from desktop_app.services.identity import new_id
from desktop_app.services.knowledge import Sources
from desktop_app.services.late_recall import LateLibrary
from desktop_app.services.meaning import Meaning
from desktop_app.services.meaning_search import StoredMeaning
from desktop_app.services.recall_service import RecallService, RecallSources
from desktop_app.services.summary_service import SummaryMakers, SummaryService, SummarySources


@dataclass(frozen=True, slots=True)
class Engine:
    """What decides on a prompt, and what is found and told for it."""

    summaries: SummaryService
    recall: RecallService
    near: StoredMeaning
    context: ContextService


def make_engine(ground: Ground) -> Engine:
    """The engine; the recall library is loaded when it is first wanted."""
    storage = ground.storage
    summaries = _summaries(ground)
    late = LateLibrary(lambda: load_recall(ground.lemmas), recall_identity())
    meaning = Meaning(
        ranker=late.ranker,
        kept=storage.embeddings,
        builtin=late.embedder,
        providers=ground.providers,
        settings=ground.settings,
    )
    recall = _recall(ground, late, meaning, summaries)
    near = StoredMeaning(chats=storage.chats, vectors=storage.vectors, retriever=late.retriever, meaning=meaning)
    return Engine(summaries, recall, near, _context(ground, summaries, recall))


def _summaries(ground: Ground) -> SummaryService:
    storage = ground.storage
    return SummaryService(
        sources=SummarySources(storage.chats, storage.summaries, storage.calibrations, storage.lore, storage.memory),
        makers=SummaryMakers(LateSegmentMaker(ground.lemmas), ground.providers, read_prompts(), ground.lemmas),
        new_id=new_id,
        **ground.beside,
    )


def _recall(ground: Ground, late: LateLibrary, meaning: Meaning, summaries: SummaryService) -> RecallService:
    return RecallService(
        sources=RecallSources(ground.storage.chats, ground.storage.vectors),
        retriever=late.retriever,
        meaning=meaning,
        summaries=summaries,
        **ground.beside,
    )


def _context(ground: Ground, summaries: SummaryService, recall: RecallService) -> ContextService:
    storage = ground.storage
    return ContextService(
        sources=Sources(storage.chats, storage.turns, storage.library, storage.lore, storage.memory),
        calibrations=storage.calibrations,
        ranker=WordRanker(ground.lemmas),
        summaries=summaries,
        recalls=recall,
        providers=ground.providers,
        settings=ground.settings,
        drafts=ground.drafts,
        clock=ground.clock,
        bus=ground.bus,
        tasks=ground.tasks,
    )
