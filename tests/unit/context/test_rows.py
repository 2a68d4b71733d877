"""What stands where in a prompt, and in which role. Whole plans are in ``tests/golden``."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.context.builder import build
from desktop_app.context.parts import DepthPrompt, depth_prompt
from desktop_app.context.prompt_words import words_of
from desktop_app.context.render import message_hash
from desktop_app.context.request import (
    ContextRequest,
    LastPrompt,
)
from desktop_app.domain.character import Character
from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.lore import GenerationKind, Position
from desktop_app.domain.message import MessageFlags, Role
from tests.fakes.providers import WordCounter
from tests.unit.context.known import at_depth, book, lore, texts
from tests.unit.context.material import (
    assistant,
    block_of,
    call,
    contents,
    dialogue,
    included,
    request,
    result,
    tool,
    user,
)
from tests.unit.context.wire_check import complaints, turn_complaints

COUNTER = WordCounter()
NUDGE = words_of("en").nudge


class TestDepth:
    """Insertions among the messages."""

    def test_counts_only_what_can_be_sent(self) -> None:
        """Hidden, deleted, excluded and empty messages are passed over."""
        marks = ("hidden", "deleted", "excluded", "never_send")
        out = [user(f"x{mark}", flags=MessageFlags(**{mark: True})) for mark in marks]
        branch = (user("m1"), assistant("m2"), *out, assistant("empty", ""), user("m3"))
        plan = build(request(*branch, draft="Input", books=(book(*(at_depth(depth) for depth in range(5))),)), COUNTER)
        assert texts(plan) == ["d4", "m1", "d3", "m2", "d2", "m3", "d1", "Input", "d0"]

    def test_is_never_between_a_call_and_its_results(self) -> None:
        branch = (user("m1"), assistant("m2", call("a"), call("b")), tool("m3", result("a")), tool("m4", result("b")))
        for depth in range(7):
            plan = build(request(*branch, draft="Input", books=(book(at_depth(depth, role=Role.USER)),)), COUNTER)
            assert complaints(plan.messages) == []
            place = texts(plan).index(f"d{depth}")
            assert place == {0: 5, 1: 4, 2: 1, 3: 1, 4: 1, 5: 0, 6: 0}[depth]

    def test_stays_where_it_is_when_messages_leave(self) -> None:
        asked = request(*dialogue(10), draft="Input", books=(book(at_depth(9), at_depth(2)),))
        plan = build(replace(asked, limit=60, reserve=0), COUNTER)
        assert included(plan) == ["lore.d9", "m8", "m9", "lore.d2", "m10", "draft"]
        assert [(run.first_id, run.last_id) for run in plan.dropped] == [("m1", "m7")]

    @pytest.mark.parametrize("depth", [-3, 0])
    def test_below_nothing_is_nothing(self, depth: int) -> None:
        plan = build(request(user("m1"), draft="Input", books=(book(at_depth(depth)),)), COUNTER)
        assert texts(plan)[-1] == f"d{depth}"

    def test_an_entry_cannot_be_a_tool(self) -> None:
        plan = build(request(draft="Input", books=(book(at_depth(1, role=Role.TOOL)),)), COUNTER)
        assert contents(plan) == [("system", "d1"), ("user", "Input")]


class TestDepthPrompt:
    """What a card wants said at a depth."""

    @pytest.mark.parametrize(
        ("extension", "expected"),
        [
            ({"prompt": "p", "depth": 2, "role": "user"}, DepthPrompt("p", 2, Role.USER)),
            ({"prompt": "p"}, DepthPrompt("p", 4, Role.SYSTEM)),
            ({"prompt": "p", "depth": "7", "role": 3}, DepthPrompt("p", 4, Role.SYSTEM)),
            ({"prompt": "p", "depth": -1, "role": "tool"}, DepthPrompt("p", 0, Role.SYSTEM)),
            ({"prompt": "p", "depth": [1], "role": ["user"]}, DepthPrompt("p", 4, Role.SYSTEM)),
            ({"prompt": "p", "depth": True, "role": None}, DepthPrompt("p", 4, Role.SYSTEM)),
            ({"depth": 2}, None),
            ({"prompt": 7}, None),
            (["p"], None),
            (None, None),
        ],
    )
    def test_is_read_as_far_as_it_can_be_understood(self, extension: Any, expected: DepthPrompt | None) -> None:
        card = Character("c", "Mira", extensions={"depth_prompt": json.dumps(extension)})
        assert depth_prompt(card) == expected

    @pytest.mark.parametrize("extensions", [{}, {"depth_prompt": "{"}, {"depth_prompt": ""}])
    def test_is_not_there(self, extensions: dict[str, str]) -> None:
        assert depth_prompt(Character("c", "Mira", extensions=extensions)) is None

    def test_is_expanded_and_protected(self) -> None:
        card = Character("c", "Mira", extensions={"depth_prompt": '{"prompt": "{{char}} is calm.", "depth": 1}'})
        plan = build(request(user("m1"), draft="Input", character=card), COUNTER)
        assert texts(plan) == ["m1", "Mira is calm.", "Input"]
        assert block_of(plan, "prompt.depth-prompt").protected


class TestNote:
    """The author's note, and lore around it."""

    NOTE = AuthorsNote("{{char}} is tired.", depth=2, role=Role.ASSISTANT, every=3)

    @pytest.mark.parametrize(("turns", "shown"), [(1, False), (2, False), (3, True), (4, False), (6, True)])
    def test_stands_in_every_nth_turn(self, turns: int, shown: bool) -> None:
        branch = dialogue(2 * turns - 2)
        plan = build(request(*branch, draft="Input", note=self.NOTE), COUNTER)
        assert ("prompt.note" in included(plan)) == shown

    def test_excluded_messages_do_not_change_its_turns(self) -> None:
        branch = [replace(row, flags=MessageFlags(excluded=row.id == "m1")) for row in dialogue(4)]
        plan = build(request(*branch, draft="Input", note=self.NOTE), COUNTER)
        assert contents(plan)[-3] == ("assistant", "Assistant is tired.")

    @pytest.mark.parametrize("note", [AuthorsNote(), AuthorsNote(" \n"), AuthorsNote("x", every=0)])
    def test_may_not_be_there(self, note: AuthorsNote) -> None:
        entries = lore("top", Position.NOTE_TOP), lore("bottom", Position.NOTE_BOTTOM)
        plan = build(request(*dialogue(6), draft="Input", note=note, books=(book(*entries),)), COUNTER)
        assert contents(plan)[3] == ("system", "top\n\nbottom")
        assert "prompt.note" not in included(plan)


class TestContinue:
    """An answer that is gone on with."""

    BRANCH = (user("m1"), assistant("m2", "Once upon \n"))
    KNOWN = (book(at_depth(0), lore("behind", Position.AFTER_HISTORY)),)

    def asked(self, **more: Any) -> ContextRequest:
        """The model is to go on with its message."""
        return request(*self.BRANCH, kind=GenerationKind.CONTINUE, post_history="Brief.", books=self.KNOWN, **more)

    @pytest.mark.parametrize("style", [RoleStyle.AS_IS, RoleStyle.SYSTEM_FIRST, RoleStyle.SYSTEM_AS_USER])
    def test_the_answer_stays_last(self, style: RoleStyle) -> None:
        plan = build(self.asked(role_style=style), COUNTER)
        assert contents(plan)[-1] == ("assistant", "Once upon")

    def test_where_turns_are_strict_it_is_asked_for(self) -> None:
        plan = build(self.asked(role_style=RoleStyle.ALTERNATE), COUNTER)
        assert plan.messages[-1].role is Role.USER
        assert plan.messages[-1].content == f"Brief.\n\nd0\n\n{NUDGE}"
        assert turn_complaints(plan.messages) == []

    @pytest.mark.parametrize("style", RoleStyle)
    def test_the_asking_is_counted(self, style: RoleStyle) -> None:
        asked = replace(self.asked(role_style=style), reserve=0)
        exact = build(asked, COUNTER).used
        assert build(replace(asked, limit=exact), COUNTER).used == exact
        with pytest.raises(ContextTooLargeError):
            build(replace(asked, limit=exact - 1), COUNTER)

    def test_of_the_users_message_is_an_answer_like_any(self) -> None:
        normal = build(request(user("m1"), post_history="Brief."), COUNTER)
        plan = build(request(user("m1"), post_history="Brief.", kind=GenerationKind.CONTINUE), COUNTER)
        assert plan.messages == normal.messages

    def test_a_tool_call_is_not_gone_on_with(self) -> None:
        branch = (user("m1"), assistant("m2", "I look.", call("a")), tool("m3", result("a")))
        plan = build(request(*branch, kind=GenerationKind.CONTINUE, role_style=RoleStyle.ALTERNATE), COUNTER)
        assert NUDGE not in texts(plan)
        assert complaints(plan.messages) == []


class TestStable:
    """What a prompt cache can keep."""

    def test_counts_the_leading_messages_of_the_last_prompt(self) -> None:
        asked = request(*dialogue(4), draft="Input", system_prompt="System.")
        first = build(asked, COUNTER)
        hashes = tuple(map(message_hash, first.messages))
        assert first.stable == 0
        assert build(replace(asked, last_prompt=LastPrompt(hashes)), COUNTER).stable == 6
        more = request(*dialogue(4), draft="Another", system_prompt="System.", last_prompt=LastPrompt(hashes))
        assert build(more, COUNTER).stable == 5
        assert build(replace(more, system_prompt="Other."), COUNTER).stable == 0

    def test_every_field_of_a_message_is_in_its_hash(self) -> None:
        branch = (
            assistant("m1", call("a"), speaker_name="Mira"),
            tool("m2", result("a")),
            assistant("m3", speaker_name="Tom"),
        )
        plan = build(request(*branch), COUNTER)
        for message in plan.messages:
            changed = [
                replace(message, content="x"),
                replace(message, role=Role.SYSTEM),
                replace(message, name="x"),
                replace(message, tool_call_id="x"),
                replace(message, tool_calls=(*message.tool_calls, *message.tool_calls, *plan.messages[0].tool_calls)),
            ]
            assert len({message_hash(item) for item in (message, *changed)}) == len(changed) + 1


class TestJoining:
    """Texts that are no messages by themselves."""

    def test_neighbours_of_one_role_are_one_message_and_counted_so(self) -> None:
        asked = request(user("m1"), draft="Input", post_history="Brief.", books=(book(at_depth(0), at_depth(1)),))
        plan = build(asked, COUNTER)
        assert contents(plan) == [("user", "m1"), ("system", "d1"), ("user", "Input"), ("system", "Brief.\n\nd0")]
        assert plan.overhead == 4 * 3 + 3
        narrator = (user("m1"), replace(user("m2", "Night."), role=Role.SYSTEM), user("m3"))
        plan = build(request(*narrator, draft="Input", books=(book(at_depth(2), at_depth(3)),)), COUNTER)
        assert texts(plan) == ["m1", "d3", "Night.", "d2", "m3", "Input"]

    def test_roles_are_kept_apart(self) -> None:
        entries = lore("s", Position.AT_DEPTH, depth=1), lore("u", Position.AT_DEPTH, depth=1, role=Role.USER)
        plan = build(request(user("m1"), draft="Input", books=(book(*entries),)), COUNTER)
        assert contents(plan)[1:3] == [("system", "s"), ("user", "u")]
