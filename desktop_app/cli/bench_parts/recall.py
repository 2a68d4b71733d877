"""Recall with the embedder that comes with the program: loading it, reading a chat, asking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from desktop_app.cli.bench_parts.figures import Figure, now_ms, spread, timed
from desktop_app.cli.bench_parts.material import FEW_SYLLABLES, MadeUpLanguage, text_of_message
from desktop_app.domain.embedding import PassageVector, TextKind, Vectors
from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.domain.recalling import RecallQuery, RecallQuestion
from desktop_app.language.lemmas import Lemmas
from desktop_app.retrieval import BuiltInEmbedder, HeuristicStrategy, Recall, Session, Way, open_recall
from desktop_app.retrieval.retriever import ChatRetriever

MESSAGES = 5_000
QUERIES = 100
# Of a message: about 20 tokens.
WORDS = 8
COMPRESSED = 2_000


async def measure(_folder: Path) -> list[Figure]:
    """A chat of short messages, and questions as long as these."""
    embedder = BuiltInEmbedder()
    start = now_ms()
    embedder.encode(["A first text."])
    loaded = now_ms() - start
    words = MadeUpLanguage(FEW_SYLLABLES)
    short = [words.text(WORDS) for _ in range(MESSAGES)]
    questions = [words.text(WORDS) for _ in range(QUERIES)]
    start = now_ms()
    embedder.encode(short)
    rate = MESSAGES / (now_ms() - start) * 1000
    start = now_ms()
    recall = open_recall(short, True, embedder)
    read = MESSAGES / (now_ms() - start) * 1000
    return [
        Figure("load the embedder", loaded),
        *spread("embed a question", timed(lambda at: embedder.encode([questions[at]]), QUERIES)),
        Figure("texts of 20 tokens embedded", rate, "/s"),
        Figure(f"{MESSAGES:,} messages of 20 tokens read, words and meaning", read, "/s"),
        *_asked(recall, questions),
        *_chat(embedder, short, questions),
        *await _compressed([text_of_message(number) for number in range(COMPRESSED)]),
    ]


def _asked(recall: Recall, questions: list[str]) -> list[Figure]:
    figures: list[Figure] = []
    for way in Way:
        times = timed(lambda at, way=way: recall.ranked(questions[at], 10, way), QUERIES)
        figures += spread(f"ask {MESSAGES:,} messages by {way.value}", times)
    return figures


def _chat(embedder: BuiltInEmbedder, texts: list[str], questions: list[str]) -> list[Figure]:
    """The index of a chat as the window has it: taking its texts and stored vectors in, one message more, asking."""
    retriever = ChatRetriever(Lemmas(), {embedder.identity: embedder.background})
    told = [RankedText(f"{number:06}", 1, text) for number, text in enumerate(texts)]
    passages = retriever.passages(told)
    rows = embedder.encode([passage.text for passage in passages]).astype("<f2")
    stored = [
        PassageVector(passage.source_id, passage.revision, passage.start, passage.end, row.tobytes())
        for passage, row in zip(passages, rows, strict=True)
    ]
    times = [timed(work, 1)[0] for work in _taking_in(retriever, embedder.identity, told, stored)]
    order = tuple((text.id, text.revision) for text in told)
    allowed = frozenset(text.id for text in told)
    vectors = [embedder.encode([question], TextKind.QUERY).astype("<f4").tobytes() for question in questions]
    asked = [
        RecallQuestion((RecallQuery(question),), order, allowed, vectors=Vectors(embedder.dimension, data))
        for question, data in zip(questions, vectors, strict=True)
    ]
    retriever.search("bench", asked[0])
    names = ("words read", "stored vectors taken in", "crowds looked at", "one message more")
    found = timed(lambda at: retriever.search("bench", asked[at]), QUERIES)
    return [
        *(Figure(f"index of {len(texts):,} messages: {name}", time) for name, time in zip(names, times, strict=True)),
        Figure("its vectors in memory", rows.size * 4 / 1e6, "MB"),
        *spread("passages for a question", found),
    ]


def _taking_in(
    retriever: ChatRetriever, identity: str, told: list[RankedText], stored: list[PassageVector]
) -> list[Callable[[int], object]]:
    def one_more(_: int) -> None:
        retriever.hold("bench", [RankedText("one more", 1, told[0].text)])
        retriever.take("bench", identity, [replace(stored[0], source_id="one more")])
        retriever.settle("bench")

    return [
        lambda _: retriever.hold("bench", told),
        lambda _: retriever.take("bench", identity, stored),
        lambda _: retriever.settle("bench"),
        one_more,
    ]


async def _compressed(texts: list[str]) -> list[Figure]:
    strategy = HeuristicStrategy()
    session = Session("bench", [{"role": "user", "content": text} for text in texts])
    start = now_ms()
    await strategy.compress(session, BuiltInEmbedder())
    return [Figure(f"compress {len(texts):,} messages at once", now_ms() - start)]
