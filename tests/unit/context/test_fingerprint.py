"""The fingerprint and the memory of branches: what makes a plan another one, and what does not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from desktop_app.context.builder import build, prepare
from desktop_app.context.engine_memory import EngineMemory
from desktop_app.context.history import Terms
from desktop_app.context.plan import TextChange
from desktop_app.context.request import (
    BranchMessage,
    ContextRequest,
    GroupScene,
    InputMessage,
    LastPrompt,
    LinkedBook,
    Overhead,
    PastTurn,
    RecallCandidate,
    Relevance,
    RelevanceSource,
)
from desktop_app.context.request_json import request_from_json, request_to_json
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.generation import Activated, RoleStyle
from desktop_app.domain.group import NextSpeaker, SpeakerReason
from desktop_app.domain.lore import GenerationKind, Lorebook, LorebookEntry, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import ImagePart, MessageFlags, MessageKind, Role, TextPart
from desktop_app.domain.pictures import PictureTerms
from desktop_app.domain.ports import TokenCount
from desktop_app.domain.settings import ExamplesMode, Lanes
from tests.fakes.providers import LateCounter, WordCounter
from tests.unit.context.material import assistant, dialogue, request, user

COUNTER = WordCounter()
CARD = Character(id="c", name="Mira", description="d", personality="p", scenario="s", mes_example="<START>e")
ASKED = replace(
    request(*dialogue(6), draft="Hello", character=CARD, persona=Persona("p", "Ann", "x"), system_prompt="s"),
    now_minutes=1_000,
)


def fingerprint(asked: ContextRequest) -> str:
    """The fingerprint of its plan."""
    return build(asked, COUNTER).fingerprint


def with_card(**change: str) -> ContextRequest:
    """The request with a changed card."""
    return replace(ASKED, character=replace(CARD, **change))


def with_message(edit: Callable[[BranchMessage], BranchMessage]) -> ContextRequest:
    """The request with a changed message in the middle of the branch."""
    branch = list(ASKED.branch)
    branch[2] = edit(branch[2])
    return replace(ASKED, branch=tuple(branch))


BOOK = Lorebook("b", "Book", entries=(LorebookEntry("e", keys=("k",), content="c"),))
KNOWING = replace(
    ASKED,
    books=(LinkedBook(BOOK),),
    memories=(MemoryEntry("k", "c"),),
    past=(PastTurn("m2", (Activated("e", 1, "fresh"),)),),
    relevance={"e": Relevance(0.5, 0.3)},
    recall=(RecallCandidate("r", "t", (), Relevance(0.5, 0.3), place=3, minutes_ago=90),),
    summary=(SummarySentence("s", "t", ()),),
)


def with_entry(**change: Any) -> ContextRequest:
    """The request with a changed entry in its book."""
    entry = replace(BOOK.entries[0], **change)
    return replace(KNOWING, books=(LinkedBook(replace(BOOK, entries=(entry,))),))


def with_passage(**change: Any) -> ContextRequest:
    """The request with a changed candidate of recall."""
    return replace(KNOWING, recall=(replace(KNOWING.recall[0], **change),))


TOM = Character("tom", "Tom")

KNOWN_CHANGED = [
    replace(KNOWING, kind=GenerationKind.QUIET),
    replace(KNOWING, reroll=1),
    replace(KNOWING, pictures=PictureTerms(seen=True)),
    replace(KNOWING, pictures=PictureTerms(newest=1)),
    replace(KNOWING, books=()),
    replace(KNOWING, books=(LinkedBook(BOOK, (Scope(), Scope(ScopeKind.CHAT, "chat"))),)),
    replace(KNOWING, books=(LinkedBook(replace(BOOK, scan_depth=5)),)),
    with_entry(keys=("l",)),
    with_entry(content="d"),
    with_entry(revision=2),
    with_entry(enabled=False),
    with_entry(depth=5),
    replace(KNOWING, memories=()),
    replace(KNOWING, memories=(MemoryEntry("k", "c", always_in_context=True),)),
    replace(KNOWING, elsewhere=("k",)),
    replace(KNOWING, past=()),
    replace(KNOWING, past=(PastTurn("m2", (Activated("e", 1, "sticky"),)),)),
    replace(KNOWING, relevance={}),
    replace(KNOWING, relevance={"e": Relevance(0.6, 0.3)}),
    replace(KNOWING, relevance={"e": Relevance(0.5, 0.3, RelevanceSource.MEANING)}),
    replace(KNOWING, recall=()),
    with_passage(text="u"),
    with_passage(place=4),
    with_passage(minutes_ago=150),
    with_passage(sources=(SourceSpan("m1", 1, 0, 1),)),
    replace(KNOWING, summary=()),
    replace(KNOWING, summary=(SummarySentence("s", "t", (), locked=True),)),
    replace(KNOWING, note=AuthorsNote("n")),
    replace(KNOWING, lanes=Lanes(memory=16)),
    replace(KNOWING, examples=ExamplesMode.NEVER),
    replace(KNOWING, dialogue_messages=11),
    replace(KNOWING, keep_exchanges=3),
    replace(KNOWING, post_history_first=True),
    replace(KNOWING, language="ru"),
    replace(KNOWING, order=("history",)),
    replace(KNOWING, use_summary=True),
    replace(KNOWING, use_recall=True),
    replace(KNOWING, cut_in_steps=True),
    *(
        replace(KNOWING, group=group)
        for group in (
            GroupScene((CARD, TOM)),
            GroupScene((TOM, CARD)),
            GroupScene((CARD, replace(TOM, nickname="Tommy"))),
            GroupScene((CARD, TOM), muted=("tom",)),
            GroupScene((CARD, TOM), all_cards=True),
        )
    ),
    replace(KNOWING, speaking=(NextSpeaker("c", "Mira", SpeakerReason.MENTIONED),)),
    replace(KNOWING, character=replace(CARD, nickname="Mi")),
    replace(KNOWING, last_prompt=LastPrompt(("h",))),
    replace(KNOWING, last_prompt=LastPrompt(first_kept_id="m1")),
    replace(KNOWING, character=replace(CARD, creator_notes="scanned")),
    replace(KNOWING, character=replace(CARD, tags=("filtered",))),
    replace(KNOWING, character=replace(CARD, extensions={"depth_prompt": "{}"})),
]

CHANGED = [
    replace(ASKED, chat_id="other"),
    replace(ASKED, model="other"),
    replace(ASKED, limit=9_999),
    replace(ASKED, reserve=99),
    replace(ASKED, safety=1),
    replace(ASKED, strategy="manual"),
    replace(ASKED, system_prompt="t"),
    replace(ASKED, post_history="t"),
    replace(ASKED, user_name="Bob"),
    replace(ASKED, pending=("counts",)),
    replace(ASKED, role_style=RoleStyle.ALTERNATE),
    replace(ASKED, overhead=Overhead(4, 1, 3)),
    replace(ASKED, persona=Persona("p", "Ann", "y")),
    replace(ASKED, persona=None),
    replace(ASKED, character=None),
    replace(ASKED, draft=None),
    replace(ASKED, draft=InputMessage("draft", "Hello!")),
    replace(ASKED, draft=InputMessage("other", "Hello")),
    replace(ASKED, draft=InputMessage("draft", "Hello", revision=2)),
    replace(ASKED, changed=(TextChange("m", ("Script",), "Before"),)),
    replace(ASKED, branch=ASKED.branch[1:]),
    replace(ASKED, branch=ASKED.branch[:-1]),
    *(
        with_card(**{name: "changed"})
        for name in (
            "name",
            "description",
            "personality",
            "scenario",
            "mes_example",
            "system_prompt",
            "post_history_instructions",
        )
    ),
    with_message(lambda row: replace(row, id="x")),
    with_message(lambda row: replace(row, revision=2)),
    with_message(lambda row: replace(row, role=Role.SYSTEM)),
    with_message(lambda row: replace(row, tokens=11)),
    with_message(lambda row: replace(row, kind=MessageKind.NOTE)),
    with_message(lambda row: replace(row, speaker_name="Zoe")),
    with_message(lambda row: replace(row, parts=(TextPart("other"),))),
    with_message(lambda row: replace(row, parts=None)),
    with_message(lambda row: replace(row, parts=(*(row.parts or ()), ImagePart("d", "image/png", 1, 1)))),
    with_message(lambda row: replace(row, exact=False)),
    *(
        with_message(lambda row, name=name: replace(row, flags=MessageFlags(**{name: True})))
        for name in ("hidden", "excluded", "never_send", "always_in_context", "deleted")
    ),
]


def test_every_change_that_matters_makes_another_fingerprint() -> None:
    found = [fingerprint(ASKED), *(fingerprint(asked) for asked in CHANGED)]
    assert len(set(found)) == len(CHANGED) + 1


def test_every_change_of_knowledge_makes_another_fingerprint() -> None:
    """Also where the engine remembers what it hashed before."""
    memory = EngineMemory()
    asked = [KNOWING, *KNOWN_CHANGED]
    found = [fingerprint(item) for item in asked]
    assert len(set(found)) == len(KNOWN_CHANGED) + 1
    assert [build(item, COUNTER, memory).fingerprint for item in asked] == found
    equal = [request_from_json(request_to_json(item), COUNTER) for item in asked]
    assert [build(item, COUNTER, memory).fingerprint for item in equal] == found


def test_no_field_of_a_request_is_forgotten() -> None:
    """A new field must be changed in this file too."""
    changed = {
        field.name
        for base, others in ((ASKED, CHANGED), (KNOWING, KNOWN_CHANGED))
        for item in others
        for field in fields(ContextRequest)
        if getattr(item, field.name) != getattr(base, field.name)
    }
    assert {field.name for field in fields(ContextRequest)} - changed == {"now_minutes"}


@pytest.mark.parametrize(
    "same",
    [
        with_passage(minutes_ago=119),
        replace(KNOWING, books=(LinkedBook(replace(BOOK)),)),
    ],
    ids=["an age that is told the same", "an equal book"],
)
def test_what_the_prompt_does_not_tell_does_not_count(same: ContextRequest) -> None:
    assert fingerprint(same) == fingerprint(KNOWING)


@pytest.mark.parametrize(
    "same",
    [
        replace(ASKED),
        replace(ASKED, branch=tuple(replace(row) for row in ASKED.branch)),
        replace(ASKED, now_minutes=5_000),
        with_card(creator="somebody", character_version="2"),
    ],
)
def test_what_cannot_reach_a_prompt_does_not_count(same: ContextRequest) -> None:
    assert fingerprint(same) == fingerprint(ASKED)


def test_the_minute_counts_where_the_clock_is_read() -> None:
    clock = replace(ASKED, system_prompt="It is {{time}}.")
    assert fingerprint(clock) != fingerprint(replace(clock, now_minutes=1_001))
    quiet = replace(ASKED, system_prompt="It is late. {{// {{time}} }}")
    assert fingerprint(quiet) == fingerprint(replace(quiet, now_minutes=1_001))


def test_half_a_surrogate_pair_has_a_fingerprint_too() -> None:
    assert fingerprint(replace(ASKED, system_prompt="\ud83d")) != fingerprint(replace(ASKED, system_prompt="\ud83e"))


class NothingIsCountedTwice(WordCounter):
    """Counts how often it is asked for a text."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def count(self, text: str) -> TokenCount:
        """The words; and remembers the question."""
        self.asked.append(text)
        return super().count(text)


def test_the_same_branch_is_prepared_once() -> None:
    counter = NothingIsCountedTwice()
    branch = (assistant("m1", "Hi", speaker_name="Анна"), assistant("m2", "Ho", speaker_name="Том"))
    memory = EngineMemory()
    for draft in ("H", "He", "Hey"):
        build(request(*branch, draft=draft), counter, memory)
    assert counter.asked.count("Анна: Hi") == 1
    build(request(*branch, draft="Hey", overhead=Overhead(1, 1, 1)), counter, memory)
    assert counter.asked.count("Анна: Hi") == 2


def test_other_terms_and_other_branches_are_not_mixed_up() -> None:
    memory = EngineMemory()
    branches = [dialogue(count) for count in (4, 5, 6, 4)]
    for style in RoleStyle:
        for branch in branches:
            asked = request(*branch, draft="Hi", role_style=style)
            assert build(asked, COUNTER, memory) == build(asked, COUNTER)
    flagged = tuple(replace(row, flags=MessageFlags(excluded=True)) for row in branches[0])
    assert build(request(*flagged, draft="Hi"), COUNTER, memory).blocks[0].id == "draft"


def test_what_is_only_estimated_is_prepared_again() -> None:
    counter = LateCounter()
    memory = EngineMemory()
    row = replace(assistant("m1", "Hi", speaker_name="Анна"), exact=True)
    terms = Terms(Overhead(), RoleStyle.AS_IS, counter)
    branch = (row, replace(row, id="m2", speaker_name="Том"))
    assert not memory.branches.history(branch, terms).settled
    for text in ("Анна: Hi", "Том: Hi"):
        counter.count(text)
    asyncio.run(counter.settle())
    assert memory.branches.history(branch, terms).settled


def test_ten_thousand_messages_and_one_more_character() -> None:
    branch = tuple((user if n % 2 else assistant)(f"m{n}", "word " * 40) for n in range(10_000))
    memory = EngineMemory()
    prepare(request(*branch, draft="H"), COUNTER, memory)
    start = time.thread_time()
    plan = build(request(*branch, draft="He"), COUNTER, memory)
    # The figure is 50 ms (talespan bench); this only guards against a branch that is prepared again and again.
    assert time.thread_time() - start < 1
    assert plan.dropped[0].count + len(plan.blocks) == 10_001
