"""The half-downloaded file on the disk: ``<name>.part`` and beside it ``<name>.part.json`` with what is known of the whole.

Used by ``downloads``. Everything here blocks: call it in a thread. A write that fails is told as a ``DownloadError``; what was
written before stays and is a true beginning of the file.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

from desktop_app.domain.errors import DownloadBusyError, DownloadError, DownloadSpaceError
from desktop_app.providers.file_claim import FileClaim
from desktop_app.providers.json_values import count, mapping, text

# Left free on the disk: the chats are on it too (reliability page, D3).
SPARE_BYTES = 200_000_000

_FOLDER_MODE = 0o700
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_MEGABYTE = 1_000_000
_CHECK_EVERY = 32 * _MEGABYTE
_HASH_PIECE = 16 * _MEGABYTE


@dataclass(frozen=True, slots=True)
class Notes:
    """What is known of the file that the part belongs to. ``validator`` is its ETag or date, ``total`` 0 where unknown."""

    url: str = ""
    validator: str = ""
    total: int = 0
    sha256: str = ""


class PartFile:
    """The part of ``file``. ``free_space`` tells the free bytes of a folder's disk."""

    def __init__(self, file: Path, free_space: Callable[[Path], int]) -> None:
        self.path = file.with_name(file.name + ".part")
        self.notes = Notes()
        self.size = 0
        self._file = file
        self._notes_path = file.with_name(file.name + ".part.json")
        self._claim = FileClaim(file.with_name(file.name + ".part.lock"))
        self._free_space = free_space
        self._stream: BinaryIO | None = None
        self._unchecked = 0

    def claim(self) -> None:
        """Takes the file for this download and looks what is there. Raises ``DownloadBusyError``, ``DownloadError``."""
        try:
            self._file.parent.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            if not self._claim.take():
                raise DownloadBusyError(file=self._file.name)
            self.notes = self._read_notes()
            self.size = self.path.stat().st_size if self.path.exists() else 0
        except OSError as error:
            self.release()
            raise self._known(error) from error

    def release(self) -> None:
        """Closes everything; what has come stays."""
        self._close()
        self._claim.give_back()

    def begin(self, notes: Notes, start: int) -> None:
        """The next ``append`` goes to ``start``; what is behind it is cut off. Raises ``DownloadError``."""
        try:
            self._close()
            self._check_room(max(0, notes.total - start))
            self._stream = self.path.open("r+b" if self.path.exists() else "xb", buffering=0)
            self._stream.truncate(start)
            self._stream.seek(start)
            self._write_notes(notes)
        except OSError as error:
            raise self._known(error) from error
        self.size, self.notes = start, notes

    def append(self, data: bytes) -> None:
        """Writes ``data`` at the end. Raises ``DownloadError``."""
        assert self._stream is not None  # noqa: S101 - begin() comes first
        self._unchecked += len(data)
        rest = memoryview(data)
        try:
            if self._unchecked >= _CHECK_EVERY:
                self._check_room(len(data))
            while rest:
                written = self._stream.write(rest)
                self.size += written
                rest = rest[written:]
        except OSError as error:
            raise self._known(error) from error

    def hash_steps(self) -> Iterator[str]:
        """Reads the part piece by piece; yields empty texts and at the end its sha256. Raises ``DownloadError``."""
        digest = hashlib.sha256()
        try:
            with self.path.open("rb", buffering=0) as stream:
                while piece := stream.read(_HASH_PIECE):
                    digest.update(piece)
                    yield ""
        except OSError as error:
            raise self._known(error) from error
        yield digest.hexdigest()

    def finish(self) -> None:
        """The part becomes the file, at once and for good. Raises ``DownloadError``."""
        try:
            self._close()
            with self.path.open("rb+") as stream:
                os.fsync(stream.fileno())
            self.path.replace(self._file)
            self._notes_path.unlink(missing_ok=True)
        except OSError as error:
            raise self._known(error) from error

    def discard(self) -> None:
        """Throws away what has come. Raises ``DownloadError``."""
        try:
            self._close()
            self.path.unlink(missing_ok=True)
            self._notes_path.unlink(missing_ok=True)
        except OSError as error:
            raise self._known(error) from error
        self.size, self.notes = 0, Notes()

    def _close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _check_room(self, needed: int) -> None:
        self._unchecked = 0
        free = self._free_space(self._file.parent)
        if free < needed + SPARE_BYTES:
            raise self._no_room(needed, free)

    def _no_room(self, needed: int, free: int) -> DownloadSpaceError:
        wanted = -(-(needed + SPARE_BYTES) // _MEGABYTE)
        return DownloadSpaceError(file=self._file.name, needed=f"{wanted:,}", free=f"{free // _MEGABYTE:,}")

    def _known(self, error: OSError) -> DownloadError:
        if error.errno in _NO_ROOM:
            return self._no_room(max(0, self.notes.total - self.size), self._free_space(self._file.parent))
        return DownloadError(file=self._file.name, detail=f"{error.strerror or error}.")

    def _read_notes(self) -> Notes:
        """Notes that cannot be read are none: the download begins anew then."""
        try:
            value = mapping(json.loads(self._notes_path.read_bytes()))
        except (FileNotFoundError, ValueError, RecursionError):
            return Notes()
        return Notes(
            text(value.get("url")),
            text(value.get("validator")),
            count(value.get("total")) or 0,
            text(value.get("sha256")),
        )

    def _write_notes(self, notes: Notes) -> None:
        beside = self._notes_path.with_name(self._notes_path.name + ".new")
        beside.write_text(json.dumps(asdict(notes)), encoding="utf-8")
        beside.replace(self._notes_path)


def free_bytes(folder: Path) -> int:
    """What the disk of ``folder`` has left for this person."""
    return shutil.disk_usage(folder).free
