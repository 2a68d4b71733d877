"""What a chat remembers of itself: segments of the rolling summary, and proposals for memory entries. Values and ports.

A segment stands for a run of messages on one path of the message tree. It counts on every branch that has all of them in
the revisions that it was made of; so a fork copies nothing, and an edit makes exactly the touched sentences stale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from desktop_app.domain.memory import MemoryEntry, SummaryMaker, SummarySentence


@dataclass(frozen=True, slots=True)
class Covered:
    """A message that a segment stands for, in the revision that was read."""

    message_id: str
    revision: int


@dataclass(frozen=True, slots=True)
class SummarySegment:
    """A run of messages told in short. ``covers``: all of them in order, also those that no sentence quotes.

    ``level`` 0 tells messages, 1 a scene (several segments of level 0), 2 an arc (several scenes). ``stale``: the ids of
    sentences of which a source was changed, deleted, excluded or restored since. ``model``: who wrote it (empty: no model).
    ``revision`` counts from 1 and grows when the person rewrites or takes out a sentence; the repository sets it.
    Times are Unix milliseconds, UTC.
    """

    id: str
    chat_id: str
    covers: tuple[Covered, ...]
    sentences: tuple[SummarySentence, ...]
    maker: SummaryMaker = SummaryMaker.EXTRACTIVE
    level: int = 0
    model: str = ""
    stale: frozenset[str] = frozenset()
    created_at: int = 0
    revision: int = 1

    @property
    def text(self) -> str:
        """Its sentences, one a line."""
        return "\n".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class OldSentence:
    """A sentence that was replaced, for the history. ``replaced_at`` in Unix milliseconds."""

    sentence: SummarySentence
    segment_id: str
    replaced_at: int


@dataclass(frozen=True, slots=True)
class ToldMessage:
    """A message as whoever makes summaries reads it: its visible text in this revision, and who said it."""

    id: str
    revision: int
    text: str
    speaker: str = ""


class SegmentMaker(Protocol):
    """Finds the sentences that a run of messages is told by. Blocks: call it in a thread. The same messages give the same."""

    def make(self, messages: Sequence[ToldMessage]) -> tuple[SummarySentence, ...]:
        """Sentences in order of time, each a span of one message, with weights that compare across runs.

        Every message that says anything has at least one. Their ids count from 0 (``"0"``, ``"1"`` …): whoever keeps them
        gives them the segment's in front.
        """
        ...


class SummaryRepository(Protocol):
    """The summary segments of chats. Every method is one transaction; unknown ids raise ``NotFoundError``.

    Whoever edits, deletes, excludes, restores or un-marks a message marks the sentences that have it as a source stale in
    the same transaction (``MessageFlags`` and revisions, by ``ChatRepository``).
    """

    async def segments(self, chat_id: str) -> list[SummarySegment]:
        """All of a chat, of every branch, in the order in which they were made."""
        ...

    async def add_segments(self, segments: Sequence[SummarySegment], *, instead_of: Sequence[str] = ()) -> None:
        """Adds segments; those of ``instead_of`` go (their sentences stay as history). Locked sentences of theirs that the new ones repeat by id stay locked.

        A segment of which any message was changed or deleted since it was read, or is still streaming, is left out; what of
        ``instead_of`` tells any of its messages stays then. A sentence of which a source may not be told by now is stale from
        the first. What is repeated by id in the same words is no history. Raises ``StorageError`` where an id is in use.
        """
        ...

    async def revise_sentence(self, sentence: SummarySentence) -> None:
        """The person's own words: replaces text, lock and maker of a sentence, which is not stale then; the old one is history.

        Where the text stays, so does all but lock and maker, and nothing is history.
        """
        ...

    async def remove_sentence(self, sentence_id: str) -> None:
        """Takes a sentence out; it is history."""
        ...

    async def history(self, chat_id: str, limit: int = 200) -> list[OldSentence]:
        """What was replaced or taken out, the newest first."""
        ...


class ProposalState(StrEnum):
    """What became of a proposal."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    NEVER_AGAIN = "never-again"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A memory entry that the program proposes. ``entry`` has its sources and is stored nowhere else until it is accepted.

    ``kind``: fact, name or decision. ``likeness``: what two proposals share that say the same sort of thing ("not like this
    again" is kept by it). ``replaces``: the id of a memory entry that was true until now.
    """

    id: str
    chat_id: str
    message_id: str
    kind: str
    likeness: str
    entry: MemoryEntry
    state: ProposalState = ProposalState.WAITING
    replaces: str = ""
    created_at: int = 0


class ProposalRepository(Protocol):
    """Proposals of all chats. Every method is one transaction."""

    async def proposals(self, state: ProposalState | None = ProposalState.WAITING) -> list[Proposal]:
        """Those in this state (``None``: all), oldest first."""
        ...

    async def save_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Adds or replaces."""
        ...

    async def read_up_to(self, chat_id: str) -> dict[str, int]:
        """The revision in which each message of a chat was last looked through for proposals."""
        ...

    async def mark_read(self, chat_id: str, read: Sequence[Covered]) -> None:
        """These messages were looked through."""
        ...
