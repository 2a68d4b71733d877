"""What the composition root says of a part without loading it is true of that part."""

from __future__ import annotations

from desktop_app.adapters import recall_identity
from desktop_app.retrieval.embedders import BuiltInEmbedder


def test_the_built_in_embedder_is_called_the_same_before_and_after_it_is_loaded() -> None:
    assert recall_identity() == BuiltInEmbedder().identity
