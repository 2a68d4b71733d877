"""What goes out comes in again: every format that is written, through the readers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote, Chat, ChatContext
from desktop_app.domain.exporting import BookFormat, CardFormat, CardMaterial, ChatFormat, ChatMaterial
from desktop_app.domain.generation import FinishReason, GenerationSettings, StoredPlan, Turn, Usage
from desktop_app.domain.importing import Archived, ImportedCard, ImportedChat
from desktop_app.domain.lore import Lorebook, LorebookEntry, Position, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import (
    Message,
    MessageFlags,
    MessageKind,
    Origin,
    Part,
    ReasoningPart,
    Role,
    Speaker,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from desktop_app.domain.summary import Covered, SummarySegment
from desktop_app.domain.transfer import PORTRAIT, ChatTree
from desktop_app.interchange.errors import InterchangeError
from desktop_app.interchange.reader import read_file
from desktop_app.interchange.writers import Writers
from desktop_app.services.import_trees import Cast, tree_of
from tests.unit.interchange.files import archive, as_json, book_entry, card, only_card, png, read, text_chunk

WRITERS = Writers()
BOOK = Lorebook(
    "book",
    "Sea",
    entries=(
        LorebookEntry("e1", "Lamp", ("lamp", "/l[au]mp/i"), "It burns.", position=Position.BEFORE_SUMMARY),
        LorebookEntry("e2", "Old", (), "Always.", constant=True, extensions={"other/tool": '{"a": [1, null]}'}),
    ),
)


def said(
    message_id: str, parent: str | None, role: Role, *parts: Part | str, revision: int = 1, **changes: Any
) -> Message:
    """A message of the chat."""
    made = tuple(TextPart(part) if isinstance(part, str) else part for part in parts)
    return Message(message_id, "chat", parent, role, made, revision=revision, created_at=1_700_000_000_000, **changes)


TREE = ChatTree(
    Chat(
        "chat",
        "The <b>lamp</b>",
        created_at=1,
        updated_at=2,
        tip_id="u2",
        character_ids=("mira",),
        context=ChatContext(note=AuthorsNote("Slowly.", 3, Role.USER, 2)),
    ),
    (
        said("a1", None, Role.ASSISTANT, "Hello.", speaker=Speaker("Mira", "mira")),
        said("a2", None, Role.ASSISTANT, ReasoningPart("Hm."), "Hi.", revision=1, speaker=Speaker("Mira", "mira")),
        said("a2", None, Role.ASSISTANT, ReasoningPart("Hm."), "Hi!", revision=2, speaker=Speaker("Mira", "mira")),
        said("u1", "a2", Role.USER, "<script>alert(1)</script>", flags=MessageFlags(hidden=True)),
        said("t1", "u1", Role.TOOL, ToolResultPart("c", "look", "Fog."), kind=MessageKind.TOOL),
        said("u2", "t1", Role.USER, "Why?", ToolCallPart("c", "look", "{}"), flags=MessageFlags(excluded=True)),
        said("u3", "a1", Role.USER, "Elsewhere.", origin=Origin("x", {"y": "1"})),
    ),
    {"a2": "u1", "u1": "t1", "t1": "u2", "a1": "u3"},
    (
        Turn(
            "turn",
            "chat",
            "a2",
            "c",
            "C",
            "m",
            GenerationSettings(),
            StoredPlan(b"\0plan", {"h": "text"}),
            usage=Usage(1, 2, 3),
            finish_reason=FinishReason.STOP,
        ),
    ),
    (
        SummarySegment(
            "seg", "chat", (Covered("a2", 2),), (SummarySentence("s", "Hi.", (SourceSpan("a2", 2, 0, 3),), 0.5),)
        ),
    ),
)
EVERYTHING = [
    Archived(BOOK, (Scope(ScopeKind.CHARACTER, "mira"), Scope())),
    Archived(
        Character("mira", "Mira", tags=("a",), extensions={"x": "1"}), files={PORTRAIT: png(), "embeded://a": b"x"}
    ),
    Archived(Persona("anna", "Anna", "Curious.")),
    Archived(MemoryEntry("m", "Tea.", keywords=("tea",), sources=(SourceSpan("a2", 1, 0, 2),), importance=2.0)),
    Archived(TREE),
]


@pytest.mark.parametrize("form", CardFormat)
def test_a_card_comes_back_as_it_went_with_what_we_do_not_know(form: CardFormat) -> None:
    assets = [{"type": "other", "uri": "embeded://x", "name": "x", "ext": "bin"}]
    book = {"name": "Sea", "entries": [book_entry()]}
    source = only_card(png(text_chunk(card(character_book=book, unknown=[1], assets=assets))))
    material = CardMaterial(source.character, source.book, source.portrait, {"embeded://x": b"x"}, other_books=2)
    written = WRITERS.card(material, form)
    again = only_card(written.data)
    assert again.character == source.character or form is not CardFormat.JSON_V2
    assert again.character.description == source.character.description
    assert again.character.extensions["other/tool"] == '{"a":[1,null]}'
    assert again.book is not None
    assert [entry.content for entry in again.book.entries] == ["Deep."]
    codes = {str(note.code) for note in written.notes}
    assert "export.no-books" in codes
    assert ("export.no-files" in codes) is (form in {CardFormat.JSON, CardFormat.JSON_V2})
    once_more = only_card(
        WRITERS.card(CardMaterial(again.character, again.book, again.portrait, again.files), form).data
    )
    assert (once_more.character, once_more.book) == (again.character, again.book)


def test_a_portrait_that_is_no_png_is_told_and_replaced() -> None:
    for picture in (b"\xff\xd8\xff" + bytes(40), b"\x89PNG\r\n\x1a\nbroken"):
        written = WRITERS.card(CardMaterial(Character("c", "C", "Text"), portrait=picture), CardFormat.PNG)
        assert only_card(written.data).character.name == "C"
        assert len(written.notes) == 1


@pytest.mark.parametrize("form", BookFormat)
def test_a_lorebook_comes_back_as_it_went(form: BookFormat) -> None:
    written = WRITERS.lorebook(BOOK, form)
    (book,) = read(written.data).contents
    assert isinstance(book, Lorebook)
    assert [_plain(entry) for entry in book.entries] == [_plain(entry) for entry in BOOK.entries]
    assert WRITERS.lorebook(book, form).data == WRITERS.lorebook(BOOK, form).data
    assert bool(written.notes) is (form is BookFormat.WORLD_INFO)


def _plain(entry: LorebookEntry) -> LorebookEntry:
    extensions = {name: json.dumps(json.loads(text)) for name, text in entry.extensions.items() if "origin" not in name}
    return replace(entry, id="", priority=0, extensions=extensions)


def test_an_archive_loses_nothing() -> None:
    (written,) = WRITERS.archive(EVERYTHING)
    result = read_file(written.data, "all.talespan")
    assert result.report.kind == "Talespan archive"
    assert result.report.skipped == result.report.warnings == ()
    assert list(result.contents) == EVERYTHING
    assert WRITERS.archive(EVERYTHING) == [written]


def test_what_is_wrong_in_an_archive_costs_no_more_than_itself() -> None:
    bad = {
        "manifest.json": as_json({"format": "talespan-archive", "version": 1}),
        "characters.jsonl": b"\n".join(
            [
                as_json({"character": {"id": "a", "name": "A", "files": 1}, "files": {"x": "0" * 64}}),
                as_json({"character": {"id": "", "name": "B"}}),
                as_json({"character": {"id": "c", "name": 7}}),
                b"{",
            ]
        ),
        "chats/0001.jsonl": b"\n".join(
            [
                as_json({"chat": {"id": "chat", "tip_id": "nowhere"}, "chosen": {"a": "b"}}),
                as_json({"message": {"id": "m", "chat_id": "chat", "parent_id": None, "role": "user", "parts": []}}),
                as_json({"message": {"id": "n", "chat_id": "other", "parent_id": None, "role": "user", "parts": []}}),
                as_json({"message": {"id": "o", "chat_id": "chat", "parent_id": "gone", "role": "user", "parts": []}}),
                as_json({"message": {"id": "p", "chat_id": "chat", "parent_id": None, "role": "king", "parts": []}}),
                as_json({"chat": 5}),
            ]
        ),
    }
    result = read_file(archive(bad), "bad.talespan")
    character, chat = result.contents
    assert isinstance(character, Archived)
    assert isinstance(chat, Archived)
    assert isinstance(chat.value, ChatTree)
    assert [message.id for message in chat.value.messages] == ["m"]
    assert (chat.value.chat.tip_id, dict(chat.value.chosen)) == ("m", {})
    assert len(result.report.skipped) == 6
    assert [str(note.code) for note in result.report.warnings] == ["import.asset-missing"]


@pytest.mark.parametrize("version", [2, "x", None])
def test_an_archive_of_a_newer_version_is_refused_politely(version: object) -> None:
    data = archive({"manifest.json": as_json({"format": "talespan-archive", "version": version})})
    with pytest.raises(InterchangeError, match=f"Talespan archive {version}"):
        read_file(data, "new.talespan")


def test_a_sillytavern_chat_goes_out_as_it_came() -> None:
    rows: list[Any] = [
        {
            "user_name": "Anna",
            "character_name": "Mira",
            "create_date": "2024-07-12@01h31m37s",
            "chat_metadata": {"integrity": "i", "variables": {"a": 1}, "note_prompt": "Slowly.", "note_depth": 3},
        },
        {
            "name": "Mira",
            "is_user": False,
            "is_system": False,
            "mes": "Hi!",
            "send_date": "June 19, 2023 2:20pm",
            "extra": {"reasoning": "Hm.", "api": "x"},
            "swipes": ["Hello.", "Hi!"],
            "swipe_id": 1,
            "swipe_info": [
                {"send_date": "June 19, 2023 2:19pm", "extra": {"model": "m"}},
                {"send_date": "June 19, 2023 2:20pm", "extra": {"reasoning": "Hm.", "api": "x"}},
            ],
            "variables": [{}],
        },
        {"name": "Anna", "is_user": True, "is_system": True, "mes": "Quietly.", "send_date": 1700000000123},
        {"name": "Narrator", "is_user": False, "mes": "Fog.", "extra": {"type": "narrator"}, "force_avatar": "x.png"},
    ]
    first = _chat(b"\n".join(map(as_json, rows)))
    written = _exported(first)
    lines = [json.loads(line) for line in written.decode().split("\n")]
    for row, line in zip(rows[1:], lines[1:], strict=True):
        assert {name: line[name] for name in row} == row
        assert line.keys() - row.keys() <= {"is_system"}
    assert lines[0]["chat_metadata"] == {**rows[0]["chat_metadata"], "note_interval": 1, "note_role": 0}
    assert lines[0] == {**rows[0], "chat_metadata": lines[0]["chat_metadata"]}
    again = _chat(written)
    assert [_node(node) for node in again.nodes] == [_node(node) for node in first.nodes]
    assert _exported(again) == written


def _chat(data: bytes) -> ImportedChat:
    (chat,) = read_file(data, "talk.jsonl").contents
    assert isinstance(chat, ImportedChat)
    return chat


def _exported(chat: ImportedChat) -> bytes:
    numbers = iter(range(1000))
    tree = tree_of(chat, Cast({}), (), lambda: f"id{next(numbers)}", 5)
    return WRITERS.chat(ChatMaterial(tree, "Anna", ("Mira",)), ChatFormat.TAVERN).data


def _node(node: Any) -> tuple[Any, ...]:
    return node.role, node.parts, node.speaker, node.flags, node.kind, node.created_at


def test_a_chat_of_our_own_is_a_tavern_chat_with_what_is_left_out_told() -> None:
    written = WRITERS.chat(ChatMaterial(TREE, "Anna", ("Mira",)), ChatFormat.TAVERN)
    again = _chat(written.data)
    assert [node.parts[-1] for node in again.branch()] == [
        TextPart("Hi!"),
        TextPart("<script>alert(1)</script>"),
        TextPart("Fog."),
        TextPart("Why?"),
    ]
    assert [node.parts[-1] for node in again.nodes if node.parent is None] == [TextPart("Hello."), TextPart("Hi!")]
    assert again.note == TREE.chat.context.note
    assert [str(note.code) for note in written.notes] == [
        "export.no-marks",
        "export.no-branches",
        "export.no-revisions",
        "export.no-turns",
        "export.no-summary",
        "export.no-tools",
    ]


def test_a_page_of_a_chat_holds_no_markup_but_our_own() -> None:
    written = WRITERS.chat(ChatMaterial(TREE, "Anna", ("Mira",)), ChatFormat.HTML)
    page = written.data.decode()
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "")
    assert written.suffix == ".html"


def test_chats_for_reading_have_the_open_branch() -> None:
    material = ChatMaterial(TREE, "Anna", ("Mira",))
    text = WRITERS.chat(material, ChatFormat.TEXT).data.decode()
    assert text == "Mira: Hi!\n\nAnna: <script>alert(1)</script>\n\nMira: Fog.\n\nAnna: Why?\n"
    markdown = WRITERS.chat(material, ChatFormat.MARKDOWN).data.decode()
    assert markdown.startswith("# The <b>lamp</b>\n\n**Mira**\n\nHi!\n")


def test_large_archives_are_parted_so_that_each_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.interchange.writers._ARCHIVE_PART", 45_000)
    parts = WRITERS.archive(EVERYTHING)
    assert len(parts) > 1
    assert [one for part in parts for one in read_file(part.data, "a.talespan").contents] == EVERYTHING


def test_cards_of_an_archive_of_ours_are_no_charx() -> None:
    (written,) = WRITERS.archive([Archived(Persona("p", "P"))])
    (content,) = read_file(written.data, "card.charx").contents
    assert not isinstance(content, ImportedCard)
