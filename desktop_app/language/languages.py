"""Which languages a text in Latin letters may be in: guessed by its most frequent small words, its letters, and verbs of Turkish.

Called by the key matcher, which stems by what is found here. A guess, made for a message of a few words or many: where
nothing speaks for a language it is English, and where several are likely all of them are named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

DEFAULT = ("english",)
_MOST = 3

# Names as Snowball calls the languages. Words that are a name or a common noun elsewhere are left out.
SMALL_WORDS: Mapping[str, frozenset[str]] = {
    "english": frozenset("the a an and of to in is was it that he she you they with for his her my not are were this there from at on no".split()),
    "german": frozenset("der die das den dem des und ist war nicht ein eine einen einem einer ich er sie wir mit auf von zu im auch sich aus bei nach".split()),
    "french": frozenset("le la les un une des du de et est était dans il elle je tu nous vous ne pas que qui avec sur pour son sa ses au aux".split()),
    "spanish": frozenset("el la los las un una unos unas de del y es era en que no con por para su sus se lo al mi tu".split()),
    "italian": frozenset("il lo la gli le un una di del della dei delle e è era in che non con per su suo sua si mi ti al nel".split()),
    "portuguese": frozenset("o os as um uma de do da dos das e é era em no na que não com por para seu sua se ao".split()),
    "dutch": frozenset("de het een en is was van in dat niet ik hij zij ze met op te voor zijn haar er aan".split()),
    "polish": frozenset("i w z na nie to się jest był była było do że jak za po ja ty on ona od przez dla".split()),
    "czech": frozenset("a v se na je byl byla bylo to že s z do jsem jsi ten ta jako pro po za od".split()),
    "turkish": frozenset("bir ve bu da de ile için çok o ben sen biz gibi ama var yok mi mı ne daha".split()),
    "swedish": frozenset("och det att en ett är var jag han hon den som på med för av inte till om".split()),
}  # fmt: skip
_LETTERS: Mapping[str, frozenset[str]] = {
    "german": frozenset("äöüß"),
    "french": frozenset("éèêëàâîïôûùçœæ"),
    "spanish": frozenset("ñáéíóú"),
    "italian": frozenset("àèìòù"),
    "portuguese": frozenset("ãõçâêôáéíóú"),
    "polish": frozenset("ąćęłńóśźż"),
    "czech": frozenset("ěščřžýáíéůťďň"),
    "turkish": frozenset("ığşçöü"),
    "swedish": frozenset("åäö"),
}
# Verbs in the present, by which a sentence without small words can be told: "uyuyor", "geliyorum"; but not "mayor".
_TURKISH_VERB = re.compile(r"[iıuü]yor(?:um|sun|uz|sunuz|lar)?")
_SPECIAL = frozenset("").union(*_LETTERS.values())
_LANGUAGES_OF: Mapping[str, list[str]] = {
    word: [language for language, small in SMALL_WORDS.items() if word in small]
    for word in frozenset("").union(*SMALL_WORDS.values())
}


def languages(words: Iterable[str]) -> tuple[str, ...]:
    """The likely languages of these folded words, the likeliest first, at most three."""
    votes = Counter[str]()
    for word in set(words):
        if word in _LANGUAGES_OF:
            votes.update(_LANGUAGES_OF[word])
        elif "yor" in word and _TURKISH_VERB.search(word):
            votes["turkish"] += 1
        special = None if word.isascii() else _SPECIAL.intersection(word)
        if special:
            # Only a language that has all of its letters: "łódź" is no French, in spite of the ó.
            votes.update(language for language, letters in _LETTERS.items() if special <= letters)
    best = votes.most_common(_MOST)
    return tuple(name for name, count in best if count > votes["english"] and 3 * count >= 2 * best[0][1]) or DEFAULT
