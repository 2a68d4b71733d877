"""What ``doctor`` finds about models and keys: the key ring, the demo model, the connections. Never shows a key."""

from __future__ import annotations

import stat

from desktop_app.cli.report import Json, Section, size_text
from desktop_app.domain.errors import AppError, ProviderError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.providers.addresses import host_of, is_loopback, shown
from desktop_app.providers.demo_model import DEMO_MODEL_NAME, find_demo_model
from desktop_app.providers.model_file import check_model_file
from desktop_app.services.settings_service import SettingsService
from desktop_app.storage.paths import Paths


async def key_ring(settings: SettingsService, paths: Paths) -> Section:
    """Whether there is one, where the person wants keys to be, and whether a file of keys is closed to others."""
    available = await settings.keyring_available()
    place = settings.settings.secret_place
    section = Section("Keys", {"key_ring": available, "place": place.value, "file": paths.secrets.exists()})
    section.rows = [("Key ring", "there is one" if available else "none that works"), ("New keys go to", place.value)]
    if paths.secrets.exists():
        mode = stat.S_IMODE(paths.secrets.stat().st_mode)
        section.facts["file_mode"] = f"{mode:04o}"
        section.rows.append(("File of keys", f"{paths.secrets} (mode {mode:04o}; weaker than a key ring)"))
    return section


def demo_model() -> Section:
    """The file of the tiny demo model. Blocks for a moment."""
    try:
        file = find_demo_model()
        header = check_model_file(file)
    except ProviderError as error:
        return Section("Demo model", {"found": False}, problems=[str(error)])
    size = file.stat().st_size
    section = Section("Demo model", {"found": True, "path": str(file), "bytes": size, "context": header.context_length})
    section.rows = [
        ("File", str(file)),
        ("Size", f"{size_text(size)}, trained for {header.context_length:,} tokens ({DEMO_MODEL_NAME})"),
    ]
    return section


async def connections(settings: SettingsService, *, online: bool) -> Section:
    """All of them. Those on this machine are tested, the others only where the person wants that (``online``)."""
    section = Section("Connections")
    if settings.notice:
        section.problems.append(str(settings.notice))
    profiles = settings.settings.all_connections
    listed = [await _connection(section, settings, profile, online=online) for profile in profiles]
    section.facts = {"connections": listed, "default": settings.settings.default_connection_id}
    return section


async def _connection(section: Section, settings: SettingsService, profile: ConnectionProfile, *, online: bool) -> Json:
    facts: dict[str, Json] = {"id": profile.id, "name": profile.name, "kind": profile.kind.value}
    facts |= {"address": shown(profile.base_url) or None, "context": profile.context_limit}
    said = [profile.kind.value]
    if profile.kind is not ConnectionKind.BUILTIN:
        key = await _key_state(settings, profile)
        facts["key"] = key
        said = [shown(profile.base_url) or "no address", key]
    if online or profile.kind is ConnectionKind.BUILTIN or is_loopback(host_of(profile.base_url)):
        report = await settings.check(profile, None)
        facts |= {"tested": True, "works": report.ok, "sentence": report.sentence}
        said.append(report.sentence)
        if not report.ok and profile.kind is ConnectionKind.BUILTIN:
            section.problems.append(f"The built-in model does not work: {report.sentence}")
    else:
        facts |= {"tested": False}
        said.append("not tested (doctor --online does)")
    section.rows.append((profile.name, " · ".join(said)))
    return facts


async def _key_state(settings: SettingsService, profile: ConnectionProfile) -> str:
    try:
        return "has a key" if await settings.has_key(profile.id) else "no key"
    except AppError as error:
        return f"key unknown: {error}"
