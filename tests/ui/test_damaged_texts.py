"""The bar names texts that were changed on the disk, and its button takes them from the backup (D7), over fakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.backup import BY_HAND
from desktop_app.domain.message import Part, TextPart
from desktop_app.domain.text_check import CheckedTexts, DamagedText
from desktop_app.services.text_check_service import TextCheckService
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.memory.remembering import SAID, remembering


class _Check:
    """Fulfils ``TextCheck``: one message is damaged, and every backup has it whole."""

    def __init__(self, chat_id: str) -> None:
        self.damaged = DamagedText("m1", chat_id, "The lighthouse", 1, "The crass key.", 1, 1)

    async def check(self, after: int, limit: int, chat_id: str = "") -> CheckedTexts:
        return CheckedTexts(None, (self.damaged,))

    async def whole(self, file: Path, damaged: Sequence[DamagedText]) -> Mapping[str, tuple[Part, ...]]:
        return {one.message_id: (TextPart(SAID[1]),) for one in damaged}


async def test_the_bar_names_the_message_and_mends_it(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        program, window = it.program, it.bench.window
        program.backup_store.back_up(BY_HAND, lambda _share: True)
        check = _Check(it.chat_id)
        texts = TextCheckService(check, program.chat_repository, program.backups, program.bus, program.tasks)
        window._dialogs._services = replace(window._dialogs._services, texts=texts)
        await program.chats.edit("m1", "The crass key.")
        await texts.look(it.chat_id, first=0, pause=0)
        bar = window._page.notice_bar
        await until(lambda: "The crass key." in bar.sentence())
        assert "The lighthouse" in bar.sentence()
        assert bar._action.text() == "Take them from the backup"
        bar._action.click()
        row = window._chat_model.row_of("m1")

        def shown() -> str:
            message = window._chat_model.message(row)
            return message.text if message is not None else ""

        await until(lambda: shown() == SAID[1])
        assert bar.sentence() == ""
