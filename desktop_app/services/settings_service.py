"""The one door to settings, connections and keys: reads are a property, every change is stored and then told."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from desktop_app.domain.errors import (
    AddressError,
    LargeReserveError,
    NamelessConnectionError,
    SettingsError,
    SmallContextError,
)
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile, ModelInfo
from desktop_app.domain.models import FoundServer
from desktop_app.domain.ports import (
    ChatProvider,
    ConnectionReport,
    ProviderRegistry,
    SecretStore,
    ServerDiscovery,
    SettingsStore,
)
from desktop_app.domain.settings import BUILTIN_CONNECTION_ID, RecallSettings, SecretPlace, Settings
from desktop_app.services.events import EventBus, SettingsChanged

# A key that is being tried out belongs to a profile of this id, so that it never mixes with a stored one.
TRIAL_PREFIX = "trial:"

MINIMUM_CONTEXT = 256


class SettingsService:
    """Holds the current settings. ``notice`` tells that the settings file had to be put aside at start."""

    def __init__(
        self,
        store: SettingsStore,
        secrets: SecretStore,
        providers: ProviderRegistry,
        bus: EventBus,
        discovery: ServerDiscovery,
    ) -> None:
        self._store = store
        self._secrets = secrets
        self._providers = providers
        self._bus = bus
        self._discovery = discovery
        self._settings, self.notice = store.load()
        self._lock = asyncio.Lock()
        self._trials = itertools.count(1)

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self._settings

    async def change(self, edit: Callable[[Settings], Settings]) -> None:
        """Applies ``edit``, stores the result and tells it. Raises ``StorageError``; then nothing has changed."""
        async with self._lock:
            changed = edit(self._settings)
            if changed == self._settings:
                return
            await asyncio.to_thread(self._store.save, changed)
            self._settings = changed
        self._bus.publish(SettingsChanged(changed))

    async def save_connection(self, profile: ConnectionProfile, key: str | None) -> None:
        """Adds or replaces a connection. ``key`` None leaves the stored key alone, an empty one removes it.

        Raises ``SettingsError`` where the profile cannot work, ``SecretError`` where the key cannot be kept; then the
        connection is not stored either.
        """
        check_profile(profile)
        if key:
            await asyncio.to_thread(self._secrets.set, profile.secret_name, key, self._settings.secret_place)
        elif key is not None:
            await asyncio.to_thread(self._secrets.delete, profile.secret_name)
        self._providers.forget(profile.id)
        await self.change(lambda settings: replace(settings, connections=_with(settings.connections, profile)))

    async def edit_connection(
        self, connection_id: str | None, edit: Callable[[ConnectionProfile], ConnectionProfile]
    ) -> None:
        """Changes a connection as it is when its turn comes (None: the default's), so that two edits lose nothing.

        Raises ``SettingsError`` where the result cannot work, and ``StorageError``; then nothing has changed.
        """

        def edited(settings: Settings) -> Settings:
            profile = edit(settings.connection(connection_id))
            check_profile(profile)
            return replace(settings, connections=_with(settings.connections, profile))

        await self.change(edited)

    async def remove_connection(self, connection_id: str) -> None:
        """Forgets a connection and its key. The built-in one only goes back to its defaults.

        What it did besides chatting is done by what comes with the program, and by each chat's own connection.
        """
        await asyncio.to_thread(self._secrets.delete, f"connection:{connection_id}")
        self._providers.forget(connection_id)
        await self.change(
            lambda settings: replace(
                settings,
                connections=tuple(known for known in settings.connections if known.id != connection_id),
                default_connection_id=(
                    BUILTIN_CONNECTION_ID
                    if settings.default_connection_id == connection_id
                    else settings.default_connection_id
                ),
                recall=_without_embedder(settings.recall, connection_id),
                summary=(
                    replace(settings.summary, connection_id=None)
                    if settings.summary.connection_id == connection_id != BUILTIN_CONNECTION_ID
                    else settings.summary
                ),
            )
        )

    async def has_key(self, connection_id: str) -> bool:
        """Whether a key is kept for this connection. Raises ``SecretError``."""
        return bool(await asyncio.to_thread(self._secrets.get, f"connection:{connection_id}"))

    async def keyring_available(self) -> bool:
        """Whether this machine has a key ring that works."""
        return await asyncio.to_thread(self._secrets.available, SecretPlace.KEYRING)

    async def choose_secret_place(self, place: SecretPlace) -> None:
        """Where new keys go, as the person decided after being told."""
        await self.change(lambda settings: replace(settings, secret_place=place))

    async def check(self, profile: ConnectionProfile, key: str | None) -> ConnectionReport:
        """Tests a connection as it stands in the form, stored or not."""
        try:
            check_profile(profile)
        except SettingsError as error:
            return ConnectionReport(ok=False, sentence=str(error))
        async with self._trial(profile, key) as provider:
            return await provider.check()

    async def models(self, profile: ConnectionProfile, key: str | None) -> list[ModelInfo]:
        """The models behind a connection as it stands in the form. Raises ``ProviderError``."""
        async with self._trial(profile, key) as provider:
            return await provider.models()

    async def find_servers(self) -> list[FoundServer]:
        """Looks for model servers on this machine, for a person who asks; takes a few seconds at most."""
        return await self._discovery.find()

    @asynccontextmanager
    async def _trial(self, profile: ConnectionProfile, key: str | None) -> AsyncGenerator[ChatProvider, None]:
        """A provider for a form: with the key typed there (kept for this session only) or the stored one."""
        if key is None:
            yield self._providers.provider(profile)
            return
        # Of its own: the end of one trial must not take the key away from another.
        trial = replace(profile, id=f"{TRIAL_PREFIX}{next(self._trials)}:{profile.id}")
        if key:
            await asyncio.to_thread(self._secrets.set, trial.secret_name, key, SecretPlace.SESSION)
        try:
            yield self._providers.provider(trial)
        finally:
            await asyncio.to_thread(self._secrets.delete, trial.secret_name)
            self._providers.forget(trial.id)


def check_profile(profile: ConnectionProfile) -> None:
    """Raises ``SettingsError`` where a profile cannot work whatever the server does."""
    if not profile.name.strip():
        raise NamelessConnectionError
    if profile.kind is not ConnectionKind.BUILTIN and not profile.base_url.startswith(("http://", "https://")):
        raise AddressError
    if profile.context_limit < MINIMUM_CONTEXT:
        raise SmallContextError(minimum=MINIMUM_CONTEXT)
    if not 0 < profile.generation.max_tokens < profile.context_limit:
        raise LargeReserveError


def _without_embedder(recall: RecallSettings, connection_id: str) -> RecallSettings:
    """Recall without this connection. Its prefixes were for its model."""
    if recall.embedder_connection_id != connection_id or connection_id == BUILTIN_CONNECTION_ID:
        return recall
    return replace(recall, embedder_connection_id="", embedder_model="", query_prefix="", passage_prefix="")


def _with(connections: tuple[ConnectionProfile, ...], profile: ConnectionProfile) -> tuple[ConnectionProfile, ...]:
    if any(known.id == profile.id for known in connections):
        return tuple(profile if known.id == profile.id else known for known in connections)
    return (*connections, profile)
