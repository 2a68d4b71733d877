"""The matcher's law: the same spans as ``find_key`` for each key. And the cases of other programs, H-09 to H-13."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.language.fold import Span
from desktop_app.language.keys import KeyRules, LiteralKey, Reading, find_key, is_near, key_spans, read_key
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.matcher import KeyMatcher
from desktop_app.language.patterns import PatternBudget, PatternMemory, Trouble
from tests.examples import examples
from tests.unit.language.test_key_cases import table

WORDS = (
    "cat cats cat's dragon dragons wolf wolves the of Haus Häuser die und Straße strasse кот кота который отец отца лев левый "
    "ёлка елки Морграв Моргравом Эльдарион Эльдарйон 北京 龙 AI用 용이 東京 แมว A.I. C++ 3.14 İstanbul ışık IŞIK ﬁre e\u0301 "
    "épée cheval chevaux . , ' ’s - \n a aa aaa Rose roses NPCs"
).split(" ")
TEXTS = st.lists(st.sampled_from([*WORDS, " ", "  "]), max_size=14).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)
KEYS = st.one_of(st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join), st.text(max_size=4))
RULES = st.builds(KeyRules, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.booleans())
LEMMAS = Lemmas()


def matcher(*keys: tuple[str, KeyRules]) -> KeyMatcher:
    return KeyMatcher(keys, LEMMAS, PatternMemory())


def naive(key: str, rules: KeyRules, text: str) -> list[Span]:
    read = read_key(key, rules)
    return key_spans(read, Reading(text, read.fold_rules), LEMMAS) if isinstance(read, LiteralKey) else []


@examples(100)
@given(st.lists(st.tuples(KEYS, RULES), max_size=12), TEXTS)
def test_the_matcher_finds_what_each_key_finds_alone(keys: list[tuple[str, KeyRules]], text: str) -> None:
    keys = [(key, rules) for key, rules in keys if not key.startswith("/")]
    alone = {number: spans for number, (key, rules) in enumerate(keys) if (spans := naive(key, rules, text))}

    assert matcher(*keys).scan(text).spans == alone


def test_the_matcher_is_right_about_the_whole_table() -> None:
    cases = table()
    keys = [(case.key, KeyRules(**case.options)) for case in cases]
    whole = matcher(*keys)

    for number, case in enumerate(cases):
        found = whole.scan(case.text, PatternBudget(60)).spans.get(number, [])
        assert found == find_key(case.key, case.text, lemmas=LEMMAS, **case.options), case


@examples(80)
@given(KEYS, TEXTS, st.booleans())
def test_spans_are_in_order_apart_and_not_empty(key: str, text: str, whole_words: bool) -> None:
    spans = find_key(key, text, whole_words=whole_words, lemmas=LEMMAS)

    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


def test_short_keys_do_not_fire_inside_words() -> None:
    """H-09."""
    texts = ["it will rain in Maine", "the AI woke", "A.I.", "ai!"]

    assert [bool(find_key("AI", text)) for text in texts] == [False, True, False, True]


@pytest.mark.parametrize("whole_words", [True, False])
def test_chinese_keys_fire_with_whole_words_too(whole_words: bool) -> None:
    """H-10."""
    assert find_key("北京", "我昨天到北京出差了", whole_words=whole_words) == [(4, 6)]


@pytest.mark.parametrize("whole_words", [True, False])
@pytest.mark.parametrize("key", ["", " ", "\n", "\t", "\u00a0", "\u200b", " \u200b\ufeff ", "\u2060", "\u3164"])
def test_blank_keys_never_match(key: str, whole_words: bool) -> None:
    """H-11."""
    text = f"any text {key} at\nall"

    assert find_key(key, text, whole_words=whole_words) == []
    assert matcher((key, KeyRules(whole_words=whole_words))).scan(text).spans == {}


def test_one_slow_pattern_keeps_no_other_key_from_matching() -> None:
    """H-13: the slow one is told apart, the others go on. H-12: and again."""
    rules = KeyRules()
    keys = matcher(("/(a|aa)+$/", rules), ("dragon", rules), ("/(foo|bar)+baz/", rules), ("/(/", rules))
    text = "a" * 60 + "! the dragon says foobarbaz"

    for _ in range(3):
        hits = keys.scan(text, PatternBudget(60))
        assert hits.troubles == {0: Trouble.TOO_SLOW}
        assert {number: text[spans[0][0] : spans[0][1]] for number, spans in hits.spans.items()} == {
            1: "dragon",
            2: "foobarbaz",
        }


def test_literal_keys_and_patterns_can_be_scanned_apart() -> None:
    keys = matcher(("castle", KeyRules()), ("/c.stle/", KeyRules()), ("tower", KeyRules()))
    text = "the castle"

    assert keys.scan_literals(text) == {0: [(4, 10)]}
    assert keys.scan_patterns(text, PatternBudget()).spans == {1: [(4, 10)]}
    assert keys.scan(text).spans == {0: [(4, 10)], 1: [(4, 10)]}


def test_names_may_differ_by_one_letter_where_that_is_allowed() -> None:
    near = KeyRules(near=True)

    def found(key: str, text: str) -> list[str]:
        return [text[start:end] for start, end in naive(key, near, text)]

    assert found("Эльдарион", "Элдарион и Эльдарйону") == ["Элдарион", "Эльдарйону"]
    assert found("Gandalf", "Gandlf, Gandalff, Gandulf, Gndlf") == ["Gandlf", "Gandalff", "Gandulf"]
    assert found("Anna", "Ana and Hanna") == []
    assert naive("Gandalf", KeyRules(), "Gandlf") == []


@given(st.text(alphabet="abc", min_size=4, max_size=7), st.text(alphabet="abc", min_size=4, max_size=7))
def test_near_means_at_most_one_edit(name: str, other: str) -> None:
    letters = "abc"
    edited = {name[:at] + name[at + 1 :] for at in range(len(name))}
    edited |= {name[:at] + letter + name[at:] for at in range(len(name) + 1) for letter in letters}
    edited |= {name[:at] + letter + name[at + 1 :] for at in range(len(name)) for letter in letters}

    assert is_near(name, other) == (len(name) >= 5 and other in edited | {name})


def test_threads_share_a_matcher() -> None:
    keys = matcher(*((case.key, KeyRules()) for case in table()))
    texts = [case.text for case in table()][:80]
    alone = [keys.scan(text, PatternBudget(60)).spans for text in texts]

    def scan(text: str) -> dict[int, list[Span]]:
        return keys.scan(text, PatternBudget(60)).spans

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(scan, texts * 3))

    assert together == alone * 3


def test_importing_loads_none_of_the_libraries() -> None:
    heavy = "pymorphy3 Stemmer ahocorasick_rs regex PySide6".split()
    program = (
        "import sys, desktop_app.language.matcher, desktop_app.language.sentences\n"
        f"sys.exit(sum(name in sys.modules for name in {heavy}))"
    )

    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 0
