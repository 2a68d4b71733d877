"""Sticky, cooldown and delay, counted in messages of the branch, from what its turns stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.context.reasons import ReasonCode
from desktop_app.context.request import BranchMessage, ContextRequest, PastTurn
from desktop_app.domain.lore import GenerationKind, LorebookEntry
from desktop_app.domain.message import MessageFlags, MessageKind
from tests.unit.context.activation.material import asked, book, chat, entry, lore, names, past, scan, trace, why


def question(length: int, one: LorebookEntry, *turns: PastTurn, text: str = "x", **more: Any) -> ContextRequest:
    """A branch of ``length`` messages, of which the last one has ``text``."""
    branch = chat(*("x" for _ in range(length - 1)), text)
    return asked(*branch, past=turns, books=(book(one, scan_depth=1),), **more)


def active_at(one: LorebookEntry, *turns: PastTurn, text: str = "x", last: int = 12) -> set[int]:
    """The numbers of the answers up to ``last`` for which the entry is active."""
    return {
        length + 1 for length in range(1, last) if names(scan(question(length, one, *turns, text=text))) == [one.id]
    }


class TestSticky:
    """Stays."""

    @pytest.mark.parametrize(("messages", "answers"), [(1, {5}), (2, {5, 6}), (4, {5, 6, 7, 8})])
    def test_stays_for_the_next_messages_after_activation(self, messages: int, answers: set[int]) -> None:
        one = lore("castle", "castle", sticky=messages)
        assert active_at(one, past("m4", "castle")) == answers

    def test_says_since_when_and_until_when(self) -> None:
        found = scan(question(5, lore("castle", "castle", sticky=4), past("m4", "castle")))
        assert why(found, "castle") is ReasonCode.STICKY
        assert entry(found, "castle").reason.params == {"since": 4, "until": 8}
        assert not entry(found, "castle").fresh

    def test_is_not_prolonged_by_its_own_stay_nor_by_a_key_meanwhile(self) -> None:
        one = lore("castle", "castle", sticky=2)
        assert active_at(one, past("m4", "castle"), past("m6", "castle", kind="sticky")) == {5, 6}
        found = scan(question(5, one, past("m4", "castle"), text="the castle"))
        assert not entry(found, "castle").fresh

    def test_begins_anew_with_a_fresh_activation(self) -> None:
        assert active_at(lore("castle", "castle", sticky=2), past("m4", "castle"), past("m7", "castle")) == {5, 6, 8, 9}

    def test_does_not_roll(self) -> None:
        assert active_at(lore("castle", "castle", sticky=2, probability=0), past("m4", "castle")) == {5, 6}

    def test_needs_no_key_but_is_switched_off_and_blocked_all_the_same(self) -> None:
        turn = past("m4", "castle")
        assert names(scan(question(4, lore("castle", "castle", sticky=2, enabled=False), turn))) == []
        blocked = scan(question(4, lore("castle", "castle", sticky=2, anti_keys=("x",)), turn))
        assert why(blocked, "castle") is ReasonCode.ANTI_KEY


class TestCooldown:
    """Rests."""

    def test_holds_back_for_the_messages_after_activation(self) -> None:
        one = lore("castle", "castle", cooldown=3)
        assert active_at(one, past("m4", "castle"), text="castle") == {2, 3, 4, 8, 9, 10, 11, 12}

    def test_starts_when_sticky_ends(self) -> None:
        one = lore("castle", "castle", sticky=2, cooldown=3)
        assert active_at(one, past("m4", "castle"), text="castle") == {2, 3, 4, 5, 6, 10, 11, 12}

    def test_says_until_when(self) -> None:
        found = scan(question(5, lore("castle", "castle", cooldown=3), past("m4", "castle"), text="castle"))
        assert why(found, "castle") is ReasonCode.COOLING_DOWN
        assert trace(found, "castle").reason.params == {"message": 8}
        assert trace(found, "castle").hits

    def test_holds_constant_entries_back_too(self) -> None:
        found = scan(question(5, lore("castle", constant=True, cooldown=3), past("m4", "castle")))
        assert why(found, "castle") is ReasonCode.COOLING_DOWN


class TestDelay:
    """Waits."""

    def test_not_before_so_many_messages(self) -> None:
        assert active_at(lore("castle", "castle", delay=4), text="castle") == {5, 6, 7, 8, 9, 10, 11, 12}

    def test_says_until_when(self) -> None:
        found = scan(question(2, lore("castle", "castle", delay=4), text="castle"))
        assert why(found, "castle") is ReasonCode.DELAYED
        assert trace(found, "castle").reason.params == {"message": 5}

    def test_a_draft_counts(self) -> None:
        one = lore("castle", "castle", delay=4)
        assert names(scan(question(3, one, draft="castle"))) == ["castle"]
        assert names(scan(question(2, one, draft="castle"))) == []


class TestWhatCounts:
    """Which messages and turns the timers go by."""

    ONE = lore("castle", "castle", sticky=2)

    def answers_with(self, *rows: BranchMessage) -> bool:
        """Whether the entry, activated at m2, is active behind these messages."""
        branch = (*chat("x", "x"), *rows)
        return names(scan(asked(*branch, past=(past("m2", "castle"),), books=(book(self.ONE),)))) == ["castle"]

    def test_deleted_messages_and_notes_do_not_hidden_and_excluded_ones_do(self) -> None:
        one, other = chat("x", "x", "x", "x")[2:]
        assert self.answers_with(one)
        assert not self.answers_with(one, other)
        for flags in (MessageFlags(hidden=True), MessageFlags(excluded=True), MessageFlags(never_send=True)):
            assert not self.answers_with(replace(one, flags=flags), other)
        assert self.answers_with(replace(one, flags=MessageFlags(deleted=True)), other)
        assert self.answers_with(replace(one, kind=MessageKind.NOTE), other)

    def test_turns_of_other_branches_do_not(self) -> None:
        found = scan(question(3, self.ONE, past("another variant of m2", "castle")))
        assert why(found, "castle") is ReasonCode.NO_KEY_HIT

    def test_a_turn_of_which_the_answer_was_deleted_does_not(self) -> None:
        branch = (*chat("x"), replace(chat("x", "x")[1], flags=MessageFlags(deleted=True)))
        found = scan(asked(*branch, past=(past("m2", "castle"),), books=(book(self.ONE),)))
        assert names(found) == []

    def test_an_edit_of_the_entry_changes_nothing_but_what_was_edited(self) -> None:
        turn = past("m2", "castle")
        edited = replace(self.ONE, revision=9, keys=("tower",), content="New.")
        assert names(scan(question(3, edited, turn))) == ["castle"]
        assert names(scan(question(5, replace(edited, sticky=9), turn))) == ["castle"]

    def test_a_new_variant_of_an_answer_is_asked_for_as_the_first_was(self) -> None:
        # Of m4 another one is asked for: the branch ends before it, and what it activated is not on it.
        one = lore("castle", "castle", cooldown=3)
        assert names(scan(question(3, one, past("m4", "castle"), text="castle"))) == ["castle"]

    def test_going_on_with_an_answer_has_what_that_answer_had(self) -> None:
        goes_on = {"kind": GenerationKind.CONTINUE}
        cooling = lore("castle", "castle", cooldown=3)
        assert names(scan(question(4, cooling, past("m4", "castle"), text="castle", **goes_on))) == ["castle"]
        assert names(scan(question(4, cooling, past("m2", "castle"), text="castle", **goes_on))) == []
        sticky = lore("castle", "castle", sticky=2)
        assert names(scan(question(4, sticky, past("m2", "castle"), **goes_on))) == ["castle"]
        delayed = lore("castle", "castle", delay=4)
        assert names(scan(question(4, delayed, text="castle", **goes_on))) == []

    def test_a_sticky_entry_that_was_deleted_from_its_book_is_no_more(self) -> None:
        assert names(scan(question(3, lore("tower", "tower"), past("m2", "castle")))) == []
