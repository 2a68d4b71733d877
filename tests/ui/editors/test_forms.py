"""Forms give back what they were shown, letter for letter, and change only what was touched (case H-08)."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.lore import (
    EntryFilter,
    GenerationKind,
    Lorebook,
    LorebookEntry,
    MeaningMode,
    Position,
    ScanSource,
    Scope,
    ScopeKind,
    SecondaryLogic,
    TrimDirection,
)
from desktop_app.domain.memory import KeywordMatch, MemoryEntry
from desktop_app.domain.message import Role
from desktop_app.ui.editors.book_form import BookForm, ShelvedBook
from desktop_app.ui.editors.characters import CharacterForm
from desktop_app.ui.editors.entry_form import EntryForm
from desktop_app.ui.editors.memories import MemoryForm
from desktop_app.ui.editors.personas import PersonaForm
from desktop_app.ui.icons import Icons
from tests.ui.editors.bench import type_into

ODD = " a, b\r\nc\u2029 \u00a0d\ttrailing  "

ENTRY = LorebookEntry(
    id="e",
    name=ODD,
    keys=("two\nlines", " spaced ", "", "a, b"),
    content=ODD,
    enabled=False,
    constant=True,
    insertion_order=-7,
    priority=5_000_000,
    position=Position.AT_DEPTH,
    depth=9,
    role=Role.TOOL,
    outlet="o",
    secondary_keys=("x", "x"),
    secondary_logic=SecondaryLogic.NOT_ALL,
    anti_keys=(" ",),
    case_sensitive=True,
    whole_words=False,
    inflected=True,
    near_names=False,
    scan_depth=0,
    scan_sources=(ScanSource.SUMMARY, ScanSource.PERSONA),
    meaning=MeaningMode.BOTH,
    probability=150,
    groups=("a, b", "c"),
    group_weight=-1,
    group_by_order=True,
    group_scoring=True,
    cannot_be_pulled=True,
    cannot_pull=True,
    recursion_level=3,
    sticky=4,
    cooldown=5,
    delay=6,
    token_cap=0,
    trim=TrimDirection.TOP,
    ignore_budget=True,
    only_for=EntryFilter(("Mira, the keeper",), ("sea",), exclude=True),
    kinds=(GenerationKind.QUIET,),
    revision=8,
    extensions={"foreign": "{}"},
)
"""Each part is other than usual, and some are what no field can show."""


def test_an_entry_that_nobody_touched_is_the_same(icons: Icons) -> None:
    form = EntryForm(icons)
    form.show_book(Lorebook(id="b", name="B"))
    form.show_item(ENTRY)
    assert form.item() == ENTRY
    assert not form.is_changed()
    form.rebase(ENTRY)
    assert form.item() == ENTRY


def test_every_option_of_an_entry_has_its_field(icons: Icons) -> None:
    shown = {name.partition(".")[0] for name in EntryForm(icons)._controls}
    assert {part.name for part in fields(LorebookEntry)} - shown == {"id", "revision", "extensions"}


def test_every_option_of_a_book_has_its_field(icons: Icons) -> None:
    own = {"id", "entries", "revision", "extensions", "created_at", "updated_at"}
    assert {part.name for part in fields(Lorebook)} - set(BookForm(icons)._controls) == own


def test_every_part_of_a_card_has_its_field(icons: Icons) -> None:
    shown = set(CharacterForm(icons, lambda _permanent, _temporary: None)._controls)
    made_of_several = {"greetings", "depth_prompt", "dates"}
    inside = {"first_mes", "alternate_greetings", "created_at", "updated_at", "creation_date", "modification_date"}
    assert shown - made_of_several == {part.name for part in fields(Character)} - inside - {"id"}
    assert made_of_several <= shown


@pytest.mark.parametrize("name", ["name", "description", "alternate_greetings", "tags", "mes_example"])
def test_odd_texts_of_a_card_stay_until_they_are_touched(icons: Icons, name: str) -> None:
    texts: dict[str, object] = {"alternate_greetings": (ODD, "---", ""), "tags": ("a, b", " c ")}
    card = replace(Character(id="c", name="Mira"), **{name: texts.get(name, ODD)})  # pyright: ignore[reportArgumentType] - by name
    form = CharacterForm(icons, lambda _permanent, _temporary: None)
    form.show_item(card)
    assert form.item() == card
    QTest.keyClicks(form.control("personality"), "calm")
    assert form.item() == replace(card, personality="calm")


def test_keys_are_parted_by_lines_and_never_by_commas(icons: Icons) -> None:
    form = EntryForm(icons)
    form.show_item(LorebookEntry(id="e"))
    form.control("keys").setPlainText("red, white\n /a,b/i \n\n灯，塔\nred, white")
    assert form.item().keys == ("red, white", "/a,b/i", "灯，塔")


def test_what_is_typed_and_taken_back_is_no_change(icons: Icons) -> None:
    form = PersonaForm(icons, lambda _text: None)
    form.show_item(Persona("p", "Anna", "A sailor."))
    type_into(form.control("name"), "Anna!")
    assert form.is_changed()
    type_into(form.control("name"), "Anna")
    assert not form.is_changed()


def test_a_change_from_elsewhere_comes_in_around_what_is_being_typed(icons: Icons) -> None:
    form = PersonaForm(icons, lambda _text: None)
    form.show_item(Persona("p", "Anna", "A sailor."))
    type_into(form.control("name"), "Anne")
    form.rebase(Persona("p", "Anna", "A captain."))
    assert form.item() == Persona("p", "Anne", "A captain.")
    assert form.control("description").toPlainText() == "A captain."


def test_who_stores_while_writing_goes_on_where_the_caret_is(icons: Icons) -> None:
    form = PersonaForm(icons, lambda _text: None)
    form.show_item(Persona("p", "Anna", ""))
    name, description = form.control("name"), form.control("description")
    type_into(description, "A sailor.")
    QTest.keyClick(description, Qt.Key.Key_Space)
    name.setFocus()
    name.setCursorPosition(2)
    form.settle(Persona("p", "Anna", "A sailor. "))
    assert not form.is_changed()
    QTest.keyClicks(description, "Tall.")
    assert description.toPlainText() == "A sailor. Tall."
    assert name.cursorPosition() == 2
    QTest.keyClick(description, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert description.toPlainText() != "A sailor. Tall."


def test_the_wheel_changes_nothing(icons: Icons) -> None:
    form = EntryForm(icons)
    form.show_item(LorebookEntry(id="e"))
    for name in ("insertion_order", "position", "constant", "probability"):
        turned = QWheelEvent(
            QPointF(5, 5), QPointF(5, 5), QPoint(0, -120), QPoint(0, -120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(form.control(name), turned)
    assert not form.is_changed()


def test_an_outlet_needs_a_name_and_its_field_says_so(icons: Icons) -> None:
    form = EntryForm(icons)
    form.show_item(LorebookEntry(id="e", content="text", position=Position.OUTLET))
    assert not form.check()
    assert form._fields["outlet"].error()
    QTest.keyClicks(form.control("outlet"), "place")
    assert not form._fields["outlet"].error()
    assert form.check()


def test_a_book_keeps_its_scopes_beside_it(icons: Icons) -> None:
    form = BookForm(icons)
    here, there = Scope(ScopeKind.CHAT, "c"), Scope(ScopeKind.CHARACTER, "gone")
    shelved = ShelvedBook(Lorebook(id="b", name="B"), (here, there))
    form.show_item(shelved)
    assert form.item() == shelved
    everywhere, *others = form.scopes._ticks
    assert [tick.isChecked() for tick in others] == [True, True]
    everywhere.click()
    others[0].click()
    assert form.item().scopes == (there, Scope())


def test_a_memory_entry_of_a_place_that_is_gone_keeps_it(icons: Icons) -> None:
    entry = MemoryEntry(
        id="m", content=ODD, keywords=("a, b", ""), match=KeywordMatch.WHOLE_WORDS, scope=Scope(ScopeKind.CHAT, "gone")
    )
    form = MemoryForm(icons)
    form.show_item(entry)
    assert form.item() == entry
    assert form.scope.value() == entry.scope
