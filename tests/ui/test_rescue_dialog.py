"""A damaged database: what can be read is saved or a backup restored, and nothing is decided for the person (D6, D8)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog

from desktop_app.domain.backup import BackupContents
from desktop_app.domain.errors import DatabaseDamagedError, DiskFullError
from desktop_app.domain.rescue import Rescued
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus
from desktop_app.services.rescue_service import RescueService
from desktop_app.services.tasks import TaskRegistry
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.rescue.dialog import RescueDialog
from desktop_app.ui.settings_dialog.backup_words import contents_phrase
from tests.fakes.backups import FakeBackupStore
from tests.fakes.clock import FakeClock
from tests.fakes.rescuing import FakeRescueStore
from tests.ui.conftest import until

DAMAGED = DatabaseDamagedError(detail="the end of the file is missing.", backups="/backups")


class _Desk:
    """The dialog over fakes; ``backups``: how many there are."""

    def __init__(self, store: FakeRescueStore | None = None, *, backups: int = 1) -> None:
        self.store = store or FakeRescueStore()
        self.backups = FakeBackupStore()
        for _ in range(backups):
            self.backups.back_up("daily", lambda _share: True)
        service = BackupService(self.backups, EventBus(), FakeClock(), automatic=False)
        self.errors: list[BaseException] = []
        self.tasks = TaskRegistry(self.errors.append)
        launch = Launcher(self.tasks, self.errors.append)
        self.dialog = RescueDialog(DAMAGED, RescueService(self.store, service, Path("/data")), launch)
        self.results: list[int] = []
        self.dialog.finished.connect(self.results.append)
        self.dialog.open()

    async def close(self) -> None:
        """Nothing is left, and nothing went wrong."""
        self.dialog.reject()
        await self.tasks.close()
        self.dialog.deleteLater()
        assert self.errors == []


@pytest.mark.usefixtures("english")
async def test_what_can_be_read_is_saved_and_told_before_anything_opens() -> None:
    saved = Rescued(BackupContents(2, 30, None), lost_messages=3, unreadable=1, strayed=9)
    desk = _Desk(FakeRescueStore(saved))
    dialog = desk.dialog
    await until(dialog.restore.isEnabled)
    dialog.save.click()
    await until(lambda: dialog.go_on.isVisibleTo(dialog))
    assert desk.store.titles == ["Rescued"]
    first, *losses = dialog.report.text().splitlines()
    assert first == f"Saved: {contents_phrase(saved.contents)}."
    assert [" ".join(line.split()[:4]) for line in losses] == ["• 3 messages are", "• 1 place in", "• Some of it"]
    assert desk.results == []
    dialog.go_on.click()
    assert desk.results == [QDialog.DialogCode.Accepted]
    assert desk.store.ready
    await desk.close()


async def test_who_likes_the_backup_better_gets_it_after_all() -> None:
    desk = _Desk()
    dialog = desk.dialog
    await until(dialog.restore.isEnabled)
    dialog.save.click()
    await until(lambda: dialog.instead.isVisibleTo(dialog))
    assert "Nothing is known to be lost." in dialog.report.text()
    dialog.instead.click()
    await until(lambda: desk.results == [QDialog.DialogCode.Accepted])
    assert desk.backups.staged == desk.backups.backups()[0].path
    await desk.close()


async def test_the_newest_backup_is_restored_at_once() -> None:
    desk = _Desk(backups=2)
    await until(desk.dialog.restore.isEnabled)
    desk.dialog.restore.click()
    await until(lambda: desk.results == [QDialog.DialogCode.Accepted])
    assert desk.backups.staged == desk.backups.backups()[0].path
    await desk.close()


async def test_whoever_leaves_leaves_everything_as_it_is() -> None:
    desk = _Desk(backups=0)
    dialog = desk.dialog
    await until(lambda: dialog._backup_words.text() == "There is no backup.")
    assert not dialog.restore.isEnabled()
    assert not dialog.anyway.isVisibleTo(dialog)
    dialog.save.click()
    await until(lambda: dialog.go_on.isVisibleTo(dialog))
    assert not dialog.instead.isVisibleTo(dialog)
    dialog.leave.click()
    assert desk.results == [QDialog.DialogCode.Rejected]
    assert not desk.store.ready
    await desk.close()


async def test_it_can_be_stopped_and_a_failure_is_a_sentence() -> None:
    desk = _Desk(FakeRescueStore(DiskFullError(), hold=threading.Event()))
    dialog = desk.dialog
    assert desk.store.hold is not None
    dialog.save.click()
    await until(lambda: bool(desk.store.titles))
    assert not dialog.save.isVisibleTo(dialog)
    dialog.progress.cancel_pressed.emit()
    await until(lambda: dialog.save.isVisibleTo(dialog))
    desk.store.hold.set()
    dialog.save.click()
    await until(lambda: dialog._error.text() == error_sentence(DiskFullError()))
    assert dialog.save.isVisibleTo(dialog)
    await desk.close()


async def test_what_was_damaged_the_last_time_can_be_opened_all_the_same() -> None:
    desk = _Desk(FakeRescueStore(noted=True))
    dialog = desk.dialog
    assert dialog.anyway.isVisibleTo(dialog)
    dialog.anyway.click()
    assert desk.results == [QDialog.DialogCode.Accepted]
    assert not desk.store.noted
    await desk.close()
