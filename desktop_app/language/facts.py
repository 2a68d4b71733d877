"""Finds in a message what is worth remembering: who somebody is, a name, an age, a place, a promise with a date. No model.

Called by the ``ProposalService``. Pure, the same text gives the same facts. It rather misses a fact than takes a joke for one:
questions, what is only supposed, commands and quotations tell nothing, and neither does a feeling of the moment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app.domain.message import Role
from desktop_app.language.content_words import is_small_word
from desktop_app.language.fact_rules import FactKind, FactLanguage, FactRule
from desktop_app.language.facts_chinese import CHINESE
from desktop_app.language.facts_english import ENGLISH
from desktop_app.language.facts_russian import RUSSIAN
from desktop_app.language.fold import Span, fold_text
from desktop_app.language.sentences import sentences
from desktop_app.language.words import spaceless_runs, tokens

# What is longer is no sentence that somebody would remember, and a text is looked through up to here.
LONGEST_SENTENCE = 400
LONGEST_TEXT = 20_000

# As many keywords an entry gets; of letters with boundaries none is shorter, and a run of Chinese is no longer than this.
_MOST_KEYWORDS = 5
_SHORTEST_WORD = 3
_LONGEST_RUN = 6

# Entries are compared with every new fact: of so many contents the facts are kept.
_ENTRIES = 5_000

_LANGUAGES = (ENGLISH, RUSSIAN, CHINESE)
_OPPOSITES = {"likes": "dislikes", "dislikes": "likes"}
_SPOKEN = frozenset({Role.USER, Role.ASSISTANT})

# Characters that patterns need not know in two forms; each is one character, so places stay what they are.
_PLAIN = str.maketrans("’‘ʼёЁ，。！？：；（）\u00a0", "'''еЕ,.!?:;() ")
# What stands around words and is none of theirs: dashes of speech, emphasis, quotes.
_AROUND = ' \t\r\n-–—*_"“”«»「」'
_CODE = re.compile(r"^(?:```|~~~).*?(?:^(?:```|~~~)|\Z)", re.DOTALL | re.MULTILINE)
_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_PIECE = re.compile(r"(?<!\?P)<(\w+)>")
_SPACES = re.compile(r"\s+")
_STATED_BY = re.compile(r"([^:\n]{1,60}): ")


@dataclass(frozen=True, slots=True)
class FoundFact:
    """Something worth remembering. ``span``: the sentence's place in the text, ``sentence``: its words.

    ``subject`` and ``attribute`` (folded) say what it is about: ``single`` ones have one ``value`` at a time. ``likeness``: what
    facts of the same sort about the same one share. ``keywords`` as somebody would type them. ``weight`` from 0 to 1: how sure,
    and how much worth.
    """

    kind: FactKind
    span: Span
    sentence: str
    subject: str
    attribute: str
    value: str
    single: bool
    keywords: tuple[str, ...]
    weight: float

    @property
    def likeness(self) -> str:
        """Kind, what is said, and of whom."""
        return f"{self.kind}:{self.attribute.partition('/')[0]}:{self.subject}"

    @property
    def said(self) -> tuple[str, str]:
        """Of what there is one value at a time: subject and attribute."""
        return self.subject, self.attribute

    def agrees_with(self, other: FoundFact) -> bool:
        """Whether both say the same of the same; one may say more."""
        return self.said == other.said and _same_value(self.value, other.value)

    def contradicts(self, other: FoundFact) -> bool:
        """Whether only one of both can be true: another value of what has one, or love of what the other hates."""
        if self.single and other.single and self.said == other.said:
            return bool(self.value and other.value) and not _same_value(self.value, other.value)
        return self.subject == other.subject and _opposite(self.attribute) == other.attribute


def find_facts(text: str, *, speaker: str, role: Role) -> list[FoundFact]:
    """The facts of a message in their order, the surest of a sentence first; one at most for each subject and attribute.

    ``speaker``: the name of who says it (may be empty). Only what people and models say counts, no ``role`` of the machinery.
    """
    if role not in _SPOKEN:
        return []
    shown = _QUOTED_LINE.sub(_blank, _CODE.sub(_blank, text[:LONGEST_TEXT]))
    found: list[FoundFact] = []
    for span in sentences(shown):
        sentence = text[span[0] : span[1]]
        if len(sentence) <= LONGEST_SENTENCE:
            facts = sorted(_of_sentence(sentence, span, fold_text(speaker)), key=lambda fact: -fact.weight)
            found.extend(_surest(facts))
    return found


@lru_cache(_ENTRIES)
def facts_of_entry(content: str) -> tuple[FoundFact, ...]:
    """The facts of a memory entry's content, which may begin with who said it, as ``as_content`` puts it."""
    stated = _STATED_BY.match(content)
    if stated is None:
        return tuple(find_facts(content, speaker="", role=Role.USER))
    return tuple(find_facts(content[stated.end() :], speaker=stated[1], role=Role.USER))


def as_content(words: str, speaker: str) -> str:
    """``words`` as a memory entry, with the speaker in front where they need one; ``facts_of_entry`` reads it again."""
    words = _SPACES.sub(" ", words.strip(_AROUND))
    return f"{speaker}: {words}" if speaker and needs_speaker(words) else words


def needs_speaker(words: str) -> bool:
    """Whether words alone do not say of whom they speak: "I", "my", "he"."""
    plain = words.translate(_PLAIN)
    return any(_compiled(each.code).first_person.search(plain) for each in _LANGUAGES)


def _same_value(one: str, other: str) -> bool:
    if one.isdigit() or other.isdigit():
        return one == other
    return one in other or other in one


def _opposite(attribute: str) -> str:
    taste, _, what = attribute.partition("/")
    return f"{_OPPOSITES[taste]}/{what}" if taste in _OPPOSITES else ""


def _surest(facts: list[FoundFact]) -> Iterator[FoundFact]:
    known: set[tuple[str, str]] = set()
    for fact in facts:
        if fact.said not in known:
            known.add(fact.said)
            yield fact


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _of_sentence(sentence: str, span: Span, speaker: str) -> Iterator[FoundFact]:
    plain = sentence.translate(_PLAIN)
    for language in _LANGUAGES:
        compiled = _compiled(language.code)
        if compiled.letters.search(plain) and not compiled.is_no_statement(plain):
            for rule, pattern in compiled.rules:
                match = pattern.search(plain)
                if match is not None and compiled.holds(rule, plain, match):
                    yield _fact(rule, match, sentence, span, speaker, compiled)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A language's patterns, ready to be used."""

    letters: re.Pattern[str]
    rules: tuple[tuple[FactRule, re.Pattern[str]], ...]
    whole: tuple[re.Pattern[str], ...]
    doubt: re.Pattern[str]
    moment: re.Pattern[str]
    first_person: re.Pattern[str]
    no_keywords: frozenset[str]

    def is_no_statement(self, sentence: str) -> bool:
        """Whether it is a question, a command or somebody else's words."""
        return any(pattern.search(sentence) for pattern in self.whole)

    def holds(self, rule: FactRule, sentence: str, match: re.Match[str]) -> bool:
        """Whether nothing before the fact takes the truth from it, and it lasts."""
        if (doubt := self.doubt.search(sentence)) is not None:
            begins = match.start("value") if match.groupdict().get("value") else match.end()
            if doubt.start() <= begins:
                return False
        return not (rule.lasting and self.moment.search(sentence))


@cache
def _compiled(code: str) -> _Compiled:
    """Made when the first message of a language is read: the patterns take a while."""
    language = next(each for each in _LANGUAGES if each.code == code)

    def ready(pattern: str) -> re.Pattern[str]:
        return re.compile(_filled(pattern, language), re.IGNORECASE)

    return _Compiled(
        letters=ready(language.letters),
        rules=tuple((rule, ready(rule.pattern)) for rule in language.rules),
        whole=tuple(ready(pattern) for pattern in (language.question, language.command, language.quotation)),
        doubt=ready(language.doubt),
        moment=ready(language.moment),
        first_person=ready(language.first_person),
        no_keywords=language.no_keywords,
    )


def _filled(pattern: str, language: FactLanguage) -> str:
    """With the shared pieces in the place of their names, also where one has another in it."""
    while _PIECE.search(pattern):
        pattern = _PIECE.sub(lambda piece: language.words[piece[1]], pattern)
    return pattern


def _fact(
    rule: FactRule, match: re.Match[str], sentence: str, span: Span, speaker: str, compiled: _Compiled
) -> FoundFact:
    groups = {name: _folded(value) for name, value in match.groupdict().items() if value}
    subject = groups.get("subject", speaker)
    if "owner" in groups:
        subject = f"{speaker}/{groups['owner']}"
    thing = f"/{groups['thing']}" if "thing" in groups else ""
    value = groups.get("value", "")
    # Of what has many values each is an attribute of its own: to like tea says nothing of coffee.
    attribute = f"{rule.attribute}{thing}" if rule.single else f"{rule.attribute}{thing}/{value}"
    return FoundFact(
        kind=rule.kind,
        span=span,
        sentence=sentence,
        subject=subject,
        attribute=attribute,
        value=value,
        single=rule.single,
        keywords=_keywords(match, sentence, compiled.no_keywords),
        weight=rule.weight,
    )


def _folded(text: str) -> str:
    return _SPACES.sub(" ", fold_text(text)).strip(" .,;:!-")


def _keywords(match: re.Match[str], sentence: str, but: frozenset[str]) -> tuple[str, ...]:
    """Names first, then the words of what was said, as they stand in the sentence."""
    said: list[str] = []
    names: list[str] = []
    for group in ("subject", "value", "thing", "owner"):
        if group in match.groupdict() and match[group]:
            words = _words(sentence[match.start(group) : match.end(group)], but)
            said.extend(words)
            names.extend(word for word in words if word[0].isupper())
    kept = {fold_text(word): word for word in reversed([*names, *said])}
    return tuple(reversed(kept.values()))[:_MOST_KEYWORDS]


def _words(text: str, but: frozenset[str]) -> list[str]:
    words = [text[start:end] for start, end in tokens(text)]
    usable = [
        word
        for word in words
        if (len(word) >= _SHORTEST_WORD or word[0].isupper() or word.isdigit())
        and not is_small_word(fold_text(word))
        and fold_text(word) not in but
    ]
    runs = [text[start:end] for start, end in spaceless_runs(text)]
    return [*usable, *(run for run in runs if 1 < len(run) <= _LONGEST_RUN and run not in but)]
