"""Everything that was not foreseen ends here: written to the log, and shown once by the window if there is one.

Six roads lead here (measured in the lab, ``crash_hooks.py``): ``sys.excepthook`` (also Qt slots, paint events, timers),
``threading.excepthook``, ``sys.unraisablehook``, the event loop's handler, Qt's own messages (installed by ``ui``), and
``faulthandler`` for crashes of native code.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from desktop_app.diagnostics.redaction import redact
from desktop_app.domain.errors import AppError

_log = logging.getLogger("talespan.crash")

NATIVE_LOG_NAME = "native-crash.log"


class CrashHooks:
    """Takes over the hooks between ``install`` and ``remove``. ``show`` gets each bug with its text for *Copy details*."""

    def __init__(self, log_folder: Path) -> None:
        self.show: Callable[[BaseException, str], None] | None = None
        self._native_log_path = log_folder / NATIVE_LOG_NAME
        self._native_log: TextIO | None = None
        self._showing = False

    def install(self) -> None:
        """Sets the hooks that Python has; the loop's is ``loop_handler``, Qt's is set by the window."""
        descriptor = os.open(self._native_log_path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._native_log = os.fdopen(descriptor, "a", encoding="utf-8")
        faulthandler.enable(self._native_log, all_threads=True)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        sys.unraisablehook = self._on_unraisable

    def remove(self) -> None:
        """Gives the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__
        faulthandler.disable()
        if self._native_log is not None:
            self._native_log.close()
            self._native_log = None

    def loop_handler(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """For ``loop.set_exception_handler``."""
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.report(error)
        else:
            _log.error("Event loop: %s", context.get("message", ""))

    def report(self, error: BaseException) -> None:
        """Writes a bug down and shows it; a known error that nobody showed is only written down."""
        if isinstance(error, asyncio.CancelledError):
            return
        _log.error("Unforeseen: %s", type(error).__name__, exc_info=(type(error), error, error.__traceback__))
        if isinstance(error, AppError) or self.show is None or self._showing:
            return
        self._showing = True  # an error while showing an error must not go round in circles
        try:
            self.show(error, details_of(error))
        except Exception:  # noqa: BLE001 - the last line of defence
            _log.error("The error could not be shown: %s", traceback.format_exc())
        finally:
            self._showing = False

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report(error.with_traceback(trace))

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            _log.error("In thread %s", args.thread.name if args.thread else "?")
            self.report(args.exc_value)

    def _on_unraisable(self, unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_value is not None:
            _log.error("Could not be raised: %s", unraisable.err_msg or unraisable.object)
            self.report(unraisable.exc_value)


def details_of(error: BaseException) -> str:
    """The traceback as text, without secrets."""
    return redact("".join(traceback.format_exception(error)))
