"""Chats to measure with: the same texts on every machine, in three scripts, with the markdown that models write."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from desktop_app.domain.chat import Chat
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.storage.bulk import append_many
from desktop_app.storage.open import Storage

_WORDS = (
    "the knight turned and said nothing for a while then дракон улыбнулся и ответил ей тихо 静かな 夜 月亮 下面 moon silver "
    "blade river ash ember whisper garden stone"
).split()

FEW_SYLLABLES = "mor tir el gan dra vor kor sil ael bel да ри на во ле го ту ми ста пре 龙 月 山 水".split()

# As many as a language has: so many runs of three letters are as telling.
MANY_SYLLABLES = [
    *map("".join, itertools.product("bcdfghklmnprstvz", "aeiou", ("", "n", "r", "s"))),
    *map("".join, itertools.product("бвгдзклмнпрст", "аеиоуя", ("", "й", "м", "т"))),
    *"龙月山水北京茶书人天",
]

_FIRST = "mor tir el gan dra vor kor sil ael bel мор тир эль ган дра".split()
_MIDDLE = "da ri na vo le go tu mi да ри на во".split()
_LAST = "n r dis vin lot mar н р дис вин".split()

# Messages per transaction: a whole chat in one would need all of it in memory.
_AT_ONCE = 5_000


class MadeUpLanguage:
    """Made-up words, some of them frequent and most of them rare, as in any language."""

    def __init__(self, syllables: Sequence[str]) -> None:
        self._chance = random.Random(1)  # noqa: S311 - the same texts everywhere
        self.words = ["".join(self._chance.choices(syllables, k=self._chance.randint(1, 3))) for _ in range(20_000)]
        self._weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(self.words))))

    def text(self, count: int) -> str:
        """So many words."""
        return " ".join(self._chance.choices(self.words, cum_weights=self._weights, k=count))


def text_of_message(number: int) -> str:
    """Twenty to a hundred words; now and then emphasis, a list or a piece of code."""
    chance = random.Random(number)  # noqa: S311 - the same texts everywhere
    words = [chance.choice(_WORDS) for _ in range(chance.randint(20, 100))]
    words[3] = f"**{words[3]}**"
    text = " ".join(words)
    if number % 10 == 3:
        text += "\n\n- one\n- two\n- three"
    if number % 25 == 7:
        text += "\n\n```python\ndef f(x):\n    return x + 1\n```"
    return text


def lorebook(count: int) -> Lorebook:
    """A book of so many entries with two keys each: some are words of the messages, most are names."""
    chance = random.Random(count)  # noqa: S311 - the same book everywhere
    entries = tuple(
        LorebookEntry(
            f"entry-{number:05d}",
            name=f"Entry {number}",
            keys=(chance.choice(_WORDS) if number % 20 == 0 else _name(chance), _name(chance)),
            content=text_of_message(100_000 + number),
        )
        for number in range(count)
    )
    return Lorebook(f"book-{count}", f"Book of {count}", entries=entries)


def messages(chat_id: str, count: int) -> Iterator[Message]:
    """A straight branch from its root, user and assistant in turn."""
    for number in range(count):
        yield Message(
            id=f"{chat_id}-{number:06d}",
            chat_id=chat_id,
            parent_id=f"{chat_id}-{number - 1:06d}" if number else None,
            role=Role.ASSISTANT if number % 2 else Role.USER,
            parts=(TextPart(text_of_message(number)),),
            created_at=number,
        )


def _name(chance: random.Random) -> str:
    return "".join(chance.choice(syllables) for syllables in (_FIRST, _MIDDLE, _LAST)).capitalize()


async def fill_chat(storage: Storage, chat: Chat, count: int) -> None:
    """Adds a chat with so many messages, many in a transaction."""
    await storage.chats.add_chat(chat)
    waiting = messages(chat.id, count)
    while batch := list(itertools.islice(waiting, _AT_ONCE)):
        await append_many(storage, batch)
