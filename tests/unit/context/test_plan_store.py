"""Stored plans: exact, and so small that every turn can have one."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.context.builder import build
from desktop_app.context.engine_memory import EngineMemory
from desktop_app.context.plan import ContextPlan, EntryKind, EntryTrace, Hit, Lane, LaneUse, Reason
from desktop_app.context.plan_entries import MOST_HITS, near
from desktop_app.context.plan_store import dump, load
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import BranchMessage, LinkedBook
from desktop_app.domain.character import Character
from desktop_app.domain.errors import ContextError
from desktop_app.domain.generation import Activated, StoredPlan
from desktop_app.domain.lore import Lorebook, LorebookEntry, Position
from tests.fakes.providers import WordCounter
from tests.unit.context.material import assistant, call, dialogue, request, result, tool, user

COUNTER = WordCounter()
CARD = Character(
    id="01JH000000CARD000000000000",
    name="Mira",
    description="{{char}} keeps a lighthouse at the end of the world. " * 20,
    personality="calm, dry, kind",
    scenario="A storm; {{user}} knocks.",
    mes_example="<START>{{user}}: Hi\n{{char}}: Come in.\n<START>{{user}}: Storm?\n{{char}}: Storm.",
)
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def ulid(chance: random.Random, milliseconds: int) -> str:
    """An id with the randomness of a real one: what cannot be compressed is what costs."""
    value = milliseconds << 80 | chance.getrandbits(80)
    return "".join(LETTERS[value >> shift & 31] for shift in range(125, -1, -5))


def long_chat(count: int) -> tuple[BranchMessage, ...]:
    """A chat as people have it: messages of different length, seconds to minutes apart."""
    chance = random.Random(5)
    rows: list[BranchMessage] = []
    milliseconds = 1_790_000_000_000
    for number in range(count):
        milliseconds += chance.randrange(5_000, 90_000)
        text = " ".join(str(chance.randrange(10_000)) for _ in range(chance.randrange(10, 90)))
        say = assistant if number % 2 else user
        rows.append(say(ulid(chance, milliseconds), text, speaker_name="Mira" if number % 2 else "You"))
    return tuple(rows)


def lorebook() -> LinkedBook:
    """Two thousand entries, of which a few are active in each turn."""
    chance = random.Random(7)
    entries = (
        LorebookEntry(
            ulid(chance, 1_780_000_000_000 + number * 1_000),
            name=f"Entry {number} of the coast",
            keys=(str(chance.randrange(100_000)),),
            content=f"Entry {number} tells of ships.",
            constant=number < 2,
            position=chance.choice([Position.BEFORE_CHARACTER, Position.AFTER_CHARACTER, Position.AT_DEPTH]),
        )
        for number in range(2_000)
    )
    return LinkedBook(Lorebook(ulid(chance, 1_780_000_000_000), "Coast", entries=tuple(entries)))


def plans_of_turns(turns: int, *books: LinkedBook) -> Iterator[ContextPlan]:
    """The plans of successive turns with about 200 messages in each."""
    chat = long_chat(300 + 2 * turns)
    memory = EngineMemory()
    for end in range(301, 300 + 2 * turns, 2):
        asked = request(*chat[:end], character=CARD, system_prompt="You are {{char}}.", books=books)
        yield build(replace(asked, limit=11_200), COUNTER, memory)


def costs(plans: Iterable[ContextPlan]) -> float:
    """What a turn costs in bytes beside its new texts, once the first one is kept."""
    known: set[str] = set()
    found: list[int] = []
    for plan in plans:
        stored = dump(plan)
        texts = {block.text for block in plan.blocks}
        new = {key: text for key, text in stored.texts.items() if key not in known and text not in texts}
        found.append(len(stored.skeleton) + sum(len(zlib.compress(text.encode())) for text in new.values()))
        known |= stored.texts.keys()
    return sum(found[1:]) / len(found[1:])


ENTRIES = [f"01JH0000LORE{number:014}" for number in range(40)]


def trace(number: int, *, included: bool, code: str = "included.key", where: str = "") -> EntryTrace:
    """What became of an entry, as it may look in a long chat."""
    hits = (Hit("lighthouse", where, 12, 22),) if where else ()
    why = Reason(code, {"key": "lighthouse"}, "Its key “lighthouse” was found.")
    return EntryTrace(ENTRIES[number], EntryKind.LORE, f"Entry {number}", included, why, "BOOK", 3, hits, tokens=40)


def with_lore(plan: ContextPlan) -> ContextPlan:
    """A plan with traces: eight in, four near, the others far."""
    where = plan.blocks[-1].id
    near_ones = [trace(number, included=True, where=where) for number in range(8)]
    near_ones += [trace(number, included=False, code="trimmed.over-budget", where=where) for number in range(8, 12)]
    far_codes = ("inactive.no-key-hit", "inactive.disabled", "inactive.filtered")
    far_ones = [trace(number, included=False, code=far_codes[number % 3]) for number in range(12, 40)]
    return replace(
        plan,
        entries=(*near_ones, *far_ones),
        activated=tuple(Activated(entry.entry_id, 3, "fresh") for entry in near_ones[:8]),
        lanes=tuple(LaneUse(lane, 320, 1_000) for lane in Lane),
        stable=len(plan.messages) - 2,
    )


def test_a_turn_costs_two_kilobytes_beside_its_new_texts() -> None:
    plain = list(plans_of_turns(60))
    with_entries = list(plans_of_turns(60, lorebook()))
    assert min(len(plan.messages) for plan in plain) > 180
    active = sum(len(plan.activated) for plan in with_entries) / len(with_entries)
    assert 3 < active < 8
    without, within = costs(plain), costs(with_entries)
    assert without <= within <= 2048
    assert (within - without) / active <= 100


def test_every_plan_comes_back_exactly() -> None:
    for plan in (*plans_of_turns(5), *plans_of_turns(5, lorebook())):
        assert load(dump(plan)) == replace(plan, entries=near(plan.entries))


def test_tools_names_and_odd_contents_come_back() -> None:
    branch = (
        assistant("m1", "I look.", call("a"), call(""), speaker_name="Mira"),
        tool("m2", result("a", "")),
        tool("m3", result("")),
        assistant("m4", "So. \n", speaker_name="Old Tom"),
    )
    plan = build(request(*branch), COUNTER)
    plan = replace(
        plan,
        warnings=(reason(ReasonCode.EMPTY_NOT_SENT, count=3), reason(ReasonCode.CUT_FURTHER, strategy="½", count=1)),
        pending=("recall",),
    )
    assert load(dump(plan)) == plan
    assert any(message.name for message in plan.messages)


def test_a_plan_needs_only_what_it_names() -> None:
    stored = dump(build(request(*dialogue(40)), COUNTER))
    for missing in stored.texts:
        texts = {key: text for key, text in stored.texts.items() if key != missing}
        with pytest.raises(ContextError):
            load(StoredPlan(stored.skeleton, texts))
    more = {**stored.texts, "another": "text"}
    assert load(StoredPlan(stored.skeleton, more)) == load(stored)


@pytest.mark.parametrize(
    "skeleton", [b"", b"not compressed", zlib.compress(b"{"), zlib.compress(b"[]"), zlib.compress(b'{"version": 99}')]
)
def test_a_damaged_skeleton_is_a_known_error(skeleton: bytes) -> None:
    with pytest.raises(ContextError):
        load(StoredPlan(skeleton, {}))


def test_what_came_near_is_kept_of_the_entries_and_all_else_exactly() -> None:
    plan = with_lore(build(request(*dialogue(12)), COUNTER))
    blocks = [replace(block, lane=lane) for block, lane in zip(plan.blocks, [*Lane, *Lane], strict=False)]
    blocks[3] = replace(blocks[3], sources=("m1", "m2"))
    plan = replace(plan, blocks=tuple(blocks))
    loaded = load(dump(plan))
    assert loaded == replace(plan, entries=plan.entries[:12])
    assert loaded.entries == near(plan.entries)


def test_of_many_hits_the_first_are_kept() -> None:
    plan = with_lore(build(request(*dialogue(2)), COUNTER))
    often = replace(plan.entries[0], hits=tuple(Hit("a", "m1", at, at + 1) for at in range(9)))
    loaded = load(dump(replace(plan, entries=(often,))))
    assert loaded.entries == (replace(often, hits=often.hits[:MOST_HITS]),)


def test_kinds_of_activation_come_back_in_any_order() -> None:
    plan = with_lore(build(request(*dialogue(2)), COUNTER))
    sticky = replace(plan.activated[2], kind="sticky")
    for activated in (
        (),
        (*plan.activated[:2], sticky),
        plan.activated[::-1],
        (*plan.activated, Activated("untraced", 1, "fresh")),
        (replace(plan.activated[0], revision=9),),
    ):
        assert load(dump(replace(plan, activated=activated))).activated == activated


def test_a_plan_of_the_first_version_is_still_read() -> None:
    kept = json.loads((Path(__file__).parent / "plan_version_1.json").read_text(encoding="utf-8"))
    plan = load(StoredPlan(base64.b64decode(kept["skeleton"]), kept["texts"]))
    assert [(block.id, block.lane) for block in plan.blocks if block.lane is not Lane.HISTORY] == [
        ("prompt.system", Lane.PROTECTED),
        ("prompt.description", Lane.PROTECTED),
        ("prompt.example.1", Lane.EXAMPLES),
        ("prompt.example.2", Lane.EXAMPLES),
        ("m12", Lane.PROTECTED),
        ("draft", Lane.PROTECTED),
        ("prompt.post-history", Lane.PROTECTED),
    ]
    assert plan.used == 88
    assert plan.messages[-1].content == "Be brief."
    assert (plan.entries, plan.activated, plan.lanes, plan.stable) == ((), (), (), 0)
    assert load(dump(plan)) == plan
