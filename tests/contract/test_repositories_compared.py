"""Any chain of actions on a message tree leaves the fake and the real repository in the same state.

So does a real one with a session cache before it: one with room for everything, and one that must let go all the time.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from desktop_app.domain.chat import Chat, Draft
from desktop_app.domain.errors import StorageError
from desktop_app.domain.generation import Activated, StoredPlan
from desktop_app.domain.message import FlagsPatch, Message, MessageFlags, MessageState, TextPart
from desktop_app.storage.chat_tails import ENTRY_BYTES, MESSAGE_BYTES, ChatTails
from tests.contract.worlds import World, a_turn, an_answer, cached_world, copied_world, fake_world, text_message
from tests.examples import examples

_TEXTS = st.sampled_from(["", "Hello.", "Привет", "北京 🎄", "a\ud800b"])
_IDS = ("chat", "other")
_CHATS = st.sampled_from(_IDS)
_LIMITS = (3, 0, 1, 50)

# Room for a few messages of one of the two chats.
_NARROW = ENTRY_BYTES + 4 * (MESSAGE_BYTES + 400)
_FLAGS = st.builds(MessageFlags, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.booleans())

_PATCH = st.sampled_from([None, False, True])
_PATCHES = st.builds(FlagsPatch, _PATCH, _PATCH, _PATCH, _PATCH, _PATCH)
_ACTIVE = st.sampled_from([(), (Activated("lamp", 1, "fresh"),), (Activated("lamp", 1, "sticky"),)])


class TreeMachine(RuleBasedStateMachine):
    """Does everything twice, and compares. ``template``: a folder with a fresh database."""

    template: ClassVar[Path]

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory(prefix="talespan-tree-")
        folder = Path(self._folder.name)
        self._worlds: list[World] = [
            fake_world(),
            copied_world(self.template, folder / "world"),
            copied_world(self.template, folder / "cached", cached_world),
            copied_world(self.template, folder / "narrow", lambda at: cached_world(at, ChatTails(_NARROW))),
        ]
        self._numbers = count(1)
        self._known: list[str] = []

    messages: Bundle[Message] = Bundle("messages")

    @initialize()
    def two_chats(self) -> None:
        for world in self._worlds:
            for chat_id in _IDS:
                world.run(world.chats.add_chat(Chat(chat_id)))

    @rule(target=messages, chat_id=_CHATS, text=_TEXTS)
    def add_root(self, chat_id: str, text: str) -> Message:
        return self._append(text_message(self._new_id(), None, text, chat_id=chat_id))

    @rule(target=messages, parent=messages, text=_TEXTS)
    def add_child(self, parent: Message, text: str) -> Message:
        return self._append(text_message(self._new_id(), parent.id, text, chat_id=parent.chat_id))

    @rule(target=messages, parent=messages, text=_TEXTS, finish=st.sampled_from(["finish", "leave"]), active=_ACTIVE)
    def stream(self, parent: Message, text: str, finish: str, active: tuple[Activated, ...]) -> Message:
        answer = replace(an_answer(parent.id, self._new_id()), chat_id=parent.chat_id)
        plan = StoredPlan(answer.id.encode()) if active else None
        turn = replace(a_turn(f"turn-{answer.id}", answer.id, plan), chat_id=parent.chat_id, activated=active)
        grown = replace(answer, parts=(TextPart(text),))
        self._same(lambda world: world.run(world.turns.open_turn(turn, answer)))
        self._same(lambda world: world.run(world.turns.save_partial(grown)))
        if finish == "finish":
            final = replace(grown, state=MessageState.COMPLETE)
            self._same(lambda world: world.run(world.turns.finish_turn(turn, final)))
        self._known.append(answer.id)
        return answer

    @rule(message=messages, text=_TEXTS)
    def revise(self, message: Message, text: str) -> None:
        revised = replace(message, parts=(TextPart(text),), state=MessageState.COMPLETE)
        self._same(lambda world: world.run(world.chats.revise(revised)))

    @rule(message=messages, flags=_FLAGS)
    def set_flags(self, message: Message, flags: MessageFlags) -> None:
        self._same(lambda world: world.run(world.chats.set_flags([message.id], flags)))

    @rule(messages=st.lists(messages, max_size=4), patch=_PATCHES, chat_id=_CHATS)
    def change_flags(self, messages: list[Message], patch: FlagsPatch, chat_id: str) -> None:
        changes = {message.id: patch for message in messages}
        self._same(lambda world: world.run(world.chats.change_flags(chat_id, changes)))

    @rule(message=messages)
    def choose(self, message: Message) -> None:
        self._same(lambda world: world.run(world.chats.choose(message.id)))

    @rule(message=consumes(messages))
    def remove(self, message: Message) -> None:
        self._same(lambda world: world.run(world.chats.remove_message(message.id)))

    @rule(chat_id=_CHATS, text=_TEXTS)
    def save_draft(self, chat_id: str, text: str) -> None:
        self._same(lambda world: world.run(world.chats.save_draft(Draft(chat_id, "draft", text))))

    @rule()
    def recover(self) -> None:
        self._same(lambda world: world.run(world.turns.recover()))

    @invariant()
    def all_is_the_same(self) -> None:
        fake, *others = (self._state_of(world) for world in self._worlds)
        assert others == [fake] * len(others)

    def teardown(self) -> None:
        for world in self._worlds:
            world.close()
        self._folder.cleanup()

    def _append(self, message: Message) -> Message:
        self._same(lambda world: world.run(world.chats.append(message)))
        self._known.append(message.id)
        return message

    def _new_id(self) -> str:
        return f"m{next(self._numbers):03}"

    def _same(self, act: Callable[[World], object]) -> None:
        fake, *others = (_outcome(act, world) for world in self._worlds)
        assert others == [fake] * len(others)

    def _state_of(self, world: World) -> object:
        world.clock.advance(1)
        found = world.run(world.chats.messages(self._known))
        return (
            [world.run(world.chats.branch(chat_id)) for chat_id in _IDS],
            [world.run(world.chats.tail(chat_id, limit)) for limit in _LIMITS for chat_id in _IDS],
            [world.run(world.chats.get_draft(chat_id)) for chat_id in _IDS],
            world.run(world.chats.list_chats()),
            found,
            [world.run(world.turns.activations(chat_id)) for chat_id in _IDS],
            [world.run(world.turns.last_turn(chat_id)) for chat_id in _IDS],
            [world.run(world.turns.turn_of(message_id)) for message_id in self._known[-3:]],
            [world.run(world.chats.variants(message_id)) for message_id in list(found)[-3:]],
            [world.run(world.chats.revisions(message_id)) for message_id in list(found)[-3:]],
        )


def _outcome(act: Callable[[World], object], world: World) -> object:
    """What came of it; of an error its kind, since the sentence may differ."""
    try:
        return act(world)
    except StorageError as error:
        return type(error)


@pytest.fixture(autouse=True, scope="module")
def _template(database_template: Path) -> None:
    TreeMachine.template = database_template


TestTree = TreeMachine.TestCase
TestTree.settings = examples(8, steps=20)
