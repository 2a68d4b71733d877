"""Pictures of characters: made small beside the window, held within a limit, and forgotten when they change."""

from __future__ import annotations

import struct
import zlib

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from desktop_app.domain.character import Character
from desktop_app.domain.errors import StorageError
from desktop_app.domain.transfer import PORTRAIT, StoredFile
from desktop_app.services.events import LibraryChanged, LibraryKind
from desktop_app.ui import portraits as portraits_module
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.thumbnail import ThumbnailSize, covering, thumbnail
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.rig import Window


def png(width: int, height: int, top: str = "#ff0000", rest: str = "#0000ff") -> bytes:
    """A picture with a top tenth of another colour."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(rest))
    painter = QPainter(image)
    painter.fillRect(QRect(0, 0, width, height // 10), QColor(top))
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType] - the stub lacks the device form
    return bytes(data.data())


def claims(width: int, height: int) -> bytes:
    """A PNG that says it is that large."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


class Bench:
    """Pictures over a program."""

    def __init__(self) -> None:
        self.program: Program = make_program()
        self.window = Window(self.program)
        self.read = 0
        self.portraits = Portraits(self._read, self.program.bus, self.window.launch)
        self.arrived: list[str] = []
        self.portraits.arrived.connect(self.arrived.append)
        self.circles: list[str] = []
        self.portraits.circle_arrived.connect(self.circles.append)

    async def give(self, name: str, data: bytes | None) -> str:
        character = await self.program.library.save_character(Character("", name))
        if data is not None:
            await self.program.file_repository.set_files(character.id, {PORTRAIT: data})
        self.arrived.clear()
        self.circles.clear()
        return character.id

    async def idle(self) -> None:
        await until(lambda: not self.program.tasks.running(portraits_module.TASK))

    async def end(self) -> None:
        self.portraits.close()
        await self.program.tasks.close()
        assert self.window.errors == []

    async def _read(self, owner_id: str) -> StoredFile | None:
        self.read += 1
        return await self.program.gallery.portrait(owner_id)


async def test_a_picture_is_made_when_it_is_first_wanted_and_kept() -> None:
    bench = Bench()
    mira = await bench.give("Mira", png(200, 300))
    assert bench.portraits.circle(mira, 32, 2.0) is None
    await until(lambda: bench.circles == [mira])
    assert bench.arrived == []
    made = bench.portraits.circle(mira, 32, 2.0)
    assert made is not None
    assert (made.size(), made.devicePixelRatio()) == (QSize(64, 64), 2.0)
    assert made.toImage().pixelColor(0, 0).alpha() == 0
    assert made.toImage().pixelColor(32, 32) == QColor("#0000ff")
    assert bench.read == 1
    await bench.end()


async def test_who_has_no_picture_is_asked_once_until_it_changes() -> None:
    bench = Bench()
    ann = await bench.give("Ann", None)
    for _ in range(3):
        assert bench.portraits.picture(ann, 20, 30, 1.0) is None
        await bench.idle()
    assert (bench.read, bench.arrived) == (1, [])
    await bench.program.file_repository.set_files(ann, {PORTRAIT: png(20, 30)})
    bench.program.bus.publish(LibraryChanged(LibraryKind.CHARACTER, (ann,)))
    assert bench.arrived == [ann]
    assert bench.portraits.picture(ann, 20, 30, 1.0) is None
    await until(lambda: bench.arrived == [ann, ann])
    assert bench.portraits.picture(ann, 20, 30, 1.0) is not None
    await bench.end()


async def test_another_picture_takes_the_place_of_the_first() -> None:
    bench = Bench()
    mira = await bench.give("Mira", png(40, 40))
    bench.portraits.picture(mira, 10, 10, 1.0)
    await until(lambda: bench.arrived == [mira])
    await bench.program.file_repository.set_files(mira, {PORTRAIT: png(40, 40, rest="#00ff00")})
    bench.program.bus.publish(LibraryChanged(LibraryKind.CHARACTER, (mira,)))
    assert bench.portraits.picture(mira, 10, 10, 1.0) is None
    await until(lambda: len(bench.arrived) == 3)
    made = bench.portraits.picture(mira, 10, 10, 1.0)
    assert made is not None
    assert made.toImage().pixelColor(5, 5) == QColor("#00ff00")
    await bench.end()


async def test_pictures_are_held_within_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portraits_module, "MOST_BYTES", 4 * 10 * 10 * 3)
    bench = Bench()
    owners = [await bench.give(str(number), png(12, 12)) for number in range(5)]
    for count, owner in enumerate(owners, 1):
        bench.portraits.picture(owner, 10, 10, 1.0)
        await until(lambda count=count: len(bench.arrived) == count)
    assert bench.portraits.bytes_held == 4 * 10 * 10 * 3
    assert [bench.portraits.picture(owner, 10, 10, 1.0) is None for owner in owners] == [
        True,
        True,
        False,
        False,
        False,
    ]
    await bench.idle()
    await bench.end()


async def test_what_was_wanted_last_comes_first_and_what_was_passed_is_not_fetched() -> None:
    bench = Bench()
    owners = [await bench.give(str(number), png(4, 4)) for number in range(100)]
    for owner in owners:
        bench.portraits.picture(owner, 4, 4, 1.0)
    await bench.idle()
    assert bench.arrived == owners[:3:-1]
    await bench.end()


async def test_a_picture_that_cannot_be_read_or_decoded_is_none() -> None:
    bench = Bench()
    broken = await bench.give("Broken", png(40, 40)[:60])
    unread = await bench.give("Unread", png(4, 4))
    assert bench.portraits.picture(broken, 4, 4, 1.0) is None
    await bench.idle()
    bench.program.state.fail_next = StorageError(detail="the disk is gone")
    assert bench.portraits.picture(unread, 4, 4, 1.0) is None
    await bench.idle()
    assert bench.arrived == []
    await bench.end()


def test_a_thumbnail_has_the_size_that_is_wanted_whatever_the_picture() -> None:
    for width, height in ((1, 1), (3, 900), (900, 3), (400, 600)):
        made = thumbnail(png(width, height), "image/png", ThumbnailSize(20, 30))
        assert made is not None
        assert made.size() == QSize(20, 30)


def test_what_is_cut_is_cut_below_rather_than_above() -> None:
    assert covering(QSize(200, 300), QSize(10, 10)) == QRect(0, 12, 200, 200)
    assert covering(QSize(300, 200), QSize(10, 10)) == QRect(50, 0, 200, 200)


@pytest.mark.parametrize("data", [claims(60_000, 60_000), claims(0, 5), b"", b"\x89PNG\r\n\x1a\n", b"<svg/>"])
def test_a_picture_that_claims_too_much_or_is_none_is_not_decoded(data: bytes) -> None:
    assert thumbnail(data, "image/png", ThumbnailSize(4, 4)) is None


def test_only_pictures_are_opened() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    assert thumbnail(svg, "application/octet-stream", ThumbnailSize(4, 4)) is None


def test_a_see_through_picture_stays_so() -> None:
    image = QImage(8, 8, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType] - the stub lacks the device form
    made = thumbnail(bytes(data.data()), "image/png", ThumbnailSize(4, 4))
    assert made is not None
    assert made.pixelColor(2, 2).alpha() == 0
