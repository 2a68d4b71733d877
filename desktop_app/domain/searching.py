"""Search for people over all chats: what is asked, what is found, and the port of the index of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from desktop_app.domain.message import Role


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """What is looked for and where. ``None`` and empty: anywhere. ``since`` and ``until`` in Unix milliseconds, UTC.

    Every part of ``text`` (split at white space; a "quoted phrase" is one part) must be found. Chats in the trash and
    messages marked as deleted are not searched; excluded and hidden ones are. ``since`` is in, ``until`` is out.
    ``character_id``: in chats with this character, and what it said elsewhere. Without ``all_variants`` a message whose
    place another variant has taken (another greeting, too) is left out; what was said below such a one is found.
    """

    text: str
    chat_id: str = ""
    character_id: str = ""
    role: Role | None = None
    since: int | None = None
    until: int | None = None
    all_variants: bool = False


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A message that was found. ``cursor`` is smaller the older it is: what ``before`` of the next page is.

    Newest is what was said on the latest day, wherever it was said; of one day what came into Talespan last.

    ``spans``: where in its visible text the parts were found (characters), none where it was found by meaning.
    """

    chat_id: str
    message_id: str
    revision: int
    text: str
    spans: tuple[tuple[int, int], ...]
    speaker_name: str
    role: Role
    created_at: int
    cursor: int
    score: float = 0.0


class MessageSearch(Protocol):
    """The index of words over all messages, written in the transaction of each change. Every method is one transaction."""

    async def find(self, question: SearchQuestion, limit: int, before: int | None = None) -> list[SearchHit]:
        """The newest messages that hold all parts, ``limit`` of them older than the cursor ``before``.

        Fewer than ``limit``: there are no more. A question with nothing in it that can be looked up finds none.
        """
        ...

    async def waiting(self) -> int:
        """How many messages are not in the index yet: they cannot be found."""
        ...

    async def index_older(self, at_most: int) -> int:
        """Indexes messages from before there was an index (a database that was brought up to date); says how many are left."""
        ...

    async def tidy(self) -> bool:
        """Does a little of what makes the index quicker to ask; False where nothing is left to do."""
        ...


class MeaningSearch(Protocol):
    """Finding by meaning, where recall is switched on."""

    async def near(self, text: str, question: SearchQuestion, limit: int) -> list[SearchHit]:
        """The messages nearest in meaning to ``text`` that ``question`` lets in, the nearest first.

        ``cursor`` of these hits says nothing. Empty where recall is off.
        """
        ...
