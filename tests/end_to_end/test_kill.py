"""``kill -9`` of the real program at any moment of an answer: nothing the person saw as saved is lost (D1)."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from desktop_app.domain.generation import GenerationSettings
from tests.end_to_end.home import Home, with_builtin
from tests.end_to_end.killing import QUESTION, Spawned, assert_recovered, check_kills, slow_answer, stored_messages
from tests.fakes.killable import nursery
from tests.fakes.model_server import ModelServer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill -9")

KILLS = 8
WINDOW_KILLS = 4
MODEL_KILLS = 2
LONG_KILLS = 200
LONG_WINDOW_KILLS = 70
LONG_MODEL_KILLS = 30
GUARD_SECONDS = 120

WINDOW = (sys.executable, "-W", "error", "-m", "tests.end_to_end.window_driver")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """Answers slowly."""
    with ModelServer(slow_answer) as server:
        yield server


def test_a_killed_send_loses_nothing(home: Home, server: ModelServer) -> None:
    home.connect_to(server.url)
    home.run("chat", "list")
    with nursery("tests.end_to_end.victims:send") as program:
        check_kills(home, server, lambda: program.start(str(home.folder), "--chat", "Killed", QUESTION), KILLS, seed=11)
    _check_next_start(home)


@pytest.mark.window
def test_a_killed_window_loses_nothing(home: Home, server: ModelServer) -> None:
    home.connect_to(server.url)
    home.run("chat", "list")
    with nursery("tests.end_to_end.window_victims:stream") as program:
        check_kills(home, server, lambda: program.start(str(home.folder)), WINDOW_KILLS, seed=12)
    _check_next_start(home)


def test_no_model_is_left_behind_by_a_killed_program(home: Home) -> None:
    _check_model_kills(home, MODEL_KILLS)


@pytest.mark.long
def test_many_killed_sends_lose_nothing(home: Home, server: ModelServer) -> None:
    home.connect_to(server.url)
    home.run("chat", "list")
    check_kills(home, server, lambda: Spawned(home.start("send", "--chat", "Killed", QUESTION)), LONG_KILLS, seed=21)
    _check_next_start(home)


@pytest.mark.long
@pytest.mark.window
def test_many_killed_windows_lose_nothing(home: Home, server: ModelServer) -> None:
    home.connect_to(server.url)
    home.run("chat", "list")
    check_kills(home, server, lambda: Spawned(home.start("stream", command=WINDOW)), LONG_WINDOW_KILLS, seed=22)
    _check_next_start(home)


@pytest.mark.long
def test_no_model_is_left_behind_by_many_killed_programs(home: Home) -> None:
    _check_model_kills(home, LONG_MODEL_KILLS)


def _check_next_start(home: Home) -> None:
    done = home.run("send", QUESTION)
    assert (done.code, done.err) == (0, "")
    assert_recovered(stored_messages(home))


def _check_model_kills(home: Home, times: int) -> None:
    home.save_settings(with_builtin(context_limit=512, generation=GenerationSettings(max_tokens=400, seed=1)))
    chance = random.Random(31)
    for _ in range(times):
        victim = home.start("send", "Tell me a long story about a lighthouse.")
        children = _model_children(victim.pid)
        time.sleep(chance.uniform(0, 2))
        Spawned(victim).kill()
        _, alive = psutil.wait_procs(children, timeout=GUARD_SECONDS)
        assert alive == []
    assert home.texts()[0] == "Tell me a long story about a lighthouse."


def _model_children(pid: int) -> list[psutil.Process]:
    """Waits until the program has started its model."""
    parent = psutil.Process(pid)
    deadline = time.monotonic() + GUARD_SECONDS
    while not (children := parent.children(recursive=True)):
        assert time.monotonic() < deadline, "no model was started"
        time.sleep(0.005)
    return children
