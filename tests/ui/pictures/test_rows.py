"""Pictures in the rows of a chat: bounded, at their place before they are decoded, opened by mouse and key, told in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop_app.domain.message import ImagePart, Message, TextPart
from desktop_app.domain.transfer import StoredFile
from desktop_app.services.events import EventBus
from desktop_app.ui.chat.picture_places import ALONE_HEIGHT, TOGETHER_HEIGHT, picture_places
from desktop_app.ui.icons import Icons
from desktop_app.ui.pictures.viewer import PictureViewer
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.ui.chat.stories import Stage, story
from tests.ui.conftest import until
from tests.ui.pictures.material import encoded, image
from tests.ui.rig import Window, press

RED = ImagePart("red", "image/png", 400, 300)
TALL = ImagePart("tall", "image/png", 500, 5_000)


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    """A shown view that gets every text it asks for."""
    return Stage(theme, icons)


def with_pictures(message: Message, *pictures: ImagePart, text: str = "Look at this") -> Message:
    """The same message with pictures."""
    return replace(message, parts=(*((TextPart(text),) if text else ()), *pictures))


def shown(stage: Stage, *pictures: ImagePart, text: str = "Look at this") -> int:
    """A chat whose last message has these pictures; the row."""
    messages = story(6)
    messages[-1] = with_pictures(messages[-1], *pictures, text=text)
    stage.show(messages)
    return len(messages) - 1


def test_a_picture_is_bounded_and_keeps_its_proportions(stage: Stage) -> None:
    [(place, _)] = stage.view.layout_of(shown(stage, TALL)).pictures
    assert place.size() == QSize(ALONE_HEIGHT // 10, ALONE_HEIGHT)


def test_a_row_has_room_for_a_picture_before_it_is_decoded(stage: Stage) -> None:
    row = shown(stage, RED)
    layout = stage.view.layout_of(row)
    [(place, picture)] = layout.pictures
    assert (place.size(), picture) == (QSize(400, 300), RED)
    plain = stage.view.layout_of(shown(stage))
    assert layout.height >= plain.height + 300


def test_a_picture_alone_has_no_empty_line_above_it(stage: Stage) -> None:
    layout = stage.view.layout_of(shown(stage, RED, text=""))
    assert layout.text is None
    assert layout.pictures[0][0].top() <= layout.header.bottom() + 10


def test_many_pictures_stand_in_lines_within_the_column() -> None:
    places = [place for place, _ in picture_places([RED] * 7, 50, 10, 500)]
    assert all(QRect(50, 10, 500, 10_000).contains(place) for place in places)
    assert not any(a.intersects(b) for a in places for b in places if a is not b)
    assert {place.height() for place in places} == {TOGETHER_HEIGHT}


def test_pictures_of_unknown_or_strange_size_have_a_place() -> None:
    for width, height in ((0, 0), (1, 1), (1, 90_000), (90_000, 1)):
        [(place, _)] = picture_places([ImagePart("x", "image/png", width, height)], 0, 0, 300)
        assert QRect(0, 0, 300, ALONE_HEIGHT).contains(place)
        assert min(place.width(), place.height()) >= 24


def test_a_click_and_enter_open_a_picture(stage: Stage) -> None:
    row = shown(stage, RED, TALL)
    opened: list[ImagePart] = []
    stage.view.pictures.opened.connect(opened.append)
    place = stage.view.layout_of(row).pictures[1][0]
    at = place.center() + QPoint(0, stage.view.row_top(row))
    QTest.mouseClick(stage.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert opened == [TALL]
    stage.view.go_to(row)
    press(stage.view, Qt.Key.Key_Return)
    assert opened == [TALL, RED]
    stage.view.go_to(0)
    press(stage.view, Qt.Key.Key_Return)
    assert opened == [TALL, RED]


def test_a_screen_reader_hears_of_pictures(stage: Stage) -> None:
    row = shown(stage, RED)
    spoken = stage.model.data(stage.model.index(row), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("Look at this (picture, 400 × 300 pixels)")


async def test_a_picture_is_painted_when_it_is_here_and_the_row_stays_as_high(stage: Stage) -> None:
    program = make_program()
    window = Window(program)

    async def read(_digest: str) -> StoredFile:
        return StoredFile("red", "image/png", encoded(image(400, 300)))

    small = Portraits(read, EventBus(), window.launch)
    stage.view.pictures.show_with(small)
    row = shown(stage, RED)
    height = stage.view.layout_of(row).height
    at = stage.view.layout_of(row).pictures[0][0].center() + QPoint(0, stage.view.row_top(row))

    def color() -> str:
        return stage.view.viewport().grab().toImage().pixelColor(at * stage.view.devicePixelRatio()).name()

    assert color() != "#ff0000"
    await until(lambda: color() == "#ff0000")
    assert stage.view.layout_of(row).height == height
    small.close()
    await program.tasks.close()


def test_a_chat_without_pictures_asks_for_none(stage: Stage) -> None:
    asked: list[str] = []

    class Counting(Portraits):
        def picture(self, owner_id: str | None, width: int, height: int, ratio: float) -> QPixmap | None:
            asked.append(str(owner_id))
            return super().picture(owner_id, width, height, ratio)

    async def read(_digest: str) -> None:
        return None

    program = make_program()
    stage.view.pictures.show_with(Counting(read, EventBus(), Window(program).launch))
    stage.show(story(50))
    stage.view.viewport().grab()
    assert asked == []


async def test_the_viewer_shows_copies_saves_and_closes(theme: AppTheme) -> None:
    viewer = PictureViewer(QPixmap.fromImage(image(3_000, 2_000)))
    saved: list[bool] = []
    viewer.save_pressed.connect(lambda: saved.append(True))
    viewer.show()
    viewer.activateWindow()
    await until(viewer.isActiveWindow)
    assert viewer.width() < 3_000
    QGuiApplication.clipboard().setText("something else")
    QTest.keyClick(viewer, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied: QImage = QGuiApplication.clipboard().image()
    assert (copied.width(), copied.height()) == (3_000, 2_000)
    QTest.keyClick(viewer, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    next(button for button in viewer.findChildren(QPushButton) if button.text() == "Save as …").click()
    assert saved == [True, True]
    press(viewer, Qt.Key.Key_Escape)
    assert not viewer.isVisible()
