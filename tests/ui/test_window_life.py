"""The window's end: the partial answer is stored, the exit code is 0, and nothing is on stderr (case H-37)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIMIT_S = 180


def run_window(how: str) -> tuple[int, list[str], str]:
    """Exit code, what was told, stderr."""
    done = subprocess.run(
        [sys.executable, "-W", "always", "-m", "tests.ui.window_process", how],
        check=False,
        timeout=LIMIT_S,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return done.returncode, json.loads(done.stdout or "[]"), done.stderr


@pytest.mark.parametrize("how", ["streaming", "twice", "term"])
def test_closing_in_the_middle_of_an_answer_keeps_what_came(how: str) -> None:
    code, texts, stderr = run_window(how)
    assert (code, stderr) == (0, "")
    assert texts[0] == "Go on"
    assert texts[1].startswith("word word")


def test_closing_while_a_server_says_nothing_ends_at_once() -> None:
    code, texts, stderr = run_window("hanging")
    assert (code, stderr) == (0, "")
    assert texts == ["Go on"]


def test_a_known_reason_not_to_start_is_shown_and_gives_exit_code_1() -> None:
    code, texts, stderr = run_window("refused")
    assert code == 1
    assert texts == ["Talespan"]
    assert "DatabaseTooNewError" in stderr


def test_a_bug_in_another_thread_is_shown_too() -> None:
    code, texts, stderr = run_window("bug")
    assert (code, stderr.replace("This plugin does not support propagateSizeHints()\n", "")) == (0, "")
    assert texts == ["Talespan"]


def test_what_goes_wrong_before_there_is_a_window_is_shown() -> None:
    code, texts, stderr = run_window("early")
    assert (code, stderr.replace("This plugin does not support propagateSizeHints()\n", "")) == (0, "")
    assert texts == ["Talespan"]


def test_another_language_is_spoken_at_once_and_the_draft_stays() -> None:
    code, texts, stderr = run_window("language")
    assert (code, stderr) == (0, "")
    assert texts == ["half a thought", "Поиск чатов"]
