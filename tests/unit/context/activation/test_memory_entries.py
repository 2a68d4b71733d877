"""Memory entries: keywords in the dialogue context, meaning where there are none, always in context."""

from __future__ import annotations

from desktop_app.context.activation import ScanMemory
from desktop_app.context.plan import EntryKind, Hit
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.lore import Position
from desktop_app.domain.memory import KeywordMatch
from desktop_app.domain.message import MessageFlags
from tests.unit.context.activation.material import asked, chat, entry, memory, names, scan, trace, why
from tests.unit.context.material import user

ROME = memory("rome", "рим")
WHOLE = memory("whole", "рим", match=KeywordMatch.WHOLE_WORDS)


def test_keywords_match_inside_words_and_without_case_by_default() -> None:
    assert names(scan(asked(*chat("Примерно так"), memories=(ROME, WHOLE)))) == ["rome"]
    assert names(scan(asked(*chat("РИМ"), memories=(ROME, WHOLE)))) == ["rome", "whole"]


def test_whole_words_are_inflected_and_substrings_are_not() -> None:
    found = scan(
        asked(*chat("вижу отца"), memories=(memory("sub", "отец"), memory("whole", "отец", match=WHOLE.match)))
    )
    assert names(found) == ["whole"]


def test_a_pattern_is_a_pattern() -> None:
    assert names(scan(asked(*chat("b4"), memories=(memory("p", r"/b\d/"), memory("q", r"/B\d/"))))) == ["p"]


def test_the_dialogue_context_is_the_input_and_the_messages_before_it() -> None:
    old = chat("the castle", *("x" for _ in range(9)))
    one = memory("castle", "castle")
    assert names(scan(asked(*old, draft="so", memories=(one,)))) == ["castle"]
    assert names(scan(asked(*old, user("m11", "x"), draft="so", memories=(one,)))) == []
    # The same when the draft is stored, and when the last message is the model's.
    assert names(scan(asked(*old, user("m11", "so"), memories=(one,)))) == ["castle"]
    assert names(scan(asked(*old, user("m11", "so"), user("m12", "so"), memories=(one,)))) == []
    assert names(scan(asked(*old, memories=(one,), dialogue_messages=9))) == []


def test_the_size_of_the_dialogue_context_can_be_set() -> None:
    branch = chat("the castle", "x", "x")
    one = memory("castle", "castle")
    assert names(scan(asked(*branch, draft="so", memories=(one,), dialogue_messages=2))) == []
    assert names(scan(asked(*branch, draft="so", memories=(one,), dialogue_messages=3))) == ["castle"]
    assert names(scan(asked(*branch, draft="castle", memories=(one,), dialogue_messages=0))) == ["castle"]


def test_what_is_kept_back_is_no_dialogue() -> None:
    back = user("m1", "the castle", flags=MessageFlags(excluded=True))
    assert names(scan(asked(back, user("m2", "x"), memories=(memory("castle", "castle"),)))) == []


def test_without_keywords_an_entry_is_found_by_meaning_unless_recall_is_off() -> None:
    entries = memory("near"), memory("far", " "), memory("unknown")
    question = asked(*chat("x"), memories=entries, relevance={"near": 0.7, "far": 0.2})
    found = scan(question)
    assert names(found) == ["near"]
    assert why(found, "near") is ReasonCode.BY_MEANING
    assert why(found, "far") is ReasonCode.BELOW_THRESHOLD
    assert why(found, "unknown") is ReasonCode.NOT_MEASURED
    off = scan(asked(*chat("castle"), memories=(*entries, memory("keyed", "castle")), use_recall=False))
    assert names(off) == ["keyed"]
    assert why(off, "near") is ReasonCode.MEANING_OFF
    on = scan(asked(*chat("x"), memories=entries, relevance={"near": 0.7}, use_recall=True))
    assert names(on) == ["near"]


def test_with_keywords_meaning_activates_nothing() -> None:
    found = scan(asked(*chat("x"), memories=(memory("castle", "castle"),), relevance={"castle": 1.0}))
    assert why(found, "castle") is ReasonCode.NO_KEY_HIT


def test_always_in_context_is_always_active() -> None:
    found = scan(asked(*chat("x"), memories=(memory("kept", "castle", always_in_context=True),)))
    assert why(found, "kept") is ReasonCode.ALWAYS_IN_CONTEXT
    kept = entry(found, "kept")
    assert (kept.kind, kept.always, kept.position) == (EntryKind.MEMORY, True, Position.BEFORE_HISTORY)


def test_hits_and_titles_are_told() -> None:
    found = scan(asked(*chat("так, примерно"), memories=(memory("m", "рим", title="", content="Вечный город. " * 9),)))
    assert entry(found, "m").hits == (Hit("рим", "m1", 6, 9),)
    assert entry(found, "m").title == "Вечный город. Вечный город. Вечный город…"


def test_disabled_and_superseded_entries_are_not_active() -> None:
    old, new = memory("old", "king", created_at=1), memory("new", "king", created_at=2, supersedes="old")
    found = scan(asked(*chat("the king"), memories=(old, new, memory("off", "king", enabled=False))))
    assert names(found) == ["new"]
    assert why(found, "off") is ReasonCode.DISABLED
    assert trace(found, "old").reason.sentence == "No longer true since “new”."
    off = memory("new", "king", supersedes="old", enabled=False)
    assert names(scan(asked(*chat("the king"), memories=(old, off)))) == ["old"]


def test_entries_that_supersede_each_other_do_not_both_vanish() -> None:
    one, other = memory("one", "king", supersedes="other"), memory("other", "king", supersedes="one")
    assert names(scan(asked(*chat("king"), memories=(one, other)))) == ["other"]
    assert names(scan(asked(*chat("king"), memories=(memory("self", "king", supersedes="self"),)))) == ["self"]


def test_memories_neither_pull_nor_are_pulled_and_have_no_decorators() -> None:
    texts = memory("one", "castle", content="@@depth 2\nThe king."), memory("two", "king")
    found = scan(asked(*chat("castle"), memories=texts))
    assert names(found) == ["one"]
    assert entry(found, "one").text == "@@depth 2\nThe king."


def test_macros_in_contents_are_expanded() -> None:
    found = scan(asked(*chat("castle"), memories=(memory("one", "castle", content="{{user}} has a dog."),)))
    assert entry(found, "one").text == "You has a dog."


def test_another_set_of_memories_is_another_matcher() -> None:
    kept = ScanMemory()
    for word in ("castle", "dragon", "castle"):
        question = asked(*chat("the castle"), memories=(memory("m", word),))
        assert names(scan(question, kept)) == names(scan(question))


def test_what_was_said_on_another_branch_is_not_in_this_one_however_it_would_be_found() -> None:
    entries = (
        memory("always", always_in_context=True),
        memory("keyed", "castle"),
        memory("near"),
        memory("off", "castle", enabled=False),
        memory("here", "castle"),
    )
    ids = ("always", "keyed", "near", "off")
    found = scan(asked(*chat("the castle"), memories=entries, relevance={"near": 0.9}, elsewhere=ids))
    assert names(found) == ["here"]
    assert [why(found, name) for name in ids] == [*[ReasonCode.OTHER_BRANCH] * 3, ReasonCode.DISABLED]
