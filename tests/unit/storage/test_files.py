"""A file is replaced as a whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from desktop_app.domain.errors import DiskFullError, ReadOnlyError, StorageError
from desktop_app.storage.files import atomic_write, move_aside


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    for content in (b"one", b"", b"three" * 100_000):
        atomic_write(file, content)
        assert file.read_bytes() == content
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["file.json"]


def test_a_leftover_of_a_killed_write_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "file.json.new").write_bytes(b"half")
    atomic_write(tmp_path / "file.json", b"whole")
    assert (tmp_path / "file.json").read_bytes() == b"whole"
    assert [path.name for path in tmp_path.iterdir()] == ["file.json"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "expected"),
    [(errno.ENOSPC, DiskFullError), (errno.EROFS, ReadOnlyError), (errno.EIO, StorageError)],
)
def test_the_old_file_survives_any_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, expected: type[StorageError]
) -> None:
    file = tmp_path / "file.json"
    atomic_write(file, b"old")

    def fail(*_arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail) if step == "fsync" else monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(expected):
        atomic_write(file, b"new")
    assert file.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file.json"]


def test_moving_aside_never_overwrites(tmp_path: Path) -> None:
    names: list[str] = []
    for content in ("a", "b", "c"):
        (tmp_path / "settings.json").write_text(content)
        names.append(move_aside(tmp_path / "settings.json", "broken").name)
    assert names == ["settings.broken-1.json", "settings.broken-2.json", "settings.broken-3.json"]
    assert [(tmp_path / name).read_text() for name in names] == ["a", "b", "c"]
