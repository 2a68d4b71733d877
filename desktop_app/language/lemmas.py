"""The forms by which two words are the same word: lemmas for Russian, stems elsewhere.

Called by the key matcher. Two words match if their sets of forms meet. The dictionary and the stemmers are loaded when
the first word needs them; what was found is kept in a bounded cache of the ``Lemmas`` object, which its maker shares.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from desktop_app.language.english import english_base
from desktop_app.language.fold import fold_text

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer
    from Stemmer import Stemmer

# Words of at most this many characters are inflected; longer ones are no words.
LONGEST = 40

Forms = frozenset[str]
_NONE: Forms = frozenset()

_LATIN = re.compile(r"[a-zß-ÿ\u0100-\u024f]+")
_CYRILLIC = re.compile(r"[а-яё]+")

# The endings of Russian nouns, and the letters that only an ending has at the end of a name.
_ENDING = re.compile(r"(?:[аяуюыиеоьй]|[ое]м|[ое]й|[ое]ю|[ое]в|[ая]ми?|[ая]х|ью)$")
_OPEN = "аяуюыиеоьй"
_SHORTEST_STEM = 3

# "Дети" are the plural of "ребёнок" and of "дитя"; the dictionary knows the first alone.
_CHILDREN = "дет"
_CHILD, _OTHER_CHILD = "ребенок", "дитя"

# Other scripts in which one language is by far the most written, and that Snowball knows.
_BY_SCRIPT = (
    (re.compile(r"[\u0370-\u03ff]+"), "greek"),
    (re.compile(r"[\u0621-\u0652]+"), "arabic"),
    (re.compile(r"[\u0900-\u097f]+"), "hindi"),
    (re.compile(r"[\u0561-\u0587]+"), "armenian"),
    (re.compile(r"[\u0b80-\u0bff]+"), "tamil"),
)


class Lemmas:
    """Forms of words, remembered. Safe to share between threads.

    ``limit``: how many words are remembered at most, about 300 bytes each.
    """

    def __init__(self, limit: int = 50_000) -> None:
        self._russian = lru_cache(limit)(_russian_forms)
        self._stem = lru_cache(limit)(self._stem_anew)
        self.term = lru_cache(limit)(self._term)
        self._stemmers: dict[str, Stemmer] = {}
        self._lock = Lock()

    def _term(self, word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
        """The forms in a fixed order; of a word that has none the word itself."""
        return tuple(sorted(self.of_text(word, languages))) or (word,)

    def of_text(self, word: str, languages: tuple[str, ...]) -> Forms:
        """All that a folded word in lower case may be a form of, its ё with or without dots.

        ``languages`` are for Latin letters. Empty where words of its kind are not inflected here.
        """
        if len(word) > LONGEST:
            return _NONE
        if _CYRILLIC.fullmatch(word):
            return self._russian(word)
        if _LATIN.fullmatch(word):
            return frozenset([f"{language}:{self._stem(word, language)}" for language in languages])
        for script, language in _BY_SCRIPT:
            if script.fullmatch(word):
                return frozenset([f"{language}:{self._stem(word, language)}"])
        return _NONE

    def of_key(self, word: str, languages: tuple[str, ...]) -> Forms:
        """As ``of_text``, for a word that somebody wrote as a key.

        What the dictionary has as a basic form is that: "лев" is no form of "левый", "день" none of "деть". Not so plurals:
        "коты", says the dictionary, are also a kind of shoes.
        """
        forms = self.of_text(word, languages)
        if not is_russian(word) or not _dictionary().word_is_known(word):
            return forms
        if word in forms and not word.endswith(("ы", "и")):
            return frozenset([word])
        return frozenset([form for form in forms if is_russian(form)])

    def _stem_anew(self, word: str, language: str) -> str:
        if language == "english":
            return english_base(word)
        if len(word) < 3:
            return word
        if language == "french" and len(word) > 3:
            word = word.removesuffix("s")  # Snowball leaves it to short words: rois, lois
        from Stemmer import Stemmer

        with self._lock:  # a stemmer works in one buffer of its own
            stemmer = self._stemmers.get(language) or self._stemmers.setdefault(language, Stemmer(language, 0))
            return stemmer.stemWord(word)


def is_latin(word: str) -> bool:
    """Whether the forms of this folded word depend on the language of the text."""
    return _LATIN.fullmatch(word) is not None


def is_russian(word: str) -> bool:
    """Whether its forms are lemmas, whole words."""
    return _CYRILLIC.fullmatch(word) is not None


def _russian_forms(word: str) -> Forms:
    """Lemmas, and stems (marked as such) for the names that no dictionary has: "Морграв", "Старк"."""
    lemmas = [fold_text(lemma) for lemma in _dictionary().normal_forms(word)]
    if word.startswith(_CHILDREN) and _CHILD in lemmas:
        lemmas.append(_OTHER_CHILD)
    ending = _ENDING.search(word)
    stems = {word[: ending.start()] if ending else word}
    if word[-1] not in _OPEN:
        stems.add(word)  # "Эльров" may be a name, and need not be many of a name
    return frozenset([*lemmas, *(f"stem:{stem}" for stem in stems if len(stem) >= _SHORTEST_STEM)])


@cache
def _dictionary() -> MorphAnalyzer:
    """Loaded once, as a module is: 15 MB that nothing changes. Without the probabilities, which only sort."""
    from pymorphy3 import MorphAnalyzer, units
    from pymorphy3.lang.ru import KNOWN_PREFIXES
    from pymorphy3_dicts_ru import get_path

    # Of its ways to guess at unknown words those that count; the others double the time and find no more names.
    guesses = [[units.KnownPrefixAnalyzer(KNOWN_PREFIXES)], [units.KnownSuffixAnalyzer(), units.UnknAnalyzer()]]
    ways = [[units.DictionaryAnalyzer()], *guesses]
    return MorphAnalyzer(get_path(), lang="ru", probability_estimator_cls=None, units=ways)


def russian_form_like(form: str, old: str, new: str) -> str | None:
    """``new`` in the case and number in which ``form`` is a form of ``old`` (Миру, Мира, Майя: Майю); None: it cannot be told.

    All in lower case. Names are no words of the dictionary, so this is a proposal for a person to look at.
    """
    if not (is_russian(form) and is_russian(old) and is_russian(new)):
        return None
    bases = {parse.normal_form for parse in _dictionary().parse(old)}
    for parse in _dictionary().parse(form):
        wanted = {name for name in (parse.tag.case, parse.tag.number) if name}
        if parse.normal_form not in bases or not wanted:
            continue
        for base in _dictionary().parse(new):
            made = base.inflect(wanted) if base.tag.case == "nomn" else None
            if made is not None:
                return made.word
    return None
