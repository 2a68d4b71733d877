"""Who speaks next in a chat of several characters, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.activation.chance import Chance
from desktop_app.domain.character import Character
from desktop_app.domain.group import GroupChoices, SpeakerReason, TurnOrder
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.turn_order import Spoken, mentioned, next_speakers, talkativeness

LEMMAS = Lemmas()
MANUAL, NATURAL = GroupChoices(TurnOrder.MANUAL), GroupChoices(TurnOrder.NATURAL)
LIST, POOLED = GroupChoices(TurnOrder.LIST), GroupChoices(TurnOrder.POOLED)


def card(name: str, talks: str = "", nickname: str = "") -> Character:
    """A character who is known by its name in lower case."""
    extensions = {"talkativeness": talks} if talks else {}
    return Character(name.lower(), name, nickname=nickname, extensions=extensions)


MIRA, TOM, ANN = card("Mira", "0"), card("Tom", "0"), card("Ann", "0")
QUIET = (MIRA, TOM, ANN)
NOTHING = Spoken()


def speak(
    members: tuple[Character, ...], choices: GroupChoices, spoken: Spoken = NOTHING, newest: str = "m1"
) -> list[tuple[str, str]]:
    """Names and reasons."""
    found = next_speakers(members, choices, spoken, Chance("chat", newest), LEMMAS)
    return [(speaker.name, speaker.why.value) for speaker in found]


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (("Mira", "Tom"), "Tom, ask Mira", ["Tom", "Mira"]),
        (("Mira", "Tom"), "what a tomato, admiral", []),
        (("Mira", "Tom"), "MIRA'S lamp", ["Mira"]),
        (("Mira Holt", "Tom Holt"), "Holt is away, said Tom", ["Tom Holt"]),
        (("Anna of the Hill", "Tom"), "the top of the hill", []),
        (("Мира", "Артём"), "Я видел Миру с Артёмом", ["Мира", "Артём"]),
        (("Мира", "Артём"), "спроси у Артема о мирах", ["Артём"]),
        (("Мира", "Артём"), "мира, спроси его", ["Мира"]),
        (("Anna of the Hill", "Tom"), "anna? Or Lady Hill?", ["Anna of the Hill"]),
        (("Иван Петров", "Анна"), "Скажи Ивану и Анне", ["Иван Петров", "Анна"]),
        (("小雨", "李明"), "我想问问李明，小雨在哪里？", ["李明", "小雨"]),
        (("Mira", "/.*/"), "Mira /.*/", ["Mira"]),
    ],
)
def test_names_are_found_as_words_and_inflected(names: tuple[str, ...], text: str, expected: list[str]) -> None:
    assert [member.name for member in mentioned([card(name) for name in names], text, LEMMAS)] == expected


def test_a_nickname_calls_its_bearer() -> None:
    assert [member.name for member in mentioned([card("Elizabeth", nickname="Bess"), TOM], "Bess?")] == ["Elizabeth"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("", 0.5), ("0", 0.0), ('"0.75"', 0.75), ("1.5", 1.0), ("-3", 0.0), ("nan", 0.5), ("often", 0.5), ("null", 0.5)],
)
def test_talkativeness_as_cards_have_it(text: str, value: float) -> None:
    assert talkativeness(card("Mira", text)) == value


def test_one_character_is_no_group_and_a_muted_group_says_nothing() -> None:
    assert speak((MIRA,), NATURAL) == []
    for order in TurnOrder:
        assert speak((MIRA, TOM), GroupChoices(order, muted=("mira", "tom"))) == []


@pytest.mark.parametrize("choices", [NATURAL, LIST, POOLED])
def test_namesakes_and_the_nameless_have_their_turn(choices: GroupChoices) -> None:
    twins = (replace(MIRA, id="one"), replace(MIRA, id="two"))
    assert {name for name, _ in speak(twins, choices, Spoken(("Mira",), "Well.", "Mira"))} == {"Mira"}
    nameless = (card(""), card(" "))
    assert speak(nameless, choices, Spoken((), "Hello"))


def test_manual_is_whom_the_person_picks_even_a_muted_one() -> None:
    assert speak(QUIET, MANUAL) == [("Mira", "first")]
    assert speak(QUIET, replace(MANUAL, muted=("mira",))) == [("Tom", "first")]
    assert speak(QUIET, replace(MANUAL, next_id="ann", muted=("ann",))) == [("Ann", "chosen")]
    assert speak(QUIET, replace(MANUAL, next_id="gone")) == [("Mira", "first")]


def test_natural_is_who_is_mentioned_in_the_order_of_the_words() -> None:
    assert speak(QUIET, NATURAL, Spoken(text="Ann and Mira, come")) == [("Ann", "mentioned"), ("Mira", "mentioned")]
    assert speak(QUIET, replace(NATURAL, most_answers=1), Spoken(text="Ann and Mira, come")) == [("Ann", "mentioned")]
    assert speak(QUIET, replace(NATURAL, muted=("ann",)), Spoken(text="Ann and Mira")) == [("Mira", "mentioned")]


def test_who_has_just_spoken_does_not_call_themselves_but_another_does() -> None:
    own = Spoken(("Mira",), "I, Mira, greet Tom", author="Mira")
    assert speak(QUIET, NATURAL, own) == [("Tom", "mentioned")]
    assert speak(QUIET, NATURAL, Spoken(("Mira",), "And Mira?")) == [("Mira", "mentioned")]
    assert speak(QUIET, NATURAL, Spoken(("Mira", "Tom"), "Ask Mira.", author="Tom")) == [("Mira", "mentioned")]


def test_the_talkative_always_join_and_the_silent_never() -> None:
    members = (card("Mira", "1"), TOM, card("Ann", "1"))
    for number in range(20):
        found = speak(members, NATURAL, Spoken(text="Good morning"), f"m{number}")
        assert sorted(found) == [("Ann", "talkative"), ("Mira", "talkative")]


def test_chance_is_seeded_by_chat_and_message() -> None:
    members = tuple(card(name) for name in ("Mira", "Tom", "Ann", "Bo"))
    found = [tuple(speak(members, NATURAL, Spoken(text="Hi"), f"m{number}")) for number in range(40)]
    assert found == [tuple(speak(members, NATURAL, Spoken(text="Hi"), f"m{number}")) for number in range(40)]
    assert len(set(found)) > 10
    spoke = [name for turns in found for name, _ in turns]
    assert all(60 < 4 * spoke.count(member.name) < 120 for member in members)  # about half of forty, and who is drawn
    assert all(turns for turns in found)


def test_somebody_is_drawn_where_nobody_feels_like_it() -> None:
    assert speak((MIRA, card("Tom", "0.01"), ANN), NATURAL, Spoken(text="Hi"), "m3") == [("Tom", "drawn")]
    assert speak((MIRA, TOM), NATURAL, Spoken(("Mira",), "Hm.", author="Mira")) == [("Tom", "drawn")]


def test_the_only_one_who_is_not_muted_speaks_even_twice() -> None:
    spoken = Spoken(("Mira",), "Hm.", author="Mira")
    for order in (NATURAL, LIST, POOLED):
        assert speak(QUIET, replace(order, muted=("tom", "ann")), spoken) == [("Mira", "alone")]


def test_a_list_is_everyone_in_order_or_goes_on_where_it_was() -> None:
    every = [("Mira", "listed"), ("Tom", "listed"), ("Ann", "listed")]
    assert speak(QUIET, LIST, Spoken(("Mira",), "Hi")) == every
    one = replace(LIST, most_answers=1)
    assert speak(QUIET, one, Spoken((), "Hi")) == [("Mira", "listed")]
    assert speak(QUIET, one, Spoken(("Mira",), "Hi")) == [("Tom", "listed")]
    assert speak(QUIET, one, Spoken(("Mira", "Tom", "Ann"), "Hi")) == [("Mira", "listed")]
    assert speak(QUIET, LIST, Spoken(("Tom",), "So.", author="Tom")) == [("Ann", "listed"), ("Mira", "listed")]
    assert speak(QUIET, replace(LIST, muted=("tom",)), Spoken((), "Hi")) == [("Mira", "listed"), ("Ann", "listed")]


def test_pooled_lets_everyone_speak_once_before_anyone_again() -> None:
    members = tuple(card(name) for name in ("Mira", "Tom", "Ann", "Bo"))
    spoken: list[str] = []
    for number in range(20):
        [(name, why)] = speak(members, POOLED, Spoken(tuple(spoken), "Hi"), f"m{number}")
        assert why == SpeakerReason.POOLED
        spoken.append(name)
    for begin in range(0, 20, 4):
        assert sorted(spoken[begin : begin + 4]) == ["Ann", "Bo", "Mira", "Tom"]
    assert len({tuple(spoken[begin : begin + 4]) for begin in range(0, 20, 4)}) > 1


def test_pooled_does_not_begin_anew_with_who_has_just_spoken() -> None:
    members = (MIRA, TOM)
    for number in range(10):
        spoken = Spoken(("Mira", "Tom"), "So.", author="Tom")
        assert speak(members, POOLED, spoken, f"m{number}") == [("Mira", "pooled")]


def test_several_answers_of_a_pool_go_on_in_the_next_one() -> None:
    found = speak(QUIET, replace(POOLED, most_answers=3), Spoken(("Mira", "Tom"), "Hi"))
    assert found[0] == ("Ann", "pooled")
    assert sorted(name for name, _ in found[1:]) == ["Mira", "Tom"]
