"""What services keep between two keys: read once, read again after a change, and never what was stale when it came."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.ports import TokenCount
from desktop_app.services.branch_cache import BranchCache
from desktop_app.services.drafts import Drafts
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.per_chat import PerChat
from tests.fakes.program import make_program
from tests.fakes.providers import WordCounter
from tests.unit.services.request_material import long_chat, remote


class Twice(WordCounter):
    """Counts every word twice."""

    def count(self, text: str) -> TokenCount:
        return TokenCount(2 * super().count(text).tokens, exact=False)


def test_a_value_that_was_stale_when_it_came_is_read_again() -> None:
    async def scenario() -> None:
        reads: list[str] = []

        async def read(chat_id: str) -> str:
            reads.append(chat_id)
            if len(reads) == 1:
                kept.forget(chat_id)  # told in the middle of the reading
            return f"{chat_id} {len(reads)}"

        kept = PerChat(read, keep=2)
        assert await asyncio.gather(kept.get("a"), kept.get("a")) == ["a 2", "a 2"]
        assert await kept.get("b") == "b 3"
        assert await kept.get("a") == "a 2"
        assert await kept.get("c") == "c 4"
        assert kept.known() == ["a", "c"]
        assert await kept.get("b") == "b 5", "the one that was asked for longest ago was forgotten"
        kept.forget_all()
        assert await kept.get("b") == "b 6"

    asyncio.run(scenario())


def test_a_reading_that_fails_is_tried_again() -> None:
    async def scenario() -> None:
        failures = [NotFoundError(kind="chat", id="a")]

        async def read(chat_id: str) -> str:
            if failures:
                raise failures.pop()
            return chat_id

        kept = PerChat(read)
        told = await asyncio.gather(kept.get("a"), return_exceptions=True)
        assert isinstance(told[0], NotFoundError)
        assert await kept.get("a") == "a"

    asyncio.run(scenario())


def test_another_counter_or_limit_reads_no_message_again() -> None:
    async def scenario() -> None:
        program = make_program(settings=remote(500))
        chat_id, _ = await long_chat(program, 300)
        read: list[int] = []
        messages = program.chat_repository.messages

        async def counted(ids: Sequence[str]) -> dict[str, Message]:
            read.append(len(ids))
            return await messages(ids)

        program.chat_repository.messages = counted
        cache = BranchCache(program.chat_repository)
        words, twice = WordCounter(), Twice()
        small = await cache.branch(chat_id, words, 200)
        large = await cache.branch(chat_id, words, 2_000)
        assert sum(item.parts is not None for item in small) < sum(item.parts is not None for item in large) == 300
        assert await cache.branch(chat_id, words, 200) is small
        assert await cache.branch(chat_id, words, 2_000) is large
        read.clear()
        again = await cache.branch(chat_id, twice, 2_000)
        assert read == []
        assert [item.tokens for item in again] == [2 * item.tokens for item in large]
        assert not again[0].exact
        assert [item.parts for item in await cache.branch(chat_id, twice, 200)] == [item.parts for item in small]

    asyncio.run(scenario())


def test_the_greeting_is_known_however_long_the_chat_is() -> None:
    """Entries of lorebooks can be for one greeting only: the first message has its text in every branch."""

    async def scenario() -> None:
        program = make_program(settings=remote(500))
        chat_id, _ = await long_chat(program, 300)
        branch = await BranchCache(program.chat_repository).branch(chat_id, WordCounter(), 100)
        assert branch[0].parts is not None
        assert branch[1].parts is None

    asyncio.run(scenario())


def test_behind_excluded_and_endless_messages_the_branch_is_still_read() -> None:
    """They take no room: what a plan can hold lies behind them."""

    async def scenario() -> None:
        program = make_program(settings=remote(500))
        chat_id, ids = await long_chat(program, 400)
        await program.marks.mark(chat_id, ids[200:395], MessageMark.EXCLUDE)
        branch = await BranchCache(program.chat_repository).branch(chat_id, WordCounter(), 100)
        assert sum(row.tokens for row in branch if row.parts is not None and row.flags.sendable) >= 2 * 100
        endless = (TextPart("word " * 5_000),)
        await program.chat_repository.append(Message("endless", chat_id, ids[-1], Role.ASSISTANT, endless))
        branch = await BranchCache(program.chat_repository).branch(chat_id, WordCounter(), 100)
        assert sum(row.tokens for row in branch[:-1] if row.parts is not None and row.flags.sendable) >= 2 * 100

    asyncio.run(scenario())


def test_a_draft_keeps_its_id_until_it_becomes_a_message() -> None:
    async def scenario() -> None:
        program = make_program()
        chat = await program.chats.new_chat()
        numbers = iter(range(100))
        drafts = Drafts(program.chat_repository, lambda: f"draft{next(numbers)}")
        assert await drafts.get(chat.id) is None
        first = (await drafts.current(chat.id)).message_id
        await drafts.save(chat.id, "hello")
        await drafts.save(chat.id, "")
        await drafts.save(chat.id, "hello again")
        await drafts.ask_chance_anew(chat.id)
        stored = await program.chat_repository.get_draft(chat.id)
        assert stored == drafts.take(chat.id)
        assert stored is not None
        assert (stored.message_id, stored.text, stored.reroll) == (first, "hello again", 1)
        # Not yet removed from the repository, and yet another message.
        following = await drafts.current(chat.id)
        assert (following.message_id != first, following.text, following.reroll) == (True, "", 0)
        drafts.give_back(stored)
        back = await drafts.current(chat.id)
        assert (back.message_id, back.reroll) == (following.message_id, 1)

    asyncio.run(scenario())
