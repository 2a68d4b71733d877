"""Search and quote."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from desktop_app.retrieval.async_stores import as_async
from desktop_app.retrieval.compression import Pipeline
from desktop_app.retrieval.context_builder import ContextBuilder, ContextInput
from desktop_app.retrieval.in_mem_store import InMemStore
from desktop_app.retrieval.session import Session
from tests.unit.retrieval.llms import FakeLlm, SilentLlm

HISTORY = [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Hi!"}]


@pytest.fixture(scope="module")
def store() -> InMemStore:
    made, llm = InMemStore(), SilentLlm()

    async def fill() -> None:
        for doc_id, text in (("guide", "The harbour opens at nine."), ("menu", "Soup costs four crowns.")):
            made.add(doc_id, [text], await llm.embed([text]))
        for chat_id, word in (("mine", "harbour"), ("other", "secret")):
            told = [{"role": "user", "content": f"The {word} of turn {at}."} for at in range(10)]
            await Pipeline(made, llm).compress_and_store(Session(chat_id, told))

    asyncio.run(fill())
    return made


def built(store: Any, inp: ContextInput, *args: Any) -> list[dict[str, Any]]:
    return asyncio.run(ContextBuilder(store, FakeLlm()).build_messages(inp, *args))


def test_prompt_documents_blocks_history_and_message(store: InMemStore) -> None:
    inp = ContextInput(chat_id="mine", system_prompt="Be brief.", top_k_rag=1, top_k_session=1)
    system, *others = built(as_async(store), inp, HISTORY, "When is the harbour open?")

    assert system["role"] == "system"
    assert system["content"].startswith(
        "Be brief.\n\nFrom the documents:\nThe harbour opens at nine.\n\nEarlier in this"
    )
    assert "harbour of turn" in system["content"]
    assert "secret" not in system["content"]
    assert others == [*HISTORY, {"role": "user", "content": "When is the harbour open?"}]


def test_blocks_of_other_chats_are_never_documents(store: InMemStore) -> None:
    (system,) = built(store, ContextInput(query="the secret of the turn", top_k_rag=2, language="ru"))

    assert system["content"].startswith("Из документов:\n")
    assert system["content"].count("---") == 1
    assert "secret" not in system["content"]


def test_only_where_and_how_near_it_was_asked(store: InMemStore) -> None:
    (system,) = built(store, ContextInput(query="harbour", doc_ids=["menu"]))
    assert "Soup" in system["content"]
    assert "harbour" not in system["content"]
    assert built(store, ContextInput(query="harbour", chat_id="mine", score_threshold=0.999)) == []
    assert built(store, ContextInput(query="harbour", chat_id="mine", include_rag=False, include_session=False)) == []


def test_nothing_said_nothing_searched() -> None:
    llm = FakeLlm()
    builder = ContextBuilder(InMemStore(), llm)

    assert asyncio.run(builder.build_messages(ContextInput(), HISTORY)) == HISTORY
    assert llm.embedded == []
