"""``talespan servers`` and ``talespan models``: where a model can be had. Work beside the open window; open no chat."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass

from desktop_app.adapters import make_providers
from desktop_app.assembly import make_models
from desktop_app.cli.report import size_text
from desktop_app.domain.models import CatalogEntry, FoundServer
from desktop_app.providers.discovery import LoopbackDiscovery
from desktop_app.providers.transport import Transport
from desktop_app.services.events import DownloadProgressed, EventBus
from desktop_app.services.model_service import ModelService
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.tasks import TaskRegistry
from desktop_app.storage.paths import Paths
from desktop_app.storage.secret_store import KeyringSecretStore
from desktop_app.storage.settings_store import JsonSettingsStore


async def servers(arguments: argparse.Namespace) -> int:
    """Prints the model servers on this machine. 0 also where there is none."""
    async with _opened(arguments) as parts:
        found = await parts.settings.find_servers()
    if arguments.json:
        print(json.dumps([asdict(server) for server in found], ensure_ascii=False, indent=2))
    elif not found:
        print("No model server answers on this machine.")
    for server in [] if arguments.json else found:
        print(_server_text(server))
    return 0


async def list_models(arguments: argparse.Namespace) -> int:
    """Prints the model files that can be downloaded, and which are here."""
    async with _opened(arguments) as parts:
        for entry in parts.models.catalog():
            print(_entry_text(entry, installed=parts.models.installed(entry)))
    return 0


async def download(arguments: argparse.Namespace) -> int:
    """Downloads one of them, or goes on with it. 0 when its file is there, 1 when not (the sentence is on stderr)."""
    async with _opened(arguments) as parts:
        entry = parts.models.entry(arguments.name)
        parts.bus.subscribe(DownloadProgressed, _ProgressLine())
        finished = await parts.models.download(entry)
    if finished.error is not None:
        print(f"\ntalespan: {finished.error}", file=sys.stderr)
        return 1
    print(f"\n{finished.file}")
    return 0


@dataclass(frozen=True, slots=True)
class _Parts:
    settings: SettingsService
    models: ModelService
    bus: EventBus


@asynccontextmanager
async def _opened(arguments: argparse.Namespace) -> AsyncGenerator[_Parts]:
    """What these commands need of the program: no database, and so no lock on it."""
    paths, bus, transport = Paths.find(arguments.data_dir), EventBus(), Transport()
    secrets = KeyringSecretStore(paths)
    providers = make_providers(secrets, transport)
    tasks = TaskRegistry(lambda error: print(f"talespan: {error}", file=sys.stderr))
    try:
        settings = SettingsService(
            await asyncio.to_thread(JsonSettingsStore, paths), secrets, providers, bus, LoopbackDiscovery(transport)
        )
        yield _Parts(settings, make_models(paths, settings, tasks, bus, transport), bus)
    finally:
        await tasks.close()
        await providers.aclose()


class _ProgressLine:
    """One line that is written over, on standard error; where that is no terminal, a line every tenth."""

    def __init__(self) -> None:
        self._last = -1

    def __call__(self, event: DownloadProgressed) -> None:
        progress = event.progress
        share = 100 * progress.done // progress.total if progress.total else 0
        if not sys.stderr.isatty():
            if share // 10 == self._last:
                return
            self._last = share // 10
        doing = "checking" if progress.checking else f"{size_text(progress.speed)}/s"
        of = f" of {size_text(progress.total)} ({share} %)" if progress.total else ""
        line = f"{size_text(progress.done)}{of} · {doing}"
        print(f"\r{line:<60}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def _server_text(server: FoundServer) -> str:
    names = [
        f"{model.id} ({model.context_limit:,} tokens)" if model.context_limit else model.id for model in server.models
    ]
    return "\n".join([f"{server.name}  {server.base_url}", *(f"  {name}" for name in names or ["no model yet"])])


def _entry_text(entry: CatalogEntry, *, installed: bool) -> str:
    state = "here" if installed else f"≈ {size_text(entry.size)}"
    unchecked = "" if entry.checked else " · not checked yet"
    return f"{entry.name:<16} {state:<10} {entry.title} · {', '.join(entry.languages)} · {entry.licence}{unchecked}"
