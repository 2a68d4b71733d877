"""What the review of memory found, as rows and cards in words. Pure functions; called by ``review_presenter``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.context.plan import BlockKind
from desktop_app.domain.lore import Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.memory_review import EntryFigures, EntryToReview, MemoryReview, Why
from desktop_app.ui.memory.lines import Line
from desktop_app.ui.text import quoted

translate = QCoreApplication.translate

# Tokens of a turn: below, and from there on, a digit behind the point says nothing.
_HARDLY_ANY, _MANY = 0.05, 10.0


class Shown(IntEnum):
    """What the page lists, in the order of its choice. ``OPEN``: all that there is to decide; ``COST``: every entry."""

    OPEN = 0
    CONTRADICTION = 1
    DUPLICATE = 2
    SOURCE = 3
    SILENT = 4
    CONSTANT = 5
    COST = 6


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to decide: about one entry, or about two that are shown side by side, the older first."""

    kind: Shown
    entries: tuple[MemoryEntry, ...]
    why: Why | None = None

    @property
    def id(self) -> str:
        """Known by what is found and of which entries."""
        return " ".join([self.kind.name, *(entry.id for entry in self.entries)])


@dataclass(frozen=True, slots=True)
class EntryCard:
    """An entry in words; ``link`` leads to its source where that is in the open chat."""

    entry_id: str
    content: str
    remarks: tuple[str, ...] = ()
    link: str = ""


def findings_of(review: MemoryReview, to_review: list[EntryToReview]) -> list[Finding]:
    """All findings: what is wrong first, what is only worth a look after it, every entry by its cost at the end."""
    by_id = {each.entry.id: each.entry for each in review.figures}
    dearest = sorted(review.figures, key=lambda each: (-each.tokens_per_turn, -each.tokens, each.entry.created_at))
    return [
        *(Finding(Shown.CONTRADICTION, (by_id[one], by_id[other])) for one, other in review.contradictions),
        *(Finding(Shown.DUPLICATE, pair) for group in review.duplicates for pair in _pairs(group, by_id)),
        *(Finding(Shown.SOURCE, (each.entry,), each.why) for each in to_review if each.entry.enabled),
        *(Finding(Shown.SILENT, (by_id[id_],)) for id_ in review.silent),
        *(Finding(Shown.CONSTANT, (by_id[id_],)) for id_ in review.constant),
        *(Finding(Shown.COST, (each.entry,)) for each in dearest),
    ]


def is_listed(finding: Finding, shown: Shown) -> bool:
    """Whether a list names it."""
    return finding.kind is shown or (shown is Shown.OPEN and finding.kind is not Shown.COST)


def shown_title(shown: Shown) -> str:
    """What a list is called."""
    return {
        Shown.OPEN: translate("ReviewWords", "To look at"),
        Shown.CONTRADICTION: translate("ReviewWords", "Contradict each other"),
        Shown.DUPLICATE: translate("ReviewWords", "Nearly the same"),
        Shown.SOURCE: translate("ReviewWords", "Their message changed"),
        Shown.SILENT: translate("ReviewWords", "Not used"),
        Shown.CONSTANT: translate("ReviewWords", "In every prompt"),
        Shown.COST: translate("ReviewWords", "All, by what they cost"),
    }[shown]


def empty_words(shown: Shown) -> str:
    """What is said where nothing is listed."""
    if shown is Shown.COST:
        return translate("ReviewWords", "There are no memory entries that are switched on.")
    return translate("ReviewWords", "Nothing to look at here.")


def line_of(finding: Finding, figures: Mapping[str, EntryFigures], days: int) -> Line:
    """The row of a finding."""
    entry = finding.entries[0]
    wrong = finding.kind in {Shown.CONTRADICTION, Shown.SOURCE}
    note = _note(finding, figures.get(entry.id), days)
    return Line(finding.id, entry.content, note, BlockKind.MEMORY, filled=finding.kind is not Shown.SILENT, stale=wrong)


def card_of(
    entry: MemoryEntry, figures: EntryFigures | None, place: Callable[[Scope], str], days: int, link: str
) -> EntryCard:
    """An entry as it is looked at."""
    remarks = [translate("ReviewWords", "Counts: {place}").format(place=place(entry.scope))]
    if entry.always_in_context:
        remarks.append(translate("ReviewWords", "Always in context"))
    elif entry.keywords:
        remarks.append(translate("ReviewWords", "Keywords: {keywords}").format(keywords=", ".join(entry.keywords)))
    else:
        remarks.append(translate("ReviewWords", "Found by meaning"))
    if figures is not None:
        remarks.append(_used(figures, days))
        remarks.append(cost_phrase(figures))
    return EntryCard(entry.id, entry.content, tuple(remarks), link)


def cost_phrase(figures: EntryFigures) -> str:
    """What it costs in a turn, on average."""
    locale = QLocale()
    approximately = "" if figures.exact else "≈ "
    cost = figures.tokens_per_turn
    per_turn = locale.toString(cost, "f", 1 if _HARDLY_ANY <= cost < _MANY else 0)
    return translate("ReviewWords", "{tokens} tokens; {cost} per turn on average").format(
        tokens=approximately + locale.toString(figures.tokens), cost=approximately + per_turn
    )


def _used(figures: EntryFigures, days: int) -> str:
    locale = QLocale()
    if not figures.turns:
        return translate("ReviewWords", "No turn in the last {days} days could have used it").format(
            days=locale.toString(days)
        )
    return translate("ReviewWords", "In {used} of {turns} turns of the last {days} days").format(
        used=locale.toString(figures.activations),
        turns=locale.toString(figures.turns),
        days=locale.toString(days),
    )


def _note(finding: Finding, figures: EntryFigures | None, days: int) -> str:
    match finding.kind:
        case Shown.CONTRADICTION:
            text = translate("ReviewWords", "Cannot be true beside {entry}")
            return text.format(entry=quoted(finding.entries[1].content))
        case Shown.DUPLICATE:
            text = translate("ReviewWords", "Nearly the same as {entry}")
            return text.format(entry=quoted(finding.entries[1].content))
        case Shown.SOURCE:
            return why_phrase(finding.why)
        case Shown.SILENT:
            text = translate("ReviewWords", "Not in any prompt for {days} days")
            return text.format(days=QLocale().toString(days))
        case Shown.CONSTANT:
            in_all = translate("ReviewWords", "In every prompt")
            return f"{in_all} · {cost_phrase(figures)}" if figures is not None else in_all
        case _:
            return cost_phrase(figures) if figures is not None else ""


def why_phrase(why: Why | None) -> str:
    """What became of the message that an entry was made of."""
    match why:
        case Why.GONE:
            return translate("ReviewWords", "The message it was made of is deleted")
        case Why.KEPT_BACK:
            return translate("ReviewWords", "The message it was made of is kept back")
        case _:
            return translate("ReviewWords", "The message it was made of was changed")


def _pairs(group: tuple[str, ...], by_id: Mapping[str, MemoryEntry]) -> Iterator[tuple[MemoryEntry, MemoryEntry]]:
    """The first of a group beside each of the others."""
    for other in group[1:]:
        yield by_id[group[0]], by_id[other]
