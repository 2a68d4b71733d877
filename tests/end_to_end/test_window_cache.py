"""The window holds the tails of its chats in memory and leaves its figures for the doctor when it is closed."""

from __future__ import annotations

import sys

import pytest

from desktop_app.storage.cache_figures import last_figures
from tests.end_to_end.home import Home
from tests.end_to_end.killing import slow_answer
from tests.fakes.model_server import ModelServer

pytestmark = pytest.mark.window

WINDOW = (sys.executable, "-W", "error", "-m", "tests.end_to_end.window_driver")


def test_a_closed_window_leaves_its_figures(home: Home) -> None:
    with ModelServer(slow_answer) as server:
        home.connect_to(server.url)
        done = home.run("close", command=WINDOW)

    assert (done.code, done.out, done.err) == (0, "", "")
    last = last_figures(home.paths)
    assert last is not None
    assert last.figures.hits + last.figures.misses > 0
    assert 0 < last.figures.bytes < last.figures.limit
    assert not last.figures.broken
    found = home.run("doctor", "--json").json["session_cache"]
    assert found["bytes"] == last.figures.bytes
    assert "The session cache at the end: " in (home.paths.log / "talespan.log").read_text("utf-8")
