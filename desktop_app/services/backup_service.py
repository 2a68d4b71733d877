"""Backups for people: now, daily by itself, and back again. Used by the window and the commands ``backup`` and ``restore``.

A restore has two halves: ``restore`` lays a checked copy ready while the program runs; opening the database the next time
puts it in place and keeps what was there. So whoever calls ``restore`` then closes the program and opens it again.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from desktop_app.domain.backup import BY_HAND, DAILY, Backup, BackupContents, DataReplacedError, Progress, Restored
from desktop_app.domain.errors import StorageError
from desktop_app.domain.ports import BackupStore, Clock
from desktop_app.services.events import EventBus, NoticeRaised

T = TypeVar("T")

# Less than a day, so that who opens the program every morning has one every morning.
DAILY_MILLISECONDS = 20 * 3600 * 1000

# The first look is long after the start, which has enough to do.
FIRST_LOOK_SECONDS = 120.0
LOOK_SECONDS = 3600.0

_log = logging.getLogger(__name__)


class BackupService:
    """``automatic`` is False after a restore until the next start, so that a wrong choice can be taken back (as in Anki).

    ``notice`` tells that this start put in place what was laid ready: whoever laid it ready may not be there any more.
    """

    def __init__(
        self, store: BackupStore, bus: EventBus, clock: Clock, *, automatic: bool, restored: Restored | None = None
    ) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._automatic = automatic
        former = restored.former if restored else None
        self.notice = DataReplacedError(file=former) if former else None

    @property
    def restore_waiting(self) -> bool:
        """Whether a backup lies ready to be put in place when the program is opened the next time."""
        return self._store.waiting()

    async def backups(self) -> list[Backup]:
        """All of them, the newest first."""
        return await asyncio.to_thread(self._store.backups)

    async def present(self) -> BackupContents | None:
        """What there is now; None where there is no database that can be read."""
        return await asyncio.to_thread(self._store.present)

    async def contents(self, file: Path) -> BackupContents:
        """What a restore would bring back. Raises ``StorageError``."""
        return await asyncio.to_thread(self._store.contents, file)

    async def back_up_now(self, progress: Callable[[float], None] | None = None) -> Backup:
        """A checked copy of everything, beside the running program. ``progress`` hears the share done (0 to 1).

        Raises ``StorageError``. Cancelling it leaves nothing half made; a copy that was just finished stays.
        """
        return await in_thread(lambda go_on: self._store.back_up(BY_HAND, go_on), progress)

    async def back_up_before(self, reason: str, go_on: Progress | None = None) -> Backup | None:
        """A checked copy before something risky, where there is anything to lose (else None).

        Raises ``StorageError``, and ``InterruptedError`` where ``go_on`` says no.
        """
        present = await self.present()
        if present is None or not (present.chats or present.lorebooks or present.memory_entries):
            return None
        return await asyncio.to_thread(self._store.back_up, reason, go_on or (lambda _share: True))

    async def restore(self, file: Path, progress: Callable[[float], None] | None = None) -> BackupContents:
        """Lays ``file`` ready, checked, for the next opening of the data. Raises ``StorageError``; cancelling takes it back."""
        return await in_thread(lambda go_on: self._store.stage(file, go_on), progress, self._store.withdraw)

    def withdraw_restore(self) -> None:
        """Takes a restore back that was laid ready. Raises ``StorageError``."""
        self._store.withdraw()

    async def back_up_if_due(self) -> Backup | None:
        """The backup of the day where the last one is older and something has changed since; then prunes. Raises ``StorageError``."""
        if not self._automatic or self.restore_waiting or not await asyncio.to_thread(self._is_due):
            return None
        made = await in_thread(lambda go_on: self._store.back_up(DAILY, go_on), None)
        gone = await asyncio.to_thread(self._store.prune, self._clock.now())
        _log.info("The daily backup was made; %d older ones were removed.", len(gone))
        return made

    async def keep_daily(self, *, first: float = FIRST_LOOK_SECONDS, every: float = LOOK_SECONDS) -> None:
        """Makes the daily backups until it is cancelled. ``first`` and ``every`` in seconds. A failure is told once."""
        told = False
        await asyncio.sleep(first)
        while True:
            try:
                await self.back_up_if_due()
            except StorageError as error:
                _log.warning("The daily backup could not be made: %s", error)
                if not told:
                    self._bus.publish(NoticeRaised(error))
                told = True
            await asyncio.sleep(every)

    def _is_due(self) -> bool:
        newest = next(iter(self._store.backups()), None)
        if newest is None:
            return self._store.changed_since(0)
        fresh = 0 <= self._clock.now() - newest.made_at < DAILY_MILLISECONDS
        return not fresh and self._store.changed_since(newest.made_at)


async def in_thread(
    work: Callable[[Progress], T],
    progress: Callable[[float], None] | None,
    take_back: Callable[[], None] = lambda: None,
) -> T:
    """Runs ``work`` in a thread, which a cancelled caller makes stop at its next step. Also for the rescue.

    Where it was past its last step by then, ``take_back`` runs when it is through: here or in the thread, whichever is later.
    """
    loop, stopped, through, one_at_a_time = (
        asyncio.get_running_loop(),
        threading.Event(),
        threading.Event(),
        threading.Lock(),
    )

    def go_on(share: float) -> bool:
        if progress is not None and not stopped.is_set():
            loop.call_soon_threadsafe(progress, share)
        return not stopped.is_set()

    def whole() -> T:
        result = work(go_on)
        with one_at_a_time:
            through.set()
            if stopped.is_set():
                take_back()
        return result

    try:
        return await asyncio.to_thread(whole)
    except asyncio.CancelledError:
        with one_at_a_time:
            stopped.set()
            if through.is_set():
                take_back()
        raise
