"""Undoing a mark on messages that were not alike before."""

from __future__ import annotations

import asyncio

from desktop_app.services.events import MessageChanged
from desktop_app.services.marks_service import MessageMark
from tests.fakes.program import make_program


def test_each_message_has_its_own_marks_again() -> None:
    async def main() -> None:
        program = make_program()
        chat = await program.chats.new_chat("Lighthouse")
        for text in ("one", "two"):
            await program.chats.send(chat.id, text)
        ids = [message.id for message in await program.branch_messages(chat.id)]
        await program.marks.mark(chat.id, ids[:1], MessageMark.EXCLUDE)
        await program.marks.mark(chat.id, ids[1:2], MessageMark.ALWAYS_IN_CONTEXT)
        before = {message.id: message.flags for message in await program.branch_messages(chat.id)}
        assert await program.marks.mark(chat.id, ids, MessageMark.NEVER_SEND) == tuple(ids)
        told = len(program.of_kind(MessageChanged))
        assert await program.marks.take_back(chat.id, before) == tuple(ids)
        assert {message.id: message.flags for message in await program.branch_messages(chat.id)} == before
        assert len(program.of_kind(MessageChanged)) == told + len(ids)
        assert await program.marks.take_back(chat.id, before) == ()
        await program.tasks.close()

    asyncio.run(main())
