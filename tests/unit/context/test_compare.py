"""What another plan would change."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.context.builder import build
from desktop_app.context.compare import difference, messages_until_full
from desktop_app.domain.memory import SourceSpan, SummarySentence
from tests.fakes.providers import WordCounter
from tests.unit.context.material import FREE, dialogue, request, words

COUNTER = WordCounter()
SENTENCES = tuple(SummarySentence(f"s{n}", words(f"told{n}", 5), (SourceSpan(f"m{n}", 1, 0, 9),)) for n in range(1, 21))
ASKED = request(*dialogue(20), draft=words("in", 10), overhead=FREE, limit=150, reserve=30, summary=SENTENCES)


def test_from_truncate_to_summarize() -> None:
    before = build(ASKED, COUNTER)
    after = build(replace(ASKED, strategy="summarize"), COUNTER)
    found = difference(before, after)
    # Of 100 tokens that are free the history has 40 in any case, the summary what is left.
    assert found.leaving == 6
    assert found.coming == 0
    assert found.used_before == 120
    assert 50 < found.summary_tokens <= 60
    assert found.used_after == after.used
    assert not found.everything_fits


def test_back_again_the_messages_come_and_the_summary_is_gone() -> None:
    before = build(replace(ASKED, strategy="summarize"), COUNTER)
    found = difference(before, build(ASKED, COUNTER))
    assert (found.leaving, found.coming, found.summary_tokens) == (0, 6, 0)
    assert found.summary_before > 0


def test_everything_fits_and_how_many_more_messages_would() -> None:
    plan = build(replace(ASKED, limit=500), COUNTER)
    found = difference(plan, plan)
    assert found.everything_fits
    # 210 of 470 tokens are used, by 21 messages of 10.
    assert found.messages_until_full == 26


def test_overhead_counts_where_it_is() -> None:
    plan = build(request(*dialogue(4), limit=163, reserve=0), COUNTER)
    # Four messages of 10 + 3, and 3 for the request: a message costs 13.75, 108 tokens are left.
    assert plan.used == 55
    assert messages_until_full(plan) == 7


def test_an_empty_chat_has_no_usual_message() -> None:
    assert messages_until_full(build(request(), COUNTER)) == 0
