"""What every ``MemoryRepository`` and ``CalibrationStore`` does: the fake ones and those on SQLite."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import KeywordMatch, MemoryEntry, SourceSpan
from tests.contract.worlds import World

_ARIA, _CHAT = Scope(ScopeKind.CHARACTER, "x"), Scope(ScopeKind.CHAT, "x")
_RICH = MemoryEntry(
    "rich",
    "Она боится темноты. 她怕黑 🎄",
    "Fear",
    ("dark", "/тьм[аы]/i"),
    KeywordMatch.WHOLE_WORDS,
    _ARIA,
    always_in_context=True,
    enabled=False,
    importance=0.25,
    sources=(SourceSpan("m1", 2, 0, 17), SourceSpan("m2", 1, 5, 6)),
    supersedes="older",
    revision=4,
    extensions={"origin": '"card"'},
    created_at=5,
    updated_at=6,
)


def test_an_entry_comes_back_as_it_was_added(world: World) -> None:
    default = MemoryEntry("", "")
    assert all(getattr(_RICH, entry.name) != getattr(default, entry.name) for entry in fields(_RICH))
    assert world.run(world.memory.save_entry(_RICH)) == _RICH
    assert world.run(world.memory.get_entry("rich")) == _RICH
    assert world.run(world.memory.entries()) == [_RICH]


def test_entries_are_those_of_the_scopes_the_oldest_first(world: World) -> None:
    scopes = {"d": Scope(), "c": _ARIA, "b": _CHAT, "a": Scope(), "e": Scope(ScopeKind.CHARACTER, "y")}
    for made_at, (entry_id, scope) in zip((3, 2, 1, 3, 9), scopes.items(), strict=True):
        world.run(world.memory.save_entry(MemoryEntry(entry_id, entry_id, scope=scope, created_at=made_at)))

    def ids(*wanted: Scope) -> str:
        return "".join(entry.id for entry in world.run(world.memory.entries(wanted)))

    assert "".join(entry.id for entry in world.run(world.memory.entries())) == "bcade"
    assert ids() == ""
    assert ids(Scope()) == "ad"
    assert ids(Scope(), _CHAT, Scope()) == "bad"
    assert ids(_ARIA) == "c"
    assert ids(Scope(ScopeKind.PERSONA, "x")) == ""


def test_what_changed_has_its_next_revision_and_moves_to_its_scope(world: World) -> None:
    stored = world.run(world.memory.save_entry(MemoryEntry("m", "Tea.", created_at=1, updated_at=2)))
    assert stored.revision == 1
    same = replace(stored, revision=9, created_at=8, updated_at=9)
    assert world.run(world.memory.save_entry(same)) == stored
    assert world.run(world.memory.get_entry("m")) == stored
    moved = world.run(world.memory.save_entry(replace(same, scope=_CHAT)))
    assert moved == replace(stored, scope=_CHAT, revision=2, updated_at=9)
    assert world.run(world.memory.entries([_CHAT])) == [moved]
    assert world.run(world.memory.entries([Scope()])) == []


def test_a_deleted_entry_is_gone(world: World) -> None:
    for entry_id in ("a", "b"):
        world.run(world.memory.save_entry(MemoryEntry(entry_id, "x")))
    world.run(world.memory.delete_entry("a"))
    assert [entry.id for entry in world.run(world.memory.entries())] == ["b"]
    with pytest.raises(NotFoundError):
        world.run(world.memory.get_entry("a"))


def test_all_entries_of_a_scope_go_at_once_and_can_be_put_back(world: World) -> None:
    for made_at, (entry_id, scope) in enumerate({"c": _CHAT, "a": _ARIA, "b": _CHAT, "d": Scope()}.items()):
        world.run(world.memory.save_entry(MemoryEntry(entry_id, "x", scope=scope, created_at=made_at, revision=3)))
    deleted = world.run(world.memory.delete_entries(_CHAT))
    assert [entry.id for entry in deleted] == ["c", "b"]
    assert [entry.id for entry in world.run(world.memory.entries())] == ["a", "d"]
    assert world.run(world.memory.delete_entries(_CHAT)) == []
    for entry in deleted:
        assert world.run(world.memory.save_entry(entry)) == entry
    assert world.run(world.memory.entries([_CHAT])) == deleted


def test_what_comes_in_is_made_storable(world: World) -> None:
    broken, clean = "half an emoji \ud83d", "half an emoji \ufffd"
    given = MemoryEntry("m", broken, keywords=(broken,), scope=Scope(ScopeKind.FOLDER, broken))
    expected = MemoryEntry("m", clean, keywords=(clean,), scope=Scope(ScopeKind.FOLDER, clean))
    for _time in range(2):
        assert world.run(world.memory.save_entry(given)) == expected
    assert world.run(world.memory.entries([Scope(ScopeKind.FOLDER, clean)])) == [expected]


def test_a_calibration_is_kept_and_replaced(world: World) -> None:
    assert world.run(world.calibrations.calibration("gpt")) is None
    world.run(world.calibrations.save_calibration("gpt", "1"))
    world.run(world.calibrations.save_calibration("北京 \ud83d", "{}"))
    world.run(world.calibrations.save_calibration("gpt", '{"факт": 2}'))
    assert world.run(world.calibrations.calibration("gpt")) == '{"факт": 2}'
    assert world.run(world.calibrations.calibration("北京 \ud83d")) == "{}"
    assert world.run(world.calibrations.calibration("GPT")) is None


def test_many_are_written_and_others_taken_out_in_one(world: World) -> None:
    for name in ("a", "b", "c"):
        world.run(world.memory.save_entry(MemoryEntry(name, "old", created_at=1)))
    saved = (MemoryEntry("a", "new"), MemoryEntry("d", "added", created_at=2), MemoryEntry("b", "old", created_at=1))
    world.run(world.memory.write_entries(saved, ["c", "never there"]))
    found = {entry.id: (entry.content, entry.revision, entry.created_at) for entry in world.run(world.memory.entries())}
    assert found == {"a": ("new", 2, 1), "b": ("old", 1, 1), "d": ("added", 1, 2)}
