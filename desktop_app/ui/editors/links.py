"""Which lorebooks counted in a scope, so that undo can put it back: what is deleted takes its links along."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Scope
from desktop_app.services.lore_service import LoreService


@dataclass(frozen=True, slots=True)
class Links:
    """The books of one scope."""

    lore: LoreService
    scope: Scope
    book_ids: tuple[str, ...]

    @classmethod
    async def of(cls, lore: LoreService, scope: Scope) -> Links:
        """As they are now."""
        ids = [book.id for book in await lore.books()]
        return cls(lore, scope, tuple([book_id for book_id in ids if scope in await lore.scopes_of(book_id)]))

    async def put_back(self) -> None:
        """The books that are still there count in the scope again."""
        for book_id in self.book_ids:
            scopes = await self.lore.scopes_of(book_id)
            if self.scope not in scopes:
                try:
                    await self.lore.set_scopes(book_id, (*scopes, self.scope))
                except NotFoundError:
                    continue
