"""Chance that is no chance: the same chat, newest message, subject and number of re-rolls give the same result, anywhere.

Called by ``engine`` for probabilities and by ``groups`` for lotteries.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import blake2b

_RANGE = 2**64


@dataclass(frozen=True, slots=True)
class Chance:
    """What all results of one build are seeded by. ``reroll``: how often the person asked for other ones."""

    chat_id: str
    newest_id: str
    reroll: int = 0

    def roll(self, entry_id: str) -> int:
        """A number from 1 to 100."""
        return self._number("roll", entry_id) * 100 // _RANGE + 1

    def arrival(self, entry_id: str, weight: int) -> float:
        """When an entry arrives in a race: who is first is a fair draw by weight, whoever else takes part.

        (The least of exponentially distributed numbers.) Without weight it never arrives.
        """
        if weight <= 0:
            return math.inf
        return -math.log((self._number("race", entry_id) + 1) / (_RANGE + 1)) / weight

    def _number(self, purpose: str, entry_id: str) -> int:
        seed = repr((self.chat_id, self.newest_id, purpose, entry_id, self.reroll))
        digest = blake2b(seed.encode("utf-8", "backslashreplace"), digest_size=8).digest()
        return int.from_bytes(digest, "big")
