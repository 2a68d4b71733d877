"""Which connections' models see pictures, and by whose rule these are priced. Owned by the request maker.

A server is asked once, and only where there are pictures to send; what it does not tell is known by the model's name.
"""

from __future__ import annotations

import asyncio
import logging

from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.domain.errors import ProviderError
from desktop_app.domain.generation import ConnectionProfile, Sees
from desktop_app.domain.message import ImagePart
from desktop_app.domain.pictures import PictureTerms, rule_of, sees_by_name
from desktop_app.domain.ports import ChatProvider

# A preview does not wait longer for a server's word.
PATIENCE_SECONDS = 3.0

_log = logging.getLogger(__name__)

_Key = tuple[str, str, str]


class Sights:
    """Remembers what servers told."""

    def __init__(self) -> None:
        self._told: dict[_Key, bool | None] = {}
        self._silent: set[_Key] = set()
        self._looked: tuple[tuple[BranchMessage, ...], bool] = ((), False)

    async def terms(
        self, connection: ConnectionProfile, provider: ChatProvider, newest: int, *, anew: bool = False
    ) -> PictureTerms:
        """How pictures go to this connection. ``anew``: a server that could not be asked before is asked again."""
        return PictureTerms(await self._sees(connection, provider, anew), rule_of(connection), newest)

    def any_in(self, request: ContextRequest) -> bool:
        """Whether there is any picture in the messages of a request. The same branch is looked through once."""
        if request.draft is not None and request.draft.pictures:
            return True
        if self._looked[0] is not request.branch:
            self._looked = (request.branch, _any(request.branch))
        return self._looked[1]

    async def _sees(self, connection: ConnectionProfile, provider: ChatProvider, anew: bool) -> bool:
        if connection.sees_pictures is not Sees.ASK:
            return connection.sees_pictures is Sees.YES
        key = (connection.id, connection.base_url, connection.model)
        if key not in self._told and (anew or key not in self._silent):
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    self._told[key] = await provider.sees_pictures()
            except (ProviderError, TimeoutError) as error:
                _log.info("Whether the model sees pictures could not be asked: %s", type(error).__name__)
                self._silent.add(key)
        told = self._told.get(key)
        return sees_by_name(connection.model) if told is None else told


def _any(branch: tuple[BranchMessage, ...]) -> bool:
    """Spelled out: ten thousand messages are looked through."""
    for row in branch:
        if row.parts is not None:
            for part in row.parts:
                if type(part) is ImagePart:
                    return True
    return False
