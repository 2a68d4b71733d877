"""Lorebooks of seven programs: exact numbers in and out, leftovers kept, bad entries on their own."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.lore import (
    GenerationKind,
    Lorebook,
    LorebookEntry,
    MeaningMode,
    Position,
    ScanSource,
    SecondaryLogic,
    TrimDirection,
)
from desktop_app.domain.message import Role
from desktop_app.interchange.errors import NothingUsableError
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.lorebooks.character_book import read_character_book, write_character_book
from desktop_app.interchange.lorebooks.world_info import read_world_info, write_world_info
from desktop_app.interchange.report import Notes
from tests.unit.interchange.files import book_entry, only, read


def only_book(value: Any) -> Lorebook:
    """The one book in a file."""
    found = only(value)
    assert isinstance(found, Lorebook)
    return found


def tavern_entry(**changes: Any) -> dict[str, Any]:
    """An entry of World Info with all its members."""
    return {
        "uid": 0,
        "key": ["sea"],
        "keysecondary": [],
        "comment": "Sea",
        "content": "Deep.",
        "constant": False,
        "vectorized": False,
        "selective": True,
        "selectiveLogic": 0,
        "addMemo": True,
        "order": 100,
        "position": 0,
        "disable": False,
        "excludeRecursion": False,
        "preventRecursion": False,
        "delayUntilRecursion": False,
        "probability": 100,
        "useProbability": True,
        "depth": 4,
        "group": "",
        "groupOverride": False,
        "groupWeight": 100,
        "scanDepth": None,
        "caseSensitive": None,
        "matchWholeWords": None,
        "useGroupScoring": None,
        "automationId": "",
        "role": None,
        "sticky": 0,
        "cooldown": 0,
        "delay": 0,
        "displayIndex": 0,
        **changes,
    }


def world(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A World Info file."""
    return {"entries": {str(place): {**entry, "uid": place} for place, entry in enumerate(entries)}, **more}


def test_h07_every_number_means_what_it_meant() -> None:
    value = world(
        tavern_entry(position=4, depth=2, role=1, selectiveLogic=1, keysecondary=["x"], vectorized=True),
        tavern_entry(position=6, excludeRecursion=True, delayUntilRecursion=2, order=7, selectiveLogic=3),
    )
    first, second = only_book(value).entries
    assert (first.position, first.depth, first.role) == (Position.AT_DEPTH, 2, Role.USER)
    assert (first.secondary_logic, first.meaning) == (SecondaryLogic.NOT_ALL, MeaningMode.EITHER)
    assert (second.position, second.cannot_be_pulled, second.recursion_level) == (Position.AFTER_EXAMPLES, True, 2)
    assert (second.insertion_order, second.priority, second.secondary_logic) == (7, 7, SecondaryLogic.AND_ALL)
    assert write_world_info(only_book(value)) == value


@pytest.mark.parametrize(
    ("number", "position"),
    list(
        enumerate(
            [
                "before-character",
                "after-character",
                "note-top",
                "note-bottom",
                "at-depth",
                "before-examples",
                "after-examples",
                "outlet",
            ]
        )
    ),
)
def test_positions(number: int, position: str) -> None:
    assert only_book(world(tavern_entry(position=number))).entries[0].position == position


@pytest.mark.parametrize(("number", "logic"), list(enumerate(["and-any", "not-all", "not-any", "and-all"])))
def test_logics(number: int, logic: str) -> None:
    assert only_book(world(tavern_entry(selectiveLogic=number))).entries[0].secondary_logic == logic


@pytest.mark.parametrize(
    "changes",
    [
        {"keysecondary": [""], "selective": False},
        {"keysecondary": ["a", "b"], "selective": False},
        {"probability": 30, "useProbability": False},
        {"delayUntilRecursion": True, "sticky": None, "cooldown": 3},
        {"characterFilter": {"isExclude": True, "names": ["Mira"], "tags": ["t"], "extra": 1}},
        {
            "characterFilter": None,
            "triggers": ["swipe", "unknown"],
            "matchScenario": True,
            "matchCharacterDepthPrompt": True,
        },
        {"key": ["a,b", "", "/x,y/gi"], "extensions": {"tool": None}, "unknown": {"a": [None]}},
        {"caseSensitive": False, "matchWholeWords": True, "scanDepth": 0, "role": 0},
        {"group": "a,b ,c", "outletName": "o", "ignoreBudget": True, "order": "5", "disable": "true"},
    ],
)
def test_world_info_that_was_not_edited_is_written_as_it_came(changes: dict[str, Any]) -> None:
    value = world(tavern_entry(**changes), tavern_entry(), name="N", originalData={"a": 1}, extensions={"b": [None]})
    assert write_world_info(only_book(copy.deepcopy(value))) == value


def test_null_is_not_false() -> None:
    entry = only_book(world(tavern_entry(caseSensitive=None, matchWholeWords=False))).entries[0]
    assert (entry.case_sensitive, entry.whole_words) == (None, False)


def test_an_edited_entry_changes_where_it_was_edited() -> None:
    value = world(tavern_entry(probability=30, useProbability=False), tavern_entry())
    book = only_book(value)
    edited = replace(book.entries[0], probability=40, insertion_order=7)
    made = write_world_info(replace(book, entries=(edited, book.entries[1])))
    wanted = {**value["entries"]["0"], "probability": 40, "useProbability": True, "order": 7, "priority": 100}
    assert made["entries"] == {**value["entries"], "0": wanted}


def test_a_new_entry_gets_a_number_of_its_own() -> None:
    book = only_book(world(tavern_entry(), tavern_entry()))
    made = write_world_info(replace(book, entries=(*book.entries[1:], LorebookEntry("new", keys=("k",)))))
    assert {key: entry["uid"] for key, entry in made["entries"].items()} == {"1": 1, "0": 0}


def test_h06_one_entry_without_keys_does_not_cost_the_book() -> None:
    bad = {name: item for name, item in tavern_entry().items() if name not in {"key", "keysecondary"}}
    result = read(world(tavern_entry(), bad))
    assert [len(entry.keys) for entry in only_book(world(tavern_entry(), bad)).entries] == [1, 0]
    assert [(note.code, note.path) for note in result.report.warnings] == [("import.without-keys", "entries[1]")]


def test_keys_with_commas_stay_whole_and_blank_secondary_keys_are_none() -> None:
    entry = only_book(world(tavern_entry(key=["a, b", "C++"], keysecondary=["", " "]))).entries[0]
    assert (entry.keys, entry.secondary_keys) == (("a, b", "C++"), ())


def test_entries_that_are_none_are_told() -> None:
    value = {"entries": {"0": tavern_entry(), "1": 7, "2": None}}
    assert [note.path for note in read(value).report.skipped] == ["entries[1]", "entries[2]"]
    assert len(only_book(value).entries) == 1


FULL = LorebookEntry(
    id="0",
    name="Sea",
    keys=("sea", "/wave/i"),
    content="Deep.",
    enabled=False,
    constant=True,
    insertion_order=7,
    priority=3,
    position=Position.AFTER_SUMMARY,
    depth=9,
    role=Role.ASSISTANT,
    outlet="o",
    secondary_keys=("x",),
    secondary_logic=SecondaryLogic.NOT_ANY,
    anti_keys=("never",),
    case_sensitive=True,
    whole_words=False,
    inflected=False,
    near_names=True,
    scan_depth=0,
    scan_sources=(ScanSource.SCENARIO, ScanSource.SUMMARY),
    meaning=MeaningMode.BOTH,
    probability=30,
    groups=("a", "b"),
    group_weight=5,
    group_by_order=True,
    group_scoring=False,
    cannot_be_pulled=True,
    cannot_pull=True,
    recursion_level=2,
    sticky=1,
    cooldown=2,
    delay=3,
    token_cap=50,
    trim=TrimDirection.TOP,
    ignore_budget=True,
    kinds=(GenerationKind.NORMAL, GenerationKind.REGENERATE),
    extensions={"tool": '{"a":[null]}'},
)
BOOK = Lorebook(
    "", "Book", "About", (FULL, LorebookEntry("1", content="x")), scan_depth=7, budget_percent=20, yo_as_ye=False
)


@pytest.mark.parametrize(
    ("write", "read_again"), [(write_world_info, read_world_info), (write_character_book, read_character_book)]
)
def test_all_that_our_books_say_comes_back(write: Any, read_again: Any) -> None:
    back = read_again(Fields(json.loads(json.dumps(write(BOOK))), "", Notes("f")))
    bare = [
        replace(entry, extensions={k: v for k, v in entry.extensions.items() if ":" not in k}) for entry in back.entries
    ]
    assert tuple(bare) == BOOK.entries
    assert (back.scan_depth, back.budget_percent, back.yo_as_ye, back.name) == (7, 20, False, "Book")


def test_a_book_goes_from_one_format_to_the_other_and_keeps_its_meaning() -> None:
    book = only_book(world(tavern_entry(position=4, depth=1, role=2, probability=20, matchScenario=True)))
    card_book = write_character_book(book)
    again = read_character_book(Fields(card_book, "", Notes("f")))
    one, other = (replace(each.entries[0], extensions={}, priority=0) for each in (book, again))
    assert one == other


def test_patterns_of_the_specification_and_of_sillytavern() -> None:
    plain = book_entry(keys=["a+", "C/C"], use_regex=True)
    tavern = book_entry(keys=["a+", "/b+/i"], use_regex=True, extensions={"selectiveLogic": 0, "position": 4})
    first, second = only_book({"entries": [plain, tavern]}).entries
    assert first.keys == ("/a+/i", "/C\\/C/i")
    assert (second.keys, second.position) == (("a+", "/b+/i"), Position.AT_DEPTH)


def test_novelai_takes_all_keys_and_no_characters_for_messages() -> None:
    value = {
        "lorebookVersion": 5,
        "entries": [
            {
                "text": "T",
                "displayName": "D",
                "keys": ["a", "b"],
                "forceActivation": True,
                "searchRange": 500,
                "category": "c",
            },
            {"text": "U", "keys": ["/x/i"], "enabled": False, "contextConfig": {"budgetPriority": 7}, "new": 1},
        ],
        "categories": [{"id": "c", "enabled": False}],
    }
    first, second = only_book(value).entries
    assert (first.keys, first.constant, first.enabled, first.scan_depth) == (("a", "b"), True, False, None)
    assert (second.insertion_order, second.enabled) == (7, False)
    assert json.loads(second.extensions["novelai"])["new"] == 1
    assert [note.code for note in read(value).report.warnings] == ["import.in-characters"]


def test_agnai() -> None:
    entry = {"name": "N", "entry": "T", "keywords": ["k"], "enabled": False, "priority": 3, "weight": 9}
    found = only_book({"kind": "memory", "name": "B", "entries": [entry]}).entries[0]
    assert (found.insertion_order, found.priority, found.enabled, found.keys) == (9, 3, False, ("k",))


def test_risu() -> None:
    rows = [
        {"key": "f", "mode": "folder", "content": "", "insertorder": 1},
        {"key": "a, b", "secondkey": "c", "selective": True, "comment": "N", "content": "T", "insertorder": 5},
        {"key": "x{1,2}", "useRegex": True, "content": "R", "insertorder": 5, "activationPercent": 0},
    ]
    for value in ({"type": "risu", "ver": 1, "data": rows}, rows):
        first, second = only_book(value).entries
        assert (first.keys, first.secondary_keys, first.insertion_order) == (("a", "b"), ("c",), 5)
        assert (second.keys, second.probability) == (("/x{1,2}/",), 0)


def test_kobold_and_ai_dungeon() -> None:
    save = {
        "gamestarted": True, "prompt": "", "actions": [],
        "worldinfo": [
            {"key": "a, b", "keyanti": "z", "content": "T", "constant": False, "probability": "50", "widisabled": True},
            {"key": "", "content": "", "init": False},
        ],
    }  # fmt: skip
    entry = only_book(save).entries[0]
    assert (entry.keys, entry.anti_keys, entry.probability, entry.enabled) == (("a", "b"), ("z",), 50, False)
    dungeon = only_book([{"keys": "a,b", "entry": "T", "title": "N"}, {"keys": "", "value": ""}]).entries
    assert [(each.keys, each.content, each.name) for each in dungeon] == [(("a", "b"), "T", "N")]


EMPTY: list[dict[str, Any]] = [
    {"entries": {}},
    {"entries": []},
    {"lorebookVersion": 1, "entries": [{"text": "", "keys": []}]},
]


@pytest.mark.parametrize("value", EMPTY)
def test_an_empty_book_is_no_success(value: dict[str, Any]) -> None:
    with pytest.raises(NothingUsableError):
        read(value)
