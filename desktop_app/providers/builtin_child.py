"""The child process of the built-in model: llama.cpp, listening on loopback until the parent is gone.

Started by ``builtin_process`` as ``python -m desktop_app.providers.builtin_child``; a frozen program starts itself with
``CHILD_ARGUMENT``, and its ``__main__`` calls ``main()`` before anything else. It must stay light: no import of ours.

The protocol, one JSON object a line:

- stdin, first line: ``{"model", "alias", "context", "key", "pooling"}``; ``pooling`` is 0 for a model that chats, else the
  child makes vectors. The key travels nowhere else. Then nothing more; the end of stdin (the parent closed it, or died in
  whatever way) is the order to end.
- stdout, one line: ``{"url"}`` when the model answers, or ``{"error": "engine" | "load", "detail"}`` and the end.
- stderr: llama.cpp's log.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from xllamacpp import CommonParams

CHILD_ARGUMENT = "--builtin-model-child"

# A prompt that is being read is given up between two batches: 19 s at llama.cpp's default, 1.7 s at 256 (lab notes). On a
# machine eight times busier than it can be: up to 5.3 s at 256, 3.0 s at 128, which reads as quickly.
_BATCH = 128
# Prompts of other chats that are kept for their return; llama.cpp's default would take up to 8 GiB of memory.
_PROMPT_CACHE_MIB = 256
_LOG_WARNINGS = 2


def main() -> int:
    """Serves one model; returns the exit code. Never returns while the parent lives and the model works."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is for the parent, who then closes the pipe
    replies = _keep_stdout_to_ourselves()
    orders = os.fdopen(0, "rb", closefd=False)  # a program without a console may have no sys.stdin
    order = json.loads(orders.readline() or b"{}")
    if not order:
        return 0
    _end_with_the_parent_even_while_loading()
    try:
        from xllamacpp import CommonParams, Server
    except ImportError as error:
        return _fail(replies, "engine", error)
    try:
        server = Server(_filled(CommonParams(), order))
    except (RuntimeError, ValueError, MemoryError) as error:
        return _fail(replies, "load", error)
    _reply(replies, {"url": server.listening_address})
    orders.read()
    # Not an ordinary exit: destructors would wait for the batch that is being computed.
    os._exit(0)


def _keep_stdout_to_ourselves() -> TextIO:
    """Sends whatever libraries print to stderr, and returns the real stdout."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return replies


def _end_with_the_parent_even_while_loading() -> None:
    """On Linux the end of stdin kills this process also while llama.cpp loads and holds Python's lock (fcntl(2), O_ASYNC)."""
    if sys.platform == "linux":
        import fcntl
        import select

        fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
        if select.select([0], [], [], 0)[0]:  # it ended before
            os._exit(0)


def _filled(parameters: CommonParams, order: dict[str, str | int]) -> CommonParams:
    parameters.model.path = str(order["model"])
    parameters.model_alias = {str(order["alias"])}
    parameters.api_keys = [str(order["key"])]
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0  # a free one
    parameters.offline = True
    parameters.ui = False
    parameters.n_ctx = int(order["context"])
    parameters.n_parallel = 1
    parameters.n_batch = parameters.n_ubatch = _BATCH
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = _threads()
    parameters.cache_ram_mib = _PROMPT_CACHE_MIB
    parameters.warmup = False
    parameters.use_jinja = True
    parameters.verbosity = _LOG_WARNINGS
    if order["pooling"]:
        _fill_for_vectors(parameters, int(order["pooling"]))
    return parameters


def _fill_for_vectors(parameters: CommonParams, pooling: int) -> None:
    """A text is read in one step, for only then can llama.cpp make one vector of all its tokens; no prompt comes twice."""
    from xllamacpp import llama_pooling_type

    parameters.embedding = True
    parameters.pooling_type = llama_pooling_type(pooling)
    parameters.n_batch = parameters.n_ubatch = parameters.n_ctx
    parameters.cache_ram_mib = 0


def _threads() -> int:
    """All physical cores but one, which belongs to the window: with all of them a busy machine is 15 times slower."""
    import psutil

    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 2
    return max(1, cores - 1)


def _fail(replies: TextIO, error: str, cause: BaseException) -> int:
    _reply(replies, {"error": error, "detail": str(cause)})
    return 1


def _reply(replies: TextIO, reply: dict[str, str]) -> None:
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


if __name__ == "__main__":
    sys.exit(main())
