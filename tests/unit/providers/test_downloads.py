"""Model files come whole or not at all, go on where they stopped, and nothing but the request for the file goes out."""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
from collections.abc import Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.errors import (
    DownloadBusyError,
    DownloadChecksumError,
    DownloadError,
    DownloadRefusedError,
    DownloadSpaceError,
    ProviderError,
    ProviderErrorKind,
)
from desktop_app.domain.models import DownloadOrder, DownloadProgress
from desktop_app.providers.download_part import free_bytes
from desktop_app.providers.downloads import HttpModelDownloads
from desktop_app.providers.endpoint import Timeouts
from desktop_app.providers.transport import Transport
from tests.fakes.file_server import PATH, FileServer
from tests.fakes.gguf_files import gguf, without
from tests.fakes.local_servers import PathServer
from tests.fakes.model_replies import Reply, error, gzip_bomb, html
from tests.fakes.provider_bench import SleepLog

QUICK = Timeouts(first_token=20.0, idle=0.4, whole=20.0)
# More than is held back before it is written, so that a stop in the middle has something to keep.
BREAK = 1_500_000
MODEL = gguf() + random.Random(3).randbytes(2_500_000)
OTHER = gguf() + random.Random(4).randbytes(2_500_000)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "models" / "model.gguf"


@pytest.fixture
def server() -> Iterator[FileServer]:
    with FileServer(MODEL) as running:
        yield running


def downloaded(
    order: DownloadOrder,
    *,
    timeouts: Timeouts = QUICK,
    sleep: SleepLog | None = None,
    free_space: Callable[[Path], int] = free_bytes,
    stop_at: int | None = None,
) -> list[DownloadProgress]:
    """All progress; with ``stop_at`` the iterator is closed as soon as so many bytes are there."""

    async def run() -> list[DownloadProgress]:
        transport, seen = Transport(), list[DownloadProgress]()
        downloads = HttpModelDownloads(transport, timeouts=timeouts, sleep=sleep or SleepLog(), free_space=free_space)
        try:
            async with aclosing(downloads.download(order)) as steps:
                async for progress in steps:
                    seen.append(progress)
                    if stop_at is not None and progress.done >= stop_at:
                        break
            return seen
        finally:
            await transport.aclose()

    return asyncio.run(run())


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_arrives_whole_and_leaves_nothing_else(server: FileServer, file: Path) -> None:
    seen = downloaded(DownloadOrder(server.file_url, file, hashlib.sha256(MODEL).hexdigest().upper()))

    assert file.read_bytes() == MODEL
    assert left_in(file.parent) == ["model.gguf"]
    assert seen[0] == DownloadProgress(0, len(MODEL))
    assert (seen[-1].done, seen[-1].total) == (len(MODEL), len(MODEL))
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    assert any(progress.checking for progress in seen)
    assert any(progress.speed > 0 for progress in seen)
    assert os.name == "nt" or file.parent.stat().st_mode & 0o077 == 0


def test_the_size_is_known_before_anything_is_fetched(server: FileServer, file: Path) -> None:
    async def run(url: str) -> int:
        transport = Transport()
        try:
            return await HttpModelDownloads(transport).size(DownloadOrder(url, file))
        finally:
            await transport.aclose()

    with FileServer(MODEL, ranges=False) as plain, FileServer(MODEL, sized=False, ranges=False) as silent:
        assert asyncio.run(run(server.file_url)) == len(MODEL)
        assert asyncio.run(run(plain.file_url)) == len(MODEL)
        assert asyncio.run(run(silent.file_url)) == 0
    assert server.headers_sent("range") == ["bytes=0-0"]
    assert not file.parent.exists()


def test_a_cut_in_the_middle_is_taken_up_again_by_itself(file: Path) -> None:
    sleep = SleepLog()
    with FileServer(MODEL, breaks=[BREAK, 50_000]) as server:
        downloaded(DownloadOrder(server.file_url, file), sleep=sleep)

        assert file.read_bytes() == MODEL
        assert server.headers_sent("range") == ["", f"bytes={BREAK}-", f"bytes={BREAK + 50_000}-"]
        assert server.headers_sent("if-range") == ["", '"v1"', '"v1"']
    assert sleep.seconds == [1.0, 1.0]


def test_a_silence_in_the_middle_counts_as_a_cut(file: Path) -> None:
    with FileServer(MODEL, breaks=[BREAK], hangs=True) as server:
        downloaded(DownloadOrder(server.file_url, file))

        assert file.read_bytes() == MODEL
        assert server.headers_sent("range")[1] == f"bytes={BREAK}-"


def test_one_that_never_gets_further_is_given_up_and_what_came_is_kept(file: Path) -> None:
    sleep = SleepLog()
    with FileServer(MODEL, breaks=[BREAK, *[0] * 5]) as server:
        with pytest.raises(ProviderError):
            downloaded(DownloadOrder(server.file_url, file), sleep=sleep)
        assert left_in(file.parent) == ["model.gguf.part", "model.gguf.part.json"]

        downloaded(DownloadOrder(server.file_url, file))
        assert file.read_bytes() == MODEL
        assert server.headers_sent("range")[-1] == f"bytes={BREAK}-"
    assert sleep.seconds == [1.0, 2.0, 5.0, 10.0, 20.0]


def test_one_that_does_not_begin_is_told_at_once(file: Path) -> None:
    sleep = SleepLog()
    with pytest.raises(ProviderError) as caught:
        downloaded(DownloadOrder(f"http://127.0.0.1:1{PATH}", file), sleep=sleep)
    assert (caught.value.kind, caught.value.reason, sleep.seconds) == (ProviderErrorKind.NETWORK, "network.refused", [])


def test_a_stop_keeps_what_came_and_the_next_start_goes_on(file: Path) -> None:
    with FileServer(MODEL, breaks=[BREAK], hangs=True) as server:
        downloaded(DownloadOrder(server.file_url, file), timeouts=replace(QUICK, idle=20.0), stop_at=1)
        part = file.with_name("model.gguf.part")
        kept = part.stat().st_size

        assert 0 < kept <= BREAK
        assert MODEL.startswith(part.read_bytes())
        downloaded(DownloadOrder(server.file_url, file))
        assert server.headers_sent("range") == ["", f"bytes={kept}-"]
        assert file.read_bytes() == MODEL


def test_a_cancelled_task_keeps_what_came_and_lets_go_of_the_file(file: Path) -> None:
    async def run(url: str) -> None:
        transport = Transport()
        downloads = HttpModelDownloads(transport, timeouts=replace(QUICK, idle=20.0))
        begun = asyncio.Event()

        async def fetch() -> None:
            async with aclosing(downloads.download(DownloadOrder(url, file))) as steps:
                async for progress in steps:
                    if progress.done:
                        begun.set()

        async with asyncio.TaskGroup() as group:
            task = group.create_task(fetch())
            await begun.wait()
            task.cancel()
        await transport.aclose()

    with FileServer(MODEL, breaks=[BREAK], hangs=True) as server:
        asyncio.run(run(server.file_url))
        assert left_in(file.parent) == ["model.gguf.part", "model.gguf.part.json"]
        downloaded(DownloadOrder(server.file_url, file))
    assert file.read_bytes() == MODEL


def test_a_server_without_ranges_begins_anew(file: Path) -> None:
    with FileServer(MODEL, ranges=False, breaks=[BREAK]) as server:
        seen = downloaded(DownloadOrder(server.file_url, file))

    assert file.read_bytes() == MODEL
    done = [progress.done for progress in seen]
    assert done != sorted(done)
    assert all(progress.speed >= 0 for progress in seen)


@pytest.mark.parametrize("honest", [True, False], ids=["by its ETag", "by its size alone"])
def test_a_file_that_changed_in_between_begins_anew(file: Path, honest: bool) -> None:
    with FileServer(MODEL, breaks=[BREAK], hangs=True, honest=honest) as server:
        downloaded(DownloadOrder(server.file_url, file), timeouts=replace(QUICK, idle=20.0), stop_at=1)
        server.content, server.etag = OTHER + b"longer", '"v2"'
        downloaded(DownloadOrder(server.file_url, file))

    assert file.read_bytes() == OTHER + b"longer"


@pytest.mark.parametrize("etag", ["", 'W/"weak"'])
def test_what_cannot_be_noticed_to_change_is_not_taken_up_unless_a_checksum_will_tell(file: Path, etag: str) -> None:
    with FileServer(MODEL, etag=etag, breaks=[BREAK, BREAK]) as server:
        downloaded(DownloadOrder(server.file_url, file))
        assert file.read_bytes() == MODEL
        assert server.headers_sent("range") == ["", "", ""]
    file.unlink()
    with FileServer(MODEL, etag=etag, breaks=[BREAK]) as server:
        downloaded(DownloadOrder(server.file_url, file, hashlib.sha256(MODEL).hexdigest()))
        assert file.read_bytes() == MODEL
        assert server.headers_sent("range") == ["", f"bytes={BREAK}-"]


def test_the_part_of_another_address_is_not_taken_up(file: Path) -> None:
    with FileServer(MODEL, breaks=[BREAK], hangs=True) as old, FileServer(OTHER) as new:
        downloaded(DownloadOrder(old.file_url, file), timeouts=replace(QUICK, idle=20.0), stop_at=1)
        downloaded(DownloadOrder(new.file_url, file))
        assert new.headers_sent("range") == [""]
    assert file.read_bytes() == OTHER


def test_a_part_that_is_whole_only_needs_its_check(server: FileServer, file: Path) -> None:
    downloaded(DownloadOrder(server.file_url, file), stop_at=len(MODEL))
    asked = len(server.requests)
    assert left_in(file.parent) == ["model.gguf.part", "model.gguf.part.json"]

    downloaded(DownloadOrder(server.file_url, file))
    assert file.read_bytes() == MODEL
    assert len(server.requests) == asked


@pytest.mark.parametrize("told_by", ["catalog", "hub"])
def test_a_wrong_checksum_throws_the_file_away(server: FileServer, file: Path, told_by: str) -> None:
    wrong = hashlib.sha256(b"something else").hexdigest()
    with FileServer(b"", redirect=server.file_url, linked_etag=f'"{wrong}"') as hub:
        order = (
            DownloadOrder(server.file_url, file, wrong) if told_by == "catalog" else DownloadOrder(hub.file_url, file)
        )
        with pytest.raises(DownloadChecksumError, match=r"model\.gguf"):
            downloaded(order)
    assert left_in(file.parent) == []


def test_a_redirect_to_another_host_is_followed_and_nothing_but_the_request_goes_there(
    server: FileServer, file: Path
) -> None:
    elsewhere = server.file_url.replace("127.0.0.1", "localhost") + "?signature=abc"
    checksum = hashlib.sha256(MODEL).hexdigest()
    with FileServer(b"", redirect=elsewhere, linked_etag=f'"{checksum}"') as hub:
        seen = downloaded(DownloadOrder(hub.file_url, file))
        requests = [*hub.requests, *server.requests]

    assert file.read_bytes() == MODEL
    assert any(progress.checking for progress in seen)
    for request in requests:
        assert not request.headers.keys() & {"authorization", "cookie", "referer", "proxy-authorization"}
        assert request.body == b""


@pytest.mark.parametrize(
    "target",
    ["ftp://127.0.0.1/x", "http://user:pw@127.0.0.1/x", "http://", PATH],
    ids=["scheme", "name", "none", "circle"],
)
def test_a_redirect_that_cannot_be_trusted_is_refused(file: Path, target: str) -> None:
    with FileServer(b"", redirect=target) as hub, pytest.raises(ProviderError) as caught:
        downloaded(DownloadOrder(hub.file_url, file))
    assert caught.value.reason == "download.redirect"
    assert "pw" not in str(caught.value)


def test_a_mirror_takes_the_place_of_the_hub(file: Path) -> None:
    with FileServer(MODEL) as mirror:
        order = DownloadOrder(f"https://hub.invalid{PATH}?download=true", file, mirror=f"{mirror.root}/hf/")
        downloaded(order)
        assert [request.path for request in mirror.requests] == [f"/hf{PATH}?download=true"]
    assert file.read_bytes() == MODEL
    with pytest.raises(ProviderError) as caught:
        downloaded(replace(order, file=file.with_name("x.gguf"), mirror="::"))
    assert caught.value.reason == "address.invalid"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (html(), "answer.web-page"),
        (Reply(200, {}, (b"PK\x03\x04" + bytes(1000),)), "model-file.not-gguf"),
        (Reply(200, {}, ()), "model-file.empty"),
        (Reply(200, {}, (gguf(without("tokenizer.chat_template")),)), "model-file.base"),
        (Reply(200, {}, (gguf()[:-10],), "close"), "model-file.cut-short"),
        (gzip_bomb(1), "answer.compressed"),
        (Reply(206, {"Content-Range": "bytes 7-9/10"}, (b"abc",)), ""),
        (error(416, "no"), ""),
        (error(404, "no such file"), ""),
        (error(500, "broken"), ""),
    ],
)  # fmt: skip
def test_what_is_no_model_is_told_and_not_kept(file: Path, answer: Reply, reason: str) -> None:
    with PathServer({}, otherwise=answer) as server, pytest.raises(ProviderError) as caught:
        downloaded(DownloadOrder(server.root + PATH, file))
    assert caught.value.reason == reason
    assert str(caught.value)
    assert not file.exists()
    assert "model.gguf.part" not in left_in(file.parent) or not file.with_name("model.gguf.part").stat().st_size


@pytest.mark.parametrize("status", [401, 403])
def test_a_hub_that_wants_to_know_who_asks_is_explained(file: Path, status: int) -> None:
    refused = error(status, "Access to model is restricted")
    with PathServer({}, otherwise=refused) as server, pytest.raises(DownloadRefusedError, match="accepted its licence"):
        downloaded(DownloadOrder(server.root + PATH, file))


def test_a_size_that_nobody_tells_is_no_obstacle(file: Path) -> None:
    with FileServer(MODEL, sized=False) as server:
        seen = downloaded(DownloadOrder(server.file_url, file))
    assert file.read_bytes() == MODEL
    assert seen[0].total == 0


def test_too_little_room_is_told_before_anything_comes(server: FileServer, file: Path) -> None:
    with pytest.raises(DownloadSpaceError) as caught:
        downloaded(DownloadOrder(server.file_url, file), free_space=lambda _: 150_000_000)
    assert caught.value.params == {"file": "model.gguf", "needed": "203", "free": "150"}
    assert left_in(file.parent) == []


def test_a_file_that_is_here_is_not_fetched_again_and_a_broken_one_is_replaced(server: FileServer, file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(MODEL[:20])
    downloaded(DownloadOrder(server.file_url, file))
    asked = len(server.requests)

    assert file.read_bytes() == MODEL
    assert downloaded(DownloadOrder(server.file_url, file)) == [DownloadProgress(len(MODEL), len(MODEL))]
    assert len(server.requests) == asked


def test_two_at_once_get_one_file(file: Path) -> None:
    async def run(url: str) -> None:
        transport = Transport()
        downloads = HttpModelDownloads(transport, timeouts=replace(QUICK, idle=20.0))
        try:
            async with aclosing(downloads.download(DownloadOrder(url, file))) as first:
                await anext(first)
                with pytest.raises(DownloadBusyError, match="already"):
                    await anext(downloads.download(DownloadOrder(url, file)))
        finally:
            await transport.aclose()

    with FileServer(MODEL) as server:
        asyncio.run(run(server.file_url))
        assert len(server.requests) == 1
        downloaded(DownloadOrder(server.file_url, file))
    assert file.read_bytes() == MODEL


def test_a_folder_that_cannot_be_made_is_a_sentence(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / "models").write_bytes(b"a file")
    with pytest.raises(DownloadError, match=r"The download of model\.gguf did not succeed: .+\."):
        downloaded(DownloadOrder(server.file_url, tmp_path / "models" / "model.gguf"))
