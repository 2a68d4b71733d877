"""Whatever was not foreseen reaches the log by its road, without secrets, and is shown once (reliability page, crash handling)."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.diagnostics.crash_hooks import NATIVE_LOG_NAME
from desktop_app.diagnostics.logs import LOG_NAME

ROOT = Path(__file__).parents[3]


def go(road: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Something goes wrong in a process of its own."""
    command = [sys.executable, "-m", "tests.unit.diagnostics.crash_roads", road, str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("road", ["main", "thread", "del", "callback", "task"])
def test_a_bug_is_written_down_and_shown(road: str, tmp_path: Path) -> None:
    done = go(road, tmp_path)

    written = (tmp_path / LOG_NAME).read_text("utf-8")
    assert "Unforeseen: ValueError" in written
    assert "in fail" in written or "__del__" in written, "the traceback tells where"
    assert "the bug with [hidden]" in written
    assert "CANARY" not in written + done.stdout + done.stderr
    assert done.stdout.startswith("shown ValueError ")
    assert done.stdout.count("shown") == 1


def test_a_listener_that_fails_is_written_down(tmp_path: Path) -> None:
    go("listener", tmp_path)

    assert "A handler of TurnStarted failed" in (tmp_path / LOG_NAME).read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells an abort otherwise")
def test_a_native_crash_leaves_the_python_stack(tmp_path: Path) -> None:
    done = go("native", tmp_path)

    assert done.returncode == -signal.SIGABRT
    written = (tmp_path / NATIVE_LOG_NAME).read_text("utf-8")
    assert "Fatal Python error: Aborted" in written
    assert "in _native" in written
    assert (tmp_path / NATIVE_LOG_NAME).stat().st_mode & 0o077 == 0


def test_a_known_error_is_written_down_but_not_shown_as_a_bug(tmp_path: Path) -> None:
    done = go("known", tmp_path)

    assert "nobody showed this" in (tmp_path / LOG_NAME).read_text("utf-8")
    assert done.stdout == ""


def test_an_error_while_showing_an_error_does_not_go_round_in_circles(tmp_path: Path) -> None:
    done = go("show-fails", tmp_path)

    written = (tmp_path / LOG_NAME).read_text("utf-8")
    assert done.returncode == 0
    assert written.index("the bug with") < written.index("while showing") < written.index("cannot show")


def test_the_hooks_are_given_back(tmp_path: Path) -> None:
    assert go("given-back", tmp_path).stdout == "True"
