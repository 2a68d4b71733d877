"""The rolling summary of a long chat in a real database: made from nothing, one more message, read for the next plan, its size."""

from __future__ import annotations

from pathlib import Path

from desktop_app.assembly import App
from desktop_app.cli.bench_parts.figures import Figure, now_ms, spread, timed_await
from desktop_app.cli.bench_parts.material import fill_chat
from desktop_app.cli.bench_parts.program import program_in
from desktop_app.context.request import BranchMessage
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.settings import Settings
from desktop_app.providers.token_counter import TiktokenCounter
from desktop_app.services.summary_whole import light_branch, told_whole
from desktop_app.storage.paths import Paths

MESSAGES = 10_000
MORE = 40
ROOM = 600


async def measure(folder: Path) -> list[Figure]:
    """A chat of texts in three scripts; nothing is kept up by itself meanwhile."""
    profile = ConnectionProfile("bench", "Bench", base_url="https://model.invalid/v1", tokenizer="o200k_base")
    async with program_in(folder, Settings(connections=(profile,), default_connection_id="bench")) as app:
        await fill_chat(app.storage, Chat(id="bench"), MESSAGES)
        empty = _size(app.paths)
        start = now_ms()
        await app.summaries.keep_up("bench")
        whole = now_ms() - start
        added = _size(app.paths) - empty
        again = await timed_await(lambda _: app.summaries.keep_up("bench"), 5)
        more = await timed_await(lambda number: _one_more(app, number), MORE)
        read = await timed_await(lambda _: _read(app), 10)
        chosen = await _choose(app)
    return [
        Figure(f"{MESSAGES:,} messages, from nothing", whole),
        Figure("messages read", MESSAGES / whole * 1000, "/s"),
        Figure("the database grows by", added / 2**20, "MB"),
        *spread("nothing new", again),
        *spread("one more message, every eighth makes a segment", more),
        *spread("what may be said, after a message", read),
        *chosen,
    ]


async def _one_more(app: App, number: int) -> None:
    chat = await app.storage.chats.get_chat("bench")
    role = Role.ASSISTANT if number % 2 else Role.USER
    text = TextPart(f"We agreed that Olga gets {number} crowns for the roof. It rained again, and she smiled.")
    await app.storage.chats.append(Message(f"more-{number:05d}", "bench", chat.tip_id, role, (text,)))
    await app.summaries.keep_up("bench")


async def _branch(app: App) -> tuple[BranchMessage, ...]:
    return light_branch(await app.storage.chats.branch("bench"))


async def _read(app: App) -> None:
    """As after each message: the branch is another one, the segments are at hand."""
    await app.summaries.sentences("bench", await _branch(app))


async def _choose(app: App) -> list[Figure]:
    branch = await _branch(app)
    sentences = await app.summaries.sentences("bench", branch)
    counter = TiktokenCounter("o200k_base")
    counter.count("a")
    await counter.settle()
    told_whole(sentences, branch, counter, ROOM)
    start = now_ms()
    told_whole(sentences, branch, counter, ROOM)
    return [
        Figure(f"choosing for {ROOM} tokens, all of it dropped", now_ms() - start),
        Figure("sentences to choose from", len(sentences), ""),
    ]


def _size(paths: Paths) -> int:
    """The database with its log, in bytes."""
    return sum(file.stat().st_size for file in paths.database.parent.glob(f"{paths.database.name}*"))
