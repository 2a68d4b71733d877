"""The settings file: what was saved comes back; what cannot be used is kept aside and told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from desktop_app.domain.errors import StorageError
from desktop_app.domain.generation import ConnectionProfile, GenerationSettings, Proxy, ProxyMode
from desktop_app.domain.settings import AppearanceSettings, SecretPlace, Settings, Theme
from desktop_app.storage.paths import Paths
from desktop_app.storage.settings_store import JsonSettingsStore

_SETTINGS = Settings(
    appearance=AppearanceSettings(Theme.DARK, "ru", 18, reduce_motion=True),
    connections=(
        ConnectionProfile(
            "1",
            "Ёлка",
            base_url="http://127.0.0.1:8080/v1",
            proxy=Proxy(ProxyMode.SOCKS5, "socks5://127.0.0.1:9"),
            generation=GenerationSettings(temperature=None, stop=("\n",)),
        ),
    ),
    secret_place=SecretPlace.FILE,
    user_name="Илья",
)


def test_the_first_start_has_defaults_and_writes_nothing(paths: Paths) -> None:
    assert JsonSettingsStore(paths).load() == (Settings(), None)
    assert list(paths.config.iterdir()) == []


def test_what_was_saved_comes_back(paths: Paths) -> None:
    JsonSettingsStore(paths).save(_SETTINGS)
    assert JsonSettingsStore(paths).load() == (_SETTINGS, None)
    assert list(paths.config.iterdir()) == [paths.settings]


def test_a_lone_surrogate_cannot_break_the_file(paths: Paths) -> None:
    store = JsonSettingsStore(paths)
    store.save(replace(_SETTINGS, user_name="a\ud800"))
    assert store.load()[0].user_name == "a\ufffd"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\x00" * 300,
        b"[]",
        b"null",
        b'{"user_name": "\xff"}',
        b'{"appearance": {"theme": "neon"}}',
        b'{"schema_version": "one"}',
        b"[" * 100_000,
    ],
)
def test_a_broken_file_is_kept_aside(paths: Paths, content: bytes) -> None:
    paths.settings.write_bytes(content)
    store = JsonSettingsStore(paths)
    settings, notice = store.load()
    assert settings == Settings()
    assert str(notice).endswith("settings.broken-1.json.")
    store.save(_SETTINGS)
    assert (paths.config / "settings.broken-1.json").read_bytes() == content
    assert store.load() == (_SETTINGS, None)


def test_settings_of_a_newer_version_are_never_overwritten(paths: Paths) -> None:
    content = json.dumps({"schema_version": 2, "appearance": "now a word"}).encode()
    paths.settings.write_bytes(content)
    store = JsonSettingsStore(paths)
    settings, notice = store.load()
    assert settings == Settings()
    assert "newer" in str(notice)
    store.save(settings)
    assert (paths.config / "settings.newer-1.json").read_bytes() == content


def test_unknown_fields_are_passed_over_and_missing_ones_have_defaults(paths: Paths) -> None:
    paths.settings.write_text('{"schema_version": 1, "user_name": "Ilya", "later": [1], "window": {"zoom": 2}}')
    assert JsonSettingsStore(paths).load() == (Settings(user_name="Ilya"), None)


def test_a_file_that_cannot_be_read_is_not_taken_for_none(paths: Paths) -> None:
    paths.settings.mkdir()
    with pytest.raises(StorageError):
        JsonSettingsStore(paths).load()
    assert paths.settings.is_dir()
