"""Rounds in a chat of several characters: one Send, the turns of all whose turn it is."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import (
    ChatBusyError,
    NobodySpeaksError,
    ProviderError,
    ProviderErrorKind,
    SpeakerGoneError,
)
from desktop_app.domain.generation import FinishReason, StreamFailed
from desktop_app.domain.group import CardsSent, GroupChoices, TurnOrder
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.message import Message, MessageState, Role, Speaker, TextPart
from desktop_app.domain.settings import Settings
from desktop_app.services.events import DeltaReceived, TurnFinished, TurnStarted
from desktop_app.services.own_words import MOST_STOPS, without_name
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.unit.services.request_material import book
from tests.unit.services.scenario import run, until

NAMES = ("Mira", "Tom", "Ann")


async def group(
    program: Program, names: tuple[str, ...] = NAMES, order: TurnOrder = TurnOrder.LIST, talks: str = "0"
) -> tuple[Chat, list[Character]]:
    """A chat of several characters."""
    members = [
        await program.library.save_character(
            Character("", name, description=f"{name}'s card", extensions={"talkativeness": talks})
        )
        for name in names
    ]
    chat = await program.chats.new_chat("Harbour")
    await program.groups.set_members(chat.id, [member.id for member in members])
    await program.groups.set_order(chat.id, order)
    return await program.chats.get_chat(chat.id), members


async def said(program: Program, chat_id: str) -> list[tuple[str, str]]:
    """Who said what."""
    return [(message.speaker.name, message.text) for message in await program.branch_messages(chat_id)]


def scripted(*texts: str) -> Program:
    """A program whose model says these, one after the other."""
    return make_program(ScriptedProvider([words(text) for text in texts]))


def test_one_send_makes_the_turns_of_all_each_with_its_speaker_and_plan() -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program)
        last = await program.chats.send(chat.id, "Good morning")
        assert await said(program, chat.id) == [
            ("You", "Good morning"),
            ("Mira", "One"),
            ("Tom", "Two"),
            ("Ann", "Three"),
        ]
        messages = await program.branch_messages(chat.id)
        assert [message.speaker.id for message in messages[1:]] == [member.id for member in members]
        assert last.message_id == messages[-1].id
        for message, member in zip(messages[1:], members, strict=True):
            plan = await program.context.stored_plan(message.id)
            assert plan is not None
            assert f"{member.name}'s card" in str(plan.messages)
            assert sum(f"{other.name}'s card" in str(plan.messages) for other in members) == 1
            assert plan.warnings[0].sentence == f"{member.name} speaks next: next in the list."
        assert "Mira: One" in str(program.provider.requests[2].messages)
        assert not program.chats.is_streaming(chat.id)

    run(scenario, scripted("One", "Two", "Three"))


def test_the_chat_is_held_from_the_first_turn_to_the_last() -> None:
    async def scenario(program: Program) -> None:
        chat, _ = await group(program)
        busy: list[bool] = []
        program.bus.subscribe(TurnFinished, lambda _: busy.append(program.chats.is_streaming(chat.id)))
        await program.chats.send(chat.id, "Good morning")
        assert busy == [True, True, False]
        assert len(program.of_kind(TurnStarted)) == 3

    run(scenario, scripted("One", "Two", "Three"))


def test_the_preview_says_who_speaks_and_is_what_the_model_receives() -> None:
    async def scenario(program: Program) -> None:
        chat, _ = await group(program, order=TurnOrder.NATURAL, talks="0.5")
        for text in ("Tom, where is Ann?", "Well", "Mira!", "Nobody in particular"):
            await program.chats.save_draft(chat.id, text)
            preview = await program.context.preview(chat.id, text)
            before = len(program.provider.requests)
            await program.chats.send(chat.id, text)
            assert program.provider.requests[before].messages == preview.messages
            turns = await program.branch_messages(chat.id)
            first = [message for message in turns if message.role is Role.USER][-1]
            answer = turns[turns.index(first) + 1]
            stored = await program.context.stored_plan(answer.id)
            assert stored is not None
            assert stored.fingerprint == preview.fingerprint
            assert preview.warnings[0].params["name"] == answer.speaker.name

    run(scenario, scripted("Hm."))


def test_stop_ends_the_whole_round() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat, _ = await group(program)
        sending = program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 1)
        assert program.chats.stop(chat.id)
        turn = await sending
        assert turn.finish_reason is FinishReason.CANCELLED
        assert await said(program, chat.id) == [("You", "Tell me"), ("Mira", "One")]
        assert len(program.provider.requests) == 1
        assert not program.chats.is_streaming(chat.id)

    run(scenario, scripted("One", "Two"))


def test_stop_between_two_turns_ends_the_round_too() -> None:
    async def scenario(program: Program) -> None:
        chat, _ = await group(program)
        stopped: list[bool] = []
        program.bus.subscribe(TurnFinished, lambda _: stopped.append(program.chats.stop(chat.id)))
        await program.chats.send(chat.id, "Tell me")
        assert await said(program, chat.id) == [("You", "Tell me"), ("Mira", "One")]
        assert stopped == [True, False]
        assert len(program.provider.requests) == 1
        assert not program.chats.is_streaming(chat.id)

    run(scenario, scripted("One", "Two"))


def test_a_failure_ends_the_round_with_what_is_there() -> None:
    async def scenario(program: Program) -> None:
        chat, _ = await group(program)
        await program.chats.send(chat.id, "Tell me")
        assert await said(program, chat.id) == [("You", "Tell me"), ("Mira", "One")]
        assert program.of_kind(TurnFinished)[-1].error is not None
        assert not program.chats.is_streaming(chat.id)

    failure = StreamFailed(ProviderError(ProviderErrorKind.NETWORK))
    run(scenario, make_program(ScriptedProvider([words("One"), [failure]])))


def test_while_a_round_runs_nothing_else_is_asked_in_the_chat() -> None:
    async def scenario(program: Program) -> None:
        program.provider.hold = asyncio.Event()
        chat, members = await group(program)
        program.tasks.launch("send", program.chats.send(chat.id, "Tell me"))
        await until(lambda: len(program.of_kind(DeltaReceived)) == 1)
        with pytest.raises(ChatBusyError):
            await program.chats.go_on(chat.id, members[1].id)
        program.provider.hold.set()
        await until(lambda: len(program.of_kind(TurnFinished)) == 3)

    run(scenario, scripted("One", "Two", "Three"))


def test_regenerate_is_by_the_speaker_of_the_row() -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program)
        await program.chats.send(chat.id, "Tell me")
        tom = (await program.branch_messages(chat.id))[2]
        await program.chats.regenerate(tom.id)
        assert await said(program, chat.id) == [("You", "Tell me"), ("Mira", "One"), ("Tom", "Other")]
        again = (await program.branch_messages(chat.id))[-1]
        assert (again.parent_id, again.speaker.id) == (tom.parent_id, members[1].id)
        plan = await program.context.stored_plan(again.id)
        assert plan is not None
        assert plan.warnings[0].sentence == "Tom speaks: another answer in the place of an earlier one."

    run(scenario, scripted("One", "Two", "Three", "Other"))


def test_the_message_of_an_imported_speaker_is_made_anew_by_name() -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program)
        message = Message("old", chat.id, None, Role.ASSISTANT, (TextPart("Ahoy"),), Speaker("TOM"))
        await program.chat_repository.append(message)
        await program.chats.regenerate("old")
        assert (await program.branch_messages(chat.id))[-1].speaker == Speaker("Tom", members[1].id)

    run(scenario, scripted("Other"))


def test_the_round_goes_on_without_a_message_and_anybody_can_be_let_speak() -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program, order=TurnOrder.MANUAL)
        await program.groups.pick(chat.id, members[2].id)
        await program.chats.send(chat.id, "Who is there?")
        await program.chats.go_on(chat.id, members[0].id)
        await program.groups.set_order(chat.id, TurnOrder.LIST)
        await program.chats.go_on(chat.id)
        assert [name for name, _ in await said(program, chat.id)] == ["You", "Ann", "Mira", "Tom", "Ann"]

    run(scenario, scripted("Here"))


def test_everybody_muted_is_said_and_the_message_stays() -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program)
        for member in members:
            await program.groups.set_muted(chat.id, member.id, muted=True)
        with pytest.raises(NobodySpeaksError):
            await program.context.preview(chat.id, "Hello?")
        await program.chats.send(chat.id, "Hello?")
        assert await said(program, chat.id) == [("You", "Hello?")]
        assert isinstance(program.of_kind(TurnFinished)[-1].error, NobodySpeaksError)
        await program.groups.set_muted(chat.id, members[1].id, muted=False)
        await program.chats.regenerate((await program.branch_messages(chat.id))[-1].id)
        assert (await said(program, chat.id))[-1] == ("Tom", "Here")

    run(scenario, scripted("Here"))


def test_lore_and_memory_of_the_speaker_count_or_of_all() -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program, order=TurnOrder.MANUAL)
        for member in members:
            scope = Scope(ScopeKind.CHARACTER, member.id)
            entry = replace(program.memory.new_entry(scope), content=f"{member.name} remembers", always_in_context=True)
            await program.memory.save(entry)
            await book(program, f"book of {member.name}", scope)
        await book(program, "shared", *(Scope(ScopeKind.CHARACTER, member.id) for member in members))
        await program.groups.pick(chat.id, members[1].id)
        request = await program.context.request(chat.id, "Hi")
        assert [entry.content for entry in request.memories] == ["Tom remembers"]
        assert sorted(linked.book.name for linked in request.books) == ["book of Tom", "shared"]
        assert all(scope.id == members[1].id for linked in request.books for scope in linked.scopes)
        await program.groups.set_cards(chat.id, CardsSent.ALL)
        request = await program.context.request(chat.id, "Hi")
        assert len(request.memories) == 3
        assert len(request.books) == 4

    run(scenario, make_program())


def test_an_answer_ends_where_another_would_begin_and_does_not_begin_with_a_name() -> None:
    async def scenario(program: Program) -> None:
        await program.settings.change(lambda known: replace(known, user_name="Ilya"))
        chat, _ = await group(program)
        turn = await program.chats.send(chat.id, "Hi")
        assert [text for _, text in await said(program, chat.id)] == ["Hi", "Good day", "Mira: she waves", "Yes"]
        assert "".join(event.text for event in program.of_kind(DeltaReceived)) == "Good dayMira: she wavesYes"
        stops = [request.settings.stop for request in program.provider.requests]
        assert stops == [("\nTom:", "\nAnn:"), ("\nMira:", "\nAnn:"), ("\nMira:", "\nTom:")]
        assert turn.settings.stop == stops[-1]

    run(scenario, scripted("**Mira:** Good day", "Mira: she waves", "Ann： Yes"))


def test_stops_stay_as_few_as_servers_take_and_an_ordinary_chat_has_none() -> None:
    async def scenario(program: Program) -> None:
        chat, _ = await group(program, tuple(f"Name{number}" for number in range(9)))
        await program.chats.go_on(chat.id, (await program.chats.get_chat(chat.id)).character_ids[0])
        assert len(program.provider.requests[-1].settings.stop) == MOST_STOPS
        ordinary = await program.chats.new_chat()
        await program.chats.send(ordinary.id, "Hi")
        assert program.provider.requests[-1].settings.stop == ()

    run(scenario, make_program())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", None),
        ("Mi", None),
        ("Mira", None),
        ("Mira:", None),
        ("Mira: Hi", "Hi"),
        ("[Mira]: Hi", "Hi"),
        ("mira：你好", "你好"),
        ("Mira smiles: Hi", "Mira smiles: Hi"),
        ("Miranda: Hi", "Miranda: Hi"),
        ("*waves*", "*waves*"),
        ("Mira Holt: Hi", "Hi"),
    ],
)
def test_a_name_at_the_beginning_is_taken_away_once_it_is_certain(text: str, expected: str | None) -> None:
    assert without_name(text, ("Mira", "Mira Holt")) == expected


def test_an_answer_that_is_nothing_but_the_beginning_of_a_name_is_kept() -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program)
        await program.chats.go_on(chat.id, members[0].id)
        assert await said(program, chat.id) == [("Mira", "Mira")]
        assert (await program.branch_messages(chat.id))[0].state is MessageState.COMPLETE

    run(scenario, scripted("Mira"))


def test_members_greet_when_a_group_begins_with_greetings_for_groups_first() -> None:
    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(
            Character(
                "", "Mira", first_mes="Alone.", group_only_greetings=("{{char}} greets {{group}}.", "Welcome, all.")
            )
        )
        tom = await program.library.save_character(Character("", "Tom", first_mes="Ahoy, {{user}}."))
        mute = await program.library.save_character(Character("", "Ann"))
        chat = await program.chats.new_chat()
        await program.groups.set_members(chat.id, [mira.id, tom.id, mute.id])
        assert await program.groups.greet(chat.id)
        assert await said(program, chat.id) == [("Mira", "Mira greets Mira, Tom, Ann."), ("Tom", "Ahoy, You.")]
        assert [row.variants for row in await program.chats.branch(chat.id)] == [2, 1]
        assert not await program.groups.greet(chat.id)
        assert len(await program.chats.branch(chat.id)) == 2

    run(scenario, make_program(settings=Settings(first_run_done=True)))


@pytest.mark.parametrize(
    ("gone", "speakers"),
    [(("Tom",), ["You", "Mira", "Ann"]), (("Tom", "Ann"), ["You", "Mira"]), (NAMES, ["You", "Mira"])],
)
def test_nobody_speaks_for_those_who_went_away_meanwhile(gone: tuple[str, ...], speakers: list[str]) -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program)

        async def take_out() -> None:
            for member in members:
                if member.name in gone:
                    await program.library.delete_character(member.id)

        leaving: list[asyncio.Task[None]] = []

        def on_started(_event: TurnStarted) -> None:
            if not leaving:
                leaving.append(program.tasks.launch("leave", take_out()))

        program.bus.subscribe(TurnStarted, on_started)
        await program.chats.send(chat.id, "Hello")
        assert [name for name, _ in await said(program, chat.id)] == speakers
        error = program.of_kind(TurnFinished)[-1].error
        assert isinstance(error, SpeakerGoneError) is (speakers[-1] == "Mira")
        assert not program.chats.is_streaming(chat.id)

    run(scenario, scripted("One", "Two", "Three"))


def test_who_leaves_takes_what_was_chosen_of_them_along() -> None:
    async def scenario(program: Program) -> None:
        chat, members = await group(program)
        ids = [member.id for member in members]
        await program.groups.set_muted(chat.id, ids[0], muted=True)
        await program.groups.set_muted(chat.id, ids[1], muted=True)
        await program.groups.pick(chat.id, ids[0])
        await program.groups.set_members(chat.id, [ids[2], ids[1], ids[2]])
        chat = await program.chats.get_chat(chat.id)
        assert chat.character_ids == (ids[2], ids[1])
        assert chat.context.group == GroupChoices(TurnOrder.LIST, muted=(ids[1],))
        assert [card.name for card in (await program.groups.state(chat.id)).candidates] == ["Mira"]

    run(scenario, make_program())
