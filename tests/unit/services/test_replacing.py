"""Find and replace: every place is told first, what is ticked changes in one step, and what was made of it goes stale."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.domain.backup import BEFORE_REPLACING
from desktop_app.domain.character import Character
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.message import Message, MessageFlags, Role, TextPart
from desktop_app.domain.replacing import ChangedMeanwhileError
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.replacing import Finder, Wanted
from desktop_app.services.events import BranchChanged, LibraryChanged, MessageChanged
from desktop_app.services.import_run import Watch
from desktop_app.services.replace_service import ReplaceHit, Where
from tests.fakes.program import Program, make_program
from tests.unit.services.request_material import book
from tests.unit.services.scenario import run

LEMMAS = Lemmas()


@pytest.mark.parametrize(
    ("wanted", "text", "expected"),
    [
        (Wanted("Mira", "Maya"), "Mira's MIRA mira Miranda", ["Mira Maya", "MIRA MAYA", "mira maya"]),
        (Wanted("Mira", "Maya", match_case=True), "MIRA mira Mira", ["Mira Maya"]),
        (
            Wanted("harbour", "haven"),
            "Harbour, harbour. HARBOUR",
            ["Harbour Haven", "harbour haven", "HARBOUR HAVEN"],
        ),
        (Wanted("Harbour", "haven"), "Harbour harbour", ["Harbour haven", "harbour haven"]),
        (Wanted("harbour", "haven", match_case=True), "Harbour harbour", ["harbour haven"]),
        (Wanted("олег", "игорь", forms=True), "Олегу, олегу", ["Олегу Игорю", "олегу игорю"]),
        (Wanted("Mira", "Maya", whole_words=False), "Miranda", ["Mira Maya"]),
        (Wanted("王明", "王铭"), "我叫王明，王明明", ["王明 王铭", "王明 王铭"]),
        (Wanted("Олег", "Игорь"), "Олегу Олег", ["Олег Игорь"]),
        (Wanted("Олег", "Игорь", forms=True), "Олегу, Олегом. Олеговна", ["Олегу Игорю", "Олегом Игорем"]),
        (Wanted("Алена", "Алёна"), "Алена", ["Алена Алёна"]),
        (Wanted("/a/", "b"), "x /a/ y", ["/a/ b"]),
        (Wanted("  ", "b"), "  x  ", []),
        (Wanted("C++", "Rust"), "C++!", ["C++ Rust"]),
    ],
)
def test_a_word_is_found_by_the_rules_of_its_script(wanted: Wanted, text: str, expected: list[str]) -> None:
    finder = Finder(wanted, LEMMAS)
    assert [f"{place.found} {finder.instead_of(place)}" for place in finder.places(text)] == expected


async def _chat(program: Program, said: list[str]) -> str:
    mira = await program.library.save_character(Character(id="", name="Mira", description="Mira is here."))
    chat = await program.chats.new_chat("Bees", character_id=mira.id)
    for number, text in enumerate(said):
        role = Role.ASSISTANT if number % 2 else Role.USER
        parent = f"m{number - 1}" if number else None
        await program.chat_repository.append(Message(f"m{number}", chat.id, parent, role, (TextPart(text),)))
    return chat.id


def _told(hits: tuple[ReplaceHit, ...]) -> list[tuple[str, str, str]]:
    return [(hit.where.value, hit.text, hit.instead) for hit in hits]


def test_all_that_counts_in_the_chat_is_looked_through_and_only_what_is_ticked_changes() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await _chat(program, ["Mira and Mira", "no one", "Mira again"])
        await program.chats.new_chat("Other")
        mine = await book(program, "World", Scope(ScopeKind.CHAT, chat_id), Mira="Mira lives.")
        await book(program, "Elsewhere", Scope(ScopeKind.CHAT, "another"), Mira="Mira lives.")
        memory = await program.memory.save(
            replace(program.memory.new_entry(Scope(ScopeKind.CHAT, chat_id)), content="Mira is kind")
        )
        own = await program.summaries.add(chat_id, "Mira came.")
        found = await program.replacing.find(chat_id, Wanted("Mira", "Maya"))
        assert _told(found.hits) == [
            ("messages", "Mira and Mira", "Maya"),
            ("messages", "Mira and Mira", "Maya"),
            ("messages", "Mira again", "Maya"),
            ("summary", "Mira came.", "Maya"),
            ("lore", "Mira", "Maya"),
            ("lore", "Mira", "Maya"),
            ("lore", "Mira lives.", "Maya"),
            ("memory", "Mira is kind", "Maya"),
            ("characters", "Mira", "Maya"),
            ("characters", "Mira is here.", "Maya"),
        ]
        ticked = {hit.number for hit in found.hits} - {0, 8}
        program.told.clear()
        replaced = await program.replacing.replace(found, ticked)
        assert replaced is not None
        assert (replaced.places, replaced.things) == (8, 6)
        assert await program.branch_texts(chat_id) == ["Mira and Maya", "no one", "Maya again"]
        assert (await program.lore.get_book(mine.id)).entries[0].keys == ("Maya",)
        assert (await program.memory_repository.get_entry(memory.id)).content == "Maya is kind"
        (character,) = await program.library.characters()
        assert (character.name, character.description) == ("Mira", "Maya is here.")
        (segment,) = await program.summary_repository.segments(chat_id)
        assert (segment.sentences[0].id, segment.sentences[0].text) == (own.id, "Maya came.")
        assert [backup.reason for backup, _ in program.backup_store.kept] == [BEFORE_REPLACING]
        assert [event.message.id for event in program.of_kind(MessageChanged)] == ["m0", "m2"]
        assert len(program.of_kind(LibraryChanged)) == 3
        plan = await program.context.preview(chat_id, "", wait=True)
        assert "Mira and Maya" in [block.text for block in plan.blocks]

        await program.replacing.undo(replaced)
        assert await program.branch_texts(chat_id) == ["Mira and Mira", "no one", "Mira again"]
        assert _told((await program.replacing.find(chat_id, Wanted("Mira", "Maya"))).hits) == _told(found.hits)

    run(scenario, make_program())


def test_forms_are_listed_and_the_persons_own_words_count() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await _chat(program, ["Олегу, Олегу и Олегом", "Олег"])
        found = await program.replacing.find(chat_id, Wanted("Олег", "Игорь", forms=True), [Where.MESSAGES])
        assert found.forms == (("Олегу", "Игорю", 2), ("Олегом", "Игорем", 1))
        numbers = {hit.number for hit in found.hits}
        await program.replacing.replace(found, numbers, forms={"Олегом": "самим Игорем"})
        assert await program.branch_texts(chat_id) == ["Игорю, Игорю и самим Игорем", "Игорь"]

    run(scenario, make_program())


def test_deleted_messages_and_other_places_are_left_alone() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await _chat(program, ["Mira", "Mira"])
        await program.chat_repository.set_flags(["m0"], MessageFlags(deleted=True))
        found = await program.replacing.find(chat_id, Wanted("Mira", "Maya"), [Where.MESSAGES])
        assert [hit.thing_id for hit in found.hits] == ["m1"]

    run(scenario, make_program())


def test_nothing_becomes_blank() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await _chat(program, ["Mira", " Mira  Mira.", "Mira Mira ", "Mira came"])
        found = await program.replacing.find(chat_id, Wanted("Mira", ""))
        assert [hit.text for hit in found.hits] == [" Mira  Mira."] * 2 + ["Mira came", "Mira is here."]
        assert len((await program.replacing.find(chat_id, Wanted("Mira", "Maya"))).hits) == 8

    run(scenario, make_program())


def test_many_messages_are_told_at_once_with_progress() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await _chat(program, ["Mira"] * 1_200)
        shares: list[float] = []
        found = await program.replacing.find(chat_id, Wanted("Mira", "Maya"), [Where.MESSAGES], Watch(shares.append))
        assert shares == [0.0, 500 / 1_200, 1_000 / 1_200, 1.0]
        program.told.clear()
        await program.replacing.replace(found, {hit.number for hit in found.hits})
        assert len(program.of_kind(BranchChanged)) == 1
        assert not program.of_kind(MessageChanged)
        assert set(await program.branch_texts(chat_id)) == {"Maya"}

    run(scenario, make_program())


def test_whoever_cancels_has_changed_nothing() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await _chat(program, ["Mira", "Mira"])
        found = await program.replacing.find(chat_id, Wanted("Mira", "Maya"))
        watch = Watch()
        watch.cancel()
        assert await program.replacing.replace(found, {0, 1}, watch=watch) is None
        assert await program.branch_texts(chat_id) == ["Mira", "Mira"]
        assert not (await program.replacing.find(chat_id, Wanted("Mira", "Maya"), watch=watch)).hits

    run(scenario, make_program())


def test_what_was_changed_meanwhile_is_not_overwritten() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await _chat(program, ["Mira", "Mira"])
        found = await program.replacing.find(chat_id, Wanted("Mira", "Maya"), [Where.MESSAGES])
        await program.chats.edit("m0", "Something else")
        with pytest.raises(ChangedMeanwhileError):
            await program.replacing.replace(found, {0, 1})
        assert await program.branch_texts(chat_id) == ["Something else", "Mira"]

    run(scenario, make_program())
