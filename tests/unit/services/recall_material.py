"""What tests of recall share: a program that recalls by words that stand for meaning, and what its plans have of old messages."""

from __future__ import annotations

from dataclasses import fields, replace

from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.domain.embedding import TextKind
from desktop_app.domain.generation import GenerationSettings
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.settings import RecallSettings
from desktop_app.services.answering import WhatIf
from tests.fakes.embedders import WordEmbedder
from tests.fakes.program import Program, make_program
from tests.fakes.state import FakeState
from tests.unit.services.request_material import remote

# The strategy that keeps the newest messages and nothing else: whatever is old comes by recall.
RECALLING = WhatIf(strategy="truncate")


class Recording(WordEmbedder):
    """Knows every text that it was ever given."""

    @property
    def given(self) -> list[str]:
        """All texts, as often as they came."""
        return [text for texts, _ in self.asked for text in texts]

    @property
    def read(self) -> list[str]:
        """The texts that were given to be kept."""
        return [text for texts, kind in self.asked for text in texts if kind is TextKind.PASSAGE]


def recalling(*, limit: int = 600, enabled: bool = True, other_chats: bool = False) -> Program:
    """A program with a small window, so that most of a chat is out of it."""
    small = remote(limit, generation=GenerationSettings(max_tokens=100))
    settings = replace(small, recall=RecallSettings(enabled=enabled, other_chats=other_chats))
    return make_program(settings=settings, recalls=Recording(dimension=64))


async def recalling_chat(program: Program, title: str = "Long") -> str:
    """A chat that wants recall whatever the strategy; its id."""
    chat = await program.chats.new_chat(title)
    await program.chats.set_context(chat.id, lambda known: replace(known, use_recall=True))
    return chat.id


async def told(program: Program, chat_id: str, *texts: str, prefix: str = "m") -> list[str]:
    """Adds messages to the branch, the person and the model in turn, past the services; the ids."""
    branch = await program.chat_repository.branch(chat_id)
    ids: list[str] = []
    parent = branch[-1].id if branch else None
    for number, text in enumerate(texts, len(branch)):
        id_ = f"{prefix}{number:05}"
        role = Role.ASSISTANT if number % 2 else Role.USER
        await program.chat_repository.append(Message(id_, chat_id, parent, role, (TextPart(text),)))
        parent = id_
        ids.append(id_)
    return ids


def small_talk(count: int, *, first: int = 0) -> list[str]:
    """Texts of which no two say the same, and none says anything."""
    words = "river lamp window garden bread letter winter stone music corner paper bridge clock orange market".split()
    return [
        f"The {words[number % 15]} and the {words[(7 * number + 3) % 15]} again, part {number}, with some {words[(number * number) % 15]}."
        for number in range(first, first + count)
    ]


async def recalled(program: Program, chat_id: str, question: str) -> list[str]:
    """The texts of the recalled passages of the plan."""
    return passages(await plan_of(program, chat_id, question))


async def plan_of(program: Program, chat_id: str, question: str) -> ContextPlan:
    """The plan for a question, with all that can be found."""
    return await program.context.preview(chat_id, question, what_if=RECALLING, wait=True)


def passages(plan: ContextPlan) -> list[str]:
    """Of a plan, the texts of the recalled passages."""
    return [block.text for block in plan.blocks if block.kind is BlockKind.RECALL and block.rendered]


def after_restart(program: Program) -> Program:
    """The program as it is when it starts again: it knows what is stored and nothing else. The embedder is the same."""
    assert program.recall is not None
    again = make_program(settings=program.settings.settings, recalls=program.recall.meaning.builtin)
    for each in fields(FakeState):
        setattr(again.state, each.name, getattr(program.state, each.name))
    return again
