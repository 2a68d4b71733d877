"""Model files: which ones are offered, which are here, and getting one beside everything else.

The window calls it and hears of a download by events; ``talespan models`` calls it too. A download is a task of its own: the
window may be used, and closed, while it runs; what has come is kept and taken up again.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.errors import AppError, NotFoundError
from desktop_app.domain.models import CatalogEntry, DownloadOrder
from desktop_app.domain.ports import ModelDownloads
from desktop_app.services.events import DownloadFinished, DownloadProgressed, EventBus
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.tasks import TaskRegistry

_TASK = "download:"


class ModelService:
    """``folder`` is where the files go; ``catalog`` what is offered."""

    def __init__(
        self,
        *,
        downloads: ModelDownloads,
        settings: SettingsService,
        tasks: TaskRegistry,
        bus: EventBus,
        folder: Path,
        catalog: Sequence[CatalogEntry],
    ) -> None:
        self._downloads = downloads
        self._settings = settings
        self._tasks = tasks
        self._bus = bus
        self._folder = folder
        self._catalog = tuple(catalog)

    def catalog(self) -> tuple[CatalogEntry, ...]:
        """What is offered, the smallest first."""
        return self._catalog

    def entry(self, name: str) -> CatalogEntry:
        """The entry of this name. Raises ``NotFoundError``."""
        for entry in self._catalog:
            if entry.name == name:
                return entry
        raise NotFoundError(kind="model", id=name)

    def file_of(self, entry: CatalogEntry) -> Path:
        """Where its file is, or will be."""
        return self._folder / entry.file

    def installed(self, entry: CatalogEntry) -> bool:
        """Whether its file is here, whole."""
        return self.file_of(entry).is_file()

    async def size(self, entry: CatalogEntry) -> int:
        """Its true size in bytes, asked of the server; 0 where it does not say. Raises ``ProviderError``, ``DownloadError``."""
        return await self._downloads.size(self._order(entry))

    def start(self, entry: CatalogEntry) -> None:
        """Begins or goes on with a download, which then tells of itself by events; one that runs already goes on."""
        if not self.running(entry.name):
            self._tasks.launch(_TASK + entry.name, self.download(entry))

    def running(self, name: str) -> bool:
        """Whether this download is under way."""
        return self._tasks.running(_TASK + name)

    def cancel(self, name: str) -> bool:
        """Stops a download; what has come is kept. False where none runs."""
        return self._tasks.cancel(_TASK + name)

    async def download(self, entry: CatalogEntry) -> DownloadFinished:
        """Gets a file and waits for its end, which is told by the same events; known errors are in it, never raised."""
        finished = DownloadFinished(entry.name)
        try:
            async with aclosing(self._downloads.download(self._order(entry))) as steps:
                async for progress in steps:
                    self._bus.publish(DownloadProgressed(entry.name, progress))
            finished = replace(finished, file=self.file_of(entry))
        except AppError as error:
            finished = replace(finished, error=error)
        finally:
            self._bus.publish(finished)
        return finished

    def _order(self, entry: CatalogEntry) -> DownloadOrder:
        wishes = self._settings.settings.downloads
        return DownloadOrder(entry.url, self.file_of(entry), entry.sha256, wishes.mirror, wishes.proxy, wishes.ca_file)
