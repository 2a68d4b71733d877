"""Which texts are scanned for an entry: scan depth, what does not count, names, extra sources, never across messages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.context.plan import Hit
from desktop_app.context.reasons import ReasonCode
from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.lore import ScanSource
from desktop_app.domain.memory import SourceSpan, SummarySentence
from desktop_app.domain.message import MessageFlags, MessageKind, ReasoningPart, Role, TextPart
from tests.unit.context.activation.material import asked, book, chat, entry, lore, names, scan, why
from tests.unit.context.material import assistant, call, result, tool, user

CASTLE = lore("castle", "castle")


def active(*branch: BranchMessage, draft: str = "", **options: Any) -> list[str]:
    return names(scan(asked(*branch, draft=draft, books=(book(CASTLE, **options),))))


def test_the_depth_of_the_book_counts_the_current_input() -> None:
    branch = chat("the castle", "two", "three", "four")
    assert active(*branch) == ["castle"]
    assert active(*branch, draft="five") == []
    assert active(*branch, draft="five", scan_depth=5) == ["castle"]
    assert active(*branch, draft="   ") == ["castle"]
    assert active(*branch, scan_depth=3) == []


def test_a_draft_that_is_stored_by_now_counts_once() -> None:
    branch = chat("the castle", "two", "three", "four")
    stored = (*branch[:3], replace(branch[3], id="draft", parts=(TextPart("four"),)))
    assert active(*stored, draft="four", scan_depth=4) == ["castle"]


def test_the_depth_of_the_entry_comes_before_that_of_the_book() -> None:
    entries = lore("near", "castle", scan_depth=1), lore("far", "castle", scan_depth=3), lore("book", "castle")
    found = scan(asked(*chat("castle", "two", "three"), books=(book(*entries, scan_depth=2),)))
    assert names(found) == ["far"]


def test_depth_nothing_leaves_recursion_and_descriptions() -> None:
    entries = (
        lore("chat", "castle"),
        lore("own", "castle", scan_depth=2),
        lore("card", "castle", scan_sources=(ScanSource.CHARACTER_DESCRIPTION,)),
        lore("pulled", "keep"),
        lore("constant", constant=True, content="The keep."),
    )
    card = Character("card", "Mira", description="Lives in a castle.")
    found = scan(asked(*chat("castle"), character=card, books=(book(*entries, scan_depth=0, recursive_scanning=True),)))
    assert names(found) == ["own", "card", "pulled", "constant"]


@pytest.mark.parametrize("flag", ["hidden", "excluded", "never_send", "deleted"])
def test_what_is_kept_back_is_not_scanned_and_does_not_count(flag: str) -> None:
    back = MessageFlags(**{flag: True})
    assert active(user("m1", "the castle", flags=back), assistant("m2", "two")) == []
    kept_back = [user(f"back{number}", "x", flags=back) for number in range(5)]
    assert active(user("m1", "the castle"), *kept_back, scan_depth=1) == ["castle"]


def test_notes_and_messages_without_a_visible_text_do_not_count() -> None:
    beside = (
        user("note", "the tower", kind=MessageKind.NOTE),
        assistant("thought", ReasoningPart("the tower")),
        assistant("call", call("1")),
        tool("result", result("1", "the tower")),
        user("blank", "  "),
    )
    entries = lore("castle", "castle"), lore("tower", "tower")
    found = scan(asked(user("m1", "the castle"), *beside, books=(book(*entries, scan_depth=1),)))
    assert names(found) == ["castle"]


def test_a_message_that_was_not_loaded_counts() -> None:
    rows = (user("m1", "the castle"), BranchMessage("m2", 1, Role.ASSISTANT, 7), user("m3", "three"))
    assert active(*rows, scan_depth=2) == []
    assert active(*rows, scan_depth=3) == ["castle"]


def test_no_key_matches_across_messages() -> None:
    entries = lore("words", "old castle"), lore("pattern", r"/old\s*castle/s"), lore("any", "/old.*castle/s")
    assert names(scan(asked(*chat("the old", "castle"), books=(book(*entries),)))) == []
    assert len(names(scan(asked(*chat("the old castle"), books=(book(*entries),))))) == 3


class TestNames:
    """Names before the messages."""

    def question(self, **options: Any) -> ContextRequest:
        entries = lore("mira", "Mira"), lore("ilya", "Ilya"), lore("start", "/^Mira: (?=hello)/")
        rows = (assistant("m1", "hello", speaker_name="Mira"), user("m2", "hi Mira"))
        return asked(*rows, draft="so", persona=Persona("p", "Ilya"), books=(book(*entries, **options),))

    def test_are_not_scanned_by_default(self) -> None:
        assert names(scan(self.question())) == ["mira"]

    def test_stand_before_the_text_where_the_book_says_so(self) -> None:
        found = scan(self.question(include_names=True))
        assert names(found) == ["mira", "ilya", "start"]
        # A hit in a name has no place in the text; all others are told in the text's own characters.
        assert entry(found, "mira").hits == (Hit("Mira", "m2", 3, 7), Hit("Mira", "m1", 0, 0))
        assert entry(found, "ilya").hits[0] == Hit("Ilya", "draft", 0, 0)


class TestSources:
    """Texts around the chat."""

    CARD = Character(
        "card",
        "Mira",
        description="In a castle of {{user}}.",
        personality="Proud of her dragon.",
        scenario="At the river.",
        creator_notes="Made on the moon.",
    )

    def question(self, *sources: ScanSource) -> list[str]:
        words = ("castle", "dragon", "river", "sailor", "moon", "storm", "harbour", "Ilya")
        entries = [lore(word, word, scan_sources=sources) for word in words]
        return names(
            scan(
                asked(
                    *chat("hello"),
                    character=self.CARD,
                    persona=Persona("p", "Ilya", "A sailor."),
                    note=AuthorsNote("A storm."),
                    summary=(SummarySentence("s", "They met in the harbour.", ()),),
                    books=(book(*entries),),
                )
            )
        )

    @pytest.mark.parametrize(
        ("source", "expected"),
        [
            (ScanSource.CHARACTER_DESCRIPTION, ["castle", "Ilya"]),
            (ScanSource.CHARACTER_PERSONALITY, ["dragon"]),
            (ScanSource.SCENARIO, ["river"]),
            (ScanSource.PERSONA, ["sailor"]),
            (ScanSource.CREATOR_NOTES, ["moon"]),
            (ScanSource.AUTHORS_NOTE, ["storm"]),
            (ScanSource.SUMMARY, ["harbour"]),
        ],
    )
    def test_are_scanned_for_entries_that_ask_for_them(self, source: ScanSource, expected: list[str]) -> None:
        assert self.question(source) == expected

    def test_are_scanned_for_nobody_else(self) -> None:
        assert self.question() == []
        assert len(self.question(*ScanSource)) == 8

    def test_are_told_in_the_hit(self) -> None:
        entries = (lore("castle", "castle", scan_sources=(ScanSource.CHARACTER_DESCRIPTION,)),)
        found = scan(asked(*chat("hello"), character=self.CARD, books=(book(*entries),)))
        assert entry(found, "castle").hits == (Hit("castle", "character-description", 5, 11),)
        assert why(found, "castle") is ReasonCode.KEY_IN_TEXT

    @pytest.mark.parametrize(
        "change", [{"flags": MessageFlags(hidden=True)}, {"flags": MessageFlags(never_send=True)}, {"revision": 2}]
    )
    def test_the_summary_is_not_scanned_for_what_may_not_be_told(self, change: dict[str, Any]) -> None:
        """Case H-22: the sentence of a message that is kept back, or was changed since, activates nothing."""
        (message,) = chat("hello")
        entries = (lore("harbour", "harbour", scan_sources=(ScanSource.SUMMARY,)),)
        summary = (SummarySentence("s", "They met in the harbour.", (SourceSpan(message.id, 1, 0, 5),)),)
        question = asked(message, summary=summary, books=(book(*entries),))
        assert names(scan(question)) == ["harbour"]
        assert names(scan(replace(question, use_summary=False))) == []
        assert names(scan(replace(question, branch=(replace(message, **change),)))) == []

    def test_a_clock_in_a_scanned_note_is_told(self) -> None:
        entries = (lore("x", "x", scan_sources=(ScanSource.AUTHORS_NOTE,)),)
        found = scan(asked(*chat("hello"), note=AuthorsNote("It is {{time}}."), books=(book(*entries),)))
        assert found.used_clock


class TestMinActivations:
    """A least number of active entries."""

    ENTRIES = tuple(lore(word, word) for word in ("castle", "dragon", "river"))
    BRANCH = chat("castle", "x", "dragon", "x", "river", "x")

    def question(self, **options: Any) -> list[str]:
        return names(scan(asked(*self.BRANCH, books=(book(*self.ENTRIES, **{"scan_depth": 1, **options}),))))

    def test_widens_the_depth_until_enough_are_active(self) -> None:
        assert self.question() == []
        assert self.question(min_activations=1) == ["river"]
        assert self.question(min_activations=2) == ["dragon", "river"]
        assert self.question(min_activations=9) == ["castle", "dragon", "river"]

    def test_ends_at_the_greatest_depth(self) -> None:
        assert self.question(min_activations=9, max_depth=4) == ["dragon", "river"]
        assert self.question(min_activations=9, max_depth=1) == []

    def test_leaves_entries_with_a_depth_of_their_own(self) -> None:
        entries = lore("own", "river", scan_depth=1), lore("book", "dragon")
        found = scan(asked(*self.BRANCH, books=(book(*entries, scan_depth=1, min_activations=5),)))
        assert names(found) == ["book"]

    def test_counts_what_is_active_already_and_what_it_pulls(self) -> None:
        entries = (lore("river", "river", content="The dragon."), lore("dragon", "dragon"), lore("castle", "castle"))
        options = {"scan_depth": 1, "min_activations": 2}
        pulling = book(*entries, **options, recursive_scanning=True)
        assert names(scan(asked(*self.BRANCH, books=(pulling,)))) == ["river", "dragon"]
        constant = book(lore("one", constant=True), lore("two", constant=True), entries[2], min_activations=2)
        assert names(scan(asked(*self.BRANCH, books=(constant,)))) == ["one", "two"]
