"""Vectors over the wire: batches, prefixes, what is too long, and everything that servers get wrong."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from desktop_app.domain.embedding import TextKind, Vectors
from desktop_app.domain.errors import ProviderError
from desktop_app.domain.errors import ProviderErrorKind as Kind
from desktop_app.domain.generation import ConnectionKind
from desktop_app.providers.embedder import MOST_BYTES, MOST_TEXTS, halves
from desktop_app.providers.embedding_names import names_embedding_model
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.endpoint import Timeouts
from tests.fakes.embedding_replies import (
    DIMENSION,
    backwards,
    by_words,
    most_texts,
    most_words,
    openai_rows,
    packed,
    refuses_format,
    texts_of,
    word_row,
)
from tests.fakes.model_replies import Hang, Reply, error, html, json_reply
from tests.fakes.model_server import ModelServer, ReceivedRequest
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.provider_bench import CANARY, PATIENT, SleepLog, open_embedder, profile_for, rows_in

QUERY, PASSAGE = TextKind.QUERY, TextKind.PASSAGE
Answer = Callable[[ReceivedRequest], Reply]


def unit(text: str) -> list[float]:
    row = word_row(text)
    return [number / math.hypot(*row) for number in row]


def embedded(
    url: str,
    texts: Sequence[str],
    *more: Sequence[str],
    kind: TextKind = PASSAGE,
    prefixes: tuple[str, str] = ("", ""),
    model: str = "fake-model",
    key: str = "",
    timeouts: Timeouts = PATIENT,
    dialect: ConnectionKind = ConnectionKind.OPENAI_COMPATIBLE,
    sleep: SleepLog | None = None,
) -> Vectors:
    """The vectors of the last of several calls of one embedder."""

    async def run() -> Vectors:
        order = EmbeddingOrder(profile_for(url, kind=dialect), model, *prefixes)
        async with open_embedder(order, key=key, timeouts=timeouts, sleep=sleep) as embedder:
            vectors = await embedder.embed(texts, kind)
            for others in more:
                vectors = await embedder.embed(others, kind)
            return vectors

    return asyncio.run(run())


def failure(answer: Answer | Reply, *texts: str, **options: object) -> ProviderError:
    script: Answer = answer if callable(answer) else lambda _request: answer
    with ModelServer(embed=script) as server, pytest.raises(ProviderError) as caught:
        embedded(server.url, texts or ("a word",), **options)  # pyright: ignore[reportArgumentType] - by name
    return caught.value


@pytest.mark.parametrize("answer", [by_words, backwards, packed, refuses_format])
def test_rows_are_in_the_order_of_the_texts_however_they_come(answer: Answer) -> None:
    texts = ["one", "two two", "three words here"]
    with ModelServer(embed=answer) as server:
        rows = rows_in(embedded(server.url, texts))

    assert rows == [pytest.approx(unit(text), abs=1e-6) for text in texts]


def test_numbers_are_asked_for_by_model_and_with_the_key_in_the_header_alone() -> None:
    with ModelServer(key=CANARY) as server:
        embedded(server.url, ["one"], key=CANARY)

    (request,) = server.embeddings
    assert request.json == {"model": "fake-model", "input": ["one"], "encoding_format": "float"}


def test_what_stands_before_a_text_is_by_its_kind() -> None:
    with ModelServer() as server:
        for kind in (QUERY, PASSAGE):
            embedded(server.url, ["one"], kind=kind, prefixes=("query: ", "passage: "))

    assert [texts_of(request) for request in server.embeddings] == [["query: one"], ["passage: one"]]


def test_batches_are_bounded_by_texts_and_by_bytes() -> None:
    many = [f"text {number}" for number in range(2 * MOST_TEXTS + 1)]
    long = ["я" * (MOST_BYTES // 5)] * 3
    with ModelServer() as server:
        rows = rows_in(embedded(server.url, many))
        embedded(server.url, long)

    assert [len(texts_of(request)) for request in server.embeddings] == [MOST_TEXTS, MOST_TEXTS, 1, 2, 1]
    assert rows == [pytest.approx(unit(text), abs=1e-6) for text in many]


def test_a_server_that_takes_fewer_texts_gets_fewer_from_then_on() -> None:
    texts = [f"text {number}" for number in range(MOST_TEXTS)]
    with ModelServer(embed=most_texts(10)) as server:
        rows = rows_in(embedded(server.url, texts, texts))

    assert rows == [pytest.approx(unit(text), abs=1e-6) for text in texts]
    assert [len(texts_of(request)) for request in server.embeddings[-4:]] == [8, 8, 8, 8]


def test_a_text_that_is_too_long_is_embedded_in_pieces_and_the_others_are_whole() -> None:
    long = " ".join(["stone"] * 12 + ["river"] * 12)
    with ModelServer(embed=most_words(8)) as server:
        rows = rows_in(embedded(server.url, ["short one", long]))

    assert rows[0] == pytest.approx(unit("short one"), abs=1e-6)
    assert rows[1] == pytest.approx(unit(long), abs=0.02)
    sent = [text for request in server.embeddings for text in texts_of(request) if len(text.split()) <= 8]
    assert " ".join(text for text in sent if text != "short one").split() == long.split()


def test_what_cannot_be_divided_any_more_is_the_servers_refusal() -> None:
    assert failure(most_words(0), "a long text " * 4).kind is Kind.CONTEXT_TOO_LONG


def test_halves_are_whole_words_where_there_are_some() -> None:
    assert halves("the first half and the second") == ("the first half", " and the second")
    assert halves("  abcdef ") == ("abc", "def")


@pytest.mark.parametrize(
    ("answer", "kind", "reason"),
    [
        (openai_rows([[1.0]] * 2), Kind.EMBEDDING, "embedding.count"),
        (openai_rows([]), Kind.EMBEDDING, "embedding.count"),
        (openai_rows([[1.0, float("nan")]]), Kind.EMBEDDING, "embedding.not-numbers"),
        (openai_rows([[1.0, float("inf")]]), Kind.EMBEDDING, "embedding.not-numbers"),
        (openai_rows([[1.0, None]]), Kind.EMBEDDING, "embedding.not-numbers"),
        (openai_rows([[1.0, "2"]]), Kind.EMBEDDING, "embedding.not-numbers"),
        (openai_rows([[10**400]]), Kind.EMBEDDING, "embedding.not-numbers"),
        (openai_rows(["no base64!"]), Kind.EMBEDDING, "embedding.not-numbers"),
        (openai_rows(["QUJD"]), Kind.EMBEDDING, "embedding.not-numbers"),
        (openai_rows([[]]), Kind.EMBEDDING, "embedding.empty"),
        (openai_rows([None]), Kind.EMBEDDING, "embedding.empty"),
        (openai_rows([[0.0, 0.0]]), Kind.EMBEDDING, "embedding.empty"),
        (json_reply({"data": "none"}), Kind.BAD_RESPONSE, "answer.no-reply"),
        (html(), Kind.BAD_RESPONSE, "answer.web-page"),
        (error(404, "Not Found"), Kind.NOT_FOUND, "embedding.no-api"),
        (error(404, "The model `x` does not exist", code="model_not_found"), Kind.NOT_FOUND, ""),
        (
            error(501, "This server does not support embeddings. Start it with `--embeddings`"),
            Kind.EMBEDDING,
            "embedding.unsupported",
        ),
        (error(400, "The model does not support Embeddings API"), Kind.EMBEDDING, "embedding.unsupported"),
        (error(401, "Incorrect API key provided", code="invalid_api_key"), Kind.AUTH, "key.missing"),
        (error(429, "slow down", retry_after="3600"), Kind.RATE_LIMIT, ""),
    ],
)
def test_what_goes_wrong_is_known(answer: Reply, kind: Kind, reason: str) -> None:
    known = failure(answer)

    assert (known.kind, known.reason) == (kind, reason)
    assert CANARY not in str(known)


def test_a_model_that_the_account_may_not_embed_with_is_no_wrong_key() -> None:
    refusal = error(403, "You are not allowed to generate embeddings from this model")

    assert failure(refusal, key=CANARY).reason == "embedding.unsupported"


def test_a_dimension_that_changes_is_no_dimension() -> None:
    replies = iter([openai_rows([[1.0, 2.0]]), openai_rows([[1.0, 2.0, 3.0]])])
    with ModelServer(embed=lambda _request: next(replies)) as server, pytest.raises(ProviderError) as caught:
        embedded(server.url, ["one"], ["two"])

    assert caught.value.reason == "embedding.dimension"
    assert (caught.value.params["known"], caught.value.params["found"]) == (2, 3)
    assert failure(openai_rows([[1.0], [1.0, 2.0]]), "one", "two").reason == "embedding.dimension"


def test_no_model_is_said_before_anybody_is_asked() -> None:
    with ModelServer() as server, pytest.raises(ProviderError) as caught:
        embedded(server.url, ["one"], model="")

    assert caught.value.reason == "embedding.no-model"
    assert server.requests == []


def test_a_busy_server_is_asked_again() -> None:
    replies = iter([error(503, "loading"), error(429, "slow down", retry_after="7"), openai_rows([[1.0]])])
    log = SleepLog()
    with ModelServer(embed=lambda _request: next(replies)) as server:
        assert len(embedded(server.url, ["one"], sleep=log)) == 1

    assert log.seconds == [0.5, 7.0]


def test_silence_ends() -> None:
    silent = Reply(200, {"Content-Type": "application/json"}, (b" ", Hang()), "chunked")

    assert failure(silent, timeouts=Timeouts(first_token=0.2, idle=0.2, whole=0.2)).kind is Kind.TIMEOUT


def test_an_ollama_says_which_model_is_missing_or_does_not_embed_or_that_it_is_none() -> None:
    models = {"chat:latest": FakeModel(), "embed:latest": FakeModel(capabilities=("embedding",))}
    reasons: list[str] = []
    with OllamaServer(models=models) as server, ModelServer(prefix="/other") as other:
        for url, model in ((server.url, "gone"), (server.url, "chat"), (other.root, "embed")):
            with pytest.raises(ProviderError) as caught:
                embedded(url, ["one"], model=model, dialect=ConnectionKind.OLLAMA)
            reasons.append(caught.value.reason)

    assert reasons == ["ollama.missing-model", "embedding.unsupported", "ollama.not-there"]


def test_an_ollama_never_cuts_a_text_in_silence() -> None:
    models = {"embed:latest": FakeModel(trained=8, capabilities=("embedding",))}
    long = " ".join(["stone"] * 12 + ["river"] * 12)
    with OllamaServer(models=models) as server:
        rows = rows_in(embedded(server.url, [long], model="embed", dialect=ConnectionKind.OLLAMA))

    assert rows == [pytest.approx(unit(long), abs=0.02)]
    assert {request.json["truncate"] for request in server.requests} == {False}


def test_an_old_ollama_is_asked_in_its_old_way_from_then_on() -> None:
    models = {"embed:latest": FakeModel(capabilities=("embedding",))}
    with OllamaServer(models=models, old=True) as server:
        vectors = embedded(server.url, ["one"], ["two", "three"], model="embed", dialect=ConnectionKind.OLLAMA)

    assert [request.path for request in server.requests] == ["/api/embed", *["/api/embeddings"] * 3]
    assert rows_in(vectors) == [pytest.approx(unit("two"), abs=1e-6), pytest.approx(unit("three"), abs=1e-6)]
    assert vectors.dimension == DIMENSION


def test_an_identity_names_kind_address_model_and_prefixes_and_never_a_secret() -> None:
    profile = profile_for(f"https://user:{CANARY}@api.example.com/v1/embeddings?key={CANARY}")
    order = EmbeddingOrder(profile, "m", "q: ", "p: ")

    assert json.loads(order.identity) == ["openai-compatible", "https://api.example.com/v1", "m", "q: ", "p: "]
    others = [
        replace(order, model="n"),
        replace(order, query_prefix=""),
        replace(order, passage_prefix=""),
        replace(order, connection=replace(profile, base_url="https://api.example.org/v1")),
        replace(order, connection=replace(profile, kind=ConnectionKind.OLLAMA)),
    ]
    assert len({order.identity, *(other.identity for other in others)}) == 6
    assert replace(order, connection=replace(profile, name="Other", id="c2")).identity == order.identity


@pytest.mark.parametrize(
    ("url", "kind", "model", "local"),
    [
        ("http://127.0.0.1:11434", ConnectionKind.OLLAMA, "nomic-embed-text", True),
        ("http://localhost:1234/v1", ConnectionKind.OPENAI_COMPATIBLE, "bge-m3", True),
        ("http://[::1]:8080/v1", ConnectionKind.OPENAI_COMPATIBLE, "bge-m3", True),
        ("http://192.168.0.7:11434", ConnectionKind.OLLAMA, "nomic-embed-text", False),
        ("https://api.openai.com/v1", ConnectionKind.OPENAI_COMPATIBLE, "text-embedding-3-small", False),
        ("http://127.0.0.1:11434", ConnectionKind.OLLAMA, "qwen3-embedding:8b-cloud", False),
        ("no address", ConnectionKind.OPENAI_COMPATIBLE, "m", False),
        ("", ConnectionKind.BUILTIN, "model.gguf", True),
    ],
)
def test_local_is_this_machine_and_nothing_else(url: str, kind: ConnectionKind, model: str, local: bool) -> None:
    assert EmbeddingOrder(profile_for(url, kind=kind), model).local is local


@pytest.mark.parametrize(
    ("name", "embeds"),
    [
        ("text-embedding-3-small", True),
        ("nomic-embed-text:latest", True),
        ("bge-m3", True),
        ("intfloat/multilingual-e5-small", True),
        ("all-minilm:33m", True),
        ("gte-qwen2-1.5b-instruct", True),
        ("bge-reranker-v2-m3", False),
        ("gpt-4o-mini", False),
        ("gemma3:4b", False),
        ("hugte-chat", False),
    ],
)
def test_names_are_a_hint(name: str, embeds: bool) -> None:
    assert names_embedding_model(name) is embeds
