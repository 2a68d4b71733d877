"""The part of a file on the disk: room, locks, and redirects that are not followed."""

from __future__ import annotations

import errno
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from desktop_app.domain.errors import DownloadBusyError, DownloadSpaceError, ProviderError
from desktop_app.providers.download_part import Notes, PartFile, free_bytes
from desktop_app.providers.download_source import _trusted
from desktop_app.providers.file_claim import FileClaim

HOLDER = """
import sys
from pathlib import Path
from desktop_app.providers.file_claim import FileClaim
claim = FileClaim(Path(sys.argv[1]))
print(claim.take(), flush=True)
sys.stdin.read()
"""


class FullDisk(io.RawIOBase):
    """Takes a few bytes and then has no room."""

    def write(self, data: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def opened(file: Path, free_space: Callable[[Path], int] = free_bytes) -> PartFile:
    part = PartFile(file, free_space)
    part.claim()
    part.begin(Notes("u", '"v"', 100_000_000), 0)
    return part


def test_room_that_runs_out_in_the_middle_stops_it_and_keeps_what_came(tmp_path: Path) -> None:
    room = [400_000_000]
    part = opened(tmp_path / "m.gguf", lambda _: room[0])
    part.append(bytes(20_000_000))
    room[0] = 150_000_000
    with pytest.raises(DownloadSpaceError):
        part.append(bytes(20_000_000))
    part.release()

    assert part.path.stat().st_size == part.size == 20_000_000


def test_a_disk_that_is_full_in_spite_of_all_is_the_same_sentence(tmp_path: Path) -> None:
    part = opened(tmp_path / "m.gguf")
    part.append(b"GGUF")
    part._close()
    part._stream = cast("BinaryIO", FullDisk())
    with pytest.raises(DownloadSpaceError, match="What has come is kept"):
        part.append(b"more")
    part.release()

    assert part.path.read_bytes() == b"GGUF"


@pytest.mark.parametrize("notes", [b"", b"[]", b"\xff", b'{"total": "x"}', b"[" * 100_000])
def test_notes_that_cannot_be_read_are_none(tmp_path: Path, notes: bytes) -> None:
    (tmp_path / "m.gguf.part.json").write_bytes(notes)
    part = PartFile(tmp_path / "m.gguf", free_bytes)
    part.claim()
    part.release()

    assert part.notes == Notes()


def test_another_process_keeps_the_file_for_itself_and_loses_it_when_it_is_killed(tmp_path: Path) -> None:
    lock = tmp_path / "m.gguf.part.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        with pytest.raises(DownloadBusyError):
            PartFile(tmp_path / "m.gguf", free_bytes).claim()
        holder.kill()
    part = PartFile(tmp_path / "m.gguf", free_bytes)
    part.claim()
    part.release()
    assert not lock.exists()


def test_a_claim_is_for_one_and_comes_back(tmp_path: Path) -> None:
    first, second = FileClaim(tmp_path / "lock"), FileClaim(tmp_path / "lock")

    assert first.take()
    assert not second.take()
    first.give_back()
    first.give_back()
    assert second.take()
    second.give_back()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("url", "location", "target"),
    [
        ("https://hub.example/a", "https://cdn.example/b?x=1", "https://cdn.example/b?x=1"),
        ("https://hub.example/a/b", "../c", "https://hub.example/c"),
        ("http://127.0.0.1:1/a", "http://192.168.0.2/b", "http://192.168.0.2/b"),
        ("https://hub.example/a", "http://hub.example/a", None),
        ("https://hub.example/a", "https://127.0.0.1/a", None),
        ("https://hub.example/a", "https://router.local/a", None),
        ("https://hub.example/a", "file:///etc/passwd", None),
        ("https://hub.example/a", "https://[::1/a", None),
    ],
)  # fmt: skip
def test_redirects_lead_neither_out_of_tls_nor_into_this_network(url: str, location: str, target: str | None) -> None:
    if target is not None:
        assert _trusted(url, location) == target
        return
    with pytest.raises(ProviderError) as caught:
        _trusted(url, location)
    assert caught.value.reason == "download.redirect"
