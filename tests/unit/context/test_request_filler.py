"""Filler: of what was written nothing can be read, the plan stays alike."""

from __future__ import annotations

import json
import re

from hypothesis import given

from desktop_app.context.builder import build
from desktop_app.context.request import ContextRequest, GroupScene, LinkedBook
from desktop_app.context.request_filler import with_filler
from desktop_app.context.request_json import request_to_json
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.group import NextSpeaker, SpeakerReason
from desktop_app.domain.lore import Lorebook, LorebookEntry, Position, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import TextPart
from desktop_app.domain.ports import TokenCounter
from tests.examples import examples
from tests.fakes.providers import WordCounter
from tests.unit.context.chances import asked
from tests.unit.context.material import assistant, call, included, request, result, tool, user

COUNTER = WordCounter()
SECRETS = ("Lighthouse", "Marisol", "маяк", "Ильяс", "北京烤鸭", "4711", "harbour", "Zanzibar")
BOOK = Lorebook(
    "b",
    "Lighthouse",
    entries=(
        LorebookEntry("e1", keys=("Lighthouse",), content="@@depth 4\n{{char}} lit it in Zanzibar. {{roll:2d6}}"),
        LorebookEntry("e2", name="маяк", keys=("маяк", "/harb+our/i"), content="Старый маяк."),
        LorebookEntry("e3", keys=("北京",), content="北京烤鸭 4711"),
        LorebookEntry("e4", keys=("Zanzibar",), content="Deep"),
        LorebookEntry("e5", keys=("lit",), position=Position.OUTLET, outlet="Zanzibar", content="Shut."),
    ),
)
ASKED = request(
    user("m1", "MARISOL, is the LIGHTHOUSE lit? Скажи: Маяк на берегу. 我爱北京烤鸭", speaker_name="Ильяс"),
    assistant("m2", "I look.", call("c1")),
    tool("m3", result("c1", "4711 Zanzibars")),
    draft="And the маяк?",
    system_prompt="{{char}} of the {{outlet::Zanzibar}} <USER> {{// Lighthouse }}",
    character=Character(
        "c",
        "Marisol",
        description="Lighthouse",
        tags=("harbour",),
        extensions={"depth_prompt": '{"prompt": "Stay at the Lighthouse", "depth": 2}', "other": '"Marisol"'},
    ),
    group=GroupScene((Character("c", "Marisol"), Character("t", "Ильяс", description="Lighthouse")), all_cards=True),
    speaking=(NextSpeaker("c", "Marisol", SpeakerReason.MENTIONED),),
    persona=Persona("p", "Ильяс", "A sailor of Zanzibar", {"note": '"Marisol"'}),
    books=(LinkedBook(BOOK, (Scope(ScopeKind.FOLDER, "Marisol"),)),),
    memories=(MemoryEntry("k1", "The code is 4711.", title="Lighthouse", keywords=("маяк",)),),
)


def test_nothing_of_what_was_written_is_left() -> None:
    data = request_to_json(with_filler(ASKED))
    for entry in data["books"][0]["book"]["entries"]:
        entry.pop("keys")
    written = json.dumps(data, ensure_ascii=False).casefold()
    assert [secret for secret in SECRETS if secret.casefold() in written] == []


def test_keys_still_hit_and_patterns_stay() -> None:
    filled = with_filler(ASKED)
    before, after = build(ASKED, COUNTER), build(filled, COUNTER)
    assert [trace.included for trace in after.entries] == [trace.included for trace in before.entries]
    assert [hit.start for trace in after.entries for hit in trace.hits] == [
        hit.start for trace in before.entries for hit in trace.hits
    ]
    assert included(after) == included(before)
    assert filled.books[0].book.entries[1].keys[1] == "/harb+our/i"
    assert filled.books[0].book.entries[0].content.startswith("@@depth 4\n{{char}} ")
    assert "{{roll:2d6}}" in filled.books[0].book.entries[0].content


def test_length_script_and_case_stay() -> None:
    text = "MARISOL, is the Lighthouse lit? Скажи: Маяк! 我爱北京烤鸭 ひらがな 한국어 x2 4711 e\u0301"
    parts = with_filler(request(user("m1", text))).branch[0].parts
    assert parts is not None
    part = parts[0]
    assert isinstance(part, TextPart)
    assert len(part.text) == len(text)
    for kind in (
        r"[A-Z]",
        r"[a-z]",
        r"[А-Я]",
        r"[а-я]",
        r"[\u4e00-\u9fff]",
        r"[\u3040-\u30ff]",
        r"[가-힣]",
        r"[0-9]",
        r"\W",
    ):
        assert [found.start() for found in re.finditer(kind, part.text)] == [
            found.start() for found in re.finditer(kind, text)
        ]


def test_the_same_request_has_the_same_filler() -> None:
    assert with_filler(ASKED) == with_filler(ASKED)


@examples(40)
@given(asked())
def test_counts_and_marks_stay(question: tuple[ContextRequest, TokenCounter]) -> None:
    wanted, counter = question
    filled = with_filler(wanted)
    assert [(row.id, row.role, row.tokens, row.flags) for row in filled.branch] == [
        (row.id, row.role, row.tokens, row.flags) for row in wanted.branch
    ]
    try:
        build(filled, counter)
    except ContextTooLargeError:
        return
