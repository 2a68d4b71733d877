"""Search over all chats: indexing what was there, storing a message with its words, and the box while somebody types."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from desktop_app.adapters import SystemClock
from desktop_app.cli.bench_parts.figures import Figure, now_ms, spread, timed_await
from desktop_app.cli.bench_parts.material import MANY_SYLLABLES, MadeUpLanguage
from desktop_app.domain.chat import Chat
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.searching import SearchQuestion
from desktop_app.services.search_service import PAGE, SLICE
from desktop_app.storage.bulk import append_many
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths

SIZE = 100_000
PER_CHAT = 2_000
COMMITS = 1_000
QUESTIONS = 50

# Words of a message: some 300 characters.
_WORDS = (20, 90)
_DAY = 86_400_000
_FIRST_DAY = 1_700_000_000_000


async def measure(folder: Path, size: int = SIZE) -> list[Figure]:
    """A database of ``size`` messages: indexed in slices as after an upgrade, then asked as people ask."""
    paths = Paths.find(environ={"TALESPAN_HOME": str(folder)})
    paths.create()
    language = MadeUpLanguage(MANY_SYLLABLES)
    storage = await open_storage(paths, SystemClock())
    await _fill(storage, language, size)
    await storage.close()
    before = paths.database.stat().st_size
    storage = await open_storage(paths, SystemClock())
    start = now_ms()
    left = size
    while left:
        left = await storage.search.index_older(SLICE)
    while await storage.search.tidy():
        pass
    took = now_ms() - start
    await storage.close()
    after = paths.database.stat().st_size
    storage = await open_storage(paths, SystemClock())
    try:
        return [
            Figure("older messages indexed", size / took * 1000, "/s"),
            Figure("size of the index", (after - before) / 1e6, "MB"),
            Figure("share of the database", 100 * (1 - before / after), "%"),
            *await _commits(storage, language),
            *await _asked(storage, language, size),
        ]
    finally:
        await storage.close()


def _messages(language: MadeUpLanguage, chat_id: str, first: int, count: int) -> Iterator[Message]:
    chance = random.Random(first)  # noqa: S311 - the same lengths everywhere
    for number in range(count):
        yield Message(
            f"{chat_id}-{number}",
            chat_id,
            f"{chat_id}-{number - 1}" if number else None,
            Role.ASSISTANT if number % 2 else Role.USER,
            (TextPart(language.text(chance.randint(*_WORDS))),),
            created_at=_FIRST_DAY + (first + number) * (_DAY // 400),
        )


async def _fill(storage: Storage, language: MadeUpLanguage, size: int) -> None:
    for first in range(0, size, PER_CHAT):
        chat_id = f"chat{first}"
        await storage.chats.add_chat(Chat(id=chat_id))
        await append_many(storage, list(_messages(language, chat_id, first, min(PER_CHAT, size - first))))


async def _commits(storage: Storage, language: MadeUpLanguage) -> list[Figure]:
    """Whole transactions without waiting for the disk, as the writer's thread has them."""
    figures: list[Figure] = []
    for name, indexed in (("without its words", False), ("with its words", True)):
        chat_id = name.replace(" ", "-")
        await storage.chats.add_chat(Chat(id=chat_id))
        new = list(_messages(language, chat_id, 0, COMMITS))
        times = await timed_await(
            lambda at, new=new, indexed=indexed: append_many(storage, [new[at]], indexed=indexed), COMMITS
        )
        figures += spread(f"store a message {name}", times)
    return figures


async def _asked(storage: Storage, language: MadeUpLanguage, size: int) -> list[Figure]:
    chance = random.Random(7)  # noqa: S311 - the same questions everywhere
    frequent, rare = language.words[:200], language.words[2_000:]
    words = [word for word in language.words if len(word) > 3]
    chat_id = f"chat{size // 2 // PER_CHAT * PER_CHAT}"
    middle = _FIRST_DAY + size // 2 * (_DAY // 400)
    kinds: dict[str, Sequence[SearchQuestion]] = {
        "frequent words": [SearchQuestion(chance.choice(frequent)) for _ in range(QUESTIONS)],
        "rare words": [SearchQuestion(chance.choice(rare)) for _ in range(QUESTIONS)],
        "two words": [SearchQuestion(f"{chance.choice(words)} {chance.choice(frequent)}") for _ in range(QUESTIONS)],
        "a phrase": [SearchQuestion(f'"{language.text(2)}"') for _ in range(QUESTIONS)],
        "two letters": [SearchQuestion(chance.choice(words)[:2]) for _ in range(QUESTIONS)],
        "a Han character": [SearchQuestion(chance.choice("龙月山水")) for _ in range(QUESTIONS)],
        "in one chat": [SearchQuestion(chance.choice(frequent), chat_id=chat_id) for _ in range(QUESTIONS)],
        "of one month": [
            SearchQuestion(chance.choice(frequent), since=middle, until=middle + 30 * _DAY) for _ in range(QUESTIONS)
        ],
        "before a date": [SearchQuestion(chance.choice(words), until=middle) for _ in range(QUESTIONS)],
    }
    figures: list[Figure] = []
    every: list[float] = []
    for name, questions in kinds.items():
        times = await timed_await(lambda at, asked=questions: storage.search.find(asked[at], PAGE), QUESTIONS)
        figures += spread(f"first {PAGE} of {name}", times)
        every += times
    return [*figures, *spread(f"all questions over {size:,} messages", every)]
