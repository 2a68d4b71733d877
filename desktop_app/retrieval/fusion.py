"""Words and meaning in one score. Not reciprocal rank, which gives half the vote to words even where nothing but "the" was met.

Called by ``open_recall`` and the ``FusedRanker``. The rule is that of the lab page, ``z(cosine) + 3 · w · coverage``, with the
coverage to the power of 1.5: half a question covered still says much, and one word of many hardly drowns the meaning. (Measured
with the texts of tests/unit/retrieval/data among 1,500 others: fused is above either alone in every language.)
"""

from __future__ import annotations

import math

import numpy as np

from desktop_app.retrieval.embedders import Background
from desktop_app.retrieval.matrix import Rows

# How many deviations of meaning a text is worth that covers the whole question: entries say little in few words, messages more.
OF_ENTRIES = 18.0
OF_MESSAGES = 24.0

_POWER = 1.5

# A message takes these shares of what its neighbours score, one and two places away (lab.md, recall).
_OF_NEIGHBOURS = (0.35, 0.15)

# So many texts that nobody has are supposed to be as far away as the embedder's background says: among three texts of a
# person's own the nearest would always stand out.
_SUPPOSED = 50

# From here on a text has to do with the question: of 1,000 that have not, 8 score so much by meaning alone. The same as a
# coverage of .28.
RELEVANT = 2.6


def fused(cosines: Rows, coverage: Rows, of_words: float, background: Background) -> Rows:
    """The score of each text in deviations of meaning; ``of_words``: what a full coverage adds."""
    return standing_out(cosines, background) + by_words(coverage, of_words)


def by_words(coverage: Rows, of_words: float) -> Rows:
    """What words alone make of a coverage, in the same measure."""
    return np.float32(of_words) * np.power(coverage, np.float32(_POWER))


def standing_out(cosines: Rows, background: Background) -> Rows:
    """By how many deviations each cosine is above the middle of all, with the background as if it were some of them."""
    count = len(cosines) + _SUPPOSED
    mean = (float(cosines.sum()) + _SUPPOSED * background.mean) / count
    spread = float(((cosines - mean) ** 2).sum())
    supposed = _SUPPOSED * (background.deviation**2 + (background.mean - mean) ** 2)
    return (cosines - np.float32(mean)) / np.float32(math.sqrt((spread + supposed) / count))


def with_neighbours(scores: Rows) -> Rows:
    """What stands beside something relevant belongs to it; what stands beside nothing loses nothing."""
    raised = scores.copy()
    above = np.maximum(scores, 0)
    for distance, share in enumerate(_OF_NEIGHBOURS, 1):
        raised[distance:] += np.float32(share) * above[:-distance]
        raised[:-distance] += np.float32(share) * above[distance:]
    return raised


def as_share(score: float, of_words: float) -> float:
    """A score from 0 to 1: without meaning it is the coverage itself, so that it can stand beside scores by words alone."""
    return min(1.0, (max(0.0, score) / of_words) ** (1 / _POWER))
