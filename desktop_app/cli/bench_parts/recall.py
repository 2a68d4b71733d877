"""Recall with the embedder that comes with the program: loading it, reading a chat, asking."""

from __future__ import annotations

from pathlib import Path

from desktop_app.cli.bench_parts.figures import Figure, now_ms, spread, timed
from desktop_app.cli.bench_parts.material import FEW_SYLLABLES, MadeUpLanguage, text_of_message
from desktop_app.retrieval import BuiltInEmbedder, HeuristicStrategy, Recall, Session, Way, open_recall

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
        *await _compressed([text_of_message(number) for number in range(COMPRESSED)]),
    ]


def _asked(recall: Recall, questions: list[str]) -> list[Figure]:
    figures: list[Figure] = []
    for way in Way:
        times = timed(lambda at, way=way: recall.ranked(questions[at], 10, way), QUERIES)
        figures += spread(f"ask {MESSAGES:,} messages by {way.value}", times)
    return figures


async def _compressed(texts: list[str]) -> list[Figure]:
    strategy = HeuristicStrategy()
    session = Session("bench", [{"role": "user", "content": text} for text in texts])
    start = now_ms()
    await strategy.compress(session, BuiltInEmbedder())
    return [Figure(f"compress {len(texts):,} messages at once", now_ms() - start)]
