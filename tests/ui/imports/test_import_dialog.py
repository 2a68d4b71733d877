"""The import window over fakes: preview, choices, import, report, links and undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QModelIndex, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.domain.transfer import ObjectKind
from desktop_app.services.import_plan import Choice, ImportPreview, Known
from desktop_app.services.import_run import Watch
from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.dialog import ImportDialog, Stage
from desktop_app.ui.imports.drops import FileDrops
from desktop_app.ui.imports.windows import ImportWindows
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.rig import Window
from tests.ui.spoken import nameless
from tests.unit.interchange.files import as_json, card, png, text_chunk

pytestmark = pytest.mark.usefixtures("english")

SCRIPTED: dict[str, Any] = {"extensions": {"regex_scripts": [{}, {}]}, "tags": "a, b"}


class Desk:
    """A program, a stand-in for the main window, and the ways in."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.program: Program = make_program()
        self.window = Window(self.program)
        self.widget = QWidget()
        self.look = (theme, icons)
        self.ways = ImportWindows(
            self.window.services, self.window.launch, self.look, lambda dialog: dialog.open(), self.widget
        )

    async def close(self) -> None:
        """Ends what is under way."""
        if self.ways.dialog is not None:
            self.ways.dialog.reject()
        await self.program.tasks.close()
        assert self.window.errors == []

    def dialog(self) -> ImportDialog:
        """The import window that is open."""
        assert self.ways.dialog is not None
        return self.ways.dialog

    async def previewed(self, *paths: Path) -> ImportDialog:
        """The import window, once it shows what these would bring."""
        self.ways.import_paths(paths)
        await until(lambda: self.dialog().stage is Stage.PREVIEW)
        return self.dialog()


@pytest.fixture
def desk(theme: AppTheme, icons: Icons) -> Desk:
    return Desk(theme, icons)


def texts(dialog: ImportDialog) -> list[list[str]]:
    """All rows that are there, as the tree shows them."""
    rows = [row for top in dialog.model.top for row in (top, *top.children)]
    return [[text for text in (row.title, row.detail, row.state) if text] for row in rows]


def select(dialog: ImportDialog, file: int, place: int) -> None:
    """Selects an object of a file."""
    choose(dialog, dialog.model.index(place, 0, dialog.model.index(file, 0)))


def choose(dialog: ImportDialog, index: QModelIndex) -> None:
    """Selects a row, whatever keys an earlier test left pressed."""
    flags = QItemSelectionModel.SelectionFlag
    dialog.tree.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)


def written(folder: Path, name: str, data: bytes) -> Path:
    """A file."""
    (folder / name).write_bytes(data)
    return folder / name


async def test_the_preview_says_what_comes_and_what_does_not(desk: Desk, tmp_path: Path) -> None:
    files = [
        written(tmp_path, "Mira.png", png(text_chunk(card(**SCRIPTED)))),
        written(tmp_path, "photo.png", png()),
    ]
    dialog = await desk.previewed(*files)
    rows = texts(dialog)
    assert rows[0] == ["Mira.png", "Character Card · 2 remarks"]
    assert rows[1] == ["Mira", "Character", "Add"]
    assert rows[2] == ["It contains scripts (2); they are kept and not run until you switch them on. (data.extensions)"]
    assert rows[4] == ["photo.png", "Not usable"]
    assert rows[5][0].startswith("The picture photo.png (PNG) holds no character card.")
    said = [label.text() for label in (dialog._summary, dialog._scripts) if label.isVisible()]  # pyright: ignore[reportPrivateUsage] - what is shown
    assert said[0].startswith("To be imported: 1 object.")
    assert said[0].endswith("Not usable: 1 file.")
    assert said[1] == "These cards contain scripts. They are kept and not run."
    assert desk.program.told == []
    await desk.close()


async def test_what_was_imported_can_be_opened_and_taken_out_again(desk: Desk, tmp_path: Path) -> None:
    opened: list[tuple[str, str, str]] = []

    def on_opened(kind: str, book_id: str, one_id: str) -> None:
        opened.append((kind, book_id, one_id))

    desk.ways.thing_opened.connect(on_opened)
    dialog = await desk.previewed(written(tmp_path, "Mira.json", as_json(card())))
    dialog.import_all()
    await until(lambda: dialog.stage is Stage.REPORT)
    (mira,) = await desk.program.library.characters()
    assert texts(dialog)[1] == ["Mira", "Character", "added"]
    dialog.undo()
    await until(lambda: not desk.program.state.characters)
    again = await desk.previewed(tmp_path / "Mira.json")
    again.import_all()
    await until(lambda: again.stage is Stage.REPORT)
    select(again, 0, 0)
    again._on_open()  # pyright: ignore[reportPrivateUsage] - the button
    (new,) = await desk.program.library.characters()
    assert new.id != mira.id
    assert opened == [("character", "", new.id)]
    assert desk.ways.dialog is None
    await desk.close()


async def test_a_chat_with_the_character_that_came_can_be_wanted(desk: Desk, tmp_path: Path) -> None:
    wanted: list[str] = []
    desk.ways.chat_wanted.connect(wanted.append)
    dialog = await desk.previewed(written(tmp_path, "Mira.json", as_json(card())))
    dialog.import_all()
    await until(lambda: dialog.stage is Stage.REPORT)
    select(dialog, 0, 0)
    dialog._on_chat()  # pyright: ignore[reportPrivateUsage] - the button
    (mira,) = await desk.program.library.characters()
    assert wanted == [mira.id]
    await until(lambda: desk.ways.dialog is None)
    await desk.close()


async def test_what_is_there_already_is_left_out_unless_the_person_chooses_otherwise(
    desk: Desk, tmp_path: Path
) -> None:
    file = written(tmp_path, "Mira.json", as_json(card()))
    await desk.program.imports.run(await desk.program.imports.plan([file]))
    dialog = await desk.previewed(file)
    assert texts(dialog)[1] == ["Mira", "Character", "Leave out (there already, the same)"]
    select(dialog, 0, 0)
    dialog.choose(Choice.COPY)
    assert texts(dialog)[1][2] == "Add a copy (there already, the same)"
    dialog.import_all()
    await until(lambda: dialog.stage is Stage.REPORT)
    assert len(await desk.program.library.characters()) == 2
    await desk.close()


async def test_a_file_of_two_kinds_is_read_as_the_person_says(desk: Desk, tmp_path: Path) -> None:
    both = {"name": "B", "entries": {"0": {"key": ["a"], "content": "T"}}, "worldinfo": [1], "gamestarted": True}
    dialog = await desk.previewed(written(tmp_path, "both.json", as_json(both)))
    assert "more than one kind" in texts(dialog)[1][0]
    choose(dialog, dialog.model.index(0, 0))
    choice = dialog._choice  # pyright: ignore[reportPrivateUsage] - the box
    assert [choice.itemText(row) for row in range(choice.count())] == ["SillyTavern World Info", "KoboldAI"]
    choice.setCurrentIndex(0)
    choice.activated.emit(0)
    await until(lambda: dialog.model.top[0].detail.startswith("SillyTavern World Info"))
    assert texts(dialog)[1][0] == "B"
    await desk.close()


async def test_what_comes_in_is_looked_at_first_and_a_long_sentence_is_there_as_a_whole(
    desk: Desk, tmp_path: Path
) -> None:
    broken = written(tmp_path, "a.png", png())
    dialog = await desk.previewed(broken, written(tmp_path, "b.json", as_json(card(name="Mira"))))
    told = dialog._told  # pyright: ignore[reportPrivateUsage] - the label
    assert [row.title for row in dialog.selected()] == ["Mira"]
    assert told.isHidden()
    select(dialog, 0, 0)
    assert told.text() == texts(dialog)[1][0]
    assert not told.isHidden()
    dialog.import_all()
    await until(lambda: dialog.stage is Stage.REPORT)
    assert [row.title for row in dialog.selected()] == ["Mira"]
    await desk.close()


async def test_everything_has_a_name(desk: Desk, tmp_path: Path) -> None:
    dialog = await desk.previewed(written(tmp_path, "b.json", as_json(card(name="Mira"))))
    assert nameless(dialog) == []
    await desk.close()


async def test_the_clipboard_is_a_way_in_for_files_pictures_and_text(desk: Desk, tmp_path: Path) -> None:
    given = QMimeData()
    given.setText(as_json(card(name="Text")).decode())
    assert desk.ways.take(given)
    await until(lambda: desk.dialog().stage is Stage.PREVIEW)
    assert texts(desk.dialog())[0][0] == "Clipboard"
    assert texts(desk.dialog())[1][0] == "Text"
    given = QMimeData()
    given.setData("image/png", png(text_chunk(card(name="Picture"))))
    assert desk.ways.take(given)
    await until(lambda: desk.dialog().stage is Stage.PREVIEW)
    assert texts(desk.dialog())[1][0] == "Picture"
    given = QMimeData()
    given.setUrls([QUrl.fromLocalFile(str(written(tmp_path, "a.json", as_json(card(name="File")))))])
    assert desk.ways.take(given)
    await until(lambda: desk.dialog().stage is Stage.PREVIEW)
    assert texts(desk.dialog())[1][0] == "File"
    assert not desk.ways.take(QMimeData())
    await desk.close()


async def test_files_that_fall_on_the_window_or_into_a_box_of_text_come_in(desk: Desk, tmp_path: Path) -> None:
    box = QPlainTextEdit()
    QVBoxLayout(desk.widget).addWidget(box)
    drops = FileDrops(desk.widget, desk.ways.import_paths)
    file = written(tmp_path, "Mira.png", png(text_chunk(card())))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for target in (desk.widget, box.viewport()):
        enter = QDragEnterEvent(QPoint(1, 1), copy, mime, left, none)
        QApplication.sendEvent(target, enter)
        assert enter.isAccepted()
        drop = QDropEvent(QPointF(1, 1), copy, mime, left, none)
        QApplication.sendEvent(target, drop)
        await until(lambda: desk.dialog().stage is Stage.PREVIEW)
        assert texts(desk.dialog())[1][0] == "Mira"
        desk.dialog().reject()
    assert box.toPlainText() == ""
    words = QMimeData()
    words.setText("Only words.")
    QApplication.sendEvent(box.viewport(), QDropEvent(QPointF(1, 1), copy, words, left, none))
    assert desk.ways.dialog is None
    assert drops.parent() is desk.widget
    await desk.close()


async def test_closing_the_window_stops_reading(desk: Desk) -> None:
    watches: list[Watch] = []

    async def endless(watch: Watch) -> ImportPreview:
        watches.append(watch)
        await until(lambda: watch.cancelled)
        return ImportPreview()

    dialog = ImportDialog(desk.program.imports, desk.window.launch, desk.look)
    dialog.open()
    dialog.start(endless)
    await until(lambda: bool(watches))
    dialog.reject()
    assert watches[0].cancelled
    await desk.close()


async def test_a_full_disk_is_told_and_nothing_is_imported(desk: Desk, tmp_path: Path) -> None:
    desk.program.backup_store.full = True
    dialog = await desk.previewed(written(tmp_path, "Mira.json", as_json(card())))
    dialog.import_all()
    problem = dialog._problem  # pyright: ignore[reportPrivateUsage] - what is shown
    await until(lambda: dialog.stage is Stage.PREVIEW and bool(problem.text()))
    assert "disk is full" in problem.text()
    assert desk.program.state.characters == {}
    await desk.close()


def test_words_are_there_for_everything() -> None:
    from desktop_app.ui.imports.words import choice_word, kind_word, known_phrase

    say: Callable[[object], str] = str
    assert all(kind_word(kind) for kind in ObjectKind)
    assert all(known_phrase(known) for known in Known)
    assert len({say(choice_word(choice)) for choice in Choice}) == len(Choice)
