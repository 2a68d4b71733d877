"""Keys of lorebooks and memories: making a matcher for very many, and scanning the dialogue context with it."""

from __future__ import annotations

import random
from pathlib import Path

from desktop_app.cli.bench_parts.figures import Figure, now_ms, percentile, spread, timed
from desktop_app.language.keys import KeyRules
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.matcher import KeyMatcher
from desktop_app.language.patterns import PatternBudget, PatternMemory

MANY = 100_000
# A large book, against the dialogue context as it is set by default.
BOOK = 1_000
MESSAGES = 10
TIMES = 50

WORDS = KeyRules(inflected=False)
STRINGS = KeyRules(whole_words=False, inflected=False)

_STORY = (
    "The dragons of the old castle slept while the knight's horse drank from the river. "
    "Рыцарь вернулся в старую башню, где спали драконы, и ответил королеве тихим голосом. "
    "月亮下面，那条龙睡着了。 "
).split(" ")
_BEGINNINGS = "мор тир эль ган дра вор кор сил аэл бел mor tir el gan dra vor kor sil ael bel 龙 月 山 水".split()
_MIDDLES = "да ри на во ле го ту ми da ri na vo le go tu mi".split()
_ENDINGS = "н р дис вин лот мар н r dis vin lot mar".split()


async def measure(_folder: Path) -> list[Figure]:
    """Single-threaded, as the builder scans. Cold: no word of the texts was seen before; warm: all were."""
    return [*_many("words", WORDS), *_many("strings", STRINGS), *_book(), *_hostile()]


def _many(kind: str, rules: KeyRules) -> list[Figure]:
    start = now_ms()
    matcher = KeyMatcher(_keys(MANY, rules), Lemmas(), PatternMemory())
    built = now_ms() - start
    matcher.scan("")
    texts = _messages(MESSAGES)
    return [
        Figure(f"matcher for {MANY:,} {kind}", built),
        Figure(
            f"scan of a message for {MANY:,} {kind}", percentile(timed(lambda at: matcher.scan(texts[at]), 10), 0.5)
        ),
    ]


def _book() -> list[Figure]:
    lemmas = Lemmas()
    lemmas.of_text("дракон", ())
    start = now_ms()
    matcher = KeyMatcher(_keys(BOOK, KeyRules()), lemmas, PatternMemory())
    built = now_ms() - start
    texts = _messages(MESSAGES)

    def scan(_number: int) -> None:
        for text in texts:
            matcher.scan(text)

    cold = timed(scan, 1)
    return [
        Figure(f"matcher for {BOOK:,} inflected keys", built),
        Figure(f"scan of {BOOK:,} inflected keys over {MESSAGES} messages, cold", cold[0]),
        *spread(f"scan of {BOOK:,} inflected keys over {MESSAGES} messages, warm", timed(scan, TIMES)),
    ]


def _hostile() -> list[Figure]:
    keys = [(f"/(a|aa)+${'x' * (number % 400)}?{number}?/", KeyRules()) for number in range(2_000)]
    matcher = KeyMatcher(keys, Lemmas(), PatternMemory())
    return [
        Figure("scan of 2,000 hostile patterns", timed(lambda _: matcher.scan("a" * 60 + "!", PatternBudget()), 1)[0])
    ]


def _keys(count: int, rules: KeyRules) -> list[tuple[str, KeyRules]]:
    """Names as people invent them, and the words of the story, so that something is hit."""
    chance = random.Random(count)  # noqa: S311 - the same names everywhere
    names = [
        chance.choice(_BEGINNINGS) + "".join(chance.choices(_MIDDLES, k=chance.randint(1, 3))) + chance.choice(_ENDINGS)
        for _ in range(count)
    ]
    return [(name, rules) for name in (*_STORY, *names)[:count]]


def _messages(count: int) -> list[str]:
    """Of a hundred words each, among them some of the names."""
    chance = random.Random(count)  # noqa: S311 - the same texts everywhere
    names = [name for name, _ in _keys(BOOK, WORDS)]
    return [" ".join(chance.choices(_STORY, k=90) + chance.choices(names, k=10)) for _ in range(count)]
