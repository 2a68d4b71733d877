"""What a model wrote as a summary, given to its places; and what it is shown, in portions that fit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from desktop_app.domain.summary import ToldMessage
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.summary_pieces import portions
from desktop_app.services.summary_reply import Excerpt, summary_of

LEMMAS = Lemmas()


def excerpts(*texts: str) -> list[Excerpt]:
    return [Excerpt(number, f"m{number}", 1, text) for number, text in enumerate(texts, 1)]


SHOWN = excerpts(
    "Olga walks home. She gets 100 crowns for the roof.", "Rain fell on Prague.", "Ivan sold his boat to Anna."
)


@pytest.mark.parametrize(
    ("reply", "sources"),
    [
        ("[1] Olga is paid 100 crowns.", [["m1:17"]]),
        ("- **[1, 3]** Olga got 100 crowns and Ivan sold a boat.", [["m1:17", "m3:0"]]),
        ("Ivan sold the boat (3).", [["m3:0"]]),
        ("Summary:\n1. Ivan sold the boat to Anna.", [["m3:0"]]),
        ("[2] Ivan sold the boat to Anna.", [["m3:0"]]),
        ("[1-3] Rain fell while Ivan sold the boat.", [["m2:0", "m3:0"]]),
        ("[7] Rain fell on Prague. [3] Ivan sold the boat.", [["m2:0"], ["m3:0"]]),
        ("[3] Ivan sold the boat to Anna.\n[2] Bananas are yellow.", [["m3:0"]]),
        (
            "First Olga got 100 crowns\nThen rain fell on Prague\nThen Ivan sold his boat",
            [["m1:17"], ["m2:0"], ["m3:0"]],
        ),
        ("<think>Hm. What?</think>[2] It rained: rain fell.", [["m2:0"]]),
    ],
)
def test_each_sentence_is_given_the_places_that_it_shares_words_with(reply: str, sources: list[list[str]]) -> None:
    found = summary_of(reply, SHOWN, LEMMAS)
    assert [[f"{source.message_id}:{source.start}" for source in each.sources] for each in found] == sources
    assert not any("[" in each.text or "*" in each.text for each in found)


def test_long_messages_are_cut_behind_sentences_and_nothing_is_lost() -> None:
    text = " ".join(f"This is the sentence with the number {number}." for number in range(100)) + " " + "x" * 50
    shown = portions([ToldMessage("a", 1, "Short."), ToldMessage("b", 2, text)], 90, lambda said: len(said.split()))
    parts = [excerpt for portion in shown for excerpt, _ in portion if excerpt.message_id == "b"]
    assert len(parts) > 5
    assert all(text[part.start : part.start + len(part.text)] == part.text for part in parts)
    assert " ".join(part.text for part in parts) == text
    assert _most(shown) <= 90


def _most(shown: Sequence[Sequence[tuple[Excerpt, str]]]) -> int:
    return max(sum(len(excerpt.text.split()) + 2 for excerpt, _ in portion) for portion in shown)
