"""A server that counts otherwise than we do: after five answers the preview is right, also after a restart."""

from __future__ import annotations

import argparse
import asyncio
import json
import math
from collections.abc import Sequence
from typing import Any

from desktop_app.app import App, opened
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.providers.token_counter import TokenCounters
from desktop_app.services.events import NoticeRaised
from tests.end_to_end.home import Home
from tests.fakes.model_replies import Reply, chunk, stream, usage_chunk
from tests.fakes.model_server import ModelServer, ReceivedRequest

STORY = (
    "The keeper of the lighthouse wrote into his book that the sea was calm and the lamp burned well",
    "Смотритель маяка записал в книгу, что море спокойно, а лампа горит хорошо",
    "守塔人在书里写道，海面平静，灯也亮得很好",
    "def keeper(book): return [line.strip() for line in book if line]",
)


def counted(messages: Sequence[Any]) -> int:
    """1.13 times the tokens of a real vocabulary, and seven a message."""
    return sum(math.ceil(1.13 * VOCABULARY.count(str(message["content"])).tokens) + 7 for message in messages)


VOCABULARY = TokenCounters().counter(ConnectionProfile("", "", tokenizer="o200k_base"), None)
VOCABULARY.count("a")


def answer(request: ReceivedRequest) -> Reply:
    number = len(request.messages)
    said = " ".join(f"{STORY[number % 2]}, {word}." for word in range(number % 5 + 1))
    return stream([chunk(said), chunk(finish="stop"), usage_chunk(prompt=counted(request.messages))])


def message(number: int) -> str:
    return " ".join(f"{STORY[(number + at) % 3]} ({number}.{at})." for at in range(number % 4 + 1))


async def preview_and_send(app: App, chat_id: str, number: int, server: ModelServer) -> tuple[int, int, int]:
    """What the preview said, its ±, and what the server counted."""
    plan = await app.context.preview(chat_id, message(number), wait=True)
    await app.chats.send(chat_id, message(number))
    return plan.used, plan.safety, counted(server.chats[-1].messages)


def test_after_five_answers_the_count_is_right_and_its_band_holds(home: Home) -> None:
    asyncio.run(VOCABULARY.settle())
    found: list[tuple[int, int, int]] = []
    notices: list[object] = []

    async def talk(server: ModelServer, begin: int, end: int) -> None:
        async with opened(argparse.Namespace(data_dir=None, debug=False), writes=True) as app:
            app.bus.subscribe(NoticeRaised, notices.append)
            chats = await app.chats.list_chats()
            chat = chats[0] if chats else await app.chats.new_chat("Counting")
            found.extend([await preview_and_send(app, chat.id, number, server) for number in range(begin, end)])

    with ModelServer(answer) as server:
        home.connect_to(server.url)
        asyncio.run(talk(server, 0, 12))
        asyncio.run(talk(server, 12, 25))  # after a restart
        planned = home.run("plan", "--draft", message(25), "--json").json
        home.run("send", message(25))
        last = counted(server.chats[-1].messages)

    assert notices == []
    later = found[5:]
    assert all(abs(used - reported) <= 0.02 * reported for used, _, reported in later), later
    assert sum(abs(used - reported) <= safety for used, safety, reported in later) >= 0.95 * len(later), later
    assert max(safety / reported for _, safety, reported in later[5:]) < 0.05, "a band that says nothing"
    assert abs(planned["used"] - last) <= min(planned["safety"], 0.02 * last)
    assert not planned["exact"]


def test_exact_counts_stay_exact_where_the_server_agrees(home: Home) -> None:
    asyncio.run(VOCABULARY.settle())

    def agreeing(request: ReceivedRequest) -> Reply:
        prompt = sum(VOCABULARY.count(str(item["content"])).tokens + 3 for item in request.messages) + 3
        return stream([chunk("Fine."), chunk(finish="stop"), usage_chunk(prompt=prompt)])

    with ModelServer(agreeing) as server:
        profile = home.connect_to(server.url)
        home.change_connection(profile, tokenizer="o200k_base")
        for number in range(3):
            home.run("send", "--chat", "Exact", message(number))
        planned = home.run("plan", "--draft", "and now?", "--json").json
        home.run("send", "and now?")
        sent = server.chats[-1].messages

    assert (planned["exact"], planned["safety"]) == (True, 0)
    assert planned["used"] == sum(VOCABULARY.count(str(item["content"])).tokens + 3 for item in sent) + 3
    assert json.dumps(planned["messages"]) == json.dumps(sent)
