"""Zip archives of unknown origin, read into memory by name; nothing is ever written to a path.

Called by ``charx`` and the readers of chat exports. Every limit is counted while inflating, since headers lie (reliability
page, H3). A zip behind a picture is found from its end, as the format allows.
"""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from pathlib import PureWindowsPath

from desktop_app.interchange.errors import (
    BombError,
    DamagedFileError,
    EncryptedError,
    InterchangeError,
    TooLargeError,
    TooManyPartsError,
    UnsafeNameError,
    UnsupportedFormatError,
)
from desktop_app.interchange.limits import MAX_ARCHIVE, MAX_MEMBER, MAX_MEMBERS, MAX_RATIO, MB, RATIO_COUNTS_FROM

_STEP = 1 << 18
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))})
_ENCRYPTED = 0x1
# Other methods take memory before anything can be counted.
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})


class Archive:
    """An open archive. Names have ``/`` between their parts and no ``./`` before them."""

    def __init__(
        self, data: bytes, file: str, *, most: int = MAX_MEMBER, total: int = MAX_ARCHIVE, members: int = MAX_MEMBERS
    ) -> None:
        """Raises ``InterchangeError`` for what is no archive, has too many members, or one with an unsafe name."""
        self._file = file
        self._most = most
        self._left = total
        self._total = total
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            listed = self._zip.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, OverflowError, EOFError):
            raise DamagedFileError(file=file, kind="ZIP") from None
        if len(listed) > members:
            raise TooManyPartsError(file=file, limit=members)
        # Where a name is there twice the last one counts, as for most programs.
        self._members = {self._safe(member): member for member in listed if member.filename[-1:] not in {"", "/"}}
        self._folded = {name.casefold(): name for name in self._members}
        self._alike: dict[str, list[str]] = {}
        for folded, name in self._folded.items():
            self._alike.setdefault(folded.rpartition("/")[2], []).append(name)

    def names(self) -> list[str]:
        """All files in it."""
        return list(self._members)

    def find(self, name: str) -> str | None:
        """The name as it is there: exactly, without regard to case, or by its last part alone."""
        wanted = name.replace("\\", "/").removeprefix("./")
        if wanted in self._members:
            return wanted
        if (found := self._folded.get(wanted.casefold())) is not None:
            return found
        base = wanted.rpartition("/")[2].casefold()
        alike = self._alike.get(base, ())
        return alike[0] if base and len(alike) == 1 else None

    def read(self, name: str) -> bytes:
        """The bytes of a member. Raises ``InterchangeError``."""
        member = self._members[name]
        if member.flag_bits & _ENCRYPTED:
            raise EncryptedError(file=self._file)
        if member.compress_type not in _METHODS:
            raise UnsupportedFormatError(file=self._file, kind=f"ZIP ({member.compress_type})")
        try:
            return self._inflated(member)
        except InterchangeError:
            raise
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
            raise DamagedFileError(file=self._file, kind="ZIP") from None

    def _inflated(self, member: zipfile.ZipInfo) -> bytes:
        out = bytearray()
        with self._zip.open(member) as stream:
            while piece := stream.read(_STEP):
                out += piece
                self._left -= len(piece)
                if len(out) > RATIO_COUNTS_FROM and len(out) > MAX_RATIO * max(1, member.compress_size):
                    raise BombError(file=self._file)
                if len(out) > self._most or self._left < 0:
                    raise TooLargeError(file=self._file, limit=min(self._most, self._total) // MB)
        return bytes(out)

    def _safe(self, member: zipfile.ZipInfo) -> str:
        name = member.filename.replace("\\", "/").removeprefix("./")
        parts = name.split("/")
        unsafe = (
            name.startswith("/")
            or PureWindowsPath(name).drive
            or ".." in parts
            or any(part.partition(".")[0].strip().casefold() in _DEVICES for part in parts)
            or stat.S_ISLNK(member.external_attr >> 16)
        )
        if unsafe:
            raise UnsafeNameError(file=self._file, member=name[:80])
        return name
