"""Turns in a chat of several characters: who speaks, as whom the engine is asked, and what of the chat's knowledge counts then.

Owned by the context service, for the preview and for Send alike. In a chat of one character everything stays as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from desktop_app.context.activation.chance import Chance
from desktop_app.context.request import BranchMessage, GroupScene, InputMessage, LinkedBook
from desktop_app.domain.errors import NobodySpeaksError, SpeakerGoneError
from desktop_app.domain.group import CardsSent, NextSpeaker, SpeakerReason
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.message import MessageKind, Role, Speaker, text_of
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.answering import Answerer
from desktop_app.services.knowledge import Surroundings
from desktop_app.services.turn_order import Spoken, next_speakers, same_name

_TELLERS = frozenset({Role.USER, Role.ASSISTANT})


class GroupTurns:
    """Chooses speakers; remembers the forms of words between two questions."""

    def __init__(self) -> None:
        self._lemmas = Lemmas()

    async def choose(
        self, answerer: Answerer, branch: Sequence[BranchMessage], draft: InputMessage | None, reroll: int
    ) -> tuple[NextSpeaker, ...]:
        """Who speaks after the branch and the draft; nobody in a chat of one character."""
        if not answerer.chat.is_group:
            return ()
        newest = draft.id if draft is not None else branch[-1].id if branch else ""
        chance = Chance(answerer.chat.id, newest, reroll)
        choices = answerer.chat.context.group
        # In a thread: the first question about a Russian name loads a dictionary.
        return await asyncio.to_thread(
            next_speakers, answerer.members, choices, spoken_of(branch, draft), chance, self._lemmas
        )


def spoken_of(branch: Sequence[BranchMessage], draft: InputMessage | None) -> Spoken:
    """What counts of the branch for whose turn it is: nothing that is hidden, excluded or a note."""
    told = [row for row in branch if row.role in _TELLERS and row.flags.sendable and row.kind is not MessageKind.NOTE]
    speakers = tuple(row.speaker_name for row in told if row.role is Role.ASSISTANT)
    if draft is not None:
        return Spoken(speakers, draft.text)
    if not told:
        return Spoken()
    newest = told[-1]
    author = newest.speaker_name if newest.role is Role.ASSISTANT else ""
    return Spoken(speakers, text_of(newest.parts or ()), author)


def as_speaker(answerer: Answerer, speaking: Sequence[NextSpeaker]) -> Answerer:
    """Who answers, as the first of those whose turn it is.

    Raises ``NobodySpeaksError`` where a group has nobody, ``SpeakerGoneError`` where it no longer has whose turn it was.
    """
    if not speaking:
        if answerer.chat.is_group and answerer.members:
            raise NobodySpeaksError
        return answerer
    wanted = speaking[0].character_id
    speaker = next((member for member in answerer.members if member.id == wanted), None)
    if speaker is None:
        raise SpeakerGoneError(name=speaking[0].name)
    return replace(answerer, character=speaker, speaking=tuple(speaking))


def speaks_again(answerer: Answerer, speaker: Speaker) -> tuple[NextSpeaker, ...]:
    """The member who said a message, for another answer in its place; the first where it is nobody's of them."""
    if not answerer.chat.is_group or not answerer.members:
        return ()
    by_id = (member for member in answerer.members if member.id == speaker.id)
    by_name = (member for member in answerer.members if same_name(member.name, speaker.name))
    member = next(by_id, None) or next(by_name, answerer.members[0])
    return (NextSpeaker(member.id, member.name, SpeakerReason.AGAIN),)


def speaks_on_demand(answerer: Answerer, character_id: str) -> tuple[NextSpeaker, ...]:
    """The member whom the person lets speak, whatever the order of turns says."""
    chosen = (member for member in answerer.members if member.id == character_id)
    return tuple(NextSpeaker(member.id, member.name, SpeakerReason.CHOSEN) for member in chosen)


def scene_of(answerer: Answerer) -> GroupScene | None:
    """What the engine needs to know of the others; None in a chat of one character."""
    if not answerer.chat.is_group or len(answerer.members) < 2:
        return None
    choices = answerer.chat.context.group
    return GroupScene(answerer.members, choices.muted, choices.cards is CardsSent.ALL)


def around_speaker(around: Surroundings, answerer: Answerer) -> Surroundings:
    """What counts for who speaks: lore and memory of the other characters only where all cards are sent."""
    scene = scene_of(answerer)
    if scene is None or scene.all_cards or answerer.character is None:
        return around
    speaker_id = answerer.character.id

    def counts(scope: Scope) -> bool:
        return scope.kind is not ScopeKind.CHARACTER or scope.id == speaker_id

    linked = ((book, tuple(filter(counts, book.scopes))) for book in around.books)
    return replace(
        around,
        books=tuple(LinkedBook(book.book, scopes) for book, scopes in linked if scopes),
        memories=tuple(entry for entry in around.memories if counts(entry.scope)),
    )
