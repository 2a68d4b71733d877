"""``talespan self-test`` and ``talespan bench`` on the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.cli.self_test import QUESTION
from tests.end_to_end.home import Home, content_hash
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer


@pytest.mark.window
def test_it_passes_without_a_display_and_takes_a_picture(home: Home, tmp_path: Path) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        home.environment.pop(name, None)
    data, picture = tmp_path / "data", tmp_path / "window.png"

    done = home.run("--data-dir", str(data), "self-test", "--screenshot", str(picture))

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("The self-test passed: ")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert not home.folder.exists(), "the person's own settings and log must stay as they are"
    shown = home.run("--data-dir", str(data), "chat", "list")
    assert shown.out.endswith("  Self-test\n")
    chat_id = shown.out.split()[0]
    assert QUESTION in home.run("--data-dir", str(data), "chat", "show", chat_id).out


@pytest.mark.window
def test_it_says_why_not(home: Home, tmp_path: Path) -> None:
    home.environment["TALESPAN_DEMO_MODEL"] = str(tmp_path / "nothing.gguf")
    done = home.run("self-test")

    assert (done.code, done.out) == (1, "")
    assert "nothing.gguf" in done.err
    assert "Traceback" not in done.err


@pytest.mark.window
def test_a_damaged_database_is_told_before_any_window(home: Home) -> None:
    with ModelServer([words("Fine.")]) as server:
        home.connect_to(server.url)
        home.run("send", "hello")
    home.paths.database.write_bytes(b"")
    before = content_hash(home.paths.database)
    done = home.run("--data-dir", str(home.paths.data), "self-test")

    assert done.code == 1
    assert done.err.startswith("talespan: The chat database is damaged")
    assert content_hash(home.paths.database) == before


def test_bench_gives_figures_and_leaves_nothing(home: Home) -> None:
    done = home.run("bench", "--only", "engine", "--json")

    assert done.code == 0
    assert done.json["problems"] == []
    figures = done.json["engine"]
    keyed = [value for name, value in figures.items() if name.endswith("after another key, p50 [ms]")]
    assert keyed
    assert min(keyed) > 0
    assert not home.folder.exists()


def test_bench_knows_its_parts(home: Home) -> None:
    done = home.run("bench", "--only", "nothing")

    assert (done.code, done.out) == (2, "")
    assert done.err == "talespan: There is no part of the bench with the id nothing.\n"


@pytest.mark.long
@pytest.mark.window
def test_all_parts_of_the_bench_can_be_measured(home: Home) -> None:
    done = home.run("bench", "--json")

    assert done.code == 0
    assert done.json["problems"] == []
    assert set(done.json) == {"start", "storage", "tokens", "engine", "window", "builtin", "problems"}
