"""Finding messages of all chats by meaning, for people: what is near, within the filters, and nothing that is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.character import Character
from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.searching import SearchHit, SearchQuestion
from desktop_app.language.lemmas import Lemmas
from desktop_app.retrieval.embedders import Background
from desktop_app.retrieval.retriever import ChatRetriever
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.meaning_search import StoredMeaning
from tests.fakes.program import Program
from tests.unit.services.recall_material import Recording, recalling, recalling_chat, small_talk, told
from tests.unit.services.scenario import run, until

FACT = "My cat is called Fluff and she sleeps in the wardrobe."
QUESTION = "cat called Fluff wardrobe"


def search_in(program: Program) -> StoredMeaning:
    """Over what the program has stored."""
    assert program.recall is not None
    return StoredMeaning(
        chats=program.chat_repository,
        vectors=program.vectors,
        retriever=ChatRetriever(Lemmas(), {program.recall.meaning.builtin.identity: Background(0.1, 0.1)}),
        meaning=program.recall.meaning,
    )


async def near(program: Program, text: str = QUESTION, limit: int = 10, **filters: Any) -> list[SearchHit]:
    return await search_in(program).near(text, SearchQuestion(text, **filters), limit)


async def ids(program: Program, **filters: Any) -> list[str]:
    return [hit.message_id for hit in await near(program, **filters)]


async def chat_with_fact(program: Program, *, prefix: str = "m", fact: str = FACT) -> tuple[str, str]:
    """A chat of small talk in which the fact is said; its id and that of the message. Read to its end."""
    chat_id = await recalling_chat(program, f"Chat {prefix}")
    await told(program, chat_id, *small_talk(20), prefix=prefix)
    (fact_id,) = await told(program, chat_id, fact, prefix=prefix)
    await told(program, chat_id, *small_talk(20, first=21), prefix=prefix)
    await read(program)
    return chat_id, fact_id


async def read(program: Program) -> None:
    """All that is to be read is read."""
    assert program.recall is not None
    await program.recall.reader.keep_read(first=0)
    await until(lambda: not program.tasks.running("read for recall"))


def test_what_is_near_is_found_and_nothing_else() -> None:
    async def scenario(program: Program) -> None:
        chat_id, fact_id = await chat_with_fact(program)

        (hit,) = await near(program)

        assert (hit.chat_id, hit.message_id, hit.revision, hit.text, hit.spans) == (chat_id, fact_id, 1, FACT, ())
        assert 0 < hit.score <= 1
        assert await near(program, "zzyzx qwerty plugh") == []
        assert await near(program, " ") == []
        assert await near(program, limit=0) == []

    run(scenario, recalling())


def test_of_all_chats_the_nearest_come_first() -> None:
    async def scenario(program: Program) -> None:
        _, long = await chat_with_fact(program, prefix="a")
        _, short = await chat_with_fact(program, prefix="b", fact="Another cat is called Fluff elsewhere.")

        assert await ids(program) == [short, long]
        assert [hit.message_id for hit in await near(program, limit=1)] == [short]

    run(scenario, recalling())


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"role": Role.USER}, True),
        ({"role": Role.ASSISTANT}, False),
        ({"character_id": "aria"}, False),
        ({"chat_id": "another"}, False),
    ],
)
def test_filters_keep_out(filters: Mapping[str, Any], found: bool) -> None:
    async def scenario(program: Program) -> None:
        chat_id, fact_id = await chat_with_fact(program)
        assert await ids(program, chat_id=chat_id) == [fact_id]

        assert await ids(program, **filters) == ([fact_id] if found else [])

    run(scenario, recalling())


def test_the_first_moment_is_in_and_the_last_is_out() -> None:
    async def scenario(program: Program) -> None:
        chat_id, _ = await chat_with_fact(program)
        tip = (await program.chat_repository.branch(chat_id))[-1].id
        await program.chat_repository.append(
            Message("dated", chat_id, tip, Role.USER, (TextPart(FACT),), created_at=5_000)
        )
        await read(program)

        assert await ids(program, since=5_000) == ["dated"]
        assert await ids(program, since=5_001) == []
        assert "dated" not in await ids(program, until=5_000)
        assert "dated" in await ids(program, until=5_001)

    run(scenario, recalling())


def test_of_a_character_its_chats_are_searched() -> None:
    async def scenario(program: Program) -> None:
        chat_id, fact_id = await chat_with_fact(program)
        await chat_with_fact(program, prefix="other")
        aria = await program.library.save_character(Character(id="", name="Aria"))
        chat = await program.chat_repository.get_chat(chat_id)
        await program.chat_repository.update_chat(replace(chat, character_ids=(aria.id,)))

        assert await ids(program, character_id=aria.id) == [fact_id]

    run(scenario, recalling())


@pytest.mark.parametrize("change", ["edit", "delete", "trash", "off"])
def test_what_is_gone_is_not_found(change: str) -> None:
    async def scenario(program: Program) -> None:
        chat_id, fact_id = await chat_with_fact(program)

        match change:
            case "edit":
                await program.chats.edit(fact_id, "Something else altogether.")
            case "delete":
                await program.chats.delete_message(fact_id)
            case "trash":
                await program.chats.delete_chat(chat_id)
            case _:
                await program.chats.set_context(chat_id, lambda known: replace(known, recall_enabled=False))

        assert await near(program) == []

    run(scenario, recalling())


def test_what_is_excluded_is_the_persons_own_and_found() -> None:
    async def scenario(program: Program) -> None:
        chat_id, fact_id = await chat_with_fact(program)
        await program.marks.mark(chat_id, [fact_id], MessageMark.EXCLUDE)

        assert await ids(program) == [fact_id]

    run(scenario, recalling())


def test_another_variant_is_found_when_asked_for() -> None:
    async def scenario(program: Program) -> None:
        chat_id, fact_id = await chat_with_fact(program)
        message = await program.chat_repository.get_message(fact_id)
        await program.chat_repository.append(replace(message, id="instead", parts=(TextPart("Nothing much."),)))

        assert await ids(program) == []
        assert await ids(program, all_variants=True) == [fact_id]
        assert [row.id for row in await program.chats.branch(chat_id)][-1] == "instead"

    run(scenario, recalling())


def test_where_recall_is_off_nothing_is_embedded_and_a_failure_is_told() -> None:
    async def scenario(program: Program) -> None:
        assert program.recall is not None
        embedder = program.recall.meaning.builtin
        assert isinstance(embedder, Recording)
        await chat_with_fact(program)
        embedder.failure = ProviderError(kind=ProviderErrorKind.NETWORK, detail="gone")
        with pytest.raises(ProviderError):
            await near(program)

        await program.settings.change(lambda known: replace(known, recall=replace(known.recall, enabled=False)))
        asked = len(embedder.asked)
        assert await near(program) == []
        assert len(embedder.asked) == asked

    run(scenario, recalling())
