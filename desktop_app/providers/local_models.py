"""The model processes of the program: one child per model file, context size and use, started when first needed.

Made once, by ``app``, and shared by all ``BuiltinProvider``s and built-in embedders. A crashed child is started again by the
next use. Memory is what local models are short of: when another model is started, those of the same use that answer nobody are
ended. One that chats and one that makes vectors take turns at every message, so neither ends the other.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

from desktop_app.domain.errors import ProviderError
from desktop_app.domain.message import clean_text
from desktop_app.providers.builtin_process import ModelOrder, ModelProcess, child_command
from desktop_app.providers.model_file import check_embedding_file, check_model_file, pooling_of

_Key: TypeAlias = tuple[Path, int, bool]

# A slow disk reads 20 MB/s.
_START_SECONDS = 60.0
_START_BYTES_PER_SECOND = 20_000_000
_LEAST_CONTEXT = 256
# One Send asks thrice (counts, the whole prompt, the answer): what takes long to fail fails once for all of them.
_FAILURE_SECONDS = 3.0


class LocalModels:
    """The children by (file, wanted context, whether it makes vectors). Use it from one event loop. ``command`` starts a child; none: the real one."""

    def __init__(self, command: Sequence[str] = ()) -> None:
        self._command = tuple(command) or child_command()
        self._processes: dict[_Key, ModelProcess] = {}
        self._failures: dict[_Key, tuple[float, ProviderError]] = {}
        self._starting = asyncio.Lock()

    @asynccontextmanager
    async def use(self, path: Path, context_limit: int, *, embeds: bool = False) -> AsyncGenerator[ModelProcess]:
        """A process that answers, for as long as the block runs. Raises ``ProviderError`` where it cannot be started.

        ``embeds``: it makes vectors instead. Its context is ``context_limit`` tokens, or as many as the model was trained for, if that is less.
        """
        async with self._starting:
            key = path, context_limit, embeds
            process = self._processes.get(key)
            if process is None or not process.running:
                process = await self._start(key)
            process.users += 1
        try:
            yield process
        finally:
            process.users -= 1

    def running(self, path: Path, context_limit: int) -> bool:
        """Whether ``use`` of a model that chats would start nothing."""
        process = self._processes.get((path, context_limit, False))
        return process is not None and process.running

    async def aclose(self) -> None:
        """Ends all children and waits for their end."""
        processes = list(self._processes.values())
        self._processes.clear()
        for process in processes:
            process.end()
        for process in processes:
            await process.close()

    async def _start(self, key: _Key) -> ModelProcess:
        path, context_limit, embeds = key
        failed_at, failure = self._failures.get(key, (0.0, None))
        if failure is not None and time.monotonic() - failed_at < _FAILURE_SECONDS:
            raise failure
        header = await asyncio.to_thread(check_embedding_file if embeds else check_model_file, path)
        await self._end_idle(embeds=embeds)
        context = min(context_limit, header.context_length or context_limit)
        pooling = pooling_of(header) if embeds else 0
        order = ModelOrder(path, clean_text(path.name), max(_LEAST_CONTEXT, context), pooling)
        process = ModelProcess(order, self._command)
        try:
            await process.wait_ready(_START_SECONDS + header.size / _START_BYTES_PER_SECOND)
        except ProviderError as error:
            self._failures[key] = (time.monotonic(), error)
            raise
        self._processes[key] = process
        return process

    async def _end_idle(self, *, embeds: bool) -> None:
        for key, process in list(self._processes.items()):
            idle = not process.users and key[2] is embeds
            if idle or not process.running:
                del self._processes[key]
                await process.close()
