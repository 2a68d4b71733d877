"""An API key is in no file and no output of the program, whatever happens (S3, H-39): it is searched for everywhere."""

from __future__ import annotations

import stat
import sys

import pytest

from desktop_app.domain.settings import SecretPlace
from tests.end_to_end.home import Done, Home
from tests.fakes.model_replies import Reply, error, html, prompt_text, words
from tests.fakes.model_server import ModelServer, ReceivedRequest
from tests.fakes.provider_bench import CANARY

SAID_BY_A_SERVER = f"Incorrect API key provided: {CANARY}. Find yours at …"
WINDOW = (sys.executable, "-W", "error", "-m", "tests.end_to_end.window_driver")


def test_the_key_is_only_where_the_person_wanted_it(home: Home) -> None:
    with ModelServer(_answer) as server:
        profile = home.connect_to(server.url, secret_place=SecretPlace.FILE)
        home.save_key(profile, CANARY)
        said = home.run_each(
            *(("--debug", "send", text) for text in ("works", "401", "502")),
            ("--debug", "doctor", "--json"),
            ("--debug", "doctor"),
        )
        assert {request.headers["authorization"] for request in server.requests} == {f"Bearer {CANARY}"}
    said.append(home.run("--debug", "send", "nobody is there"))
    said += _all_that_reads(home)

    assert [done.code for done in said[:3]] == [0, 1, 1]
    assert "refused the API key" in said[1].err
    assert said[3].json["connections"]["connections"][1]["key"] == "has a key"
    assert_nowhere(home, said)


@pytest.mark.window
def test_the_window_keeps_it_too(home: Home) -> None:
    with ModelServer([error(401, SAID_BY_A_SERVER)]) as server:
        profile = home.connect_to(server.url, secret_place=SecretPlace.FILE)
        home.save_key(profile, CANARY)
        done = home.run("refused", command=WINDOW)

    assert (done.code, done.err) == (0, "")
    assert "refused the API key" in done.out
    assert_nowhere(home, [done, *_all_that_reads(home)])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes")
def test_the_file_of_keys_is_for_its_owner_alone(home: Home) -> None:
    profile = home.connect_to("http://127.0.0.1:9/v1", secret_place=SecretPlace.FILE)
    home.save_key(profile, CANARY)
    home.run("chat", "list")

    files = [file for file in home.folder.rglob("*") if file.is_file()]
    assert home.paths.secrets in files
    assert {stat.S_IMODE(file.stat().st_mode) & 0o077 for file in files} == {0}
    assert {stat.S_IMODE(file.stat().st_mode) & 0o077 for file in home.folder.iterdir()} == {0}


def _all_that_reads(home: Home) -> list[Done]:
    show = ("--debug", "chat", "show", home.only_chat_id(), "--json")
    return home.run_each(show, ("--debug", "plan", "--json"), ("--debug", "chat", "list", "--json"))


def _answer(request: ReceivedRequest) -> Reply:
    """As the newest message wishes; anything else is fine."""
    replies = {"401": error(401, SAID_BY_A_SERVER), "502": html(502, CANARY)}
    return replies.get(prompt_text(request.messages), words("Fine."))


def assert_nowhere(home: Home, said: list[Done]) -> None:
    """Not in what was printed, and in no file but the one that the person chose."""
    files = [file for file in home.folder.rglob("*") if file.is_file()]
    assert CANARY in home.paths.secrets.read_text("utf-8")
    assert [file.name for file in files if b"CANARY" in file.read_bytes()] == [home.paths.secrets.name]
    assert [done for done in said if "CANARY" in done.out + done.err] == []
