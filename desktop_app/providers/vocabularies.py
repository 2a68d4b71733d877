"""The tokenizers of OpenAI's models, from files that we ship: no download, no cache folder, no network.

Called by ``token_counter``. tiktoken's own ``get_encoding`` goes to the internet at first use, so the encodings are built here
from ``resources/tokenizers`` (where they come from: ``resources/licences/tokenizers.txt``); a test holds that they equal
tiktoken's. Loading takes about 300 ms and building holds Python's lock for some 100 of them: in a thread, once.
"""

from __future__ import annotations

import base64
import hashlib
import lzma
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app import assets

if TYPE_CHECKING:
    import tiktoken

# A piece that is encoded at once. tiktoken dies of a panic at a million blanks in a row (its stack of possible matches).
PIECE_CHARACTERS = 100_000


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """One encoding: the SHA-256 of its unpacked file, and the pattern that cuts a text into words (tiktoken 0.14)."""

    name: str
    sha256: str
    pattern: str

    @property
    def file(self) -> str:
        """The name of its file for ``assets``."""
        return f"tokenizers/{self.name}.tiktoken.xz"


_O200K_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_O200K_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_O200K_ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"

VOCABULARIES = {
    vocabulary.name: vocabulary
    for vocabulary in (
        Vocabulary(
            "o200k_base",
            "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
            rf"[^\r\n\p{{L}}\p{{N}}]?{_O200K_UPPER}*{_O200K_LOWER}+{_O200K_ENDING}"
            rf"|[^\r\n\p{{L}}\p{{N}}]?{_O200K_UPPER}+{_O200K_LOWER}*{_O200K_ENDING}"
            r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
        ),
        Vocabulary(
            "cl100k_base",
            "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
            r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
        ),
    )
}

# Model names as servers know them, without the vendor before a slash and the variant after a colon.
_MODELS = (
    (re.compile(r"(ft:)?(gpt-5|gpt-4o|gpt-4\.1|gpt-4\.5|chatgpt-4o|gpt-oss|o[134]($|-|:))"), "o200k_base"),
    (re.compile(r"(ft:)?(gpt-4($|-|:)|gpt-3\.5|gpt-35-turbo|davinci-002|babbage-002|text-embedding-)"), "cl100k_base"),
)
_OPENAI_PREFIX = re.compile(r"^(openai|azure)/")


def vocabulary_for_model(model: str) -> str | None:
    """The name of the vocabulary of an OpenAI model, or None for every other model."""
    name = _OPENAI_PREFIX.sub("", model.strip().lower())
    return next((vocabulary for pattern, vocabulary in _MODELS if pattern.match(name)), None)


class Encoding:
    """A loaded tokenizer. Making it is the slow part; raises ``AssetMissingError`` where its file is missing or damaged."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._encoding = _load(vocabulary)

    def count(self, text: str, piece: int = PIECE_CHARACTERS) -> tuple[int, bool]:
        """The tokens of ``text`` (what looks like a special token is ordinary text), and whether the number is exact.

        It is not for a text that has no good place to cut within ``piece`` characters: that may change a token at the cut.
        """
        tokens, exact, start = 0, True, 0
        while len(text) - start > piece:
            end = _last_safe_cut(text, start, start + piece)
            if end == start:
                exact, end = False, start + piece
            tokens += len(self._encoding.encode_ordinary(text[start:end]))
            start = end
        return tokens + len(self._encoding.encode_ordinary(text[start:])), exact


def _load(vocabulary: Vocabulary) -> tiktoken.Encoding:
    import tiktoken

    try:
        data = lzma.decompress(assets.read_bytes(vocabulary.file))
    except lzma.LZMAError as error:
        raise assets.AssetMissingError(name=vocabulary.file) from error
    if hashlib.sha256(data).hexdigest() != vocabulary.sha256:
        raise assets.AssetMissingError(name=vocabulary.file)
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, data.splitlines())}
    return tiktoken.Encoding(vocabulary.name, pat_str=vocabulary.pattern, mergeable_ranks=ranks, special_tokens={})


def _last_safe_cut(text: str, start: int, end: int) -> int:
    """The last place up to ``end`` where a cut changes no token, or ``start``.

    That is after a line break and before something that is neither blank nor a slash: no match of either pattern goes across
    (in o200k_base an exclamation mark, a line break and a slash are one), and none looks further than the next character.
    """
    cut = text.rfind("\n", start, end) + 1
    while cut > start and (text[cut] == "/" or text[cut].isspace()):
        cut = text.rfind("\n", start, cut - 1) + 1
    return max(cut, start)
