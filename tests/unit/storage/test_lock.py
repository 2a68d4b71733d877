"""One writer per data folder, and nobody is locked out by a dead one (reliability page, D5)."""

from __future__ import annotations

import subprocess
import sys

import pytest

from desktop_app.domain.errors import DatabaseInUseError
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.paths import Paths

_HOLDER = """
import sys, pathlib
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.paths import Paths
lock = DataFolderLock(Paths.find(pathlib.Path(sys.argv[1])))
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def test_the_second_and_the_third_start_are_refused_until_the_first_ends(paths: Paths) -> None:
    first, second, third = DataFolderLock(paths), DataFolderLock(paths), DataFolderLock(paths)
    first.acquire()
    first.acquire()
    for other in (second, third):
        with pytest.raises(DatabaseInUseError, match=str(paths.data)):
            other.acquire()
        other.release()  # the end of a refused start must not free the first one's lock (Joplin did that)
    assert first.held
    first.release()
    third.acquire()
    assert third.held
    third.release()


def test_another_process_holds_it_until_it_is_killed(paths: Paths) -> None:
    command = [sys.executable, "-c", _HOLDER, str(paths.data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        lock = DataFolderLock(paths)
        with pytest.raises(DatabaseInUseError):
            lock.acquire()
        holder.kill()
        holder.wait(30)
        lock.acquire()
        lock.release()
