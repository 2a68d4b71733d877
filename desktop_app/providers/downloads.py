"""Gets model files from the web: goes on where it stopped, says how far it is, and gives out nothing that is not whole.

Made by ``app``, called by the model service. The web is in ``download_source``, the disk in ``download_part``.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import ParamSpec, TypeVar

from desktop_app.domain.errors import DownloadChecksumError, ErrorAction, ProviderError, ProviderErrorKind
from desktop_app.domain.models import DownloadOrder, DownloadProgress
from desktop_app.providers.download_part import Notes, PartFile, free_bytes
from desktop_app.providers.download_source import Offer, Source
from desktop_app.providers.endpoint import DEFAULT_TIMEOUTS, WHITE, Answer, Timeouts
from desktop_app.providers.errors import plain, reasoned
from desktop_app.providers.gguf import MAGIC
from desktop_app.providers.model_file import check_model_file, model_file_error
from desktop_app.providers.retries import Sleep
from desktop_app.providers.transport import Transport

P = ParamSpec("P")
T = TypeVar("T")

# Written at once, or after so long.
_PIECE = 1_000_000
_WRITE_SECONDS = 0.25
_SPEED_SECONDS = 5.0

# After a break in the middle; each try that gets further begins the row anew.
_WAITS = (1.0, 2.0, 5.0, 10.0, 20.0)


class HttpModelDownloads:
    """``free_space`` tells the free bytes of a folder's disk; it and ``sleep`` are there for tests."""

    def __init__(
        self,
        transport: Transport,
        *,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        sleep: Sleep = asyncio.sleep,
        free_space: Callable[[Path], int] = free_bytes,
    ) -> None:
        self._transport = transport
        self._timeouts = timeouts
        self._sleep = sleep
        self._free_space = free_space

    async def size(self, order: DownloadOrder) -> int:
        """See the port. Asks for one byte: what a server answers to HEAD is often wrong behind a redirect."""
        async with Source(order, self._transport, self._timeouts.whole).open("0-0") as (offer, _):
            return offer.total

    async def download(self, order: DownloadOrder) -> AsyncGenerator[DownloadProgress, None]:
        """See the port."""
        part = PartFile(order.file, self._free_space)
        try:
            await _in_thread(part.claim)
            present = await _in_thread(_size_of_model, order.file)
            if present:
                yield DownloadProgress(present, present)
                return
            for stage in (self._fetch(order, part), self._check(order, part)):
                async with aclosing(stage):
                    async for progress in stage:
                        yield progress
        finally:
            part.release()

    async def _fetch(self, order: DownloadOrder, part: PartFile) -> AsyncGenerator[DownloadProgress, None]:
        """Until all is there. What breaks off in the middle is taken up again by itself, a few times."""
        source, meter = Source(order, self._transport, self._timeouts.whole), _Meter()
        failures = 0
        while not _complete(part, order):
            before = part.size
            try:
                async with aclosing(self._attempt(order, source, part, meter)) as steps:
                    async for progress in steps:
                        yield progress
            except ProviderError as error:
                failures = 0 if part.size > before else failures
                tried_before = part.size > before or failures
                if error.action != ErrorAction.RETRY or not tried_before or failures >= len(_WAITS):
                    raise
                await self._sleep(_WAITS[failures])
                failures += 1
            else:
                return

    async def _attempt(
        self, order: DownloadOrder, source: Source, part: PartFile, meter: _Meter
    ) -> AsyncGenerator[DownloadProgress, None]:
        """One request, from where the part ends; from the beginning where the file is another one by now."""
        start = _resume_at(part, order)
        validator = part.notes.validator
        async with source.open(f"{start}-" if start else "", validator) as (offer, answer):
            if not start or _continues(offer, start, part.notes):
                _refuse_other_start(offer, start)
                async with aclosing(self._receive(order, offer, answer, part, meter)) as steps:
                    async for progress in steps:
                        yield progress
                return
        await _in_thread(part.discard)
        async with source.open() as (offer, answer):
            _refuse_other_start(offer, 0)
            async with aclosing(self._receive(order, offer, answer, part, meter)) as steps:
                async for progress in steps:
                    yield progress

    async def _receive(
        self, order: DownloadOrder, offer: Offer, answer: Answer, part: PartFile, meter: _Meter
    ) -> AsyncGenerator[DownloadProgress, None]:
        """Writes what comes; also, at the end, what came before a break or a cancel."""
        told = offer.sha256 or (part.notes.sha256 if offer.start else "")
        notes = Notes(order.url, offer.validator, offer.total or (part.notes.total if offer.start else 0), told)
        await _in_thread(part.begin, notes, offer.start)
        yield meter.progress(part)
        waiting, written_at = bytearray(), time.monotonic()
        try:
            while (chunk := await answer.read(self._timeouts.idle)) is not None:
                waiting += chunk
                if not part.size:
                    _refuse_what_is_no_model(waiting, order.file)
                if len(waiting) < _PIECE and time.monotonic() - written_at < _WRITE_SECONDS:
                    continue
                data, waiting, written_at = bytes(waiting), bytearray(), time.monotonic()
                await _in_thread(part.append, data)
                yield meter.progress(part)
        finally:
            if waiting and (part.size or waiting.startswith(MAGIC)):
                part.append(bytes(waiting))
        if part.size < offer.total:
            raise plain(ProviderErrorKind.INTERRUPTED)
        yield meter.progress(part)

    async def _check(self, order: DownloadOrder, part: PartFile) -> AsyncGenerator[DownloadProgress, None]:
        """Compares the part with its checksum, looks whether it is a model, and makes it the file; what is wrong is discarded."""
        expected = (order.sha256 or part.notes.sha256).lower()
        if expected:
            steps = part.hash_steps()
            while not (found := await _in_thread(next, steps)):
                yield DownloadProgress(part.size, part.size, checking=True)
            if found != expected:
                await _in_thread(part.discard)
                raise DownloadChecksumError(action=ErrorAction.RETRY, file=order.file.name)
        try:
            await _in_thread(check_model_file, part.path)
        except ProviderError:
            await _in_thread(part.discard)
            raise
        size = part.size
        await _in_thread(part.finish)
        yield DownloadProgress(size, size)


class _Meter:
    """The speed of the last seconds."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def progress(self, part: PartFile) -> DownloadProgress:
        now = time.monotonic()
        if self._seen and part.size < self._seen[-1][1]:  # it began anew
            self._seen.clear()
        self._seen.append((now, part.size))
        while len(self._seen) > 2 and now - self._seen[0][0] > _SPEED_SECONDS:
            self._seen.popleft()
        seconds = now - self._seen[0][0]
        speed = (part.size - self._seen[0][1]) / seconds if seconds else 0.0
        return DownloadProgress(part.size, part.notes.total, speed)


async def _in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Like ``asyncio.to_thread``, but a cancel waits for the thread: nobody may close a file under its hands."""
    running = asyncio.get_running_loop().run_in_executor(None, lambda: work(*args, **kwargs))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        raise


def _size_of_model(file: Path) -> int:
    """The size of a file that is there already and can be used; 0 where it has to be got."""
    try:
        return check_model_file(file).size
    except ProviderError:
        return 0


def _resume_at(part: PartFile, order: DownloadOrder) -> int:
    """Where to go on: only where a change of the file would be noticed, now or by its checksum."""
    notes = part.notes
    if notes.url != order.url or not (notes.validator or notes.sha256 or order.sha256):
        return 0
    return part.size


def _complete(part: PartFile, order: DownloadOrder) -> bool:
    return 0 < part.notes.total == part.size == _resume_at(part, order)


def _continues(offer: Offer, start: int, notes: Notes) -> bool:
    """Whether an offer is the rest of the very file that the part is the beginning of."""
    same = not (offer.sha256 and notes.sha256) or offer.sha256 == notes.sha256
    return same and offer.start == start and offer.total in {0, notes.total or offer.total}


def _refuse_other_start(offer: Offer, start: int) -> None:
    """A server that gives other bytes than it was asked for is not understood. Raises ``ProviderError``."""
    if offer.start != start:
        raise plain(ProviderErrorKind.BAD_RESPONSE)


def _refuse_what_is_no_model(begin: bytearray, file: Path) -> None:
    """Sees at the first bytes what would else be seen after gigabytes. Raises ``ProviderError``."""
    if begin.startswith(MAGIC[: len(begin)]):
        return
    if begin.lstrip(WHITE).startswith(b"<"):
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.web-page")
    raise model_file_error("model-file.not-gguf", file)
