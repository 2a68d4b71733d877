"""Pictures in the composer: attached, priced, taken out, kept with the draft and sent, all over the real services."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication

from desktop_app.domain.pictures import MOST_PICTURES, PictureUnreadableError, TooManyPicturesError
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.presenter import ComposerPresenter
from desktop_app.ui.icons import Icons
from desktop_app.ui.pictures import attaching
from desktop_app.ui.pictures.attaching import Attaching
from desktop_app.ui.pictures.prepare import Prepared, prepared
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider
from tests.ui.conftest import until
from tests.ui.pictures.material import encoded, image
from tests.ui.rig import Window, press


class Bench:
    """A composer with its presenters over a program whose model sees pictures."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.provider = ScriptedProvider(sees=True)
        self.program: Program = make_program(self.provider)
        self.window = Window(self.program)
        self.composer = Composer(theme, icons)
        self.presenter = ComposerPresenter(self.window.services, self.window.launch, self.composer)
        self.imported: list[Sequence[Path]] = []
        self.attaching = Attaching(self.window.services, self.window.launch, self.composer, self.imported.append)

    async def open(self) -> str:
        """A new chat, which is open then."""
        chat = await self.program.chats.new_chat()
        await self.switch(chat.id)
        return chat.id

    async def switch(self, chat_id: str) -> None:
        """Another chat."""
        await self.presenter.open(chat_id)
        self.attaching.open(chat_id)

    def shown(self) -> int:
        """So many pictures are in the strip."""
        return len(self.composer.strip.pictures)

    def drop(self, given: QMimeData) -> bool:
        """Drops something on the text; whether anybody took it."""
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(QPoint(2, 2), copy, given, left, none)
        QApplication.sendEvent(self.composer.editor.viewport(), enter)
        drop = QDropEvent(QPointF(2, 2), copy, given, left, none)
        QApplication.sendEvent(self.composer.editor.viewport(), drop)
        return enter.isAccepted()

    async def attached(self) -> None:
        """Nothing is on its way into the draft."""
        running = self.program.tasks.running
        await until(lambda: not any(map(running, ("attach a picture", "attach pictures", "show pictures"))))

    async def end(self) -> None:
        """The program ends."""
        self.attaching.close()
        await self.presenter.close()
        await self.program.chats.stop_all()
        await self.program.tasks.close()


@pytest.fixture
def bench(theme: AppTheme, icons: Icons) -> Bench:
    return Bench(theme, icons)


def pasted(width: int = 512, height: int = 512, text: str = "") -> QMimeData:
    """A picture on the clipboard."""
    given = QMimeData()
    given.setImageData(image(width, height))
    if text:
        given.setText(text)
    return given


def files(*paths: Path) -> QMimeData:
    """Files on their way."""
    given = QMimeData()
    given.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return given


async def test_a_pasted_picture_is_attached_priced_and_sent_alone(bench: Bench) -> None:
    chat = await bench.open()
    bench.composer.editor.insertFromMimeData(pasted())
    await until(lambda: bench.shown() == 1)
    await until(lambda: "tokens" in bench.composer.strip.thumbs[0].accessibleName())
    assert bench.composer.strip.thumbs[0].accessibleName() == "Picture 1, 512 × 512 pixels, ≈ 576 tokens"
    assert bench.composer.strip.sentence == ""
    press(bench.composer.editor, Qt.Key.Key_Return)
    await until(lambda: bench.shown() == 0 and len(bench.provider.requests) == 1)
    [picture] = bench.provider.requests[0].messages[-1].pictures
    assert (picture.width, picture.height) == (512, 512)
    assert bench.provider.requests[0].files[picture.digest].startswith(b"\x89PNG")
    assert (await bench.program.chats.tail(chat, 2))[0].text == ""
    await bench.end()


class _Clipboard(QMimeData):
    """A picture of another program, which is decoded by whoever asks for it as an image."""

    def __init__(self, given: bytes) -> None:
        super().__init__()
        self.setData("image/png", given)

    def hasImage(self) -> bool:
        """As the clipboard of the system says."""
        return True

    def imageData(self) -> object:
        """Would be decoded here, in the thread of the window."""
        raise AssertionError


async def test_what_another_program_copied_is_decoded_elsewhere(bench: Bench) -> None:
    await bench.open()
    bench.attaching.take(_Clipboard(encoded(image(3000, 30))))
    await until(lambda: bench.shown() == 1)
    assert "2048 × 20 pixels" in bench.composer.strip.thumbs[0].accessibleName()
    await bench.end()


async def test_a_text_beside_a_picture_is_what_was_meant(bench: Bench) -> None:
    await bench.open()
    bench.composer.editor.insertFromMimeData(pasted(text="A cell of a table"))
    assert bench.composer.text() == "A cell of a table"
    await bench.attached()
    assert bench.shown() == 0
    await bench.end()


async def test_a_model_that_does_not_see_is_said_before_sending(bench: Bench) -> None:
    bench.provider.sees = False
    await bench.open()
    bench.attaching.take(pasted())
    await until(lambda: bench.composer.strip.sentence != "")
    assert bench.composer.strip.thumbs[0].accessibleName().endswith("not sent")
    await bench.end()


async def test_each_chat_keeps_its_own_pictures(bench: Bench) -> None:
    one, other = await bench.open(), await bench.open()
    bench.attaching.take(pasted())
    await until(lambda: bench.shown() == 1)
    await bench.switch(one)
    await until(lambda: bench.shown() == 0)
    assert await bench.program.pictures.drafted(one) == ()
    await bench.switch(other)
    await until(lambda: bench.shown() == 1)
    await bench.end()


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
async def test_pictures_are_taken_out_by_keys_and_the_focus_stays_near(bench: Bench, key: Qt.Key) -> None:
    chat = await bench.open()
    bench.composer.show()
    bench.composer.activateWindow()
    for width in (10, 20):
        bench.attaching.take(pasted(width))
        await until(lambda width=width: bench.shown() == width // 10)
    bench.composer.strip.thumbs[0].setFocus()
    await until(bench.composer.strip.thumbs[0].hasFocus)
    press(bench.composer.strip.thumbs[0], key)
    await until(lambda: bench.shown() == 1)
    assert bench.composer.strip.pictures[0].width == 20
    await until(bench.composer.strip.thumbs[0].hasFocus)
    press(bench.composer.strip.thumbs[0], key)
    await until(lambda: bench.shown() == 0)
    await until(bench.composer.editor.hasFocus)
    assert await bench.program.pictures.drafted(chat) == ()
    assert not bench.composer.strip.isVisible()
    await bench.end()


async def test_dropped_pictures_are_attached_and_everything_else_is_imported(bench: Bench, tmp_path: Path) -> None:
    await bench.open()
    plain, card, book = tmp_path / "sea.png", tmp_path / "mira.png", tmp_path / "book.json"
    plain.write_bytes(encoded(image(30, 20)))
    card.write_bytes(encoded(image(30, 20), chara="eyJuYW1lIjogIk1pcmEifQ=="))
    book.write_text("{}")
    assert bench.drop(files(plain, card, book))
    await until(lambda: bench.shown() == 1 and bool(bench.imported))
    assert bench.imported == [[card, book]]
    assert bench.composer.text() == ""
    await bench.end()


async def test_a_dropped_address_is_text_and_nothing_is_fetched(bench: Bench) -> None:
    await bench.open()
    given = QMimeData()
    given.setUrls([QUrl("https://example.org/sea.png")])
    given.setText("https://example.org/sea.png")
    bench.composer.editor.insertFromMimeData(given)
    assert bench.composer.text() == "https://example.org/sea.png"
    await bench.attached()
    assert bench.shown() == 0
    await bench.end()


async def test_a_broken_file_is_told_and_the_others_are_there(bench: Bench, tmp_path: Path) -> None:
    await bench.open()
    broken, whole = tmp_path / "broken.png", tmp_path / "whole.png"
    broken.write_bytes(encoded(image(300, 200))[:70])
    whole.write_bytes(encoded(image(30, 20)))
    bench.attaching.take_files([broken, whole])
    await until(lambda: bool(bench.window.errors))
    [error] = bench.window.errors
    assert isinstance(error, PictureUnreadableError)
    assert "broken.png" in str(error)
    await until(lambda: bench.shown() == 1)
    await bench.end()


async def test_the_same_picture_twice_is_there_once(bench: Bench) -> None:
    await bench.open()
    for _ in range(2):
        bench.attaching.take(pasted())
    await until(lambda: bench.shown() == 1)
    await bench.attached()
    assert bench.shown() == 1
    await bench.end()


async def test_of_very_many_pictures_the_first_ten_are_there_and_the_rest_is_told_once(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.open()
    paths = [tmp_path / f"{number}.png" for number in range(30)]
    for number, path in enumerate(paths):
        path.write_bytes(encoded(image(10 + number, 20)))
    book = tmp_path / "book.json"
    book.write_text("{}")
    made: list[str] = []

    def counted(given: bytes | QImage, name: str) -> Prepared:
        made.append(name)
        return prepared(given, name)

    monkeypatch.setattr(attaching, "prepared", counted)
    bench.attaching.take_files([*paths, tmp_path / "gone.png", book])
    await until(lambda: bool(bench.window.errors))
    assert [type(error) for error in bench.window.errors] == [TooManyPicturesError]
    assert bench.shown() == MOST_PICTURES
    assert len(made) == MOST_PICTURES + 1
    assert bench.imported == [[tmp_path / "gone.png", book]]
    await bench.end()
