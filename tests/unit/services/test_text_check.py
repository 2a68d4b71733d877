"""D7: a byte that flipped in a stored message is named at the next opening, and taken whole from a backup. On real files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError, ErrorAction, TextDamagedError, TextLostError
from desktop_app.domain.message import MessageFlags, Part, ReasoningPart, TextPart
from desktop_app.services import text_check_service
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus, MessageChanged, NoticeRaised
from desktop_app.services.tasks import TaskRegistry
from desktop_app.services.text_check_service import TextCheckService
from desktop_app.storage.backup_store import FileBackupStore
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import paths_below, text_message
from tests.fakes.clock import FakeClock

SAID = "The brass key lies under the third step of the stair."
RICH: tuple[Part, ...] = (ReasoningPart("Hm, the lamp."), TextPart("The lamp needs forty litres of oil."))


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """A data folder."""
    return paths_below(tmp_path)


class Opened:
    """The data folder, open; ``notices`` is what was told."""

    def __init__(self, paths: Paths, storage: Storage) -> None:
        self.clock = FakeClock()
        self.storage = storage
        self.notices: list[AppError] = []
        self.changed: list[str] = []
        bus = EventBus()
        bus.subscribe(NoticeRaised, lambda event: self.notices.append(event.error))
        bus.subscribe(MessageChanged, lambda event: self.changed.append(event.message.id))
        self.backups = BackupService(FileBackupStore(paths, self.clock), bus, self.clock, automatic=True)
        tasks = TaskRegistry(lambda _error: None)
        self.service = TextCheckService(storage.texts, storage.chats, self.backups, bus, tasks)

    async def look(self, open_chat_id: str = "") -> None:
        """As at a start."""
        await self.service.look(open_chat_id, first=0, pause=0)


def opened(paths: Paths, scenario: Callable[[Opened], Coroutine[Any, Any, None]]) -> None:
    """One opening of the program."""

    async def whole() -> None:
        storage = await open_storage(paths, FakeClock())
        try:
            await scenario(Opened(paths, storage))
        finally:
            await storage.close()

    asyncio.run(whole())


async def talk(it: Opened) -> None:
    """Two chats, and a backup of them."""
    for chat_id, title in (("chat", "The lighthouse"), ("other", "")):
        await it.storage.chats.add_chat(Chat(chat_id, title=title))
    await it.storage.chats.append(text_message("plain", text=SAID))
    await it.storage.chats.append(text_message("rich", "plain", parts=RICH))
    await it.storage.chats.append(text_message("elsewhere", text="Rain fell on the quiet square.", chat_id="other"))
    await it.backups.back_up_now()


def flip(file: Path, words: bytes) -> None:
    """One bit of these words, wherever the file has them."""
    content = file.read_bytes()
    assert words in content
    file.write_bytes(content.replace(words, bytes([words[0] ^ 1]) + words[1:]))


def test_a_flipped_bit_is_named_with_its_chat_and_time_and_the_backup_that_has_it_whole(paths: Paths) -> None:
    opened(paths, talk)
    flip(paths.database, b"brass key")

    async def scenario(it: Opened) -> None:
        assert (await it.storage.chats.get_message("plain")).text == SAID.replace("brass", "crass")
        await it.look()
        (error,) = it.notices
        assert isinstance(error, TextDamagedError)
        assert error.action == ErrorAction.MEND_TEXTS
        assert error.params["chat"] == "The lighthouse"
        assert error.params["beginning"] == "The crass key lies under the third step…"
        assert (error.params["count"], error.params["whole"]) == (1, 1)
        assert str(error.params["when"])[:3] in {"197", "202"}
        assert await it.service.mend() == 1
        mended = await it.storage.chats.get_message("plain")
        assert (mended.text, mended.revision) == (SAID, 2)
        assert it.changed == ["plain"]
        assert [each.text[:9] for each in await it.storage.chats.revisions("plain")] == ["The crass", "The brass"]

    opened(paths, scenario)

    async def again(it: Opened) -> None:
        await it.look()
        assert it.notices == []

    opened(paths, again)


def test_without_a_damage_nothing_is_told_and_without_a_backup_that_has_it_this_is_said(paths: Paths) -> None:
    async def first(it: Opened) -> None:
        await talk(it)
        await it.look("chat")
        assert it.notices == []
        for backup in await it.backups.backups():
            backup.path.write_bytes(b"no database")

    opened(paths, first)
    flip(paths.database, b"third step")

    async def scenario(it: Opened) -> None:
        await it.look()
        (error,) = it.notices
        assert isinstance(error, TextLostError)
        assert error.action == ""
        assert await it.service.mend() == 0
        assert len(it.notices) == 2, "what could not be mended is told"
        assert (await it.storage.chats.get_message("plain")).revision == 1

    opened(paths, scenario)


def test_all_parts_come_back_and_both_copies_of_a_text_are_checked(paths: Paths) -> None:
    opened(paths, talk)
    flip(paths.database, b'litres of oil."')  # in the JSON of the parts alone

    async def scenario(it: Opened) -> None:
        await it.look()
        assert [one.message_id for one in it.service.damaged] == ["rich"]
        assert await it.service.mend() == 1
        assert (await it.storage.chats.get_message("rich")).parts == RICH

    opened(paths, scenario)


def test_the_open_chat_comes_first_and_what_is_found_elsewhere_after_it(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_check_service, "SLICE", 1)
    opened(paths, talk)
    for words in (b"brass key", b"quiet square"):
        flip(paths.database, words)

    async def scenario(it: Opened) -> None:
        await it.look("other")
        assert [error.params["count"] for error in it.notices] == [1, 2]
        assert it.notices[0].params["beginning"] == "Rain fell on the puiet square."
        assert await it.service.mend() == 2

    opened(paths, scenario)


def test_what_is_deleted_or_in_the_trash_is_nobodys_worry(paths: Paths) -> None:
    async def first(it: Opened) -> None:
        await talk(it)
        await it.storage.chats.set_flags(["plain"], MessageFlags(deleted=True))
        other = await it.storage.chats.get_chat("other")
        await it.storage.chats.update_chat(Chat("other", title=other.title, deleted_at=1))

    opened(paths, first)
    for words in (b"brass key", b"quiet square"):
        flip(paths.database, words)

    async def scenario(it: Opened) -> None:
        await it.look()
        assert it.notices == []

    opened(paths, scenario)


def test_a_backup_with_the_beginning_of_an_answer_does_not_take_its_place(paths: Paths) -> None:
    async def first(it: Opened) -> None:
        await talk(it)
        await it.storage.database.write(
            lambda connection: (
                connection.exec_driver_sql(
                    "UPDATE message_revisions SET text = 'A longer text than it was.', crc32 = 1 WHERE message_id = 'plain'"
                )
                and None
            )
        )

    opened(paths, first)

    async def scenario(it: Opened) -> None:
        await it.look()
        assert [type(error) for error in it.notices] == [TextLostError]

    opened(paths, scenario)
