"""The dialog of exports over fakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.exporting import BookFormat, CardFormat, ChatFormat
from desktop_app.services.export_service import Export
from desktop_app.ui.imports.export_dialog import Exportable, ExportDialog, Thing
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.rig import Window
from tests.ui.spoken import nameless
from tests.unit.interchange.files import as_json, book_entry, card

pytestmark = [pytest.mark.usefixtures("english", "theme")]


class Saving(ExportDialog):
    """Asks nobody where a file belongs."""

    folder = Path()

    async def _target(self, made: Export) -> Path | None:
        del made
        return self.folder


async def filled(tmp_path: Path) -> Program:
    """A program with a character, its book and a chat."""
    program = make_program()
    file = tmp_path / "Mira.json"
    file.write_bytes(as_json(card(character_book={"name": "Sea", "entries": [book_entry()]})))
    await program.imports.run(await program.imports.plan([file]))
    (mira,) = await program.library.characters()
    await program.chats.start_chat(mira)
    return program


async def opened(program: Program) -> Saving:
    """The dialog."""
    things = Exportable(
        await program.library.characters(), await program.lore.books(), await program.chats.list_chats()
    )
    window = Window(program)
    dialog = Saving(program.exports, things, window.launch, things.chats[0].id)
    dialog.open()
    return dialog


def choose(dialog: ExportDialog, thing: Thing, form: object = None) -> None:
    """Chooses as a hand would."""
    dialog.thing.show_value(thing)
    dialog.thing.edited.emit()
    if form is not None:
        dialog.form.show_value(form)
        dialog.form.edited.emit()


async def test_everything_can_go_out_in_every_format(tmp_path: Path) -> None:
    program = await filled(tmp_path)
    dialog = await opened(program)
    dialog.folder = tmp_path / "out"
    dialog.folder.mkdir()
    assert nameless(dialog) == []
    done = dialog._done  # pyright: ignore[reportPrivateUsage] - what is shown
    wanted = [
        *((Thing.CHAT, form, suffix) for form, suffix in zip(ChatFormat, _CHATS, strict=True)),
        *((Thing.CHARACTER, form, suffix) for form, suffix in zip(CardFormat, _CARDS, strict=True)),
        *((Thing.LOREBOOK, form, ".json") for form in BookFormat),
        (Thing.ALL, None, ".talespan"),
    ]
    for thing, form, suffix in wanted:
        before = {path: path.stat().st_mtime_ns for path in dialog.folder.iterdir()}
        choose(dialog, thing, form)
        dialog.export()
        await until(lambda: "Written:" in done.text())
        written = [path for path in dialog.folder.iterdir() if path.stat().st_mtime_ns != before.get(path)]
        assert [path.suffix for path in written] == [suffix]
        assert written[0].stat().st_size
        done.setText("")
    dialog.reject()
    await program.tasks.close()


async def test_what_a_format_does_not_hold_is_said(tmp_path: Path) -> None:
    program = await filled(tmp_path)
    (chat,) = await program.chats.list_chats()
    (first,) = await program.branch_messages(chat.id)
    await program.chats.edit(first.id, "Another word.")
    dialog = await opened(program)
    dialog.folder = tmp_path
    choose(dialog, Thing.CHAT, ChatFormat.TEXT)
    dialog.export()
    notes = dialog._notes  # pyright: ignore[reportPrivateUsage] - what is shown
    await until(lambda: bool(notes.text()))
    assert notes.text().splitlines() == [
        "• It holds the open branch only; messages beside it that are left out: 1.",  # the card's other greeting
        "• The earlier texts of edited messages are not in it.",
    ]
    assert (tmp_path / "Mira.txt").read_text("utf-8") == "Mira: Another word.\n"
    dialog.reject()
    await program.tasks.close()


_CHATS = (".talespan", ".jsonl", ".md", ".html", ".txt")
_CARDS = (".png", ".charx", ".json", ".json")
