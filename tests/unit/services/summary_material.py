"""What tests of summaries share: rows and segments, and a chat whose summary is kept up beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop_app.context.request import BranchMessage
from desktop_app.domain.chat import Chat
from desktop_app.domain.memory import SourceSpan, SummaryMaker, SummarySentence
from desktop_app.domain.message import Message, MessageFlags, Role, TextPart
from desktop_app.domain.summary import Covered, SummarySegment
from desktop_app.services.summary_whole import light_branch
from tests.fakes.program import Program

TEXTS = (
    "Olga gets {n} crowns for the roof, we agreed.",
    "The river was high. I promise to bring {n} books to Anna.",
    "It rained again! Peter counted {n} gulls at the harbour.",
    "We decided that room {n} belongs to Marten. He was glad.",
)


def row(number: int, **more: object) -> BranchMessage:
    """A message of a branch; the odd ones are the person's."""
    message = BranchMessage(f"m{number}", 1, Role.USER if number % 2 else Role.ASSISTANT, 1)
    return replace(message, **more)


def rows(count: int) -> list[BranchMessage]:
    """So many of them, from 1."""
    return [row(number) for number in range(1, count + 1)]


def segment(name: str, numbers: Iterable[int], maker: SummaryMaker = SummaryMaker.EXTRACTIVE) -> SummarySegment:
    """A segment of these messages, with a sentence of each."""
    covers = tuple(Covered(f"m{number}", 1) for number in numbers)
    sentences = tuple(
        SummarySentence(
            f"{name}:{each.message_id}", f"{name} of {each.message_id}", (span(each.message_id),), 1.0, maker
        )
        for each in covers
    )
    return SummarySegment(name, "c", covers, sentences, maker)


def span(message_id: str, revision: int = 1) -> SourceSpan:
    """A place of a message."""
    return SourceSpan(message_id, revision, 0, 5)


async def told_chat(program: Program, count: int, texts: Sequence[str] = TEXTS) -> tuple[Chat, list[str]]:
    """A chat of so many messages, stored without a turn, and their ids."""
    chat = await program.chats.new_chat("Told")
    ids: list[str] = []
    for number in range(count):
        await add_message(program, chat.id, texts[number % len(texts)].format(n=100 + number), ids)
    return await program.chats.get_chat(chat.id), ids


async def add_message(program: Program, chat_id: str, text: str, ids: list[str], parent: str | None = None) -> str:
    """One message more behind the last of ``ids`` (or ``parent``), said in turn; its id goes into ``ids``."""
    role = Role.ASSISTANT if len(ids) % 2 else Role.USER
    id_ = f"{chat_id}-{len(program.state.messages):05}"
    below = parent if parent is not None else (ids[-1] if ids else None)
    await program.chat_repository.append(Message(id_, chat_id, below, role, (TextPart(text),)))
    ids.append(id_)
    return id_


async def branch_of(program: Program, chat_id: str) -> tuple[BranchMessage, ...]:
    """The visible branch as the engine has it, without texts."""
    return light_branch(await program.chats.branch(chat_id))


async def texts_told(program: Program, chat_id: str) -> set[str]:
    """What may be said of the visible branch."""
    return {each.text for each in await program.summaries.sentences(chat_id, await branch_of(program, chat_id))}


OUT = MessageFlags(excluded=True)
