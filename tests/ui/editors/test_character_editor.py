"""The editor of a card: greetings, what is said at a depth, files, JSON both ways, portrait, versions, and what goes with it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from desktop_app.context.parts import DepthPrompt, depth_prompt
from desktop_app.domain.character import CardAsset, Character, Persona
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.message import Role
from desktop_app.domain.versions import APART_MS
from desktop_app.interchange.kept import ORIGIN
from desktop_app.services.speaking_persona import BoundBy
from desktop_app.ui.editors.card_inputs import MOST_READ, ExtensionsView
from desktop_app.ui.editors.characters import CharacterForm
from desktop_app.ui.editors.examples import split_examples
from desktop_app.ui.editors.json_panel import MOST_LETTERS
from desktop_app.ui.editors.people import CharactersPage
from desktop_app.ui.editors.picture import LONGEST_SIDE, portrait_of
from desktop_app.ui.editors.text_list import TextListInput
from desktop_app.ui.icons import Icons
from desktop_app.ui.keep_question import KeepQuestion
from desktop_app.ui.scripts.of_card import CardScriptsDialog
from tests.ui.conftest import until
from tests.ui.editors.bench import Bench, field, type_into

FULL = Character(
    id="full",
    name="Mira",
    description="<b>bold</b> ![x](file:///etc/passwd)",
    first_mes="One.",
    alternate_greetings=("Two.", " Three.\r\n"),
    mes_example="<START>\n{{user}}: Hi.\n{{char}}: Hello.\n<start>\n{{char}}: Bye.",
    group_only_greetings=("All.",),
    nickname="Mi",
    assets=(
        CardAsset("icon", "ccdefault:", "main", "png"),
        CardAsset("emotion", "https://example.org/a.png", "joy", "png"),
    ),
    creator_notes_multilingual={"de": "Hallo."},
    source=("https://example.org/card",),
    creation_date=1_700_000_000,
    extensions={"depth_prompt": '{"prompt":"Stay calm.","depth":2,"role":"user","own":1}', "chub": '{"id":7}'},
)


def form_of(icons: Icons, character: Character) -> CharacterForm:
    form = CharacterForm(icons, lambda _permanent, _temporary: None)
    form.show_item(character)
    return form


def test_a_card_that_nobody_touches_stays_letter_for_letter(icons: Icons) -> None:
    form = form_of(icons, FULL)
    assert form.item() == FULL
    type_into(form.control("personality"), "calm")
    assert form.item() == replace(FULL, personality="calm")


def test_greetings_are_added_moved_edited_and_taken_out(icons: Icons) -> None:
    form = form_of(icons, FULL)
    greetings: TextListInput = form.control("greetings")
    assert greetings.list.count() == 3
    greetings.list.setCurrentRow(1)
    type_into(greetings.text, "Two, but longer.")
    greetings.move_up()
    assert (form.item().first_mes, form.item().alternate_greetings) == ("Two, but longer.", ("One.", " Three.\r\n"))
    greetings.add()
    type_into(greetings.text, "Four.")
    greetings.list.setCurrentRow(1)
    greetings.remove()
    assert (form.item().first_mes, form.item().alternate_greetings) == ("Two, but longer.", (" Three.\r\n", "Four."))
    for _ in range(5):
        form.undo()
    assert form.item() == FULL


def test_what_is_said_at_a_depth_is_edited_and_the_rest_of_the_extension_stays(icons: Icons) -> None:
    form = form_of(icons, FULL)
    said = form.control("depth_prompt")
    assert said.value() == DepthPrompt("Stay calm.", 2, Role.USER)
    type_into(said.text, "Be brief.")
    made = form.item()
    assert depth_prompt(made) == DepthPrompt("Be brief.", 2, Role.USER)
    assert json.loads(made.extensions["depth_prompt"])["own"] == 1
    assert made.extensions["chub"] == FULL.extensions["chub"]
    said.text.setPlainText("")
    assert form.item().extensions == {"chub": '{"id":7}'}


def test_notes_in_other_languages_have_a_language_each(icons: Icons) -> None:
    form = form_of(icons, FULL)
    notes = form.control("creator_notes_multilingual")
    notes.add()
    type_into(notes.name, "de")
    type_into(notes.name, "ru")
    type_into(notes.text, "Привет.")
    assert form.item().creator_notes_multilingual == {"de": "Hallo.", "ru": "Привет."}


def test_examples_are_told_apart_as_the_prompt_does(icons: Icons) -> None:
    assert split_examples(FULL.mes_example) == [["{{user}}: Hi.", "{{char}}: Hello."], ["{{char}}: Bye."]]
    form = form_of(icons, FULL)
    assert form.examples.label.text().count("\n") == 1
    assert not split_examples(" \n<START>\n ")


WITH_BOOK = '{"spec": "chara_card_v2", "data": {"name": "A", "character_book": {"entries": []}}}'


async def opened(bench: Bench) -> CharactersPage:
    """The library at the full card."""
    await bench.program.library.save_character(FULL)
    dialog = await bench.open()
    dialog.characters.show_id("full")
    await idle(bench)
    return dialog.characters


async def idle(bench: Bench) -> None:
    """Nothing is read or stored."""
    names = (
        "library",
        "load library",
        "library: files",
        "library: versions",
        "library: card text",
        "library: difference",
    )
    await until(lambda: not any(map(bench.program.tasks.running, names)))


async def test_the_text_of_the_card_and_the_form_say_the_same_both_ways(bench: Bench) -> None:
    page = await opened(bench)
    page.tabs.setCurrentWidget(page.json)
    await until(lambda: bool(page.json.value()))
    data = json.loads(page.json.value())
    assert data["spec"] == "chara_card_v3"
    assert data["data"]["extensions"]["chub"] == {"id": 7}
    data["data"]["name"] = "Mirabel"
    data["data"]["unknown"] = [1]
    data["data"]["extensions"]["new"] = True
    page.json.text.setPlainText(json.dumps(data))
    page.json.tell()
    await until(lambda: field(page, "name").text() == "Mirabel")
    page.save()
    await idle(bench)
    stored = await bench.program.library.get_character("full")
    assert stored.extensions["new"] == "true"
    assert json.loads(await bench.program.library.cards.write(stored))["data"]["unknown"] == [1]
    page.undo()
    assert field(page, "name").text() == "Mira"
    await bench.close()


async def test_the_text_can_be_of_version_2_and_what_it_has_no_room_for_stays(bench: Bench) -> None:
    page = await opened(bench)
    page.tabs.setCurrentWidget(page.json)
    await until(lambda: bool(page.json.value()))

    def shown() -> Any:
        return json.loads(page.json.value())

    def choose(version: int) -> None:
        page.json.choice.show_value(version)
        page.json.choice.edited.emit()

    choose(2)
    await until(lambda: shown()["spec"] == "chara_card_v2")
    given = shown()
    assert not {"nickname", "assets", "source"} & given["data"].keys()
    given["data"] |= {"name": "Mirabel", "unknown": [1]}
    given["own"] = {"a": None}
    page.json.text.setPlainText(json.dumps(given))
    choose(3)
    await until(lambda: page.json.version == 3)
    whole = shown()
    assert whole["spec"] == "chara_card_v3"
    assert (whole["own"], whole["data"]["unknown"], whole["data"]["name"]) == ({"a": None}, [1], "Mirabel")
    page.save()
    await idle(bench)
    stored = await bench.program.library.get_character("full")
    extensions = {**FULL.extensions, ORIGIN: stored.extensions[ORIGIN]}
    assert replace(stored, updated_at=0, created_at=0) == replace(FULL, name="Mirabel", extensions=extensions)

    page.json.text.setPlainText("{")
    choose(2)
    await idle(bench)
    assert (page.json.version, page.json.choice.value(), page.json.value(), page.json.is_wrong) == (3, 3, "{", True)
    page.desk.discard_pressed.emit()
    await bench.close()


async def test_a_text_that_cannot_be_read_says_why_and_costs_nothing(bench: Bench) -> None:
    page = await opened(bench)
    before = await bench.program.library.get_character("full")
    page.tabs.setCurrentWidget(page.json)
    await until(lambda: bool(page.json.value()))
    for text, part in (('{"data": {', "line 1"), ("[]", "not know"), (WITH_BOOK, "character_book")):
        page.json.text.setPlainText(text)
        page.json.tell()
        await idle(bench)
        assert page.json.is_wrong
        assert part in page.json.text.accessibleDescription()
        assert page.has_changes
    page.show_id("mira")
    await idle(bench)
    assert not page.desk.ask.isHidden()
    page.desk.ask.discard_pressed.emit()
    await idle(bench)
    assert await bench.program.library.get_character("full") == before
    await bench.close()


async def test_a_text_that_would_hold_the_window_up_is_neither_shown_nor_pasted(bench: Bench, english: None) -> None:
    page = await opened(bench)
    page.tabs.setCurrentWidget(page.json)
    await until(lambda: bool(page.json.value()))
    before, given = page.json.value(), QMimeData()
    given.setText("x" * MOST_LETTERS)
    page.json.text.insertFromMimeData(given)
    assert page.json.value() == before
    assert "300,000 characters" in page.json.text.accessibleDescription()
    given.setText("x")
    page.json.text.insertFromMimeData(given)
    assert page.json.value() == f"x{before}"
    page.json.show_text(f"{{{'x' * MOST_LETTERS}}}")
    assert page.json.value() == ""
    assert not page.json.text.isEnabled()
    assert not page.json.is_written
    assert "300,000 characters" in page.json.text.placeholderText()
    page.json.show_text("{}")
    assert (page.json.value(), page.json.text.isEnabled(), page.json.is_wrong) == ("{}", True, False)
    await bench.close()


async def test_what_it_was_can_be_looked_at_and_put_back_and_that_undone(bench: Bench) -> None:
    page = await opened(bench)
    bench.program.clock.advance(APART_MS)
    type_into(field(page, "description"), "New.")
    page.save()
    await idle(bench)
    page.tabs.setCurrentWidget(page.versions)
    await until(lambda: page.versions.version is not None)
    await until(lambda: "New." in page.versions.text.toPlainText())
    assert "<b>bold</b>" in page.versions.text.toPlainText()
    page.versions.button.click()
    await idle(bench)
    assert (await bench.program.library.get_character("full")).description == FULL.description
    assert field(page, "description").toPlainText() == FULL.description
    page.undo_bar.undo_pressed.emit()
    await idle(bench)
    assert (await bench.program.library.get_character("full")).description == "New."
    assert field(page, "description").toPlainText() == "New."
    await bench.close()


async def test_a_portrait_is_pasted_bounded_and_taken_away_and_comes_back(bench: Bench) -> None:
    page = await opened(bench)
    picture = QImage(3 * LONGEST_SIDE, LONGEST_SIDE, QImage.Format.Format_RGB32)
    picture.fill(QColor("#2F6F6A"))
    picture.setText("Comment", "taken at home")
    given = QMimeData()
    given.setImageData(picture)
    page.portrait._take(given)
    await idle(bench)
    stored = await bench.program.library.portrait("full")
    small = QImage.fromData(stored)
    assert (small.width(), small.height()) == (LONGEST_SIDE, round(LONGEST_SIDE / 3))
    assert b"taken at home" not in stored
    assert not page.portrait.remove_button.isHidden()
    QTest.mouseClick(page.portrait.remove_button, Qt.MouseButton.LeftButton)
    await idle(bench)
    assert await bench.program.library.portrait("full") == b""
    page.undo()
    await idle(bench)
    assert await bench.program.library.portrait("full") == stored
    await bench.close()


def test_what_is_no_picture_is_none() -> None:
    assert portrait_of(b"") == b""
    assert portrait_of(b"<svg xmlns='http://www.w3.org/2000/svg' width='5' height='5'/>") == b""
    assert portrait_of(b"\x89PNG\r\n\x1a\nbroken") == b""


async def test_what_becomes_of_its_memory_entries_is_asked_and_all_of_it_comes_back(bench: Bench) -> None:
    page = await opened(bench)
    memory = bench.program.memory
    entry = await memory.save(replace(memory.new_entry(Scope(ScopeKind.CHARACTER, "full")), content="She swims."))
    page.delete()
    await until(lambda: bool(page.window().findChildren(KeepQuestion)))
    page.window().findChildren(KeepQuestion)[0].drop.click()
    await idle(bench)
    assert await memory.entries() == []
    assert "full" not in {one.id for one in await bench.program.library.characters()}
    page.undo()
    await idle(bench)
    assert await memory.entries() == [entry]
    assert "full" in {one.id for one in await bench.program.library.characters()}
    await bench.close()


async def test_the_end_of_the_window_answers_the_question_and_nothing_is_deleted(bench: Bench) -> None:
    page = await opened(bench)
    memory = bench.program.memory
    await memory.save(replace(memory.new_entry(Scope(ScopeKind.CHARACTER, "full")), content="She swims."))
    page.delete()
    await until(lambda: bool(page.window().findChildren(KeepQuestion)))
    await bench.close()
    assert "full" in {one.id for one in await bench.program.library.characters()}


async def test_a_persona_belongs_to_characters_and_can_be_the_default(bench: Bench) -> None:
    await bench.program.library.save_persona(Persona("anna", "Anna"))
    dialog = await bench.open()
    page = dialog.personas
    page.show_id("anna")
    await idle(bench)
    characters = field(page, "characters")
    assert [characters.list.item(row).text() for row in range(characters.list.count())] == ["Mira"]
    characters.list.item(0).setCheckState(Qt.CheckState.Checked)
    page.save()
    await idle(bench)
    assert (await bench.program.context.answerer(bench.chat.id)).bound_by is BoundBy.CHARACTER
    page._default.click()
    await idle(bench)
    assert bench.program.settings.settings.default_persona_id == "anna"
    page._default.click()
    await idle(bench)
    assert bench.program.settings.settings.default_persona_id == ""
    page.undo()
    assert characters.value() == ()
    await bench.close()


async def test_the_scripts_of_a_card_are_switched_where_its_character_is(bench: Bench, english: None) -> None:
    page = await opened(bench)
    assert page.scripts.isHidden()
    script = {"scriptName": "Hide", "findRegex": "/secret/g", "placement": [1, 2]}
    full = replace(FULL, extensions={"regex_scripts": json.dumps([script])})
    await bench.program.library.save_character(full)
    await page.load()
    await until(lambda: not page.scripts.isHidden())
    assert page.scripts.text() == "Scripts: 1, not run"
    page.scripts.click()
    (cards,) = page.window().findChildren(CardScriptsDialog)
    await until(lambda: cards.panel._list.count() == 1)
    cards.panel._list.item(0).setCheckState(Qt.CheckState.Checked)
    await until(lambda: bool(bench.program.scripts.active([full])))
    cards.accept()
    await until(lambda: page.scripts.text() == "Scripts: 1 of 1 run")
    page.show_id("mira")
    await until(page.scripts.isHidden)
    await bench.close()


def test_megabytes_that_another_program_keeps_in_a_card_are_shown_by_their_beginning() -> None:
    view = ExtensionsView()
    huge = json.dumps(["word"] * MOST_READ)
    view.show_value({"small": '{"a": 1}', "huge": huge, "more": '{"b": 2}'})
    small, whole, more = (view.tree.topLevelItem(row) for row in range(3))
    assert small is not None and whole is not None and more is not None  # noqa: PT018 - for the types
    assert small.childCount() == 1
    assert (whole.childCount(), whole.text(1)[:8]) == (0, '["word",')
    assert more.text(1) == '{"b": 2}'
    assert view.value()["huge"] is huge
