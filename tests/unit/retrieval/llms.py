"""An llm for tests: embeds by the words that texts share, and answers as it is told."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

DIMENSION = 64


class FakeLlm:
    """``answer`` makes its replies; ``asked`` and ``embedded`` are what it was given."""

    def __init__(self, answer: Callable[[str], Any] = lambda asked: f"Summary of {len(asked)} characters.") -> None:
        self._answer = answer
        self.asked: list[str] = []
        self.embedded: list[str] = []

    async def chat(self, messages: list[dict[str, Any]], model: str = "", **options: Any) -> str:
        self.asked.append(messages[-1]["content"])
        return self._answer(messages[-1]["content"])

    async def embed(self, texts: list[str], model: str = "") -> list[list[float]]:
        self.embedded.extend(texts)
        return [_vector(text) for text in texts]


class SilentLlm(FakeLlm):
    """Must not be asked."""

    async def chat(self, messages: list[dict[str, Any]], model: str = "", **options: Any) -> str:
        raise AssertionError("this must do without a model")


def _vector(text: str) -> list[float]:
    vector = [0.0] * DIMENSION
    for word in text.lower().split():
        vector[zlib.crc32(word.strip(".,!?:").encode()) % DIMENSION] += 1.0
    return vector
