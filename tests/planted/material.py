"""A long chat of everyday talk with facts in it, from the texts in ``data``: written before the code that finds them.

Of each language 20 facts with a question each that says the same in other words, and patterns of small talk. The same chat
everywhere.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "ru", "zh")

_DATA = Path(__file__).parent / "data"
# Facts are told among the first messages.
_EARLY = 400


@dataclass(frozen=True, slots=True)
class Planted:
    """A fact, the place of its message in the chat (from 0), and a question about it."""

    fact: str
    place: int
    question: str


def chat_of(language: str, count: int) -> tuple[list[str], list[Planted]]:
    """The texts of ``count`` messages and the facts among them: every second one alone, the others between small talk."""
    data = json.loads((_DATA / f"{language}.json").read_text("utf-8"))
    chance = random.Random(11)
    space = "" if language == "zh" else " "
    texts = [space.join(_small_talk(data, chance) for _ in range(chance.randint(1, 3))) for _ in range(count)]
    planted: list[Planted] = []
    for number, (fact, question) in enumerate(data["facts"]):
        place = chance.randrange(2, min(_EARLY, count // 2))
        while any(known.place == place for known in planted):
            place += 1
        alone = number % 2
        texts[place] = fact if alone else space.join((_small_talk(data, chance), fact, _small_talk(data, chance)))
        planted.append(Planted(fact, place, question))
    return texts, planted


def _small_talk(data: dict[str, Any], chance: random.Random) -> str:
    words = {name: chance.choice(values) for name, values in data["slots"].items()}
    words |= {name.capitalize(): word[:1].upper() + word[1:] for name, word in words.items()}
    return str(chance.choice(data["patterns"])).format(**words)
