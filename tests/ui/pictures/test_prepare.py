"""What a person gives becomes a picture that may go out: bounded, bare, whole, or a sentence says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader

from desktop_app.domain.picture_bytes import without_metadata
from desktop_app.domain.pictures import MOST_BYTES, PictureTooLargeError, PictureUnreadableError
from desktop_app.interchange.attached import Attachments
from desktop_app.ui.pictures import prepare
from desktop_app.ui.pictures.prepare import LONGEST_SIDE, holds_card, prepared, read_chosen, read_picture, whole_picture
from desktop_app.ui.thumbnail import ThumbnailSize, thumbnail
from tests.ui.pictures.material import encoded, image, noise

# What two ways of making a picture small may differ, of 255.
SEAM = 12

# A JPEG segment with a place in it, as telephones write it.
_TOLD = b"Exif\0\0MM\0*\0\0\0\x08\0\0GPS 55.75N"
_EXIF = b"\xff\xe1" + (len(_TOLD) + 2).to_bytes(2) + _TOLD


def with_exif(jpeg: bytes) -> bytes:
    """The same picture, which tells where it was taken."""
    return jpeg[:2] + _EXIF + jpeg[2:]


def test_a_small_picture_stays_as_it_looks() -> None:
    made = prepared(encoded(image(40, 30)), "a.png")
    assert (made.media_type, made.width, made.height) == ("image/png", 40, 30)
    assert QImage.fromData(made.data).pixelColor(3, 3).name() == "#ff0000"


def test_a_large_one_is_scaled_down() -> None:
    made = prepared(encoded(image(5000, 1000)), "wide.png")
    assert (made.width, made.height) == (LONGEST_SIDE, LONGEST_SIDE // 5)


@pytest.mark.parametrize("clear", [False, True])
@pytest.mark.parametrize("size", [(3001, 2999), (2049, 7), (5, 4099), (4096, 600)])
def test_made_small_line_by_line_it_looks_as_made_small_at_once(
    size: tuple[int, int], clear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "_POINTS_AT_ONCE", 60_000)  # several bands of each
    given = noise(80, 60).scaled(*size, mode=Qt.TransformationMode.SmoothTransformation)
    given = given.convertToFormat(QImage.Format.Format_ARGB32 if clear else QImage.Format.Format_RGB32)
    small = prepare._made_small(given)
    whole = given.scaled(small.size(), mode=Qt.TransformationMode.SmoothTransformation)
    assert small.hasAlphaChannel() == clear
    for x in range(0, small.width(), 97):
        for y in range(0, small.height(), 41):
            one, other = small.pixelColor(x, y), whole.pixelColor(x, y)
            assert abs(one.red() - other.red()) <= SEAM
            assert abs(one.green() - other.green()) <= SEAM
            assert abs(one.alpha() - other.alpha()) <= SEAM


def test_a_large_picture_never_holds_the_interpreter_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    points: list[int] = []
    copy = QImage.copy

    def watched(of: QImage, left: int, top: int, width: int, height: int) -> QImage:
        points.append(width * height)
        return copy(of, left, top, width, height)

    monkeypatch.setattr(QImage, "copy", watched)
    prepared(image(4000, 3000), "large")
    assert sum(points) == 4000 * 3000
    assert max(points) <= prepare._POINTS_AT_ONCE + 4 * 4000


def test_a_photograph_becomes_a_jpeg_within_the_limit() -> None:
    given = encoded(noise(900, 700))
    assert len(given) > prepare.PLAIN_PNG_BYTES
    made = prepared(given, "photo.png")
    assert made.media_type == "image/jpeg"
    assert len(made.data) < len(given) < MOST_BYTES


def test_what_can_be_seen_through_stays_so() -> None:
    made = prepared(encoded(image(20, 20, clear=True)), "glass.png")
    assert QImage.fromData(made.data).hasAlphaChannel()


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_nothing_is_left_of_what_the_file_tells_of_its_making(form: str) -> None:
    given = encoded(image(64, 64), form, Comment="taken at home", Author="Anna")
    given = with_exif(given) if form == "JPEG" else given
    assert b"Anna" in given
    made = prepared(given, "a")
    assert not any(told in made.data for told in (b"Anna", b"home", b"GPS", b"Exif"))


@pytest.mark.parametrize(("orientation", "place"), [(1, (0, 0)), (3, (39, 23)), (6, (23, 0)), (8, (0, 39))])
def test_a_photograph_is_upright_however_it_was_held(orientation: int, place: tuple[int, int]) -> None:
    drawn = QImage(40, 24, QImage.Format.Format_RGB32)
    drawn.fill("white")
    for x in range(8):
        for y in range(8):
            drawn.setPixelColor(x, y, "black")
    given = encoded(drawn, "JPEG")
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0" + bytes([orientation]) + bytes(6)
    given = given[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2) + exif + given[2:]
    part = Attachments().of_bytes(given)
    assert part is not None
    made = prepared(given, "a.jpg")
    pasted, kept = QImage.fromData(made.data), whole_picture(without_metadata(given))
    small = thumbnail(without_metadata(given), "image/jpeg", ThumbnailSize(part.width, part.height))
    assert small is not None
    for shown in (pasted, kept, small):
        assert (shown.width(), shown.height()) == (part.width, part.height)
        assert shown.pixelColor(*place).lightness() < 60


@pytest.mark.parametrize(
    "given",
    [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, encoded(image(50, 50))[:60], b"<svg xmlns='x'/>"],
)
def test_what_is_no_picture_is_a_sentence(given: bytes) -> None:
    with pytest.raises(PictureUnreadableError, match=r"sea\.png is no picture"):
        prepared(given, "sea.png")


def test_what_says_to_be_huge_is_not_even_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    given = encoded(image(2000, 1000))
    monkeypatch.setattr(prepare, "MOST_MEGAPIXELS", 1)
    with pytest.raises(PictureTooLargeError, match=r"1 million pixels"):
        prepared(given, "sea.png")


@pytest.mark.qt_log_ignore("Rejecting image as it exceeds the current allocation limit")
def test_what_takes_more_memory_than_may_be_is_too_large_and_not_broken() -> None:
    given, before = encoded(image(2000, 1500)), QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(8)
    try:
        with pytest.raises(PictureTooLargeError, match=r"2 million pixels"):
            prepared(given, "sea.png")
    finally:
        QImageReader.setAllocationLimit(before)


@pytest.mark.parametrize(("width", "height"), [(30_000, 1), (1, 30_000)])
def test_a_line_stays_a_line(width: int, height: int) -> None:
    for given in (encoded(image(width, height)), image(width, height)):
        made = prepared(given, "line.png")
        assert sorted((made.width, made.height)) == [1, LONGEST_SIDE]


@pytest.mark.parametrize("clear", [False, True])
def test_colours_of_another_space_are_those_of_the_common_one(*, clear: bool) -> None:
    given = image(50, 75, "#c04020", clear=clear)
    given.setColorSpace(QColorSpace(QColorSpace.NamedColorSpace.DisplayP3))
    wanted = given.convertedToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb)).pixelColor(7, 70)
    shown = QImage.fromData(prepared(encoded(given), "p3.png").data)
    assert not shown.colorSpace().isValid() or shown.colorSpace() == QColorSpace(QColorSpace.NamedColorSpace.SRgb)
    for line in (0, 31, 32, 74):
        color = shown.pixelColor(7, line)
        assert abs(color.red() - wanted.red()) + abs(color.green() - wanted.green()) <= 2
        assert color.alpha() == wanted.alpha()


def test_files_are_known_by_what_is_in_them(tmp_path: Path) -> None:
    plain, card, text = (tmp_path / name for name in ("plain.txt", "card.png", "text.png"))
    plain.write_bytes(encoded(image(9, 9)))
    card.write_bytes(encoded(image(9, 9), chara="eyJuYW1lIjogIk1pcmEifQ=="))
    text.write_text("Hello")
    assert read_picture(plain) is not None
    assert holds_card(card.read_bytes())
    assert read_picture(card) is None
    assert read_picture(text) is None
    assert read_picture(tmp_path) is None


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "sea.png"
    file.write_bytes(encoded(image(9, 9)))
    monkeypatch.setattr(prepare, "MOST_FILE_MEGABYTES", 0)
    for read in (read_picture, read_chosen):
        with pytest.raises(PictureTooLargeError):
            read(file)


def test_a_file_that_went_away_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PictureUnreadableError, match=r"gone\.png"):
        read_chosen(tmp_path / "gone.png")
    assert read_picture(tmp_path / "gone.png") is None
