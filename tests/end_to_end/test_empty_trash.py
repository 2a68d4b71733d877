"""A chat that is out of the trash for good is nowhere any more: no cache of the running program gives it back."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.app import open_app
from desktop_app.domain.errors import NotFoundError
from desktop_app.services.events import ChatPurged
from tests.end_to_end.home import Home
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer


def test_nothing_gives_a_purged_chat_any_more(home: Home) -> None:
    with ModelServer([words("Hm.")]) as server:
        home.connect_to(server.url)
        asyncio.run(check_that_it_is_empty(home))


async def check_that_it_is_empty(home: Home) -> None:
    bugs: list[BaseException] = []
    purged: list[str] = []
    app = await open_app(home.paths, on_error=bugs.append, writable=True)
    app.bus.subscribe(ChatPurged, lambda event: purged.append(event.chat_id))
    try:
        gone, kept = await app.chats.new_chat("Gone"), await app.chats.new_chat("Kept")
        await app.chats.send(gone.id, "The lamp is blue.")
        await app.chats.save_draft(gone.id, "And so")
        await app.chats.delete_chat(gone.id)
        # As a window does that is late: everything is held anew of a chat that is in the trash.
        assert len(await app.chats.tail(gone.id, 60)) == 2
        assert "And so" in (await app.context.preview(gone.id, "And so")).messages[-1].content
        await app.context.preview(kept.id, "Hello")
        assert await app.trash.empty() == 1
        assert purged == [gone.id]
        for asked in (app.chats.tail(gone.id, 60), app.context.preview(gone.id, "So"), app.chats.get_draft(gone.id)):
            with pytest.raises(NotFoundError):
                await asked
        assert (await app.context.preview(kept.id, "Hello")).messages[-1].content == "Hello"
    finally:
        await app.close()
    assert bugs == []
