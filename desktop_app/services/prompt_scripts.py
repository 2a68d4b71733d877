"""Regex scripts on their way to a model: the texts of a request as switched-on scripts make them, and what they changed.

Owned by the request maker; blocks, so it is called in a worker thread. What is stored stays as it is. The newest messages
come first: should the time for all of them run out, old ones go unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Generic, TypeAlias, TypeVar

from desktop_app.context.decorators import read_decorators
from desktop_app.context.plan import TextChange
from desktop_app.context.request import BranchMessage, ContextRequest, LinkedBook
from desktop_app.domain.lore import Lorebook, LorebookEntry, Position
from desktop_app.domain.message import MessageKind, Part, Role, TextPart, sendable_text
from desktop_app.domain.ports import TokenCounter
from desktop_app.domain.scripts import RegexScript, ScriptPlace
from desktop_app.language.patterns import SECONDS_A_KEY, BadPattern
from desktop_app.language.scripts import CompiledScript, Made, ScriptMemory, compile_script

# For all texts of one prompt; each text of each script has its own limit besides.
SECONDS_A_PROMPT = 2.0

_PLACES = {Role.USER: ScriptPlace.USER, Role.ASSISTANT: ScriptPlace.ANSWER}
_Ready: TypeAlias = "list[tuple[RegexScript, CompiledScript]]"


_Source = TypeVar("_Source")


@dataclass(frozen=True, slots=True)
class _Changed(Generic[_Source]):
    """What was made of one branch or book, and on which terms."""

    source: _Source
    terms: tuple[object, ...]
    result: _Source
    changes: tuple[TextChange, ...]


@dataclass(slots=True)
class _Kept:
    """The last branch, and the books by id."""

    branch: _Changed[tuple[BranchMessage, ...]] | None = None
    books: dict[str, _Changed[Lorebook]] = field(default_factory=dict[str, "_Changed[Lorebook]"])


class PromptScripts:
    """Runs scripts over requests, and knows the last branch and the books again."""

    def __init__(self, memory: ScriptMemory | None = None) -> None:
        self._memory = memory or ScriptMemory()
        self._kept = _Kept()

    def applied(self, request: ContextRequest, scripts: Sequence[RegexScript], counter: TokenCounter) -> ContextRequest:
        """The request with its texts changed, and with what was changed."""
        names = {"user": request.persona.name if request.persona else request.user_name}
        if request.character is not None:
            names["char"] = request.character.called
        ready: _Ready = []
        for script in scripts:
            compiled = compile_script(script, names) if script.sends else None
            if compiled is not None and not isinstance(compiled, BadPattern):
                ready.append((script, compiled))
        if not ready:
            return request
        return _Run(self._memory, ready, self._kept).request(request, counter, (tuple(scripts), tuple(names.items())))


class _Run:
    """One prompt. ``kept`` is shared by all of them."""

    def __init__(self, memory: ScriptMemory, ready: _Ready, kept: _Kept) -> None:
        self._memory = memory
        self._ready = ready
        self._kept = kept
        self._end = perf_counter() + SECONDS_A_PROMPT

    def request(self, request: ContextRequest, counter: TokenCounter, terms: tuple[object, ...]) -> ContextRequest:
        """The whole request."""
        draft, changes = request.draft, list[TextChange]()
        if draft is not None:
            text, change = self._text(draft.text, ScriptPlace.USER, 0, draft.id)
            changes += [] if change is None else [change]
            draft = replace(draft, text=text)
        below = int(draft is not None and bool(draft.text.strip() or changes))
        branch, told = self._branch(request.branch, below, counter, terms)
        books, of_books = self._books(request.books, terms)
        return replace(
            request, draft=draft, branch=branch, books=books, changed=(*request.changed, *changes, *told, *of_books)
        )

    def _branch(
        self, branch: tuple[BranchMessage, ...], below: int, counter: TokenCounter, terms: tuple[object, ...]
    ) -> tuple[tuple[BranchMessage, ...], tuple[TextChange, ...]]:
        terms = (*terms, below, counter)
        known = self._kept.branch
        if known is not None and known.source is branch and known.terms == terms:
            return known.result, known.changes
        rows, changes = list(branch), list[TextChange]()
        for index, depth in _depths(branch, below):
            made, change = self._row(rows[index], depth, counter)
            rows[index] = made
            changes += [] if change is None else [change]
        result = tuple(rows) if changes else branch
        self._kept.branch = _Changed(branch, terms, result, tuple(changes))
        return result, tuple(changes)

    def _row(self, row: BranchMessage, depth: int, counter: TokenCounter) -> tuple[BranchMessage, TextChange | None]:
        place = _PLACES.get(row.role)
        if place is None or row.parts is None:
            return row, None
        parts, told = list[Part](), list[TextChange]()
        for part in row.parts:
            if isinstance(part, TextPart):
                text, change = self._text(part.text, place, depth, row.id)
                told += [] if change is None else [change]
                parts.append(TextPart(text))
            else:
                parts.append(part)
        if not told:
            return row, None
        whole = TextChange(
            row.id,
            tuple(dict.fromkeys(name for one in told for name in one.scripts)),
            sendable_text(row.parts),
            tuple(dict.fromkeys(name for one in told for name in one.slow)),
        )
        if not whole.scripts:
            return row, whole
        count = counter.count(sendable_text(tuple(parts)))
        return replace(row, parts=tuple(parts), tokens=count.tokens, exact=count.exact), whole

    def _books(
        self, books: tuple[LinkedBook, ...], terms: tuple[object, ...]
    ) -> tuple[tuple[LinkedBook, ...], list[TextChange]]:
        if not any(ScriptPlace.LORE in script.places for script, _ in self._ready):
            return books, []
        linked, changes = list[LinkedBook](), list[TextChange]()
        for one in books:
            book, told = self._book(one.book, terms)
            linked.append(replace(one, book=book))
            changes += told
        return tuple(linked), changes

    def _book(self, book: Lorebook, terms: tuple[object, ...]) -> tuple[Lorebook, tuple[TextChange, ...]]:
        known = self._kept.books.get(book.id)
        if known is not None and known.source is book and known.terms == terms:
            return known.result, known.changes
        made = [self._entry(entry) for entry in book.entries]
        changes = tuple(change for _, change in made if change is not None)
        result = replace(book, entries=tuple(entry for entry, _ in made)) if changes else book
        self._kept.books[book.id] = _Changed(book, terms, result, changes)
        return result, changes

    def _entry(self, entry: LorebookEntry) -> tuple[LorebookEntry, TextChange | None]:
        """Its text behind the decorators, which say how it is used: no script writes those."""
        _, text = read_decorators(entry.content)
        depth = entry.depth if entry.position is Position.AT_DEPTH else None
        made, change = self._text(text, ScriptPlace.LORE, depth, entry.id)
        return replace(entry, content=entry.content[: len(entry.content) - len(text)] + made), change

    def _text(self, text: str, place: ScriptPlace, depth: int | None, origin_id: str) -> tuple[str, TextChange | None]:
        """The text after all scripts that are for it, one behind the other. ``depth`` None: it is nowhere in the history."""
        now, by, slow = text, list[str](), list[str]()
        for script, compiled in self._ready:
            if place not in script.places or (depth is not None and not script.reaches(depth)):
                continue
            found = self._memory.run(compiled, now, min(SECONDS_A_KEY, self._end - perf_counter()))
            if not isinstance(found, Made):
                slow.append(script.name)
            elif found.text != now:
                now = found.text
                by.append(script.name)
        return now, TextChange(origin_id, tuple(by), text, tuple(slow)) if by or slow else None


def _depths(branch: Sequence[BranchMessage], below: int) -> Iterator[tuple[int, int]]:
    """Places in the branch with their depth, the newest first. What is not sent does not count."""
    depth = below
    for index in range(len(branch) - 1, -1, -1):
        if branch[index].flags.sendable and branch[index].kind is not MessageKind.NOTE:
            yield index, depth
            depth += 1
