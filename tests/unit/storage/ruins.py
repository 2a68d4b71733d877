"""A home with something of everything in it, and ways to damage its database. Used by the tests of the rescue."""

from __future__ import annotations

import asyncio
import hashlib
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat, Draft
from desktop_app.domain.generation import StoredPlan
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import ImagePart, Message, Role, TextPart
from desktop_app.domain.summary import Covered, SummarySegment
from desktop_app.domain.transfer import PORTRAIT, ChatTree, ImportBatch
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.rescue.shapes import RESCUED
from tests.contract.worlds import a_turn, an_answer, text_message
from tests.fakes.clock import FakeClock

PAGE = 4096
CHATS = 4
MESSAGES = 90
PICTURE = b"\x89PNG" + bytes(range(256)) * 40


def make_home(paths: Paths) -> None:
    """Several chats with variants, a long text, a picture, a summary and a plan; characters, lore, memory."""

    async def fill() -> None:
        storage = await open_storage(paths, FakeClock())
        for number in range(CHATS):
            await _add_chat(storage, f"chat{number}")
        await _add_library(storage)
        await storage.close()

    asyncio.run(fill())


def texts(database: Path) -> dict[str, str]:
    """The current text of every message."""
    query = "SELECT m.id, r.text FROM messages m JOIN message_revisions r ON r.message_id = m.id AND r.revision = m.revision"
    with closing(sqlite3.connect(database)) as connection:
        return dict(connection.execute(query).fetchall())


def rows(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables that are kept."""
    with closing(sqlite3.connect(database)) as connection:
        return {
            table.name: sorted(connection.execute(f"SELECT * FROM {table.name}").fetchall(), key=repr)
            for table in RESCUED
        }


def root_page(database: Path, name: str) -> int:
    """Where the tree of a table or index begins."""
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0])


def leaf_pages(database: Path, name: str) -> list[int]:
    """The leaves of a table, by SQLite's own account."""
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path"
        return [number for (number,) in connection.execute(query, (name,))]


def overwrite(database: Path, pages: list[int], chance: random.Random | None = None) -> None:
    """With zeros, or with noise."""
    with database.open("r+b") as file:
        for number in pages:
            file.seek((number - 1) * PAGE)
            file.write(bytes(PAGE) if chance is None else chance.randbytes(PAGE))


async def _add_chat(storage: Storage, name: str) -> None:
    messages: list[Message] = []
    parent: str | None = None
    for number in range(MESSAGES):
        role = Role.ASSISTANT if number % 2 else Role.USER
        text = f"{name} says {number}: " + f"дракон {number * 7919} moon " * (number % 9 + 1)
        if number == 40:
            text *= 120  # longer than a page
        messages.append(
            replace(text_message(f"{name}-{number:03}", parent, text, chat_id=name, role=role), created_at=number)
        )
        parent = messages[-1].id
    fork = text_message(f"{name}-fork", f"{name}-020", f"{name} goes another way.", chat_id=name, role=Role.ASSISTANT)
    seen = ImagePart(hashlib.sha256(PICTURE).hexdigest(), "image/png", 4, 4)
    shown = text_message(f"{name}-shown", parent, chat_id=name, parts=(TextPart("Look."), seen))
    chat = Chat(name, f"The chat {name}", created_at=1, updated_at=5, tip_id=shown.id)
    said = SummarySentence(f"{name}-s", "They spoke of dragons.", (SourceSpan(f"{name}-000", 1, 0, 4),))
    segment = SummarySegment(f"{name}-g", name, (Covered(f"{name}-000", 1),), (said,))
    tree = ChatTree(chat, (*messages, fork, shown))
    await storage.imports.store(ImportBatch(chats=(tree,), pictures={seen.digest: PICTURE}))
    await storage.summaries.add_segments([segment])
    plan = StoredPlan(b"skeleton", {"shared": "Shared by all.", name: f"Of {name} alone."})
    answer = replace(an_answer(shown.id, f"{name}-answer"), chat_id=name)
    await storage.turns.open_turn(replace(a_turn(f"{name}-turn", answer.id, plan), chat_id=name), answer)
    await storage.chats.save_draft(Draft(name, f"{name}-draft", "A beginning"))


async def _add_library(storage: Storage) -> None:
    for number in range(30):
        await storage.library.save_character(Character(f"c{number}", f"Person {number}", description="Tall. " * 40))
    await storage.library.save_persona(Persona("p", "Me", "I am {{user}}."))
    await storage.files.set_files("c1", {PORTRAIT: PICTURE[::-1]})
    entries = tuple(LorebookEntry(f"e{number}", keys=("lamp",), content="A lamp. " * 20) for number in range(60))
    await storage.lore.save_book(Lorebook("book", "Lamps", entries=entries))
    await storage.lore.set_links("book", [Scope(ScopeKind.CHAT, "chat1")])
    for number in range(20):
        await storage.memory.save_entry(MemoryEntry(f"m{number}", f"Remember {number}."))
