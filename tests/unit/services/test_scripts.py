"""Regex scripts in the program: off until switched on, never in what is stored, and told in the plan."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from desktop_app.context.plan import BlockKind, ContextPlan, TextChange
from desktop_app.context.plan_store import dump, load
from desktop_app.domain.character import Character
from desktop_app.domain.importing import ImportedScripts
from desktop_app.domain.lore import Scope
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.scripts import RegexScript, ScriptPlace
from desktop_app.services.script_service import ScriptService
from tests.fakes.program import Program, make_program
from tests.unit.services.request_material import book
from tests.unit.services.scenario import run

SAID = (ScriptPlace.USER, ScriptPlace.ANSWER)


def tavern(**more: Any) -> dict[str, Any]:
    return {"scriptName": "Hide", "findRegex": "/secret/g", "replaceString": "[…]", "placement": [1, 2], **more}


async def chat_with(program: Program, *scripts: dict[str, Any]) -> tuple[Character, str]:
    """A character with these scripts, and a chat that says the secret twice."""
    extensions = {"regex_scripts": json.dumps(scripts)}
    mira = await program.library.save_character(Character(id="", name="Mira", extensions=extensions))
    chat = await program.chats.new_chat("Bees", character_id=mira.id)
    await program.chat_repository.append(Message("m1", chat.id, None, Role.USER, (TextPart("a secret"),)))
    await program.chat_repository.append(Message("m2", chat.id, "m1", Role.ASSISTANT, (TextPart("the secret too"),)))
    return mira, chat.id


async def switched_on(scripts: ScriptService, mira: Character) -> None:
    await scripts.switch([listed.key for listed in scripts.of_character(mira)], on=True)


def texts(plan: ContextPlan) -> list[str]:
    return [block.text for block in plan.blocks if block.kind in {BlockKind.HISTORY, BlockKind.INPUT}]


def test_a_script_runs_only_once_it_is_switched_on_and_the_plan_says_so() -> None:
    async def scenario(program: Program) -> None:
        scripts = program.scripts
        mira, chat_id = await chat_with(
            program, tavern(), tavern(scriptName="Other", findRegex="/none/", disabled=False)
        )
        plan = await program.context.preview(chat_id, "no secret", wait=True)
        assert texts(plan) == ["a secret", "the secret too", "no secret"]
        assert not plan.changed
        assert [(listed.on, listed.can_run) for listed in scripts.of_character(mira)] == [(False, True)] * 2

        await switched_on(scripts, mira)
        plan = await program.context.preview(chat_id, "no secret", wait=True)
        assert texts(plan) == ["a […]", "the […] too", "no […]"]
        assert {change.origin_id: change.before for change in plan.changed} == {
            plan.blocks[-1].origin_id: "no secret",
            "m1": "a secret",
            "m2": "the secret too",
        }
        assert {change.scripts for change in plan.changed} == {("Hide",)}
        assert load(dump(plan)).changed == plan.changed
        assert await program.branch_texts(chat_id) == ["a secret", "the secret too"]

        await program.chats.send(chat_id, "no secret")
        sent = [
            message.content for message in program.provider.requests[-1].messages if message.role is not Role.SYSTEM
        ]
        assert sent == ["a […]", "the […] too", "no […]"]
        assert (await program.branch_texts(chat_id))[2] == "no secret"

        await scripts.switch([listed.key for listed in scripts.of_character(mira)], on=False)
        assert not (await program.context.preview(chat_id, "no secret", wait=True)).changed

    run(scenario, make_program())


def test_a_script_that_came_anew_in_another_form_is_off_again() -> None:
    async def scenario(program: Program) -> None:
        mira, _ = await chat_with(program, tavern())
        await switched_on(program.scripts, mira)
        assert program.scripts.active([mira])
        other = replace(mira, extensions={"regex_scripts": json.dumps([tavern(replaceString="worse")])})
        assert not program.scripts.active([other])
        assert not program.scripts.active([replace(mira, id="copy")])

    run(scenario, make_program())


def test_depth_place_and_display_limit_what_is_sent() -> None:
    async def scenario(program: Program) -> None:
        mira, chat_id = await chat_with(
            program,
            tavern(findRegex="/e/g", replaceString="E", minDepth=1, maxDepth=1),
            tavern(findRegex="/a/g", replaceString="A", placement=[1]),
            tavern(findRegex="/o/g", replaceString="O", markdownOnly=True),
        )
        await switched_on(program.scripts, mira)
        plan = await program.context.preview(chat_id, "easy draft", wait=True)
        assert texts(plan) == ["A secret", "thE sEcrEt too", "eAsy drAft"]
        plan = await program.context.preview(chat_id, "", wait=True)
        assert texts(plan) == ["A sEcrEt", "the secret too"]

    run(scenario, make_program())


def test_lore_is_changed_behind_its_decorators() -> None:
    async def scenario(program: Program) -> None:
        mira, chat_id = await chat_with(program, tavern(placement=[5]))
        await switched_on(program.scripts, mira)
        await book(program, "World", Scope(), secret="@@depth 1\nA secret place @@depth")
        plan = await program.context.preview(chat_id, "a secret", wait=True)
        (lore,) = (block for block in plan.blocks if block.kind is BlockKind.LORE)
        assert lore.text == "A […] place @@depth"
        assert plan.changed == (TextChange(lore.origin_id, ("Hide",), "A secret place @@depth"),)

    run(scenario, make_program())


def test_a_script_that_is_too_slow_leaves_the_text_and_is_told() -> None:
    async def scenario(program: Program) -> None:
        mira, chat_id = await chat_with(program, tavern(scriptName="Slow", findRegex="/(x+x+)+y/"), tavern())
        await switched_on(program.scripts, mira)
        text = "secret " + "x" * 4_000
        plan = await program.context.preview(chat_id, text, wait=True)
        assert texts(plan)[-1] == text.replace("secret", "[…]")
        assert [warning.params for warning in plan.warnings if warning.code == "warning.slow-script"] == [
            {"name": "Slow", "count": 1}
        ]

    run(scenario, make_program())


def test_a_broken_script_runs_nowhere_and_says_why() -> None:
    async def scenario(program: Program) -> None:
        mira, chat_id = await chat_with(program, tavern(findRegex="/(/"), tavern(placement=[3]))
        broken, nowhere = program.scripts.of_character(mira)
        assert (broken.can_run, nowhere.can_run) == (False, False)
        assert "missing )" in str(broken.problem)
        await switched_on(program.scripts, mira)
        assert texts(await program.context.preview(chat_id, "", wait=True)) == ["a secret", "the secret too"]

    run(scenario, make_program())


def test_scripts_for_every_chat_are_added_off_once_and_taken_out() -> None:
    async def scenario(program: Program) -> None:
        scripts = program.scripts
        given = ImportedScripts("Hide", (RegexScript("Hide", "/secret/g", "-", places=SAID),))
        assert await scripts.keep(given)
        assert not await scripts.keep(given)
        (own,) = scripts.own()
        _, chat_id = await chat_with(program)
        assert not own.on
        assert texts(await program.context.preview(chat_id, "", wait=True)) == ["a secret", "the secret too"]
        await scripts.switch([own.key], on=True)
        assert texts(await program.context.preview(chat_id, "", wait=True)) == ["a -", "the - too"]
        before = await scripts.remove(own.key)
        assert (scripts.own(), scripts.active(())) == ((), ())
        await scripts.put_back(before)
        assert scripts.own()[0].on

    run(scenario, make_program())


def test_a_file_of_scripts_comes_in_switched_off() -> None:
    async def scenario(program: Program) -> None:
        data = json.dumps([tavern(), {"nonsense": 1}]).encode()
        preview = await program.imports.plan_pasted(data, "regex-hide.json")
        (item,) = preview.items
        assert (item.kind, item.name) == ("scripts", "Hide")
        outcome = await program.imports.run(preview)
        assert [one.outcome for one in outcome.items] == ["added"]
        assert [(listed.script.name, listed.on) for listed in program.scripts.own()] == [("Hide", False)]
        again = await program.imports.run(await program.imports.plan_pasted(data, "regex-hide.json"))
        assert [one.outcome for one in again.items] == ["unchanged"]

    run(scenario, make_program())
