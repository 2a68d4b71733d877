"""The commands without a window, as a person types them, against a server that speaks the real wire."""

from __future__ import annotations

import json
import sys

import jsonschema

from desktop_app import assets
from desktop_app.domain.generation import GenerationSettings
from desktop_app.domain.message import MessageState
from desktop_app.storage.lock import DataFolderLock
from tests.end_to_end.home import Home, with_builtin
from tests.fakes.model_replies import broken_off, words
from tests.fakes.model_server import ModelServer


def test_what_is_sent_is_answered_stored_listed_and_planned(home: Home) -> None:
    with ModelServer([words("Hello Ilya.")]) as server:
        home.connect_to(server.url)
        sent = home.run("send", "--chat", "Go", "I am Ilya, I want to learn Go")

        assert (sent.code, sent.out, sent.err) == (0, "Hello Ilya.\n", "")
        (request,) = server.chats
        planned = home.run("plan", "--chat", "Go", "--draft", "What is my name?", "--json")

    (chat,) = home.run("chat", "list", "--json").json
    assert chat["title"] == "Go"
    assert f"{chat['id']}  " in home.run("chat", "list").out
    shown = home.run("chat", "show", chat["id"], "--json").json
    assert [message["text"] for message in shown["messages"]] == ["I am Ilya, I want to learn Go", "Hello Ilya."]
    assert home.run("chat", "show", chat["id"], "--last", "1").out.splitlines()[1] == "Hello Ilya."
    schema = json.loads(assets.path("schemas/plan.schema.json").read_text("utf-8"))
    jsonschema.validate(planned.json, schema)
    prompt = [message["content"] for message in planned.json["messages"]]
    assert prompt[1:] == ["I am Ilya, I want to learn Go", "Hello Ilya.", "What is my name?"]
    assert [message["content"] for message in request.messages] == prompt[:2]


def test_the_built_in_model_remembers_over_processes(home: Home) -> None:
    home.save_settings(with_builtin(generation=GenerationSettings(max_tokens=16, temperature=0.0, seed=1)))

    sent = home.run("send", "I am Ilya, I want to learn Go")
    planned = home.run("plan", "--draft", "What is my name?")

    assert (sent.code, sent.err) == (0, "")
    assert sent.out.strip()
    assert planned.code == 0
    assert "I am Ilya, I want to learn Go" in planned.out
    assert home.texts()[1] + "\n" == sent.out


def test_the_same_chat_goes_on_without_a_name(home: Home) -> None:
    with ModelServer([words("One."), words("Two.")]) as server:
        home.connect_to(server.url)
        home.run("send", "first")
        home.run("send", "second")

    assert home.texts() == ["first", "One.", "second", "Two."]


def test_an_unknown_id_makes_nothing(home: Home) -> None:
    with ModelServer() as server:
        home.connect_to(server.url)
        told = home.run_each(
            ("send", "--chat-id", "01NOBODY", "hello"),
            ("send", "--connection", "nobody", "hello"),
            ("chat", "show", "01NOBODY"),
            ("plan", "--chat-id", "01NOBODY"),
            ("chat", "list"),
        )
        assert server.requests == []
    listed = told.pop()
    for done in told:
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("talespan: There is no ")
        assert done.err.count("\n") == 1
    assert listed.out == ""


def test_reading_goes_on_beside_a_program_that_writes(home: Home) -> None:
    with ModelServer([words("Fine.")]) as server:
        home.connect_to(server.url)
        home.run("send", "hello")
        lock = DataFolderLock(home.paths)
        lock.acquire()
        try:
            sent = home.run("send", "again")
            listed = home.run("chat", "list")
            planned = home.run("plan", "--draft", "x")
            asked = len(server.chats)
        finally:
            lock.release()

    assert (sent.code, sent.out) == (4, "")
    assert "Another Talespan is using the data folder" in sent.err
    assert asked == 1
    assert (listed.code, planned.code) == (0, 0)
    assert home.texts() == ["hello", "Fine."]


def test_text_comes_from_standard_input(home: Home) -> None:
    with ModelServer() as server:
        home.connect_to(server.url)
        done = home.run("send", "-", stdin="Привет 世界 👩‍🚀\nsecond line")

    assert done.code == 0
    assert home.texts()[0] == "Привет 世界 👩‍🚀\nsecond line"
    assert done.out == "You said: Привет 世界 👩‍🚀\nsecond line\n"


def test_an_empty_message_is_refused_and_makes_no_chat(home: Home) -> None:
    with ModelServer() as server:
        home.connect_to(server.url)
        done = home.run("send", "-", stdin="   \n")

    assert (done.code, done.err) == (1, "talespan: There is nothing to send: the message is empty.\n")
    assert home.run("chat", "list").out == ""


def test_a_reader_that_has_enough_ends_the_output_quietly(home: Home) -> None:
    answer = "\n".join(f"word {number}" for number in range(300))
    with ModelServer([words(answer)]) as server:
        home.connect_to(server.url)
        sent = _read_one_byte(home, "send", "hello")
        shown = _read_one_byte(home, "chat", "show", home.only_chat_id())

    assert (sent, shown) == (("w", ""), ("Y", ""))
    assert home.texts() == ["hello", answer]


def test_a_broken_answer_is_kept_and_told(home: Home) -> None:
    with ModelServer([broken_off("Half an answer")]) as server:
        home.connect_to(server.url)
        done = home.run("send", "hello")

    assert done.code == 1
    assert done.out.startswith("Half an")
    assert done.err == "talespan: The answer broke off before its end.\n"
    assert [message.state for message in home.messages()] == [MessageState.COMPLETE, MessageState.INTERRUPTED]


def test_a_server_that_is_not_there_leaves_no_blank_answer(home: Home) -> None:
    with ModelServer() as server:
        home.connect_to(server.url)
    done = home.run("send", "hello")

    assert (done.code, done.out.strip()) == (1, "")
    assert done.err.startswith("talespan: The server could not be reached.")
    assert home.texts() == ["hello"]


def test_no_command_loads_qt(home: Home) -> None:
    look = """
import sys
from desktop_app.__main__ import main
for words in (["send", "hello"], ["chat", "list"], ["plan", "--draft", "x"], ["doctor"]):
    assert main(words) == 0, words
sys.exit([name for name in sys.modules if name.startswith(("PySide6", "qasync", "desktop_app.ui"))] or 0)
"""
    with ModelServer() as server:
        home.connect_to(server.url)
        done = home.run(command=(sys.executable, "-c", look))

    assert (done.code, done.err) == (0, "")


def _read_one_byte(home: Home, *arguments: str) -> tuple[str, str]:
    """What ``| head -c 1`` does; returns the byte and stderr."""
    with home.start(*arguments) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        byte = process.stdout.read(1)
        process.stdout.close()
        said = process.stderr.read()
        process.wait(60)
    return byte, said
