"""Where recall looks: the character's other chats only where the person wants it, blocks of the session, and how long Send waits."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.request import RecalledKind
from desktop_app.domain.character import Character
from desktop_app.services import recall_service
from desktop_app.services.marks_service import MessageMark
from tests.fakes.program import Program
from tests.fakes.providers import WordCounter
from tests.unit.services.recall_material import (
    RECALLING,
    Recording,
    passages,
    plan_of,
    recalled,
    recalling,
    recalling_chat,
    small_talk,
    told,
)
from tests.unit.services.scenario import run, until

FACT = "My cat is called Fluff and she sleeps in the wardrobe."
QUESTION = "cat called Fluff wardrobe"


async def two_chats(program: Program) -> tuple[str, str, str]:
    """A chat that asks, another with the same character in which the fact was said, and the id of that message."""
    aria = await program.library.save_character(Character(id="", name="Aria"))
    asking = await chat_with(program, aria.id, "Now", "a")
    other = await chat_with(program, aria.id, "Last winter", "b")
    (fact_id,) = await told(program, other, FACT, prefix="b")
    await told(program, other, *small_talk(10, first=50), prefix="b")
    return asking, other, fact_id


async def chat_with(program: Program, character_id: str, title: str, prefix: str) -> str:
    chat_id = await recalling_chat(program, title)
    chat = await program.chat_repository.get_chat(chat_id)
    await program.chat_repository.update_chat(replace(chat, character_ids=(character_id,)))
    await told(program, chat_id, *small_talk(40), prefix=prefix)
    return chat_id


def recording(program: Program) -> Recording:
    assert program.recall is not None
    embedder = program.recall.meaning.builtin
    assert isinstance(embedder, Recording)
    return embedder


def test_what_was_said_in_another_chat_of_the_character_comes_with_that_chats_name() -> None:
    async def scenario(program: Program) -> None:
        asking, _, _ = await two_chats(program)

        (found,) = [text for text in await recalled(program, asking, QUESTION) if FACT in text]

        assert "Last winter" in found.split("\n")[0]

    run(scenario, recalling(other_chats=True))


def test_unless_the_person_wants_it_other_chats_stay_for_themselves() -> None:
    async def scenario(program: Program) -> None:
        asking, _, _ = await two_chats(program)

        assert not any(FACT in text for text in await recalled(program, asking, QUESTION))
        assert FACT not in recording(program).given

    run(scenario, recalling(other_chats=False))


@pytest.mark.parametrize("kind", ["character", "off", "trash", "excluded", "deleted", "variant"])
def test_of_other_chats_nothing_is_told_that_may_not_be(kind: str) -> None:
    async def scenario(program: Program) -> None:
        asking, other, fact_id = await two_chats(program)
        chat = await program.chat_repository.get_chat(other)
        match kind:
            case "character":
                bea = await program.library.save_character(Character(id="", name="Bea"))
                await program.chat_repository.update_chat(replace(chat, character_ids=(bea.id,)))
            case "off":
                await program.chats.set_context(other, lambda known: replace(known, recall_enabled=False))
            case "trash":
                await program.chats.delete_chat(other)
            case "excluded":
                await program.marks.mark(other, [fact_id], MessageMark.EXCLUDE)
            case "deleted":
                await program.chats.delete_message(fact_id)
            case _:
                message = await program.chat_repository.get_message(fact_id)
                await program.chat_repository.append(replace(message, id="instead"))
                await program.chats.edit("instead", "Nothing much.")

        assert not any("Fluff" in text for text in await recalled(program, asking, QUESTION))

    run(scenario, recalling(other_chats=True))


def test_what_changes_in_another_chat_is_known_at_once() -> None:
    async def scenario(program: Program) -> None:
        asking, _, fact_id = await two_chats(program)
        assert any(FACT in text for text in await recalled(program, asking, QUESTION))

        await program.chats.edit(fact_id, "My cat is called Rex and he sleeps in the wardrobe.")

        found = await recalled(program, asking, QUESTION)
        assert not any("Fluff" in text for text in found)
        assert any("Rex" in text for text in found)

    run(scenario, recalling(other_chats=True))


def test_blocks_of_the_session_are_candidates_with_what_they_were_made_of() -> None:
    async def scenario(program: Program) -> None:
        chat_id = await recalling_chat(program)
        ids = await told(program, chat_id, FACT, *small_talk(150))
        await program.summaries.keep_up(chat_id)

        request = await program.context.request(chat_id, QUESTION, what_if=RECALLING)

        blocks = [candidate for candidate in request.recall if candidate.kind is RecalledKind.BLOCK]
        block = next(block for block in blocks if "Fluff" in block.text)
        assert ids[0] in {source.message_id for source in block.sources}
        assert block.place == 1
        beside_its_passage = await plan_of(program, chat_id, QUESTION)
        assert sum("Fluff" in text for text in passages(beside_its_passage)) == 1
        alone = build(replace(request, recall=(block,)), WordCounter())
        assert [text.split("\n")[0] for text in passages(alone)] == ["[From message 1, 56 years ago, in short]"]

    run(scenario, recalling(limit=1_600))


def test_send_waits_two_seconds_at_most_in_all_and_then_words_find(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    wait = asyncio.wait
    clock = [0.0]

    async def counted(tasks: set[asyncio.Task[None]], timeout: float | None = None) -> object:
        """The loop goes on as long as the waiting takes, and the clock of what is left is ours."""
        if timeout is None:
            return await wait(tasks)
        waited.append(timeout)
        clock[0] += timeout
        return await wait(tasks, timeout=0.01)

    async def scenario(program: Program) -> None:
        loop = asyncio.get_running_loop()
        chat_id = await recalling_chat(program)
        await told(program, chat_id, FACT, *small_talk(60))
        await program.memory.save(replace(program.memory.new_entry(), content="The user is allergic to peanuts."))
        await recalled(program, chat_id, "something")
        held = recording(program).hold = asyncio.Event()
        monkeypatch.setattr(recall_service.asyncio, "wait", counted)
        real = loop.time
        monkeypatch.setattr(loop, "time", lambda: real() + clock[0])

        await program.chats.send(chat_id, QUESTION)
        sent = program.provider.requests[-1]

        assert waited
        assert sum(waited) <= recall_service.SEND_SECONDS == 2.0
        assert any(FACT in message.content for message in sent.messages)
        monkeypatch.undo()
        held.set()
        await until(lambda: not program.tasks.running("recall beside a request"))

    run(scenario, recalling())
