"""Counts tokens: by the shipped vocabularies, by a server's own tokenizer, or by estimate.

Made by ``TokenCounters.counter``, called by the builder (``count``, in a worker thread) and by the context service (``settle``,
on the event loop). ``count`` never waits: what is not known yet is estimated and queued, and ``settle`` makes it exact. A
vocabulary that is not loaded yet is treated like a server that has not answered yet.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from desktop_app.assets import AssetMissingError
from desktop_app.domain.errors import ProviderError
from desktop_app.domain.generation import ESTIMATE, SERVER_TOKENIZER, ConnectionProfile
from desktop_app.domain.ports import TokenCount, TokenCounter
from desktop_app.providers.token_estimate import estimate_tokens
from desktop_app.providers.vocabularies import VOCABULARIES, Encoding, vocabulary_for_model

Tokenize: TypeAlias = Callable[[str], Awaitable[int]]

_AUTO = "auto"

_log = logging.getLogger(__name__)

# A chat of 10,000 messages twice over; some 150 bytes each.
_REMEMBERED = 20_000
_QUEUED_CHARACTERS = 8_000_000


class TokenCounters:
    """Makes counters. One for the program, so that each vocabulary is loaded once and its counts serve all connections."""

    def __init__(self) -> None:
        self._by_vocabulary = {name: TiktokenCounter(name) for name in VOCABULARIES}
        self._estimate = EstimateCounter()

    def counter(self, profile: ConnectionProfile, tokenize: Tokenize | None) -> TokenCounter:
        """The counter for a connection. ``tokenize`` asks its server (None: it cannot say) and may raise ``ProviderError``.

        A counter of a server remembers its counts, so whoever asks for it keeps it.
        """
        wanted = profile.tokenizer
        if wanted == _AUTO:
            wanted = vocabulary_for_model(profile.model) or SERVER_TOKENIZER
        if wanted in self._by_vocabulary:
            return self._by_vocabulary[wanted]
        if wanted == SERVER_TOKENIZER and tokenize is not None:
            return ServerCounter(tokenize)
        return self._estimate


class EstimateCounter:
    """Only ever estimates."""

    name = ESTIMATE

    def count(self, text: str) -> TokenCount:
        """By the script of each character."""
        return TokenCount(estimate_tokens(text), exact=False)

    async def settle(self) -> bool:
        """Nothing can be made better."""
        return False


class TiktokenCounter:
    """Counts by one of the shipped vocabularies, which the first ``settle`` loads."""

    def __init__(self, vocabulary: str) -> None:
        self.name = vocabulary
        self._counts = _Counts()
        self._encoding: Encoding | None = None
        self._settling = threading.Lock()

    def count(self, text: str) -> TokenCount:
        """Exact once the vocabulary is loaded (also for the first time a text is seen), an estimate before."""
        known = self._counts.get(text)
        if known is not None:
            return known
        if self._encoding is None:
            return self._counts.estimate_and_queue(text)
        return self._counts.put(text, TokenCount(*self._encoding.count(text)))

    async def settle(self) -> bool:
        """Loads the vocabulary if need be, and counts the queue, in a thread."""
        return await asyncio.to_thread(self._settle)

    def _settle(self) -> bool:
        before = self._counts.changes
        with self._settling:  # a queue that somebody else has taken is counted when this returns
            encoding = self._loaded()
            if encoding is not None:
                for text in self._counts.take_queue():
                    self._counts.put(text, TokenCount(*encoding.count(text)))
        return self._counts.changes != before

    def _loaded(self) -> Encoding | None:
        if self._encoding is None:
            try:
                self._encoding = Encoding(VOCABULARIES[self.name])
            except AssetMissingError as error:
                _log.warning("Tokens are estimated: %s", error)
        return self._encoding


class ServerCounter:
    """Counts by the tokenizer of the server itself, one call a text."""

    name = SERVER_TOKENIZER

    def __init__(self, tokenize: Tokenize) -> None:
        self._tokenize = tokenize
        self._counts = _Counts()
        self._settling = asyncio.Lock()

    def count(self, text: str) -> TokenCount:
        """What the server said before, else an estimate, queued."""
        return self._counts.get(text) or self._counts.estimate_and_queue(text)

    async def settle(self) -> bool:
        """Asks the server for the queue. A server that fails ends it for now: the next ``count`` of a text queues it again."""
        before = self._counts.changes
        async with self._settling:  # a queue that somebody else has taken is counted when this returns
            for text in self._counts.take_queue():
                try:
                    tokens = await self._tokenize(text)
                except ProviderError as error:
                    _log.info("Tokens stay estimated: %s", error)
                    break
                self._counts.put(text, TokenCount(tokens, exact=True))
        return self._counts.changes != before


class _Counts:
    """Counts by text, and the texts still to be counted; both bounded, both safe to use from two threads.

    ``changes`` grows with every count that is put in.

    A text is known by its length and its hash, not kept: Python's hash is 64 bits, seeded anew in every process, and stored in
    the string, so that looking up costs nothing.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: OrderedDict[tuple[int, int], TokenCount] = OrderedDict()
        self._queue: dict[str, None] = {}
        self._queued_characters = 0
        self.changes = 0

    def get(self, text: str) -> TokenCount | None:
        key = _key(text)
        with self._lock:
            known = self._counts.get(key)
            if known is not None:
                self._counts.move_to_end(key)
            return known

    def put(self, text: str, count: TokenCount) -> TokenCount:
        with self._lock:
            self._counts[_key(text)] = count
            self.changes += 1
            while len(self._counts) > _REMEMBERED:
                self._counts.popitem(last=False)
        return count

    def estimate_and_queue(self, text: str) -> TokenCount:
        """A text that finds the queue full waits until it is counted again."""
        with self._lock:
            if text not in self._queue and self._queued_characters + len(text) <= _QUEUED_CHARACTERS:
                self._queue[text] = None
                self._queued_characters += len(text)
        return TokenCount(estimate_tokens(text), exact=False)

    def take_queue(self) -> list[str]:
        with self._lock:
            taken, self._queue, self._queued_characters = list(self._queue), {}, 0
        return taken


def _key(text: str) -> tuple[int, int]:
    return len(text), hash(text)
