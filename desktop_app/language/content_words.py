"""What a text is about, as terms that can be compared: its words in their basic forms, without those that say nothing.

Called by ``relevance``, and by whoever else searches by words. Of scripts without spaces every two neighbouring characters
are a term, and every Han character (茶 in 绿茶).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from desktop_app.language.fold import FoldRules, fold_text
from desktop_app.language.languages import DEFAULT, SMALL_WORDS, languages
from desktop_app.language.lemmas import Lemmas, is_latin
from desktop_app.language.words import spaceless_runs, tokens

# The forms by which one word may be met; words are the same if their forms meet.
Term: TypeAlias = tuple[str, ...]

_ENGLISH = frozenset(
    "i me we us our your him them their its itself myself yourself be been being am do does did done have has had will would "
    "can could should may might must shall what which who whom whose when where why how all any some as by but or if so than "
    "then too very just about into over up down out off again also only own same these those here now once because while "
    "until between through during before after s t d m ll re ve don doesn didn isn wasn aren won yes oh ok okay please "
    "let get got go going gone come one thing things like really well".split()
)
_RUSSIAN = frozenset(
    "и в во не что он на я с со как а то все всё она так его но да ты к у же вы за бы по только ее её мне было вот от меня "
    "еще ещё нет о об из ему теперь когда даже ну вдруг ли если уже или ни быть был была были будет него до вас нибудь опять "
    "уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем сам чтоб чтобы без будто чего раз "
    "тоже себе под ж тогда кто этот эта это эти того потому этого какой какая какие совсем ним здесь этом почти мой моя мое "
    "мои тем нее неё сейчас куда зачем всех можно при хоть после над тот через эту нас про них много разве три эту впрочем "
    "свою свой этой перед чуть том такой им более всегда конечно всю между твой твоя наш ваш который которая которые которую "
    "ага ладно пожалуйста очень просто".split()
)
# Chinese and Japanese characters that only hold others together; a pair of two of these is no term.
_PARTICLES = frozenset(
    "的了是我你他她它们在和有不这那吗呢吧也都就着过与及或很什么怎样个一请のはがをにでとへもやかなねよ"
)
_FIRST_HAN, _LAST_HAN = "\u3400", "\u9fff"
_FOLDED = FoldRules()


def content_words(text: str, lemmas: Lemmas) -> list[Term]:
    """The terms of ``text`` in no particular order, each as often as it is there."""
    folded = fold_text(text, _FOLDED)
    words = [folded[start:end] for start, end in tokens(folded)]
    guessed = languages(words) if any(is_latin(word) for word in words) else ()
    # A question of a few words is easily taken for another language: in English its words meet those of any text.
    spoken = tuple(dict.fromkeys((*guessed, *DEFAULT)))
    small = _small_words(spoken)
    terms = [lemmas.term(word, spoken) for word in words if word not in small]
    for start, end in spaceless_runs(folded):
        terms.extend(_pairs(folded[start:end]))
    return terms


@lru_cache(64)
def _small_words(spoken: tuple[str, ...]) -> frozenset[str]:
    return _RUSSIAN.union(_ENGLISH, *(SMALL_WORDS[language] for language in spoken))


def is_small_word(word: str) -> bool:
    """Whether a folded word of English or Russian only holds others together: no name, whatever its first letter."""
    return word in _ENGLISH or word in _RUSSIAN or word in SMALL_WORDS["english"]


def _pairs(run: str) -> list[Term]:
    pairs = (run[at : at + 2] for at in range(len(run) - 1))
    alone = (character for character in run if _FIRST_HAN <= character <= _LAST_HAN and character not in _PARTICLES)
    return [*((pair,) for pair in pairs if not _PARTICLES.issuperset(pair)), *((character,) for character in alone)]
