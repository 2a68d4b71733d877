"""Passages: small enough, whole sentences, overlapping by one, and sure of where they came from."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.retrieval.chunks import Passage, estimated_tokens, passages
from tests.examples import examples

TEXTS = {
    "en": "The old mill stood by the river. Nobody had lived in it for years, except for a family of owls. ",
    "ru": "Старая мельница стояла у реки. Годами в ней никто не жил, кроме семьи сов. ",
    "zh": "老磨坊立在河边。多年来除了一窝猫头鹰，没有人住在里面。",
}


@pytest.mark.parametrize("language", TEXTS)
def test_passages_are_whole_sentences_and_overlap_by_one(language: str) -> None:
    text = TEXTS[language] * 20
    found = passages("m1", text, revision=3, tokens=60)

    assert len(found) > 3
    for passage in found:
        assert passage == Passage("m1", 3, passage.start, passage.end, text[passage.start : passage.end])
        assert estimated_tokens(passage.text) <= 60
        assert passage.text[-1] in ".。"
    for before, after in pairwise(found):
        assert before.start < after.start < before.end < after.end
        assert text[after.start : before.end].count(".") + text[after.start : before.end].count("。") == 1


def test_a_short_text_is_one_passage_without_its_margins() -> None:
    assert [passage.text for passage in passages("m", "  Hello there. How are you?\n")] == ["Hello there. How are you?"]
    assert passages("m", " \n ") == []


@pytest.mark.parametrize("text", ["word " * 400, "一" * 700, "ы" * 900, "a,b;c " * 300])
def test_sentences_without_end_are_cut(text: str) -> None:
    found = passages("m", text, tokens=50)

    assert all(0 < estimated_tokens(passage.text) <= 50 for passage in found)
    assert len("".join(passage.text for passage in found).replace(" ", "")) == len(text.replace(" ", ""))


@examples(60)
@given(st.text(alphabet="aы一 .。,!?\n", max_size=400), st.integers(1, 40))
def test_everything_seen_is_in_a_passage(text: str, tokens: int) -> None:
    found = passages("m", text, tokens=tokens)
    covered = {at for passage in found for at in range(passage.start, passage.end)}

    assert {at for at, character in enumerate(text) if not character.isspace()} <= covered
    assert all(passage.text.strip() for passage in found)
    assert [passage.start for passage in found] == sorted({passage.start for passage in found})
