"""``talespan doctor``: is this installation sound, and what is it made of. Works beside the open window.

Changes nothing, but with ``--repair`` (see ``repair``).

What it finds is safe to be shown to others: no key, no text of a chat, no name of one.
"""

from __future__ import annotations

import argparse
import asyncio
import json

from desktop_app.adapters import make_providers
from desktop_app.cli.doctor_connections import connections, demo_model, key_ring
from desktop_app.cli.doctor_data import database, folders, log, versions
from desktop_app.cli.doctor_storage import backups, session_cache
from desktop_app.cli.report import Section, as_json, as_text, count_text
from desktop_app.domain.errors import AppError
from desktop_app.providers.discovery import LoopbackDiscovery
from desktop_app.providers.transport import Transport
from desktop_app.services.events import EventBus
from desktop_app.services.settings_service import SettingsService
from desktop_app.storage.paths import Paths
from desktop_app.storage.secret_store import KeyringSecretStore
from desktop_app.storage.settings_store import JsonSettingsStore


async def doctor(arguments: argparse.Namespace) -> int:
    """Prints the report. 0 when nothing is wrong; 1 when something is, which the report says at its place and at its end."""
    if arguments.repair:
        from desktop_app.cli.repair import repair

        return await repair(arguments)
    paths = Paths.find(arguments.data_dir)
    sections = [versions(), folders(paths), await asyncio.to_thread(database, paths)]
    sections += [backups(paths), session_cache(paths)]
    sections += await _settings_sections(paths, online=arguments.online)
    sections += [await asyncio.to_thread(demo_model), log(paths)]
    problems = sum(len(section.problems) for section in sections)
    if arguments.json:
        print(json.dumps(as_json(sections), ensure_ascii=False, indent=2))
    else:
        print(as_text(sections), end="\n\n")
        print(
            "Nothing is wrong."
            if not problems
            else f"{count_text(problems, 'problem', 'problems')}: see the lines with “!”."
        )
    return 1 if problems else 0


async def _settings_sections(paths: Paths, *, online: bool) -> list[Section]:
    """What needs the settings; where they cannot be read, that is the finding."""
    secrets = KeyringSecretStore(paths)
    transport = Transport()
    providers = make_providers(secrets, transport)
    try:
        settings = SettingsService(
            JsonSettingsStore(paths), secrets, providers, EventBus(), LoopbackDiscovery(transport)
        )
        return [await key_ring(settings, paths), await connections(settings, online=online)]
    except AppError as error:
        return [Section("Settings", {"readable": False}, problems=[str(error)])]
    finally:
        await providers.aclose()
