"""Decorators of Character Card V3: how they are read, and what each of them does."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.context.active import Activation
from desktop_app.context.decorators import LOWEST_PRIORITY, Decorator, read_decorators
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.character import Character
from desktop_app.domain.lore import Position
from desktop_app.domain.message import Role
from tests.unit.context.activation.material import asked, book, chat, entry, lore, memory, names, past, scan, trace, why
from tests.unit.context.material import assistant, user


@pytest.mark.parametrize(
    ("content", "decorators", "text"),
    [
        ("plain", [], "plain"),
        ("@@depth 4\ntext", [("depth", 4)], "text"),
        (
            "\n@@depth 4  \r\n\r\n@@role user\r\n\r\ntext\n@@depth 2",
            [("depth", 4), ("role", "user")],
            "text\n@@depth 2",
        ),
        ("@@activate", [("activate", True)], ""),
        ("@@DEPTH 4\nx", [("depth", 4)], "x"),
        # The first valid one wins, except where several add up.
        ("@@depth x\n@@depth 3\n@@depth 5\nx", [("depth", 3)], "x"),
        (
            "@@additional_keys a, b,\n@@additional_keys c\nx",
            [("additional_keys", ("a", "b")), ("additional_keys", ("c",))],
            "x",
        ),
        # Fallbacks, in a chain; one that has nothing to fall back from is none.
        ("@@nobody 1\n@@@nothing\n@@@a\n@@@b\n@@@c\n@@@depth 5\n@@@depth 6\nx", [("depth", 5)], "x"),
        ("@@depth 4\n@@@depth 5\nx", [("depth", 4)], "x"),
        ("@@depth\n@@@depth 5\nx", [("depth", 5)], "x"),
        ("@@@depth 5\nx", [], "x"),
        ("@@position nowhere\n@@@position before_desc\nx", [("position", "before_desc")], "x"),
        # Unknown ones are not sent.
        ("@@nobody knows\nx", [], "x"),
        # No decorators.
        ("text @@depth 4", [], "text @@depth 4"),
        ("@@mail@example.org\nx", [], "@@mail@example.org\nx"),
        ("@@ depth 4\nx", [], "@@ depth 4\nx"),
        ("@depth 4\nx", [], "@depth 4\nx"),
        ("@@activate false\nx", [], "x"),
    ],
)
def test_reading(content: str, decorators: list[tuple[str, Any]], text: str) -> None:
    assert read_decorators(content) == (tuple(Decorator(*item) for item in decorators), text)


def decorated(decorators: str, text: str = "castle", *, keys: tuple[str, ...] = ("castle",), **more: Any) -> Activation:
    """One entry with these decorators over a chat that ends with ``text``."""
    options = more.pop("options", {})
    one = lore("one", *keys, content=f"{decorators}\nThe text.", **options)
    return scan(asked(*more.pop("branch", chat(text)), books=(book(one),), **more))


def test_they_are_not_sent() -> None:
    assert entry(decorated("@@depth 2\n@@nobody 3"), "one").text == "The text."


def test_activate_and_dont_activate() -> None:
    always = decorated("@@activate", "x")
    assert why(always, "one") is ReasonCode.CONSTANT
    assert why(decorated("@@dont_activate"), "one") is ReasonCode.DECORATED_NEVER
    assert why(decorated("@@dont_activate", options={"constant": True}), "one") is ReasonCode.DECORATED_NEVER
    assert names(decorated("@@dont_activate\n@@activate", "x")) == ["one"]
    assert why(decorated("@@activate", options={"enabled": False}), "one") is ReasonCode.DISABLED


@pytest.mark.parametrize(
    ("decorators", "position", "depth"),
    [
        ("@@depth 2", Position.AT_DEPTH, 2),
        ("@@depth -1", Position.AT_DEPTH, 0),
        ("@@end", Position.AT_DEPTH, 0),
        ("@@reverse_depth 1", Position.AT_DEPTH, 3),
        ("@@reverse_depth 99", Position.AT_DEPTH, 0),
        ("@@position before_desc", Position.BEFORE_CHARACTER, 4),
        ("@@position after_desc", Position.AFTER_CHARACTER, 4),
        ("@@position personality", Position.AFTER_CHARACTER, 4),
        ("@@depth 2\n@@position before_desc", Position.BEFORE_CHARACTER, 4),
        ("@@reverse_depth 1\n@@depth 2", Position.AT_DEPTH, 2),
    ],
)
def test_places(decorators: str, position: Position, depth: int) -> None:
    found = entry(decorated(decorators, branch=chat("x", "x", "x", "castle")), "one")
    assert (found.position, found.depth) == (position, depth)


def test_role() -> None:
    assert entry(decorated("@@role assistant"), "one").role is Role.ASSISTANT
    assert entry(decorated("@@role nobody"), "one").role is Role.SYSTEM


def test_scan_depth() -> None:
    branch = chat("castle", "x", "x")
    assert names(decorated("@@scan_depth 3", branch=branch)) == ["one"]
    assert names(decorated("@@scan_depth 2", branch=branch)) == []


def test_additional_keys_must_be_found_too_one_of_each_line() -> None:
    lines = "@@additional_keys dragon, king\n@@additional_keys river"
    assert names(decorated(lines, "castle, king, river")) == ["one"]
    found = decorated(lines, "castle, king")
    assert why(found, "one") is ReasonCode.BESIDES_MISSING
    assert trace(found, "one").reason.params == {"key": "castle", "keys": "river"}
    assert names(decorated("@@additional_keys king", "x", options={"constant": True})) == []


def test_exclude_keys_block() -> None:
    assert why(decorated("@@exclude_keys dragon, king", "castle, king"), "one") is ReasonCode.ANTI_KEY
    assert names(decorated("@@exclude_keys dragon", "castle, king")) == ["one"]
    together = "@@exclude_keys_all dragon, king"
    assert names(decorated(together, "castle, king")) == ["one"]
    assert why(decorated(together, "castle, king, dragon"), "one") is ReasonCode.ANTI_KEYS_TOGETHER


def test_probability() -> None:
    assert why(decorated("@@probability 0"), "one") is ReasonCode.PROBABILITY


def test_whole_and_partial_words() -> None:
    assert names(decorated("@@match_partial_word", "castles!", options={"inflected": False})) == ["one"]
    assert names(decorated("@@match_full_word", "castles!", options={"inflected": False, "whole_words": False})) == []


def test_recursion() -> None:
    def pulled(first: str, second: str = "") -> list[str]:
        entries = lore("a", "castle", content=f"{first}\nking"), lore("b", "king", content=f"{second}\nx")
        return names(scan(asked(*chat("castle"), books=(book(*entries, recursive_scanning=True),))))

    assert pulled("") == ["a", "b"]
    assert pulled("@@unrecursive") == ["a"]
    assert pulled("", "@@no_recursive_search") == ["a"]


def test_only_after_so_many_answers_and_only_every_nth() -> None:
    def answers(decorator: str) -> list[int]:
        branches = {count: [*chat(*("x" for _ in range(2 * count))), user("m", "castle")] for count in range(7)}
        return [count for count, branch in branches.items() if names(decorated(decorator, branch=branch))]

    assert answers("@@activate_only_after 3") == [3, 4, 5, 6]
    assert answers("@@activate_only_every 3") == [0, 3, 6]
    assert answers("@@activate_only_every 0") == [0, 1, 2, 3, 4, 5, 6]


def test_what_was_matched_once() -> None:
    branch = chat("castle", "x", "x", "x", "x", "x", "x", "x", "x")
    turns = (past("m2", "one"),)
    assert why(decorated("@@keep_activate_after_match", branch=branch, past=turns), "one") is ReasonCode.KEPT_ACTIVE
    assert names(decorated("@@keep_activate_after_match", branch=branch)) == []
    again = (*branch, user("m10", "castle"))
    assert why(decorated("@@dont_activate_after_match", branch=again, past=turns), "one") is ReasonCode.ONLY_ONCE
    assert names(decorated("@@dont_activate_after_match", branch=again)) == ["one"]


def test_greetings() -> None:
    card = Character("card", "Mira", first_mes="Hello, {{user}}.", alternate_greetings=("Go away.", "…"))

    def with_first(text: str, decorator: str) -> list[str]:
        branch = (assistant("m1", text), user("m2", "castle"))
        return names(decorated(decorator, branch=branch, character=card))

    assert with_first("Hello, You.", "@@is_greeting 0") == ["one"]
    assert with_first("Hello, You.", "@@is_greeting 1") == []
    other = decorated("@@is_greeting 1", branch=(assistant("m1", "Hello, You."), user("m2", "castle")), character=card)
    assert why(other, "one") is ReasonCode.OTHER_GREETING
    assert with_first("Go away. ", "@@is_greeting 1") == ["one"]
    # An edited greeting cannot be told: then the decorator says nothing.
    assert with_first("Something else.", "@@is_greeting 1") == ["one"]


def test_first_to_go_when_there_is_no_room() -> None:
    found = entry(decorated("@@ignore_on_max_context", options={"constant": True, "priority": 99}), "one")
    assert (found.rank, found.always) == (LOWEST_PRIORITY, False)


def test_memories_have_none() -> None:
    found = scan(asked(*chat("castle"), memories=(memory("m", "castle", content="@@dont_activate\nx"),)))
    assert names(found) == ["m"]
