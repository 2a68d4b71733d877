"""How new each of many sentences is among the others: what is said again and again, with other words put in, is not.

Called by whoever chooses sentences of a whole chat. Quick rather than clever: words are compared by their first letters, Chinese
and Japanese by pairs of characters, so ten thousand sentences take tenths of a second.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from desktop_app.language.fold import fold_text

# A word is known by so many letters: "подписал" and "подписали", "decided" and "decides".
_STEM = 6
# So many of a sentence's rarest pieces say how new it is.
_RAREST = 4

_PIECES = re.compile(r"[\u3041-\u30ff\u3400-\u9fff]+|[^\W_]+")


def novelties(texts: Sequence[str]) -> list[float]:
    """For each text from 0 (all of it is everywhere) to 1 (what it is about stands in no other)."""
    pieces = [_pieces(text) for text in texts]
    common = Counter(piece for own in pieces for piece in own)
    most = math.log(max(2, len(texts)))
    rarity = {piece: 1 - min(1.0, math.log(count) / most) for piece, count in common.items()}
    return [_mean_of_largest([rarity[piece] for piece in own]) for own in pieces]


def _mean_of_largest(values: list[float]) -> float:
    best = sorted(values, reverse=True)[:_RAREST]
    return sum(best) / len(best) if best else 0.0


@lru_cache(20_000)
def _pieces(text: str) -> frozenset[str]:
    found: set[str] = set()
    for piece in _PIECES.findall(fold_text(text)):
        if piece[0] >= "\u3041":
            found.update(piece[at : at + 2] for at in range(max(1, len(piece) - 1)))
        else:
            found.add(piece[:_STEM])
    return frozenset(found)
