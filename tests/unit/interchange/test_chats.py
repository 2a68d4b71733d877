"""Chats of other programs: trees, variants, hidden rows, dates; broken files told and never taken for empty."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from desktop_app.domain.importing import ImportedChat
from desktop_app.domain.message import MessageKind, ReasoningPart, Role, TextPart, ToolCallPart, ToolResultPart, text_of
from desktop_app.interchange.chats.dates import read_date
from desktop_app.interchange.errors import EmptyFileError, InterchangeError, NothingUsableError, NotJsonError
from desktop_app.interchange.reader import read_file
from tests.unit.interchange.files import CORPUS, archive, as_json, read

HEADER = {"user_name": "Jo", "character_name": "Mira", "create_date": "2024-7-12@01h31m37s", "chat_metadata": {"x": 1}}


def chats(value: Any, name: str = "file.json") -> list[ImportedChat]:
    """All chats in a file."""
    found = read(value, name).contents
    assert all(isinstance(chat, ImportedChat) for chat in found)
    return [chat for chat in found if isinstance(chat, ImportedChat)]


def lines(*items: Any, end: str = "") -> bytes:
    """A file with these on its lines; bytes stand as they are."""
    return b"\n".join(item if isinstance(item, bytes) else as_json(item) for item in items) + end.encode()


def said(text: str, **more: Any) -> dict[str, Any]:
    """A line of a SillyTavern chat."""
    return {"name": "Mira", "is_user": False, "mes": text, **more}


def texts(chat: ImportedChat) -> list[str]:
    """What is to be read in the open branch."""
    return [text_of(node.parts) for node in chat.branch()]


def test_swipes_become_variants_and_the_edited_text_counts() -> None:
    row = said("two, edited", swipes=["one", "two", "three"], swipe_id=1, swipe_info=[{"send_date": 1700000000000}])
    (chat,) = chats(lines(HEADER, said("hi"), row, said("so", is_user="true", name="Jo")))
    assert texts(chat) == ["hi", "two, edited", "so"]
    assert [text_of(node.parts) for node in chat.nodes if node.parent == chat.nodes[0].key] == [
        "one",
        "two, edited",
        "three",
    ]
    assert chat.nodes[1].created_at == 1700000000000
    assert chat.branch()[-1].role is Role.USER
    assert (chat.user_name, chat.character_names, chat.foreign["chat_metadata"]) == ("Jo", ("Mira",), '{"x":1}')


@pytest.mark.parametrize("swipe_id", [-1, 7, "1", None, "x", 1.0])
def test_a_swipe_out_of_range_shows_what_was_shown(swipe_id: object) -> None:
    (chat,) = chats(lines(HEADER, said("two", swipes=["one", "two"], swipe_id=swipe_id)))
    assert texts(chat) == ["two"]
    assert len(chat.nodes) == 2


def test_hidden_rows_reasoning_notes_and_leftovers() -> None:
    metadata = {"note_prompt": "N", "note_depth": 2, "note_role": 1, "note_interval": 3, "integrity": "i"}
    hidden = said("h", is_system=True, extra={"reasoning": "thought", "type": "narrator", "api": "x"}, force_avatar="a")
    (chat,) = chats(lines({**HEADER, "chat_metadata": metadata}, hidden))
    node = chat.nodes[0]
    assert node.flags.hidden
    assert (node.role, node.kind) == (Role.SYSTEM, MessageKind.NARRATOR)
    assert node.parts == (ReasoningPart("thought"), TextPart("h"))
    assert json.loads(node.foreign["extra"])["api"] == "x"
    assert (chat.note.text, chat.note.depth, chat.note.role, chat.note.every) == ("N", 2, Role.USER, 3)
    assert chat.identity == "i"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + lines(HEADER, said("a"), said("b")),
        lines(HEADER, b"", said("a"), b"  ", said("b"), end="\n"),
        lines(HEADER, said("a"), said("b")).replace(b"\n", b"\r\n"),
        lines(HEADER, as_json(said("a")) + as_json(said("b"))),
        lines(HEADER, said("a"), said("b"), b'{"name": "Mira", "mes": "cu'),
        lines(as_json(HEADER)[:40], said("a"), said("b")),
        lines(said("a"), said("b")),
        lines({"name": "x", "chat_metadata": {}}, said("a"), said("b")),
    ],
)
def test_h34_whatever_is_readable_comes_in(data: bytes) -> None:
    (chat,) = chats(data, "chat.jsonl")
    assert texts(chat) == ["a", "b"]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", EmptyFileError),
        (b"\xef\xbb\xbf", InterchangeError),
        (as_json(HEADER)[:50], NotJsonError),
        (lines(HEADER), NothingUsableError),
        (lines({"type": "user", "sessionId": "s", "message": {"role": "user"}}, {"type": "x"}), InterchangeError),
    ],
)
def test_h34_unreadable_is_not_empty(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        read(data, "chat.jsonl")


def test_lines_that_cannot_be_read_are_told() -> None:
    result = read(lines(HEADER, said("a"), b"{broken", [1], {"no": "text"}))
    assert [note.path for note in result.report.skipped] == ["line 3", "line 4", "line 5"]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("June 19, 2023 2:20pm", (2023, 6, 19, 14, 20, 0)),
        ("Jan 1, 2024 12:05am", (2024, 1, 1, 0, 5, 0)),
        ("2024-7-12@01h31m37s", (2024, 7, 12, 1, 31, 37)),
        ("2024-07-12@01h31m37s", (2024, 7, 12, 1, 31, 37)),
        ("2024-07-12T01:31:37", (2024, 7, 12, 1, 31, 37)),
    ],
)
def test_dates_for_people_are_local(text: str, moment: tuple[int, ...]) -> None:
    year, month, day, hour, minute, second = moment
    assert read_date(text) == int(time.mktime((year, month, day, hour, minute, second, 0, 0, -1))) * 1000


@pytest.mark.parametrize(
    ("value", "milliseconds"),
    [
        (1700000000123, 1700000000123),
        ("1700000000123", 1700000000123),
        (1700000000, 1700000000000),
        (1700000000.5, 1700000000500),
        ("2023-11-14T22:13:20Z", 1700000000000),
        ("2023-11-14T22:13:20.500+00:00", 1700000000500),
        ("Invalid date", 0),
        ("19 июня 2023", 0),
        (0, 0),
        (None, 0),
        (True, 0),
        (10**30, 0),
        (float("inf"), 0),
        (-5, 0),
        ("2024-99-99@99h99m99s", 0),
        ("x" * 1000, 0),
        ([], 0),
    ],
)
def test_dates_of_machines_and_no_dates(value: object, milliseconds: int) -> None:
    if value != "2024-99-99@99h99m99s":
        assert read_date(value) == milliseconds
    else:
        assert read_date(value) >= 0


def test_a_date_that_is_not_understood_is_kept_and_told() -> None:
    result = read(lines(HEADER, said("a", send_date="19 июня 2023")))
    (chat,) = chats(lines(HEADER, said("a", send_date="19 июня 2023")))
    assert [note.code for note in result.report.warnings] == ["import.bad-date"]
    assert json.loads(chat.nodes[0].foreign["send_date"]) == "19 июня 2023"


def gpt(key: str, parent: str | None, role: str, text: str | None, when: float = 1.0, **more: Any) -> dict[str, Any]:
    """A node of a ChatGPT mapping."""
    message = {
        "author": {"role": role},
        "create_time": when * 1e9,
        "content": {"content_type": "text", "parts": [text]},
        **more,
    }
    return {key: {"id": key, "parent": parent, "children": [], "message": message if text is not None else None}}


def conversation(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A ChatGPT conversation."""
    return {"title": "T", "mapping": {key: item for node in nodes for key, item in node.items()}, **more}


TREE = (
    gpt("root", None, "system", None),
    gpt("u1", "root", "user", "u1"),
    gpt("a_old", "u1", "assistant", "a_old"),
    gpt("u2", "a_old", "user", "u2"),
    gpt("a3", "u2", "assistant", "a3", 1.7),
    gpt("a_new", "u1", "assistant", "a_new", 1.5),
)


def test_h36_the_branch_is_the_one_that_was_open() -> None:
    (chat,) = chats([conversation(*TREE, current_node="a_new")])
    assert texts(chat) == ["u1", "a_new"]
    assert {node.key for node in chat.nodes} == {"u1", "a_old", "u2", "a3", "a_new"}


@pytest.mark.parametrize("current", [None, "nowhere"])
def test_without_a_tip_the_newest_leaf_counts(current: str | None) -> None:
    result = read([conversation(*TREE, current_node=current)])
    (chat,) = chats([conversation(*TREE, current_node=current)])
    assert texts(chat)[-1] == "a3"
    assert [note.code for note in result.report.warnings] == ["import.no-tip"]


def test_h35_each_conversation_stands_for_itself() -> None:
    bare = conversation(gpt("a", None, "user", "x"), current_node="a")
    value = [bare, {"title": "no mapping"}, conversation(*TREE, current_node="a3"), 7]
    result = read(value)
    assert len(result.contents) == 2
    assert [(note.code, note.path) for note in result.report.skipped] == [
        ("import.no-messages", "[1]"),
        ("import.not-an-object", "[3]"),
    ]


def test_cycles_lost_parents_and_long_chains_end() -> None:
    nodes = [gpt("a", "b", "user", "a"), gpt("b", "a", "user", "b"), gpt("c", "lost", "user", "c")]
    (chat,) = chats([conversation(*nodes, current_node="b")])
    assert {node.key for node in chat.nodes} == {"a", "b", "c"}
    assert "b" in texts(chat)
    chain = [gpt(f"n{n}", f"n{n - 1}" if n else None, "user", f"{n}" if n > 9000 else None) for n in range(20_000)]
    (chat,) = chats([conversation(*chain, current_node="n19999")])
    assert len(chat.branch()) == 10_999


def test_chatgpt_tools_thoughts_and_hidden_rows() -> None:
    kinds: list[dict[str, Any]] = [
        {"author": {"role": "assistant"}, "recipient": "python", "content": {"content_type": "code", "text": "1+1"}},
        {"author": {"role": "tool", "name": "python"}, "content": {"content_type": "execution_output", "text": "2"}},
        {"author": {"role": "assistant"}, "content": {"content_type": "thoughts", "thoughts": [{"content": "hm"}]}},
        {"author": {"role": "user"}, "content": {"content_type": "user_editable_context", "user_profile": "p"}},
        {
            "author": {"role": "user"},
            "content": {"content_type": "multimodal_text", "parts": ["see", {"asset_pointer": "x"}]},
        },
        {"author": {"role": "assistant"}, "content": {"content_type": "new_thing", "odd": 1}, "weight": 0},
    ]
    nodes = [{f"n{n}": {"parent": f"n{n - 1}" if n else None, "message": kind}} for n, kind in enumerate(kinds)]
    (chat,) = chats([conversation(*nodes, current_node="n5")])
    call, result, thought, profile, mixed, odd = chat.branch()
    assert call.parts == (ToolCallPart("", "python", '{"text":"1+1"}'),)
    assert result.parts == (ToolResultPart("", "python", "2"),)
    assert thought.parts == (ReasoningPart("hm"),)
    assert (profile.flags.hidden, profile.role) == (True, Role.SYSTEM)
    assert [type(part).__name__ for part in mixed.parts] == ["TextPart", "OpaquePart"]
    assert odd.flags.excluded


def test_exports_in_a_zip_also_in_several_files() -> None:
    one, two = ([conversation(gpt(name, None, "user", name))] for name in "ab")
    members = {"conversations-000.json": as_json(one), "conversations-001.json": as_json(two), "user.json": b"{}"}
    assert [texts(chat) for chat in chats(archive(members), "export.zip")] == [["a"], ["b"]]


def test_claude_words_are_found_wherever_they_are() -> None:
    messages: list[dict[str, Any]] = [
        {"uuid": "1", "sender": "human", "text": "", "content": [{"type": "text", "text": "in blocks"}]},
        {"uuid": "2", "sender": "assistant", "text": "in text"},
        {
            "uuid": "3",
            "sender": "human",
            "text": "",
            "attachments": [{"file_name": "f", "extracted_content": "pasted"}],
        },
        {"uuid": "4", "sender": "human", "text": "", "content": []},
    ]
    (chat,) = chats([{"uuid": "c", "name": "", "chat_messages": messages, "account": {"uuid": "private"}}])
    assert texts(chat) == ["in blocks", "in text", "f\n\npasted"]
    assert "account" not in chat.foreign


def test_open_webui_reasoning_and_librechat_children() -> None:
    content = '<details type="reasoning" done="true"><summary>S</summary>&gt; hm</details>answer'
    history = {
        "currentId": "b",
        "messages": {
            "a": {"role": "user", "content": "q"},
            "b": {"parentId": "a", "role": "assistant", "content": content},
        },
    }
    (chat,) = chats([{"id": "i", "title": "T", "chat": {"history": history}}])
    assert chat.branch()[-1].parts == (ReasoningPart("> hm"), TextPart("answer"))
    child = {"messageId": "m2", "isCreatedByUser": False, "sender": "GPT", "text": "y"}
    value = {
        "conversationId": "c",
        "messages": [{"messageId": "m1", "isCreatedByUser": True, "text": "x", "children": [child]}],
    }
    (chat,) = chats(value)
    assert [(node.role, node.speaker.name) for node in chat.branch()] == [(Role.USER, ""), (Role.ASSISTANT, "GPT")]


def test_openai_messages_as_list_object_and_lines() -> None:
    messages: list[dict[str, Any]] = [
        {"role": "developer", "content": "s"},
        {
            "role": "user",
            "content": [{"type": "text", "text": "q"}, {"type": "image_url", "image_url": {"url": "data:"}}],
        },
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "1", "content": "r"},
    ]
    for value in (messages, {"messages": messages}, lines({"messages": messages}, {"messages": messages})):
        branch = chats(value)[0].branch()
        assert [node.role for node in branch] == [Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL]
        assert branch[2].parts == (ToolCallPart("1", "f", "{}"),)
        assert branch[3].parts == (ToolResultPart("1", "", "r"),)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is not beside the project")
@pytest.mark.parametrize(
    ("name", "branches"),
    [
        ("chat-tavern/tavernai-aqua.jsonl", [1]),
        ("chat-tavern/tavernai-room-konosuba.jsonl", [3]),
        ("chatgpt/context-carry.json", [2, 2]),
        ("chatgpt/librechat-chatgpt-export.json", [15, 4]),
        ("chatgpt/librechat-chatgpt-tree.json", [6]),
        ("claude/context-carry.json", [3]),
        ("openwebui/openwebui-export.json", [2, 2, 2]),
        ("other-chat/chatbotui-export.json", [4, 2]),
        ("other-chat/librechat-export.json", [6]),
    ],
)
def test_real_chats(name: str, branches: list[int]) -> None:
    found = read_file((CORPUS / name).read_bytes(), name.rpartition("/")[2]).contents
    assert [len(chat.branch()) for chat in found if isinstance(chat, ImportedChat)] == branches


@pytest.mark.long
def test_a_hundred_thousand_lines_and_a_line_of_twenty_megabytes() -> None:
    many = lines(HEADER, *(said("x") for _ in range(100_000)))
    assert len(chats(many)[0].nodes) == 100_000
    assert len(texts(chats(lines(HEADER, said("x" * 20_000_000)))[0])[0]) == 20_000_000
