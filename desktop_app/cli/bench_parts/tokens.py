"""Counting tokens by a shipped vocabulary: loading it, texts seen for the first time, texts seen before."""

from __future__ import annotations

from pathlib import Path

from desktop_app.cli.bench_parts.figures import Figure, now_ms
from desktop_app.cli.bench_parts.material import text_of_message
from desktop_app.domain.ports import TokenCounter
from desktop_app.providers.token_counter import TiktokenCounter

MESSAGES = 2_000
VOCABULARY = "o200k_base"


async def measure(_folder: Path) -> list[Figure]:
    """All in this process."""
    texts = [text_of_message(number) for number in range(MESSAGES)]
    counter = TiktokenCounter(VOCABULARY)
    start = now_ms()
    await counter.settle()
    loaded = now_ms() - start
    cold, tokens = _count(counter, texts)
    warm, _ = _count(counter, texts)
    return [
        Figure(f"load {VOCABULARY}", loaded),
        Figure(f"{MESSAGES:,} messages, {tokens:,} tokens, cold", cold),
        Figure("tokens counted cold", tokens / cold * 1000, "/s"),
        Figure(f"{MESSAGES:,} messages, warm", warm),
        Figure("cold to warm", cold / max(warm, 1e-6), "×"),
    ]


def _count(counter: TokenCounter, texts: list[str]) -> tuple[float, int]:
    start = now_ms()
    tokens = sum(counter.count(text).tokens for text in texts)
    return now_ms() - start, tokens
