"""What every ``MessageSearch`` finds: the fake one and the one on SQLite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import FinishReason
from desktop_app.domain.message import Message, MessageFlags, MessageState, Role, Speaker, TextPart
from desktop_app.domain.searching import SearchHit, SearchQuestion
from tests.contract.worlds import World, a_turn, add_chat, an_answer, append, text_message

TEXTS = {
    "capital": "北京是首都。",
    "fine": "Ну ок, давай (завтра)!",
    "tree": "Под ЁЛКОЙ стоит ёлка из café.",
    "well": "Well, yes: the 'end'\nof   it — “surely”.",
    "city": "İstanbul'da bir kapı",
    "ring": "the ﬁnger of Strauß",
    "self": "我",
    "party": "🎄 party",
    "code": "C++, C# and snake_case",
}


def _find(world: World, text: str, limit: int = 20, before: int | None = None) -> list[SearchHit]:
    return world.run(world.search.find(SearchQuestion(text), limit, before))


def _ids(world: World, text: str, **filters: Any) -> list[str]:
    return [hit.message_id for hit in world.run(world.search.find(SearchQuestion(text, **filters), 20))]


def _said(texts: Mapping[str, str]) -> list[Message]:
    """One after the other, by their ids."""
    parents = [None, *texts][:-1]
    return [text_message(name, parent, text) for parent, (name, text) in zip(parents, texts.items(), strict=True)]


def _fill(world: World) -> None:
    add_chat(world)
    append(world, *_said(TEXTS))


@pytest.mark.parametrize(
    ("text", "found", "marked"),
    [
        ("北京", "capital", ["北京"]),
        ("京", "capital", ["京"]),
        ("我", "self", ["我"]),
        ("ок", "fine", ["ок"]),
        ("ОК", "fine", ["ок"]),
        ("елка", "tree", ["ёлка"]),
        ("ЁЛКА", "tree", ["ёлка"]),
        ("ёлк", "tree", ["ЁЛК", "ёлк"]),
        ("cafe", "tree", ["café"]),
        ("CAFÉ", "tree", ["café"]),
        ('"well, yes"', "well", ["Well, yes"]),
        ('"end\' of it"', "well", ["end'\nof   it"]),
        ("«surely»", "well", ["surely"]),
        ("it surely", "well", ["it", "surely"]),
        ("istanbul", "city", ["İstanbul"]),
        ("İSTANBUL", "city", ["İstanbul"]),
        ("ﬁ", "ring", ["ﬁ"]),
        ("finger", "ring", ["ﬁnger"]),
        ("STRAUSS", "ring", ["Strauß"]),
        ("🎄", "party", ["🎄"]),
        ("c#", "code", ["C#"]),
        ("C++", "code", ["C++"]),
        ("_case", "code", ["_case"]),
    ],
)
def test_a_reader_finds_what_reads_the_same(world: World, text: str, found: str, marked: list[str]) -> None:
    _fill(world)
    (hit,) = _find(world, text)
    assert (hit.message_id, [hit.text[start:end] for start, end in hit.spans]) == (found, marked)
    assert (hit.chat_id, hit.revision, hit.role, hit.text) == ("chat", 1, Role.USER, TEXTS[found])


@pytest.mark.parametrize(
    "text", ["", "  ", '""', ":)", "?", "京北", "вай ок!", "els", "if", "end yes nowhere", "-", "\x00"]
)
def test_what_is_not_there_or_cannot_be_looked_up_is_not_found(world: World, text: str) -> None:
    _fill(world)
    assert _find(world, text) == []


def test_short_parts_are_found_at_the_beginning_of_words_and_long_ones_anywhere(world: World) -> None:
    add_chat(world)
    append(world, *_said({"a": "около, сок", "b": "высокий порок"}))
    assert (_ids(world, "ок"), _ids(world, "сок"), _ids(world, "п")) == (["a"], ["b", "a"], ["b"])


def test_the_newest_come_first_page_by_page(world: World) -> None:
    add_chat(world)
    append(world, *_said({f"m{number}": f"lamp {number}" for number in range(7)}))
    pages: list[list[str]] = []
    before: int | None = None
    while page := _find(world, "lamp", 3, before):
        pages.append([hit.message_id for hit in page])
        before = page[-1].cursor
    assert pages == [["m6", "m5", "m4"], ["m3", "m2", "m1"], ["m0"]]
    assert _find(world, "lamp", 0) == []


def test_filters(world: World) -> None:
    aria = Character("aria", "Aria")
    world.run(world.library.save_character(aria))
    world.run(world.chats.add_chat(Chat("hers", "Hers", character_ids=("aria",))))
    world.run(world.chats.add_chat(Chat("other", "Other")))
    append(
        world,
        replace(text_message("a", None, "a red lamp", chat_id="hers"), created_at=1_000),
        replace(text_message("b", "a", "a red lamp", chat_id="hers", role=Role.ASSISTANT), created_at=2_000),
        replace(text_message("c", None, "a red lamp", chat_id="other"), created_at=2_000),
        replace(
            text_message("d", "c", "a red lamp", chat_id="other", role=Role.ASSISTANT),
            speaker=Speaker("Aria", "aria"),
            created_at=4_000_000_000_000,
        ),
    )
    assert _ids(world, "lamp") == ["d", "c", "b", "a"]
    assert _ids(world, "lamp", chat_id="hers") == ["b", "a"]
    assert _ids(world, "lamp", role=Role.ASSISTANT) == ["d", "b"]
    assert _ids(world, "lamp", character_id="aria") == ["d", "b", "a"]
    assert _ids(world, "lamp", since=2_000) == ["d", "c", "b"]
    assert _ids(world, "lamp", until=2_000) == ["a"]
    assert _ids(world, "lamp", since=1_001, until=2_001) == ["c", "b"]
    assert _ids(world, "lamp", since=0, until=9_000_000_000_000) == ["d", "c", "b", "a"]
    assert _ids(world, "lamp", chat_id="hers", role=Role.USER, until=5_000, character_id="aria") == ["a"]
    assert _ids(world, "lamp", character_id="nobody") == []


def test_an_edit_is_found_by_its_new_text_only(world: World) -> None:
    add_chat(world)
    append(world, text_message("a", None, "the red lamp"), text_message("b", "a", "the red door"))
    revised = world.run(world.chats.revise(text_message("a", None, "the green lamp")))
    assert (_ids(world, "red"), _ids(world, "green"), _ids(world, "lamp")) == (["b"], ["a"], ["a"])
    assert _find(world, "green")[0].revision == revised.revision == 2


def test_deleted_messages_and_chats_in_the_trash_are_not_searched_until_they_are_back(world: World) -> None:
    add_chat(world)
    append(world, text_message("a", None, "lamp"))
    world.run(world.chats.set_flags(["a"], MessageFlags(deleted=True)))
    assert _ids(world, "lamp") == []
    world.run(world.chats.set_flags(["a"], MessageFlags(hidden=True, excluded=True)))
    assert _ids(world, "lamp") == ["a"]
    chat = world.run(world.chats.get_chat("chat"))
    world.run(world.chats.update_chat(replace(chat, deleted_at=5)))
    assert _ids(world, "lamp") == []
    world.run(world.chats.update_chat(chat))
    assert _ids(world, "lamp") == ["a"]


def test_an_answer_is_found_when_it_has_ended(world: World) -> None:
    add_chat(world)
    answer = an_answer(text="The la")
    world.run(world.turns.open_turn(a_turn(), answer))
    world.run(world.turns.save_partial(replace(answer, parts=(TextPart("The lamp is"),))))
    assert (_ids(world, "lamp"), _ids(world, "the")) == ([], [])
    whole = replace(answer, parts=(TextPart("The lamp is lit."),), state=MessageState.COMPLETE)
    world.run(world.turns.finish_turn(replace(a_turn(), finish_reason=FinishReason.STOP), whole))
    assert _ids(world, "lamp lit") == ["answer"]


def test_what_a_crash_left_is_found_after_the_recovery(world: World) -> None:
    add_chat(world)
    world.run(world.turns.open_turn(a_turn(), an_answer(text="The lamp is")))
    assert world.run(world.turns.recover()) == ["answer"]
    assert _ids(world, "lamp") == ["answer"]


def test_a_removed_try_leaves_nothing_behind(world: World) -> None:
    add_chat(world)
    append(world, text_message("a", None, "lamp"), text_message("blank", "a", "", state=MessageState.FAILED))
    world.run(world.chats.remove_message("blank"))
    append(world, text_message("b", "a", "door"))
    assert (_ids(world, "lamp"), _ids(world, "door")) == (["a"], ["b"])


def test_a_variant_whose_place_is_taken_is_found_when_asked_for(world: World) -> None:
    add_chat(world)
    append(
        world,
        text_message("q", None, "Where?"),
        text_message("first", "q", "lamp"),
        text_message("second", "q", "lamp"),
    )
    assert _ids(world, "lamp") == ["second"]
    assert _ids(world, "lamp", all_variants=True) == ["second", "first"]
    world.run(world.chats.choose("first"))
    assert _ids(world, "lamp") == ["first"]


def test_of_several_beginnings_the_one_that_is_shown_is_found(world: World) -> None:
    add_chat(world)
    append(world, text_message("hello", None, "lamp"), text_message("welcome", None, "lamp"))
    assert _ids(world, "lamp") == ["welcome"]
    append(world, text_message("thanks", "welcome", "Thanks."), text_message("evening", None, "lamp"))
    assert _ids(world, "lamp") == ["evening"], "the newest is where the chat goes on"
    append(world, text_message("indeed", "evening", "Indeed."))
    world.run(world.chats.choose("welcome"))
    assert _ids(world, "lamp") == ["welcome"]
    assert _ids(world, "lamp", all_variants=True) == ["evening", "welcome", "hello"]
    world.run(world.chats.choose("hello"))
    assert _ids(world, "lamp") == ["hello"]


def test_nothing_waits_where_all_came_one_after_the_other(world: World) -> None:
    _fill(world)
    assert (world.run(world.search.waiting()), world.run(world.search.index_older(10))) == (0, 0)


def test_what_was_imported_counts_from_the_days_on_which_it_was_said(world: World) -> None:
    day = 86_400_000
    add_chat(world)
    dates = {
        "today": 20_000 * day + 5,
        "old": 15_000 * day,
        "unknown": 0,
        "before": -7 * day,
        "yesterday": 19_999 * day,
        "later": 20_000 * day + 1,
        "future": 3_000_000 * day,
    }
    messages = _said(dict.fromkeys(dates, "lamp"))
    append(world, *(replace(message, created_at=dates[message.id]) for message in messages))
    expected = ["future", "later", "today", "yesterday", "old", "before", "unknown"]
    found = _find(world, "lamp")
    assert [hit.message_id for hit in found] == expected
    assert [hit.message_id for hit in _find(world, "lamp", before=found[2].cursor)] == expected[3:]
    assert _ids(world, "lamp", since=19_999 * day + 1) == ["future", "later", "today"]
    assert _ids(world, "lamp", since=15_000 * day, until=20_000 * day + 5) == ["later", "yesterday", "old"]
    assert _ids(world, "lamp", until=1) == ["before", "unknown"]
    assert _ids(world, "lamp", since=-8 * day, until=0) == ["before"]
    assert _ids(world, "lamp", since=2_999_999 * day) == ["future"]
