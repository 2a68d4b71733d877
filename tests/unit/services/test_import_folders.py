"""Importing over fakes: chats that grow, whole folders, archives of two computers, undo."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.lore import LorebookLink, Scope, ScopeKind
from desktop_app.domain.message import ImagePart, Message, Role, TextPart
from desktop_app.domain.transfer import PORTRAIT, ObjectKind
from desktop_app.services.events import ChatAdded, ChatRemoved
from desktop_app.services.import_files import MAX_FILES, find_sources
from desktop_app.services.import_plan import Choice, ImportOutcome, Known, Outcome
from tests.fakes.program import Program, make_program
from tests.unit.interchange.files import archive, as_json, card, chunk, png
from tests.unit.interchange.test_lorebooks import tavern_entry, world
from tests.unit.services.importing import BOOK, brought, lines, picture, written
from tests.unit.services.scenario import in_a_loop


@in_a_loop
async def test_a_chat_is_a_tree_with_variants_and_is_linked_to_its_character(tmp_path: Path) -> None:
    program = make_program()
    await brought(program, written(tmp_path, "Mira.json", card()))
    (mira,) = await program.library.characters()
    outcome = await brought(program, written(tmp_path, "talk.jsonl", lines("Hello.|Hi.", "Tell me.", "Yes.")))
    chat_id = outcome.items[0].object_id
    chat = await program.chats.get_chat(chat_id)
    assert (chat.title, chat.character_ids) == ("talk", (mira.id,))
    assert await program.branch_texts(chat_id) == ["Hi.", "Tell me.", "Yes."]
    first = (await program.branch_messages(chat_id))[0]
    assert first.speaker.id == mira.id
    assert len(await program.chat_repository.variants(first.id)) == 2
    assert len(program.of_kind(ChatAdded)) == 1


@in_a_loop
async def test_a_chat_that_went_on_elsewhere_grows_and_loses_nothing(tmp_path: Path) -> None:
    program = make_program()
    outcome = await brought(program, written(tmp_path, "t.jsonl", lines("Hello.", "A?", "B.", integrity="x")))
    chat_id = outcome.items[0].object_id
    chat = await program.chats.get_chat(chat_id)
    mine = Message("mine", chat_id, chat.tip_id, Role.USER, (TextPart("My own."),))
    await program.chat_repository.append(mine)
    longer = written(tmp_path, "t.jsonl", lines("Hello.", "A?", "B.", "C?", "D."))
    preview = await program.imports.plan([longer])
    assert (preview.items[0].known, preview.items[0].choice) == (Known.NEWER, Choice.UPDATE)
    grown = await program.imports.run(preview)
    assert grown.items[0].outcome is Outcome.UPDATED
    assert await program.branch_texts(chat_id) == ["Hello.", "A?", "B.", "My own."]
    assert await program.chat_repository.variants("mine") != ["mine"]
    undone = await program.imports.undo(grown)
    assert undone.kept == ()
    assert await program.chat_repository.variants("mine") == ["mine"]
    assert len(program.state.messages) == 4


@in_a_loop
async def test_the_pictures_beside_the_chats_of_a_sillytavern_folder_come_with_them(tmp_path: Path) -> None:
    def told(image: object) -> bytes:
        rows = [json.loads(line) for line in lines("Hello.", "Look.").decode().splitlines()]
        rows[-1]["extra"] = {"image": image}
        return "\n".join(map(json.dumps, rows)).encode()

    root = tmp_path / "SillyTavern" / "data" / "default-user"
    sea, hill = png(chunk(b"tIME", bytes(7))), png()
    written(root, "characters/mira_1.png", picture())
    written(root, "user/images/Mira/the sea.png", sea)
    written(root, "user/images/Mira/hill.png", hill)
    written(root, "user/secret.png", sea)
    for name, image in {
        "whole": "/user/images/Mira/the sea.png",
        "coded": "user/images/Mira/the%20sea.png",
        "moved": "/user/images/Anna/HILL.png",
        "outside": "/user/images/../secret.png",
        "beside": "/user/secret.png",
        "missing": "/user/images/Mira/lake.png",
        "wrong": 5,
    }.items():
        written(root, f"chats/mira_1/{name}.jsonl", told(image))
    expected = {"whole": sea, "coded": sea, "moved": hill}

    async def found(path: Path) -> dict[str, bytes]:
        program = make_program()
        outcome = await brought(program, path)
        assert outcome.count(Outcome.FAILED) == 0
        made: dict[str, bytes] = {}
        for chat in await program.chats.list_chats():
            for part in (await program.branch_messages(chat.id))[-1].parts:
                if isinstance(part, ImagePart):
                    made[chat.title] = (await program.pictures.data([part.digest]))[part.digest]
        assert all(item.known is Known.SAME for item in (await program.imports.plan([path])).items)
        return made

    assert await found(tmp_path / "SillyTavern") == expected
    assert await found(root / "chats" / "mira_1") == expected
    assert await found(root / "chats" / "mira_1" / "moved.jsonl") == {"moved": hill}


@in_a_loop
async def test_a_sillytavern_folder_comes_whole(tmp_path: Path) -> None:
    program = make_program()
    root = tmp_path / "SillyTavern" / "data" / "default-user"
    written(root, "characters/mira_1.png", picture(extensions={"world": "Sea"}))
    written(root, "worlds/Sea.json", world(tavern_entry()))
    written(root, "chats/mira_1/first.jsonl", lines("Hello.", "Hi.", chat_metadata={"world_info": "Sea"}))
    written(root, "group chats/all.jsonl", lines("Hello.", "All."))
    written(root, "User Avatars/anna.png", png())
    written(root, "thumbnails/x.png", picture(name="Not this"))
    settings = {
        "power_user": {
            "personas": {"anna.png": "Anna"},
            "persona_descriptions": {"anna.png": {"description": "Curious.", "lorebook": "Sea"}},
        }
    }
    written(root, "settings.json", settings)
    outcome = await brought(program, tmp_path / "SillyTavern")
    assert outcome.count(Outcome.ADDED) == len(outcome.items) == 5
    (mira,) = await program.library.characters()
    (anna,) = await program.library.personas()
    (book,) = await program.lore.books()
    first = next(chat for chat in await program.chats.list_chats() if chat.title == "first")
    assert (first.character_ids, first.persona_id) == ((mira.id,), anna.id)
    assert set(await program.lore_repository.links()) == {
        LorebookLink(book.id, Scope(ScopeKind.CHARACTER, mira.id)),
        LorebookLink(book.id, Scope(ScopeKind.PERSONA, anna.id)),
        LorebookLink(book.id, Scope(ScopeKind.CHAT, first.id)),
    }
    assert (await program.file_repository.files(anna.id))[PORTRAIT].data == png()
    assert anna.description == "Curious."


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("SillyTavern", {"Mira": "mira says", "Jonas": "jonas says"}),
        ("SillyTavern/data", {"Mira": "mira says", "Jonas": "jonas says"}),
        ("SillyTavern/data/jonas", {"Jonas": "jonas says"}),
    ],
)
@in_a_loop
async def test_each_person_of_a_sillytavern_comes_whole(tmp_path: Path, given: str, wanted: dict[str, str]) -> None:
    program = make_program()
    for person, name in (("default-user", "Mira"), ("jonas", "Jonas")):
        root = tmp_path / "SillyTavern" / "data" / person
        written(root, f"characters/{name}_1.png", picture(name=name))
        written(root, f"chats/{name}_1/{name.lower()} says.jsonl", lines("Hello.", "Hi."))
        written(root, f"User Avatars/{name}.png", png())
        written(root, "settings.json", {"power_user": {"personas": {f"{name}.png": f"I, {name}"}}})
    written(tmp_path / "SillyTavern" / "data", "_storage/characters/x.png", picture(name="Not this"))
    await brought(program, tmp_path / given)
    characters = {character.id: character.name for character in await program.library.characters()}
    assert {characters[chat.character_ids[0]]: chat.title for chat in await program.chats.list_chats()} == wanted
    for persona in await program.library.personas():
        assert PORTRAIT in await program.file_repository.files(persona.id)
    assert {persona.name for persona in await program.library.personas()} == {f"I, {name}" for name in wanted}


@in_a_loop
async def test_what_a_kobold_save_keeps_in_every_prompt_is_always_in_context(tmp_path: Path) -> None:
    program = make_program()
    save = {"prompt": "Once.", "actions": ["Then."], "memory": "The sea is cold.", "authorsnote": "Slowly."}
    outcome = await brought(program, written(tmp_path, "save.json", save))
    chat = await program.chats.get_chat(outcome.items[0].object_id)
    (entry,) = await program.memory.entries()
    assert (entry.content, entry.always_in_context) == ("The sea is cold.", True)
    assert entry.scope == Scope(ScopeKind.CHAT, chat.id)
    assert chat.context.note.text == "Slowly."


@in_a_loop
async def test_undo_takes_everything_out_again(tmp_path: Path) -> None:
    program = make_program()
    written(tmp_path, "a.png", picture(character_book=BOOK))
    written(tmp_path, "b.jsonl", lines("Hello.", "Hi."))
    outcome = await brought(program, tmp_path)
    undone = await program.imports.undo(outcome)
    assert (undone.taken, undone.kept) == (3, ())
    assert await program.library.characters() == await program.lore.books() == await program.chats.list_chats() == []
    assert len(program.of_kind(ChatRemoved)) == 1
    again = await program.imports.plan([tmp_path])
    assert [item.known for item in again.items] == [Known.NEW, Known.NEW]


def test_folders_are_walked_in_bounds(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    written(tmp_path, "deep/a.json", card())
    written(tmp_path, "deep/notes.txt", b"no")
    (tmp_path / "deep" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "deep" / "link.json").symlink_to(tmp_path / "deep" / "a.json")
    assert [source.name for source in find_sources([tmp_path]).sources] == ["a.json"]
    with pytest.raises(InterruptedError):
        find_sources([tmp_path], lambda _share: False)


def test_no_more_files_are_looked_at_than_anybody_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_FILES == 20_000
    monkeypatch.setattr("desktop_app.services.import_files.MAX_FILES", 3)
    for number in range(5):
        written(tmp_path, f"{number}.json", b"{}")
    found = find_sources([tmp_path])
    assert (len(found.sources), found.more) == (3, True)


@in_a_loop
async def test_a_chat_that_leaves_its_greeting_to_the_card_gets_it_from_there(tmp_path: Path) -> None:
    program = make_program()
    await brought(program, written(tmp_path, "Mira.json", card()))
    chat = {"message": [{"role": "user", "data": "Good night."}], "name": "t", "fmIndex": 0}
    file = written(tmp_path, "chat.json", {"type": "risuChat", "ver": 2, "data": chat})
    outcome = await brought(program, file)
    assert await program.branch_texts(outcome.items[0].object_id) == ["Good night."]
    (mira,) = await program.library.characters()
    folder = tmp_path / "st"
    written(folder, "characters/Mira.json", card(name="Other"))
    written(folder, "worlds/x.json", b"{}")
    written(
        folder,
        "chats/Mira/chat.json",
        {"type": "risuChat", "ver": 2, "data": {**chat, "message": [{"role": "user", "data": "Yes."}]}},
    )
    outcome = await brought(program, folder)
    chat_id = next(one.object_id for one in outcome.items if one.item.kind is ObjectKind.CHAT)
    assert await program.branch_texts(chat_id) == [mira.alternate_greetings[0], "Yes."]


@in_a_loop
async def test_an_archive_of_many_cards_is_a_folder(tmp_path: Path) -> None:
    program = make_program()
    bundle = archive(
        {
            "cards/a.png": picture(name="A", tags="x, y"),
            "b.json": as_json(card(name="B")),
            "talk.jsonl": lines("Hello.", "Hi."),
            "photo.png": png(),
            "more.zip": archive({"c.json": as_json(card(name="C"))}),
            "hidden.json": archive({"c.json": as_json(card(name="C"))}),
        }
    )
    preview = await program.imports.plan([written(tmp_path, "all.zip", bundle)])
    assert [item.name for item in preview.items] == ["A", "B", "talk"]
    report = preview.files[0].report
    assert report is not None
    assert sorted(note.path for note in report.skipped) == ["hidden.json", "photo.png"]
    assert [one.path for one in report.coercions] == ["cards/a.png: data.tags"]
    outcome = await program.imports.run(preview)
    assert outcome.count(Outcome.ADDED) == 3


@in_a_loop
async def test_archives_of_two_computers_are_put_together_and_nothing_is_lost(tmp_path: Path) -> None:
    home, away = make_program(), make_program()
    await brought(home, written(tmp_path, "Mira.json", card(character_book=BOOK)))
    outcome = await brought(home, written(tmp_path, "t.jsonl", lines("Hello.", "Tell me.")))
    chat_id = outcome.items[0].object_id
    first, asked = (await home.branch_messages(chat_id))[:2]

    async def carry(source: Program, target: Program, name: str) -> ImportOutcome:
        (saved,) = await source.exports.save(await source.exports.everything(), tmp_path / f"{name}.talespan")
        return await brought(target, saved)

    came = await carry(home, away, "first")
    assert came.count(Outcome.ADDED) == len(came.items) == 3
    assert await away.import_repository.tree(chat_id) == await home.import_repository.tree(chat_id)

    for program, word, minutes in ((home, "home", 1), (away, "away", 2)):
        program.clock.advance(minutes * 60_000)
        program.state.clock = program.clock
        await program.chats.edit(first.id, f"Hello from {word}.")
        await program.chat_repository.append(
            Message(word, chat_id, asked.id, Role.ASSISTANT, (TextPart(f"Told at {word}."),), created_at=1)
        )
        (mira,) = await program.library.characters()
        await program.library.save_character(replace(mira, description=f"Written at {word}."))

    for source, target, name in ((away, home, "second"), (home, away, "third")):
        await carry(source, target, name)
    for program in (home, away):
        assert await program.chat_repository.variants("home") in (["home", "away"], ["away", "home"])
        tree = await program.import_repository.tree(chat_id)
        assert {one.text for one in tree.messages if one.id == first.id} == {
            "Hello.",
            "Hello from home.",
            "Hello from away.",
        }
        assert tree.current()[first.id].text == "Hello from away."
        (mira,) = await program.library.characters()
        assert mira.description == "Written at away."
    kept = home.import_repository.transfers.versions
    assert any(getattr(one, "description", "") == "Written at home." for one in kept)
    again = await carry(home, away, "fourth")
    assert {one.outcome for one in again.items} == {Outcome.UNCHANGED}
