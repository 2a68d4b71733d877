"""What stands in the composers: one draft a chat, known by the id its message will have from its first character on.

Shared by the chat, strategy and context services. With the draft goes what was decided for its message alone: a strategy
for once, and how often chance was asked anew. Both are kept in memory also while nothing is typed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from desktop_app.domain.chat import Draft
from desktop_app.domain.errors import AppError
from desktop_app.domain.message import ImagePart, clean_text
from desktop_app.domain.pictures import MOST_PICTURES, TooManyPicturesError
from desktop_app.domain.ports import ChatRepository


class Drafts:
    """Keeps the drafts in memory, and stores them in the repository."""

    def __init__(self, chats: ChatRepository, new_id: Callable[[], str]) -> None:
        self._chats = chats
        self._new_id = new_id
        self._known: dict[str, Draft] = {}
        self._used: dict[str, str] = {}

    async def get(self, chat_id: str) -> Draft | None:
        """What stands in the chat's composer, or None where nothing does."""
        draft = await self.current(chat_id)
        return None if draft.is_blank else draft

    async def current(self, chat_id: str) -> Draft:
        """The draft with its message's id and what was decided for it; the same id until ``take``. Its text may be empty."""
        if chat_id not in self._known:
            stored = await self._chats.get_draft(chat_id)
            # One that is becoming a message just now may still be there.
            if stored is None or stored.message_id == self._used.get(chat_id):
                stored = Draft(chat_id, self._new_id(), "")
            self._known.setdefault(chat_id, stored)
        return self._known[chat_id]

    async def save(self, chat_id: str, text: str) -> None:
        """Stores the draft's text; an empty one removes it."""
        await self._change(chat_id, text=clean_text(text))

    async def attach(self, chat_id: str, picture: ImagePart, data: bytes) -> None:
        """Puts a picture behind those that there are; the same once more changes nothing. Raises ``TooManyPicturesError``."""
        draft = await self.current(chat_id)
        if picture.digest in {one.digest for one in draft.pictures}:
            return
        if len(draft.pictures) >= MOST_PICTURES:
            raise TooManyPicturesError(limit=MOST_PICTURES)
        draft = replace(draft, pictures=(*draft.pictures, picture))
        self._known[chat_id] = draft
        try:
            await self._chats.save_draft(draft, {picture.digest: data})
        except AppError:  # what was never stored is not there
            await self._drop(chat_id, picture.digest)
            raise

    async def detach(self, chat_id: str, digest: str) -> None:
        """Takes a picture out again."""
        await self._drop(chat_id, digest)
        await self._chats.save_draft(self._known[chat_id])

    def forget(self, chat_id: str) -> None:
        """The chat is gone."""
        self._known.pop(chat_id, None)
        self._used.pop(chat_id, None)

    async def choose_strategy(self, chat_id: str, strategy: str | None) -> None:
        """The strategy for the draft's message alone; None: the chat's own."""
        await self._change(chat_id, strategy_once=strategy)

    async def ask_chance_anew(self, chat_id: str) -> None:
        """Whatever is left to chance falls anew for this message."""
        await self._change(chat_id, reroll=(await self.current(chat_id)).reroll + 1)

    def take(self, chat_id: str) -> Draft | None:
        """The draft becomes a message now: the next one is another. None where nothing was asked about it before."""
        draft = self._known.pop(chat_id, None)
        if draft is not None:
            self._used[chat_id] = draft.message_id
        return draft

    def give_back(self, draft: Draft) -> None:
        """It became no message: what was decided for it counts for the next one. Its id must not serve twice."""
        current = self._known.get(draft.chat_id) or replace(draft, message_id=self._new_id())
        more = tuple(picture for picture in current.pictures if picture not in draft.pictures)
        self._known[draft.chat_id] = replace(
            current, strategy_once=draft.strategy_once, reroll=draft.reroll, pictures=(*draft.pictures, *more)
        )

    async def _drop(self, chat_id: str, digest: str) -> None:
        draft = await self.current(chat_id)
        left = tuple(picture for picture in draft.pictures if picture.digest != digest)
        self._known[chat_id] = replace(draft, pictures=left)

    async def _change(self, chat_id: str, **changes: str | int | None) -> None:
        draft = replace(await self.current(chat_id), **changes)
        self._known[chat_id] = draft
        await self._chats.save_draft(draft)
