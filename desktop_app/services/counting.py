"""Whose count of tokens a plan is made by: the tokenizer's own, or ours corrected by what the provider reported before.

Owned by the context service. Learns the overhead of a server that counts whole prompts, and a calibration of every other
from the usage that it reports; the latter is kept over restarts.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.context.names import name_cost
from desktop_app.context.plan import ContextPlan
from desktop_app.context.request import Overhead
from desktop_app.context.tool_calls import wire_text
from desktop_app.domain.errors import StorageError
from desktop_app.domain.generation import SERVER_TOKENIZER, ChatMessage, ConnectionProfile, Usage
from desktop_app.domain.knowledge_ports import CalibrationStore
from desktop_app.domain.ports import ChatProvider, TokenCount, TokenCounter
from desktop_app.services.calibration import Calibration, Observation

# Kept free where tokens are only estimated and nothing was reported yet: by script the estimate was within 6 % on the lab's
# texts.
ESTIMATE_MARGIN = 1 / 16

_log = logging.getLogger(__name__)

# The connection, its model, and the tokenizer.
_Key = tuple[str, str, str]


class CalibratedCounter:
    """Another counter's counts times ``factor``; ``exact_too``: also where that one is sure of them."""

    def __init__(self, counter: TokenCounter, factor: float, *, exact_too: bool) -> None:
        self._counter = counter
        self._factor = factor
        self._exact_too = exact_too
        self.name = counter.name

    def count(self, text: str) -> TokenCount:
        """Never exact where it was corrected."""
        count = self._counter.count(text)
        if count.exact and not self._exact_too:
            return count
        return TokenCount(round(count.tokens * self._factor), exact=False)

    async def settle(self) -> bool:
        """Makes the other counter's estimates better."""
        return await self._counter.settle()


@dataclass(frozen=True, slots=True)
class Count:
    """How one connection's prompts are counted now. ``calibration``: what its figures are corrected by, where they are."""

    counter: TokenCounter
    overhead: Overhead
    calibration: Calibration | None = None

    def safety(self, plan: ContextPlan) -> int:
        """What has to be kept free for the error of a plan's figures: the ± that is shown, in tokens."""
        if plan.exact:
            return 0
        if self.calibration is None:
            return math.ceil(plan.limit * ESTIMATE_MARGIN)
        texts = sum(block.tokens for block in plan.blocks if block.rendered)
        return self.calibration.band(round(texts / self.calibration.factor), len(plan.messages))


class Counting:
    """Keeps overheads and calibrations by connection and model."""

    def __init__(self, store: CalibrationStore) -> None:
        self._store = store
        self._overheads: dict[_Key, Overhead] = {}
        self._calibrations: dict[_Key, Calibration] = {}
        self._corrected: dict[_Key, tuple[TokenCounter, Calibration, Count]] = {}

    async def count(self, connection: ConnectionProfile, provider: ChatProvider) -> Count:
        """How prompts for this connection are counted. The same counter as long as nothing new was learned."""
        counter = provider.counter()
        key = _key(connection, counter)
        if key in self._overheads:
            return Count(counter, self._overheads[key])
        calibration = await self._calibration(key)
        if not calibration.needed:
            return Count(counter, Overhead())
        known = self._corrected.get(key)
        if known is None or known[0] is not counter or known[1] != calibration:
            known = (counter, calibration, _corrected(counter, calibration))
            self._corrected[key] = known
        return known[2]

    def worth_counting(self, connection: ConnectionProfile, provider: ChatProvider, plan: ContextPlan) -> bool:
        """Whether the server might know better what a plan of it counts."""
        by_server = connection.tokenizer == SERVER_TOKENIZER
        return not plan.exact or (by_server and _key(connection, provider.counter()) not in self._overheads)

    async def learn_overhead(self, connection: ConnectionProfile, provider: ChatProvider, plan: ContextPlan) -> bool:
        """Has the whole prompt counted by the server, where it can. True where a new plan would differ."""
        if not plan.messages or any(message.pictures for message in plan.messages):
            return False  # a tokenizer knows texts alone
        actual = await provider.count_prompt(plan.messages)
        if actual is None:
            return False
        key = _key(connection, provider.counter())
        known = self._overheads.get(key)
        overhead = known or Overhead()
        if actual <= plan.used and known is not None:
            return False
        missing = actual - (plan.used - plan.overhead) - overhead.per_request
        learned = replace(overhead, per_message=max(overhead.per_message, math.ceil(missing / len(plan.messages))))
        self._overheads[key] = learned
        return learned != overhead

    async def learn_usage(
        self, connection: ConnectionProfile, provider: ChatProvider, messages: Sequence[ChatMessage], usage: Usage
    ) -> None:
        """After an answer: what its provider counted of these messages."""
        counter = provider.counter()
        key = _key(connection, counter)
        if key in self._overheads or usage.prompt_tokens <= 0:
            return  # a server that counts whole prompts before they are sent has nothing to add
        counted = await asyncio.to_thread(_counted, messages, counter)
        before = await self._calibration(key)
        report = Observation(counted.tokens, len(messages), usage.prompt_tokens, counted.exact)
        learned = before.with_report(report)
        if learned != before:
            self._calibrations[key] = learned
            try:
                await self._store.save_calibration(_name(key), learned.to_json())
            except StorageError as error:  # known until the program ends; the next answer is another try
                _log.warning("What was learned about counting could not be kept: %s", error)

    async def _calibration(self, key: _Key) -> Calibration:
        if key not in self._calibrations:
            kept = await self._store.calibration(_name(key))
            self._calibrations.setdefault(key, Calibration() if kept is None else Calibration.from_json(kept))
        return self._calibrations[key]


def _corrected(counter: TokenCounter, calibration: Calibration) -> Count:
    corrected = CalibratedCounter(counter, calibration.factor, exact_too=calibration.exact_too)
    return Count(corrected, Overhead(per_message=calibration.per_message, per_request=0), calibration)


def _counted(messages: Sequence[ChatMessage], counter: TokenCounter) -> TokenCount:
    """Our own count of the texts and names alone."""
    counts = [counter.count(wire_text(message)) for message in messages]
    names = sum(name_cost(message, Overhead(), counter) for message in messages)
    return TokenCount(sum(count.tokens for count in counts) + names, all(count.exact for count in counts))


def _key(connection: ConnectionProfile, counter: TokenCounter) -> _Key:
    return (connection.id, connection.model, counter.name)


def _name(key: _Key) -> str:
    return "/".join(key)
