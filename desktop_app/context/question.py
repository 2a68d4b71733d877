"""From everything in the order of the prompt to the question that a strategy is asked.

Called by ``builder``. The question leaves out what cannot be decided about: what is out already, and the summary, which is
made when it is known what it has to tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from desktop_app.context.history import Segment
from desktop_app.context.layout import Prices
from desktop_app.context.pieces import Group
from desktop_app.context.places import Places
from desktop_app.context.plan import Lane
from desktop_app.context.prompt_words import words_of
from desktop_app.context.request import ContextRequest, RelevanceSource
from desktop_app.context.strategies.base import Question
from desktop_app.context.summary import SENTENCE_END, Sentence
from desktop_app.domain.ports import TokenCounter


def question_of(
    request: ContextRequest,
    items: Iterable[Segment],
    places: Places,
    sentences: tuple[Sentence, ...],
    prices: Prices,
    counter: TokenCounter,
    *,
    nudge: bool,
) -> Question:
    """The question about these items. ``sentences``: what a summary can be made of; ``nudge``: the model will be asked to go on with its last message."""
    words = words_of(request.language)
    asking = counter.count(words.nudge).tokens + prices.message if nudge else 0
    heading = counter.count(words.summary_heading + SENTENCE_END).tokens
    return Question(
        groups=tuple(item for item in items if isinstance(item, Group) and item.lane is not Lane.SUMMARY),
        room=request.limit - request.reserve - request.safety - request.overhead.per_request - asking,
        lanes=request.lanes,
        sentences=sentences,
        summary_overhead=heading + max(prices.message, prices.joint),
        measured=_measured(request, places),
        keep_exchanges=request.keep_exchanges,
        use_summary=request.use_summary,
        use_recall=request.use_recall,
        cut_in_steps=request.cut_in_steps,
        first_kept_id=request.last_prompt.first_kept_id,
    )


def with_summary(groups: Sequence[Group], summary: Group, items: Sequence[Segment]) -> list[Group]:
    """The groups that stay, with the summary at its place among ``items``."""
    behind: set[str] = set()
    for item in reversed(items):
        if isinstance(item, Group):
            if item.lane is Lane.SUMMARY:
                break
            behind.add(item.id)
    at = len(groups)
    while at > 0 and groups[at - 1].id in behind:
        at -= 1
    return [*groups[:at], summary, *groups[at:]]


def _measured(request: ContextRequest, places: Places) -> RelevanceSource | None:
    """What the relevance of messages was measured by; vectors, where they had a say for any."""
    sources = {known.source for id_, known in request.relevance.items() if places.of(id_) >= 0}
    if RelevanceSource.MEANING in sources:
        return RelevanceSource.MEANING
    return RelevanceSource.WORDS if sources else None
