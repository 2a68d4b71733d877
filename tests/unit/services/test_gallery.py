"""The gallery of characters: use, favourites, order, copies."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.character import Character
from desktop_app.domain.lore import Lorebook, Scope, ScopeKind
from desktop_app.domain.transfer import PORTRAIT
from desktop_app.services.character_query import parse_query
from desktop_app.services.events import LibraryChanged, LibraryKind
from desktop_app.services.gallery_service import (
    FAVOURITE,
    GalleryOrder,
    Usage,
    card_of,
    found_cards,
    is_favourite,
    usage_of,
)
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run

CARDS = [
    replace(card_of(Character("z", "Zoe", description="knows Mira", created_at=5)), usage=Usage(1, 90)),
    replace(card_of(Character("m", "mira", created_at=1, extensions={FAVOURITE: "true"})), usage=Usage(3, 50)),
    card_of(Character("a", "Ёлка", created_at=70)),
]


def ids(text: str, order: GalleryOrder, *, favourites: bool = False) -> str:
    return "".join(card.id for card in found_cards(CARDS, parse_query(text), order, only_favourites=favourites))


def test_each_order_and_what_was_just_made_is_recent() -> None:
    assert ids("", GalleryOrder.RECENT) == "zam"
    assert ids("", GalleryOrder.NAME) == "mza"
    assert ids("", GalleryOrder.MOST_USED) == "mza"
    assert ids("", GalleryOrder.NAME, favourites=True) == "m"


def test_who_is_called_so_comes_before_who_only_mentions_it() -> None:
    assert ids("mira", GalleryOrder.RECENT) == "mz"
    assert ids("елка", GalleryOrder.RECENT) == "a"


def test_a_favourite_is_marked_as_others_mark_it_and_the_rest_of_the_card_stays() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character("", "Mira", extensions={"world": '"Sea"'}))
        await program.gallery.set_favourite(mira.id, favourite=True)
        assert (await program.library.get_character(mira.id)).extensions == {"world": '"Sea"', "fav": "true"}
        assert (await program.gallery.card(mira.id)).is_favourite
        before = len(program.of_kind(LibraryChanged))
        await program.gallery.set_favourite(mira.id, favourite=True)
        assert len(program.of_kind(LibraryChanged)) == before
        await program.gallery.set_favourite(mira.id, favourite=False)
        assert not (await program.gallery.card(mira.id)).is_favourite

    run(scenario, make_program())


def test_a_favourite_may_be_written_as_a_word() -> None:
    assert is_favourite(Character("a", "A", extensions={FAVOURITE: '"true"'}))
    assert not is_favourite(Character("a", "A", extensions={FAVOURITE: '"false"'}))


def test_a_copy_has_the_pictures_and_the_lorebooks_and_no_chats() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character("", "Mira", extensions={FAVOURITE: "true"}))
        await program.file_repository.set_files(mira.id, {PORTRAIT: b"\x89PNG\r\n\x1a\nx", "embeded://a": b"a"})
        book = await program.lore.save_book(Lorebook(id="", name="Sea"))
        await program.lore.set_scopes(book.id, (Scope(ScopeKind.CHARACTER, mira.id),))
        await program.chats.start_chat(mira)
        copy = await program.gallery.duplicate(mira.id, "Mira (2)")
        assert (copy.name, is_favourite(copy)) == ("Mira (2)", False)
        portrait = await program.gallery.portrait(copy.id)
        assert portrait is not None
        assert portrait.data == b"\x89PNG\r\n\x1a\nx"
        assert Scope(ScopeKind.CHARACTER, copy.id) in await program.lore.scopes_of(book.id)
        assert list(await program.gallery.chats()) == [mira.id]
        assert LibraryChanged(LibraryKind.CHARACTER, (copy.id,)) in program.told

    run(scenario, make_program())


def test_use_counts_the_chats_outside_the_trash_and_knows_the_last() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character("", "Mira"))
        first = await program.chats.start_chat(mira)
        program.clock.advance(1000)
        second = await program.chats.start_chat(mira)
        chats = await program.gallery.chats()
        assert [chat.id for chat in chats[mira.id]] == [second.id, first.id]
        assert usage_of(chats) == {mira.id: Usage(2, second.updated_at)}
        await program.chats.delete_chat(second.id)
        assert usage_of(await program.gallery.chats()) == {mira.id: Usage(1, first.updated_at)}

    run(scenario, make_program())
