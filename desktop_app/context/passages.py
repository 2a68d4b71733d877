"""What stands for messages that are not in the window, as groups: recalled passages, and the rolling summary.

Called by ``builder``. A passage has a label that says from where and how old it is (``prompt_words``); they stand in order of
time. Which of them come in, and which sentences, is decided by ``budget``, once it is known what is in the window.
"""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.context.pieces import Group, Piece
from desktop_app.context.places import Places
from desktop_app.context.plan import BlockKind, Lane
from desktop_app.context.prompt_words import PromptWords, label, words_of
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.recall import BLOCK_RANK, PASSAGE_RANK
from desktop_app.context.request import ContextRequest, RecallCandidate, RecalledKind
from desktop_app.context.summary import SUMMARY_ID, Sentence, summary_text
from desktop_app.domain.ports import TokenCounter

_RECALLED = reason(ReasonCode.RECALLED)
_NO_ROOM = reason(ReasonCode.NO_ROOM)

_SUMMARY_TITLE = "Summary"

# Where the summary stands among the groups; it is made when it is known what it has to tell.
SUMMARY_PLACE = Group(
    id=SUMMARY_ID,
    kind=BlockKind.SUMMARY,
    pieces=(Piece(SUMMARY_ID, BlockKind.SUMMARY, _SUMMARY_TITLE, "", 0, exact=True),),
    cost=0,
    stays=_NO_ROOM,
    leaves=_NO_ROOM,
    lane=Lane.SUMMARY,
)


def passages(request: ContextRequest, places: Places, counter: TokenCounter) -> tuple[Group, ...]:
    """The candidates that may be sent, as groups.

    Not one of which any message was changed since, or is kept back; those of other chats are not of this branch at all.
    """
    able = (
        candidate
        for candidate in relevant_candidates(request)
        if candidate.chat_title or places.refusal(candidate.sources) is None
    )
    words = words_of(request.language)
    return tuple(_group(candidate, words, counter) for candidate in able)


def relevant_candidates(request: ContextRequest) -> list[RecallCandidate]:
    """Those that are relevant enough, oldest first; none where the person wants no recall."""
    if request.use_recall is False:
        return []
    relevant = (
        item for item in request.recall if item.text.strip() and item.relevance.score >= item.relevance.threshold
    )
    return sorted(relevant, key=_in_time)


def _in_time(candidate: RecallCandidate) -> tuple[int, int, str]:
    return -candidate.minutes_ago, candidate.place, candidate.id


def _group(candidate: RecallCandidate, words: PromptWords, counter: TokenCounter) -> Group:
    text = f"{label(candidate, words)}\n{candidate.text.strip()}"
    count = counter.count(text)
    title = f"Message {candidate.place}" if candidate.place > 0 else "Recalled passage"
    piece = Piece(
        id=f"recall.{candidate.id}",
        kind=BlockKind.RECALL,
        title=title,
        text=text,
        tokens=count.tokens,
        exact=count.exact,
        origin_id=candidate.sources[0].message_id if candidate.sources else "",
        origin_revision=candidate.sources[0].revision if candidate.sources else 0,
    )
    return Group(
        id=piece.id,
        kind=BlockKind.RECALL,
        pieces=(piece,),
        cost=0,
        stays=_RECALLED,
        leaves=_NO_ROOM,
        lane=Lane.RECALL,
        rank=BLOCK_RANK if candidate.kind is RecalledKind.BLOCK else PASSAGE_RANK,
        relevance=candidate.relevance.score,
        threshold=candidate.relevance.threshold,
        sources=candidate.sources,
    )


def summary_group(sentences: Sequence[Sentence], words: PromptWords, counter: TokenCounter) -> Group:
    """The summary of these sentences, with its heading."""
    text = f"{words.summary_heading}\n{summary_text(sentences)}"
    count = counter.count(text)
    sources = tuple(source for sentence in sentences for source in sentence.sources)
    messages = len({source.message_id for source in sources})
    return Group(
        id=SUMMARY_ID,
        kind=BlockKind.SUMMARY,
        pieces=(Piece(SUMMARY_ID, BlockKind.SUMMARY, _SUMMARY_TITLE, text, count.tokens, count.exact),),
        cost=0,
        stays=reason(ReasonCode.SUMMARY, sentences=len(sentences), messages=messages),
        leaves=_NO_ROOM,
        lane=Lane.SUMMARY,
        sources=sources,
    )
