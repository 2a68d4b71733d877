"""What scanning keeps: the same answers without work, never an old one, within bounds, from several threads."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.context.activation import ScanMemory, scan_memory, scanner
from desktop_app.context.activation.compiled import Key
from desktop_app.context.active import Activation
from desktop_app.context.request import ContextRequest, InputMessage, LinkedBook
from desktop_app.domain.character import Character
from desktop_app.domain.lore import Lorebook
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.matcher import KeyMatcher
from desktop_app.language.patterns import PatternMemory
from tests.unit.context.activation.material import asked, book, chat, lore, memory, names, scan


class Scans:
    """Counts the texts that a matcher really scans, and the matchers that are made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        self.made = 0
        scans = self

        class Counted(KeyMatcher):
            def __init__(self, keys: Iterable[Key], lemmas: Lemmas, patterns: PatternMemory) -> None:
                scans.made += 1
                super().__init__(keys, lemmas, patterns)

            def scan_literals(self, text: str) -> dict[int, list[tuple[int, int]]]:
                scans.texts.append(text)
                return super().scan_literals(text)

        monkeypatch.setattr(scanner, "KeyMatcher", Counted)


def question(*draft: str, **more: Any) -> ContextRequest:
    branch = chat("the castle", "a dragon", "{{char}} came")
    entries = (
        lore("castle", "castle", content="The king."),
        lore("king", "king"),
        lore("char", "{{char}}"),
        lore("pattern", "/dra.on/"),
    )
    asking = asked(
        *branch, books=(book(*entries, recursive_scanning=True, scan_depth=9),), memories=(memory("m", "dragon"),)
    )
    return replace(asking, draft=InputMessage("draft", draft[0]) if draft else None, **more)


def test_a_typed_character_scans_the_draft_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = Scans(monkeypatch)
    kept = ScanMemory()
    scan(question("s"), kept)
    made = scans.made
    scans.texts.clear()
    scan(question("so"), kept)
    assert set(scans.texts) == {"so"}
    assert scans.made == made
    scans.texts.clear()
    scan(question("so"), kept)
    assert scans.texts == []


def test_the_same_answer_with_and_without() -> None:
    kept = ScanMemory()
    for draft in ("s", "so", "the king", "so"):
        assert scan(question(draft), kept) == scan(question(draft), ScanMemory()) == scan(question(draft))


def test_a_changed_book_is_read_anew_whatever_its_revision_says() -> None:
    kept = ScanMemory()
    asking = question()
    assert "castle" in names(scan(asking, kept))
    changed = replace(asking.books[0].book, entries=(lore("castle", "tower"),))
    found = scan(replace(asking, books=(LinkedBook(changed),)), kept)
    assert "castle" not in names(found)
    assert "castle" in names(scan(asking, kept))


def test_a_book_that_was_read_again_is_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = Scans(monkeypatch)
    kept = ScanMemory()
    first, again = question(), question()
    assert first.books[0].book is not again.books[0].book
    scan(first, kept)
    made = scans.made
    scan(again, kept)
    assert scans.made == made


def test_another_name_costs_no_new_matcher_for_the_whole_book(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = Scans(monkeypatch)
    kept = ScanMemory()
    for name in ("Mira", "Anna", "Mira"):
        character = Character("c", name)
        found = scan(question("Mira", character=character), kept)
        assert ("char" in names(found)) == (name == "Mira")
    # Two for the book (with macros and without) and one for the memories, and one more for the second name.
    assert scans.made == 4


def test_warming_makes_all_matchers(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = Scans(monkeypatch)
    kept = ScanMemory()
    asking = question()
    kept.warm([linked.book for linked in asking.books], asking.memories)
    made = scans.made
    scan(asking, kept)
    # What has macros waits for their values.
    assert scans.made == made + 1


def test_what_is_kept_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_memory, "MOST_BOOKS", 2)
    monkeypatch.setattr(scan_memory, "MOST_KEYS", 5)
    monkeypatch.setattr(scanner, "MOST_TEXTS", 2)
    monkeypatch.setattr(scanner, "MOST_CHARACTERS", 30)
    monkeypatch.setattr(scanner, "MOST_EXPANSIONS", 1)
    scans = Scans(monkeypatch)
    kept = ScanMemory()

    def made_by(asking: ContextRequest) -> int:
        before = scans.made
        assert scan(asking, kept) == scan(asking)
        return scans.made - before - count_of(asking)

    def count_of(asking: ContextRequest) -> int:
        before = scans.made
        scan(asking)
        return scans.made - before

    def with_book(name: str, keys: int) -> ContextRequest:
        return asked(*chat("castle"), books=(book(lore("a", *(f"castle{n}" for n in range(keys))), id=name),))

    assert made_by(with_book("one", 2)) == count_of(with_book("one", 2))
    assert made_by(with_book("one", 2)) == 0
    made_by(with_book("two", 2))
    assert made_by(with_book("one", 2)) == 0
    made_by(with_book("three", 2))  # two books at most: "two" was used before "one"
    assert made_by(with_book("one", 2)) == 0
    made_by(with_book("large", 9))  # more keys than may be kept stay only until the next book comes
    assert made_by(with_book("large", 9)) == 0
    assert made_by(with_book("one", 2)) > 0
    for text in ("castle", "x" * 40, "castle", "tower", "river", "castle"):
        assert scan(asked(*chat(text), books=(book(lore("a", "castle")),)), kept).active or text != "castle"


def test_several_threads_get_the_same_answers() -> None:
    kept = ScanMemory()
    drafts = [f"the king {number % 7}" for number in range(40)]
    expected: dict[str, Activation] = {draft: scan(question(draft)) for draft in set(drafts)}
    with ThreadPoolExecutor(4) as threads:
        found = [threads.submit(scan, question(draft), kept) for draft in drafts]
    assert [future.result() for future in found] == [expected[draft] for draft in drafts]


def test_two_builds_at_once_make_a_matcher_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = Scans(monkeypatch)
    kept = ScanMemory()
    large: Lorebook = book(*(lore(f"e{number}", f"word{number}") for number in range(3_000)))
    with ThreadPoolExecutor(4) as threads:
        found = [threads.submit(kept.book, large) for _ in range(4)]
    assert len({future.result() for future in found}) == 1
    assert scans.made == 1
