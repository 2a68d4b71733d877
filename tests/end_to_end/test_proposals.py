"""What is proposed in one process waits in another; a newer fact takes the place of the older one for good."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from desktop_app.app import open_app
from desktop_app.assembly import App
from desktop_app.services.events import ProposalsChanged
from desktop_app.services.memory_review import Why
from desktop_app.services.proposal_service import true_until
from tests.end_to_end.home import Home
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer
from tests.unit.services.scenario import until


def _with_the_program(home: Home, scenario: Callable[[App], Awaitable[None]]) -> None:
    """Opens the program over the data of this home, as the window does."""

    async def whole() -> None:
        bugs: list[BaseException] = []
        app = await open_app(home.paths, on_error=bugs.append, writable=True)
        try:
            await asyncio.wait_for(scenario(app), 120)
        finally:
            await app.close()
        assert bugs == []

    asyncio.run(whole())


def test_proposals_wait_over_a_restart_and_supersede(home: Home) -> None:
    with ModelServer([words("Hm."), words("Oh.")]) as server:
        home.connect_to(server.url)
        home.run("send", "--chat", "Talk", "Hi! I live in Oslo. Do you know it?")

        async def accept_oslo(app: App) -> None:
            (chat,) = await app.chats.list_chats()
            await app.proposals.look(chat.id)  # where the command ended before it was looked through
            (proposal,) = await app.proposals.waiting()
            await app.proposals.accept(proposal.id)

        _with_the_program(home, accept_oslo)
        home.run("send", "--chat", "Talk", "By the way, I moved to Rome.")

        async def accept_rome(app: App) -> None:
            (chat,) = await app.chats.list_chats()
            await app.proposals.look(chat.id)
            (proposal,) = await app.proposals.waiting(chat.id)
            (oslo,) = await app.memory.entries()
            assert proposal.replaces == oslo.id
            await app.proposals.accept(proposal.id)

        _with_the_program(home, accept_rome)

    async def look_again(app: App) -> None:
        (chat,) = await app.chats.list_chats()
        oslo, rome = sorted(await app.memory.entries(), key=lambda entry: entry.enabled)
        assert (oslo.enabled, rome.enabled, rome.supersedes) == (False, True, oslo.id)
        assert true_until(oslo) is not None
        assert rome.content.endswith(": By the way, I moved to Rome.")
        assert await app.proposals.look(chat.id) == ()
        told: list[ProposalsChanged] = []
        app.bus.subscribe(ProposalsChanged, told.append)
        await app.chats.edit(rome.sources[0].message_id, "By the way, I moved to Pisa.")
        review = await app.memory_review.to_review()
        assert [(each.entry.id, each.why) for each in review] == [(rome.id, Why.CHANGED)]
        await until(lambda: told[-1:] == [ProposalsChanged(chat.id, 1)])
        (pisa,) = await app.proposals.waiting()
        assert (pisa.replaces, pisa.entry.content.endswith("I moved to Pisa.")) == (rome.id, True)
        figures = (await app.memory_review.review()).figures
        assert [each.entry.id for each in figures] == [rome.id]
        assert figures[0].tokens > 0

    _with_the_program(home, look_again)
