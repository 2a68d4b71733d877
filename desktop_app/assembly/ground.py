"""What all services stand on: folders, clock, events, tasks, database, secrets, servers and settings. A part of ``open_app``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from desktop_app.adapters import SystemClock, make_providers
from desktop_app.domain.ports import ProviderRegistry, SecretStore
from desktop_app.language.lemmas import Lemmas
from desktop_app.providers.discovery import LoopbackDiscovery
from desktop_app.providers.transport import Transport
from desktop_app.services.drafts import Drafts
from desktop_app.services.events import EventBus
from desktop_app.services.identity import new_id
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.tasks import TaskRegistry
from desktop_app.storage.open import Storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.secret_store import KeyringSecretStore
from desktop_app.storage.settings_store import JsonSettingsStore


class Beside(TypedDict):
    """What every service needs that works beside the chats, by the names of its parameters."""

    settings: SettingsService
    bus: EventBus
    tasks: TaskRegistry
    clock: SystemClock
    automatic: bool


@dataclass(frozen=True, slots=True)
class Ground:
    """What all services stand on."""

    paths: Paths
    writable: bool
    clock: SystemClock
    bus: EventBus
    tasks: TaskRegistry
    storage: Storage
    secrets: SecretStore
    transport: Transport
    providers: ProviderRegistry
    settings: SettingsService
    drafts: Drafts
    lemmas: Lemmas

    @property
    def beside(self) -> Beside:
        """For services that work beside the chats; where nothing may be written they do nothing by themselves."""
        return Beside(settings=self.settings, bus=self.bus, tasks=self.tasks, clock=self.clock, automatic=self.writable)


def make_ground(paths: Paths, storage: Storage, clock: SystemClock, tasks: TaskRegistry, *, writable: bool) -> Ground:
    """The ground over an open database; ``writable`` as for ``open_app``."""
    bus, secrets, transport = EventBus(), KeyringSecretStore(paths), Transport()
    providers = make_providers(secrets, transport)
    return Ground(
        paths=paths,
        writable=writable,
        clock=clock,
        bus=bus,
        tasks=tasks,
        storage=storage,
        secrets=secrets,
        transport=transport,
        providers=providers,
        settings=SettingsService(JsonSettingsStore(paths), secrets, providers, bus, LoopbackDiscovery(transport)),
        drafts=Drafts(storage.chats, new_id),
        lemmas=Lemmas(),
    )
