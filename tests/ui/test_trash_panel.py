"""The trash is emptied from the page of the data folder, after a question, with a backup before it."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.backup import BEFORE_DELETING
from desktop_app.domain.chat import Chat
from desktop_app.services.trash_service import TrashService
from desktop_app.ui.counts import chats_phrase
from desktop_app.ui.settings_dialog.trash import TrashPanel
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.rig import Window


class _Trash:
    """Fulfils ``Trash`` over the fake chats."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.tidied = 0

    async def remove_some(self, chat_id: str) -> int:
        del self._program.state.chats[chat_id]
        return 0

    async def tidy(self) -> None:
        self.tidied += 1


async def test_the_trash_is_emptied_after_a_question() -> None:
    program = make_program()
    rig = Window(program)
    for number in range(3):
        chat = Chat(f"c{number}", deleted_at=1 if number else None)
        await program.chat_repository.add_chat(replace(chat))
    trash = _Trash(program)
    service = TrashService(trash, program.chat_repository, program.backups, program.bus, program.tasks)
    panel = TrashPanel(service, rig.launch)
    panel.show()
    await until(lambda: panel._said.text() == chats_phrase(2))
    panel._empty.click()
    assert panel._question.isVisibleTo(panel)
    assert not panel._empty.isVisibleTo(panel)
    panel._stay.click()
    assert not panel._question.isVisibleTo(panel)
    panel._empty.click()
    panel._agree.click()
    await until(lambda: panel._said.text() == "The trash is empty.")
    assert not panel._empty.isEnabled()
    assert list(program.state.chats) == ["c0"]
    assert trash.tidied == 1
    assert BEFORE_DELETING in [backup.reason for backup in await program.backups.backups()]
    assert rig.errors == []
    panel.close_panel()
    panel.deleteLater()
