"""What is remembered of asking a model for summaries: failures and when to try again, pauses, and what it has cost.

Owned by ``SummaryService``. The cost is kept over restarts; after one everything is tried anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from desktop_app.domain.errors import ProviderError
from desktop_app.domain.generation import Usage
from desktop_app.domain.knowledge_ports import CalibrationStore
from desktop_app.domain.ports import Clock

# Seconds until the second try, twice as many until each further one, and no more than these; then no more by itself.
FIRST_WAIT = 30.0
LONGEST_WAIT = 3_600.0
MOST_TRIES = 8


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls of a model, and tokens as it reported them."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def plus(self, usage: Usage | None) -> Spent:
        """One call more."""
        prompt, completion = (usage.prompt_tokens, usage.completion_tokens) if usage else (0, 0)
        return Spent(self.calls + 1, self.prompt_tokens + prompt, self.completion_tokens + completion)


@dataclass(slots=True)
class Tries:
    """Of one chat. ``next_at``: Unix milliseconds; until then nothing is tried."""

    spent: Spent = field(default_factory=Spent)
    failures: int = 0
    error: ProviderError | None = None
    next_at: int = 0
    paused: bool = False
    known: bool = False
    saved: Spent = field(default_factory=Spent)


class SummaryTries:
    """Keeps them by chat."""

    def __init__(self, store: CalibrationStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._tries: dict[str, Tries] = {}

    async def of(self, chat_id: str) -> Tries:
        """What is known of a chat."""
        tries = self._tries.setdefault(chat_id, Tries())
        if not tries.known:
            before = _read(await self._store.calibration(_key(chat_id)))
            if not tries.known:
                tries.saved = before
                tries.spent = Spent(
                    before.calls + tries.spent.calls,
                    before.prompt_tokens + tries.spent.prompt_tokens,
                    before.completion_tokens + tries.spent.completion_tokens,
                )
                tries.known = True
        return tries

    async def may_try(self, chat_id: str) -> bool:
        """Whether the model may be asked now."""
        tries = await self.of(chat_id)
        return not tries.paused and tries.failures < MOST_TRIES and tries.next_at <= self._clock.now()

    def spent(self, chat_id: str, usage: Usage | None) -> None:
        """A call was made."""
        tries = self._tries.setdefault(chat_id, Tries())
        tries.spent = tries.spent.plus(usage)

    async def save(self, chat_id: str) -> None:
        """Keeps the cost."""
        tries = await self.of(chat_id)
        if tries.spent != tries.saved:
            spent = tries.saved = tries.spent
            await self._store.save_calibration(
                _key(chat_id), json.dumps([spent.calls, spent.prompt_tokens, spent.completion_tokens])
            )

    def failed(self, chat_id: str, error: ProviderError) -> float | None:
        """A try went wrong; the seconds until the next one, None where there is none by itself."""
        tries = self._tries.setdefault(chat_id, Tries())
        tries.failures += 1
        tries.error = error
        seconds = max(min(FIRST_WAIT * 2 ** (tries.failures - 1), LONGEST_WAIT), error.retry_after or 0.0)
        if tries.failures >= MOST_TRIES:
            tries.next_at = 0
            return None
        tries.next_at = self._clock.now() + round(seconds * 1000)
        return seconds

    def begin_anew(self, chat_id: str) -> None:
        """The model may be asked at once; a pause stays."""
        tries = self._tries.setdefault(chat_id, Tries())
        tries.failures, tries.error, tries.next_at = 0, None, 0

    def pause(self, chat_id: str, *, paused: bool) -> None:
        """Whether it may not be asked at all."""
        self._tries.setdefault(chat_id, Tries()).paused = paused


def _key(chat_id: str) -> str:
    return f"summary:{chat_id}"


def _read(value: str | None) -> Spent:
    try:
        calls, prompt, completion = json.loads(value or "[0, 0, 0]")
        return Spent(int(calls), int(prompt), int(completion))
    except (TypeError, ValueError):
        return Spent()
