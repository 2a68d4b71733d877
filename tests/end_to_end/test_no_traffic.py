"""Nothing is looked up and nobody is called unless the person asks somebody (S6)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from desktop_app.domain.settings import Settings
from tests.end_to_end.home import Home
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer
from tests.fakes.provider_bench import profile_for

RECORDED = (sys.executable, "-W", "error", "-m", "tests.end_to_end.recorded")

# A server on the internet that must not hear of us, and a model whose vocabulary is shipped.
ELSEWHERE = profile_for("https://api.example.com/v1", id="elsewhere", name="Elsewhere", model="gpt-4o")


def heard_of(home: Home, tmp_path: Path, *command: str) -> list[str]:
    """What a command asked of the network."""
    file = tmp_path / "heard"
    done = home.run(str(file), *command, command=RECORDED)
    assert (done.code, done.err) == (0, ""), done
    return file.read_text("utf-8").splitlines()


def _home_with_a_chat(home: Home) -> None:
    with ModelServer([words("Fine.")]) as server:
        home.connect_to(server.url)
        home.run("send", "hello")
    home.save_settings(Settings(connections=(ELSEWHERE,), default_connection_id=ELSEWHERE.id))


def test_reading_commands_ask_nobody(home: Home, tmp_path: Path) -> None:
    _home_with_a_chat(home)

    for command in (("chat", "list"), ("chat", "show", home.only_chat_id()), ("plan", "--draft", "What is my name?")):
        assert heard_of(home, tmp_path, *command) == []


def test_doctor_and_the_built_in_model_ask_only_this_machine(home: Home, tmp_path: Path) -> None:
    _home_with_a_chat(home)

    heard = heard_of(home, tmp_path, "doctor")

    assert heard
    assert [line for line in heard if "127.0.0.1" not in line] == []


@pytest.mark.window
def test_the_window_asks_nobody(home: Home, tmp_path: Path) -> None:
    _home_with_a_chat(home)

    assert heard_of(home, tmp_path) == []
