"""The services of what a person makes and keeps, over fakes. A part of ``program``."""

from __future__ import annotations

from typing import TypedDict

from desktop_app.interchange.reader import read_any
from desktop_app.interchange.writers import Writers
from desktop_app.services.card_text import CardTexts
from desktop_app.services.chat_service import ChatService
from desktop_app.services.context_service import ContextService
from desktop_app.services.library_service import LibraryService
from desktop_app.services.lore_service import LoreService
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.rounds import Rounds
from desktop_app.services.speaking_persona import SpeakingPersona
from desktop_app.services.turn_runner import TurnRunner
from tests.fakes.ground import Ground
from tests.fakes.repositories import FakeVersionRepository


class KeptServices(TypedDict):
    """By the names that ``Program`` has for them."""

    chats: ChatService
    memory: MemoryService
    library: LibraryService
    lore: LoreService


def kept_services(ground: Ground, context: ContextService, save_every_seconds: float) -> KeptServices:
    """``save_every_seconds``: how often what came of an answer is stored while it comes."""
    world, about, new_id = ground.world, ground.about, ground.new_id
    memory = MemoryService(**about, memories=world["memory_repository"], new_id=new_id)
    library = LibraryService(
        **about,
        library=world["library_repository"],
        files=world["file_repository"],
        versions=FakeVersionRepository(world["state"]),
        cards=CardTexts(reader=read_any, writers=Writers),
        memory=memory,
        new_id=new_id,
    )
    return KeptServices(
        chats=_chats(ground, context, memory, save_every_seconds),
        memory=memory,
        library=library,
        lore=LoreService(**about, lore=world["lore_repository"], new_id=new_id),
    )


def _chats(ground: Ground, context: ContextService, memory: MemoryService, every: float) -> ChatService:
    stored, about, settings, new_id = ground.stored, ground.about, ground.settings, ground.new_id
    runner = TurnRunner(**stored, **about, context=context, tasks=ground.tasks, new_id=new_id, save_every_seconds=every)
    return ChatService(
        **about,
        chats=stored["chats"],
        memory=memory,
        runner=runner,
        rounds=Rounds(runner, context),
        drafts=ground.drafts,
        settings=settings,
        personas=SpeakingPersona(ground.world["library_repository"], lambda: settings.settings.default_persona_id),
        new_id=new_id,
    )
