"""``talespan doctor``: what it finds, what it leaves alone, and that it works beside a program that writes."""

from __future__ import annotations

import json

from desktop_app import __version__
from desktop_app.storage.lock import DataFolderLock
from tests.end_to_end.home import Home
from tests.fakes.model_replies import error, words
from tests.fakes.model_server import ModelServer


def test_a_sound_home_beside_the_open_program(home: Home) -> None:
    with ModelServer([words("Fine.")]) as server:
        home.connect_to(server.url)
        home.run("send", "hello")
        lock = DataFolderLock(home.paths)
        lock.acquire()
        try:
            done = home.run("doctor", "--json")
            text = home.run("doctor").out
        finally:
            lock.release()

    assert (done.code, done.err) == (0, "")
    found = done.json
    assert found["versions"]["talespan"] == __version__
    assert "qt" in found["versions"], "also where it is not installed"
    database = found["database"]
    assert (database["in_use"], database["integrity"], database["chats"], database["messages"]) == (True, "ok", 1, 2)
    assert database["version"] == database["known_version"]
    derived = ("cached_vectors", "summary_segments", "stale_sentences", "waiting_proposals")
    assert (database["vectors"], [database[name] for name in derived]) == ({}, [0, 0, 0, 0])
    assert found["keys"]["key_ring"] is False
    builtin, fake = found["connections"]["connections"]
    assert (builtin["kind"], builtin["works"]) == ("builtin", True)
    assert (fake["address"], fake["key"], fake["works"]) == (server.url.removesuffix("/v1"), "no key", True)
    assert found["problems"] == []
    assert text.endswith("Nothing is wrong.\n")
    assert_aligned(text)


def test_before_the_first_start_it_makes_nothing(home: Home) -> None:
    done = home.run("doctor", "--json")

    assert done.code == 0
    assert done.json["database"]["exists"] is False
    assert not home.folder.exists()


def test_a_server_that_refuses_is_no_fault_of_the_installation(home: Home) -> None:
    with ModelServer([error(401, "No.")], key="another") as server:
        home.connect_to(server.url)
        done = home.run("doctor", "--json")

    assert done.code == 0
    (fake,) = [item for item in done.json["connections"]["connections"] if item["id"] == "fake"]
    assert fake["works"] is False
    assert "API key" in fake["sentence"]


def test_a_server_elsewhere_is_asked_only_when_wanted(home: Home) -> None:
    home.connect_to("http://server.invalid:1/v1")
    done = home.run("doctor", "--json")

    (fake,) = [item for item in done.json["connections"]["connections"] if item["id"] == "fake"]
    assert fake["tested"] is False


def test_a_missing_demo_model_is_a_problem(home: Home) -> None:
    home.environment["TALESPAN_DEMO_MODEL"] = str(home.folder / "nothing.gguf")
    done = home.run("doctor", "--json")

    assert done.code == 1
    assert json.dumps(done.json["problems"]).count("nothing.gguf") == 2


def assert_aligned(text: str) -> None:
    """All values of the report begin in one column."""
    rows = [line for line in text.splitlines() if line.startswith("  ") and not line.startswith("   ")]
    starts = {len(line) - len(line[2:].split("  ", 1)[1].lstrip()) for line in rows}
    assert len(starts) == 1
