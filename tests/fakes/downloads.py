"""Downloads that go as the test says, without a network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from desktop_app.domain.models import DownloadOrder, DownloadProgress


@dataclass
class FakeDownloads:
    """Plays ``steps``, then fails with ``error`` or writes the file. ``hold`` set: waits before its end."""

    steps: Sequence[DownloadProgress] = (DownloadProgress(1, 2), DownloadProgress(2, 2))
    error: BaseException | None = None
    hold: asyncio.Event | None = None
    orders: list[DownloadOrder] = field(default_factory=list[DownloadOrder])
    closed: int = 0

    async def size(self, order: DownloadOrder) -> int:
        """Two bytes."""
        self.orders.append(order)
        return 2

    async def download(self, order: DownloadOrder) -> AsyncGenerator[DownloadProgress, None]:
        """Plays the steps."""
        self.orders.append(order)
        try:
            for step in self.steps:
                yield step
            if self.hold is not None:
                await self.hold.wait()
            if self.error is not None:
                raise self.error
            await asyncio.to_thread(order.file.write_bytes, b"ok")
        finally:
            self.closed += 1
