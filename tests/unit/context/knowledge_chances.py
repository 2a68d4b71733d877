"""Random knowledge for the laws: lorebooks, memories, notes, passages, summaries, and what was measured and activated before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from desktop_app.context.request import (
    ContextRequest,
    LastPrompt,
    LinkedBook,
    PastTurn,
    RecallCandidate,
    RecalledKind,
    Relevance,
    RelevanceSource,
)
from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.generation import Activated
from desktop_app.domain.lore import (
    GenerationKind,
    Lorebook,
    LorebookEntry,
    MeaningMode,
    Position,
    ScanSource,
    SecondaryLogic,
    TrimDirection,
)
from desktop_app.domain.memory import KeywordMatch, MemoryEntry, SourceSpan, SummaryMaker, SummarySentence
from desktop_app.domain.message import Role
from desktop_app.domain.prompt_order import PromptRow
from desktop_app.domain.settings import ExamplesMode, Lanes

MESSAGE_IDS = st.sampled_from([*(f"m{number}" for number in range(14)), "draft", "gone"])
CONTENTS = st.sampled_from(
    [
        "",
        " \n",
        "About a.",
        "one two three",
        "word " * 15,
        "{{char}} {{random:a,b}}",
        "{{outlet::o}} x",
        "привет, one. Two.",
    ]
)
KEYS = st.lists(
    st.sampled_from(["a", "one", "word", "привет", "北京", "/o.e/", "{{char}}", " ", "about", "nowhere"]), max_size=3
).map(tuple)
ENTRY_IDS = [*(f"e{number}" for number in range(12)), *(f"k{number}" for number in range(4))]
SCORES = st.sampled_from([0.0, 0.2, 0.35, 0.5, 1.0])
RELEVANCE = st.builds(Relevance, SCORES, st.just(0.35), st.sampled_from(list(RelevanceSource)))


def few(values: list[Any], usual: Any) -> st.SearchStrategy[Any]:
    """Mostly the usual value."""
    return st.one_of(st.just(usual), st.just(usual), st.sampled_from(values))


ENTRIES = st.builds(
    LorebookEntry,
    id=st.just(""),
    name=st.sampled_from(["", "Lamp"]),
    keys=KEYS,
    content=CONTENTS,
    enabled=few([False], usual=True),
    constant=few([True], usual=False),
    insertion_order=st.integers(0, 3),
    priority=st.integers(0, 3),
    position=st.sampled_from(list(Position)),
    depth=st.integers(-1, 6),
    role=st.sampled_from(list(Role)),
    outlet=st.sampled_from(["o", "o", "lost", ""]),
    secondary_keys=few([("a",), ("one", "word")], usual=()),
    secondary_logic=st.sampled_from(list(SecondaryLogic)),
    anti_keys=few([("北京",)], usual=()),
    scan_sources=few([tuple(ScanSource)], usual=()),
    meaning=few(list(MeaningMode), usual=MeaningMode.KEYS),
    probability=few([0, 50], usual=100),
    groups=few([("g",), ("g", "h")], usual=()),
    sticky=few([2], usual=0),
    cooldown=few([2], usual=0),
    delay=few([3], usual=0),
    token_cap=few([3], usual=None),
    trim=st.sampled_from(list(TrimDirection)),
    ignore_budget=st.booleans(),
    kinds=few([(GenerationKind.CONTINUE,)], usual=()),
)
BOOKS = st.builds(
    Lorebook,
    id=st.just(""),
    name=st.just("Book"),
    entries=st.lists(ENTRIES, max_size=6).map(tuple),
    scan_depth=st.integers(0, 5),
    token_budget=few([0, 10], usual=None),
    recursive_scanning=st.booleans(),
    min_activations=few([2], usual=0),
    include_names=st.booleans(),
    behind_history=st.booleans(),
    enabled=few([False], usual=True),
)
MEMORIES = st.builds(
    MemoryEntry,
    id=st.just(""),
    content=CONTENTS,
    keywords=KEYS,
    match=st.sampled_from(list(KeywordMatch)),
    always_in_context=few([True], usual=False),
    enabled=few([False], usual=True),
    supersedes=few(["k0"], usual=""),
)
SPANS = st.lists(
    st.builds(SourceSpan, MESSAGE_IDS, st.integers(1, 2), st.integers(0, 3), st.integers(4, 9)), max_size=3
).map(tuple)
RECALLED = st.builds(
    RecallCandidate,
    id=st.just(""),
    text=CONTENTS,
    sources=SPANS,
    relevance=RELEVANCE,
    kind=st.sampled_from(list(RecalledKind)),
    place=st.integers(0, 14),
    minutes_ago=st.sampled_from([0, 1, 300, 30_000]),
    chat_title=few(["Another chat"], usual=""),
)
SENTENCES = st.builds(
    SummarySentence,
    id=st.just(""),
    text=CONTENTS,
    sources=SPANS,
    weight=SCORES,
    made_by=st.sampled_from(list(SummaryMaker)),
    locked=few([True], usual=False),
)
ACTIVATED = st.builds(Activated, st.sampled_from(ENTRY_IDS), st.just(1), st.sampled_from(["fresh", "sticky"]))
# Whole and not, with names of other versions and with repetitions.
ORDERS = st.one_of(
    st.just(()),
    st.permutations([row.value for row in PromptRow]).map(tuple),
    st.lists(st.sampled_from([*(row.value for row in PromptRow), "of another version"]), max_size=12).map(tuple),
)
PERCENT = st.integers(0, 100)
LANES = st.one_of(
    st.just(Lanes()), st.builds(Lanes, PERCENT, PERCENT, PERCENT, PERCENT, PERCENT, st.integers(0, 80), PERCENT)
)


@st.composite
def books(draw: st.DrawFn) -> tuple[LinkedBook, ...]:
    """Up to two books; every entry has an id of its own."""
    found: list[LinkedBook] = []
    number = 0
    for place, book in enumerate(draw(st.lists(BOOKS, max_size=2))):
        entries: list[LorebookEntry] = []
        for entry in book.entries:
            entries.append(replace(entry, id=f"e{number}"))
            number += 1
        found.append(LinkedBook(replace(book, id=f"b{place}", entries=tuple(entries))))
    return tuple(found)


@st.composite
def numbered(draw: st.DrawFn, items: st.SearchStrategy[Any], letter: str, count: int) -> tuple[Any, ...]:
    """Up to ``count`` of them, each with an id."""
    drawn = draw(st.lists(items, max_size=count))
    return tuple(replace(item, id=f"{letter}{number}") for number, item in enumerate(drawn))


@st.composite
def with_knowledge(draw: st.DrawFn, request: ContextRequest) -> ContextRequest:
    """The request with any knowledge."""
    past = draw(st.lists(st.tuples(MESSAGE_IDS, st.lists(ACTIVATED, max_size=3).map(tuple)), max_size=3))
    return replace(
        request,
        kind=draw(few(list(GenerationKind), GenerationKind.NORMAL)),
        reroll=draw(st.integers(0, 1)),
        books=draw(books()),
        memories=draw(numbered(MEMORIES, "k", 4)),
        past=tuple(PastTurn(message_id, activated) for message_id, activated in past),
        relevance=draw(st.dictionaries(st.one_of(MESSAGE_IDS, st.sampled_from(ENTRY_IDS)), RELEVANCE, max_size=8)),
        recall=draw(numbered(RECALLED, "r", 4)),
        summary=draw(numbered(SENTENCES, "s", 6)),
        note=draw(st.builds(AuthorsNote, CONTENTS, st.integers(-1, 5), st.sampled_from(list(Role)), st.integers(0, 3))),
        lanes=draw(LANES),
        examples=draw(st.sampled_from(list(ExamplesMode))),
        keep_exchanges=draw(st.integers(0, 3)),
        post_history_first=draw(st.booleans()),
        language=draw(few(["ru", "zh", "tlh"], "en")),
        order=draw(ORDERS),
        use_summary=draw(few([True, False], None)),
        use_recall=draw(few([True, False], None)),
        cut_in_steps=draw(st.booleans()),
        last_prompt=LastPrompt(first_kept_id=draw(MESSAGE_IDS)),
    )
