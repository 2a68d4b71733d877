"""Flipped bits and loops: noticed, told in the log, and never a reason to hold back what can still be read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import StorageError
from desktop_app.domain.generation import StoredPlan
from desktop_app.domain.message import OpaquePart, Part, ReasoningPart, TextPart
from desktop_app.storage.codec import flags_of_bits, parts_of
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import a_turn, an_answer, text_message
from tests.fakes.clock import FakeClock

_RICH: tuple[Part, ...] = (ReasoningPart("Hm."), TextPart("The knight turned."))


async def _damage(storage: Storage, statement: str) -> None:
    await storage.database.write(lambda connection: connection.exec_driver_sql(statement) and None)


def _run(paths: Paths, scenario: Callable[[Storage], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        storage = await open_storage(paths, FakeClock())
        await storage.chats.add_chat(Chat("chat"))
        await storage.chats.append(text_message("plain", text="Дракон ответил."))
        await storage.chats.append(text_message("rich", "plain", parts=_RICH))
        try:
            await scenario(storage)
        finally:
            await storage.close()

    asyncio.run(whole())


@pytest.mark.parametrize(
    ("statement", "message_id", "expected"),
    [
        ("UPDATE message_revisions SET text = 'Дракон отвeтил.'", "plain", (TextPart("Дракон отвeтил."),)),
        ("UPDATE message_revisions SET text = CAST(x'D0FF41' AS TEXT)", "plain", (TextPart("\ufffd\ufffdA"),)),
        ("UPDATE message_revisions SET parts = replace(parts, 'knight', 'Knight')", "rich", _RICH),
        ("UPDATE message_revisions SET parts = '[{'", "rich", _RICH[1:]),
        (
            "UPDATE message_revisions SET text = 'x', parts = replace(parts, 'knight', 'Knight')",
            "rich",
            (ReasoningPart("Hm."), TextPart("The Knight turned.")),
        ),
    ],
)
def test_a_changed_text_is_logged_and_returned(
    paths: Paths, caplog: pytest.LogCaptureFixture, statement: str, message_id: str, expected: tuple[Part, ...]
) -> None:
    async def scenario(storage: Storage) -> None:
        assert (await storage.chats.get_message(message_id)).text
        assert not caplog.records
        await _damage(storage, f"{statement} WHERE message_id = '{message_id}'")
        message = await storage.chats.get_message(message_id)
        assert message.parts == expected
        assert [found.id for found in await storage.chats.tail("chat", 9)] == ["plain", "rich"]

    with caplog.at_level(logging.WARNING):
        _run(paths, scenario)
    assert any(message_id in record.getMessage() for record in caplog.records)
    assert not any("night" in record.getMessage() or "Дракон" in record.getMessage() for record in caplog.records)


def test_a_damaged_plan_does_not_hide_its_turn(paths: Paths, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(storage: Storage) -> None:
        await storage.turns.open_turn(a_turn(plan=StoredPlan(b"x", {"h": "text"})), an_answer("rich"))
        await _damage(storage, "UPDATE plan_texts SET data = x'00'")
        turn = await storage.turns.turn_of("answer")
        assert turn is not None
        assert turn.plan is None

    with caplog.at_level(logging.WARNING):
        _run(paths, scenario)
    assert any("plan of turn" in record.getMessage() for record in caplog.records)


def test_loops_in_a_damaged_tree_hold_nobody(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        await _damage(storage, "UPDATE messages SET parent_id = 'rich' WHERE id = 'plain'")
        assert [row.id for row in await storage.chats.branch("chat")] == ["plain", "rich"]
        assert [message.id for message in await storage.chats.tail("chat", 99)] == ["plain", "rich"]
        await _damage(storage, "UPDATE chats SET tip_id = NULL")
        with pytest.raises(StorageError, match="out of order"):
            await storage.chats.choose("rich")
        with pytest.raises(StorageError, match="out of order"):
            await storage.chats.append(text_message("more", "rich"))

    _run(paths, scenario)


def test_chosen_children_in_a_circle_hold_nobody(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        await _damage(storage, "UPDATE messages SET chosen_child_id = 'plain'")
        assert await storage.chats.choose("plain") == "plain"

    _run(paths, scenario)


def test_what_a_newer_program_wrote_is_kept_or_passed_over() -> None:
    json = '[{"type":"video","url":"x"},{"type":"text","text":"Hi","mood":"good"}]'
    assert parts_of("m", "Hi", json, 1293356558) == (OpaquePart("video", '{"url":"x"}'), TextPart("Hi"))
    assert flags_of_bits(0b100001) == flags_of_bits(0b000001)
