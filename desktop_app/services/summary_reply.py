"""What a model wrote as a summary, made into sentences that know where they come from; or the reason why it is none.

Pure; called by ``ModelSummary``. A sentence shares a content stem with each of its source spans; one that shares none with any
message is not kept, whatever the model says of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.memory import SourceSpan, SummaryMaker, SummarySentence
from desktop_app.language.content_words import content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.sentences import sentences

# Without numbers of messages a sentence is of those that have at least this share of its words, three at most.
_SHARE = 0.3
_MOST = 3

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_LINE = re.compile(r"\s*(?:[-*•–]\s+|\d{1,2}[.)]\s+)?(?:\[(?P<cited>[\d\s,;–-]+)\][:.]?\s*)?(?P<said>.*)")
_BEHIND = re.compile(r"\s*[\[(](?P<cited>\d[\d\s,;–-]*)[\])]\s*(?P<end>[.。]?)\s*$")
_MARKS = re.compile(r"\*\*|__|^#+\s*")

_ENDS = re.compile(r"[.!?…。！？؟।](?:[\"'”’»)\]）」』】*_]|\[[\d\s,;–-]+\])*$")
_REFUSES = re.compile(
    r"\s*[\"'*]*(?:i(?:'m| am) (?:very |really |so )?sorry|sorry,|i can(?:not|'t| not)\b|i(?:'m| am) (?:not able|unable)|i won't|"
    r"as an ai\b|unfortunately, i\b|i must decline|"
    r"извините|простите|к сожалению, я|я не могу|я не буду|как (?:ии|искусственный|языковая модель)|"
    r"(?:很|非常)?抱歉|对不起|對不起|我(?:无法|無法|不能|不会)|作为(?:一个|一名)?(?:ai|人工智能|语言模型))",
    re.IGNORECASE,
)
_NO_TEXT = re.compile(
    r"\s*(?:<!doctype|<html|\{\s*\"(?:error|detail|message)\"|error\b\s*[:\d]|internal server error)", re.IGNORECASE
)

# A list without full stops is a manner of writing from so many lines on; less is a sentence that broke off.
_LIST = 3


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What of a message a model was shown, under the number ``number``: its text from ``start`` on."""

    number: int
    message_id: str
    revision: int
    text: str
    start: int = 0


@dataclass(frozen=True, slots=True)
class _Place:
    """A sentence of an excerpt with the forms of its words."""

    number: int
    source: SourceSpan
    forms: frozenset[str]


def summary_of(reply: str, excerpts: Sequence[Excerpt], lemmas: Lemmas) -> list[SummarySentence]:
    """The sentences of a model's reply with their sources, in its order; ids count from 0.

    Raises ``ProviderError`` where the reply is no summary: nothing, a refusal, an error, half a sentence, or nothing in it has
    to do with the messages.
    """
    text = _THOUGHT.sub("", reply).strip()
    _check(text)
    places = [place for excerpt in excerpts for place in _places(excerpt, lemmas)]
    made: list[SummarySentence] = []
    for said, cited in _said(text):
        sources = _sources(_forms(said, lemmas), cited, places)
        if sources:
            made.append(SummarySentence(str(len(made)), said, sources, 1.0, SummaryMaker.MODEL))
    if not made:
        raise ProviderError(ProviderErrorKind.BAD_RESPONSE)
    return made


def _check(text: str) -> None:
    if not text:
        raise ProviderError(ProviderErrorKind.EMPTY)
    if _NO_TEXT.match(text):
        raise ProviderError(ProviderErrorKind.BAD_RESPONSE)
    if _REFUSES.match(text):
        raise ProviderError(ProviderErrorKind.REFUSED)
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    without_ends = not any(_ENDS.search(line) for line in lines)
    if not _ENDS.search(lines[-1]) and not (without_ends and len(lines) >= _LIST):
        raise ProviderError(ProviderErrorKind.INTERRUPTED)


def _said(text: str) -> Iterator[tuple[str, frozenset[int]]]:
    """Each sentence with the numbers of the messages that the model named for it; headings are none."""
    for line in text.splitlines():
        cited, said = _cited(_MARKS.sub("", line))
        if not said or said.endswith((":", "：")) or line.lstrip().startswith(("#", "```")):
            continue
        for start, end in sentences(said):
            own, sentence = _cited(said[start:end])
            if sentence:
                yield sentence, frozenset(_numbers(own or cited))


def _cited(line: str) -> tuple[str, str]:
    """The numbers that stand before or behind what is said, and that without them."""
    found = _LINE.match(line)
    cited, said = (found["cited"] or "", found["said"].strip()) if found else ("", line.strip())
    if (behind := _BEHIND.search(said)) is not None:
        return cited or behind["cited"], said[: behind.start()] + behind["end"]
    return cited, said


def _numbers(cited: str) -> Iterator[int]:
    for piece in re.findall(r"\d+(?:\s*[–-]\s*\d+)?", cited):
        first, _, last = re.sub(r"\s*[–-]\s*", "-", piece).partition("-")
        yield from range(int(first), min(int(last or first), int(first) + 100) + 1)


def _places(excerpt: Excerpt, lemmas: Lemmas) -> Iterator[_Place]:
    for start, end in sentences(excerpt.text):
        source = SourceSpan(excerpt.message_id, excerpt.revision, excerpt.start + start, excerpt.start + end)
        yield _Place(excerpt.number, source, _forms(excerpt.text[start:end], lemmas))


def _forms(text: str, lemmas: Lemmas) -> frozenset[str]:
    return frozenset(form for term in content_words(text, lemmas) for form in term)


def _sources(forms: frozenset[str], cited: frozenset[int], places: Sequence[_Place]) -> tuple[SourceSpan, ...]:
    """The best place in each message that was named, else in those messages that say most of it."""
    named = _best_of_each(forms, [place for place in places if place.number in cited])
    if named:
        return tuple(place.source for _, place in named)
    likely = [item for item in _best_of_each(forms, places) if item[0] >= _SHARE * len(forms)]
    best = sorted(likely, key=lambda item: -item[0])[:_MOST]
    return tuple(sorted((place.source for _, place in best), key=lambda source: _order(source, places)))


def _best_of_each(forms: frozenset[str], places: Iterable[_Place]) -> list[tuple[int, _Place]]:
    """For each message its place with the most words in common, if there is any."""
    best: dict[str, tuple[int, _Place]] = {}
    for place in places:
        shared = len(forms & place.forms)
        if shared > best.get(place.source.message_id, (0, place))[0]:
            best[place.source.message_id] = (shared, place)
    return list(best.values())


def _order(source: SourceSpan, places: Sequence[_Place]) -> int:
    return next(at for at, place in enumerate(places) if place.source == source)
