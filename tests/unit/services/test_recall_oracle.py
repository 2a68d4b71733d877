"""A thousand random operations on chats that recall, against a plain list of what may be said: no ghosts, no leaks, no repeats.

The oracle knows of every text only whether it is on the visible branch and may be sent. 100 operations here, 1,000 in the long run.
"""

from __future__ import annotations

import asyncio
import random

import pytest

from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.services.events import BranchChanged, MessageAdded
from desktop_app.services.marks_service import MessageMark
from tests.fakes.program import Program
from tests.unit.services.recall_material import plan_of, recalling, recalling_chat, small_talk, told

SUBJECTS = "dragon lighthouse violin glacier orchard compass anchor falcon lantern cellar bakery meadow".split()


class Story:
    """What happens to a chat, by chance. Every text has a number of its own, which nothing else says."""

    def __init__(self, program: Program, chat_id: str, seed: int) -> None:
        self.program = program
        self.chat_id = chat_id
        self.chance = random.Random(seed)
        self.numbers = 0

    def text(self) -> str:
        """Something new about a subject."""
        self.numbers += 1
        return f"Secret{self.numbers:05}x is about the {self.chance.choice(SUBJECTS)} and the {self.chance.choice(SUBJECTS)}."

    async def step(self) -> None:
        """One operation."""
        acts = (self.say, self.say, self.edit, self.delete, self.exclude, self.keep_back, self.restore, self.fork)
        await self.chance.choice((*acts, self.choose))()

    async def say(self) -> None:
        """One message more at the tip."""
        branch = await self.program.chats.branch(self.chat_id)
        await self._append(branch[-1].id if branch else None, len(branch))

    async def fork(self) -> None:
        """Another message in the place of an old one: the branch ends there."""
        row = await self._any()
        message = await self.program.chat_repository.get_message(row)
        await self._append(message.parent_id, message.role is Role.ASSISTANT)

    async def choose(self) -> None:
        """The branch goes through another variant, where there is one."""
        row = await self._any()
        variants = await self.program.chat_repository.variants(row)
        await self.program.chat_repository.choose(self.chance.choice(variants))
        self.program.bus.publish(BranchChanged(self.chat_id))

    async def edit(self) -> None:
        """Another text."""
        await self.program.chats.edit(await self._any(), self.text())

    async def delete(self) -> None:
        """Marked as deleted, or no more."""
        row = await self._any()
        deleted = (await self.program.chat_repository.get_message(row)).flags.deleted
        await (self.program.chats.restore_message(row) if deleted else self.program.chats.delete_message(row))

    async def exclude(self) -> None:
        """In no form in the prompt."""
        await self.program.marks.mark(self.chat_id, [await self._any()], MessageMark.EXCLUDE)

    async def keep_back(self) -> None:
        """Never sent."""
        await self.program.marks.mark(self.chat_id, [await self._any()], MessageMark.NEVER_SEND)

    async def restore(self) -> None:
        """As before."""
        await self.program.marks.mark(self.chat_id, [await self._any()], MessageMark.RESTORE)

    async def _append(self, parent_id: str | None, number: int) -> None:
        role = Role.ASSISTANT if number % 2 else Role.USER
        text = self.text()
        message = Message(f"s{self.numbers:05}", self.chat_id, parent_id, role, (TextPart(text),))
        await self.program.chat_repository.append(message)
        self.program.bus.publish(MessageAdded(self.chat_id, message))
        self.program.bus.publish(BranchChanged(self.chat_id))

    async def _any(self) -> str:
        return self.chance.choice(await self.program.chats.branch(self.chat_id)).id


async def check(program: Program, chat_id: str, plan: ContextPlan) -> int:
    """Everything recalled is said on this branch, in these words, may be sent, and stands nowhere else in the history."""
    rows = await program.chats.branch(chat_id)
    messages = await program.chat_repository.messages([row.id for row in rows])
    allowed = {row.id: messages[row.id].text for row in rows if row.flags.sendable}
    window = {block.origin_id for block in plan.blocks if block.kind is BlockKind.HISTORY and block.rendered}
    recalled = [block for block in plan.blocks if block.kind is BlockKind.RECALL and block.rendered]
    for block in recalled:
        body = block.text.split("\n", 1)[1]
        assert block.origin_id in allowed, "a ghost, or of another branch"
        assert any(body in text for text in allowed.values()), "words that nobody says"
        assert block.origin_id not in window, "a repeat"
    assert len({block.text.split("\n", 1)[1] for block in recalled}) == len(recalled)
    return len(recalled)


async def check_a_life(program: Program, operations: int, every: int) -> int:
    """A story of so many operations with a look at the plan after each ``every``-th; how much was recalled."""
    chat_id = await recalling_chat(program)
    await told(program, chat_id, *small_talk(30))
    story = Story(program, chat_id, seed=operations)
    seen = 0
    for number in range(operations):
        await story.step()
        if len(await program.chats.branch(chat_id)) < 30:
            for _ in range(10):
                await story.say()
        if number % every == 0:
            question = f"What about the {story.chance.choice(SUBJECTS)}?"
            seen += await check(program, chat_id, await plan_of(program, chat_id, question))
    return seen


def recalled_in_a_life(operations: int, every: int) -> int:
    """How many passages were recalled in a story of so many operations, each of them checked."""
    program = recalling(limit=300)
    found: list[int] = []

    async def whole() -> None:
        found.append(await check_a_life(program, operations, every))
        await program.chats.stop_all()
        await program.tasks.close()

    asyncio.run(whole())
    assert program.bugs == []
    return found[0]


def test_whatever_happens_only_what_may_be_said_is_recalled() -> None:
    assert recalled_in_a_life(100, 5) > 10


@pytest.mark.long
def test_a_thousand_operations() -> None:
    assert recalled_in_a_life(1_000, 1) > 500
