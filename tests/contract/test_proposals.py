"""What every ``ProposalRepository`` does: the fake one and that on SQLite."""

from __future__ import annotations

from dataclasses import fields, replace

from desktop_app.domain.character import Character
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan
from desktop_app.domain.summary import Covered, Proposal, ProposalState
from tests.contract.worlds import World, add_chat, append, text_message

_RICH = Proposal(
    "rich",
    "chat",
    "m1",
    "fact",
    "fact:lamp",
    MemoryEntry("e", "Лампа красная. 灯是红的 🎄", keywords=("lamp",), sources=(SourceSpan("m1", 2, 0, 5),)),
    ProposalState.ACCEPTED,
    "older",
    9,
)


def test_a_proposal_comes_back_as_it_was_saved(world: World) -> None:
    default = Proposal("", "", "", "", "", MemoryEntry("", ""))
    assert all(getattr(_RICH, entry.name) != getattr(default, entry.name) for entry in fields(_RICH))
    world.run(world.proposals.save_proposals([_RICH]))
    assert world.run(world.proposals.proposals(ProposalState.ACCEPTED)) == [_RICH]
    assert world.run(world.proposals.proposals(None)) == [_RICH]
    assert world.run(world.proposals.proposals()) == []


def test_proposals_are_told_by_state_the_oldest_first_and_replaced(world: World) -> None:
    waiting = [replace(_RICH, id=key, state=ProposalState.WAITING, created_at=at) for key, at in (("b", 2), ("a", 2))]
    never = replace(_RICH, id="c", state=ProposalState.NEVER_AGAIN, created_at=1, likeness="half \ud83d")
    world.run(world.proposals.save_proposals([*waiting, never]))
    world.run(world.proposals.save_proposals([]))
    never = replace(never, likeness="half \ufffd")
    assert world.run(world.proposals.proposals()) == waiting[::-1]
    assert world.run(world.proposals.proposals(None)) == [never, *waiting[::-1]]
    refused = replace(waiting[0], state=ProposalState.REFUSED)
    world.run(world.proposals.save_proposals([refused, waiting[1]]))
    assert world.run(world.proposals.proposals()) == [waiting[1]]
    assert world.run(world.proposals.proposals(ProposalState.REFUSED)) == [refused]


def test_what_was_looked_through_is_known_by_revision(world: World) -> None:
    assert world.run(world.proposals.read_up_to("chat")) == {}
    world.run(world.proposals.mark_read("chat", [Covered("a", 1), Covered("b", 1), Covered("a", 2)]))
    world.run(world.proposals.mark_read("other", [Covered("a", 7)]))
    world.run(world.proposals.mark_read("chat", [Covered("b", 3), Covered("c", 1)]))
    world.run(world.proposals.mark_read("chat", []))
    assert world.run(world.proposals.read_up_to("chat")) == {"a": 2, "b": 3, "c": 1}
    assert world.run(world.proposals.read_up_to("other")) == {"a": 7}


def test_of_a_message_that_is_removed_nothing_was_looked_through(world: World) -> None:
    add_chat(world)
    append(world, text_message("a"), text_message("b", "a", text=""))
    world.run(world.proposals.mark_read("chat", [Covered("a", 1), Covered("b", 1)]))
    world.run(world.chats.remove_message("b"))
    assert world.run(world.proposals.read_up_to("chat")) == {"a": 1}


def test_what_waits_for_a_character_goes_with_it(world: World) -> None:
    scopes = {"a": Scope(ScopeKind.CHARACTER, "aria"), "b": Scope(ScopeKind.CHARACTER, "ben"), "c": Scope()}
    given = [
        replace(_RICH, id=key, state=ProposalState.WAITING, entry=replace(_RICH.entry, scope=scope))
        for key, scope in scopes.items()
    ]
    refused = replace(given[0], id="d", state=ProposalState.REFUSED)
    world.run(world.proposals.save_proposals([*given, refused]))
    world.run(world.library.save_character(Character("aria", "Aria")))
    world.run(world.library.delete_character("aria"))
    assert world.run(world.proposals.proposals(None)) == [given[1], given[2], refused]
