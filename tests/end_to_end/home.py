"""The real program as a child process, in a home of its own that the test can prepare and look into."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from desktop_app.domain.generation import ConnectionProfile, Proxy, ProxyMode
from desktop_app.domain.message import Message
from desktop_app.domain.settings import Settings, builtin_connection
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import HOME_VARIABLE, Paths
from desktop_app.storage.secret_store import KeyringSecretStore
from desktop_app.storage.settings_store import JsonSettingsStore
from tests.fakes.clock import FakeClock

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
LIMIT_SECONDS = 120
PROGRAM = (sys.executable, "-W", "error", "-m", "desktop_app")


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its output as JSON."""
        return json.loads(self.out)


class Home:
    """One person's Talespan in a folder."""

    def __init__(self, folder: Path) -> None:
        self.paths = Paths.find(environ={HOME_VARIABLE: str(folder)})
        self.folder = folder
        self.environment = os.environ | {HOME_VARIABLE: str(folder)}

    def run(self, *words: str, stdin: str = "", command: tuple[str, ...] = PROGRAM) -> Done:
        """Runs a command to its end."""
        done = subprocess.run(
            [*command, *words],
            cwd=ROOT,
            env=self.environment,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=LIMIT_SECONDS,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def run_each(self, *commands: tuple[str, ...]) -> list[Done]:
        """Runs commands one after the other in one process, which is quicker; what one leaves behind the next one meets."""
        done = self.run(json.dumps(commands), command=(sys.executable, "-W", "error", "-m", "tests.end_to_end.each"))
        assert done.code == 0, done
        return [Done(*item) for item in done.json]

    def start(self, *words: str, command: tuple[str, ...] = PROGRAM) -> subprocess.Popen[str]:
        """Starts a command; its output can be read as it comes."""
        return subprocess.Popen(
            [*command, *words],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def connect_to(self, url: str, **changes: Any) -> ConnectionProfile:
        """Makes the server at ``url`` the default connection; other fields of the settings by name."""
        profile = ConnectionProfile("fake", "Fake", base_url=url, model="fake-model", proxy=Proxy(ProxyMode.NONE))
        self.save_settings(Settings(connections=(profile,), default_connection_id="fake", **changes))
        return profile

    def load_settings(self) -> Settings:
        """What is in the settings file."""
        return JsonSettingsStore(self.paths).load()[0]

    def change_connection(self, profile: ConnectionProfile, **changes: Any) -> None:
        """Changes fields of a connection by name."""
        settings = self.load_settings()
        known = tuple(replace(one, **changes) if one.id == profile.id else one for one in settings.connections)
        self.save_settings(replace(settings, connections=known))

    def save_settings(self, settings: Settings) -> None:
        """Writes the settings file."""
        self.paths.create()
        JsonSettingsStore(self.paths).save(settings)

    def save_key(self, profile: ConnectionProfile, key: str) -> None:
        """Keeps a key where the settings say."""
        settings, _ = JsonSettingsStore(self.paths).load()
        KeyringSecretStore(self.paths).set(profile.secret_name, key, settings.secret_place)

    def with_storage(self, work: Callable[[Storage], Awaitable[T]]) -> T:
        """Looks into the database, as a reader that changes nothing."""

        async def look() -> T:
            storage = await open_storage(self.paths, FakeClock(), writable=False)
            try:
                return await work(storage)
            finally:
                await storage.close()

        return asyncio.run(look())

    def messages(self) -> list[Message]:
        """All messages of the one chat there is."""

        async def read(storage: Storage) -> list[Message]:
            (chat,) = await storage.chats.list_chats()
            return await storage.chats.tail(chat.id, 10_000)

        return self.with_storage(read)

    def texts(self) -> list[str]:
        """Their texts."""
        return [message.text for message in self.messages()]

    def only_chat_id(self) -> str:
        """The id of the one chat there is."""
        (chat,) = self.run("chat", "list", "--json").json
        return str(chat["id"])


def content_hash(file: Path) -> str:
    """What tells whether a file has changed."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def with_builtin(**changes: Any) -> Settings:
    """Settings whose built-in model is changed."""
    return Settings(connections=(replace(builtin_connection(), **changes),))
