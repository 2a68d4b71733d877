"""How much of a question each text covers with its words: ``WordIndex.coverage`` for very many texts at once, in numpy.

Called by ``recall`` and ``chat_search``, where a frequent word is in thousands of passages. The arithmetic is that of the index
(a test compares them), twenty times as quick.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from desktop_app.language.content_words import Term
from desktop_app.language.word_index import K1, B, WordIndex
from desktop_app.retrieval.matrix import Rows

_Places = NDArray[np.uint32]


def coverage(index: WordIndex, terms: tuple[Term, ...]) -> Rows:
    """The share of ``terms`` (0 to 1) that the text at each place of the index covers; 0 where a place is empty."""
    sums = np.zeros(len(index.lengths))
    best = 0.0
    for term in index.telling(terms):
        places, counts = _found(index, term)
        weight = index.weight(len(places))
        best += weight
        sums[places] += weight * _shares(index, places, counts)
    return np.minimum(1.0, sums / best).astype(np.float32) if best else sums.astype(np.float32)


def _found(index: WordIndex, term: Term) -> tuple[_Places, NDArray[np.intp]]:
    """The places that have any form of a term, and how often: by whichever of its forms is there most often."""
    found = [_runs(np.frombuffer(index.postings(form), np.uint32)) for form in term]
    places, counts = found[0] if len(found) == 1 else _merged(found)
    there = np.frombuffer(index.empty, np.uint8)[places] == 0
    return places[there], counts[there]


def _runs(postings: _Places) -> tuple[_Places, NDArray[np.intp]]:
    """Each place once, and how often it was there."""
    edges = _edges(postings)
    return postings[edges[:-1]], edges[1:] - edges[:-1]


def _merged(found: Sequence[tuple[_Places, NDArray[np.intp]]]) -> tuple[_Places, NDArray[np.intp]]:
    places = np.concatenate([places for places, _ in found])
    counts = np.concatenate([counts for _, counts in found])
    if not len(places):
        return places, counts
    order = np.argsort(places, kind="stable")
    places, counts = places[order], counts[order]
    starts = _edges(places)[:-1]
    return places[starts], np.maximum.reduceat(counts, starts)


def _edges(sorted_: _Places) -> NDArray[np.intp]:
    """Where another value begins, and the length of all."""
    if not len(sorted_):
        return np.zeros(1, np.intp)
    changes = np.flatnonzero(sorted_[1:] != sorted_[:-1])
    edges = np.empty(len(changes) + 2, np.intp)
    edges[0], edges[-1] = 0, len(sorted_)
    edges[1:-1] = changes + 1
    return edges


def _shares(index: WordIndex, places: _Places, counts: NDArray[np.intp]) -> NDArray[np.float64]:
    lengths = np.frombuffer(index.lengths, np.uint32)[places]
    return np.minimum(1.0, counts * (K1 + 1) / (counts + K1 * (1 - B + B * lengths / index.usual_length)))
