"""Cards as JSON: what comes in, what is coerced, and what goes out again (formats page, sections 1 to 3, 19, 20)."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.interchange.cards.character import write_card
from desktop_app.interchange.errors import NothingUsableError
from tests.unit.interchange.files import CARD, as_json, book_entry, card, only_card, read


def again(value: dict[str, Any], version: int = 2) -> dict[str, Any]:
    """The card read and written without a change."""
    found = only_card(copy.deepcopy(value))
    return write_card(found.character, found.book, version=version)


V3: dict[str, Any] = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": {
        **CARD["data"],
        "nickname": "Mi",
        "group_only_greetings": ["Hi all."],
        "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png", "x_more": 1}],
        "creator_notes_multilingual": {"de": "Notiz"},
        "source": ["https://example.org/1"],
        "creation_date": 1700000000,
        "modification_date": 1700000001.5,
        "x_unknown": {"deep": [None, True, 1.5]},
        "character_book": {
            "extensions": {"tool": {"n": None}},
            "entries": [
                book_entry(use_regex=True, x_more=[1], id="a"),
                book_entry(keys=["/a,b/i", "C++"], content="@@depth 2\nText", priority=3, comment="label", name="name"),
                book_entry(secondary_keys=["x"], selective=False, case_sensitive=None, position="", extensions=None),
            ],
        },
    },
    "x_root": "kept",
    "name": "Mira",
}


@pytest.mark.parametrize(
    ("value", "version"),
    [
        (CARD, 2),
        (V3, 3),
        (card(character_book=None, avatar="none", alternate_greetings=["", "Hi"], tags="a, b", name=" Mira "), 2),
        (card(character_book={"entries": {"7": book_entry(), "x": book_entry(enabled="false")}, "name": ""}), 2),
        (card(extensions={"regex_scripts": [{"id": 1}], "talkativeness": "0.5", "fav": False}, creator=None), 2),
        ({**CARD, "spec_version": 2, "create_date": "today", "extra": {"a": 1}}, 2),
    ],
)
def test_a_card_that_was_not_edited_is_written_as_it_came(value: dict[str, Any], version: int) -> None:
    assert again(value, version) == value
    assert list(again(value, version)["data"]) == list(value["data"])


def test_editing_one_field_changes_only_that_field() -> None:
    found = only_card(V3)
    edited = replace(found.character, tags=("lamp",))
    made = write_card(edited, found.book, version=3)
    assert made == {**V3, "data": {**V3["data"], "tags": ["lamp"]}}


def test_an_entry_keeps_its_leftovers_when_others_go() -> None:
    found = only_card(V3)
    assert found.book is not None
    fewer = replace(found.book, entries=found.book.entries[::-1][:2])
    made = write_card(found.character, fewer, version=3)["data"]["character_book"]["entries"]
    assert made == V3["data"]["character_book"]["entries"][::-1][:2]


def test_v1_becomes_v2_and_nothing_is_lost_but_the_private_chat() -> None:
    old = {
        **{key: CARD["data"][key] for key in ("name", "description", "first_mes")},
        "metadata": {"v": 1},
        "chat": "secret",
    }
    made = again(old)
    assert made["spec"] == "chara_card_v2"
    assert made["data"]["description"] == old["description"]
    assert made["metadata"] == {"v": 1}
    assert "secret" not in json.dumps(made)


def test_v3_written_as_v2_really_is_v2() -> None:
    made = again(V3, 2)
    assert (made["spec"], made["spec_version"]) == ("chara_card_v2", "2.0")
    assert not {"assets", "nickname", "group_only_greetings"} & made["data"].keys()
    assert made["data"]["x_unknown"] == V3["data"]["x_unknown"]


def test_copies_outside_the_data_are_refreshed() -> None:
    value = {**CARD, "name": "Old", "description": CARD["data"]["description"]}
    result = read(value)
    assert [(note.code, note.path) for note in result.report.warnings] == [("import.copies-differ", "name")]
    assert again(value)["name"] == "Mira"


def test_h02_a_strict_reader_would_refuse_it() -> None:
    result = read(card(character_book=None, alternate_greetings="Hi there", tags="a, b"))
    found = only_card(card(character_book=None, alternate_greetings="Hi there", tags="a, b"))
    assert found.book is None
    assert found.character.alternate_greetings == ("Hi there",)
    assert found.character.tags == ("a", "b")
    assert [item.path for item in result.report.coercions] == ["data.alternate_greetings", "data.tags"]


@pytest.mark.parametrize("name", ["", "  ", "\u200b‍", None, "\t \n"])
def test_h03_a_card_without_a_name_gets_one(name: str | None) -> None:
    result = read(card(name=name))
    assert only_card(card(name=name)).character.name == "Unnamed"
    assert "import.nameless" in [note.code for note in result.report.warnings]


def test_h04_words_for_truths_and_numbers_for_positions() -> None:
    entry = book_entry(enabled="false", constant="0", position=1, insertion_order="20")
    value = card(character_book={"entries": [entry]})
    found = only_card(value)
    assert found.book is not None
    read_entry = found.book.entries[0]
    assert (read_entry.enabled, read_entry.constant, read_entry.insertion_order) == (False, False, 20)
    assert read_entry.position == "after-character"
    assert {item.path.rpartition(".")[2] for item in read(value).report.coercions} == {
        "enabled", "constant", "position", "insertion_order",
    }  # fmt: skip


def test_a_book_outside_the_data_is_found_and_goes_inside() -> None:
    value = {**CARD, "character_book": {"entries": [book_entry()]}}
    found = only_card(value)
    assert found.book is not None
    assert write_card(found.character, found.book, version=2)["data"]["character_book"] == value["character_book"]


@pytest.mark.parametrize(
    "value",
    [{"card": CARD}, {"character": CARD["data"]}, {"data": CARD}, [CARD], {**CARD["data"], "spec": "chara_card_v2"}],
)
def test_wrapped_cards_are_found(value: Any) -> None:
    assert only_card(value).character.description == CARD["data"]["description"]


def test_of_a_list_of_cards_the_good_ones_come_in() -> None:
    result = read([CARD, 7, card(name="Second")])
    assert len(result.contents) == 2
    assert [(note.code, note.path) for note in result.report.skipped] == [("import.not-an-object", "[1]")]


@pytest.mark.parametrize(
    ("value", "first"),
    [
        ({"char_name": "A", "char_persona": "P", "char_greeting": "G", "x": 1}, "G"),
        (b"name: A\ngreeting: |-\n  G\ncontext: P\nx: 1\n", "G"),
        ({"name": "A", "greeting": "G", "definition": "D", "description": "P", "x": 1}, "G"),
        (
            {
                "kind": "character",
                "name": "A",
                "greeting": "G",
                "persona": {"kind": "text", "attributes": {"text": ["P"]}},
                "x": 1,
            },
            "G",
        ),
    ],
)
def test_relatives_become_cards_with_their_leftovers(value: Any, first: str) -> None:
    character = only_card(value).character
    assert (character.name, character.description, character.first_mes) == ("A", "P", first)
    assert any('"x":' in text for text in character.extensions.values())


def test_scripts_and_newer_versions_are_told() -> None:
    value = {**card(extensions={"regex_scripts": [{}, {}]}), "spec_version": "9.1"}
    assert {note.code: note.params for note in read(value).report.warnings} == {
        "import.scripts": {"count": 2},
        "import.newer-version": {"version": "9.1"},
    }


def test_nothing_in_it_is_no_success() -> None:
    with pytest.raises(NothingUsableError):
        read({"spec": "chara_card_v2", "data": {"name": " ", "description": ""}})


@pytest.mark.parametrize("wrong", [None, 7, -1.5, True, "text", [], {}, [None, 3, [1]], {"a": [None]}])
@pytest.mark.parametrize("name", [*CARD["data"], "character_book", "assets", "nickname", "creation_date", "source"])
def test_any_type_anywhere_costs_only_that_field(name: str, wrong: object) -> None:
    found = only_card(card(**{name: wrong}))
    assert found.character.first_mes == ("Hello, {{user}}." if name != "first_mes" else found.character.first_mes)
    assert write_card(found.character, found.book, version=2)["data"]["creator"] is not None or name == "creator"


def test_500_greetings_and_ten_megabytes_come_in() -> None:
    found = only_card(as_json(card(alternate_greetings=[f"{n}" for n in range(500)], description="ж" * 10_000_000)))
    assert len(found.character.alternate_greetings) == 500
    assert len(found.character.description) == 10_000_000
