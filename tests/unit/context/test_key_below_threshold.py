"""Under vector-recall an entry whose key was said may leave first: the reason says so, and what it says of a change is true."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.context.builder import build
from desktop_app.context.needed import tokens_needed
from desktop_app.context.reasons import ReasonCode
from desktop_app.context.request import ContextRequest, Relevance
from desktop_app.domain.lore import LorebookEntry, MeaningMode
from desktop_app.domain.memory import MemoryEntry
from tests.fakes.providers import WordCounter
from tests.unit.context.known import book, fate, trace_of
from tests.unit.context.material import dialogue, request, user, words

COUNTER = WordCounter()
SAID = LorebookEntry("lamp", name="Lamp", keys=("lamp", "огонь"), content=words("Lamp", 20))
LOW = Relevance(0.114, 0.35)


def asked(*entries: LorebookEntry, relevance: Relevance | None = LOW, **more: Any) -> ContextRequest:
    """A full window."""
    known = {"lamp": relevance} if relevance else {}
    usual: dict[str, Any] = {"draft": "the lamp", "limit": 200, "reserve": 50, "strategy": "vector-recall"}
    return request(*dialogue(20), books=(book(*entries),), relevance=known, **{**usual, **more})


def test_the_key_and_both_figures_are_told() -> None:
    why = trace_of(build(asked(SAID), COUNTER), "lamp").reason
    assert why.code == ReasonCode.KEY_LESS_RELEVANT
    assert why.params == {"key": "lamp", "score": 0.11, "threshold": 0.35}
    assert "Key “lamp” was found" in why.sentence
    assert "0.11, is below the threshold of 0.35" in why.sentence


def test_the_key_of_a_message_of_another_entry_and_of_a_memory_count_alike() -> None:
    branch = (*dialogue(20), user("said", "The lamp!"))
    assert fate(build(replace(asked(SAID, draft="and now"), branch=branch), COUNTER), "lamp") == (
        False,
        ReasonCode.KEY_LESS_RELEVANT,
    )
    pulling = LorebookEntry("tower", name="Tower", keys=("tower",), content="It has a lamp.")
    linked = book(pulling, SAID)
    recursive = replace(linked, book=replace(linked.book, recursive_scanning=True))
    plan = build(replace(asked(draft="the tower"), books=(recursive,)), COUNTER)
    assert fate(plan, "lamp") == (False, ReasonCode.KEY_LESS_RELEVANT)
    memory = MemoryEntry("lamp", words("Lamp", 5), keywords=("lamp",))
    plan = build(replace(asked(), memories=(memory,)), COUNTER)
    assert fate(plan, "lamp") == (False, ReasonCode.KEY_LESS_RELEVANT)


@pytest.mark.parametrize(
    "changed",
    [
        asked(replace(SAID, constant=True)),
        asked(SAID, strategy="truncate"),
        asked(SAID, strategy="manual"),
        asked(SAID, relevance=Relevance(0.4, 0.35)),
        asked(SAID, relevance=None),
        asked(SAID, limit=2_000),
    ],
    ids=["always on", "truncate", "manual", "relevant", "not measured", "room"],
)
def test_what_is_said_of_a_change_is_true(changed: ContextRequest) -> None:
    assert trace_of(build(changed, COUNTER), "lamp").included


def test_so_much_room_and_no_less() -> None:
    full = asked(SAID)
    needed = tokens_needed(full, "lore.lamp", lambda request: build(request, COUNTER))
    assert needed
    for more, is_in in ((needed, True), (needed - 1, False)):
        assert trace_of(build(replace(full, limit=full.limit + more), COUNTER), "lamp").included == is_in


def test_an_entry_found_by_meaning_alone_has_no_key_to_tell_of() -> None:
    either = replace(SAID, keys=("nowhere",), meaning=MeaningMode.EITHER)
    assert fate(build(asked(either), COUNTER), "lamp") == (False, ReasonCode.BELOW_THRESHOLD)
