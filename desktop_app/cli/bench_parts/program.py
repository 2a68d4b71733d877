"""The program below its window, for what is measured: with settings, chats and keys of its own, never the person's."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from desktop_app.assembly import App, open_app
from desktop_app.cli.bench_parts.figures import CannotMeasureError
from desktop_app.domain.settings import Settings
from desktop_app.storage.paths import HOME_VARIABLE, Paths
from desktop_app.storage.settings_store import JsonSettingsStore


@asynccontextmanager
async def program_in(folder: Path, settings: Settings) -> AsyncGenerator[App, None]:
    """All that the program keeps is below ``folder``. Raises ``CannotMeasureError`` where a task of it failed."""
    paths = Paths.find(environ={HOME_VARIABLE: str(folder)})
    paths.create()
    JsonSettingsStore(paths).save(settings)
    failures: list[BaseException] = []
    app = await open_app(paths, on_error=failures.append, writable=True)
    try:
        yield app
    finally:
        await app.close()
    if failures:
        raise CannotMeasureError(detail=repr(failures[0]))
