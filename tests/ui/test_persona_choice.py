"""The header says who the person is in the open chat and why, and another can be chosen there."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.character import Character, Persona
from desktop_app.services.speaking_persona import bound_to
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.persona_choice import PersonaChoice
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.rig import Window


async def test_the_chip_follows_the_chat_the_character_and_the_default(icons: Icons) -> None:
    def edit(kind: str, book_id: str, item_id: str) -> None:
        opened.append((kind, book_id, item_id))

    program = make_program()
    window, chip, opened = Window(program), MenuButton(), list[tuple[str, str, str]]()
    choice = PersonaChoice(window.services, window.launch, chip, edit)
    named: list[str] = []
    choice.named.connect(named.append)
    mira = await program.library.save_character(Character(id="mira", name="Mira"))
    chat = await program.chats.start_chat(mira)
    choice.show_chat(chat)
    await until(lambda: not program.tasks.running("who the person is"))
    assert chip.isHidden(), "there is no persona at all"

    anna = await program.library.save_persona(Persona("anna", "Anna & <b>Co</b>"))
    await until(lambda: "No persona" in chip.accessibleName())
    await program.settings.change(lambda settings: replace(settings, default_persona_id=anna.id))
    await until(lambda: "all chats" in chip.accessibleName())
    assert "Anna & <b>Co</b>" in chip.accessibleName()
    assert "&lt;b&gt;" in chip.toolTip()
    await program.library.save_persona(bound_to(Persona("ilya", "Ilya"), [mira.id]))
    await until(lambda: "Ilya" in chip.accessibleName() and "this character" in chip.accessibleName())

    actions = {action.text(): action for action in choice._menu.actions()}
    assert actions["As usual"].isChecked()
    actions["Anna && <b>Co</b>"].trigger()
    await until(lambda: not program.tasks.running("choose persona"))
    assert (await program.chats.get_chat(chat.id)).persona_id == anna.id
    choice.show_chat(await program.chats.get_chat(chat.id))
    await until(lambda: "chosen for this chat" in chip.accessibleName())
    assert list(dict.fromkeys(named)) == ["", "Anna & <b>Co</b>", "Ilya"]
    assert named[-1] == "Anna & <b>Co</b>"
    next(action for action in choice._menu.actions() if action.text().startswith("Edit")).trigger()
    assert opened == [("persona", "", anna.id)]
    choice.close()
    await program.tasks.close()
    assert window.errors == []
