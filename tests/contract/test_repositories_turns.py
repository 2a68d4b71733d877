"""What every ``TurnRepository`` and ``LibraryRepository`` does: the fake ones and those on SQLite."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.errors import StorageError
from desktop_app.domain.generation import Activated, FinishReason, GenerationSettings, StoredPlan, Usage
from desktop_app.domain.message import (
    MessageState,
)
from tests.contract.worlds import World, a_turn, add_chat, an_answer, append, branch_ids, text_message

_PLAN = StoredPlan(b"\x00skeleton h1 h2", {"h1": "You are Aria. Ёлка", "h2": "北京 " * 500, "h3": ""})


def test_a_turn_streams_and_ends(world: World) -> None:
    add_chat(world)
    append(world, text_message("q"))
    opened = replace(
        a_turn(plan=_PLAN),
        settings=GenerationSettings(max_tokens=99, temperature=None, seed=3, stop=("\n", "стоп")),
        activated=(Activated("entry", 2, "key"),),
        reroll=3,
        started_at=10,
    )
    world.run(world.turns.open_turn(opened, an_answer("q")))
    assert world.run(world.turns.turn_of("answer")) == opened
    assert world.run(world.chats.get_message("answer")) == an_answer("q")
    assert branch_ids(world) == ["q", "answer"]

    world.run(world.turns.save_partial(an_answer("q", text="Once upon")))
    assert world.run(world.chats.get_message("answer")) == an_answer("q", text="Once upon")
    assert world.run(world.chats.branch("chat"))[-1].length == len("Once upon")

    final = replace(an_answer("q", text="Once upon a time."), state=MessageState.COMPLETE)
    finished = replace(
        opened,
        model="smollm2-q4",
        usage=Usage(100, 5, 105),
        response_id="chatcmpl-1",
        system_fingerprint="fp",
        finish_reason=FinishReason.STOP,
        error_code="provider.error",
        error_text="It said “no”.",
        first_token_at=20,
        finished_at=30,
    )
    world.run(world.turns.finish_turn(finished, final))
    assert world.run(world.turns.turn_of("answer")) == finished
    assert world.run(world.chats.get_message("answer")) == final
    row = world.run(world.chats.branch("chat"))[-1]
    assert (row.state, row.length, row.revision) == (MessageState.COMPLETE, 17, 1)
    assert world.run(world.turns.recover()) == []


def test_a_second_try_has_another_plan(world: World) -> None:
    add_chat(world)
    world.run(world.turns.open_turn(a_turn(plan=_PLAN), an_answer()))
    plan = StoredPlan(b"less", {"h9": "A shorter prompt"})
    less = replace(a_turn(plan=plan), activated=(Activated("entry", 1, "fresh"),))
    world.run(world.turns.replan(replace(less, model="never mind", reroll=9)))
    assert world.run(world.turns.turn_of("answer")) == less


def test_what_a_turn_was_asked_with_stays_as_it_was_opened(world: World) -> None:
    add_chat(world)
    opened = replace(a_turn(plan=_PLAN), activated=(Activated("entry", 2, "key"),))
    world.run(world.turns.open_turn(opened, an_answer()))
    other = replace(
        opened, plan=None, activated=(), connection_id="x", connection_name="x", chat_id="x", message_id="x"
    )
    asked = replace(other, settings=GenerationSettings(max_tokens=1), finish_reason=FinishReason.LENGTH)
    world.run(world.turns.finish_turn(asked, an_answer(text="End")))
    assert world.run(world.turns.turn_of("answer")) == replace(opened, finish_reason=FinishReason.LENGTH)


def _answered(world: World, number: int, parent: str | None, *, plan: bool = True, active: str = "") -> str:
    """An answer below ``parent`` whose turn activated the entries named by the letters of ``active``."""
    message_id = f"a{number}"
    turn = a_turn(f"t{number}", message_id, StoredPlan(b"plan %d" % number) if plan else None)
    activated = tuple(Activated(letter, number, "fresh") for letter in active)
    world.run(world.turns.open_turn(replace(turn, activated=activated), an_answer(parent, message_id, "text")))
    return message_id


def test_activations_are_those_of_the_visible_branch(world: World) -> None:
    add_chat(world)
    assert world.run(world.turns.activations("chat")) == []
    append(world, text_message("q"))
    _answered(world, 1, "q", active="ab")
    _answered(world, 2, "q", active="c")
    append(world, text_message("q2", "a1"))
    _answered(world, 3, "q2")
    append(world, text_message("q3", "a3"))
    _answered(world, 4, "q3", active="ab")
    first, last = (tuple(Activated(letter, number, "fresh") for letter in "ab") for number in (1, 4))
    assert world.run(world.turns.activations("chat")) == [("a1", first), ("a4", last)]
    world.run(world.chats.choose("a2"))
    assert world.run(world.turns.activations("chat")) == [("a2", (Activated("c", 2, "fresh"),))]
    add_chat(world, "other")
    assert world.run(world.turns.activations("other")) == []


def test_the_last_turn_is_the_lowest_of_the_branch_with_a_plan(world: World) -> None:
    add_chat(world)
    assert world.run(world.turns.last_turn("chat")) is None
    append(world, text_message("q"))
    assert world.run(world.turns.last_turn("chat")) is None
    _answered(world, 1, "q", plan=False)
    _answered(world, 2, "q")
    _answered(world, 3, "q")
    _answered(world, 4, "a2", plan=False)  # brings the branch of the older turn back
    turn = world.run(world.turns.last_turn("chat"))
    assert turn is not None
    assert (turn.id, turn.plan) == ("t2", StoredPlan(b"plan 2"))
    world.run(world.chats.choose("a1"))
    assert world.run(world.turns.last_turn("chat")) is None


def test_a_last_turn_far_up_is_found(world: World) -> None:
    add_chat(world)
    below = _answered(world, 1, None)
    for number in range(700):
        append(world, text_message(f"q{number}", below))
        below = f"q{number}"
    turn = world.run(world.turns.last_turn("chat"))
    assert turn is not None
    assert turn.id == "t1"


def test_a_late_partial_never_undoes_a_final_text(world: World) -> None:
    add_chat(world)
    world.run(world.turns.open_turn(a_turn(), an_answer()))
    final = replace(an_answer(text="All of it."), state=MessageState.INTERRUPTED)
    world.run(world.turns.finish_turn(replace(a_turn(), finish_reason=FinishReason.CANCELLED), final))
    world.run(world.turns.save_partial(an_answer(text="All o")))
    assert world.run(world.chats.get_message("answer")) == final


def test_an_edit_while_streaming_and_the_end_of_the_stream_are_both_kept(world: World) -> None:
    add_chat(world)
    world.run(world.turns.open_turn(a_turn(), an_answer()))
    world.run(world.chats.revise(text_message("answer", text="My own words.")))
    world.run(world.turns.save_partial(an_answer(text="Its w")))
    world.run(world.turns.finish_turn(a_turn(), replace(an_answer(text="Its words."), state=MessageState.COMPLETE)))
    assert [message.text for message in world.run(world.chats.revisions("answer"))] == ["Its words.", "My own words."]
    current = world.run(world.chats.get_message("answer"))
    assert (current.text, current.state) == ("My own words.", MessageState.COMPLETE)
    (row,) = world.run(world.chats.branch("chat"))
    assert (row.length, row.state) == (len("My own words."), MessageState.COMPLETE)


def test_turns_share_the_texts_of_their_plans(world: World) -> None:
    add_chat(world)
    parent: str | None = None
    plans: list[StoredPlan] = []
    texts = {f"hash-{number:05}": f"message {number} " * 30 for number in range(1300)}
    hashes = list(texts)
    for number in range(4):
        window = {key: texts[key] for key in hashes[number : number + 1200]}
        plans.append(StoredPlan(b"skeleton %d" % number, window))
        answer = an_answer(parent, f"answer-{number}", "text")
        world.run(world.turns.open_turn(a_turn(f"turn-{number}", answer.id, plans[-1]), answer))
        parent = answer.id
    for number, plan in enumerate(plans):
        turn = world.run(world.turns.turn_of(f"answer-{number}"))
        assert turn is not None
        assert turn.plan == plan


def test_the_newest_turn_of_a_message_is_its_turn(world: World) -> None:
    add_chat(world)
    world.run(world.turns.open_turn(a_turn("turn-1"), an_answer()))
    assert world.run(world.turns.turn_of("other")) is None
    with pytest.raises(StorageError):
        world.run(world.turns.open_turn(a_turn("turn-1", "answer-2"), an_answer("answer", "answer-2")))
    assert branch_ids(world) == ["answer"]


def test_after_a_crash_streaming_messages_are_interrupted_and_blank_ones_gone(world: World) -> None:
    add_chat(world)
    append(world, text_message("q"), text_message("v1", "q"))
    world.run(world.turns.open_turn(a_turn("turn-1", "kept"), an_answer("q", "kept")))
    world.run(world.turns.save_partial(an_answer("q", "kept", "Half a sen")))
    append(world, text_message("q2", "kept"))
    world.run(world.turns.open_turn(a_turn("turn-2", "blank"), an_answer("q2", "blank")))
    add_chat(world, "other")
    parent = replace(an_answer(None, "blank-parent"), chat_id="other")
    append(world, parent, text_message("child", "blank-parent", chat_id="other"))

    assert world.run(world.turns.recover()) == ["kept", "blank-parent"]

    kept = world.run(world.chats.get_message("kept"))
    assert (kept.text, kept.state) == ("Half a sen", MessageState.INTERRUPTED)
    assert branch_ids(world) == ["q", "kept", "q2"]
    assert branch_ids(world, "other") == ["blank-parent", "child"]
    assert world.run(world.chats.branch("chat"))[1].state is MessageState.INTERRUPTED
    turn = world.run(world.turns.turn_of("kept"))
    assert turn is not None
    assert turn.finish_reason is FinishReason.INTERRUPTED
    assert world.run(world.turns.turn_of("blank")) is None
    assert world.run(world.turns.recover()) == []


def test_characters_are_added_replaced_and_listed_by_name(world: World) -> None:
    aria = Character(
        "1",
        "Ёлка",
        "description",
        alternate_greetings=("Hi", "Привет"),
        tags=("elf",),
        extensions={"talkativeness": "0.5"},
        created_at=1,
    )
    bo, cy = Character("2", "bo"), Character("3", "Cy")
    for character in (cy, aria, bo):
        world.run(world.library.save_character(character))
    assert world.run(world.library.characters()) == [bo, cy, aria]
    changed = replace(aria, name="Abe", updated_at=2)
    world.run(world.library.save_character(changed))
    assert world.run(world.library.get_character("1")) == changed
    assert world.run(world.library.characters()) == [changed, bo, cy]


def test_personas_are_added_replaced_and_listed_by_name(world: World) -> None:
    for persona in (Persona("1", "Zoe"), Persona("2", "anna", "A traveller.")):
        world.run(world.library.save_persona(persona))
    world.run(world.library.save_persona(Persona("1", "Ann", "Older now.")))
    expected = [Persona("1", "Ann", "Older now."), Persona("2", "anna", "A traveller.")]
    assert world.run(world.library.personas()) == expected
    assert world.run(world.library.get_persona("1")) == expected[0]
