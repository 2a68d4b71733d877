"""What the page of the summary says of its sentences, of messages, of how far the summary is. Pure functions of what is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from desktop_app.context.plan import BlockKind
from desktop_app.domain.chat import BranchRow
from desktop_app.domain.memory import SummaryMaker
from desktop_app.domain.summary import OldSentence
from desktop_app.services.summary_service import SummaryStatus
from desktop_app.services.summary_told import ToldMessagePlace, ToldSentence, Went
from desktop_app.ui.memory.lines import Line
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.text import sentences

NUMBERS_NAMED = 6
"""Of a sentence with more sources the others are only hinted at."""

WENT_KINDS: Mapping[Went, BlockKind | None] = {
    Went.WINDOW: BlockKind.HISTORY,
    Went.RECALLED: BlockKind.RECALL,
    Went.SENTENCE: BlockKind.SUMMARY,
    Went.SEGMENT: BlockKind.SUMMARY,
    Went.STALE: BlockKind.SUMMARY,
    Went.EXCLUDED: None,
    Went.NOWHERE: None,
    Went.OTHER: None,
}
"""The kind of block in whose colour each is shown."""

_IN_PROMPT = frozenset({Went.WINDOW, Went.RECALLED, Went.SENTENCE})

translate = QCoreApplication.translate


def went_phrase(went: Went) -> str:
    """Where a message is, in a few words."""
    return {
        Went.WINDOW: translate("SummaryWords", "in the context, word for word"),
        Went.RECALLED: translate("SummaryWords", "recalled in part"),
        Went.SENTENCE: translate("SummaryWords", "in the summary, by a sentence"),
        Went.SEGMENT: translate("SummaryWords", "in the summary, but none of its sentences has room"),
        Went.STALE: translate("SummaryWords", "what the summary said of it is out of date"),
        Went.EXCLUDED: translate("SummaryWords", "excluded"),
        Went.NOWHERE: translate("SummaryWords", "out of the context, and not in the summary yet"),
        Went.OTHER: translate("SummaryWords", "nothing that is summarised"),
    }[went]


def maker_phrase(told: ToldSentence) -> str:
    """Who made a sentence."""
    if told.made_by is SummaryMaker.PERSON:
        return translate("SummaryWords", "by you")
    if told.made_by is SummaryMaker.MODEL and told.model:
        return translate("SummaryWords", "by the model {name}").format(name=told.model)
    if told.made_by is SummaryMaker.MODEL:
        return translate("SummaryWords", "by a model")
    return translate("SummaryWords", "by the program")


def place_phrase(numbers: Sequence[int]) -> str:
    """What a sentence is made of."""
    known = list(dict.fromkeys(number for number in numbers if number))
    if not known:
        return translate("SummaryWords", "about the whole chat")
    locale = QLocale()
    named = ", ".join(locale.toString(number) for number in known[:NUMBERS_NAMED])
    if len(known) == 1:
        return translate("SummaryWords", "from message {number}").format(number=named)
    return translate("SummaryWords", "from messages {numbers}").format(
        numbers=named + (", …" if len(known) > NUMBERS_NAMED else "")
    )


def stale_reason(told: ToldSentence, row_of: Callable[[str], BranchRow | None]) -> str:
    """Why a sentence is out of date; empty where it is not."""
    if not told.stale:
        return ""
    for source, number in zip(told.sources, told.numbers, strict=True):
        row = row_of(source.message_id)
        if row is not None and row.flags.deleted:
            text = translate("SummaryWords", "out of date: message {number} was deleted")
        elif row is not None and not row.flags.sendable:
            text = translate("SummaryWords", "out of date: message {number} is excluded")
        elif row is not None and row.revision != source.revision:
            text = translate("SummaryWords", "out of date: message {number} was changed")
        else:
            continue
        return text.format(number=QLocale().toString(number))
    return translate("SummaryWords", "out of date: what it was made of has changed")


def sentence_line(told: ToldSentence, row_of: Callable[[str], BranchRow | None]) -> Line:
    """The row of a sentence."""
    in_prompt = translate("SummaryWords", "in the context now") if told.in_prompt else ""
    parts = (stale_reason(told, row_of), place_phrase(told.numbers), maker_phrase(told), in_prompt)
    note = " · ".join(part for part in parts if part)
    return Line(told.id, told.text, note, BlockKind.SUMMARY, told.in_prompt, told.stale, told.locked)


def old_line(number: int, old: OldSentence) -> Line:
    """The row of a sentence that was replaced or taken out."""
    note = translate("SummaryWords", "replaced or taken out on {date}").format(date=date_text(old.replaced_at))
    return Line(str(number), old.sentence.text, note)


def message_line(place: ToldMessagePlace, speaker: str) -> Line:
    """The row of a message."""
    note = f"{QLocale().toString(place.number)} · {speaker} · {went_phrase(place.went)}"
    return Line(
        place.id,
        "",
        note,
        WENT_KINDS[place.went],
        filled=place.went in _IN_PROMPT,
        stale=place.went is Went.STALE,
        message_id=place.id,
    )


def status_sentence(status: SummaryStatus) -> str:
    """How far the summary is, what the model has cost, and what is the matter."""
    locale = QLocale()
    if not status.messages:
        return translate("SummaryWords", "There is nothing to summarise yet.")
    parts = [
        translate("SummaryWords", "Messages that the summary stands for: {covered} of {all}.").format(
            covered=locale.toString(status.covered), all=locale.toString(status.messages)
        )
    ]
    if status.wanted_by_model or status.by_model:
        told = translate("SummaryWords", "Told by a model: {count}.")
        parts.append(told.format(count=locale.toString(status.by_model)))
    if status.calls:
        cost = translate("SummaryWords", "Requests to the model: {calls}; tokens read: {read}, written: {written}.")
        parts.append(
            cost.format(
                calls=locale.toString(status.calls),
                read=locale.toString(status.prompt_tokens),
                written=locale.toString(status.completion_tokens),
            )
        )
    if status.paused:
        parts.append(translate("SummaryWords", "The model is paused."))
    elif status.working:
        parts.append(translate("SummaryWords", "It is being made just now."))
    if status.error is not None:
        parts.append(error_sentence(status.error))
    return sentences(*parts)


def date_text(moment: int) -> str:
    """A day and a time, by locale. ``moment`` in Unix milliseconds."""
    when = QDateTime.fromMSecsSinceEpoch(moment)
    return QLocale().toString(when, QLocale.FormatType.ShortFormat)
