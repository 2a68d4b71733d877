"""What is kept of a character or persona when another takes its place: the fake repositories and those on SQLite."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.errors import StorageError
from desktop_app.domain.transfer import ObjectKind
from desktop_app.domain.versions import APART_MS, MAXIMUM_VERSIONS, VersionRepository
from tests.contract.worlds import World
from tests.fakes.repositories import FakeLibraryRepository, FakeVersionRepository

MIRA = Character("mira", "Mira", description="A keeper.", extensions={"x": "{}"}, created_at=1, updated_at=1)


def versions_of(world: World) -> VersionRepository:
    """Over the same data as the library of this world."""
    if world.storage is not None:
        return world.storage.versions
    assert isinstance(world.library, FakeLibraryRepository)
    return FakeVersionRepository(world.library._state)


def kept(world: World, kind: ObjectKind = ObjectKind.CHARACTER, object_id: str = "mira") -> list[object]:
    return [version.value for version in world.run(versions_of(world).versions(kind, object_id))]


def test_what_was_there_is_kept_and_nothing_where_nothing_changed(world: World) -> None:
    world.run(world.library.save_character(MIRA))
    world.run(world.library.save_character(replace(MIRA, updated_at=5)))
    assert kept(world) == []
    second = replace(MIRA, name="Mirabel", updated_at=6)
    world.run(world.library.save_character(second))
    world.clock.advance(1000)
    world.run(world.library.save_character(replace(second, tags=("sea",), updated_at=7)))
    assert kept(world) == [second, replace(MIRA, updated_at=5)]
    found = world.run(versions_of(world).versions(ObjectKind.CHARACTER, "mira"))
    assert [version.number for version in found] == [2, 1]
    assert [version.kept_at for version in found] == [world.clock.now(), world.clock.now() - 1000]
    assert kept(world, object_id="nobody") == []


def test_a_persona_has_versions_of_its_own(world: World) -> None:
    world.run(world.library.save_persona(Persona("mira", "Anna", extensions={"a": "1"})))
    world.run(world.library.save_persona(Persona("mira", "Anna", "A sailor.", {"a": "1"})))
    assert kept(world, ObjectKind.PERSONA) == [Persona("mira", "Anna", extensions={"a": "1"})]
    assert kept(world) == []


def test_what_is_typed_in_one_go_is_one_version(world: World) -> None:
    world.run(world.library.save_character(MIRA))
    for number in range(5):
        world.clock.advance(APART_MS // 4)
        world.run(world.library.save_character(replace(MIRA, name=f"Mira {number}"), typed=True))
    assert kept(world) == [replace(MIRA, name="Mira 3"), MIRA]
    world.run(world.library.save_character(replace(MIRA, name="Else")))
    assert kept(world)[0] == replace(MIRA, name="Mira 4")


def test_versions_are_bounded(world: World) -> None:
    world.run(world.library.save_character(MIRA))
    for number in range(MAXIMUM_VERSIONS + 5):
        world.clock.advance(1000)
        world.run(world.library.save_character(replace(MIRA, name=str(number))))
    names = [value.name for value in kept(world) if isinstance(value, Character)]
    assert len(names) == MAXIMUM_VERSIONS
    assert names[0] == str(MAXIMUM_VERSIONS + 3)
    assert names[-1] == "Mira"


def test_a_change_that_fails_keeps_nothing(world: World) -> None:
    world.run(world.library.save_character(MIRA))
    if isinstance(world.library, FakeLibraryRepository):
        world.library._state.fail_next = StorageError(detail="full")
        with pytest.raises(StorageError):
            world.run(world.library.save_character(replace(MIRA, name="Else")))
    else:
        assert world.storage is not None
        world.run(world.storage.database.write(lambda connection: connection.exec_driver_sql(REFUSING)))
        with pytest.raises(IntegrityError):
            world.run(world.library.save_character(replace(MIRA, name="Else")))
    assert kept(world) == []
    assert world.run(world.library.get_character("mira")) == MIRA


REFUSING = "CREATE TRIGGER refusing BEFORE UPDATE ON characters BEGIN SELECT RAISE(ABORT, 'no'); END"
