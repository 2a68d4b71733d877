"""The files of a card in the editor: added, called otherwise, of another kind, taken out, and each of that undone."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage

from desktop_app.domain.character import CardAsset, Character
from desktop_app.domain.exporting import CardFormat, CardMaterial
from desktop_app.domain.importing import ImportedCard
from desktop_app.domain.picture_bytes import without_metadata
from desktop_app.domain.transfer import PORTRAIT
from desktop_app.interchange.reader import read_any
from desktop_app.interchange.writers import Writers
from desktop_app.services import card_assets
from desktop_app.ui.editors.asset_files import read_files
from desktop_app.ui.editors.asset_model import FORMAT, KIND, NAME, PLACE
from desktop_app.ui.editors.people import CharactersPage
from tests.ui.conftest import until
from tests.ui.editors.bench import Bench, field, type_into

FULL = Character(
    id="full",
    name="Mira",
    assets=(
        CardAsset("icon", PORTRAIT, "main", "png"),
        CardAsset("x_voice", "https://example.org/a.ogg", "hello", "ogg"),
    ),
)


def picture(colour: str, kind: str = "PNG") -> bytes:
    image = QImage(24, 40, QImage.Format.Format_RGB888)
    image.fill(QColor(colour))
    image.setText("Comment", "a secret")
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(out, kind)  # pyright: ignore[reportArgumentType, reportCallIssue] - its stubs want bytes
    return bytes(out.data().data())


async def idle(bench: Bench) -> None:
    names = ("library", "load library", "library: files", "library: small pictures")
    await until(lambda: not any(map(bench.program.tasks.running, names)))


async def opened(bench: Bench) -> CharactersPage:
    await bench.program.library.save_character(FULL)
    dialog = await bench.open()
    dialog.characters.show_id("full")
    await idle(bench)
    return dialog.characters


async def stored(bench: Bench) -> list[tuple[str, str, str]]:
    return [(one.type, one.name, one.ext) for one in (await bench.program.library.get_character("full")).assets]


def rows(page: CharactersPage) -> list[tuple[str, ...]]:
    model = page.character_form.assets.model
    return [
        tuple(str(model.index(row, column).data()) for column in (NAME, KIND, FORMAT, PLACE))
        for row in range(model.rowCount())
    ]


def choose(page: CharactersPage, *names: str) -> None:
    shown = page.character_form.assets
    shown.choose_rows([asset.uri for asset in shown.value() if asset.name in names])


async def test_files_are_added_called_otherwise_and_taken_out_and_each_is_undone(
    bench: Bench, tmp_path: Path, english: None
) -> None:
    page = await opened(bench)
    shown = page.character_form.assets
    assert rows(page) == [
        ("main", "Icon", "PNG", "the portrait: there is none"),
        ("hello", "x_voice", "OGG", "on the internet, never fetched: https://example.org/a.ogg"),
    ]
    (tmp_path / "joy.txt").write_bytes(picture("red"))
    (tmp_path / "song.MP3").write_bytes(b"ID3 song")
    shown.given.emit([tmp_path / "joy.txt", tmp_path / "song.MP3", tmp_path / "missing"])
    await idle(bench)
    before = [("icon", "main", "png"), ("x_voice", "hello", "ogg")]
    added = [*before, ("emotion", "joy", "png"), ("other", "song", "mp3")]
    assert await stored(bench) == added
    assert rows(page)[3] == ("song", "Other", "MP3", "8 bytes")
    assert "missing" in page.desk._status.text()
    assert [asset.name for asset in shown.chosen()] == ["joy", "song"]
    assert not shown.model.index(2, NAME).data(Qt.ItemDataRole.DecorationRole).isNull()

    choose(page, "joy")
    type_into(shown.name, "Joy")
    shown.name.editingFinished.emit()
    await idle(bench)
    assert [asset.name for asset in shown.chosen()] == ["Joy"]
    choose(page, "Joy", "song")
    shown.kind.show_value("background")
    shown.kind.edited.emit()
    await idle(bench)
    changed = [*before, ("background", "Joy", "png"), ("background", "song", "mp3")]
    assert await stored(bench) == changed
    choose(page, "main", "song")
    shown.remove()
    await idle(bench)
    assert await stored(bench) == [changed[1], changed[2]]
    for expected in (changed, [*added[:2], ("emotion", "Joy", "png"), added[3]], added, before):
        page.undo()
        await idle(bench)
        assert await stored(bench) == expected
    for _ in range(4):
        page.redo()
        await idle(bench)
    assert await stored(bench) == [changed[1], changed[2]]
    song = (await bench.program.library.get_character("full")).assets[1]
    assert (await bench.program.library.files("full"))[song.uri].data == told_nothing(picture("red"))
    await bench.close()


def told_nothing(data: bytes) -> bytes:
    """As it is kept: without what it tells."""
    assert b"a secret" in data
    kept = without_metadata(data)
    assert b"a secret" not in kept
    return kept


async def test_the_icon_that_is_called_main_is_the_portrait(bench: Bench, tmp_path: Path, english: None) -> None:
    page = await opened(bench)
    shown, library = page.character_form.assets, bench.program.library
    await library.set_portrait(FULL, picture("blue"))
    (tmp_path / "face.png").write_bytes(picture("green"))
    shown.given.emit([tmp_path / "face.png"])
    await idle(bench)
    choose(page, "face")
    shown.kind.show_value("icon")
    shown.kind.edited.emit()
    await idle(bench)
    assert await library.portrait("full") == picture("blue")
    choose(page, "face")
    type_into(shown.name, "main")
    shown.name.editingFinished.emit()
    await idle(bench)
    assert await stored(bench) == [("icon", "main 2", "png"), ("x_voice", "hello", "ogg"), ("icon", "main", "png")]
    assert QImage.fromData(await library.portrait("full")).pixelColor(3, 3) == QColor("green")
    assert rows(page)[2][3].endswith(", the portrait")
    page.undo()
    await idle(bench)
    assert await library.portrait("full") == picture("blue")
    assert (await stored(bench))[0] == ("icon", "main", "png")
    await bench.close()


async def test_files_that_are_dropped_survive_a_card_in_every_container(bench: Bench, tmp_path: Path) -> None:
    page = await opened(bench)
    shown = page.character_form.assets
    path = tmp_path / "Тихо.webp"
    path.write_bytes(picture("yellow", "WEBP"))
    given = QMimeData()
    given.setUrls([QUrl.fromLocalFile(str(path)), QUrl("https://example.org/b.png")])
    coming = QDragEnterEvent(
        QPoint(1, 1), Qt.DropAction.CopyAction, given, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    shown.dragEnterEvent(coming)
    assert coming.isAccepted()
    drop = QDropEvent(
        QPointF(1, 1), Qt.DropAction.CopyAction, given, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    shown.dropEvent(drop)
    await idle(bench)
    character = await bench.program.library.get_character("full")
    files = {uri: file.data for uri, file in (await bench.program.library.files("full")).items()}
    for form in (CardFormat.PNG, CardFormat.CHARX):
        written = Writers().card(CardMaterial(character, None, b"", files), form)
        (again,) = read_any(written.data, "card").contents
        assert isinstance(again, ImportedCard)
        assert (again.character.assets, again.files) == (character.assets, files)
    await bench.close()


async def test_a_new_character_has_no_files_before_it_has_a_name(bench: Bench) -> None:
    page = await opened(bench)
    page.add()
    shown = page.character_form.assets
    assert not shown.add_button.isEnabled()
    type_into(field(page, "name"), "Nora")
    page.save()
    await idle(bench)
    assert shown.add_button.isEnabled()
    await bench.close()


async def test_what_is_typed_is_stored_before_a_file_is_added(bench: Bench, tmp_path: Path) -> None:
    page = await opened(bench)
    type_into(field(page, "description"), "A keeper.")
    (tmp_path / "a.bin").write_bytes(b"1")
    page.character_form.assets.given.emit([tmp_path / "a.bin"])
    await idle(bench)
    character = await bench.program.library.get_character("full")
    assert (character.description, character.assets[-1].name) == ("A keeper.", "a")
    assert not page.has_changes
    await bench.close()


def test_files_that_cannot_be_added_are_told(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "large.bin").write_bytes(b"")
    with (tmp_path / "large.bin").open("r+b") as file:
        file.truncate(card_assets.MOST_FILE_BYTES + 1)
    (tmp_path / "good").write_bytes(b"good")
    read = read_files([tmp_path / name for name in ("folder", "empty", "large.bin", "good")])
    assert [file.name for file in read.files] == ["good"]
    assert read.files[0].ext == "bin"
    assert [error.code for error in read.errors] == ["asset.unreadable", "asset.unreadable", "asset.too-large"]
    assert not read_files([tmp_path / "good"] * (card_assets.MOST_ASSETS + 1)).files


def test_a_photograph_that_is_turned_by_its_metadata_is_turned_itself(tmp_path: Path) -> None:
    turned = picture("red", "JPEG")
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = turned[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + turned[2:]
    (tmp_path / "a.jpg").write_bytes(turned)
    (file,) = read_files([tmp_path / "a.jpg"]).files
    assert b"Exif" not in file.data
    made = QImage.fromData(file.data)
    assert (made.width(), made.height()) == (40, 24)
