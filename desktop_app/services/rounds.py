"""A round: the turns of all who speak after a message, one after the other. In a chat of one character it is one turn.

Called by ``ChatService`` within its claim of the chat. Stop, a failure or an answer that broke off ends the round with what is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError
from desktop_app.domain.generation import Turn
from desktop_app.domain.group import NextSpeaker
from desktop_app.domain.message import Message
from desktop_app.services.answering import Asked
from desktop_app.services.context_service import ContextService
from desktop_app.services.group_turns import speaks_again, speaks_on_demand
from desktop_app.services.turn_runner import Claim, TurnRunner


class Rounds:
    """Makes the turns; chooses nobody itself."""

    def __init__(self, runner: TurnRunner, context: ContextService) -> None:
        self._runner = runner
        self._context = context

    async def answer(
        self,
        claim: Claim,
        chat: Chat,
        message_id: str | None,
        asked: Asked = Asked(),
        *,
        beside: str | None = None,
        speaker_id: str | None = None,
    ) -> Turn:
        """The turns of all who speak after a message of the visible branch, by the order of the chat. Returns the last one.

        ``speaker_id``: only this member speaks, whom the person lets.
        """
        speaking: tuple[NextSpeaker, ...] = ()
        if chat.is_group and speaker_id is not None:
            speaking = speaks_on_demand(await self._context.answerer(chat.id), speaker_id)
        elif chat.is_group:
            speaking = await self._context.next_speakers(chat.id, message_id, reroll=asked.reroll)
        return await self._turns(claim, chat.id, message_id, asked, speaking, beside)

    async def again(self, chat: Chat, message: Message, asked: Asked) -> Turn:
        """Another answer beside this one, by the same speaker."""
        speaking = speaks_again(await self._context.answerer(chat.id), message.speaker) if chat.is_group else ()
        return await self._runner.run(chat.id, message.parent_id, replace(asked, speaking=speaking), beside=message.id)

    async def _turns(
        self,
        claim: Claim,
        chat_id: str,
        message_id: str | None,
        asked: Asked,
        speaking: Sequence[NextSpeaker],
        beside: str | None,
    ) -> Turn:
        left = tuple(speaking)
        while True:
            turn = await self._runner.run(
                chat_id, message_id, replace(asked, speaking=left), beside=beside, more=len(left) > 1
            )
            if claim.over.is_set() or len(left) < 2:
                return turn
            left, message_id, beside = await self._still_there(chat_id, left[1:]), turn.message_id, None

    async def _still_there(self, chat_id: str, left: tuple[NextSpeaker, ...]) -> tuple[NextSpeaker, ...]:
        """Without those who were taken out while others spoke. Where nobody is left, the next turn says so and is the last."""
        try:
            members = {member.id for member in (await self._context.answerer(chat_id)).members}
        except AppError:  # the next turn meets it too, and tells it
            return left
        return tuple(one for one in left if one.character_id in members) or left
