"""Runs the built-in model's child process: starts it, knows why it ended, ends it.

Called by ``local_models``. One ``ModelProcess`` is one run of one child; a new try is a new object. Two threads instead of
asyncio's subprocesses: they work the same under every event loop (nobody has tried those of qasync on Windows), and
starting a process never holds up the window. The key goes to the child through its stdin, never by arguments or
environment, which others on the machine can read. The child ends when this process closes that pipe or is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import secrets
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers import builtin_child
from desktop_app.providers.model_file import model_file_error

# English sentences by the code in ``ProviderError.reason``; ``ui`` translates by the code.
REASONS = {
    "local-model.illegal-instruction": "This computer's processor lacks instructions (AVX2) that the built-in engine needs. "
    "Use a connection to a model server instead.",
    "local-model.killed": "The system ended its process, perhaps because memory ran out. The next message starts it again.",
    "local-model.crashed": "Its process ended with code {code}{log}. The next message starts it again.",
    "local-model.ended": "It was ended. The next message starts it again.",
    "local-model.engine": "The built-in engine could not be started: {cause}",
    "local-model.slow-start": "It was not ready after {seconds} seconds.",
}

_LOG_LINES = 100
_LOG_LINE_BYTES = 500
_END_SECONDS = 2.0
# Exit codes: a negative signal number on POSIX, an NTSTATUS on Windows (MS-ERREF, section 2.3.1).
_ILLEGAL_INSTRUCTION = frozenset({-4, 0xC000001D})
_KILLED = frozenset({-9})
# What llama.cpp's log says of a failed load, after a time, a level and a function's name.
_LOG_PREFIX = re.compile(r"^[\d.]+ [A-Z] ")
_LOADING_FAILED = "error loading model: "

_T = TypeVar("_T")

_logger = logging.getLogger(__name__)


def local_model_error(
    reason: str, kind: ProviderErrorKind = ProviderErrorKind.CRASHED, **params: object
) -> ProviderError:
    """The known error for ``reason``, a key of ``REASONS``."""
    return ProviderError(kind, detail=REASONS[reason].format(**params), reason=reason, params=params)


@dataclass(frozen=True, slots=True)
class ModelOrder:
    """What a child serves: the file, the name it answers to, and the context size in tokens.

    ``pooling`` set: it makes vectors and does not chat; llama.cpp's number for how those of all tokens become one.
    """

    path: Path
    alias: str
    context: int
    pooling: int = 0


class ModelProcess:
    """One child, being started by ``command`` from the moment this is made. ``url`` is set by ``wait_ready``.

    ``users`` counts the requests it is answering; its owner keeps that.
    """

    def __init__(self, order: ModelOrder, command: Sequence[str]) -> None:
        self.order = order
        self.key = secrets.token_urlsafe(32)
        self.url = ""
        self.users = 0
        self._log: deque[str] = deque(maxlen=_LOG_LINES)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ending = False
        self._command = command
        self._reply: Future[Mapping[str, str]] = _running_future()
        self._exit_code: Future[int] = _running_future()
        threading.Thread(target=self._run, name="built-in model", daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether the child is there, as far as is known."""
        return not self._exit_code.done()

    @property
    def pid(self) -> int:
        """The child's process id; 0 before there is one."""
        return self._process.pid if self._process else 0

    async def wait_ready(self, seconds: float) -> None:
        """Waits until the model answers. Raises ``ProviderError``; whatever is raised, also by a cancel, the child ends."""
        try:
            async with asyncio.timeout(seconds):
                reply = await asyncio.wrap_future(self._reply)
            if "url" not in reply:
                raise await self._failed_start(reply)
            self.url = reply["url"]
        except TimeoutError:
            self.end()
            kind = ProviderErrorKind.TIMEOUT
            raise local_model_error("local-model.slow-start", kind, seconds=round(seconds)) from None
        except BaseException:
            self.end()
            raise

    async def wait_ended(self, seconds: float) -> bool:
        """Whether the child ends within ``seconds``: a lost connection is seen a moment before its process is gone."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.wrap_future(self._exit_code)
        return not self.running

    def crash(self) -> ProviderError:
        """Why an ended child ended, as the known error."""
        code = self._exit_code.result(timeout=0)
        if self._ending:
            return local_model_error("local-model.ended")
        if code in _ILLEGAL_INSTRUCTION:
            return local_model_error("local-model.illegal-instruction")
        if code in _KILLED:
            return local_model_error("local-model.killed")
        hint = self._log_hint()
        shown = hex(code) if code > 0xFF else code
        return local_model_error("local-model.crashed", code=shown, log=f" ({hint.rstrip('.')})" if hint else "")

    def end(self) -> None:
        """Tells the child to end, without waiting for it."""
        with self._lock:
            self._ending = True
            if self._process:
                _pipe(self._process.stdin).close()

    async def close(self) -> None:
        """Ends the child; by force if it does not listen (outside Linux it cannot while it loads)."""
        self.end()
        if not await self.wait_ended(_END_SECONDS) and self._process:
            self._process.kill()
            await self.wait_ended(_END_SECONDS)

    def _run(self) -> None:
        """The thread that owns the process from its start to its end; it always sets both futures."""
        try:
            process = _started(self._command)
        except OSError as error:
            self._reply.set_result({"error": "engine", "detail": error.strerror or str(error)})
            self._exit_code.set_result(1)
            return
        with process:
            log = threading.Thread(target=self._read_log, args=(process,), name="built-in model's log", daemon=True)
            log.start()
            self._give_order(process)
            line = _pipe(process.stdout).readline()
            self._reply.set_result(json.loads(line or b'{"error": "ended"}'))
            code = process.wait()
            log.join(_END_SECONDS)
            if not self._ending:
                _logger.warning("The built-in model's process ended with code %d. %s", code, self._log_hint())
            self._exit_code.set_result(code)

    def _give_order(self, process: subprocess.Popen[bytes]) -> None:
        order = {
            "model": str(self.order.path),
            "alias": self.order.alias,
            "context": self.order.context,
            "key": self.key,
            "pooling": self.order.pooling,
        }
        with self._lock, contextlib.suppress(OSError):  # it may be dead already; its exit code will tell
            self._process = process
            stdin = _pipe(process.stdin)
            if self._ending:
                stdin.close()
            else:
                os.write(stdin.fileno(), json.dumps(order).encode() + b"\n")

    def _read_log(self, process: subprocess.Popen[bytes]) -> None:
        stderr = _pipe(process.stderr)
        while line := stderr.readline(_LOG_LINE_BYTES):
            self._log.append(line.decode("utf-8", "replace").strip())

    async def _failed_start(self, reply: Mapping[str, str]) -> ProviderError:
        await self.wait_ended(_END_SECONDS)
        match reply["error"]:
            case "load":
                return model_file_error(
                    "model-file.refused", self.order.path, cause=self._log_hint() or reply["detail"]
                )
            case "engine":
                return local_model_error("local-model.engine", cause=reply["detail"])
            case _:
                return self.crash() if not self.running else local_model_error("local-model.ended")

    def _log_hint(self) -> str:
        """The line of llama.cpp's log that says most: why loading failed, else the last one."""
        lines = [_LOG_PREFIX.sub("", line) for line in self._log if line]
        for line in lines:
            if _LOADING_FAILED in line:
                return line.partition(_LOADING_FAILED)[2]
        return lines[-1] if lines else ""


def child_command() -> list[str]:
    """How the child is started: a frozen program has no interpreter to start, it starts itself."""
    if getattr(sys, "frozen", False):
        return [sys.executable, builtin_child.CHILD_ARGUMENT]
    return [sys.executable, "-P", "-m", builtin_child.__name__]


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    own_folder = str(Path(__file__).resolve().parents[2])
    search_path = os.pathsep.join(filter(None, (own_folder, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(  # noqa: S603 - our own interpreter or program, and nothing of a stranger among the arguments
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": search_path},
        creationflags=subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0,
    )


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise RuntimeError("the child was started without its pipes")
    return stream


def _running_future() -> Future[_T]:
    """A future that nobody can cancel: an awaiter may go away, the thread still sets it."""
    future: Future[_T] = Future()
    future.set_running_or_notify_cancel()
    return future
