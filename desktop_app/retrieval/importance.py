"""Which messages say something that must be remembered: by keywords in English, Russian and Chinese, else by statistics.

Called by the ``HeuristicStrategy``. Keywords are compared in their basic forms ("decided", "решили"); Chinese ones as they are.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from desktop_app.language.content_words import content_words
from desktop_app.language.fold import fold_text
from desktop_app.language.languages import DEFAULT, languages
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.words import tokens

# Wishes, opinions, decisions, promises, names, rules: what one would be blamed for forgetting.
_ENGLISH = (
    "want need prefer like love hate think believe hope fear important plan goal task problem solution solve decide decision "
    "conclusion agree promise swear remember forget must should always never deadline name call allergic birthday secret"
)
_RUSSIAN = (
    "хотеть думать считать предпочитать нравиться любить ненавидеть надеяться бояться важный важно надо нужно должен план "
    "задача цель проблема решение решить итог вывод договориться согласиться обещать клясться помнить запомнить забыть "
    "всегда никогда срок имя звать аллергия секрет тайна"
)
_CHINESE = (
    "想要 需要 喜欢 喜歡 讨厌 討厭 爱 愛 恨 认为 認為 觉得 覺得 希望 害怕 重要 计划 計劃 目标 目標 任务 任務 问题 問題 解决 解決 决定 決定 "
    "结论 結論 同意 答应 答應 承诺 承諾 发誓 發誓 记住 記住 记得 記得 忘 必须 必須 应该 應該 总是 總是 从不 從不 永远 永遠 期限 名字 叫做 "
    "过敏 過敏 生日 秘密"
)

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_RUSSIAN_LETTER = re.compile("[а-яё]")
_DENSE = re.compile(f"{_HAN.pattern}|{_KANA.pattern}")

# A Han or kana character says as much as three letters.
_DENSITY = 3

# So much of a text is read, and so many words are remembered as keywords or none.
_READ = 2_000
_WORDS = 20_000

# Where there are no keywords, this share of the messages is important.
_SHARE = 1 / 3


class Importance:
    """Weighs messages beside each other. ``keywords`` stand in the place of the lists; then languages do not matter."""

    def __init__(self, lemmas: Lemmas, keywords: Sequence[str] = ()) -> None:
        self._lemmas = lemmas
        words = [fold_text(word) for word in keywords or (*_ENGLISH.split(), *_RUSSIAN.split())]
        pieces = [fold_text(piece) for piece in keywords or _CHINESE.split()]
        self._forms = {form for word in words for form in lemmas.of_key(word, DEFAULT) or (word,)}
        self._pieces = tuple(piece for piece in pieces if " " in piece or _DENSE.search(piece))
        self._for_all = bool(keywords)
        self._keyword = lru_cache(_WORDS)(self._keyword_anew)

    def of(self, texts: Sequence[str]) -> list[float]:
        """How much each of these texts matters, by its beginning; 0: not at all."""
        starts = [text[:_READ] for text in texts]
        weights = [self._by_keywords(text) for text in starts]
        if None not in weights:
            return [weight or 0.0 for weight in weights]
        statistics = self.by_statistics(starts)
        return [other if own is None else own for own, other in zip(weights, statistics, strict=True)]

    def _by_keywords(self, text: str) -> float | None:
        """How many different keywords it has; ``None`` where its language has no list."""
        folded = fold_text(text)
        words = {folded[start:end] for start, end in tokens(folded)}
        hits = len({self._keyword(word) for word in words} - {""})
        if self._for_all or not folded.isascii():  # the pieces of the lists are Chinese
            hits += sum(piece in folded for piece in self._pieces)
        return float(hits) if hits or self._for_all or _has_list(folded, words) else None

    def _keyword_anew(self, word: str) -> str:
        """The form by which a folded word is a keyword, if it is one."""
        forms = self._lemmas.of_text(word, DEFAULT) or (word,)
        return min((form for form in forms if form in self._forms), default="")

    def by_statistics(self, texts: Sequence[str]) -> list[float]:
        """What is rare among these texts says most; below the best third it counts as nothing."""
        if not texts:
            return []
        terms = [set(content_words(text, self._lemmas)) for text in texts]
        common = Counter(term for own in terms for term in own)
        weights = [
            sum(math.log(1 + len(texts) / common[term]) for term in own) / math.sqrt(len(own)) if own else 0.0
            for own in terms
        ]
        least = sorted(weights, reverse=True)[math.ceil(_SHARE * len(weights)) - 1]
        return [weight if weight >= least else 0.0 for weight in weights]


def length(text: str) -> int:
    """How long a text is in letters: a Han or kana character counts three times."""
    return len(text) + (_DENSITY - 1) * len(_DENSE.findall(text))


def _has_list(folded: str, words: Collection[str]) -> bool:
    """Whether a folded text is of a language that has a list: Chinese (Japanese has kana), Russian, English."""
    if _DENSE.search(folded):
        return _KANA.search(folded) is None
    return _RUSSIAN_LETTER.search(folded) is not None or "english" in languages(words)
