"""One flipped bit in a word that says what a row is keeps no chat from opening."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from desktop_app.domain.generation import FinishReason, GenerationSettings
from desktop_app.domain.memory import SummaryMaker
from desktop_app.domain.message import MessageKind, MessageState, Role
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.open import open_storage
from tests.contract.worlds import paths_below
from tests.fakes.clock import FakeClock
from tests.unit.storage.ruins import MESSAGES, make_home

_DAMAGE = """
UPDATE messages SET role = 'qser' WHERE id = 'chat0-010';
UPDATE messages SET role = 'issistant', origin = '{"model' WHERE id = 'chat0-011';
UPDATE messages SET kind = 'norma' || char(65533) WHERE id = 'chat0-012';
UPDATE messages SET state = 'compleve' WHERE id = 'chat0-013';
UPDATE turns SET settings = '{"max_tokens": 5', finish_reason = 'spop' WHERE message_id = 'chat0-answer';
UPDATE lorebook_links SET scope_kind = 'clat';
UPDATE summary_segments SET maker = 'extrictive';
"""


def test_the_nearest_word_counts() -> None:
    roles = KnownWords(Role)
    near = {"user": Role.USER, "u\N{REPLACEMENT CHARACTER}er": Role.USER, "issistant": Role.ASSISTANT}
    assert {word: roles[word] for word in near} == near
    assert roles["nothing of ours"] in Role


def test_a_chat_with_damaged_words_opens(tmp_path: Path) -> None:
    paths = paths_below(tmp_path)
    make_home(paths)
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.executescript(_DAMAGE)

    async def read() -> None:
        storage = await open_storage(paths, FakeClock())
        try:
            branch = {row.id: row for row in await storage.chats.branch("chat0")}
            shown = {message.id: message for message in await storage.chats.tail("chat0", 1_000)}
            assert len(branch) == len(shown) == MESSAGES + 2
            for rows in (branch, shown):
                assert [rows[f"chat0-01{number}"].role for number in (0, 1)] == [Role.USER, Role.ASSISTANT]
                assert rows["chat0-012"].kind is MessageKind.NORMAL
                assert rows["chat0-013"].state is MessageState.COMPLETE
            assert shown["chat0-011"].origin is None
            turn = await storage.turns.turn_of("chat0-answer")
            assert turn is not None
            assert (turn.settings, turn.finish_reason) == (GenerationSettings(), FinishReason.STOP)
            assert [link.book_id for link in await storage.lore.links()] == ["book"]
            assert [one.maker for one in await storage.summaries.segments("chat0")] == [SummaryMaker.EXTRACTIVE]
        finally:
            await storage.close()

    asyncio.run(read())
