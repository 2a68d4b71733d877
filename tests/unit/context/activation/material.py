"""Small chats, books and memories to activate, and what came of it in a word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from desktop_app.context.activation import ScanMemory, activate
from desktop_app.context.active import Activation, ActiveEntry
from desktop_app.context.current import draft_row, newest_id
from desktop_app.context.plan import EntryTrace
from desktop_app.context.reasons import ReasonCode
from desktop_app.context.request import BranchMessage, ContextRequest, LinkedBook, PastTurn, Relevance
from desktop_app.context.scope import bare_scope, with_fields
from desktop_app.domain.generation import Activated
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.ports import TokenCounter
from tests.fakes.providers import WordCounter
from tests.unit.context.material import assistant, request, user


def lore(name: str, *keys: str, **options: Any) -> LorebookEntry:
    """An entry that says what it is about."""
    return replace(LorebookEntry(name, name, keys, f"About {name}."), **options)


def book(*entries: LorebookEntry, **options: Any) -> Lorebook:
    """A book called ``book``."""
    return replace(Lorebook("book", "Book", entries=entries), **options)


def memory(name: str, *keywords: str, **options: Any) -> MemoryEntry:
    """A memory entry."""
    return replace(MemoryEntry(name, f"About {name}.", name, keywords), **options)


def chat(*texts: str) -> tuple[BranchMessage, ...]:
    """Messages m1, m2, …: user and assistant in turns."""
    return tuple((user if number % 2 else assistant)(f"m{number}", text) for number, text in enumerate(texts, 1))


def asked(
    *branch: BranchMessage, books: tuple[Lorebook, ...] = (), relevance: dict[str, float] | None = None, **more: Any
) -> ContextRequest:
    """A request; relevance has the threshold .5."""
    plain = request(*branch, **more)
    measured = {name: Relevance(score, 0.5) for name, score in (relevance or {}).items()}
    return replace(plain, books=tuple(LinkedBook(item) for item in books), relevance=measured)


def scan(
    question: ContextRequest, scan_memory: ScanMemory | None = None, counter: TokenCounter | None = None
) -> Activation:
    """The activation, with the scope that the builder gives."""
    counter = counter or WordCounter()
    bare = bare_scope(question, newest_id(question, draft_row(question, counter)), "")
    return activate(question, with_fields(bare, question).scope, counter, scan_memory)


def scanned(text: str, *entries: LorebookEntry, **options: Any) -> Activation:
    """One book over one message."""
    return scan(asked(*chat(text), books=(book(*entries, **options),)))


def names(activation: Activation) -> list[str]:
    """Who is active."""
    return [entry.entry_id for entry in activation.active]


def entry(activation: Activation, name: str) -> ActiveEntry:
    """An active entry."""
    return next(found for found in activation.active if found.entry_id == name)


def trace(activation: Activation, name: str) -> EntryTrace:
    """The trace of an entry that is not active."""
    return next(found for found in activation.inactive if found.entry_id == name)


def why(activation: Activation, name: str) -> ReasonCode:
    """The code of the entry's one reason, active or not."""
    found = [item.reason.code for item in (*activation.active, *activation.inactive) if item.entry_id == name]
    assert len(found) == 1, f"{name} has {len(found)} reasons"
    return ReasonCode(found[0])


def past(message_id: str, *activated: str, kind: str = "fresh") -> PastTurn:
    """A turn that activated these entries."""
    return PastTurn(message_id, tuple(Activated(name, 1, kind) for name in activated))
