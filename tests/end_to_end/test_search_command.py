"""What was said in one process is found in another: by another spelling, by filters, and by its new words after an edit."""

from __future__ import annotations

import asyncio

from desktop_app.app import open_app
from desktop_app.storage.lock import DataFolderLock
from tests.end_to_end.home import Home
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer


def _found(home: Home, *arguments: str) -> list[str]:
    return [hit["text"] for hit in home.run("search", *arguments, "--json").json["hits"]]


def _edit_first(home: Home, text: str) -> None:
    """As the window does it."""

    async def edit() -> None:
        bugs: list[BaseException] = []
        app = await open_app(home.paths, on_error=bugs.append, writable=True)
        (chat,) = await app.chats.list_chats()
        rows = await app.chats.branch(chat.id)
        await app.chats.edit(rows[0].id, text)
        await app.close()
        assert bugs == []

    asyncio.run(edit())


def test_what_was_sent_is_found_in_another_form_and_after_an_edit_by_its_new_words(home: Home) -> None:
    with ModelServer([words("The ﬁr tree stands in the café.")]) as server:
        home.connect_to(server.url)
        home.run("send", "--chat", "Winter", "Где стоит наша Ёлка?")

    assert _found(home, "ЕЛКА") == ["Где стоит наша Ёлка?"]
    assert _found(home, "fir CAFE") == ["The ﬁr tree stands in the café."]
    assert _found(home, "стоит", "--role", "assistant") == []
    assert _found(home, "tree", "--chat", "winter", "--since", "2020-01-01") == ["The ﬁr tree stands in the café."]
    assert _found(home, "tree", "--until", "2020-01-01") == []

    _edit_first(home, "Где стоит наша сосна?")

    assert _found(home, "елка") == []
    assert _found(home, "СОСНА") == ["Где стоит наша сосна?"]


def test_it_reads_beside_the_window_and_says_what_it_passes_over(home: Home) -> None:
    with ModelServer([words("One."), words("Two.")]) as server:
        home.connect_to(server.url)
        home.run("send", "--chat", "A", "the first lamp")
        home.run("send", "--chat", "A", "the second lamp")
    lock = DataFolderLock(home.paths)
    lock.acquire()
    try:
        done = home.run("search", "lamp :)", "--limit", "1")
    finally:
        lock.release()

    assert done.code == 0
    assert "A · " in done.out
    assert "the second lamp" in done.out
    assert "first" not in done.out
    assert done.err.splitlines() == ["There is more: ask for it with --limit.", "Not searched for: :)"]


def test_an_unknown_chat_and_a_wrong_day_are_refused_with_a_sentence(home: Home) -> None:
    refused = home.run("search", "lamp", "--chat", "Nowhere")
    assert (refused.code, refused.out) == (2, "")
    assert "Nowhere" in refused.err
    wrong = home.run("search", "lamp", "--since", "yesterday")
    assert (wrong.code, wrong.out) == (2, "")
    assert "must be a day such as 2026-01-31" in wrong.err
    nothing = home.run("search", "lamp")
    assert (nothing.code, nothing.out, nothing.err) == (0, "", "Nothing found.\n")
