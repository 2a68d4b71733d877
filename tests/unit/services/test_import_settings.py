"""Taking an import back takes its scripts and presets out of the settings, unless the person has made them theirs since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from desktop_app.services.import_plan import ImportOutcome
from tests.fakes.program import Program, make_program
from tests.unit.interchange.files import as_json, card
from tests.unit.services.importing import brought, written
from tests.unit.services.scenario import in_a_loop
from tests.unit.services.test_scripts import tavern

PRESET: dict[str, Any] = {"temperature": 0.5, "prompts": [{"identifier": "main", "content": "Be brief."}]}


async def scripts(program: Program, *names: str) -> ImportOutcome:
    data = json.dumps([tavern(scriptName=name, findRegex=f"/{name}/g") for name in names]).encode()
    return await program.imports.run(await program.imports.plan_pasted(data, "scripts.json"))


async def preset(program: Program, folder: Path, **changes: Any) -> ImportOutcome:
    return await brought(program, written(folder, "Mine.json", as_json({**PRESET, "prompt_order": [], **changes})))


def names(program: Program) -> list[str]:
    return [listed.script.name for listed in program.scripts.own()]


@in_a_loop
async def test_scripts_go_again_and_those_that_were_there_stay() -> None:
    program = make_program()
    await scripts(program, "old")
    outcome = await scripts(program, "old", "new")
    assert outcome.can_undo
    undone = await program.imports.undo(outcome)
    assert (undone.taken, undone.stays) == (1, 0)
    assert names(program) == ["old"]
    again = await scripts(program, "old")
    assert not again.can_undo
    await program.imports.undo(again)
    assert names(program) == ["old"]


@in_a_loop
async def test_a_script_that_was_switched_on_stays() -> None:
    program = make_program()
    outcome = await scripts(program, "one", "two")
    await program.scripts.switch([program.scripts.own()[1].key], on=True)
    undone = await program.imports.undo(outcome)
    assert (undone.taken, undone.stays) == (0, 1)
    assert names(program) == ["two"]
    assert program.scripts.own()[0].on


@in_a_loop
async def test_a_preset_goes_and_the_one_whose_place_it_took_is_back(tmp_path: Path) -> None:
    program = make_program()
    await preset(program, tmp_path)
    (first,) = program.presets.presets
    outcome = await preset(program, tmp_path, temperature=0.9)
    assert [one.temperature for one in program.presets.presets] == [0.9]
    undone = await program.imports.undo(outcome)
    assert (undone.taken, undone.stays) == (1, 0)
    assert program.presets.presets == (first,)


@in_a_loop
async def test_a_preset_in_whose_place_there_is_another_stays(tmp_path: Path) -> None:
    program = make_program()
    outcome = await preset(program, tmp_path)
    await preset(program, tmp_path, temperature=0.9)
    undone = await program.imports.undo(outcome)
    assert (undone.taken, undone.stays) == (0, 1)
    assert [one.temperature for one in program.presets.presets] == [0.9]


@in_a_loop
async def test_a_folder_of_cards_and_scripts_is_taken_back_in_one_step(tmp_path: Path) -> None:
    program = make_program()
    written(tmp_path, "Mira.json", card())
    written(tmp_path, "scripts.json", as_json([tavern()]))
    outcome = await brought(program, tmp_path)
    undone = await program.imports.undo(outcome)
    assert (undone.taken, undone.stays) == (len(outcome.items), 0)
    assert (await program.library.characters(), names(program)) == ([], [])
