"""Undo and redo of a form: over its fields, over a save, and never over what somebody else changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.domain.character import Persona
from desktop_app.ui.editors.history import MAXIMUM_STEPS, History
from desktop_app.ui.editors.personas import PersonaForm
from desktop_app.ui.icons import Icons
from tests.ui.editors.bench import type_into

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ANNA = Persona("anna", "Anna", "A sailor.")


@pytest.fixture
def form(icons: Icons) -> PersonaForm:
    """Anna's, with the keyboard in it."""
    form = PersonaForm(icons, lambda _text: None)
    form.show_item(ANNA)
    form.show()
    form.activateWindow()
    return form


def test_letters_of_a_word_are_one_step_and_every_field_comes_back(form: PersonaForm) -> None:
    description, name = form.control("description"), form.control("name")
    description.setFocus()
    description.moveCursor(description.textCursor().MoveOperation.End)
    QTest.keyClicks(description, " Tall now.")
    type_into(name, "Anna B.")
    QTest.keyClick(name, Qt.Key.Key_Z, CONTROL)
    assert form.item() == replace(ANNA, description="A sailor. Tall now.")
    QTest.keyClick(name, Qt.Key.Key_Z, CONTROL)
    assert description.toPlainText() == "A sailor. Tall"
    assert description.textCursor().position() == len("A sailor. Tall")
    QTest.keyClick(description, Qt.Key.Key_Z, CONTROL)
    QTest.keyClick(description, Qt.Key.Key_Z, CONTROL)
    assert not form.can_undo
    assert not form.is_changed()
    QTest.keyClick(description, Qt.Key.Key_Y, CONTROL)
    QTest.keyClick(description, Qt.Key.Key_Z, CONTROL | SHIFT)
    QTest.keyClick(description, Qt.Key.Key_Y, CONTROL)
    QTest.keyClick(description, Qt.Key.Key_Y, CONTROL)
    assert form.item() == Persona("anna", "Anna B.", "A sailor. Tall now.")
    assert not form.can_redo


def test_undo_goes_back_over_a_save_and_not_over_what_others_changed(form: PersonaForm) -> None:
    type_into(form.control("description"), "A captain.")
    stored = replace(form.item(), name="Annette")
    form.settle(stored)
    assert not form.is_changed()
    form.undo()
    assert form.item() == Persona("anna", "Annette", "A sailor.")
    assert form.is_changed()
    form.redo()
    assert not form.is_changed()


def test_undo_gives_back_a_text_letter_for_letter(form: PersonaForm) -> None:
    odd = Persona("odd", " Anna\u00a0", "a\r\nb\u2029c ")
    form.show_item(odd)
    type_into(form.control("name"), "Anna")
    type_into(form.control("description"), "plain")
    form.settle(form.item())
    form.undo()
    form.undo()
    assert form.item() == odd


def test_another_thing_has_steps_of_its_own(form: PersonaForm) -> None:
    type_into(form.control("name"), "Anna B.")
    form.show_item(Persona("ilya", "Ilya"))
    form.undo()
    assert form.item() == Persona("ilya", "Ilya")


def test_a_whole_version_is_taken_over_in_one_step(form: PersonaForm) -> None:
    form.take_over(Persona("anna", "Ann", "Old."))
    assert form.item() == Persona("anna", "Ann", "Old.")
    form.undo()
    assert form.item() == ANNA


def test_steps_are_bounded() -> None:
    history = History()
    for number in range(MAXIMUM_STEPS + 50):
        history.note({"n": number}, {"n": number + 1})
    steps = 0
    while history.undo() is not None:
        steps += 1
    assert steps == MAXIMUM_STEPS
