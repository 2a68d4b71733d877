"""The services of proposals and of the review of memory over fakes. A part of ``program``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from desktop_app.language.lemmas import Lemmas
from desktop_app.language.sameness import Sameness
from desktop_app.services.context_service import ContextService
from desktop_app.services.events import EventBus
from desktop_app.services.memory_review import MemoryReviewService
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.proposal_service import ProposalService
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.tasks import TaskRegistry


class ProposalServices(TypedDict):
    """By the names that ``Program`` has for them."""

    proposals: ProposalService
    memory_review: MemoryReviewService


def proposal_services(
    world: Mapping[str, Any],
    stored: Mapping[str, Any],
    memory: MemoryService,
    lemmas: Lemmas,
    settings: SettingsService,
    context: ContextService,
    bus: EventBus,
    tasks: TaskRegistry,
    new_id: Callable[[], str],
    automatic: bool,
) -> ProposalServices:
    """``world``: the fakes by their names in ``Program``; ``stored``: chats and turns as the services see them."""
    sameness, clock = Sameness(lemmas), world["clock"]
    return ProposalServices(
        proposals=ProposalService(
            chats=stored["chats"],
            proposals=world["proposal_repository"],
            memory=memory,
            sameness=sameness,
            settings=settings,
            bus=bus,
            tasks=tasks,
            clock=clock,
            new_id=new_id,
            automatic=automatic,
        ),
        memory_review=MemoryReviewService(
            memory=memory,
            chats=stored["chats"],
            turns=stored["turns"],
            sameness=sameness,
            count_text=context.count_text,
            clock=clock,
        ),
    )
