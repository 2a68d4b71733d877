"""Reads the words that columns hold for roles, kinds and states. A word that damage changed stands for the nearest that there is.

One flipped bit in such a word must not keep a whole chat from opening. Used by the modules that read rows.
"""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T", bound=StrEnum)

_log = logging.getLogger(__name__)


class KnownWords(dict[str, T], Generic[T]):
    """The members of ``kind`` by what is stored. What is no such word is logged once, and stays on the disk as it is."""

    def __init__(self, kind: type[T]) -> None:
        super().__init__({member.value: member for member in kind})
        self._kind = kind

    def __missing__(self, word: object) -> T:
        """The member whose word is most like this one."""
        from difflib import get_close_matches  # only damage needs it

        nearest = self._kind(get_close_matches(str(word), [member.value for member in self._kind], n=1, cutoff=0.0)[0])
        _log.warning(
            "The word %r was changed on the disk by something else than Talespan: read as %r.", word, nearest.value
        )
        self[str(word)] = nearest
        return nearest
