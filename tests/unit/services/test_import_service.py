"""Importing over fakes: previews, choices, links, limits and undo."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.errors import DiskFullError, StorageError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.transfer import ObjectKind
from desktop_app.services.events import LibraryChanged
from desktop_app.services.import_plan import Choice, Known, Outcome
from desktop_app.services.import_run import Watch
from tests.fakes.program import make_program
from tests.unit.interchange.files import as_json, book_entry, card
from tests.unit.services.importing import BOOK, brought, picture, written
from tests.unit.services.scenario import in_a_loop


@in_a_loop
async def test_a_preview_writes_nothing_and_says_what_would_come(tmp_path: Path) -> None:
    program = make_program()
    file = written(tmp_path, "Mira.png", picture(character_book=BOOK, tags="sea, cold"))
    preview = await program.imports.plan([file])
    (item,) = preview.items
    assert (item.kind, item.name, item.entries, item.known) == (ObjectKind.CHARACTER, "Mira", 1, Known.NEW)
    assert preview.files[0].report is not None
    assert preview.files[0].report.coercions[0].path == "data.tags"
    assert program.told == []
    assert program.state.characters == program.state.books == {}


@in_a_loop
async def test_a_card_comes_in_with_its_book_its_portrait_and_its_link(tmp_path: Path) -> None:
    program = make_program()
    data = picture(character_book=BOOK)
    outcome = await brought(program, written(tmp_path, "Mira.png", data))
    (character,) = await program.library.characters()
    (book,) = await program.lore.books()
    assert outcome.count(Outcome.ADDED) == 1
    assert outcome.items[0].object_id == character.id
    assert book.entries[0].id not in {"", "0"}
    assert await program.lore.scopes_of(book.id) == (Scope(ScopeKind.CHARACTER, character.id),)
    portrait = await program.file_repository.portrait(character.id)
    assert portrait is not None
    assert portrait.data == data
    assert [type(event) for event in program.told] == [LibraryChanged, LibraryChanged]


@in_a_loop
async def test_the_same_again_is_known_and_left_alone(tmp_path: Path) -> None:
    program = make_program()
    file = written(tmp_path, "Mira.png", picture(character_book=BOOK))
    await brought(program, file)
    before = dict(program.state.characters)
    preview = await program.imports.plan([file])
    (item,) = preview.items
    assert (item.known, item.choice, item.existing_name) == (Known.SAME, Choice.SKIP, "Mira")
    outcome = await program.imports.run(preview)
    assert outcome.items[0].outcome is Outcome.UNCHANGED
    assert program.state.characters == before
    assert len(program.state.books) == 1


@in_a_loop
async def test_a_newer_version_updates_and_keeps_the_former_one_as_a_version(tmp_path: Path) -> None:
    program = make_program()
    await brought(program, written(tmp_path, "a.png", picture(character_book=BOOK)))
    (old,) = await program.library.characters()
    (old_book,) = await program.lore.books()
    newer = {"name": "Sea", "entries": [book_entry(), book_entry(keys=["tide"], content="High.")]}
    file = written(tmp_path, "b.png", picture(description="New.", character_book=newer))
    preview = await program.imports.plan([file])
    assert (preview.items[0].known, preview.items[0].choice) == (Known.NEWER, Choice.UPDATE)
    outcome = await program.imports.run(preview)
    (character,) = await program.library.characters()
    (book,) = await program.lore.books()
    assert (character.id, character.description) == (old.id, "New.")
    assert [entry.content for entry in book.entries] == ["Deep.", "High."]
    assert (book.id, book.entries[0].id) == (old_book.id, old_book.entries[0].id)
    assert program.import_repository.transfers.versions == [old, old_book]
    undone = await program.imports.undo(outcome)
    assert (undone.taken, undone.kept) == (2, ())
    assert await program.library.get_character(old.id) == old


@in_a_loop
async def test_what_the_person_has_changed_since_is_not_written_over(tmp_path: Path) -> None:
    program = make_program()
    await brought(program, written(tmp_path, "a.png", picture()))
    (mine,) = await program.library.characters()
    program.clock.advance(1000)
    mine = await program.library.save_character(replace(mine, tags=("own",)))
    preview = await program.imports.plan([written(tmp_path, "b.png", picture(description="New."))])
    assert (preview.items[0].known, preview.items[0].choice) == (Known.EDITED, Choice.COPY)
    await program.imports.run(preview)
    assert sorted(one.description for one in await program.library.characters()) == sorted([mine.description, "New."])


@in_a_loop
async def test_a_choice_for_each_object_counts(tmp_path: Path) -> None:
    program = make_program()
    files = [written(tmp_path, f"{name}.json", card(name=name)) for name in ("A", "B")]
    preview = await program.imports.plan(files)
    outcome = await program.imports.run(preview, {preview.items[0].key: Choice.SKIP})
    assert [one.name for one in await program.library.characters()] == ["B"]
    assert [item.outcome for item in outcome.items] == [Outcome.SKIPPED, Outcome.ADDED]
    again = await program.imports.plan(files[1:])
    await program.imports.run(again, {again.items[0].key: Choice.COPY})
    assert [one.name for one in await program.library.characters()] == ["B", "B"]


@in_a_loop
async def test_the_same_object_twice_among_the_files_comes_once(tmp_path: Path) -> None:
    program = make_program()
    outcome = await brought(program, written(tmp_path, "a.json", card()), written(tmp_path, "b/a.json", card()))
    assert [item.outcome for item in outcome.items] == [Outcome.ADDED, Outcome.UNCHANGED]
    assert len(program.state.characters) == 1


@in_a_loop
async def test_bad_files_cost_no_good_one(tmp_path: Path) -> None:
    program = make_program()
    files = [
        written(tmp_path, "empty.json", b""),
        written(tmp_path, "page.png", b"<html>"),
        written(tmp_path, "good.json", card()),
        tmp_path / "gone.json",
    ]
    preview = await program.imports.plan(files)
    codes = [file.error.code if file.error else "" for file in preview.files]
    assert codes == ["interchange.empty-file", "interchange.unsupported-format", "", "import.unreadable"]
    outcome = await program.imports.run(preview)
    assert outcome.count(Outcome.ADDED) == 1


@in_a_loop
async def test_a_backup_is_made_once_and_only_where_there_is_something_to_lose(tmp_path: Path) -> None:
    program = make_program()
    preview = await program.imports.plan([written(tmp_path, "a.json", card())])
    await program.imports.run(preview)
    assert [backup.reason for backup, _ in program.backup_store.kept] == ["before-import"]
    program.backup_store.full = True
    other = await program.imports.plan([written(tmp_path, "b.json", card(name="B"))])
    with pytest.raises(DiskFullError):
        await program.imports.run(other)
    assert len(program.state.characters) == 1
    skipped = await program.imports.run(other, {item.key: Choice.SKIP for item in other.items})
    assert skipped.items[0].outcome is Outcome.SKIPPED


@in_a_loop
async def test_a_failure_while_storing_is_told_with_its_object(tmp_path: Path) -> None:
    program = make_program()
    preview = await program.imports.plan([written(tmp_path, "a.json", card())])
    program.import_repository.fail_store = StorageError(detail="worn out")
    outcome = await program.imports.run(preview)
    assert outcome.items[0].outcome is Outcome.FAILED
    assert "worn out" in str(outcome.items[0].error)
    assert outcome.added == ()


@in_a_loop
async def test_a_file_that_was_changed_in_between_is_not_imported(tmp_path: Path) -> None:
    program = make_program()
    file = written(tmp_path, "a.json", card())
    preview = await program.imports.plan([file])
    file.write_bytes(as_json(card(description="Other.")))
    outcome = await program.imports.run(preview)
    assert outcome.items[0].error is not None
    assert outcome.items[0].error.code == "import.changed"
    assert program.state.characters == {}


@in_a_loop
async def test_a_cancelled_import_keeps_what_came_and_says_what_did_not(tmp_path: Path) -> None:
    program = make_program()
    files = [written(tmp_path, f"{name}.json", card(name=name)) for name in "ABC"]
    watch = Watch()
    program.bus.subscribe(LibraryChanged, lambda _event: watch.cancel())
    outcome = await program.imports.run(await program.imports.plan(files), watch=watch)
    assert outcome.cancelled
    assert [item.outcome for item in outcome.items] == [Outcome.ADDED, Outcome.STOPPED, Outcome.STOPPED]
    assert len(program.state.characters) == 1


@in_a_loop
async def test_pasted_text_is_read_like_a_file() -> None:
    program = make_program()
    preview = await program.imports.plan_pasted(json.dumps(card()).encode(), "clipboard")
    outcome = await program.imports.run(preview)
    assert [one.name for one in await program.library.characters()] == ["Mira"]
    assert outcome.items[0].outcome is Outcome.ADDED


@in_a_loop
async def test_where_two_kinds_fit_the_person_decides(tmp_path: Path) -> None:
    program = make_program()
    both: dict[str, Any] = {
        "name": "B",
        "entries": {"0": {"key": ["a"], "content": "T"}},
        "worldinfo": [],
        "gamestarted": True,
    }
    preview = await program.imports.plan([written(tmp_path, "both.json", both)])
    error = preview.files[0].error
    assert error is not None
    assert error.code == "interchange.ambiguous-format"
    kind = str(error.params["kinds"]).split(", ")[0]
    answered = await program.imports.plan_again(preview, {"both.json": kind})
    assert answered.files[0].error is None
    assert len(answered.items) == 1
