"""Editing in place: what is saved, what is thrown away, and that input methods keep their keys (case H-38)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.domain.message import Role
from desktop_app.ui.chat.row_editor import RowEditor
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.chat.stories import Stage, message

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    """A view with a message of the user and an answer, which notes what is saved."""
    stage = Stage(theme, icons)
    stage.show([message(0, "Question?", Role.USER), message(1, "Answer.", Role.ASSISTANT)])
    return stage


@pytest.fixture
def saved(stage: Stage) -> list[tuple[str, str, str]]:
    """What was asked to be stored."""
    heard: list[tuple[str, str, str]] = []

    def edited(message_id: str, text: str) -> None:
        heard.append(("edited", message_id, text))

    def resent(message_id: str, text: str) -> None:
        heard.append(("resent", message_id, text))

    stage.view.edited.connect(edited)
    stage.view.resent.connect(resent)
    return heard


def editor_of(stage: Stage) -> RowEditor:
    editor = stage.view.editing.editor
    assert editor is not None
    return editor


def compose(editor: RowEditor, preedit: str, commit: str = "") -> None:
    """What an input method does."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(editor.field, event)


def test_the_editor_lies_over_its_message(stage: Stage) -> None:
    stage.view.begin_edit("m1")
    stage.paint()
    editor = editor_of(stage)
    assert editor.field.toPlainText() == "Answer."
    assert stage.top("m1") < editor.y()
    assert editor.geometry().bottom() < stage.view.row_edges(1)[1]
    assert not editor.resend_button.isVisibleTo(editor)


def test_it_grows_with_its_text_and_moves_with_its_row(stage: Stage) -> None:
    stage.view.begin_edit("m1")
    stage.paint()
    editor = editor_of(stage)
    before = editor.height()
    editor.field.setPlainText("line\n" * 12)
    stage.paint()
    assert editor.height() > before
    assert editor.geometry().bottom() < stage.view.row_edges(1)[1]
    editor.field.setPlainText("line\n" * 500)
    stage.paint()
    assert editor.height() <= stage.view.viewport().height()


def test_control_enter_saves_and_the_editor_waits_for_the_answer(
    stage: Stage, saved: list[tuple[str, str, str]]
) -> None:
    stage.view.begin_edit("m1")
    editor = editor_of(stage)
    QTest.keyClick(editor.field, Qt.Key.Key_Return, CTRL)
    assert saved == []
    QTest.keyClicks(editor.field, " More.")
    QTest.keyClick(editor.field, Qt.Key.Key_Return, CTRL)
    assert saved == [("edited", "m1", "Answer. More.")]
    assert stage.view.editing.editor is editor
    stage.view.end_edit("m0")
    assert stage.view.editing.editor is editor
    stage.view.end_edit("m1")
    assert stage.view.editing.editor is None


def test_enter_alone_is_a_new_line(stage: Stage, saved: list[tuple[str, str, str]]) -> None:
    stage.view.begin_edit("m1")
    QTest.keyClick(editor_of(stage).field, Qt.Key.Key_Return)
    assert editor_of(stage).field.toPlainText() == "Answer.\n"
    assert saved == []


def test_a_message_of_the_user_can_be_sent_again(stage: Stage, saved: list[tuple[str, str, str]]) -> None:
    stage.view.begin_edit("m0")
    editor = editor_of(stage)
    assert editor.resend_button.isVisibleTo(editor)
    editor.resend_button.click()
    assert saved == [("resent", "m0", "Question?")]


def test_an_empty_text_cannot_be_saved(stage: Stage) -> None:
    stage.view.begin_edit("m0")
    editor = editor_of(stage)
    editor.field.setPlainText("  \n ")
    assert not editor.save_button.isEnabled()
    assert not editor.resend_button.isEnabled()


def test_escape_throws_away(stage: Stage, saved: list[tuple[str, str, str]]) -> None:
    stage.view.begin_edit("m1")
    QTest.keyClicks(editor_of(stage).field, " More.")
    QTest.keyClick(editor_of(stage).field, Qt.Key.Key_Escape)
    assert stage.view.editing.editor is None
    assert saved == []
    held = stage.model.message(1)
    assert held is not None
    assert held.text == "Answer."


def test_an_input_method_keeps_its_keys(stage: Stage, saved: list[tuple[str, str, str]]) -> None:
    stage.view.begin_edit("m1")
    editor = editor_of(stage)
    compose(editor, "にほん")
    for key, modifier in ((Qt.Key.Key_Return, CTRL), (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)):
        QTest.keyClick(editor.field, key, modifier)
    assert saved == []
    assert stage.view.editing.editor is editor
    compose(editor, "", commit="日本")
    QTest.keyClick(editor.field, Qt.Key.Key_Return, CTRL)
    assert saved == [("edited", "m1", "Answer.日本")]


def test_the_editor_goes_with_its_message(stage: Stage) -> None:
    stage.view.begin_edit("m1")
    stage.model.replace_rows([stage.model.row(0)])
    assert stage.view.editing.editor is None


def test_another_chat_ends_editing(stage: Stage) -> None:
    stage.view.begin_edit("m1")
    stage.show([message(5, "Elsewhere.")])
    assert stage.view.editing.editor is None


def test_there_is_one_editor(stage: Stage) -> None:
    stage.view.begin_edit("m0")
    stage.view.begin_edit("m1")
    stage.paint()
    assert editor_of(stage).message_id == "m1"
    assert stage.view.layout_of(0).editor is None
