"""Keys: blank ones, macros, patterns, and how they are compared by book and entry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.activation import ScanMemory
from desktop_app.context.plan import Hit
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.lore import LorebookEntry, SecondaryLogic
from tests.unit.context.activation.material import asked, book, chat, entry, lore, names, scan, scanned, trace, why


def test_any_key_hits_and_a_key_is_never_split_at_commas() -> None:
    found = scanned("the castle", lore("both", "dragon", "castle"), lore("comma", "castle, dragon"))
    assert names(found) == ["both"]
    assert why(found, "comma") is ReasonCode.NO_KEY_HIT


@pytest.mark.parametrize("keys", [(), ("",), (" ",), ("\n",), ("\u00a0",), ("\u200b",), ("", " ", "\n", "\u200b")])
def test_blank_keys_never_match(keys: tuple[str, ...]) -> None:
    found = scanned("any text \u200b at all\n", lore("blank", *keys), lore("kept", *keys, constant=True))
    assert names(found) == ["kept"]
    assert why(found, "blank") is ReasonCode.NO_KEYS


def test_a_key_beside_blank_ones_still_matches() -> None:
    assert names(scanned("the castle", lore("castle", "", "castle", " "))) == ["castle"]


def test_the_hit_tells_key_message_and_characters() -> None:
    found = scan(asked(*chat("far off", "the  Castle, the castle"), books=(book(lore("castle", "castle")),)))
    assert entry(found, "castle").hits == (Hit("castle", "m2", 5, 11), Hit("castle", "m2", 17, 23))
    assert entry(found, "castle").reason.params == {"key": "castle", "message": 2}


def test_a_hit_in_the_draft_is_told_as_one_in_the_input() -> None:
    found = scan(asked(*chat("hello"), draft="the castle", books=(book(lore("castle", "castle")),)))
    assert entry(found, "castle").hits == (Hit("castle", "draft", 4, 10),)
    assert why(found, "castle") is ReasonCode.KEY_IN_INPUT


class TestMacros:
    """Macros in keys."""

    def question(self, text: str, *entries: LorebookEntry, name: str = "Mira", user: str = "Ilya") -> list[str]:
        return names(
            scan(
                asked(
                    *chat(text),
                    books=(book(*entries),),
                    character=Character("card", name),
                    persona=Persona("persona", user),
                )
            )
        )

    def test_are_expanded_before_matching(self) -> None:
        entries = lore("char", "{{char}}"), lore("user", "{{user}}"), lore("old", "<USER>"), lore("plain", "lamp")
        assert self.question("Mira came", *entries) == ["char"]
        assert self.question("Ilya lit a lamp", *entries) == ["user", "old", "plain"]

    def test_are_expanded_once_values_are_literal(self) -> None:
        entries = lore("char", "{{char}}"), lore("user", "{{user}}")
        assert self.question("{{user}} said", *entries, name="{{user}}") == ["char"]
        assert self.question("Ilya said", *entries, name="{{user}}") == ["user"]

    def test_values_are_literal_in_a_pattern(self) -> None:
        entries = (lore("pattern", "/^{{char}}$/"),)
        assert self.question("a.b/c+", *entries, name="a.b/c+") == ["pattern"]
        assert self.question("axb/cc", *entries, name="a.b/c+") == []
        assert self.question("$1 \\1", *entries, name="$1 \\1") == ["pattern"]

    def test_a_key_of_which_nothing_is_left_is_no_key(self) -> None:
        entries = (
            lore("gone", "{{char}}"),
            lore("second", "lamp", secondary_keys=("{{char}}",)),
        )
        assert self.question("a lamp", *entries, name=" ") == ["second"]

    def test_a_clock_in_a_key_is_told(self) -> None:
        plain = scan(asked(*chat("x"), books=(book(lore("a", "b")),)))
        clock = scan(asked(*chat("x"), books=(book(lore("a", "{{weekday}}")),)))
        assert (plain.used_clock, clock.used_clock) == (False, True)

    def test_the_key_in_a_reason_is_as_it_was_typed(self) -> None:
        found = scan(asked(*chat("Assistant"), books=(book(lore("char", "{{char}}")),)))
        assert entry(found, "char").hits[0].key == "{{char}}"


class TestPatterns:
    """Keys that are patterns."""

    def test_match_with_their_flags(self) -> None:
        found = scanned(
            "a DRAGON", lore("i", "/drag(on|oness)/i"), lore("none", "/dragon/"), lore("no flag", "/dragon/q")
        )
        assert names(found) == ["i"]

    def test_that_are_wrong_say_what_is_wrong(self) -> None:
        found = scanned("castle", lore("wrong", "/(castle/"), lore("one of two", "/(castle/", "castle"))
        assert names(found) == ["one of two"]
        assert why(found, "wrong") is ReasonCode.BAD_PATTERN
        assert "cannot be read" in trace(found, "wrong").reason.sentence

    def test_that_are_too_slow_are_off_with_a_notice_and_others_go_on(self) -> None:
        slow = "/(a|aa)+$/"
        entries = (
            lore("slow", slow),
            lore("other", "castle"),
            lore("or", slow, "castle"),
            lore("not", "castle", anti_keys=(slow,)),
        )
        question = asked(*chat("castle " + "a" * 60 + "!"), books=(book(*entries),))
        memory = ScanMemory()
        for _ in range(2):
            found = scan(question, memory)
            assert names(found) == ["other", "or"]
            assert why(found, "slow") is ReasonCode.PATTERN_TOO_SLOW
            assert why(found, "not") is ReasonCode.PATTERN_TOO_SLOW
            assert [warning.code for warning in found.warnings] == [ReasonCode.SLOW_PATTERNS]

    def test_that_are_too_slow_leave_secondary_logic_open_only_where_it_hangs_on_them(self) -> None:
        slow, logics = "/(a|aa)+$/", SecondaryLogic

        def entries(*others: str) -> list[LorebookEntry]:
            return [
                lore(logic.value, "castle", secondary_keys=(slow, *others), secondary_logic=logic) for logic in logics
            ]

        text = "castle " + "a" * 60 + "!"
        alone = scanned(text, *entries())
        assert {why(alone, logic.value) for logic in logics} == {ReasonCode.PATTERN_TOO_SLOW}
        found = scanned(text, *entries("castle"))
        assert names(found) == ["and-any"]
        assert why(found, "not-any") is ReasonCode.SECONDARY_LOGIC
        assert {why(found, name) for name in ("and-all", "not-all")} == {ReasonCode.PATTERN_TOO_SLOW}
        missing = scanned(text, *entries("moon"))
        assert names(missing) == ["not-all"]
        assert why(missing, "and-all") is ReasonCode.SECONDARY_LOGIC

    @pytest.mark.parametrize("order", [1, -1])
    def test_that_are_too_slow_in_one_message_are_off_in_all(self, order: int) -> None:
        texts = ("aaa", "a" * 60 + "!")[::order]
        found = scan(asked(*chat(*texts), books=(book(lore("slow", "/(a|aa)+$/")),)))
        assert why(found, "slow") is ReasonCode.PATTERN_TOO_SLOW

    def test_that_are_too_slow_take_no_time_from_harmless_ones_behind_them(self) -> None:
        """Case H-13: more bombs than there is time for, and the harmless pattern is the last key of all."""
        bombs = [lore(f"bomb{number}", f"/(a|aa)+$x{{0,{number}}}/") for number in range(8)]
        entries = (*bombs, lore("harmless", "/(foo|bar)+baz/"))
        found = scan(asked(*chat("a" * 60 + "! foobarbaz"), books=(book(*entries),)))
        assert names(found) == ["harmless"]
        assert why(found, "bomb0") is ReasonCode.PATTERN_TOO_SLOW

    def test_that_are_too_slow_are_left_alone_in_entries_that_can_never_be_active(self) -> None:
        entries = (
            lore("off", "/(a|aa)+$/", enabled=False),
            lore("never", "/(a|aa)+$y?/", content="@@dont_activate\nx"),
        )
        memory = ScanMemory()
        found = scan(asked(*chat("a" * 60 + "!"), books=(book(*entries),)), memory)
        assert (why(found, "off"), why(found, "never")) == (ReasonCode.DISABLED, ReasonCode.DECORATED_NEVER)
        assert found.warnings == ()
        assert memory.pattern_changes == 0

    def test_that_were_too_slow_can_be_tried_again(self) -> None:
        memory = ScanMemory()
        slow = asked(*chat("a" * 60 + "!"), books=(book(lore("slow", "/(a|aa)+$/")),))
        quick = replace(slow, branch=chat("aaa"))
        assert names(scan(quick, memory)) == ["slow"]
        scan(slow, memory)
        assert why(scan(quick, memory), "slow") is ReasonCode.PATTERN_TOO_SLOW
        memory.try_again("/(a|aa)+$/")
        assert names(scan(quick, memory)) == ["slow"]


class TestRules:
    """How keys are compared."""

    def test_of_the_entry_come_before_those_of_the_book(self) -> None:
        entries = lore("book", "King"), lore("own", "King", case_sensitive=False)
        assert names(scanned("the king", *entries, case_sensitive=True)) == ["own"]
        entries = lore("book", "king"), lore("own", "king", whole_words=False, inflected=False)
        assert names(scanned("breaking", *entries)) == ["own"]
        entries = lore("book", "кот"), lore("own", "кот", inflected=True)
        assert names(scanned("вижу кота", *entries, inflected=False)) == ["own"]
        entries = lore("book", "Galadriel"), lore("own", "Galadriel", near_names=True)
        assert names(scanned("Galadrel came", *entries)) == ["own"]

    def test_yo_is_ye_unless_the_book_says_no(self) -> None:
        assert names(scanned("елка", lore("tree", "ёлка"))) == ["tree"]
        assert names(scanned("елка", lore("tree", "ёлка", inflected=False), yo_as_ye=False)) == []
