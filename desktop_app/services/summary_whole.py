"""A whole chat told in so many tokens, as if all of it had left the window: for the command, and for a hand-over.

Pure. The sentences and the choice are those of the prompt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from desktop_app.context.places import Places
from desktop_app.context.request import BranchMessage
from desktop_app.context.summary import choose, offered
from desktop_app.domain.chat import BranchRow
from desktop_app.domain.memory import SourceSpan, SummarySentence
from desktop_app.domain.ports import TokenCounter
from desktop_app.domain.summary import SegmentMaker, ToldMessage
from desktop_app.services import summary_candidates
from desktop_app.services.summary_candidates import Placed


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sentence of the summary of a whole chat. ``numbers``: those of its sources' messages in the branch, from 1."""

    id: str
    text: str
    tokens: int
    sources: tuple[SourceSpan, ...]
    numbers: tuple[int, ...]
    made_by: str
    weight: float


def light_branch(rows: Iterable[BranchRow]) -> tuple[BranchMessage, ...]:
    """A branch without texts and counts."""
    return tuple(
        BranchMessage(row.id, row.revision, row.role, 0, row.flags, row.kind, row.speaker_name, exact=False)
        for row in rows
    )


def told_whole(
    sentences: Sequence[SummarySentence],
    branch: Sequence[BranchMessage],
    counter: TokenCounter,
    room: int,
    but: Collection[str] = (),
) -> tuple[Chosen, ...]:
    """The best of ``sentences`` in ``room`` tokens, in order of time, but of nothing that the messages ``but`` say.

    Blocks: call it in a thread.
    """
    by_id = {sentence.id: sentence for sentence in sentences}
    chosen = choose(offered(sentences, Places(branch), counter), but, room)
    return tuple(
        Chosen(
            id=item.id,
            text=item.text,
            tokens=item.cost,
            sources=item.sources,
            numbers=tuple(place + 1 for place in item.places),
            made_by=by_id[item.id].made_by.value,
            weight=by_id[item.id].weight,
        )
        for item in chosen
    )


def sentences_of(messages: Sequence[ToldMessage], maker: SegmentMaker, every: int) -> tuple[SummarySentence, ...]:
    """What would be offered of these messages if they were a chat, all of them in segments. Blocks: call it in a thread."""
    placed: list[Placed] = []
    for start in range(0, len(messages), every):
        run = messages[start : start + every]
        places = {message.id: place for place, message in enumerate(run, start)}
        for sentence in maker.make(run):
            named = SummarySentence(f"{start}:{sentence.id}", sentence.text, sentence.sources, sentence.weight)
            placed.append(Placed(places[sentence.sources[0].message_id], named))
    return summary_candidates.offered(placed, len(messages))
