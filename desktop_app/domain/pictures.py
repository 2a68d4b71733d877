"""Pictures in messages: what they cost a model in tokens, which of them it is sent, and where their bytes are kept.

Used by the engine, the services and the adapters. A message knows a picture by its digest (``ImagePart``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from desktop_app.domain.errors import AppError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.domain.message import ImagePart, Part, TextPart

# The most pictures of one message, and the most of their bytes as they are kept.
MOST_PICTURES = 10
MOST_BYTES = 8 << 20

# What an unknown model may take: LLaVA 1.5 has 576 tokens a picture, LLaVA 1.6 up to 2,880; Qwen-VL lies between.
LEAST_ESTIMATE, MOST_ESTIMATE = 576, 2880
_PATCH = 28


class TooManyPicturesError(AppError):
    """A message has as many pictures as it may."""

    code = "picture.too-many"
    template = "A message can have at most {limit} pictures."


class PictureUnreadableError(AppError):
    """No picture, a broken one, or of a kind that is not known."""

    code = "picture.unreadable"
    template = "{name} is no picture that can be read."


class PictureTooLargeError(AppError):
    """A picture that is not even opened."""

    code = "picture.too-large"
    template = "{name} is too large: a picture may have at most {megabytes} MB and {megapixels} million pixels."


class PriceRule(StrEnum):
    """How a provider prices a picture. Each is bounded: no picture costs more than its rule's largest figure."""

    ESTIMATE = "estimate"
    OPENAI_TILES = "openai-tiles"
    OPENAI_SMALL_TILES = "openai-small-tiles"
    OPENAI_REASONING_TILES = "openai-reasoning-tiles"
    OPENAI_NEWER_TILES = "openai-newer-tiles"
    OPENAI_PATCHES = "openai-patches"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"


@dataclass(frozen=True, slots=True)
class Price:
    """Tokens of one picture; ``exact``: by the provider's own rule."""

    tokens: int
    exact: bool


@dataclass(frozen=True, slots=True)
class PictureTerms:
    """How pictures are sent. ``seen``: the model sees them at all; ``newest``: only so many of the newest (0: all)."""

    seen: bool = False
    rule: PriceRule = PriceRule.ESTIMATE
    newest: int = 0


class PictureStore(Protocol):
    """Where the bytes of pictures are."""

    async def pictures(self, digests: Iterable[str]) -> dict[str, bytes]:
        """The bytes by digest; what is not there is left out."""
        ...


class PictureSight(Protocol):
    """Who may see pictures."""

    async def sees_pictures(self) -> bool | None:
        """Whether the server says that its model does; None: it does not tell. Starts no model. Raises ``ProviderError``."""
        ...


def said_parts(text: str, pictures: tuple[ImagePart, ...]) -> tuple[Part, ...]:
    """The parts of a message of this text and these pictures; a text that is none is left out where there are any."""
    return (*((TextPart(text),) if text.strip() or not pictures else ()), *pictures)


def with_text(parts: tuple[Part, ...], text: str) -> tuple[Part, ...]:
    """``parts`` with all their text parts replaced by one, which stands where the first of them stood."""
    place = next((index for index, part in enumerate(parts) if isinstance(part, TextPart)), len(parts))
    others = [part for part in parts if not isinstance(part, TextPart)]
    if not text.strip():
        return tuple(others)
    return (*others[:place], TextPart(text), *others[place:])


def pictures_of(parts: Iterable[Part]) -> tuple[ImagePart, ...]:
    """The pictures among the parts of a message."""
    return tuple(part for part in parts if isinstance(part, ImagePart))


def price_of(rule: PriceRule, width: int, height: int) -> Price:
    """What a picture of this size in pixels costs; one of an unknown size (0) costs the most that its rule allows."""
    if width <= 0 or height <= 0:
        width = height = 4096
    match rule:
        case PriceRule.ANTHROPIC:
            return Price(_anthropic(width, height), exact=False)
        case PriceRule.GEMINI:
            return Price(_gemini(width, height), exact=False)
        case PriceRule.OPENAI_PATCHES:
            return Price(_patches(width, height), exact=False)
        case PriceRule.ESTIMATE:
            patches = math.ceil(width / _PATCH) * math.ceil(height / _PATCH)
            return Price(min(max(patches, LEAST_ESTIMATE), MOST_ESTIMATE), exact=False)
        case _:
            base, tile = _TILES[rule]
            return Price(base + tile * _tiles(width, height), exact=True)


def rule_of(connection: ConnectionProfile) -> PriceRule:
    """By whose rule a connection counts, as its model's name and its address tell."""
    if connection.kind is not ConnectionKind.OPENAI_COMPATIBLE:
        return PriceRule.ESTIMATE
    name = connection.model.casefold().rpartition("/")[2]
    for pattern, rule in _BY_NAME:
        if pattern.match(name):
            return rule
    return PriceRule.ESTIMATE


def sees_by_name(model: str) -> bool:
    """Whether models of this name are known to see: for servers that do not tell."""
    return _SEEING.search(model.casefold()) is not None


def _tiles(width: int, height: int) -> int:
    """OpenAI, "Images and vision", calculating costs: fitted into 2048 × 2048, the shorter side to 768, tiles of 512."""
    scale = min(1.0, 2048 / max(width, height))
    scale *= min(1.0, 768 / (min(width, height) * scale))
    return math.ceil(round(width * scale) / 512) * math.ceil(round(height * scale) / 512)


def _patches(width: int, height: int) -> int:
    """OpenAI's smaller models: patches of 32 pixels, at most 1,536, times 2.46 (the dearest of them)."""
    return math.ceil(min(math.ceil(width / 32) * math.ceil(height / 32), 1536) * 2.46)


def _anthropic(width: int, height: int) -> int:
    """Anthropic, "Vision": width × height / 750, the longer side scaled down to 1,568; about 1,600 at the most."""
    scale = min(1.0, 1568 / max(width, height))
    return min(math.ceil(width * scale * height * scale / 750), 1600)


def _gemini(width: int, height: int) -> int:
    """Google, "Understand and count tokens": 258 for a small one, else 258 a tile of a crop unit (shorter side / 1.5)."""
    if max(width, height) <= 384:
        return 258
    unit = min(max(math.floor(min(width, height) / 1.5), 256), 768)
    return 258 * min(math.ceil(width / unit) * math.ceil(height / unit), 32)


# The cost of a whole picture at low detail, and of each tile, by OpenAI's table.
_TILES: Mapping[PriceRule, tuple[int, int]] = MappingProxyType(
    {
        PriceRule.OPENAI_TILES: (85, 170),
        PriceRule.OPENAI_SMALL_TILES: (2833, 5667),
        PriceRule.OPENAI_REASONING_TILES: (75, 150),
        PriceRule.OPENAI_NEWER_TILES: (70, 140),
    }
)

_BY_NAME: tuple[tuple[re.Pattern[str], PriceRule], ...] = (
    (re.compile(r"claude"), PriceRule.ANTHROPIC),
    (re.compile(r"gemini"), PriceRule.GEMINI),
    (re.compile(r"gpt-4o-mini"), PriceRule.OPENAI_SMALL_TILES),
    (re.compile(r"(gpt-4\.1|gpt-5)\S*-(mini|nano)|o4-mini"), PriceRule.OPENAI_PATCHES),
    (re.compile(r"o[13]\b"), PriceRule.OPENAI_REASONING_TILES),
    (re.compile(r"gpt-5"), PriceRule.OPENAI_NEWER_TILES),
    (re.compile(r"gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|chatgpt-4o"), PriceRule.OPENAI_TILES),
)

_SEEING = re.compile(
    r"gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-5|chatgpt-4o|\bo[134](-|\b)(?!mini-2024|-preview)"
    r"|claude-(3|opus|sonnet|haiku|[4-9])|gemini|llava|bakllava|moondream|minicpm-v|internvl|pixtral|qvq|gemma-?3"
    r"|vision|mistral-small-3|llama-4|[-_.]vl\b|\dvl\b|-vl-|smolvlm|phi-3\.5-v|phi-4-multimodal|molmo|glm-4\.[15]v|glm-4v"
)
