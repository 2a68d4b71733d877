"""Processes to be killed: a nursery imports what they need once and forks one for each kill, which takes milliseconds.

``python -m tests.fakes.killable module:function`` reads a line of JSON arguments, forks, and calls the function in the
child; what the function says comes to the test, then ``dead``. Needs ``fork``: not on Windows.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import IO

DEAD = "dead"


class Victim:
    """A running child of the nursery."""

    def __init__(self, pid: int, output: IO[str]) -> None:
        self._pid = pid
        self._output = output

    def lines(self, limit: int) -> list[str]:
        """Waits for that many lines of its output; fewer where it ended by itself, then ``dead`` is the last."""
        found: list[str] = []
        while len(found) < limit and found[-1:] != [DEAD]:
            found.append(self._output.readline().rstrip("\n"))
        return found

    def kill(self) -> list[str]:
        """``kill -9``, and whatever it had printed before."""
        with suppress(ProcessLookupError):  # it had ended by itself
            os.kill(self._pid, signal.SIGKILL)
        return self.rest()

    def rest(self) -> list[str]:
        """What it prints until its end."""
        found: list[str] = []
        while (line := self._output.readline().rstrip("\n")) != DEAD:
            assert line, "the nursery itself has died"
            found.append(line)
        return found


class Nursery:
    """Starts victims, one after the other."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._input = process.stdin
        self._output = process.stdout

    def start(self, *arguments: object) -> Victim:
        """A process that calls the function with ``arguments`` (what JSON can hold)."""
        self._input.write(json.dumps(arguments) + "\n")
        self._input.flush()
        return Victim(int(self._output.readline()), self._output)


@contextmanager
def nursery(function: str) -> Generator[Nursery]:
    """Makes processes that call ``function`` (``module:name``)."""
    command = [sys.executable, "-W", "error", "-m", "tests.fakes.killable", function]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Nursery(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(60)


def say(line: object) -> None:
    """A line for the test."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """The nursery's own process."""
    module, name = sys.argv[1].split(":")
    function = getattr(importlib.import_module(module), name)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            say(os.getpid())
            function(*json.loads(line))
            os._exit(0)
        os.waitpid(pid, 0)
        say(DEAD)


if __name__ == "__main__":
    main()
