"""Model files: the shipped list, and downloads that run beside everything else and tell of themselves."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app import assets
from desktop_app.domain.errors import DownloadBusyError, NotFoundError
from desktop_app.domain.generation import Proxy, ProxyMode
from desktop_app.domain.models import CatalogEntry, DownloadProgress
from desktop_app.domain.settings import DownloadSettings
from desktop_app.services.events import DownloadFinished, DownloadProgressed
from desktop_app.services.model_catalog import CATALOG, read_catalog
from desktop_app.services.model_service import ModelService
from tests.fakes.downloads import FakeDownloads
from tests.fakes.program import Program, make_program

ENTRY = CatalogEntry("tiny", "Tiny", "tiny.gguf", "https://hub.invalid/tiny.gguf", "MIT", ("en",), 2, "ab" * 32)


def service(program: Program, downloads: FakeDownloads, folder: Path) -> ModelService:
    return ModelService(
        downloads=downloads,
        settings=program.settings,
        tasks=program.tasks,
        bus=program.bus,
        folder=folder,
        catalog=[ENTRY],
    )


def told(program: Program) -> list[Any]:
    return [event for event in program.told if isinstance(event, DownloadProgressed | DownloadFinished)]


def test_the_shipped_list_is_sound_and_nobody_claims_to_have_checked_it() -> None:
    entries = read_catalog(assets.read_text(CATALOG))

    assert len({entry.name for entry in entries}) == len({entry.file for entry in entries}) == len(entries) >= 5
    assert [entry.size for entry in entries] == sorted(entry.size for entry in entries)
    for entry in entries:
        assert entry.url.startswith("https://")
        assert entry.url.endswith(f"/resolve/main/{entry.file}")
        assert entry.file.endswith(".gguf")
        assert Path(entry.file).name == entry.file
        assert entry.licence
        assert entry.languages
        assert not entry.checked
        assert len(entry.sha256) in {0, 64}
    for language in ("en", "ru", "zh"):
        assert any(language in entry.languages for entry in entries)


def test_an_entry_has_the_address_of_its_file() -> None:
    fields = {"name": "n", "title": "T", "repository": "o/r", "file": "f.gguf", "licence": "MIT"}
    fields |= {"languages": ["en"], "size": 5, "sha256": "", "checked": True}
    text = json.dumps({"hub": "https://h.invalid", "address": "{hub}/{repository}/x/{file}", "models": [fields]})

    assert read_catalog(text) == (
        CatalogEntry("n", "T", "f.gguf", "https://h.invalid/o/r/x/f.gguf", "MIT", ("en",), 5, "", checked=True),
    )


def test_a_download_tells_how_far_it_is_and_that_it_is_over(tmp_path: Path) -> None:
    async def run() -> None:
        program, downloads = make_program(), FakeDownloads(hold=asyncio.Event())
        models = service(program, downloads, tmp_path)
        assert not models.installed(ENTRY)

        models.start(ENTRY)
        models.start(ENTRY)
        await until(lambda: len(told(program)) == 2)
        assert models.running("tiny")
        assert downloads.hold is not None
        downloads.hold.set()
        await until(lambda: not models.running("tiny"))

        file = tmp_path / "tiny.gguf"
        assert told(program) == [
            DownloadProgressed("tiny", DownloadProgress(1, 2)),
            DownloadProgressed("tiny", DownloadProgress(2, 2)),
            DownloadFinished("tiny", file=file),
        ]
        assert (models.installed(ENTRY), models.file_of(ENTRY)) == (True, file)
        assert len(downloads.orders) == 1
        assert (downloads.orders[0].url, downloads.orders[0].sha256) == (ENTRY.url, ENTRY.sha256)

    asyncio.run(run())


def test_a_stopped_one_is_over_without_a_file_and_without_an_error(tmp_path: Path) -> None:
    async def run() -> None:
        program, downloads = make_program(), FakeDownloads(hold=asyncio.Event())
        models = service(program, downloads, tmp_path)
        models.start(ENTRY)
        await until(lambda: len(told(program)) == 2)

        assert models.cancel("tiny")
        await until(lambda: not models.running("tiny"))
        assert told(program)[-1] == DownloadFinished("tiny")
        assert downloads.closed == 1
        assert not models.cancel("tiny")
        assert program.bugs == []

    asyncio.run(run())


def test_a_known_error_is_told_and_is_no_bug(tmp_path: Path) -> None:
    async def run() -> None:
        program, busy = make_program(), DownloadBusyError(file="tiny.gguf")
        finished = await service(program, FakeDownloads(error=busy), tmp_path).download(ENTRY)

        assert finished == told(program)[-1] == DownloadFinished("tiny", error=busy)
        assert program.bugs == []

    asyncio.run(run())


def test_a_bug_ends_the_download_and_is_heard_of(tmp_path: Path) -> None:
    async def run() -> None:
        program, bug = make_program(), ZeroDivisionError()
        models = service(program, FakeDownloads(error=bug), tmp_path)
        models.start(ENTRY)
        await until(lambda: not models.running("tiny"))

        assert told(program)[-1] == DownloadFinished("tiny")
        assert program.bugs == [bug]

    asyncio.run(run())


def test_mirror_and_proxy_of_the_settings_are_used(tmp_path: Path) -> None:
    async def run() -> None:
        program, downloads = make_program(), FakeDownloads()
        models = service(program, downloads, tmp_path)
        proxy = Proxy(ProxyMode.SOCKS5, "socks5://127.0.0.1:9")
        wishes = DownloadSettings("https://mirror.invalid", proxy, "ca.pem")
        await program.settings.change(lambda settings: replace(settings, downloads=wishes))

        assert await models.size(ENTRY) == 2
        order = downloads.orders[0]
        assert (order.mirror, order.proxy, order.ca_file) == ("https://mirror.invalid", proxy, "ca.pem")

    asyncio.run(run())


def test_an_entry_is_found_by_name(tmp_path: Path) -> None:
    models = service(make_program(), FakeDownloads(), tmp_path)

    assert models.entry("tiny") is models.catalog()[0]
    with pytest.raises(NotFoundError):
        models.entry("huge")


async def until(condition: Any) -> None:
    """Waits for a condition, with a guard."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)
