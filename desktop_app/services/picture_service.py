"""Pictures for the window: putting them into a draft, taking them out, reading their bytes, and what a model would pay.

Every change is stored first and then told. What a picture may be is the window's matter, which makes it small before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from desktop_app.domain.message import ImagePart
from desktop_app.domain.pictures import PictureStore, PictureTerms
from desktop_app.services.context_service import ContextService
from desktop_app.services.drafts import Drafts
from desktop_app.services.events import CountsChanged, EventBus


class PictureService:
    """The one door through which pictures come into drafts."""

    def __init__(self, *, pictures: PictureStore, drafts: Drafts, context: ContextService, bus: EventBus) -> None:
        self._pictures = pictures
        self._drafts = drafts
        self._context = context
        self._bus = bus

    async def drafted(self, chat_id: str) -> tuple[ImagePart, ...]:
        """The pictures of a chat's draft."""
        return (await self._drafts.current(chat_id)).pictures

    async def attach(self, chat_id: str, data: bytes, media_type: str, width: int, height: int) -> ImagePart:
        """Puts a picture into a chat's draft, where it stays over a restart. Raises ``TooManyPicturesError``, ``StorageError``."""
        picture = ImagePart(hashlib.sha256(data).hexdigest(), media_type, width, height)
        await self._drafts.attach(chat_id, picture, data)
        self._bus.publish(CountsChanged(chat_id))
        return picture

    async def detach(self, chat_id: str, digest: str) -> None:
        """Takes a picture out of a chat's draft."""
        await self._drafts.detach(chat_id, digest)
        self._bus.publish(CountsChanged(chat_id))

    async def data(self, digests: Iterable[str]) -> dict[str, bytes]:
        """The bytes of pictures; what is not there is left out."""
        return await self._pictures.pictures(digests)

    async def terms(self, chat_id: str) -> PictureTerms:
        """Whether the model that answers in a chat sees pictures, and by which rule they are priced."""
        return await self._context.picture_terms(chat_id)
