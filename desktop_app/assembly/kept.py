"""What a person makes and keeps: chats, characters, lore, memory, and what is proposed for it. A part of ``open_app``."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.adapters import file_writers, read_foreign
from desktop_app.assembly.ground import Ground
from desktop_app.language.sameness import Sameness
from desktop_app.services.bulk_deleting import BeforeMany
from desktop_app.services.card_text import CardTexts
from desktop_app.services.chat_service import ChatService
from desktop_app.services.context_service import ContextService
from desktop_app.services.identity import new_id
from desktop_app.services.library_service import LibraryService
from desktop_app.services.lore_service import LoreService
from desktop_app.services.memory_review import MemoryReviewService
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.proposal_service import ProposalService
from desktop_app.services.rounds import Rounds
from desktop_app.services.speaking_persona import SpeakingPersona
from desktop_app.services.turn_runner import TurnRunner


@dataclass(frozen=True, slots=True)
class Kept:
    """What a person makes and keeps."""

    memory: MemoryService
    chats: ChatService
    library: LibraryService
    lore: LoreService


def make_kept(ground: Ground, context: ContextService, before_many: BeforeMany) -> Kept:
    """The services of chats, characters, lore and memory. ``context`` tells the chats what to send."""
    storage, bus, clock = ground.storage, ground.bus, ground.clock
    runner = TurnRunner(
        chats=storage.chats,
        turns=storage.turns,
        context=context,
        tasks=ground.tasks,
        bus=bus,
        clock=clock,
        new_id=new_id,
    )
    memory = MemoryService(memories=storage.memory, bus=bus, clock=clock, new_id=new_id, before_many=before_many)
    chats = ChatService(
        chats=storage.chats,
        memory=memory,
        runner=runner,
        rounds=Rounds(runner, context),
        drafts=ground.drafts,
        settings=ground.settings,
        personas=SpeakingPersona(storage.library, lambda: ground.settings.settings.default_persona_id),
        bus=bus,
        clock=clock,
        new_id=new_id,
    )
    library = LibraryService(
        library=storage.library,
        files=storage.files,
        versions=storage.versions,
        cards=CardTexts(reader=read_foreign, writers=file_writers),
        memory=memory,
        bus=bus,
        clock=clock,
        new_id=new_id,
    )
    lore = LoreService(lore=storage.lore, bus=bus, clock=clock, new_id=new_id, before_many=before_many)
    return Kept(memory, chats, library, lore)


def from_the_chat(
    ground: Ground, memory: MemoryService, context: ContextService
) -> tuple[ProposalService, MemoryReviewService]:
    """What is proposed to be remembered, and what is to be said of what is."""
    storage, sameness = ground.storage, Sameness(ground.lemmas)
    proposals = ProposalService(
        chats=storage.chats,
        proposals=storage.proposals,
        memory=memory,
        sameness=sameness,
        new_id=new_id,
        **ground.beside,
    )
    review = MemoryReviewService(
        memory=memory,
        chats=storage.chats,
        turns=storage.turns,
        sameness=sameness,
        count_text=context.count_text,
        clock=ground.clock,
    )
    return proposals, review
