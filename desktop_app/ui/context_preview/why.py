"""Why something is in the context or not, line by line, each with the place it leads to. Pure functions of a plan.

The reason itself is the engine's. Here is said what it rests on: which key was found where, which entry pulled this one,
how well it fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.context.plan import BlockKind, ContextPlan, EntryTrace, Hit, TextChange
from desktop_app.domain.lore import ScanSource
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.speakers import speaker

HITS_SHOWN = 8

AROUND = 24
"""Characters of a text shown on each side of what was found in it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an explanation. It leads to characters ``start`` to ``end`` of a message, to an entry's row, or nowhere."""

    text: str
    message_id: str = ""
    start: int = -1
    end: int = -1
    entry_id: str = ""

    @property
    def leads(self) -> bool:
        """Whether there is a place to jump to."""
        return bool(self.message_id or self.entry_id)


def lines_of(node: Node, plan: ContextPlan) -> list[Line]:
    """What the row's reason rests on, and which scripts changed its text; empty where the reason says all."""
    lines = _trace_lines(node.trace, plan) if node.trace is not None else _source_lines(node, plan)
    return [*lines, *_script_lines(node, plan)]


def change_of(node: Node, plan: ContextPlan) -> TextChange | None:
    """What scripts made of the row's text; None: nothing."""
    origin = node.block.origin_id if node.block is not None else ""
    return next((change for change in plan.changed if origin and change.origin_id == origin), None)


def _script_lines(node: Node, plan: ContextPlan) -> Iterator[Line]:
    change = change_of(node, plan)
    for name in change.scripts if change is not None else ():
        yield Line(QCoreApplication.translate("ContextWhy", "Changed by the script “{name}”").format(name=name))


def _trace_lines(trace: EntryTrace, plan: ContextPlan) -> Iterator[Line]:
    translate = QCoreApplication.translate
    hits = list({(hit.where, hit.start, hit.end): hit for hit in trace.hits}.values())  # two keys may meet at one place
    for hit in hits[:HITS_SHOWN]:
        yield _hit_line(hit, plan)
    if len(hits) > HITS_SHOWN:
        more = translate("ContextWhy", "and {count} more places")
        yield Line(more.format(count=QLocale().toString(len(hits) - HITS_SHOWN)))
    if trace.pulled_by:
        pulled = translate("ContextWhy", "Pulled in by “{entry}”")
        yield Line(pulled.format(entry=_entry_title(trace.pulled_by, plan)), entry_id=trace.pulled_by)
    if trace.passed:
        yield Line(translate("ContextWhy", "Found in pass {number} of recursion").format(number=trace.passed))
    if trace.score is not None:
        score = QLocale().toString(trace.score, "f", 2)
        yield Line(translate("ContextWhy", "Relevance: {score}").format(score=score))


def _source_lines(node: Node, plan: ContextPlan) -> Iterator[Line]:
    """The messages that a summary or a recalled passage was made of."""
    sources = node.block.sources if node.block is not None else ()
    template = QCoreApplication.translate("ContextWhy", "From: {message}")
    for source in sources[:HITS_SHOWN]:
        yield Line(template.format(message=_message_title(source, plan)), message_id=source)
    if len(sources) > HITS_SHOWN:
        more = QCoreApplication.translate("ContextWhy", "and {count} more messages")
        yield Line(more.format(count=QLocale().toString(len(sources) - HITS_SHOWN)))


def _hit_line(hit: Hit, plan: ContextPlan) -> Line:
    """Which key, where, at which characters (from 1), with what stands around it."""
    translate, locale = QCoreApplication.translate, QLocale()
    place = {"key": hit.key, "start": locale.toString(hit.start + 1), "end": locale.toString(hit.end)}
    source = _source_name(hit.where)
    if source:
        template = translate("ContextWhy", "“{key}” in {where}, {start}–{end}")
        return Line(template.format(**place, where=source))
    entry = next((trace for trace in plan.entries if trace.entry_id == hit.where), None)
    if entry is not None:
        template = translate("ContextWhy", "“{key}” in the entry “{where}”, {start}–{end}")
        return Line(template.format(**place, where=entry.title), entry_id=hit.where)
    where, around = _message_title(hit.where, plan), _around(hit, plan)
    if around:
        text = translate("ContextWhy", "{where}, {start}–{end}: {around}").format(**place, where=where, around=around)
    else:
        text = translate("ContextWhy", "“{key}” in {where}, {start}–{end}").format(**place, where=where)
    return Line(text, message_id=hit.where, start=hit.start, end=hit.end)


def _around(hit: Hit, plan: ContextPlan) -> str:
    """What was found with what stands around it, where the plan has the text."""
    text = next((block.text for block in plan.blocks if hit.where in (block.origin_id, block.id)), "")
    if not text[hit.start : hit.end].strip():
        return ""
    before, after = text[max(0, hit.start - AROUND) : hit.start], text[hit.end : hit.end + AROUND]
    left = "…" if hit.start > AROUND else ""
    right = "…" if hit.end + AROUND < len(text) else ""
    return " ".join(f"{left}{before}{text[hit.start : hit.end]}{after}{right}".split())


def _message_title(message_id: str, plan: ContextPlan) -> str:
    """By whom it is; one that is not in the plan was left out."""
    translate = QCoreApplication.translate
    for block in plan.blocks:
        if message_id in (block.origin_id, block.id):
            if block.kind is BlockKind.INPUT:
                return translate("ContextWhy", "your message")
            return speaker(block.title)
    return translate("ContextWhy", "a message that is left out")


def _entry_title(entry_id: str, plan: ContextPlan) -> str:
    return next((trace.title for trace in plan.entries if trace.entry_id == entry_id), entry_id)


def _source_name(where: str) -> str:
    translate = QCoreApplication.translate
    names: dict[str, str] = {
        ScanSource.CHARACTER_DESCRIPTION: translate("ContextWhy", "the character's description"),
        ScanSource.CHARACTER_PERSONALITY: translate("ContextWhy", "the character's personality"),
        ScanSource.SCENARIO: translate("ContextWhy", "the scenario"),
        ScanSource.PERSONA: translate("ContextWhy", "the persona"),
        ScanSource.CREATOR_NOTES: translate("ContextWhy", "the creator's notes"),
        ScanSource.AUTHORS_NOTE: translate("ContextWhy", "the author's note"),
        ScanSource.SUMMARY: translate("ContextWhy", "the summary"),
    }
    return names.get(where, "")
