"""Random questions for strategies: groups of every lane, sentences and passages, switches, and a room that is often too small."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from desktop_app.context.pieces import Group, Piece
from desktop_app.context.plan import BlockKind, Lane
from desktop_app.context.request import RelevanceSource
from desktop_app.context.strategies.base import Question
from desktop_app.context.summary import Sentence
from desktop_app.domain.memory import SourceSpan
from desktop_app.domain.settings import Lanes
from tests.unit.context.groups import fixed, group, lore, memory, passage, said

SCORES = st.sampled_from([0.0, 0.1, 0.34, 0.35, 0.5, 0.9, 1.0])
PERCENT = st.sampled_from([0, 10, 25, 40, 100])
LANES = st.one_of(
    st.just(Lanes()), st.builds(Lanes, PERCENT, PERCENT, PERCENT, PERCENT, PERCENT, st.integers(0, 90), PERCENT)
)
SIZES = st.integers(0, 40)


@st.composite
def histories(draw: st.DrawFn) -> list[Group]:
    """Exchanges of one to three groups, some of them tool groups; the newest is protected, others may be pinned."""
    made: list[Group] = []
    for turn in range(1, draw(st.integers(0, 7)) + 1):
        for _ in range(draw(st.integers(1, 3))):
            made.append(_message(draw, len(made), turn))
    if made:
        made[-1] = replace(made[-1], protected=True, lane=Lane.PROTECTED)
    return made


@st.composite
def questions(draw: st.DrawFn) -> Question:
    """Any question."""
    history = draw(histories())
    places = len(history) + 3
    groups = [
        fixed("system", draw(SIZES)),
        *draw(st.lists(SIZES, max_size=1).map(lambda sizes: [fixed("c", size, Lane.CONSTANT_LORE) for size in sizes])),
        *(
            lore(f"l{n}", draw(SIZES), draw(SCORES), 0.35, rank=draw(st.integers(0, 2)))
            for n in range(draw(st.integers(0, 5)))
        ),
        *(group(f"e{n}", Lane.EXAMPLES, draw(SIZES)) for n in range(draw(st.integers(0, 2)))),
        *history,
        *(memory(f"k{n}", draw(SIZES), draw(SCORES), 0.35) for n in range(draw(st.integers(0, 3)))),
        *(_passage(draw, number, places) for number in range(draw(st.integers(0, 4)))),
        said(draw(SIZES), len(history)),
    ]
    sentences = sorted(
        (_sentence(draw, number, places) for number in range(draw(st.integers(0, 8)))),
        key=lambda item: (item.place, item.sources[0].start, item.id),
    )
    switch = st.sampled_from([None, None, True, False])
    return Question(
        groups=tuple(groups),
        room=draw(st.integers(0, 450)),
        lanes=draw(LANES),
        sentences=tuple(sentences),
        summary_overhead=draw(st.integers(0, 9)),
        measured=draw(st.sampled_from([None, *RelevanceSource])),
        keep_exchanges=draw(st.integers(0, 4)),
        use_summary=draw(switch),
        use_recall=draw(switch),
        cut_in_steps=draw(st.booleans()),
        first_kept_id=draw(st.sampled_from(["", *(f"m{n}" for n in range(8))])),
    )


def _message(draw: st.DrawFn, place: int, turn: int) -> Group:
    """The messages of one group are m<place> and, of a tool call, its results."""
    pinned = draw(st.integers(0, 9)) == 0
    lane = Lane.PROTECTED if pinned else Lane.HISTORY
    made = group(
        f"m{place}",
        lane,
        draw(SIZES),
        kind=BlockKind.HISTORY,
        place=place,
        turn=turn,
        protected=pinned,
        relevance=draw(SCORES),
    )
    results = tuple(
        Piece(f"m{place}.{n}", BlockKind.HISTORY, "Tool", "found", 0, True)
        for n in range(draw(st.sampled_from([0, 0, 0, 1, 2])))
    )
    return replace(made, pieces=(*made.pieces, *results))


def _span(draw: st.DrawFn, places: int) -> SourceSpan:
    start = draw(st.integers(0, 60))
    return SourceSpan(f"m{draw(st.integers(0, places))}", 1, start, start + draw(st.integers(1, 60)))


def _passage(draw: st.DrawFn, number: int, places: int) -> Group:
    sources = tuple(_span(draw, places) for _ in range(draw(st.integers(1, 2))))
    score = draw(SCORES)
    return passage(
        f"p{number}", draw(SIZES), *sources, relevance=score, relevant=score >= 0.35, rank=draw(st.integers(0, 1))
    )


def _sentence(draw: st.DrawFn, number: int, places: int) -> Sentence:
    sources = tuple(_span(draw, places) for _ in range(draw(st.integers(1, 2))))
    where = tuple(sorted(int(source.message_id[1:]) for source in sources))
    return Sentence(f"s{number}", "It rained.", draw(st.integers(1, 30)), sources, where, rank=draw(st.integers(0, 2)))
