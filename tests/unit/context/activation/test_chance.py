"""Probability: never, always, and in between the same roll until another one is asked for."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.context.activation.chance import Chance
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.message import TextPart
from tests.unit.context.activation.material import asked, book, chat, lore, names, scan, trace, why

HUNDRED = [lore(f"e{number}", "castle", probability=40) for number in range(100)]


def test_nothing_is_never_and_a_hundred_is_always() -> None:
    entries = [
        lore(f"{percent} {number}", "castle", probability=percent)
        for percent in (-5, 0, 100, 500)
        for number in range(50)
    ]
    found = scan(asked(*chat("castle"), books=(book(*entries),)))
    assert {name.split()[0] for name in names(found)} == {"100", "500"}
    assert len(names(found)) == 100


def test_so_many_of_a_hundred_pass() -> None:
    question = asked(*chat("castle"), books=(book(*HUNDRED),))
    counts = [len(names(scan(replace(question, reroll=number)))) for number in range(20)]
    assert 700 <= sum(counts) <= 900  # 800 ± 4 standard deviations
    assert len(set(counts)) > 1


def test_is_rolled_by_chat_newest_message_entry_and_reroll_alone() -> None:
    question = asked(*chat("the castle", "x"), books=(book(*HUNDRED),))
    rolled = names(scan(question))
    same = (
        replace(
            question, branch=(*question.branch[:1], replace(question.branch[1], parts=(TextPart("another text"),)))
        ),
        replace(question, books=(replace(question.books[0], book=book(*HUNDRED[::-1], revision=7)),)),
        replace(question, limit=99_999, now_minutes=5),
    )
    assert all(sorted(names(scan(item))) == sorted(rolled) for item in same)
    others = (
        replace(question, chat_id="other"),
        replace(question, reroll=1),
        replace(question, branch=(*question.branch[:1], replace(question.branch[1], id="m2b"))),
    )
    assert all(names(scan(item)) != rolled for item in others)


def test_a_draft_rolls_as_the_message_that_it_becomes() -> None:
    question = asked(*chat("x"), draft="castle", books=(book(*HUNDRED),))
    stored = asked(*chat("x"), replace(chat("castle")[0], id="draft"), books=(book(*HUNDRED),))
    assert names(scan(question)) == names(scan(stored))


def test_the_reason_tells_roll_and_limit() -> None:
    found = scan(asked(*chat("castle"), books=(book(*HUNDRED),)))
    for name in {item.entry_id for item in found.inactive}:
        params = trace(found, name).reason.params
        assert why(found, name) is ReasonCode.PROBABILITY
        assert params == {"roll": Chance("chat", "m1").roll(name), "limit": 40}
        assert 40 < int(params["roll"]) <= 100


def test_rolls_are_even() -> None:
    rolls = [Chance("chat", "m", number).roll("e") for number in range(5_000)]
    assert (min(rolls), max(rolls)) == (1, 100)
    assert 48 <= sum(rolls) / len(rolls) <= 53


def test_a_roll_up_to_the_probability_passes() -> None:
    for name in ("a", "b", "c"):
        roll = Chance("chat", "m1").roll(name)
        entries = [lore(name, "castle", probability=roll), lore(name, "castle", probability=roll - 1)]
        passed = [names(scan(asked(*chat("castle"), books=(book(one),)))) for one in entries]
        assert passed == [[name], []]
