"""How crowded the place of each row is: how near the rows of a chat come to it that are nearest.

Used by the indexes. Small talk is near to everything, so that it is near to any question too; a fact that was told once stands
alone. What a row owes to its crowd is taken off its cosine (the idea of CSLS, Conneau et al. 2018). Measured with 41 facts
among 5,000 messages, asked for in other words, found among the first ten: English 32 → 41, Russian 21 → 38, Chinese 25 → 38.
"""

from __future__ import annotations

import hashlib

import numpy as np

from desktop_app.retrieval.embedders import Background
from desktop_app.retrieval.fusion import standing_out
from desktop_app.retrieval.matrix import Rows

# The crowd is looked for among so many rows, which stand for all; it is the nearest 2 % of them: what makes up less of a chat
# is no crowd, so that a fact which was told five times does not hide itself.
SAMPLE = 256
_CROWD = 5

# This share of the crowding is taken off a cosine.
SHARE = 0.5

# Of fewer rows a crowd says less; and so many pairs of an embedder's own background are counted beside those of the chat.
_SUPPOSED = 200

# With less than this a row does not stand out whatever its crowd.
_MAY_STAND_OUT = 1.5

_BLOCK = 8_192

# A row of float16 that is compared with itself.
_ITSELF = 0.999


def name_hash(name: str) -> int:
    """Which passages stand for all is told by such numbers, so that the order in which they came does not matter."""
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def crowds(rows: Rows, sample: Rows) -> Rows:
    """The mean cosine of each row with those of the sample that are nearest to it, itself left out."""
    if len(sample) < 2:
        return np.zeros(len(rows), np.float32)
    nearest = min(len(sample), max(1, len(sample) * _CROWD // SAMPLE) + 1)
    found = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _BLOCK):
        cosines = rows[start : start + _BLOCK] @ sample.T
        most = np.partition(cosines, -nearest, axis=1)[:, -nearest:]
        itself: Rows = most.max(axis=1)
        least: Rows = np.where(itself > _ITSELF, itself, most.min(axis=1))
        found[start : start + _BLOCK] = (most.sum(axis=1) - least) / (nearest - 1)
    return found


def taken_off(crowds: Rows) -> Rows:
    """What each row's cosines lose by its crowd: more than is usual, or less."""
    fade = len(crowds) / (len(crowds) + _SUPPOSED)
    return np.float32(SHARE * fade) * (crowds - crowds.mean()) if len(crowds) else crowds


def outstanding(rows: Rows, query: Rows, known: Background | None, usual: Background) -> Rows:
    """By how many deviations each of a chat's rows stands out for a query, its crowd taken off, as in an index of the chat.

    For a single question to many chats: the crowd of a row is looked at only where without it the row would stand out, and
    a small chat is measured by what is ``known`` of the embedder; where nothing is, by its own texts and what is ``usual``.
    """
    if len(rows) == 0 or not np.any(query):
        return np.zeros(len(rows), np.float32)
    sample = rows[:: -(-len(rows) // SAMPLE)]
    background = known or background_of(sample, usual)
    cosines = rows @ query
    scores = standing_out(cosines, background)
    able = np.flatnonzero(scores >= _MAY_STAND_OUT)
    fade = len(rows) / (len(rows) + _SUPPOSED)
    cosines[able] -= np.float32(SHARE * fade) * (crowds(rows[able], sample) - crowds(sample, sample).mean())
    scores[able] = standing_out(cosines, background)[able]
    return scores


def background_of(sample: Rows, known: Background) -> Background:
    """How similar texts of this chat are that were taken by chance, with the embedder's own background for the first pairs."""
    if len(sample) < 2:
        return known
    cosines = sample @ sample.T
    pairs = cosines[np.triu_indices(len(sample), 1)]
    share = len(pairs) / (len(pairs) + _SUPPOSED)
    mean = share * float(pairs.mean()) + (1 - share) * known.mean
    deviation = share * float(pairs.std()) + (1 - share) * known.deviation
    return Background(mean, deviation)
