"""What becomes of a chat's memory entries when it is deleted, in the whole window."""

from __future__ import annotations

from PySide6.QtCore import Qt

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.events import ChatRemoved
from desktop_app.ui.icons import Icons
from desktop_app.ui.keep_question import KeepQuestion
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.memory.remembering import Remembering, remembering
from tests.ui.rig import press


async def _asked(it: Remembering) -> KeepQuestion:
    """The chat has an entry and is to be deleted."""
    entry = MemoryEntry("kept", "The key is under the step.", scope=Scope(ScopeKind.CHAT, it.chat_id))
    await it.program.memory.save(entry)
    window = it.bench.window
    window._chat_list.delete(it.chat_id)
    await until(lambda: bool(window.findChildren(KeepQuestion)))
    (question,) = window.findChildren(KeepQuestion)
    await until(question.isVisible)
    return question


async def _entries(it: Remembering) -> list[str]:
    return [entry.id for entry in await it.program.memory.entries()]


async def test_entries_are_kept_unless_one_says_else(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        question = await _asked(it)
        assert it.program.of_kind(ChatRemoved) == []
        press(question, Qt.Key.Key_Return)
        await until(lambda: len(it.program.of_kind(ChatRemoved)) == 1)
        assert await _entries(it) == ["kept"]


async def test_entries_go_with_the_chat_and_come_back_with_it(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        question = await _asked(it)
        question.drop.click()
        await until(lambda: not it.program.tasks.running("delete chat"))
        assert await _entries(it) == []
        it.bench.window._chat_list.undo_delete()
        await until(lambda: it.bench.chat_id == it.chat_id and not it.program.tasks.running("restore chat"))
        assert await _entries(it) == ["kept"]


async def test_esc_deletes_nothing(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        question = await _asked(it)
        press(question, Qt.Key.Key_Escape)
        await until(lambda: not it.program.tasks.running("delete chat"))
        assert it.program.of_kind(ChatRemoved) == []
        assert it.bench.chat_id == it.chat_id
