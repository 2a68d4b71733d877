"""In which language a chat is, as far as the program can put words of its own into a prompt: told by the script of its texts.

Called by ``request_maker``. A guess by letters alone: the same texts give the same language, in every process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

ENGLISH, RUSSIAN, CHINESE = "en", "ru", "zh"

# So many characters of each text are looked at: a paragraph says as much as a book.
LOOKED_AT = 600

_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_CYRILLIC = re.compile(r"[\u0400-\u052f]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_JAPANESE_OR_KOREAN = re.compile(r"[\u3041-\u30ff\u1100-\u11ff\uac00-\ud7ff]")
_OTHER = re.compile(r"[\u0370-\u03ff\u0530-\u10ff\u1200-\u1cff]")

# Letters of Ukrainian, Belarusian, Serbian, Macedonian, Kazakh and others that Russian has not.
_NOT_RUSSIAN = re.compile(r"[\u0400\u0402-\u040f\u0450\u0452-\u045f\u0460-\u052f]")

# Every twelfth letter of Ukrainian is one of them. A quotation in a Russian chat is not that much.
_FOREIGN_SHARE = 25

# A letter of Han is about as much as this many of an alphabet.
_HAN_WEIGHT = 2

# Names, code and commands are in Latin letters in any language: these count a third.
_LATIN_SHARE = 3


def prompt_language(texts: Iterable[str], otherwise: str = ENGLISH) -> str:
    """``ru`` or ``zh`` where most of ``texts`` is in their letters, else ``en``. Latin letters count a third.

    Where there are no letters at all: ``otherwise``, if it is one of the three.
    """
    whole = "\n".join(text[:LOOKED_AT] for text in texts)
    cyrillic, han = _count(_CYRILLIC, whole), _count(_HAN, whole) * _HAN_WEIGHT
    beside_han = _count(_JAPANESE_OR_KOREAN, whole) * _HAN_WEIGHT
    latin, others = _count(_LATIN, whole), _count(_OTHER, whole)
    if not (cyrillic or han or beside_han or latin or others):
        return otherwise if otherwise in {RUSSIAN, CHINESE} else ENGLISH
    others += latin // _LATIN_SHARE
    if cyrillic > max(others, han + beside_han):
        foreign = _count(_NOT_RUSSIAN, whole)
        return RUSSIAN if foreign * _FOREIGN_SHARE <= cyrillic else ENGLISH
    # Japanese has kana between its Han, Korean at most a name in Han.
    return CHINESE if han > max(others, cyrillic) and beside_han * _FOREIGN_SHARE <= han else ENGLISH


def _count(pattern: re.Pattern[str], text: str) -> int:
    return len(pattern.findall(text))
