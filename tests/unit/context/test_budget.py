"""The limit holds: what leaves, in which order, why, and what is said where nothing can leave."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build, finish, prepare
from desktop_app.context.plan import Disposition
from desktop_app.context.plan_store import dump, load
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import Overhead
from desktop_app.context.strategies import BUILT_IN
from desktop_app.context.strategies.base import Decision
from desktop_app.domain.character import Character
from desktop_app.domain.errors import ContextTooLargeError, NoRoomError
from desktop_app.domain.lore import GenerationKind
from desktop_app.domain.message import MessageFlags
from tests.fakes.providers import WordCounter
from tests.unit.context.material import (
    FREE,
    assistant,
    block_of,
    dialogue,
    included,
    reasons_of_runs,
    request,
    user,
    words,
)

COUNTER = WordCounter()


def test_nothing_leaves_where_everything_fits_to_the_token() -> None:
    asked = replace(request(*dialogue(4), draft=words("in", 10)), reserve=0, safety=0)
    exact = 5 * (10 + 3) + 3
    assert included(build(replace(asked, limit=exact), COUNTER)) == ["m1", "m2", "m3", "m4", "draft"]
    assert included(build(replace(asked, limit=exact - 1), COUNTER)) == ["m2", "m3", "m4", "draft"]


def test_reserve_and_safety_are_kept_free() -> None:
    asked = replace(request(*dialogue(30), draft="Hi"), limit=300, reserve=100, safety=20)
    plan = build(asked, COUNTER)
    assert plan.available == 180
    assert plan.used + plan.reserve + plan.safety <= 300
    assert plan.used > 180 - 13


def test_messages_that_left_are_told_as_one_run() -> None:
    branch = (replace(user("m0"), parts=None, tokens=7), *dialogue(9))
    plan = build(replace(request(*branch, draft="Hi"), limit=50, reserve=0), COUNTER)
    assert included(plan) == ["m7", "m8", "m9", "draft"]
    assert reasons_of_runs(plan) == [("m0", "m6", 7, "trimmed.older-than-window")]
    assert plan.dropped[0].tokens == 67
    assert plan.dropped[0].disposition is Disposition.TRIMMED


def test_runs_end_at_what_stays_and_at_other_reasons() -> None:
    branch = list(dialogue(8))
    branch[1] = replace(branch[1], flags=MessageFlags(always_in_context=True))
    branch[3] = replace(branch[3], flags=MessageFlags(excluded=True))
    plan = build(replace(request(*branch, draft="Hi"), limit=50, reserve=0), COUNTER)
    assert included(plan) == ["m2", "m7", "m8", "draft"]
    assert reasons_of_runs(plan) == [
        ("m1", "m1", 1, "trimmed.older-than-window"),
        ("m3", "m3", 1, "trimmed.older-than-window"),
        ("m4", "m4", 1, "excluded.by-user"),
        ("m5", "m6", 2, "trimmed.older-than-window"),
    ]


def test_excluded_messages_stay_out_and_make_room() -> None:
    branch = [replace(item, flags=MessageFlags(excluded=item.id in {"m9", "m10"})) for item in dialogue(10)]
    plan = build(replace(request(*branch, draft="Hi"), limit=50, reserve=0), COUNTER)
    assert included(plan) == ["m6", "m7", "m8", "draft"]


def test_too_large_names_the_largest_and_by_how_much() -> None:
    card = Character(id="c", name="M", description=words("d", 60), scenario="short")
    asked = request(*dialogue(6), draft=words("in", 40), character=card, system_prompt=words("s", 30), overhead=FREE)
    asked = replace(asked, limit=150, reserve=20)
    with pytest.raises(ContextTooLargeError) as caught:
        build(asked, COUNTER)
    # 30 + 60 + 1 + 40 must be sent; the newest message of 10 only where it can be.
    assert caught.value.params["needed"] == 131
    assert caught.value.params["available"] == 130
    assert caught.value.params["over"] == 1
    assert caught.value.params["largest"] == "Description (60), Current input (40), System prompt (30)"
    assert build(replace(asked, limit=151), COUNTER).used == 131
    assert build(replace(asked, limit=161), COUNTER).used == 141


@pytest.mark.parametrize("strategy", sorted(BUILT_IN))
def test_an_answer_longer_than_the_context_does_not_end_the_chat(strategy: str) -> None:
    """As a stopped answer may be: it is left out, told in a warning, and what was said before it stays."""
    branch = (*dialogue(4), user("q", "Tell me all"), assistant("endless", words("endless", 500)))
    asked = request(*branch, draft="Shorter, please", overhead=FREE, limit=100, reserve=20, strategy=strategy)
    plan = build(asked, COUNTER)
    assert included(plan) == ["m1", "m2", "m3", "m4", "q", "draft"]
    assert reasons_of_runs(plan) == [("endless", "endless", 1, "trimmed.over-lane-alone")]
    assert [warning.params for warning in plan.warnings] == [{"needs": 500, "had": 78}]
    assert load(dump(plan)) == plan
    # Before anything is typed the preview has no error either; with enough room the answer is in, and nothing is told.
    assert "endless" not in included(build(replace(asked, draft=None), COUNTER))
    fits = build(replace(asked, limit=600), COUNTER)
    assert "endless" in included(fits)
    assert fits.warnings == ()


@pytest.mark.parametrize("strategy", sorted(BUILT_IN))
def test_no_message_leaves_for_one_that_could_not_even_be_in_alone(strategy: str) -> None:
    """The turns after an endless answer still have what was said before it."""
    branch = (*dialogue(4), user("q", "All"), assistant("endless", words("endless", 500)), user("s", "Short"))
    asked = request(*branch, assistant("m", "Yes"), draft="Go on", overhead=FREE, limit=100, reserve=20)
    plan = build(replace(asked, strategy=strategy), COUNTER)
    assert included(plan) == ["m1", "m2", "m3", "m4", "q", "s", "m", "draft"]
    assert reasons_of_runs(plan) == [("endless", "endless", 1, "trimmed.over-lane-alone")]
    assert plan.warnings == ()


def test_an_endless_answer_cannot_be_gone_on_with() -> None:
    branch = (user("q"), assistant("endless", words("endless", 500)))
    asked = request(*branch, overhead=FREE, limit=100, reserve=20, kind=GenerationKind.CONTINUE)
    with pytest.raises(ContextTooLargeError, match="500"):
        build(asked, COUNTER)


def test_what_the_person_wants_in_context_is_never_left_out_for_room() -> None:
    always = MessageFlags(always_in_context=True)
    asked = request(assistant("a", words("a", 500), flags=always), draft="Go", limit=100, reserve=20)
    with pytest.raises(ContextTooLargeError):
        build(asked, COUNTER)


def test_nothing_fits_into_less_than_nothing() -> None:
    with pytest.raises(NoRoomError) as caught:
        build(replace(request(draft="Hi"), limit=10, reserve=20, safety=3), COUNTER)
    assert caught.value.params == {"limit": 10, "kept": 23}
    assert build(replace(request(), limit=20, reserve=20), COUNTER).used == 0


def test_a_strategy_that_is_not_there_is_replaced_with_a_notice() -> None:
    asked = replace(request(*dialogue(9), draft="Hi"), limit=50, reserve=0)
    plan = build(replace(asked, strategy="plugin:gone"), COUNTER)
    assert plan.messages == build(asked, COUNTER).messages
    assert plan.strategy == "truncate"
    assert [warning.code for warning in plan.warnings] == ["warning.unknown-strategy"]
    assert "plugin:gone" in plan.warnings[0].sentence


def test_what_the_host_corrects_is_told() -> None:
    prepared = prepare(replace(request(*dialogue(9), draft="Hi"), limit=50, reserve=0), COUNTER)
    why = reason(ReasonCode.NO_ROOM)
    plan = finish(prepared, "plugin", Decision({"draft": why, "m9": why, "m3": why, "nobody": why}, note="By mood."))
    assert included(plan) == ["m7", "m8", "m9", "draft"]
    assert [(warning.code, warning.params["count"]) for warning in plan.warnings] == [
        ("warning.protected-restored", 2),
        ("warning.cut-further", 5),
    ]
    assert plan.strategy_note == "By mood."
    assert ("m3", "m3", 1, "trimmed.no-room") in reasons_of_runs(plan)


def test_names_separators_and_roles_are_counted() -> None:
    card = Character(id="c", name="M", description="one two")
    branch = (user("m1", "Hi", speaker_name="Ann"), user("m2", "Ho", speaker_name="Bob"))
    overhead = Overhead(per_message=5, per_name=2, per_request=7)
    plan = build(request(*branch, system_prompt="three", character=card, overhead=overhead), COUNTER)
    # Three messages, two names of one word each.
    assert plan.overhead == 3 * 5 + 2 * (2 + 1) + 7
    assert plan.used == 3 + 2 + plan.overhead
    assert block_of(plan, "m1").tokens == 1
