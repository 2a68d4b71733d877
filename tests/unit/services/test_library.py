"""Characters, personas, lorebooks and memory entries: stored, then told."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.events import LibraryChanged, LibraryKind
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run

GLOBAL = Scope()


def told(program: Program) -> list[tuple[str, tuple[str, ...]]]:
    return [(event.kind, event.ids) for event in program.of_kind(LibraryChanged)]


def test_a_character_without_an_id_gets_one_and_keeps_the_time_of_its_making() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira"))
        assert mira.id
        assert mira.created_at == program.clock.now()
        program.clock.advance(60_000)
        older = await program.library.save_character(replace(mira, name="Mirabel"))
        assert await program.library.get_character(mira.id) == older
        assert (older.created_at, older.updated_at) == (mira.created_at, program.clock.now())
        assert told(program) == [(LibraryKind.CHARACTER, (mira.id,))] * 2

    run(scenario, make_program())


def test_a_chat_outlives_its_character_and_persona() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira", description="A keeper of bees."))
        ilya = await program.library.save_persona(Persona(id="", name="Ilya", description="Afraid of bees."))
        chat = await program.chats.new_chat("Bees", character_id=mira.id)
        await program.chats.set_persona(chat.id, ilya.id)
        before = await program.context.preview(chat.id, "hello")
        assert {block.title for block in before.blocks} >= {"Description", "Persona"}

        await program.library.delete_character(mira.id)
        await program.library.delete_persona(ilya.id)

        after = await program.context.preview(chat.id, "hello")
        assert not {block.title for block in after.blocks} & {"Description", "Persona"}
        assert (await program.chats.get_chat(chat.id)).character_ids == ()
        assert (await program.chats.get_chat(chat.id)).persona_id is None
        assert told(program)[-2:] == [(LibraryKind.CHARACTER, (mira.id,)), (LibraryKind.PERSONA, (ilya.id,))]

    run(scenario, make_program())


def test_entries_come_and_go_in_the_order_they_were_added() -> None:
    async def scenario(program: Program) -> None:
        book = await program.lore.new_book(" Bestiary ")
        first, second = program.lore.new_entry(), program.lore.new_entry()
        await program.lore.save_entry(book.id, replace(first, name="Dragon", keys=("dragon",)))
        await program.lore.save_entry(book.id, replace(second, name="Griffin"))
        changed = await program.lore.save_entry(book.id, replace(first, name="Dragons", keys=("dragon",)))
        assert changed.name == "Bestiary"
        assert [(entry.name, entry.revision) for entry in changed.entries] == [("Dragons", 2), ("Griffin", 1)]

        left = await program.lore.delete_entries(book.id, [first.id, "nobody"])
        assert [entry.name for entry in left.entries] == ["Griffin"]
        assert await program.lore.get_book(book.id) == left
        assert told(program) == [(LibraryKind.LOREBOOK, (book.id,))] * 5

    run(scenario, make_program())


def test_of_two_entries_saved_at_once_none_takes_the_other_back() -> None:
    async def scenario(program: Program) -> None:
        book = await program.lore.new_book("Bestiary")
        entries = [replace(program.lore.new_entry(), name=name) for name in ("a", "b", "c")]
        await asyncio.gather(*(program.lore.save_entry(book.id, entry) for entry in entries))
        assert [entry.name for entry in (await program.lore.get_book(book.id)).entries] == ["a", "b", "c"]

    run(scenario, make_program())


def test_a_book_counts_where_it_is_linked_and_no_longer_when_it_is_gone() -> None:
    async def scenario(program: Program) -> None:
        book = await program.lore.new_book("Bestiary")
        here = Scope(ScopeKind.CHAT, "some-chat")
        await program.lore.set_scopes(book.id, (GLOBAL, here, GLOBAL))
        assert set(await program.lore.scopes_of(book.id)) == {GLOBAL, here}
        await program.lore.delete_book(book.id)
        assert await program.lore.scopes_of(book.id) == ()
        with pytest.raises(NotFoundError):
            await program.lore.set_scopes(book.id, (GLOBAL,))
        with pytest.raises(NotFoundError):
            await program.lore.save_entry(book.id, program.lore.new_entry())

    run(scenario, make_program())


def test_memory_entries_are_kept_by_scope() -> None:
    async def scenario(program: Program) -> None:
        mine = Scope(ScopeKind.CHARACTER, "mira")
        everywhere = await program.memory.save(replace(program.memory.new_entry(), content="The user is Ilya."))
        hers = await program.memory.save(replace(program.memory.new_entry(mine), content="Mira keeps bees."))
        assert await program.memory.entries() == [everywhere, hers]
        assert await program.memory.entries([mine]) == [hers]
        assert await program.memory.get_entry(hers.id) == hers
        await program.memory.delete(hers.id)
        assert await program.memory.entries() == [everywhere]
        with pytest.raises(NotFoundError):
            await program.memory.delete(hers.id)
        assert told(program) == [(LibraryKind.MEMORY, (id_,)) for id_ in (everywhere.id, hers.id, hers.id)]

    run(scenario, make_program())


def test_what_could_not_be_stored_is_not_told() -> None:
    async def scenario(program: Program) -> None:
        program.state.fail_next = StorageError(detail="the disk is gone")
        with pytest.raises(StorageError):
            await program.memory.save(MemoryEntry(id="m", content="x"))
        program.state.fail_next = StorageError(detail="the disk is gone")
        with pytest.raises(StorageError):
            await program.lore.new_book("Bestiary")
        assert told(program) == []

    run(scenario, make_program())


def test_the_memory_of_a_character_or_chat_stays_unless_the_person_says_so_and_comes_back_whole() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira"))
        chat = await program.chats.new_chat("Bees")
        scopes = (Scope(ScopeKind.CHARACTER, mira.id), Scope(ScopeKind.CHAT, chat.id))
        kept = [await program.memory.save(replace(program.memory.new_entry(each), content="Honey.")) for each in scopes]
        general = await program.memory.save(replace(program.memory.new_entry(), content="Wax."))

        assert await program.chats.delete_chat(chat.id) == ()
        await program.chats.restore_chat(chat.id)
        assert len(await program.memory.entries()) == 3

        program.clock.advance(60_000)
        deleted = await program.library.delete_character(mira.id, with_memory=True)
        assert deleted == (kept[0],)
        assert told(program)[-2:] == [(LibraryKind.CHARACTER, (mira.id,)), (LibraryKind.MEMORY, (kept[0].id,))]
        of_chat = await program.chats.delete_chat(chat.id, with_memory=True)
        assert of_chat == (kept[1],)
        assert await program.memory.entries() == [general]

        await program.library.save_character(mira)
        await program.memory.put_back(deleted)
        await program.chats.restore_chat(chat.id, of_chat)
        assert [await program.memory.get_entry(entry.id) for entry in kept] == kept
        assert told(program)[-1] == (LibraryKind.MEMORY, (kept[1].id,))

    run(scenario, make_program())


def test_saving_without_a_change_changes_nothing() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira"))
        ilya = await program.library.save_persona(Persona(id="", name="Ilya"))
        events = len(told(program))
        program.clock.advance(60_000)
        assert await program.library.save_character(mira) == mira
        assert await program.library.save_persona(ilya) == ilya
        assert len(told(program)) == events
        assert await program.library.versions(mira) == []
        assert await program.library.versions(ilya) == []

    run(scenario, make_program())


def test_an_earlier_version_can_be_put_back_and_that_too() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira"))
        later = await program.library.save_character(replace(mira, name="Mirabel"))
        (first,) = await program.library.versions(later)
        assert first.value == mira
        back = await program.library.save_character(mira)
        assert back.name == "Mira"
        assert (await program.library.versions(back))[0].value == later

    run(scenario, make_program())


def test_a_portrait_is_kept_beside_the_other_files_and_comes_back() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="", name="Mira"))
        await program.library.set_file(mira, "embeded://a.png", b"\x89PNG\r\n\x1a\nsmile")
        assert await program.library.set_portrait(mira, b"\xff\xd8\xffface") == b""
        assert await program.library.portrait(mira.id) == b"\xff\xd8\xffface"
        before = len(told(program))
        assert await program.library.set_portrait(mira, b"\xff\xd8\xffface") == b"\xff\xd8\xffface"
        assert len(told(program)) == before
        assert await program.library.set_portrait(mira, b"") == b"\xff\xd8\xffface"
        assert list(await program.library.files(mira.id)) == ["embeded://a.png"]
        assert told(program)[-1] == (LibraryKind.CHARACTER, (mira.id,))

    run(scenario, make_program())
