"""The live test of keys: what the engine says of an entry as it stands in the form."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QApplication

from desktop_app.domain.lore import LorebookEntry, Scope, ScopeKind
from tests.ui.conftest import until
from tests.ui.editors.bench import ALWAYS, BOOK, LAMP, OFF, Bench, field, type_into


async def test_keys_are_tried_while_they_are_typed_and_nothing_is_stored(bench: Bench) -> None:
    dialog = await bench.open()
    await bench.program.chats.save_draft(bench.chat.id, "I look at the lamps over the harbour")
    page = dialog.lorebooks
    shown = page.entry_form.key_test
    page.show_entry(BOOK.id, LAMP.id)
    await until(lambda: shown.text().startswith("Fires"))
    assert "the lamps over" in shown.text()
    field(page, "keys").selectAll()
    type_into(field(page, "keys"), "whale")
    await until(lambda: shown.text().startswith("Does not fire"))
    assert "None of its keys was found." in shown.text()
    type_into(field(page, "keys"), "harbour")
    await until(lambda: shown.text().startswith("Fires"))
    type_into(field(page, "anti_keys"), "lamps")
    await until(lambda: "Blocked" in shown.text())
    assert (await bench.book()).entries[0].keys == LAMP.keys
    await bench.close()


async def test_what_keeps_an_entry_out_besides_its_keys_is_said(bench: Bench) -> None:
    dialog = await bench.open()
    await bench.program.chats.save_draft(bench.chat.id, "a storm")
    page = dialog.lorebooks
    shown = page.entry_form.key_test
    page.show_entry(BOOK.id, OFF.id)
    await until(lambda: "switched off" in shown.text())
    assert shown.text().startswith("Does not fire")
    assert "a storm" in shown.text()
    await bench.program.lore.set_scopes(BOOK.id, (Scope(ScopeKind.CHAT, "another"),))
    await until(lambda: "does not count in this chat" in shown.text())
    page.show_entry(BOOK.id, ALWAYS.id)
    assert shown.text() == ""
    await bench.close()


async def test_a_memory_entry_says_where_the_other_way_of_comparing_would_find_it(bench: Bench) -> None:
    dialog = await bench.open()
    await bench.program.chats.save_draft(bench.chat.id, "примерно так")
    page = dialog.memory
    shown = page.memory_form.key_test
    page.add()
    type_into(field(page, "content"), "Рим далеко.")
    type_into(field(page, "keywords"), "рим")
    await until(lambda: "whole words it would not fire" in shown.text())
    assert shown.text().startswith("Fires")
    match = field(page, "match")
    match.setCurrentIndex(1)
    match.activated.emit(1)
    await until(lambda: shown.text().startswith("Does not fire"))
    assert "примерно" in shown.text()
    page.save()
    await bench.settled()
    await bench.close()


async def test_a_new_message_is_tried_too(bench: Bench) -> None:
    dialog = await bench.open()
    page = dialog.lorebooks
    shown = page.entry_form.key_test
    page.show_entry(BOOK.id, LAMP.id)
    await until(lambda: shown.text().startswith("Does not fire"))
    await bench.program.chats.send(bench.chat.id, "the lamp")
    await until(lambda: shown.text().startswith("Fires"))
    assert "the lamp" in shown.text()
    await until(lambda: not bench.program.chats.is_streaming(bench.chat.id))
    await bench.close()


async def test_without_a_chat_nothing_is_tried(bench: Bench) -> None:
    dialog = await bench.open()
    dialog.open_chat("")
    await bench.settled()
    dialog.lorebooks.show_entry(BOOK.id, LAMP.id)
    QApplication.sendPostedEvents()
    assert dialog.lorebooks.entry_form.key_test.text() == ""
    assert not dialog.lorebooks.key_tester._timer.isActive()
    await bench.close()


async def test_what_the_rest_of_the_prompt_makes_of_it_is_said_too(bench: Bench) -> None:
    dialog = await bench.open()
    await bench.program.chats.save_draft(bench.chat.id, "the lamp and the harbour")
    rival = LorebookEntry(
        id="rival", name="Rival", keys=("harbour",), content="Rival.", groups=("g",), insertion_order=1
    )
    loser = replace(LAMP, groups=("g",), group_weight=0)
    await bench.program.lore.save_book(replace(await bench.book(), entries=(rival, loser, ALWAYS)))
    await bench.settled()
    page = dialog.lorebooks
    shown = page.entry_form.key_test
    page.show_entry(BOOK.id, LAMP.id)
    await until(lambda: "Yet it is not in the prompt" in shown.text())
    assert "Rival" in shown.text()
    page.show_entry(BOOK.id, ALWAYS.id)
    assert shown.text() == ""
    await until(lambda: shown.text().startswith("Fires"))
    await bench.close()
