"""The real program's window closed in the middle of work: exit code 0, nothing on stderr, what came is stored (H-37)."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.message import MessageState
from tests.end_to_end.home import Home
from tests.end_to_end.killing import LINES, QUESTION, slow_answer, stored_messages
from tests.end_to_end.window_driver import CLOSE_WHEN, SOME_LINES
from tests.fakes.model_replies import silence
from tests.fakes.model_server import ModelServer

pytestmark = pytest.mark.window

WINDOW = (sys.executable, "-W", "error", "-m", "tests.end_to_end.window_driver")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """Answers slowly."""
    with ModelServer(slow_answer) as server:
        yield server


@pytest.mark.parametrize("how", ["close", "twice"])
def test_closing_in_the_middle_of_an_answer_keeps_what_came(home: Home, server: ModelServer, how: str) -> None:
    home.connect_to(server.url)
    done = home.run(how, command=WINDOW)

    assert (done.code, done.out, done.err) == (0, "", "")
    assert_part_is_kept(home)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program could hear")
def test_the_system_ending_it_keeps_what_came(home: Home, server: ModelServer) -> None:
    home.connect_to(server.url)
    with home.start("term", command=WINDOW) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=180)

    assert (process.returncode, out, err) == (0, "", "")
    assert_part_is_kept(home)


def test_closing_while_a_server_says_nothing_leaves_no_blank_answer(home: Home, tmp_path: Path) -> None:
    home.environment[CLOSE_WHEN] = str(tmp_path / "close")
    with ModelServer([silence()]) as server:
        home.connect_to(server.url)
        with home.start("hanging", command=WINDOW) as process:
            assert server.wait_for(lambda server: bool(server.chats), seconds=180)
            (tmp_path / "close").touch()
            out, err = process.communicate(timeout=180)

    assert (process.returncode, out, err) == (0, "", "")
    assert home.texts() == [QUESTION]


def test_what_was_not_foreseen_is_shown_and_written_down(home: Home) -> None:
    home.connect_to("http://127.0.0.1:9/v1")  # nobody is asked
    done = home.run("bugs", command=WINDOW)

    assert (done.code, done.out, done.err) == (0, "", "")
    written = (home.paths.log / "talespan.log").read_text("utf-8")
    assert "WARNING talespan.qt: careful" in written
    assert "Unforeseen: ValueError" in written
    assert "a bug in a slot" in written


def assert_part_is_kept(home: Home) -> None:
    """The question, and an interrupted answer that has at least what was seen when the end was asked for."""
    question, answer = stored_messages(home)
    assert question.text == QUESTION
    assert answer.state is MessageState.INTERRUPTED
    assert answer.text.startswith("".join(f"{line}\n" for line in LINES[:SOME_LINES]))
