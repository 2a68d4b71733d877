"""Settings and secrets in memory."""

from __future__ import annotations

from desktop_app.domain.errors import SecretError, SettingsError, StorageError
from desktop_app.domain.settings import SecretPlace, Settings


class FakeSettingsStore:
    """Keeps the settings; ``broken`` makes every save fail."""

    def __init__(self, settings: Settings | None = None, notice: SettingsError | None = None) -> None:
        self.settings = settings or Settings()
        self.notice = notice
        self.broken = False

    def load(self) -> tuple[Settings, SettingsError | None]:
        """What was saved last."""
        return self.settings, self.notice

    def save(self, settings: Settings) -> None:
        """Keeps it, or fails."""
        if self.broken:
            raise StorageError(detail="the disk is gone")
        self.settings = settings


class FakeSecretStore:
    """Keeps secrets by place; ``keyring`` False: a machine without a key ring."""

    def __init__(self, *, keyring: bool = True) -> None:
        self.keyring = keyring
        self.kept: dict[str, tuple[str, SecretPlace]] = {}

    def available(self, place: SecretPlace) -> bool:
        """Everything but a missing key ring."""
        return place is not SecretPlace.KEYRING or self.keyring

    def get(self, name: str) -> str | None:
        """A secret from wherever it is."""
        return self.kept[name][0] if name in self.kept else None

    def set(self, name: str, value: str, place: SecretPlace) -> None:
        """Keeps it, or fails like a missing key ring."""
        if not self.available(place):
            raise SecretError(detail="there is none")
        self.kept[name] = (value, place)

    def delete(self, name: str) -> None:
        """Forgets it."""
        self.kept.pop(name, None)
