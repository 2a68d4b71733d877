"""A preset changes nothing before it is applied, and what was set before comes back in one step."""

from __future__ import annotations

import json

from desktop_app.domain.character import Character
from tests.fakes.program import Program, make_program
from tests.unit.interchange.test_presets import CHAT
from tests.unit.services.request_material import request
from tests.unit.services.scenario import run


def test_an_imported_preset_waits_is_applied_and_taken_back() -> None:
    async def scenario(program: Program) -> None:
        settings = program.settings
        before = settings.settings
        data = json.dumps(CHAT).encode()
        outcome = await program.imports.run(await program.imports.plan_pasted(data, "Style.json"))
        assert [(one.item.kind.value, one.outcome.value) for one in outcome.items] == [
            ("preset", "added"),
            ("scripts", "added"),
        ]
        (preset,) = program.presets.presets
        assert settings.settings.connections == before.connections
        assert settings.settings.context == before.context
        assert not any(listed.on for listed in program.scripts.own())

        undo = await program.presets.apply(preset)
        generation = settings.settings.connection(None).generation
        assert (generation.temperature, generation.max_tokens) == (1.1, 700)
        mira = await program.library.save_character(Character(id="", name="Mira"))
        chat = await program.chats.new_chat("Bees", character_id=mira.id)
        asked = await request(program, chat.id)
        assert asked.system_prompt == preset.prompt
        plan = await program.context.preview(chat.id, "hello", wait=True)
        assert [block.text for block in plan.blocks][-2:] == ["hello", preset.post_history]

        await program.presets.take_back(undo)
        assert settings.settings.context == before.context
        assert settings.settings.connection(None).generation == before.connection(None).generation
        again = await program.imports.run(await program.imports.plan_pasted(data, "Style.json"))
        assert [one.outcome.value for one in again.items] == ["unchanged", "unchanged"]
        await program.presets.remove(preset)
        assert program.presets.presets == ()

    run(scenario, make_program())
