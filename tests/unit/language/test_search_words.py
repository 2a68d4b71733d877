"""The words of the index of search, and the places that are marked. What is found by them: ``contract/test_message_search``."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.language.fold import FoldRules, fold_text
from desktop_app.language.search_words import LONG, MOST_SPANS, found_spans, index_words, question_parts


def _parts(text: str) -> list[str]:
    return [part.text for part in question_parts(text)]


def test_a_question_is_parted_at_white_space_and_a_quoted_phrase_is_one_part() -> None:
    assert _parts(' Red  «the  Lamp»\n"of gold" red') == ["red", "the lamp", "of gold"]
    assert _parts('say "half a phrase') == ["say", "half a phrase"]
    assert _parts('"" " "') == []


def test_a_short_part_is_looked_up_by_letters_and_a_sign_alone_not_at_all() -> None:
    assert [part.words for part in question_parts("ОК c# 北京 🎄 :) -")] == [
        ("ок",),
        ("c",),
        ("北京",),
        ("🎄",),
        (),
        (),
    ]


def test_a_long_part_is_looked_up_by_a_bounded_number_of_words() -> None:
    (part,) = question_parts('"' + "".join(chr(0x4E00 + number) for number in range(500)) + '"')
    assert len(part.words) <= 40
    assert len(question_parts(" ".join(map(str, range(1000, 1100))))) == 16


def test_no_word_holds_what_would_part_it() -> None:
    words = index_words('a "b" (c) d_e\x00\n')
    assert all(character.isalnum() or ord(character) > 127 for word in words for character in word)


@pytest.mark.parametrize(
    ("text", "question", "spans"),
    [
        ("abcabc", "abcabc bca", ((0, 6),)),
        ("the cat, the dog", "the dog", ((0, 3), (9, 12), (13, 16))),
        ("ﬁ ﬁre", "fire", ((2, 5),)),
        ("so\n\n  long", '"so long"', ((0, 10),)),
        ("okay, look", "ok", ((0, 2),)),
    ],
)
def test_places_are_those_of_the_text_as_it_was_written(
    text: str, question: str, spans: tuple[tuple[int, int], ...]
) -> None:
    assert found_spans(text, question_parts(question)) == spans


def test_all_parts_must_be_there_and_not_every_place_is_told() -> None:
    assert found_spans("red lamp", question_parts("red door")) is None
    assert len(found_spans("ok " * 1000, question_parts("ok")) or ()) == MOST_SPANS


_ALPHABET = st.sampled_from('aéEfiﬁИй\u0306\u0301ёЁе《京京ガカ\u3099 \n\u00ad"-c#İıß.…№')


@given(st.text(max_size=60) | st.text(_ALPHABET, max_size=30), st.data())
@settings(max_examples=60)
def test_whatever_is_found_in_a_text_the_index_knows(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    piece = text[start : data.draw(st.integers(start, len(text)))]
    words = index_words(text)
    folded = fold_text(text, FoldRules(accents=True))
    for part in question_parts(f'"{piece}" {piece}'):
        found = found_spans(text, (part,))
        if found is not None:
            assert set(part.words) <= words
        elif len(part.text) >= LONG:
            assert part.text not in folded
