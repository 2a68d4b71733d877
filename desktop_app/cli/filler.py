"""Replaces the texts of a saved request by filler of the same length: for bug reports that give nothing away.

Called by ``talespan plan --save-request FILE --filler``. The same word has the same filler everywhere, so that keys still hit
whole words; inflected forms and parts of words do not. Ids, numbers and what is one of a few words stay. Pure.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

# What is no text of a person: everything else is replaced, also fields that do not exist yet.
STRUCTURE = frozenset(
    "format id chat_id model strategy role role_style kind kinds type position secondary_logic meaning trim match made_by scan_sources "
    "source examples message_id entry_id book_id origin_id supersedes digest media_type call_id hashes first_kept_id "
    "pending scopes scope created_at updated_at".split()
)  # fmt: skip

# The names of macros and decorators stay, with what is no text: numbers, roles, places. Letters behind a backslash mean
# something in a pattern.
_KEPT = r"\{\{\s*[\w/]*|^@@@?\w+(?:[ \t]+(?:\d+|system|user|assistant|true|false|[a-z]+_[a-z]+)\b)?|\\."
_WORD = r"[^\W\d_]+|\d+"

# Where one character after the other says something, keys are looked for within runs of letters.
_SPACELESS = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]"
)

_LATIN = "bcdfghjklmnpqrstvwxz"
_CYRILLIC = "бвгджзклмнпрстфхцчшщ"
_DIGITS = "0123456789"
_FIRST_HAN, _HAN_COUNT = 0x4E00, 20_000
# Shares no factor with the numbers of letters, so that every word has its own filler.
_SPREAD = 7_368_787


def filled(request: Mapping[str, Any]) -> dict[str, Any]:
    """The same request (as JSON values) with filler for its texts."""
    return cast("dict[str, Any]", _Filler(_keys(request)).value(dict(request)))


def _keys(value: Any) -> list[str]:
    """All literal keys of scripts without spaces, the longest first."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Mapping):
            for name, inner in cast("Mapping[str, Any]", item).items():
                if name.endswith(("keys", "keywords")):
                    found.update(cast("Sequence[str]", inner))
                else:
                    waiting.append(inner)
        elif isinstance(item, list):
            waiting.extend(cast("list[Any]", item))
    return sorted((key for key in found if _SPACELESS.search(key)), key=lambda key: (-len(key), key))


class _Filler:
    """One filling: remembers what stands for what."""

    def __init__(self, keys: Sequence[str]) -> None:
        literal = "|".join(map(re.escape, keys))
        runs = f"{literal}|(?:(?!{literal}){_SPACELESS.pattern})+" if literal else f"{_SPACELESS.pattern}+"
        self._pieces = re.compile(f"{_KEPT}|{runs}|{_WORD}", re.MULTILINE)
        self._keep = re.compile(_KEPT, re.MULTILINE)
        self._words: dict[str, str] = {}
        self._made: Counter[tuple[str, int]] = Counter()

    def value(self, value: Any) -> Any:
        """JSON values with all their texts replaced."""
        if isinstance(value, str):
            return self._pieces.sub(self._piece, value)
        if isinstance(value, list):
            return [self.value(item) for item in cast("list[Any]", value)]
        if isinstance(value, dict):
            return {name: self._field(name, inner) for name, inner in cast("dict[str, Any]", value).items()}
        return value

    def _field(self, name: str, value: Any) -> Any:
        if name in STRUCTURE:
            return value
        if name == "extensions":  # JSON texts of other programs, by name
            return {key: self._json_text(text) for key, text in cast("dict[str, str]", value).items()}
        return self.value(value)

    def _json_text(self, text: str) -> str:
        try:
            return json.dumps(self.value(json.loads(text)), ensure_ascii=False)
        except ValueError:
            return self._pieces.sub(self._piece, text)

    def _piece(self, found: re.Match[str]) -> str:
        piece = found.group()
        if self._keep.match(piece):
            return piece
        word = piece.lower() if len(piece.lower()) == len(piece) else piece
        if word not in self._words:
            self._words[word] = self._new_word(word)
        filler = self._words[word]
        return "".join(new.upper() if old.isupper() else new for old, new in zip(piece, filler, strict=True))

    def _new_word(self, word: str) -> str:
        """The next word of this length in its script, unlike the one before; after the last possible one they begin again."""
        if _SPACELESS.match(word):  # nothing of one is within another
            number = self._made["", 0]
            self._made["", 0] += 1
            return chr(_FIRST_HAN + number % _HAN_COUNT) * len(word)
        letters = _letters_for(word[0])
        number = (self._made[letters, len(word)] + 1) * _SPREAD % len(letters) ** len(word)
        self._made[letters, len(word)] += 1
        filler = ""
        for _ in word:
            number, digit = divmod(number, len(letters))
            filler += letters[digit]
        return filler


def _letters_for(character: str) -> str:
    if character.isdigit():
        return _DIGITS
    return _CYRILLIC if unicodedata.name(character, "").startswith("CYRILLIC") else _LATIN
