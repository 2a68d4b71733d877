"""Compression by a model: a summary of every window of messages; a window that fails is compressed without it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, cast

from desktop_app.retrieval.heuristic import HeuristicStrategy
from desktop_app.retrieval.session import (
    TURN_RANGE,
    ChatMessage,
    CompressedBlock,
    CompressionStrategy,
    Llm,
    Session,
    quoted,
    shortened,
    turn_range,
)

_PROMPTS = {
    "en": (
        "Summarise this part of a conversation in English, in at most five sentences. Keep facts, names, numbers, wishes, "
        "decisions and open questions; leave out greetings and repetitions. Write only the summary."
    ),
    "ru": (
        "Сожми этот фрагмент разговора до пяти предложений на русском языке. Сохрани факты, имена, числа, желания, решения и "
        "открытые вопросы; приветствия и повторы опусти. Напиши только краткое содержание."
    ),
    "zh": "请用中文概括下面这段对话，最多五句。保留事实、姓名、数字、愿望、决定和未解决的问题；省略寒暄和重复。只写概括。",
}
_OTHER = (
    "Summarise this part of a conversation in at most five sentences, in {language}. Keep facts, names, numbers, wishes, "
    "decisions and open questions; leave out greetings and repetitions. Write only the summary."
)
_ITS_OWN = "the language of the conversation"

# Of each message at most so much is shown to the model, and so much of its summary is kept.
_SHOWN = 4_000
_KEPT = 1_500

_LOG = logging.getLogger(__name__)


class LLMSummaryStrategy:
    """Asks ``model`` for a summary of every ``window_size`` messages, each within ``timeout`` seconds.

    ``language``: a code (en, ru, zh) or a name; empty: that of the conversation. Only a window that fails (too slow, empty,
    broken) is given to ``fallback``.
    """

    def __init__(
        self,
        model: str = "",
        window_size: int = 8,
        language: str = "",
        fallback: CompressionStrategy | None = None,
        *,
        timeout: float = 60.0,
    ) -> None:
        if window_size < 1:
            raise ValueError("window_size must be at least 1.")
        self._model = model
        self._window = window_size
        self._prompt = _PROMPTS.get(language) or _OTHER.format(language=language or _ITS_OWN)
        self._fallback = fallback or HeuristicStrategy()
        self._timeout = timeout

    async def compress(self, session: Session, llm: Llm) -> list[CompressedBlock]:
        """See ``CompressionStrategy``."""
        blocks: list[CompressedBlock] = []
        for start in range(0, len(session.messages), self._window):
            window = session.messages[start : start + self._window]
            summary = await self._summary(window, llm)
            if summary:
                metadata = {"segment": "summary", TURN_RANGE: turn_range(0, len(window) - 1)}
                made = [CompressedBlock(summary, metadata)]
            else:
                made = await self._fallback.compress(Session(session.chat_id, window), llm)
            blocks.extend(block.moved(start) for block in made)
        return blocks

    async def _summary(self, window: Sequence[ChatMessage], llm: Llm) -> str:
        """Empty where the model failed, or has nothing to read."""
        lines = [line for message in window if (line := quoted(message, _SHOWN))]
        if not lines:
            return ""
        request: list[dict[str, Any]] = [
            {"role": "system", "content": self._prompt},
            {"role": "user", "content": "\n".join(lines)},
        ]
        try:
            answer = cast("object", await asyncio.wait_for(llm.chat(request, model=self._model), self._timeout))
        except Exception as error:  # noqa: BLE001 - whatever a model of somebody else does, the window can be compressed without it
            _LOG.warning("a window could not be summarised by the model: %s", type(error).__name__)
            return ""
        return shortened(answer.strip(), _KEPT) if isinstance(answer, str) else ""
