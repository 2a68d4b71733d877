"""What every ``ChatRepository`` does with messages and their tree: the fake one and the one on SQLite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import BranchRow, Chat, Draft
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.generation import StoredPlan
from desktop_app.domain.message import (
    FlagsPatch,
    ImagePart,
    Message,
    MessageFlags,
    MessageKind,
    MessageState,
    OpaquePart,
    Origin,
    ReasoningPart,
    Role,
    Speaker,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from tests.contract.worlds import World, a_turn, add_chat, an_answer, append, branch_ids, text_message

_RICH = Message(
    "rich",
    "chat",
    None,
    Role.ASSISTANT,
    (
        ReasoningPart("Hm. 思考"),
        TextPart("Первый абзац.\n\n“Second”"),
        ImagePart("ab" * 32, "image/png", 640, 480),
        ToolCallPart("call-1", "roll", '{"sides": 20}'),
        ToolResultPart("call-1", "roll", "17"),
        OpaquePart("foreign", '{"x": [1, null]}'),
        TextPart("third 👩‍👩‍👧"),
    ),
    Speaker("Aria", "aria"),
    MessageKind.NARRATOR,
    1,
    MessageFlags(hidden=True, always_in_context=True),
    MessageState.FAILED,
    1234567890123,
    Origin("sillytavern", {"swipe_info": '{"a": 1}', "ключ": "null"}),
)


@pytest.mark.parametrize("parts", [_RICH.parts, (), (TextPart(""),), (TextPart("a"), TextPart("b")), _RICH.parts[:1]])
def test_a_message_comes_back_as_it_was_appended(world: World, parts: tuple[Any, ...]) -> None:
    add_chat(world)
    message = replace(_RICH, parts=parts)
    append(world, message)
    assert world.run(world.chats.get_message("rich")) == message
    assert world.run(world.chats.messages(["rich", "unknown"])) == {"rich": message}
    assert world.run(world.chats.revisions("rich")) == [message]
    assert world.run(world.chats.tail("chat", 1)) == [message]
    assert world.run(world.chats.branch("chat")) == [
        BranchRow(
            "rich",
            1,
            Role.ASSISTANT,
            MessageKind.NARRATOR,
            MessageState.FAILED,
            "Aria",
            len(message.text),
            message.flags,
        )
    ]


def test_appending_a_known_id_is_a_known_error_and_changes_nothing(world: World) -> None:
    add_chat(world)
    append(world, text_message("m1", text="first"), text_message("m2", "m1"))
    with pytest.raises(StorageError):
        world.run(world.chats.append(text_message("m1", "m2", "second")))
    assert world.run(world.chats.get_message("m1")).text == "first"
    assert branch_ids(world) == ["m1", "m2"]


def test_what_comes_in_is_made_storable(world: World) -> None:
    broken = "half an emoji \ud83d"
    clean = "half an emoji \ufffd"
    world.run(world.chats.add_chat(Chat("chat", broken, folder=broken)))
    parts = (TextPart(broken), ToolCallPart("1", broken, broken))
    append(
        world, replace(text_message("m1", parts=parts), speaker=Speaker(broken), origin=Origin("x", {broken: broken}))
    )
    world.run(world.chats.save_draft(Draft("chat", "m9", broken)))
    world.run(world.library.save_persona(Persona("p", broken, broken)))
    world.run(world.library.save_character(Character("c", broken, tags=(broken,), extensions={"x": broken})))
    world.run(
        world.turns.open_turn(replace(a_turn(plan=StoredPlan(b"x", {"h": broken})), model=broken), an_answer("m1"))
    )
    message = world.run(world.chats.get_message("m1"))
    assert world.run(world.chats.get_chat("chat")).title == clean
    assert message.parts == (TextPart(clean), ToolCallPart("1", clean, clean))
    assert (message.speaker.name, message.origin) == (clean, Origin("x", {clean: clean}))
    assert world.run(world.chats.get_draft("chat")) == Draft("chat", "m9", clean)
    assert world.run(world.library.get_persona("p")) == Persona("p", clean, clean)
    assert world.run(world.library.get_character("c")).tags == (clean,)
    turn = world.run(world.turns.turn_of("answer"))
    assert turn is not None
    assert turn.plan == StoredPlan(b"x", {"h": clean})
    assert turn.model == clean


def test_many_messages_are_read_in_the_order_asked_for(world: World) -> None:
    add_chat(world)
    ids = [f"m{number:04}" for number in range(1100)]
    append(world, *(text_message(ids[i], ids[i - 1] if i else None, f"text {i}") for i in range(len(ids))))
    wanted = [*reversed(ids), "unknown"]
    found = world.run(world.chats.messages(wanted))
    assert list(found) == wanted[:-1]
    assert [found[message_id].text for message_id in ids[:3]] == ["text 0", "text 1", "text 2"]
    assert [message.id for message in world.run(world.chats.tail("chat", 600))] == ids[-600:]
    assert branch_ids(world) == ids


@pytest.mark.parametrize(("limit", "expected"), [(0, []), (-1, []), (2, ["m2", "m3"]), (99, ["m1", "m2", "m3"])])
def test_the_tail_is_the_end_of_the_branch(world: World, limit: int, expected: list[str]) -> None:
    add_chat(world)
    append(world, text_message("m1"), text_message("m2", "m1"), text_message("x", "m2"), text_message("m3", "m2"))
    assert [message.id for message in world.run(world.chats.tail("chat", limit))] == expected


def test_a_revision_is_added_and_the_earlier_ones_stay(world: World) -> None:
    add_chat(world)
    append(world, text_message("m1", text="one", state=MessageState.INTERRUPTED))
    world.run(world.chats.set_flags(["m1"], MessageFlags(excluded=True)))
    asked = text_message("m1", "elsewhere", "two!", chat_id="elsewhere", role=Role.SYSTEM)
    revised = world.run(world.chats.revise(asked))
    first = replace(text_message("m1", text="one", state=MessageState.INTERRUPTED), flags=MessageFlags(excluded=True))
    second = replace(first, parts=(TextPart("two!"),), state=MessageState.COMPLETE, revision=2)
    assert revised == second
    assert world.run(world.chats.get_message("m1")) == second
    assert world.run(world.chats.revisions("m1")) == [first, second]
    (row,) = world.run(world.chats.branch("chat"))
    assert (row.revision, row.length, row.state) == (2, 4, MessageState.COMPLETE)


def test_flags_are_set_for_many_messages(world: World) -> None:
    add_chat(world)
    append(world, text_message("m1"), text_message("m2", "m1"), text_message("m3", "m2"))
    flags = MessageFlags(never_send=True, deleted=True)
    world.run(world.chats.set_flags(["m1", "m3"], flags))
    assert [row.flags for row in world.run(world.chats.branch("chat"))] == [flags, MessageFlags(), flags]
    assert world.run(world.chats.get_message("m3")).flags == flags
    world.run(world.chats.set_flags(["m1"], MessageFlags()))
    assert world.run(world.chats.get_message("m1")).flags == MessageFlags()
    assert world.run(world.chats.get_message("m1")).revision == 1


def test_of_many_changes_of_flags_each_message_gets_its_own(world: World) -> None:
    add_chat(world)
    append(world, text_message("m1"), text_message("m2", "m1"), text_message("m3", "m2"), text_message("m4", "m3"))
    world.run(world.chats.set_flags(["m1"], MessageFlags(hidden=True, excluded=True)))
    world.run(world.chats.set_flags(["m2"], MessageFlags(always_in_context=True)))
    world.run(world.chats.tail("chat", 3))  # where there is a cache, m1 is not in it
    before = world.run(
        world.chats.change_flags(
            "chat",
            {
                "m3": FlagsPatch(excluded=True),
                "m2": FlagsPatch(excluded=True, always_in_context=True),
                "m1": FlagsPatch(excluded=False),
                "m4": FlagsPatch(deleted=False),
            },
        )
    )
    assert list(before.items()) == [
        ("m3", MessageFlags()),
        ("m2", MessageFlags(always_in_context=True)),
        ("m1", MessageFlags(hidden=True, excluded=True)),
    ]
    expected = [
        MessageFlags(hidden=True),
        MessageFlags(excluded=True, always_in_context=True),
        MessageFlags(excluded=True),
        MessageFlags(),
    ]
    assert [row.flags for row in world.run(world.chats.branch("chat"))] == expected
    assert [message.flags for message in world.run(world.chats.tail("chat", 4))] == expected
    after = {message.id: message.flags for message in world.run(world.chats.tail("chat", 4))}
    undo = {message_id: FlagsPatch.between(after[message_id], flags) for message_id, flags in before.items()}
    assert world.run(world.chats.change_flags("chat", undo)) == {message_id: after[message_id] for message_id in before}
    assert world.run(world.chats.get_message("m1")).flags == MessageFlags(hidden=True, excluded=True)
    assert world.run(world.chats.change_flags("chat", {})) == {}


def test_flags_of_a_whole_chat_are_changed_at_once(world: World) -> None:
    add_chat(world)
    ids = [f"m{number:04}" for number in range(1100)]
    append(world, *(text_message(ids[i], ids[i - 1] if i else None) for i in range(len(ids))))
    changes = dict.fromkeys(ids, FlagsPatch(never_send=True))
    assert list(world.run(world.chats.change_flags("chat", changes))) == ids
    assert world.run(world.chats.change_flags("chat", changes)) == {}
    assert {row.flags for row in world.run(world.chats.branch("chat"))} == {MessageFlags(never_send=True)}


def _tree(world: World) -> None:
    """Makes a ─ b ─ c ─ d, then x beside b with y below it: the branch is a, x, y."""
    add_chat(world)
    append(world, text_message("a"), text_message("b", "a"), text_message("c", "b"), text_message("d", "c"))
    append(world, text_message("x", "a"), text_message("y", "x"))


def test_a_sibling_takes_the_branch_over(world: World) -> None:
    _tree(world)
    rows = world.run(world.chats.branch("chat"))
    assert [(row.id, row.variant, row.variants) for row in rows] == [("a", 1, 1), ("x", 2, 2), ("y", 1, 1)]
    assert world.run(world.chats.variants("x")) == ["b", "x"]
    assert world.run(world.chats.get_chat("chat")).tip_id == "y"


def test_coming_back_to_a_variant_finds_its_old_tip(world: World) -> None:
    _tree(world)
    assert world.run(world.chats.choose("b")) == "d"
    assert branch_ids(world) == ["a", "b", "c", "d"]
    assert world.run(world.chats.choose("x")) == "y"
    assert branch_ids(world) == ["a", "x", "y"]


def test_choosing_deep_inside_another_branch_is_remembered_all_the_way_up(world: World) -> None:
    _tree(world)
    append(world, text_message("c2", "b"))
    world.run(world.chats.choose("y"))
    assert world.run(world.chats.choose("d")) == "d"
    world.run(world.chats.choose("x"))
    assert world.run(world.chats.choose("b")) == "d"


def test_appending_below_a_message_that_is_not_visible_brings_its_branch_back(world: World) -> None:
    _tree(world)
    append(world, text_message("e", "c"))
    assert branch_ids(world) == ["a", "b", "c", "e"]
    world.run(world.chats.choose("x"))
    assert world.run(world.chats.choose("b")) == "e"


def test_roots_can_be_variants(world: World) -> None:
    add_chat(world)
    add_chat(world, "other")
    append(world, text_message("r1"), text_message("s", "r1"), text_message("r2"), text_message("o", chat_id="other"))
    assert world.run(world.chats.variants("r2")) == ["r1", "r2"]
    (row,) = world.run(world.chats.branch("chat"))
    assert (row.id, row.variant, row.variants) == ("r2", 2, 2)
    assert world.run(world.chats.choose("r1")) == "s"
    assert branch_ids(world, "other") == ["o"]


def test_a_failed_try_is_taken_out_and_the_variant_before_it_is_chosen(world: World) -> None:
    add_chat(world)
    append(world, text_message("q"), text_message("v1", "q"), text_message("next", "v1"))
    world.run(world.turns.open_turn(a_turn(), an_answer("q")))
    world.run(world.chats.remove_message("answer"))
    assert branch_ids(world) == ["q", "v1", "next"]
    assert world.run(world.chats.variants("v1")) == ["v1"]
    assert world.run(world.turns.turn_of("answer")) is None
    with pytest.raises(NotFoundError):
        world.run(world.chats.get_message("answer"))


def test_the_first_variant_gives_way_to_the_one_after_it(world: World) -> None:
    add_chat(world)
    append(world, text_message("q"), text_message("v1", "q", ""), text_message("v2", "q"))
    world.run(world.chats.choose("v1"))
    world.run(world.chats.remove_message("v1"))
    assert branch_ids(world) == ["q", "v2"]


def test_without_siblings_the_parent_is_the_tip_again(world: World) -> None:
    add_chat(world)
    append(world, text_message("q"), text_message("v1", "q", parts=()))
    world.run(world.chats.remove_message("v1"))
    assert branch_ids(world) == ["q"]
    assert world.run(world.chats.choose("q")) == "q"


def test_the_only_message_can_be_removed(world: World) -> None:
    add_chat(world)
    append(world, text_message("m1", text=""))
    world.run(world.chats.remove_message("m1"))
    assert world.run(world.chats.get_chat("chat")).tip_id is None
    append(world, text_message("m1"))
    assert branch_ids(world) == ["m1"]


def test_removing_beside_the_branch_leaves_the_branch(world: World) -> None:
    add_chat(world)
    append(world, text_message("q"), text_message("v1", "q"), text_message("v2", "q", ""), text_message("v3", "q"))
    world.run(world.chats.remove_message("v2"))
    rows = world.run(world.chats.branch("chat"))
    assert [(row.id, row.variant, row.variants) for row in rows] == [("q", 1, 1), ("v3", 2, 2)]


@pytest.mark.parametrize("parts", [(TextPart("kept"),), (ReasoningPart("kept"),), (ToolCallPart("1", "roll", "{}"),)])
def test_what_was_said_cannot_be_removed(world: World, parts: tuple[Any, ...]) -> None:
    add_chat(world)
    append(world, text_message("q"), text_message("v", "q", parts=parts))
    with pytest.raises(StorageError):
        world.run(world.chats.remove_message("v"))
    assert branch_ids(world) == ["q", "v"]


def test_neither_can_a_message_with_children_or_with_an_earlier_text(world: World) -> None:
    add_chat(world)
    append(world, text_message("q", text=""), text_message("v", "q", "once said"))
    world.run(world.chats.revise(text_message("v", text="")))
    for message_id in ("q", "v"):
        with pytest.raises(StorageError):
            world.run(world.chats.remove_message(message_id))
    assert branch_ids(world) == ["q", "v"]
