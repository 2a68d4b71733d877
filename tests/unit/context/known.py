"""Small books and passages to test with, and how to ask a plan what became of them."""

from __future__ import annotations

from typing import Any

from desktop_app.context.plan import ContextPlan, EntryTrace
from desktop_app.context.request import (
    LinkedBook,
    RecallCandidate,
    Relevance,
)
from desktop_app.domain.lore import Lorebook, LorebookEntry, Position
from desktop_app.domain.memory import SourceSpan


def book(*entries: LorebookEntry, **more: Any) -> LinkedBook:
    """A lorebook."""
    return LinkedBook(Lorebook("b", "Book", entries=entries, **more))


def lore(name: str, position: Position = Position.BEFORE_CHARACTER, **more: Any) -> LorebookEntry:
    """A constant entry that says its name, unless ``more`` says otherwise."""
    usual: dict[str, Any] = {"content": name, "constant": True}
    return LorebookEntry(name, name=name, position=position, **{**usual, **more})


def at_depth(depth: int, **more: Any) -> LorebookEntry:
    """A constant entry at a depth."""
    return lore(f"d{depth}", Position.AT_DEPTH, depth=depth, **more)


def fate(plan: ContextPlan, entry_id: str) -> tuple[bool, str]:
    """Whether an entry is in, and its reason's code."""
    trace = trace_of(plan, entry_id)
    return trace.included, trace.reason.code


def trace_of(plan: ContextPlan, entry_id: str) -> EntryTrace:
    """The trace of an entry."""
    return next(trace for trace in plan.entries if trace.entry_id == entry_id)


def texts(plan: ContextPlan) -> list[str]:
    """The contents of the prompt."""
    return [message.content for message in plan.messages]


def passage(id_: str, *message_ids: str, place: int = 0, **more: Any) -> RecallCandidate:
    """A candidate of recall, relevant unless ``more`` says otherwise; those of other places say something else."""
    sources = tuple(SourceSpan(message_id, 1, 10 * place, 10 * place + 9) for message_id in message_ids)
    usual: dict[str, Any] = {"text": id_, "relevance": Relevance(0.9, 0.35)}
    return RecallCandidate(id_, sources=sources, place=place, **{**usual, **more})
